"""Numbers in words: how many there are of something, and numbers in a row as spans."""

from __future__ import annotations

from collections.abc import Iterable


def counted(count: int, noun: str, several: str = "") -> str:
    """Return `1 file`, `2 files` or `3 boxes`; `several` is the plural where it is another. Info has none."""
    plural = several or (noun if noun.endswith("info") else f"{noun}{'es' if noun.endswith('x') else 's'}")
    return f"{count} {noun if count == 1 else plural}"


def spans(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return numbers as spans in order: 1, 2, 3 and 7 give (1, 3) and (7, 7)."""
    found: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
