"""Tells a file that holds the configurations of two devices: read as one they make a device that does not exist."""

from __future__ import annotations

import re

from roce_lint.errors import Problem
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_BOUNDARY = lazy_pattern(r"^(?:end|! ?Command: show running-config.*|! device: .*)[ \t\r]*$", re.MULTILINE)
"""The last line of an EOS configuration, or one of the first lines of a system of the industry-standard CLI."""
_BANNER = lazy_pattern(r"^banner \S+[ \t]*(\S?)", re.MULTILINE)
_END_OF_BANNER = lazy_pattern(r"^EOF[ \t\r]*$", re.MULTILINE)
_HOST_NAME = lazy_pattern(r"^(?:hostname|switchname) (\S+)", re.MULTILINE)


def another_device(document: Document) -> Problem | None:
    """Return where a configuration with another host name begins, or None where the file speaks of one device.

    Only behind the end or before the head of a configuration: banners may hold any line.
    """
    text = document.text
    if text.count("hostname ") + text.count("switchname ") < 2:
        return None
    text = _without_banners(text)
    first = ""
    starts = [0, *(found.start() for found in _BOUNDARY.finditer(text))]
    for start, stop in zip(starts, (*starts[1:], len(text)), strict=True):
        found = _HOST_NAME.search(text, start, stop)
        if found is None:
            continue
        first = first or found[1]
        if found[1] != first:
            line = text.count("\n", 0, found.start()) + 1
            because = f"the configuration of {found[1]} follows that of {first}, and both are read as one device"
            return Problem(document.path, line, 0, f"{because}; give each a file of its own")
    return None


def _without_banners(text: str) -> str:
    """Return the text with empty lines for banners: between two equal marks, or down to a line `EOF`."""
    kept: list[str] = []
    behind = 0
    for found in _BANNER.finditer(text):
        if found.start() < behind:
            continue
        if found[1]:
            end = text.find(found[1], found.end()) + 1
        else:
            last = _END_OF_BANNER.search(text, found.end())
            end = last.end() if last else 0
        if not end:
            break
        kept += [text[behind : found.start()], "\n" * text.count("\n", found.start(), end)]
        behind = end
    return "".join((*kept, text[behind:]))
