"""What settings name wrongly is reported with the line of the settings file that names it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint
from roce_lint.errors import RoceLintError
from roce_lint.intent.sample import sample_intent
from tests.cli.leaf import leaf_config


def refusal(*words: str) -> str:
    """Return what is said about a command line that is refused."""
    done = CliRunner().invoke(roce_lint, words)
    assert isinstance(done.exception, RoceLintError)
    return str(done.exception)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('profile = "losless"', "roce-lint.toml:2: there is no design profile 'losless'; did you mean 'lossless'?"),
        ('intent = "gone.yaml"', "roce-lint.toml:2: intent names gone.yaml, which is not there; correct the path"),
        ('rules = ["site", "gone"]', "roce-lint.toml:2: rules names gone, which is not there; correct the path"),
        ('waivers = "gone.yaml"', "roce-lint.toml:2: waivers names gone.yaml, which is not there; correct the path"),
        ('baseline = "gone.json"', "roce-lint.toml:2: baseline names gone.json, which is not there; correct the path"),
    ],
    ids=lambda value: value[:10],
)
def test_what_settings_name_wrongly_is_reported_with_their_line(
    line: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "leaf-1.cfg").write_text(leaf_config())
    (tmp_path / "roce-lint.toml").write_text(f'paths = ["configs"]\n{line}\n')
    monkeypatch.chdir(tmp_path)
    assert refusal("check") == message


def test_what_the_command_line_names_instead_is_not_asked_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "roce-lint.toml").write_text('profile = "losless"\nintent = "gone.yaml"\n')
    (tmp_path / "pod.roce.yaml").write_text(sample_intent())
    (tmp_path / "leaf-1.cfg").write_text(leaf_config())
    monkeypatch.chdir(tmp_path)
    words = ["leaf-1.cfg", "--profile", "lossless", "--intent", "pod.roce.yaml"]
    done = CliRunner().invoke(roce_lint, ["check", *words])
    assert not isinstance(done.exception, RoceLintError), done.exception
