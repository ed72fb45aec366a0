"""Tells a file that ends too early from one that is whole; half a config must not pass as a whole one."""

from __future__ import annotations

import re

from roce_lint.errors import Problem
from roce_lint.model.device import UnreadLine
from roce_lint.read.format import Format
from roce_lint.text.document import Document
from roce_lint.text.patterns import late_pattern

_BRACE = late_pattern(r"[{}]")
_REMEDY = "fetch the file again"
_WHOLE_CONFIG = late_pattern(
    r"^! Command: show (?:running|startup)-config(?: (?:all|detail|sanitized|\| no-more))*[ \t\r]*$", re.MULTILINE
)
"""Not `section`, `interfaces` or `| include`, whose output is a part and has no `end`."""
_END = late_pattern(r"^end[ \t\r]*$", re.MULTILINE)
_WHOLE_NXOS = late_pattern(
    r"^!Command: *show (?:running|startup)-config(?: (?:all|\| no-more))*[ \t\r]*$", re.MULTILINE
)
_VDC = "\nvdc "
"""A whole NX-OS configuration says near its head which device context it is of; excerpts leave that out."""
_LINES = late_pattern(r"^line (?:console|vty)[ \t\r]*$", re.MULTILINE)
"""Behind all interfaces NX-OS prints both lines, whatever is configured (captures of releases 7.0(3) to 10.4)."""
_NEIGHBOR = late_pattern(r"[ \t]+neighbor [0-9a-fA-F.:]+")
_TAIL_CHARACTERS = 400
"""After `end` a captured session may show the prompt."""


def cut_off(document: Document, form: Format, unread: tuple[UnreadLine, ...]) -> Problem | None:
    """Return what shows that the file is incomplete, or None where nothing does.

    JSON that does not parse, braces left open, an EOS `show running-config` without its closing `end`, one of NX-OS
    without what follows the interfaces, and a last line without a line end that no reader understood are signs of it.
    """
    text = document.text
    if form is Format.SRLINUX:
        first = text.lstrip("\ufeff \t\r\n")[:1]
        if first in ("{", "["):
            return _broken_json(document)
        if "{" in text:
            return _open_braces(document)
    if form is Format.EOS and _WHOLE_CONFIG.search(text[:2000]) and not _END.search(text[-_TAIL_CHARACTERS:]):
        line = text.rstrip().count("\n") + 1
        return Problem(document.path, line, 0, f"the config stops before its closing 'end'; {_REMEDY}")
    if form is Format.NXOS and _VDC in text and _WHOLE_NXOS.search(text[:2000]) and (because := _stops(text)):
        return Problem(document.path, text.rstrip().count("\n") + 1, 0, f"the config stops {because}; {_REMEDY}")
    if text and not text.endswith(("\n", "\r")):
        line = text.count("\n") + 1
        if any(item.source.line == line for item in unread):
            return Problem(document.path, line, 0, f"the last line is incomplete; {_REMEDY}")
    return None


def _stops(text: str) -> str:
    """Return where a whole configuration of NX-OS stops too early; empty where it does not."""
    if not _LINES.search(text):
        return "before its `line console`"
    last = text.rstrip().rpartition("\n")[2]
    return "in the middle of a neighbor" if _NEIGHBOR.fullmatch(last) else ""


def _broken_json(document: Document) -> Problem | None:
    # Most configurations are no JSON.
    import json

    try:
        json.loads(document.text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        return Problem(document.path, error.lineno, error.colno, f"not valid JSON: {error.msg}; {_REMEDY}")
    except RecursionError:
        return Problem(document.path, 0, 0, "JSON nested far deeper than any configuration; give a device's own file")
    return None


def _open_braces(document: Document) -> Problem | None:
    """Return the place of a brace that is never closed; braces inside quotes do not count."""
    opened: list[int] = []
    for number, line in enumerate(document.text.split("\n"), 1):
        if "{" not in line and "}" not in line:
            continue
        if '"' in line:
            line = "".join(line.replace('\\"', "").split('"')[::2])
        for brace in _BRACE.findall(line):
            if brace == "{":
                opened.append(number)
            elif opened:
                opened.pop()
    if opened:
        return Problem(document.path, opened[-1], 0, f"the brace opened here is never closed; {_REMEDY}")
    return None
