"""Tells a file that ends too early from one that is whole; half a config must not pass as a whole one."""

from __future__ import annotations

from roce_lint.errors import Problem
from roce_lint.model.device import UnreadLine
from roce_lint.os.contract import Ending
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.read.format import Format
from roce_lint.text.document import Document


def cut_off(document: Document, form: Format, unread: tuple[UnreadLine, ...]) -> Problem | None:
    """Return what shows that the file is incomplete, or None where nothing does.

    What the end of a system's file shows, and a last line without a line end that no reader understood.
    """
    text = document.text
    ending = switch_os(form).completeness.ending(document) if form in switch_names() else Ending.OPEN
    if not isinstance(ending, Ending):
        return ending
    if ending is Ending.OPEN and text and not text.endswith(("\n", "\r")):
        line = text.count("\n") + 1
        if any(item.source.line == line for item in unread):
            return Problem(document.path, line, 0, "the last line is incomplete; fetch the file again")
    return None
