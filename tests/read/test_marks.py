from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from roce_lint.os.registry import switch_names
from roce_lint.read import marks as read_marks
from roce_lint.read.marks import CERTAIN, Group, MarkIndex, _index, all_marks, find_marks


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
    for name, marks in all_marks(switch_names()).items():
        counts = []
        for alternatives in (marks.strong, marks.weak):
            pattern = re.compile(rf"^[ \t]*+(?:{'|'.join(f'({mark})' for mark in alternatives) or '(?!)'})", re.M)
            counts.append(len({match.lastindex for match in pattern.finditer(text)}))
        found[name] = CERTAIN * counts[0] + counts[1]
    return found


@pytest.mark.parametrize("vendor", switch_names())
def test_the_index_finds_what_trying_every_mark_at_every_line_finds(root: Path, vendor: str) -> None:
    files = sorted(path for path in (root / "fixtures" / vendor).rglob("*") if path.is_file())
    assert files
    for path in files:
        text = path.read_text("utf-8")
        assert find_marks(text).weights == _tried_everywhere(text), path


_SEAMS = (
    "hostname a\nlog syslog",
    "qos trust dscp\n#",
    "! os10",
    "! device: a (EOS)",
    "interface Ethernet0/1",
    "\t \r",
)


@pytest.mark.parametrize("worth_a_pattern", [0, 1_000_000], ids=["by one pattern", "line by line"])
def test_mixtures_of_lines_weigh_what_trying_every_mark_at_every_line_says(
    root: Path, worth_a_pattern: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_marks, "_WORTH_A_PATTERN", worth_a_pattern)
    monkeypatch.setattr(_index(switch_names()).marks, "_seen", 0)
    paths = [path for path in (root / "fixtures").rglob("*.cfg") if "eos" in path.parts or "nxos" in path.parts]
    pool = [line for path in sorted(paths) for line in path.read_text("utf-8").split("\n")]
    chance = random.Random(1)
    for _ in range(40):
        lines = [*chance.choices(pool, k=chance.randrange(60)), *chance.choices(_SEAMS, k=chance.randrange(14))]
        chance.shuffle(lines)
        text = "\n".join(chance.choice(("", "", "  ", "\t")) + line for line in lines)
        assert find_marks(text).weights == _tried_everywhere(text), text


def test_signs_are_those_that_lines_begin_with() -> None:
    text = "a # b\n  set / x\n## c\nno admin-state enable\n!BATFISH_FORMAT: arista"
    assert find_marks(text).signs == {"set / ", "## ", "!BATFISH_FORMAT:"}


def test_what_was_seen_in_one_text_is_found_in_the_next() -> None:
    index = MarkIndex([Group("one", (r"mtu \d", r"hostname \S+\nlog ")), Group("two", (r"  ?vlan",))])
    assert index.found("  mtu 1\nhostname a\nlog x\n") == {"one": {0, 1}, "two": set()}
    assert index.found("hostname a\n!\n  mtu 1\nlog x") == {"one": {0}, "two": set()}
    assert index.found("log x\nhostname a") == {"one": set(), "two": set()}


def test_many_lines_that_a_mark_looks_beyond_are_searched_where_they_stand() -> None:
    index = MarkIndex([Group("one", (r"hostname \S+\nlog ",))])
    hosts = "".join(f"hostname h{number}\n" for number in range(40))
    assert index.found(f"{hosts}mtu 1\nlog x") == {"one": set()}
    assert index.found(f"mtu 1\n{hosts}log x") == {"one": {0}}
