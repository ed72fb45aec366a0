from __future__ import annotations

import random
import re

import pytest

from roce_lint.text.pattern_beginnings import beginning, is_plain, may_cross_lines, spelled_out


@pytest.mark.parametrize(
    ("pattern", "heads"),
    [
        (r"interface Ethernet\d+$", ["interface Ethernet"]),
        (r"(?:uc-|mc-)?tx-queue \d", ["tx-queue ", "uc-tx-queue ", "mc-tx-queue "]),
        (r"vsx$|; hpStack_", ["vsx", "; hpStack_"]),
        (r"#?conf (?:vlan|vr) |ver 0\d", ["conf vlan ", "conf vr ", "#conf vlan ", "#conf vr ", "ver 0"]),
        (r"\*(?:filter|nat)+$", ["*"]),
        (r"interfaces? \S", ["interface ", "interfaces "]),
        (r"!#?version \d|a\.?b|a\d?b", ["!version ", "!#version ", "ab", "a.b", "ab", "a"]),
        (r"qos (?:trust|random(?:ly)? )dscp", ["qos trustdscp", "qos random dscp", "qos randomly dscp"]),
    ],
)
def test_beginnings_of_a_pattern(pattern: str, heads: list[str]) -> None:
    assert [beginning(one) for one in spelled_out(pattern)] == heads


@pytest.mark.parametrize(
    ("pattern", "crosses"),
    [
        (r"hostname \S+\nlog", True),
        (r"a\sb", True),
        (r"a[^b]c", True),
        (r"a[^\n]*b\S", False),
        (r"daemon [^\s{]+$", False),
    ],
)
def test_which_patterns_may_take_in_an_end_of_line(pattern: str, crosses: bool) -> None:
    assert may_cross_lines(pattern) is crosses


_PIECES = (
    *("a", "b", "1", " ", "|", "(?:", ")", "?", "*", "+", "{2}", "."),
    *(r"\.", r"\d", r"\|", r"\\", "[a|]", "[^)]", "(?:a|b)", "(?:a|b)?", "(b|a)"),
)


def _patterns(chance: random.Random, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        pattern = "".join(chance.choices(_PIECES, k=chance.randrange(1, 9)))
        try:
            re.compile(pattern)
        except re.error:
            continue
        found.append(pattern)
    return found


def test_what_is_spelled_out_matches_where_the_pattern_does() -> None:
    chance = random.Random(1)
    for pattern in _patterns(chance, 3000):
        parts = spelled_out(pattern)
        for text in ("".join(chance.choices("aab.1| \\)", k=chance.randrange(7))) for _ in range(6)):
            matching = [one for one in parts if re.match(one, text)]
            assert bool(matching) is (re.match(pattern, text) is not None), (pattern, text)
            assert all(text.startswith(beginning(one)) for one in matching), (pattern, text)
            plain = [one for one in parts if is_plain(one) and text.startswith(beginning(one))]
            assert set(plain) <= set(matching), (pattern, text)
