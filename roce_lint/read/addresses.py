"""Addresses with a prefix length, the usual ones without `ipaddress`, which takes five times as long."""

from __future__ import annotations

import re

_OCTET = r"(0|[1-9]\d{0,2})"
_USUAL = re.compile(rf"{_OCTET}\.{_OCTET}\.{_OCTET}\.{_OCTET}/([12]?\d|3[0-2])", re.ASCII)


def usual_address(text: str) -> tuple[int, int] | None:
    """Return the address as a number and the length of `10.0.0.1/31`; None for any other form, valid or not.

    `ipaddress` writes such an address as it stands.
    """
    found = _USUAL.fullmatch(text)
    if found is None:
        return None
    a, b, c, d, length = map(int, found.groups())
    return (a << 24 | b << 16 | c << 8 | d, length) if max(a, b, c, d) <= 255 else None
