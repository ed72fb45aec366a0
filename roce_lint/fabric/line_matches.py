"""Which patterns match a line of which file: rules of a site ask for lines that no reader makes a fact of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from roce_lint.text.source import Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class LineMatches:
    """The first line of each file that each pattern matches. `files` are those that were searched."""

    patterns: frozenset[str]
    files: frozenset[str]
    places: Mapping[tuple[str, str], Source]
    """By file and pattern; a pattern that matches no line of a file has no entry."""


NOTHING_SEARCHED = LineMatches(frozenset(), frozenset(), {})


def find_lines(patterns: Iterable[str], texts: Iterable[tuple[str, str]]) -> LineMatches:
    """Return what patterns match in texts, given with their paths.

    In a pattern `*` is any text and `?` any character; it is about a whole line without the blanks around it.
    """
    compiled = {pattern: re.compile(line_expression(pattern)).fullmatch for pattern in sorted(set(patterns))}
    files: set[str] = set()
    places: dict[tuple[str, str], Source] = {}
    for path, text in texts:
        files.add(path)
        wanted = {pattern: fits for pattern, fits in compiled.items() if _longest_piece(pattern) in text}
        for number, line in enumerate(text.split("\n"), 1) if wanted else ():
            stripped = line.strip()
            for pattern in [pattern for pattern, fits in wanted.items() if fits(stripped)]:
                places[path, pattern] = Source(path, number, number)
                del wanted[pattern]
    return LineMatches(frozenset(compiled), frozenset(files), places)


def line_expression(pattern: str) -> str:
    """Return the regular expression of a pattern, for a whole line.

    Atomic groups find what is between two stars once, from left to right: no place is tried again, so that a search
    takes time in proportion to the text, whatever the pattern.
    """
    first, *rest = (re.escape(piece).replace(r"\?", ".") for piece in pattern.strip().split("*"))
    middle = "".join(f"(?>.*?{piece})" for piece in rest[:-1])
    return f"{first}{middle}{'.*' + rest[-1] if rest else ''}"


def _longest_piece(pattern: str) -> str:
    """Return a text without which no line fits: few files have it where a pattern is about something rare."""
    return max(re.split(r"[*?]", pattern.strip()), key=len)
