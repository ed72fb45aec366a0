"""Where a configuration of SR Linux ends."""

from __future__ import annotations

from roce_lint.errors import Problem
from roce_lint.os.contract import Ending
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_BRACE = lazy_pattern(r"[{}]")
_REMEDY = "fetch the file again"


def ending(document: Document) -> Problem | Ending:
    """Return a fault for JSON that does not parse and for braces left open."""
    text = document.text
    if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        return _broken_json(document) or Ending.WHOLE
    if "{" in text:
        return _open_braces(document) or Ending.WHOLE
    return Ending.OPEN


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
