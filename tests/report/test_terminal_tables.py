"""Tables at a terminal: wrapped, in colour unless that is refused, and no text of an input steers the terminal."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint
from roce_lint.model.fact import NOWHERE, Default, Unknown
from roce_lint.paths.pause.reach import PauseExtent
from roce_lint.paths.pause_reach import FabricReach, HostReach
from roce_lint.report.terminal import Column, Styled, TerminalTable, print_blocks, wants_blocks, wants_color
from roce_lint.report.terminal_tables import reach_blocks, rule_blocks
from tests.all_rules import all_rules


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "60")


def shown(*blocks: Styled | TerminalTable) -> str:
    stream = Terminal()
    print_blocks(blocks, stream)
    return stream.getvalue()


def test_a_table_is_wrapped_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    rows = ((Styled("WD-001", "bold"), Styled("word " * 20), Styled("7")),)
    text = shown(TerminalTable("", (Column("Code", wraps=False), Column("Text"), Column("N", is_number=True)), rows))
    assert max(len(line) for line in text.splitlines()) <= 60
    assert text.count("word") == 20
    assert "\033[3" not in text


def test_colours_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\033[31m" in shown(Styled("x", "red"))
    assert (wants_blocks(io.StringIO()), wants_color(io.StringIO())) == (False, False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert (wants_blocks(Terminal()), wants_color(Terminal())) == (True, False)
    assert "\033[31m" not in shown(Styled("x", "red"))
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert (wants_blocks(io.StringIO()), wants_color(io.StringIO())) == (True, True)


def test_texts_of_inputs_do_not_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    hostile = "a\033]0;owned\007[red]b[/red]"
    text = shown(Styled(hostile), TerminalTable(hostile, (Column("x"),), ((Styled(hostile),),)))
    assert "\033]" not in text
    assert text.count("\\x1b]0;owned\\x07[red]b[/red]") == 3


def test_the_table_of_rules_has_every_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    rules = [rule for rule in all_rules(examples=False) if rule.family == "wd"]
    text = shown(*rule_blocks(rules))
    assert [rule.code for rule in rules if rule.code not in text] == []


def test_the_reach_of_pauses_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    near, far = PauseExtent(0, (), {}), PauseExtent(3, (), {1: 6})
    on = Default(True, NOWHERE, "x")
    rows = (
        HostReach("leaf-1", 3, (("Ethernet1", "gpu1"), ("Ethernet2", "gpu2")), far, far, Unknown("x", NOWHERE)),
        HostReach("leaf-2", 3, (("Ethernet1", ""),), far, near, on),
    )
    text = shown(*reach_blocks(FabricReach(rows, 9, ("leaf-1", "leaf-2"), None)))
    assert "6 of 8 (75 %)" in text
    assert "undetermined" in text
    assert "acts on the host" in text
    assert "no host port obeys PFC" in shown(*reach_blocks(FabricReach((), 0, (), None)))


@pytest.mark.parametrize(
    "words",
    [["rules", "--family", "WD"], ["tune", "--speed", "400", "--cable", "40"]],
    ids=["rules", "tune"],
)
def test_colour_is_asked_for_where_there_is_no_terminal(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.setenv(name, "")
    plain = CliRunner().invoke(roce_lint, words)
    assert (plain.exit_code, "\033[" in plain.stdout, "───" in plain.stdout) == (0, False, False)
    colored = CliRunner().invoke(roce_lint, [*words, "--color", "always"], color=True)
    assert (colored.exit_code, "\033[" in colored.stdout, "───" in colored.stdout) == (0, True, True)


def test_rich_is_imported_at_a_terminal_alone() -> None:
    code = "import sys, roce_lint.cli.rules, roce_lint.cli.tune, roce_lint.cli.reach; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_reader_that_goes_away_is_no_finding() -> None:
    class Gone(Terminal):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        print_blocks([Styled("x")], Gone())
