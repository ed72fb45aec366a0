"""Hints for a mistyped name: the nearest known one, or all of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

_MANY = 1_000
_NEARBY = 50
_LONGEST = 100


def did_you_mean(word: str, known: Iterable[str], *, where: str = "") -> str:
    """Return `; did you mean 'x'?` for the nearest of `known`, or `; known are ...` when none is near.

    `where` says where they are listed, and stands instead of names that are too many to print.
    """
    # Most runs have no slip to explain.
    import difflib

    names = sorted(known)
    close = names
    if len(names) > _MANY:
        # To compare with each of thousands takes long: those that begin alike stand near it.
        at = bisect_left(names, word)
        close = names[max(at - _NEARBY, 0) : at + _NEARBY]
    near = difflib.get_close_matches(word[:_LONGEST], close, n=1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]!r}?"
    if where:
        return f"; {where}"
    return f"; known are {', '.join(names)}" if names else ""
