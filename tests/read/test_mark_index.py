from __future__ import annotations

import re
from pathlib import Path

import pytest

from roce_lint.read.mark_index import Group, MarkIndex, beginnings
from roce_lint.read.marks import _SYSTEMS, CERTAIN, weights


@pytest.mark.parametrize(
    ("pattern", "heads"),
    [
        (r"interface Ethernet\d+$", ("interface Ethernet",)),
        (r"(?:uc-|mc-)?tx-queue \d", ("tx-queue ", "uc-tx-queue ", "mc-tx-queue ")),
        (r"vsx$|; hpStack_", ("vsx", "; hpStack_")),
        (r"#?configure (?:vlan|vr) |ver 0\d", ("#configure ", "configure ", "ver 0")),
        (r"\*(?:filter|nat)$", ("*",)),
        (r"interfaces? \S", ("interface",)),
    ],
)
def test_beginnings_of_a_pattern(pattern: str, heads: tuple[str, ...]) -> None:
    assert beginnings(pattern) == heads


def test_a_mark_that_begins_with_anything_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with plain text"):
        MarkIndex([Group("one", (r"\S+ nameif",))])


def test_the_first_mark_of_a_group_counts_at_a_line() -> None:
    index = MarkIndex([Group("one", (r"ip address \d", r"ip address", r"mtu")), Group("two", (r"ip ",))])
    assert index.found("  ip address 1\n") == {"one": {0}, "two": {0}}
    assert index.found("ip address x\nno mtu\n") == {"one": {1}, "two": {0}}
    assert index.found("") == {"one": set(), "two": set()}


def _tried_everywhere(text: str) -> dict[str, int]:
    """Return the weights as every pattern finds them at every line."""
    found = {}
    for name, marks in _SYSTEMS.items():
        counts = []
        for alternatives in (marks.strong, marks.weak):
            pattern = re.compile(rf"^[ \t]*+(?:{'|'.join(f'({mark})' for mark in alternatives) or '(?!)'})", re.M)
            counts.append(len({match.lastindex for match in pattern.finditer(text)}))
        found[name] = CERTAIN * counts[0] + counts[1]
    return found


@pytest.mark.parametrize("vendor", ["eos", "nxos", "srlinux"])
def test_the_index_finds_what_trying_every_mark_at_every_line_finds(root: Path, vendor: str) -> None:
    files = sorted(path for path in (root / "fixtures" / vendor).rglob("*") if path.is_file())
    assert files
    for path in files:
        text = path.read_text("utf-8")
        assert weights(text) == _tried_everywhere(text), path
