"""JSON as devices write it is taken at once, other JSON token by token: both give the same tree."""

from __future__ import annotations

import random

import pytest

from roce_lint.os.srlinux.json_form import parse_json_form
from roce_lint.os.srlinux.parsed import Parsed
from roce_lint.text.json_places import parse_json
from roce_lint.text.tree import Node

TEXT = """{
  "_preamble": {
    "header": {
      "release": "v24.10.1",
      "enabled-yang-features": [
        "srl_nokia-features:platform-7220-ixr-d5"
      ]
    }
  },
  "srl_nokia-interfaces:interface": [
    {
      "name": "ethernet-1/1",
      "description": "to \\"spine\\" [1] {",
      "mtu": 9214,
      "@mtu": {
        "unknown": {
          "deep": []
        }
      },
      "ethernet": {
        "port-speed": "100G"
      },
      "unheard-of": [
        1,
        {
          "x": {}
        }
      ]
    },
    {
      "mtu": 1500
    },
    7
  ],
  "srl_nokia-qos:qos": {
    "explicit-congestion-notification": {},
    "forwarding-classes": [],
    "interfaces": true
  }
}
"""
_LINES = (
    '"mtu": 1500,',
    '"srl_nokia-interfaces:mtu": -2.5e3,',
    '"admin-state": null,',
    '"_annotate": "x",',
    '"interface": {\n"name": "lag1"\n},',
    '"mtu": [\nnull\n],',
    '"ethernet": 1,',
    '"ethernet": {\n"lacp-port-priority": 1\n},',
    '"acl": {\n"a": [\n{\n"b": {}\n}\n]\n},',
    "{\n},",
    "],",
    "}",
    "NaN,",
)


def _shown(parsed: Parsed) -> object:
    def of(node: Node) -> object:
        below = [*map(of, node.children.values())]
        return node.name, node.keys, node.values, node.accounted, node.line, node.end_line, below

    return of(parsed.root), parsed.unplaced, parsed.header


def _is_usual(text: str) -> bool:
    """Return whether each line is one step, so that lines are counted."""
    return isinstance(parse_json(text).first_lines, range)


def _both_ways(text: str) -> tuple[object, object]:
    """Return what is read of a text, and of the same with blanks at the ends of its lines, as no device writes it."""
    return _shown(parse_json_form("a", text, 5)), _shown(parse_json_form("a", text.replace("\n", " \n"), 5))


def test_a_usual_text_is_taken_at_once() -> None:
    assert _is_usual(TEXT)
    at_once, token_by_token = _both_ways(TEXT)
    assert at_once == token_by_token


@pytest.mark.parametrize(
    "odd", ["{\n}", '{ "a": 1\n}\n', '[\n{\n"a": 1\n}\n]\n', TEXT[:-4], TEXT.replace(": 9214", " : 9214")]
)
def test_another_text_is_none_for_this_way(odd: str) -> None:
    assert not _is_usual(odd)


def test_changed_texts_give_the_same_both_ways() -> None:
    chance = random.Random(5)
    taken = 0
    for _ in range(500):
        lines = TEXT.split("\n")
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(1, len(lines))
            lines[at:at] = chance.choice(((), (chance.choice(_LINES),), (lines.pop(at),) * 2))
        text = "\n".join(lines)
        taken += _is_usual(text)
        at_once, token_by_token = _both_ways(text)
        assert at_once == token_by_token, text
    assert taken > 50


def test_deep_nesting_is_followed_without_recursion() -> None:
    text = '{\n"a": ' + '{\n"a": ' * 3000 + "1\n" + "}\n" * 3001
    at_once, token_by_token = _both_ways(text)
    assert at_once == token_by_token
