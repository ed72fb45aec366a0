"""Tells a file with lines that no device prints and no person means: of a merge left open, of a terminal's pager.

A single mark of a merge may be what was left when the rest was taken away by hand: it is a line that is not understood.
"""

from __future__ import annotations

import re

from roce_lint.errors import Problem
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.os.registry import switch_names, switch_os, system_names
from roce_lint.read.format import HOST, Format
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_MERGE_MARKS = ("\n<<<<<<< ", "\n=======", "\n>>>>>>> ")
_MARK = lazy_pattern(r"^(?:<<<<<<< \S.*|\|{7} \S.*|=======|>>>>>>> \S.*)$", re.MULTILINE)
_OF_SCRIPTS = ("<<<<<<< ", ">>>>>>> ")
"""Marks that are reported in files of hosts, whose scripts and captures underline words with `=======`."""
_LEFT_OVER = "a mark that a merge leaves; it ends the block above it"
_PAGER = lazy_pattern(r"^[ \t\r\b]*-- ?More ?--", re.MULTILINE)


def stray_line(document: Document, form: Format) -> Problem | None:
    """Return the first line that is none of the configuration, or None where there is none.

    Of a merge that is not settled both versions would be read. A pager's prompt ends the block that it is in, and
    the rest of the block is lost.
    """
    text = document.text
    if form not in system_names():
        return None
    if (merge := _open_merge(text)) >= 0:
        return _at(document, merge, "a conflict of a merge begins here; settle it")
    if "More" in text and (found := _PAGER.search(text)):
        return _at(document, found.end(), "this is the prompt of a pager; fetch the file with `terminal length 0`")
    return None


def with_lone_marks(reading: Reading, document: Document, form: Format) -> Reading:
    """Return what was read, with the marks of a merge that is open in part among the lines not understood.

    What is in a banner or between quotes is text, whatever it looks like.
    """
    if form not in system_names() or not reading.devices:
        return reading
    if not (document.text.startswith(_MERGE_MARKS[0][1:]) or any(mark in document.text for mark in _MERGE_MARKS)):
        return reading
    if document.text.lstrip("\ufeff \t\r\n").startswith(("{", "[")) or stray_line(document, form):
        return reading
    known = {line.source.line for line in reading.unread}
    name = reading.devices[0].name
    text = document.text.replace("\r\n", "\n")
    quoted = False
    if form in switch_names():
        completeness = switch_os(form).completeness
        text, quoted = completeness.without_raw_text(text), completeness.quotes_span_lines
    found = []
    for mark in _MARK.finditer(text):
        number = text.count("\n", 0, mark.start()) + 1
        result = form != HOST or mark[0].startswith(_OF_SCRIPTS)
        if result and number not in known and not (quoted and _is_quoted(text, mark.start())):
            found.append(UnreadLine(name, Source(document.path, number, number), mark[0], _LEFT_OVER))
    return replace(reading, unread=tuple(sorted((*reading.unread, *found), key=lambda line: line.source)))


def _is_quoted(text: str, offset: int) -> bool:
    """Say whether a place lies between quotes that may be lines apart."""
    return (text.count('"', 0, offset) - text.count('\\"', 0, offset)) % 2 == 1


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
