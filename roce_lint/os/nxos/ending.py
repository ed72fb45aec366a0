"""Where a configuration of NX-OS ends."""

from __future__ import annotations

import re

from roce_lint.errors import Problem
from roce_lint.os.contract import Ending
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_WHOLE_NXOS = lazy_pattern(
    r"^!Command: *show (?:running|startup)-config(?: (?:all|\| no-more))*[ \t\r]*$", re.MULTILINE
)
_VDC = "\nvdc "
"""A whole NX-OS configuration says near its head which device context it is of; excerpts leave that out."""
_LINES = lazy_pattern(r"^line (?:console|vty)[ \t\r]*$", re.MULTILINE)
"""Behind all interfaces NX-OS prints both lines, whatever is configured (captures of releases 7.0(3) to 10.4)."""
_NEIGHBOR = lazy_pattern(r"[ \t]+neighbor [0-9a-fA-F.:]+")


def ending(document: Document) -> Problem | Ending:
    """Return a fault for a `show running-config` without what follows the interfaces."""
    text = document.text
    if _VDC in text and _WHOLE_NXOS.search(text[:2000]) and (because := _stops(text)):
        line = text.rstrip().count("\n") + 1
        return Problem(document.path, line, 0, f"the config stops {because}; fetch the file again")
    return Ending.OPEN


def _stops(text: str) -> str:
    """Return where a whole configuration of NX-OS stops too early; empty where it does not."""
    if not _LINES.search(text):
        return "before its `line console`"
    last = text.rstrip().rpartition("\n")[2]
    return "in the middle of a neighbor" if _NEIGHBOR.fullmatch(last) else ""
