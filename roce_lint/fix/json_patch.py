"""The difference of two JSON values as a JSON patch (RFC 6902), one operation a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from roce_lint.fix.edit import Edit, edited


def patches(lines: tuple[str, ...], edits: tuple[Edit, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the patch that makes the edits of a JSON file, and the one that takes them back, as lines.

    Raises ValueError where the lines are no JSON before or after the edits.
    """
    before = "\n".join(lines)
    after = edited(before.encode("utf-8"), edits).decode("utf-8")
    old, new = json.loads(before), json.loads(after)
    return patch(old, new), patch(new, old)


def patch(old: object, new: object) -> tuple[str, ...]:
    """Return the lines of the patch that turns one value into another."""
    operations = [json.dumps(one, ensure_ascii=False) for one in _operations("", old, new)]
    return ("[", *(f"  {one}," for one in operations[:-1]), *(f"  {one}" for one in operations[-1:]), "]")


def _operations(path: str, old: object, new: object) -> Iterator[dict[str, object]]:
    if old == new:
        return
    if not (isinstance(old, dict) and isinstance(new, dict)):
        yield {"op": "replace", "path": path, "value": new}
        return
    for name in old:
        if name not in new:
            yield {"op": "remove", "path": _below(path, name)}
    for name, value in new.items():
        if name in old:
            yield from _operations(_below(path, name), old[name], value)
        else:
            yield {"op": "add", "path": _below(path, name), "value": value}


def _below(path: str, name: str) -> str:
    """Return the pointer to a member (RFC 6901)."""
    return f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
