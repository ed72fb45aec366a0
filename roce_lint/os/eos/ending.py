"""Where a configuration of EOS ends."""

from __future__ import annotations

import re

from roce_lint.errors import Problem
from roce_lint.os.contract import Ending
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_WHOLE_CONFIG = lazy_pattern(
    r"^! Command: show (?:running|startup)-config(?: (?:all|detail|sanitized|\| no-more))*[ \t\r]*$", re.MULTILINE
)
"""Not `section`, `interfaces` or `| include`, whose output is a part and has no `end`."""
_END = lazy_pattern(r"^end[ \t\r]*$", re.MULTILINE)
_TAIL_CHARACTERS = 400
"""After `end` a captured session may show the prompt."""


def ending(document: Document) -> Problem | Ending:
    """Return a fault for a `show running-config` without its closing `end`."""
    text = document.text
    if _WHOLE_CONFIG.search(text[:2000]) and not _END.search(text[-_TAIL_CHARACTERS:]):
        line = text.rstrip().count("\n") + 1
        return Problem(document.path, line, 0, "the config stops before its closing 'end'; fetch the file again")
    return Ending.OPEN
