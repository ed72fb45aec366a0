"""JSON has the lines of its values, whether they are counted or found token by token."""

from __future__ import annotations

import random

from roce_lint.text.json_places import Plain, parse_json, steps_behind

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


def _with_places(text: str) -> object:
    """Return the value with the first and the last line of each part, the line of a fault, and what stands behind."""
    placed = parse_json(text)

    def of(value: Plain, step: int) -> object:
        end = step + steps_behind(value)
        place = (placed.first_lines[step], placed.last_lines[end])
        below: list[object] = []
        for one in value if isinstance(value, tuple | list) else ():
            step += 1
            name, inner = one if isinstance(one, tuple) and isinstance(value, tuple) else ("", one)
            below.append((name, of(inner, step)))
            step += steps_behind(inner)
        return place, below if isinstance(value, tuple | list) else value

    return of(placed.value, placed.first_step), placed.fault and placed.last_lines[-1]


def test_values_stand_at_their_lines() -> None:
    port = [
        ("name", ((4, 4), "ethernet-1/1")),
        ("mtu", ((5, 5), "9214")),
        ("vlan-tagging", ((6, 6), True)),
        ("comment", ((7, 7), None)),
        ("empty", ((8, 9), [])),
        ("quoted", ((10, 10), 'a "b" {')),
        ("values", ((11, 14), [("", ((12, 12), "one")), ("", ((13, 13), "-2.5e3"))])),
        ("none", ((15, 15), [])),
    ]
    whole = [("srl_nokia-interfaces:interface", ((2, 17), [("", ((3, 16), port))])), ("end", ((18, 18), "here"))]
    assert _with_places(TEXT) == (((1, 19), whole), "")


def test_what_follows_the_last_bracket_is_handed_back() -> None:
    assert [parse_json(text).rest for text in ("{\n},\n", "{\n}\nA:leaf#", "[\n1\n]\n\n")] == [
        ",\n",
        "\nA:leaf#",
        "\n\n",
    ]


def test_damaged_json_says_the_same_counted_and_token_by_token() -> None:
    chance = random.Random(3)
    for _ in range(400):
        text = TEXT
        for _ in range(chance.randrange(1, 4)):
            start = chance.randrange(len(text))
            text = text[:start] + chance.choice(_PIECES) + text[start + chance.choice((0, 0, 1, 5)) :]
        # A blank at the end of a line is nothing that devices write; one inside a string would be part of it.
        if not any("\n" in part for part in text.replace('\\"', "").split('"')[1::2]):
            assert _with_places(text) == _with_places(text.replace("\n", " \n")), text
