"""Lists of numbers and code points, as devices print them and as people type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

NO_NUMBERS: frozenset[int] = frozenset()
DSCP_NAMES = {
    "ef": 46,
    **{f"cs{number}": 8 * number for number in range(1, 8)},
    **{f"af{row}{drop}": 8 * row + 2 * drop for row in range(1, 5) for drop in range(1, 4)},
}
"""Code points by name that every system has: RFC 2474 (cs), RFC 2597 (af), RFC 3246 (ef)."""
_SPAN = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)


@lru_cache(maxsize=512)
def number_list(text: str, low: int, high: int) -> frozenset[int]:
    """Return the numbers of a list such as `24-31,40`; an empty set when the list is malformed or out of range."""
    numbers: set[int] = set()
    for part in re.sub(r"\s*([,-])\s*", r"\1", text.strip()).split(","):
        found = _SPAN.fullmatch(part)
        if not found:
            return NO_NUMBERS
        first, last = int(found[1]), int(found[2] or found[1])
        if not low <= first <= last <= high:
            return NO_NUMBERS
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


def named_list(text: str, names: Mapping[str, int], high: int) -> frozenset[int]:
    """Return the numbers 0 to `high` of a list of names, numbers and ranges; an empty set when it is malformed."""
    numbers: set[int] = set()
    for part in re.sub(r"\s*-\s*", "-", text.strip()).replace(",", " ").split():
        found = frozenset({names[part.lower()]}) if part.lower() in names else number_list(part, 0, high)
        if not found:
            return NO_NUMBERS
        numbers |= found
    return frozenset(numbers)
