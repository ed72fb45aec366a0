"""Values that a configuration has where a template prints them: what is rendered of known values, turned round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from roce_lint.text.config_lines import LinePath
from roce_lint.values import dataclass

CaptureMarks = Mapping[str, str]
"""The field that each value of a view stands for; the values are in no configuration."""
Captured = dict[str, list[str]]
"""The values of each field in the order of the statements, each once."""

_VALUE = r"[^\s|\[\]]+"
_TEXTS = frozenset(("banner",))
"""Fields whose values have blanks."""


@dataclass(frozen=True, slots=True)
class Captures:
    """The statements that templates print for a part of a view, as patterns with a group for each value.

    `plain` are those that hold no value.
    """

    patterns: tuple[tuple[re.Pattern[str], ...], ...]
    plain: frozenset[LinePath]

    def values_in(self, statements: Iterable[LinePath]) -> Captured:
        """Return the values of the statements that fit."""
        found: Captured = {}
        for statement in statements:
            for field, value in self._first(statement).items():
                if value not in found.setdefault(field, []):
                    found[field].append(value)
        return found

    def share_in(self, statements: frozenset[LinePath]) -> float:
        """Return which share of the statements without values are there; 0 where there is none."""
        return len(self.plain & statements) / len(self.plain) if self.plain else 0.0

    def _first(self, statement: LinePath) -> Mapping[str, str]:
        for pattern in self.patterns:
            if len(pattern) == len(statement):
                found: dict[str, str] = {}
                for one, text in zip(pattern, statement, strict=True):
                    match = one.fullmatch(text)
                    if match is None:
                        break
                    found |= match.groupdict()
                else:
                    return found
        return {}


def captures_of(with_part: Iterable[LinePath], without: Iterable[LinePath], marks: CaptureMarks) -> Captures:
    """Return what is said with a part and not without it."""
    before = set(without)
    own = dict.fromkeys(one for one in with_part if one not in before)
    has_value = {one: any(mark in text for text in one for mark in marks) for one in own}
    # A value alone on its line fits every line.
    patterns = (
        tuple(_pattern(text, marks) for text in one) for one in own if has_value[one] and not set(one) <= marks.keys()
    )
    return Captures(tuple(patterns), frozenset(one for one in own if not has_value[one]))


def _pattern(text: str, marks: CaptureMarks) -> re.Pattern[str]:
    """Return a pattern for one step of a statement; the longest mark counts."""
    every = "|".join(re.escape(mark) for mark in sorted(marks, key=len, reverse=True))
    seen: set[str] = set()
    parts = []
    for number, part in enumerate(re.split(f"({every})", text)):
        field = marks[part] if number % 2 else ""
        parts.append(
            (f"(?P={field})" if field in seen else f"(?P<{field}>{'.+' if field in _TEXTS else _VALUE})")
            if field
            else re.escape(part)
        )
        seen.add(field)
    return re.compile("".join(parts))


def block_in(texts: Iterable[str], printed: Iterable[str], mark: str) -> tuple[str, ...]:
    """Return the lines between the two that stand around a mark in what is printed; empty where there are none."""
    for rendered in printed:
        lines = rendered.splitlines()
        at = lines.index(mark) if mark in lines else 0
        if 0 < at < len(lines) - 1:
            around = re.escape(lines[at - 1]), re.escape(lines[at + 1])
            for text in texts:
                found = re.search(rf"^{around[0]}\n(.*?)\n{around[1]}$", text, re.MULTILINE | re.DOTALL)
                if found:
                    return tuple(found[1].splitlines())
    return ()
