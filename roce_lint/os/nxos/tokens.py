"""The words that NX-OS arguments are made of: number lists, DSCP names, sizes and rates."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from roce_lint import units

DSCP_NAMES = {
    "default": 0,
    "ef": 46,
    **{f"cs{n}": 8 * n for n in range(1, 8)},
    **{f"af{c}{d}": 8 * c + 2 * d for c in range(1, 5) for d in range(1, 4)},
}
"""Code points by name: RFC 2474 (cs), RFC 2597 (af), RFC 3246 (ef); `default` is 0."""

PRECEDENCE_NAMES = {
    "routine": 0,
    "priority": 1,
    "immediate": 2,
    "flash": 3,
    "flash-override": 4,
    "critical": 5,
    "internet": 6,
    "network": 7,
}
"""IP precedence by name (RFC 791)."""

NO_NUMBERS: frozenset[int] = frozenset()

_SPAN = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
_RATES_BPS = {"bps": 1, "kbps": 1000, "mbps": 10**6, "gbps": 10**9}


@lru_cache(maxsize=256)
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


def named_list(text: str, names: dict[str, int], high: int) -> frozenset[int]:
    """Return the numbers 0 to `high` of a list of names, numbers and ranges; an empty set when it is malformed."""
    numbers: set[int] = set()
    for part in re.sub(r"\s*-\s*", "-", text.strip()).replace(",", " ").split():
        found = frozenset({names[part.lower()]}) if part.lower() in names else number_list(part, 0, high)
        if not found:
            return NO_NUMBERS
        numbers |= found
    return frozenset(numbers)


def dscp_list(text: str) -> frozenset[int]:
    """Return the code points of a list of names, numbers and ranges; an empty set when it is malformed."""
    return named_list(text, DSCP_NAMES, 63)


def size_in_bytes(amount: str, unit: str) -> int:
    """Return a size in bytes, or -1 when it is not one of bytes (a count of packets has no size in bytes)."""
    if not amount.isdecimal() or unit not in units.BYTES_PER_UNIT:
        return -1
    return units.bytes_from(int(amount), unit)


def rate_in_gbps(amount: str, unit: str) -> Fraction:
    """Return a rate in Gb/s, or -1 when it is malformed."""
    if not amount.isdecimal() or unit not in _RATES_BPS:
        return Fraction(-1)
    return Fraction(int(amount) * _RATES_BPS[unit], 10**9)
