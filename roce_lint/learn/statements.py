"""What a configuration says, statement by statement, whatever it is printed in: blocks by indentation, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from roce_lint.text.lines import Line, parse_lines

Statement = tuple[str, ...]
"""The lines, or keys, that lead to a line or a value, and that itself."""


def statements_of(text: str) -> list[Statement]:
    """Return the statements of a configuration in their order; none of a file that is neither blocks nor JSON."""
    if text.lstrip()[:1] == "{":
        try:
            return list(_values((), json.loads(text)))
        except ValueError:
            return []
    return list(_lines((), parse_lines(text).children))


def _lines(path: Statement, children: Sequence[Line]) -> Iterator[Statement]:
    for line in children:
        yield (*path, line.text)
        yield from _lines((*path, line.text), line.children)


def _values(path: Statement, value: object) -> Iterator[Statement]:
    """Yield the values of JSON by their keys; an entry of a list is known by its first value."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _values((*path, str(key)), one)
        if not value:
            yield path
    elif isinstance(value, list):
        for one in value:
            first = next(iter(one.values()), "") if isinstance(one, Mapping) else ""
            yield from _values((*path, f"[{first}]"), one)
    else:
        yield (*path, str(value))
