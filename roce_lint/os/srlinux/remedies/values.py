"""Values of SR Linux in whichever form the file has: `set` lines, braces or JSON."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case
from roce_lint.fix.edit import Edit

_JSON = re.compile(
    r'^(?P<lead>\s*"(?:[\w-]+:)?{leaf}"\s*:\s*)(?P<quote>"?)(?P<value>[^",\s]+)(?P=quote)(?P<tail>\s*,?\s*)$'
)


def value_on_line(case: Case, leaf: str, line: int = 0) -> str:
    """Return the value that a line gives a leaf, in any form; empty where it gives none."""
    found = _pattern(leaf, case.tree.lines[(line or case.place.line) - 1])
    return found["value"] if found else ""


def with_value(case: Case, leaf: str, value: str, line: int = 0) -> Edit | None:
    """Return the edit that gives a leaf another value on its line, in the form of that line; None where it has none."""
    number = line or case.place.line
    raw = case.tree.lines[number - 1]
    found = _pattern(leaf, raw)
    if found is None:
        return None
    start, end = found.span("value")
    return Edit(case.place.path, number, raw, raw[:start] + value + raw[end:])


def _pattern(leaf: str, raw: str) -> re.Match[str] | None:
    json = re.fullmatch(_JSON.pattern.replace("{leaf}", re.escape(leaf)), raw)
    if json:
        return json
    return re.search(rf"(?:^|\s){re.escape(leaf)} (?P<value>[^\s\[{{]+)(?=\s|$)", raw)


def is_flat(case: Case) -> bool:
    """Say whether the line of the place is a `set` line."""
    return case.line.startswith("set / ")
