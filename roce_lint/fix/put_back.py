"""An edit of a file that no device is asked for line by line: new lines are written, old ones are put back."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.fix.edit import Edit
from roce_lint.fix.tree import ConfigTree


def typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that are written, and what restores the file, in order."""
    forth: list[str] = []
    back: list[str] = []
    for edit in sorted(edits):
        if edit.new != edit.old:
            forth.append(edit.new.strip())
            back.append(edit.old.strip())
        for text in (one.strip() for one in edit.added):
            forth.append(text)
            back.append(f"(delete this line) {text}")
    return tuple(forth), tuple(back)
