"""The text that a terminal would show for the bytes that a device has sent."""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern

_ERASE = lazy_pattern(r"\x1b\[0?K")
"""Erases what is right of the cursor."""
_ERASED = "\0"
_ESCAPES = lazy_pattern(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-B]|[=>78cDEHMNO])")
"""Sequences of ECMA-48 that colour, move and clear; their effect on a line of text is that of the signs below."""


def shown_text(sent: str) -> str:
    """Return the lines that are left when carriage returns and backspaces have moved the cursor.

    After a page, devices write over the sign of the pager in that way.
    """
    text = _ESCAPES.sub("", _ERASE.sub(_ERASED, sent.replace(_ERASED, "")))
    lines = text.replace("\r\r\n", "\n").replace("\r\n", "\n").split("\n")
    return "\n".join(_overwritten(line) for line in lines)


def _overwritten(line: str) -> str:
    if "\r" not in line and "\b" not in line and _ERASED not in line:
        return line
    cells: list[str] = []
    column = 0
    for sign in line:
        if sign == "\r":
            column = 0
        elif sign == "\b":
            column = max(0, column - 1)
        elif sign == _ERASED:
            del cells[column:]
        else:
            cells[column : column + 1] = [sign]
            column += 1
    return "".join(cells).rstrip()
