"""Text as the C library sees it: numbers in any base, words by prefix, blanks."""

from __future__ import annotations

import re

BLANKS = b" \t\n"
"""What OpenSM's parser of partitions trims; CR and form feed are text to it."""

_NUMBER = re.compile(rb"[ \t\n\v\f\r]*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)")
ULONG_MAX = 0xFFFF_FFFF_FFFF_FFFF


def unsigned(text: bytes) -> tuple[int, int]:
    """Return the number that `strtoul(text, &end, 0)` finds, and where it ends; (0, 0) without one.

    64 bits as on every Linux that OpenSM runs on: larger numbers saturate, negative ones wrap.
    """
    found = _NUMBER.match(text)
    if found is None:
        return 0, 0
    digits = found[2]
    if digits[:2] in (b"0x", b"0X"):
        value = int(digits[2:], 16)
    elif len(digits) > 64:
        value = ULONG_MAX + 1
    else:
        value = int(digits, 8 if digits[0] == 0x30 else 10)
    if value > ULONG_MAX:
        return ULONG_MAX, found.end()
    return (-value & ULONG_MAX if found[1] == b"-" else value), found.end()


def is_prefix(text: bytes, word: bytes) -> bool:
    """Say whether `strncmp(text, word, strlen(text))` is 0: any prefix of the word will do, the empty one too."""
    return word.startswith(text)


def printable(text: bytes, limit: int = 80) -> str:
    """Return bytes as people can read them in one line: unprintable ones escaped, cut at `limit` characters."""
    try:
        shown = text[: limit * 4].decode("utf-8")
    except UnicodeDecodeError:
        shown = text[: limit * 4].decode("latin-1")
    safe = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in shown
    )
    return safe if len(safe) <= limit else safe[: limit - 1] + "…"
