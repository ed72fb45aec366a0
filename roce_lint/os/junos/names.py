"""Names of interfaces: members of ranges, and what a name with a wildcard stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import translate

from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node

_NUMBERED = lazy_pattern(r"(.*?)(\d{1,5})(:\d{1,3})?")
_SPAN = lazy_pattern(r"\[(\d{1,4})-(\d{1,4})\]")
_MOST = 4096


def members_of_range(block: Node, known: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Return the members of an `interface-range`, and why not all of them are known, empty if they could.

    A member may have `[0-3]` and, for the names in `known`, `*`. `member-range A to B` counts the last number.
    """
    found: dict[str, None] = {}
    because = ""
    for one in block.entries("member"):
        name = one.key
        if "*" in name or "?" in name or "[!" in name:
            pattern = re.compile(translate(name))
            found |= dict.fromkeys(each for each in known if pattern.fullmatch(each))
            continue
        names = _spread(name)
        found |= dict.fromkeys(names)
        because = because or ("" if names else f"the members of {name!r} are not known")
    for one in block.entries("member-range"):
        last = one.children.get("end-range")
        names = between(one.key, last.value if last is not None else one.key)
        found |= dict.fromkeys(names)
        because = because or ("" if names else f"{one.key} begins no range of interfaces")
    return tuple(found), because


def _spread(name: str) -> tuple[str, ...]:
    """Return the names that `et-0/0/[0-3]` stands for."""
    names = [name]
    while _SPAN.search(names[0]):
        made: list[str] = []
        for one in names:
            span = _SPAN.search(one)
            assert span is not None
            low, high = int(span[1]), int(span[2])
            made += [f"{one[: span.start()]}{number}{one[span.end() :]}" for number in range(low, high + 1)]
        if not 0 < len(made) <= _MOST:
            return ()
        names = made
    return tuple(names)


def between(first: str, last: str) -> tuple[str, ...]:
    """Return the interfaces from one to another: the last number before a channel counts, or that of the channel."""
    low, high = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
    if low is None or high is None or low[1] != high[1]:
        return ()
    if low[3] or high[3]:
        if low[2] != high[2] or not low[3] or not high[3]:
            return ()
        numbers = range(int(low[3][1:]), int(high[3][1:]) + 1)
        return tuple(f"{low[1]}{low[2]}:{number}" for number in numbers)
    numbers = range(int(low[2]), int(high[2]) + 1)
    return tuple(f"{low[1]}{number}" for number in numbers) if len(numbers) <= _MOST else ()
