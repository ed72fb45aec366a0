"""Addresses with a prefix length, the usual ones without `ipaddress`, which takes five times as long."""

from __future__ import annotations

_OCTETS = {str(number): number for number in range(256)}
_LENGTHS = {str(number): number for number in range(33)}


def usual_address(text: str) -> tuple[int, int] | None:
    """Return the address as a number and the length of `10.0.0.1/31`; None for any other form, valid or not.

    `ipaddress` writes such an address as it stands.
    """
    octets, _, length = text.partition("/")
    words = octets.split(".")
    if len(words) != 4:
        return None
    try:
        a, b, c, d = [_OCTETS[word] for word in words]
        return a << 24 | b << 16 | c << 8 | d, _LENGTHS[length]
    except KeyError:
        return None
