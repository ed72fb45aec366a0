"""Texts that differ in their digits alone, as descriptions of a fleet do: what holds for one holds for
all."""

from __future__ import annotations

_DIGITS = bytes.maketrans(b"123456789", b"000000000")


def masked_digits(text: str) -> bytes:
    """Return a key of the text that takes any digit for any other.

    As bytes, which are translated in a fifth of the time that text takes.
    """
    return text.encode("utf-8", "surrogatepass").translate(_DIGITS)
