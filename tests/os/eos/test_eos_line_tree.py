"""The line tree gives every line the parent that ciscoconfparse2, an independent parser, gives it."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from roce_lint.os.eos.raw_text import blank_raw_text
from roce_lint.text.lines import Line, parse_lines

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    ciscoconfparse2 = pytest.importorskip("ciscoconfparse2", reason="ciscoconfparse2, the oracle, is not installed")

ROOT = Path(__file__).resolve().parents[3]
FIXTURES = sorted((ROOT / "fixtures" / "eos").glob("*/*.cfg"))


def our_parents(text: str) -> dict[int, int]:
    """Return the number of the parent of every line, its own number at the top."""
    parents: dict[int, int] = {}
    pending: list[tuple[Line, int]] = [(child, child.number) for child in parse_lines(text).children]
    while pending:
        line, parent = pending.pop()
        parents[line.number] = parent
        pending.extend((child, line.number) for child in line.children)
    return parents


def their_parents(text: str) -> dict[int, int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parse = ciscoconfparse2.CiscoConfParse(text.split("\n"), syntax="ios", ignore_blank_lines=False)
    return {
        entry.linenum + 1: entry.parent.linenum + 1
        for entry in parse.objs
        if entry.text.strip() and not entry.text.strip().startswith("!")
    }


@pytest.mark.parametrize("path", FIXTURES, ids=[path.parent.name for path in FIXTURES])
def test_every_line_has_the_same_parent(path: Path) -> None:
    text = blank_raw_text(path.read_text(encoding="utf-8")).text
    assert our_parents(text) == their_parents(text)
