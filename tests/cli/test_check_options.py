"""Options of `check` that people know from other linters."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from roce_lint.cli.group import roce_lint
from roce_lint.cli.watch import watch
from tests.cli.leaf import leaf_config

BROKEN = leaf_config(kmin=1600)
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A function that runs a command line in a folder with one leaf, which has the fault ECN-002."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    Path("leaf1.cfg").write_text(BROKEN)

    def call(*words: str, given: str = "") -> Result:
        return CliRunner().invoke(roce_lint, words, input=given)

    return call


def test_quiet_prints_findings_and_nothing_else(run: Run) -> None:
    lines = run("check", "leaf1.cfg", "-q", "--select", "ECN-002").stdout.splitlines()
    assert lines[0] == "leaf1.cfg:14: error ECN-002 ecn-curve-invalid"
    assert not [line for line in lines if line.startswith(("Evaluated", "Profile", "1 device"))]
    assert run("check", "leaf1.cfg", "--quiet", "--select", "PFC-001").output == ""


def test_findings_need_not_fail(run: Run) -> None:
    assert run("check", "leaf1.cfg").exit_code == 1
    assert run("check", "leaf1.cfg", "--exit-zero").exit_code == 0
    assert run("check", "none.cfg", "--exit-zero").exit_code == 3


def test_statistics_count_findings_and_places_by_rule(run: Run) -> None:
    Path("leaf2.cfg").write_text(leaf_config("leaf2", kmin=1600))
    table = run("check", ".", "--statistics", "--select", "ECN-002").stdout.splitlines()
    assert [line.split()[:5] for line in table] == [
        ["findings", "places", "severity", "code", "rule"],
        ["1", "2", "error", "ECN-002", "ecn-curve-invalid"],
    ]
    (row,) = json.loads(run("check", ".", "--statistics", "--select", "ECN-002", "--format", "json").stdout)
    assert (row["rule"], row["findings"], row["places"]) == ("ecn-curve-invalid", 1, 2)
    assert run("check", ".", "--statistics", "--select", "PFC-001").stdout == "No findings.\n"
    assert run("check", ".", "--statistics", "--format", "junit").exit_code != 0


def test_options_have_the_spellings_of_ruff(run: Run) -> None:
    Path("own.toml").write_text('ignore = ["ECN"]\n')
    assert "ECN-002" not in run("check", "leaf1.cfg", "--config", "own.toml").stdout
    assert "ECN-002" in run("check", "leaf1.cfg", "--isolated").stdout
    assert json.loads(run("check", "leaf1.cfg", "--output-format", "json").stdout)["tool"]["name"] == "roce-lint"
    run("check", "leaf1.cfg", "--output-file", "r.json")
    assert json.loads(Path("r.json").read_text())["tool"]["name"] == "roce-lint"


def test_standard_input_takes_the_place_of_the_file_it_is_named_after(run: Run) -> None:
    assert run("check", "-", given=BROKEN).stdout.startswith("standard-input:14: error ECN-002")
    healthy = run("check", ".", "-", "--stdin-filename", "leaf1.cfg", "-q", "--select", "ECN", given=leaf_config())
    assert (healthy.stdout, healthy.exit_code) == ("", 0)
    assert run("check", "-", given="\0").exit_code == 3
    refused = run("facts", "-", given=BROKEN)
    assert "standard input is read by check alone" in str(refused.exception)


def write_unwatched() -> None:
    """Write three leaves, of which the first lacks the watchdog that the others have."""
    for number in (1, 2, 3):
        Path(f"leaf{number}.cfg").write_text(leaf_config(f"leaf{number}"))
    Path("leaf1.cfg").write_text(leaf_config().partition("priority-flow-control pause watchdog")[0])


def test_safe_fixes_are_applied_before_the_check(run: Run) -> None:
    write_unwatched()
    assert run("check", ".", "--select", "WD-001", "-q").exit_code == 1
    done = run("check", ".", "--fix", "--select", "WD-001", "-q")
    assert (done.stdout, done.exit_code) == ("", 0)
    assert done.stderr == "roce-lint: fixed 1 of 1 findings in 1 file; roce-lint fix shows the others\n"
    assert "priority-flow-control pause watchdog default timeout 0.2\n" in Path("leaf1.cfg").read_text()
    assert "leave - out" in str(run("check", "-", "--fix", given=BROKEN).exception)


def test_fixes_are_chosen_by_code_family_and_ignored(run: Run) -> None:
    write_unwatched()
    assert "WD-001" in run("fix", ".", "--select", "WD").stdout
    assert "WD-001" not in run("fix", ".", "--ignore", "WD-001").stdout


@pytest.mark.parametrize(("color", "coloured"), [("always", True), ("never", False), ("auto", False)])
def test_colours_are_chosen(run: Run, color: str, coloured: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        # What --color sets is gone after the test.
        monkeypatch.setenv(name, "")
    assert ("\033[" in run("check", "leaf1.cfg", "--color", color).output) is coloured


def test_a_change_runs_the_command_again(run: Run, capfd: pytest.CaptureFixture[str]) -> None:
    texts = iter((BROKEN, BROKEN, leaf_config()))

    def more() -> bool:
        text = next(texts, "")
        if text and text != Path("leaf1.cfg").read_text():
            Path("leaf1.cfg").write_text(text)
        return bool(text)

    assert watch(["check", "leaf1.cfg", "-q", "--select", "ECN-002"], ["leaf1.cfg"], more) == 0
    shown = capfd.readouterr()
    assert shown.out.count("error ECN-002") == 1
    assert shown.err.count("watching for changes") == 2
    assert "leave - out" in str(run("check", "-", "--watch").exception)
