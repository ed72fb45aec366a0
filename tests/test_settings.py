from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.errors import UsageError
from roce_lint.settings import Settings, find_settings


def test_the_nearest_folder_with_settings_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.roce-lint]\nprofile = "pfc-only"\n')
    (inner.parent / "pyproject.toml").write_text('[project]\nname = "x"\n')
    monkeypatch.chdir(inner)
    assert find_settings(inner) == Settings(profile="pfc-only")
    (inner / "roce-lint.toml").write_text('ignore = ["ECN"]\nrules = ["site"]\nfail-on = "warning"\n')
    assert find_settings(inner) == Settings(ignore=("ECN",), rules=("site",), fail_on="warning")


def test_no_settings_are_the_defaults(tmp_path: Path) -> None:
    assert find_settings(tmp_path) == Settings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ignored = []", "unknown setting 'ignored'; did you mean 'ignore'?"),
        ("ignore = 3", "ignore is 3; it must be a list of strings"),
        ('fail-on = "never"', "fail-on is 'never'; it must be error, warning or info"),
        ("ignore = [", "not valid TOML"),
    ],
)
def test_bad_settings_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "roce-lint.toml").write_text(text)
    with pytest.raises(UsageError) as caught:
        find_settings(tmp_path)
    assert message in str(caught.value)
    assert "roce-lint.toml" in str(caught.value)
