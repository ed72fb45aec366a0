"""Rules of a site, as a user writes and tests them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from roce_lint.cli.rules import command
from roce_lint.errors import UsageError

FILE = "site/mtu/mtu-below-site-standard.yaml"


def rules(*words: str) -> str:
    done = CliRunner().invoke(command, words)
    if isinstance(done.exception, UsageError):
        raise done.exception
    return done.output


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a new rule."""
    monkeypatch.chdir(tmp_path)
    assert rules("new", FILE) == f"{FILE} is written; 'roce-lint rules test site' runs its examples\n"
    return Path(FILE)


def test_a_new_rule_is_complete_and_the_next_one_has_another_code(file: Path) -> None:
    assert "code: SITE-001\n" in file.read_text()
    assert rules("test", "site") == "1 rules, 2 examples, 0 failures\n"
    rules("new", "site/mtu/another-fault.yaml")
    assert "code: SITE-002\n" in Path("site/mtu/another-fault.yaml").read_text()


def test_a_condition_that_nothing_meets_is_named(file: Path) -> None:
    file.write_text(file.read_text().replace('matches "leaf*"', 'matches "spine*"'))
    assert rules("test", "site").splitlines()[0] == (
        f"{FILE}:17: the eos example is not applicable, not violated: of 'when', 'device.name matches \"spine*\"' "
        "holds for 0 of 1; 'port.in_domain' holds for 1 of 1"
    )


def test_examples_are_optional_and_their_absence_is_said(file: Path) -> None:
    file.write_text(file.read_text().partition("examples:")[0])
    assert rules("test", "site").splitlines() == [
        f"{FILE}: no examples, so nothing shows that the rule works",
        "1 rules, 0 examples, 0 failures",
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (FILE, "is there already; name another file"),
        ("rule.txt", "name the file FOLDER/FAMILY/words-that-name-the-fault.yaml; its name becomes the id"),
    ],
    ids=["there already", "no name of a rule"],
)
def test_a_wrong_name_is_refused(file: Path, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        rules("new", name)
