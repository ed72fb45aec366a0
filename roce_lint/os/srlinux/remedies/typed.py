"""An edit as `set` lines that are typed at SR Linux, and the `delete` lines that take it back."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.fix.edit import Edit
from roce_lint.fix.tree import ConfigTree

_TRAILING_VALUE = re.compile(r"\s\S+$")


def typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that make the edits, and those that take them back, in order."""
    forth: list[str] = []
    back: list[str] = []
    for edit in sorted(edits):
        if edit.new != edit.old:
            forth.append(edit.new.strip())
            back.append(_set_back(edit))
        for text in (one.strip() for one in edit.added):
            forth.append(text)
            back.append(_delete(text))
    return tuple(forth), tuple(back)


def _set_back(edit: Edit) -> str:
    """Return what restores a `set` line: the old one, or a deletion where only something was appended to it."""
    old, new = edit.old.strip(), edit.new.strip()
    if new.startswith(old + " ") and old.startswith("set / "):
        return _delete(new)
    return old


def _delete(text: str) -> str:
    if not text.startswith("set / "):
        return f"(delete this line) {text}"
    if " deadlock " in text:
        return text.replace("set / ", "delete / ", 1).split(" deadlock ")[0] + " deadlock"
    return _TRAILING_VALUE.sub("", text.replace("set / ", "delete / ", 1))
