"""JSON is taken line by line where it stands as devices write it, and token by token elsewhere: both say the same."""

from __future__ import annotations

import random

from roce_lint.os.srlinux.json_text import JsonArray, JsonObject, JsonScalar, JsonValue, parse_json

TEXT = """{
  "srl_nokia-interfaces:interface": [
    {
      "name": "ethernet-1/1",
      "mtu": 9214,
      "vlan-tagging": true,
      "comment": null,
      "empty": {
      },
      "quoted": "a \\"b\\" {",
      "values": [
        "one",
        -2.5e3
      ],
      "none": []
    }
  ],
  "end": "here"
}
"""
_PIECES = (*'"\\\n,{}[]:\r1', "\n\n", '"a": 1,\n', '"a",\n', "}\n", "],\n", '"x": {\n')


def _plain(value: JsonValue) -> object:
    match value:
        case JsonScalar():
            return value.line, value.text, value.is_null
        case JsonObject():
            members = [(name, line, _plain(one)) for name, line, one in value.members]
            return value.line, value.end_line, members
        case JsonArray():
            return value.line, value.end_line, [_plain(one) for one in value.items]


def _told(text: str) -> tuple[object, int]:
    value, fault, _ = parse_json(text)
    return _plain(value), fault.line


def test_values_stand_at_their_lines() -> None:
    port = [
        ("name", 4, (4, "ethernet-1/1", False)),
        ("mtu", 5, (5, "9214", False)),
        ("vlan-tagging", 6, (6, "true", False)),
        ("comment", 7, (7, "", True)),
        ("empty", 8, (8, 9, [])),
        ("quoted", 10, (10, 'a "b" {', False)),
        ("values", 11, (11, 14, [(12, "one", False), (13, "-2.5e3", False)])),
        ("none", 15, (15, 15, [])),
    ]
    whole = [("srl_nokia-interfaces:interface", 2, (2, 17, [(3, 16, port)])), ("end", 18, (18, "here", False))]
    assert _told(TEXT) == ((1, 19, whole), 0)


def test_what_follows_the_last_bracket_is_handed_back() -> None:
    assert [parse_json(text)[2] for text in ("{\n},\n", "{\n}\nA:leaf#", "[\n1\n]\n\n")] == [",\n", "\nA:leaf#", "\n\n"]


def test_damaged_json_says_the_same_line_by_line_and_token_by_token() -> None:
    chance = random.Random(3)
    for _ in range(400):
        text = TEXT
        for _ in range(chance.randrange(1, 4)):
            start = chance.randrange(len(text))
            text = text[:start] + chance.choice(_PIECES) + text[start + chance.choice((0, 0, 1, 5)) :]
        # A blank at the end of a line is nothing that devices write; one inside a string would be part of it.
        if not any("\n" in part for part in text.replace('\\"', "").split('"')[1::2]):
            assert _told(text) == _told(text.replace("\n", " \n")), text
