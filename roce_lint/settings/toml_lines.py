"""The line of each key of a TOML file, which the standard library's parser does not tell."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.text.patterns import lazy_pattern

_KeyPath = tuple[str, ...]

DEEPEST = 6
"""No setting lies deeper: `tool`, `roce-lint`, a table, one inside, a key, and one more."""
MOST_DOTS = 100
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = lazy_pattern(rf"\s*\[{{1,2}}\s*({_NAME})\s*\]{{1,2}}")
_KEY = lazy_pattern(rf"\s*({_NAME})\s*=")
_PARTS = lazy_pattern(_PART)


def key_lines(text: str) -> Mapping[_KeyPath, int]:
    """Return the line, counted from 1, at which each key and table of a valid TOML text first stands.

    Keys of inline tables and lines inside multi-line texts may be missed or misplaced; what is not found has no line.
    """
    found: dict[_KeyPath, int] = {}
    table: _KeyPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        if match := _TABLE.match(line):
            table = _parts(match.group(1))
            name = table
        elif match := _KEY.match(line):
            name = (*table, *_parts(match.group(1)))
        else:
            continue
        for length in range(1, min(len(name), DEEPEST) + 1):
            found.setdefault(name[:length], number)
    return found


def too_deep_line(text: str) -> int:
    """Return the first line with a key of more than 100 parts, 0 for none; parsers take quadratic time for it."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.partition("=")[0].count(".") > MOST_DOTS:
            return number
    return 0


def _parts(name: str) -> _KeyPath:
    return tuple(part.strip("\"'") for part in _PARTS.findall(name))
