"""What follows from a text alone, worked out once for all files that a process reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_LONGEST_TEXT = 240
"""Characters; longer texts are rare, and seldom the same in two files."""


class Remembered(dict[str, T]):
    """Answers by text: `remembered[text]` is what `work_out` makes of it, kept for the next that asks.

    The switches of a fleet share most of their lines. At most `most` texts of 240 characters are kept; then all are
    forgotten, and worked out anew. What `work_out` returns must not be changed.
    """

    def __init__(self, work_out: Callable[[str], T], most: int = 8192) -> None:
        super().__init__()
        self._work_out = work_out
        self._most = most

    def __missing__(self, text: str) -> T:
        """Work out the answer for a text that is not known."""
        made = self._work_out(text)
        if len(text) <= _LONGEST_TEXT:
            if len(self) >= self._most:
                self.clear()
            self[text] = made
        return made
