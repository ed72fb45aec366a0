"""Tells a file with lines that no device prints and no person means: of a merge left open, of a terminal's pager."""

from __future__ import annotations

import re

from roce_lint.errors import Problem
from roce_lint.read.format import Format
from roce_lint.read.reading import Document

_FORMATS = (Format.EOS, Format.NXOS, Format.SRLINUX, Format.HOST)
_MERGE_MARKS = ("\n<<<<<<< ", "\n=======", "\n>>>>>>> ")
_PAGER = re.compile(r"^[ \t\r\b]*-- ?More ?--", re.MULTILINE)


def stray_line(document: Document, form: Format) -> Problem | None:
    """Return the first line that is none of the configuration, or None where there is none.

    Of a merge that is not settled both versions would be read. A pager's prompt ends the block that it stands in, and
    the rest of the block is lost.
    """
    text = document.text
    if form not in _FORMATS:
        return None
    if (merge := _open_merge(text)) >= 0:
        return _at(document, merge, "a conflict of a merge begins here; settle it")
    if "More" in text and (found := _PAGER.search(text)):
        return _at(document, found.end(), "the prompt of a pager stands here; fetch the file with `terminal length 0`")
    return None


def _open_merge(text: str) -> int:
    """Return where a merge that is not settled begins, -1 where there is none: its three marks follow each other."""
    begins, middle, ends = _MERGE_MARKS
    if ends not in text:
        return -1
    first = 0 if text.startswith(begins.lstrip()) else text.find(begins) + 1 or -1
    second = text.find(middle, first) if first >= 0 else -1
    return first if second >= 0 and text.find(ends, second) >= 0 else -1


def _at(document: Document, offset: int, message: str) -> Problem:
    return Problem(document.path, document.text.count("\n", 0, offset) + 1, 0, message)
