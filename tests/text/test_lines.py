"""The tree of lines is the one that looking at every line in turn gives, however a text is damaged."""

from __future__ import annotations

import ipaddress
import random

import pytest

from roce_lint.os.industry_cli.addresses import usual_address
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.text.lines import Line, parse_lines

PIECES = (
    "a",
    "b c",
    "!",
    "!x",
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\x0c",
    "\x85",
    "\u2028",
    "é",
    "\x1c",
)


def _line_by_line(text: str) -> list[tuple[int, int, str, int]]:
    """Return number, indent, text and the number of the parent of every line."""
    found: list[tuple[int, int, str, int]] = []
    above = [(-1, 0)]
    for number, raw in enumerate(text.split("\n"), 1):
        stripped = raw.lstrip(" \t")
        content = stripped.rstrip()
        if content and not content.startswith("!"):
            indent = len(raw) - len(stripped)
            while above[-1][0] >= indent:
                above.pop()
            found.append((number, indent, content, above[-1][1]))
            above.append((indent, number))
    return found


def _as_list(line: Line) -> list[tuple[int, int, str, int]]:
    found = []
    for child in line.children:
        found += [(child.number, child.indent, child.text, line.number), *_as_list(child)]
    return found


def _ends(line: Line) -> list[int]:
    return [child.end_number for child in line.children]


def test_the_tree_is_the_one_that_looking_at_every_line_gives() -> None:
    chance = random.Random(5)
    for _ in range(4000):
        text = "".join(chance.choice(PIECES) for _ in range(chance.randrange(14)))
        root = parse_lines(text)
        before = _ends(root)
        assert _as_list(root) == _line_by_line(text), repr(text)
        assert _ends(root) == before, repr(text)


@pytest.mark.parametrize("text", ["10.1.2.3/31", "255.0.255.1/0", "10.0.0.1/32", "10.1.2.3/8"])
def test_a_usual_address_and_its_prefix_are_those_of_ipaddress(text: str) -> None:
    interface = ipaddress.IPv4Interface(text)
    assert usual_address(text) == (int(interface.ip), interface.network.prefixlen)
    assert prefix_of(text) == str(interface.network)


@pytest.mark.parametrize(
    "text", ["256.0.0.1/8", "10.0.0.01/8", "10.0.0.1/33", "10.0.0.1", "::1/128", "10.0.0.1/08", "x"]
)
def test_any_other_text_is_left_to_ipaddress(text: str) -> None:
    assert usual_address(text) is None
