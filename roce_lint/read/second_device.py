"""Tells a file that holds the configurations of two devices: read as one they make a device that does not exist."""

from __future__ import annotations

from roce_lint.errors import Problem
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.read.format import Format
from roce_lint.text.document import Document


def second_device(document: Document, form: Format) -> Problem | None:
    """Return where the configuration of another device begins, or None where the file speaks of one device."""
    return switch_os(form).completeness.another_device(document) if form in switch_names() else None
