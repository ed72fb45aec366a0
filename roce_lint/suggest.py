"""Hints for a mistyped name: the nearest known one, or all of them."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str], *, where: str = "") -> str:
    """Return `; did you mean 'x'?` for the nearest of `known`, or `; known are ...` when none is near.

    `where` says where they are listed, and stands instead of names that are too many to print.
    """
    # Most runs have no slip to explain.
    import difflib

    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]!r}?"
    if where:
        return f"; {where}"
    return f"; known are {', '.join(names)}" if names else ""
