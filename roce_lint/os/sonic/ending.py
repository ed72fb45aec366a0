"""Where a file of SONiC ends."""

from __future__ import annotations

from roce_lint.errors import Problem
from roce_lint.os.contract import Ending
from roce_lint.text.document import Document


def ending(document: Document) -> Problem | Ending:
    """Return a fault for JSON that does not parse; a file of FRRouting has no end that could be missing."""
    from roce_lint.os.sonic.database import parse_database
    from roce_lint.os.sonic.detect import in_json

    if not in_json(document.text):
        return Ending.OPEN
    if _is_json(document.text):
        return Ending.WHOLE
    # It may stand among other lines.
    parsed = parse_database(document.path, document.text)
    if parsed.fault:
        return Problem(document.path, parsed.after_line, 0, f"not valid JSON: {parsed.fault}; fetch the file again")
    if document.text.lstrip("\ufeff \t\r\n")[:1] == "{" and parsed.after.lstrip()[:1] in tuple('{["},'):
        because = "more JSON follows the end of the first object, and the switch refuses such a file"
        return Problem(document.path, parsed.after_line, 0, f"{because}; fetch the file again")
    return Ending.WHOLE


def _is_json(text: str) -> bool:
    # Other systems need none of it.
    import json

    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
