"""Remedies in the language of Junos; what is typed at a device are lines of `set` and `delete`."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.fix.edit import Edit
from roce_lint.fix.tree import ConfigTree
from roce_lint.os.contract import Remedies


def _typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that make the edits, and those that take them back, in order."""
    forth: list[str] = []
    back: list[str] = []
    for edit in sorted(edits):
        if edit.new != edit.old:
            forth.append(edit.new.strip())
            back.append(edit.old.strip())
        for text in (one.strip() for one in edit.added):
            forth.append(text)
            back.append("delete " + text.removeprefix("set "))
    return tuple(forth), tuple(back)


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(by_rule={}, typed=_typed)
