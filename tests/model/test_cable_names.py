from __future__ import annotations

import random
import re

import pytest

from roce_lint.model.port_directory import CableNames

NAMES = ("leaf1", "leaf10", "leaf1-a", "spine-2", "10.0.0.1", "a.lab", "x")


def found_by_one_pattern(text: str) -> str | None:
    names = sorted({"leaf1", "leaf10", "leaf1-a", "spine-2", "10.0.0.1", "a", "x"}, key=len, reverse=True)
    found = re.search(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, names))})(?![a-z0-9])", text.lower())
    return found.group() if found else None


def test_names_are_found_where_one_pattern_of_all_finds_them() -> None:
    chance = random.Random(7)
    parts = [
        "leaf1",
        "LEAF10",
        "leaf2",
        "-a",
        "spine-2",
        "spine-3",
        "10.0.0.1",
        "a",
        "x",
        "é",
        "١",
        "İ",
        " ",
        "_",
        "-",
        ".",
    ]
    names = CableNames(NAMES)
    texts = ["".join(chance.choices(parts, k=chance.randrange(6))) for _ in range(3000)]
    seen = [(text, (named := names.named_in(text)) and named[0]) for text in texts]
    assert seen == [(text, found_by_one_pattern(text)) for text in texts]
    assert sum(name is not None for _, name in seen) > 500


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("to Spine-2 Ethernet1/3", ("spine-2", ("Ethernet1/3", "Ethernet1"))),
        ("leaf1-a_et-0/0", ("leaf1-a", ("et-0/0", "et-0"))),
        ("leaf11 Ethernet1", None),
    ],
    ids=["both", "longer name", "other name"],
)
def test_what_may_be_an_interface_follows_the_name(text: str, named: tuple[str, tuple[str, ...]] | None) -> None:
    assert CableNames(NAMES).named_in(text) == named
