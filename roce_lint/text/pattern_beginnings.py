"""What texts that match a pattern begin with, derived from the pattern alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.text.patterns import lazy_pattern

_LITERAL = lazy_pattern(r"(?:(?:[^\\\[(.^$*+?{]|\\[^a-zA-Z0-9])(?![?*{]))*")
"""Characters that stand for themselves, each of them once."""
_ESCAPED = lazy_pattern(r"\\(.)", re.DOTALL)
_STRUCTURE = lazy_pattern(r"\\.|\[(?:[^\\\]]|\\.)*\]?|[()|]", re.DOTALL)
"""What is no plain part of a pattern: an escaped character, a set, a bracket, a bar."""
_DEEPER = {"(": 1, ")": -1, "|": 0}
_NEGATED_SET = lazy_pattern(r"\[\^(?:\\.|[^\]\\])*\]")


def spelled_out(pattern: str) -> list[str]:
    """Return patterns one of which matches where `pattern` does, each of them plain text for as long as possible.

    Alternatives, at the top level and in groups that come after nothing but plain text, are distinguished, and so is
    what may be missing there.
    """
    return [one for alternative in alternatives(pattern) for one in _spelled_out(alternative)]


def _spelled_out(alternative: str) -> list[str]:
    before = _plain(alternative)
    if len(before) == len(alternative):
        return [alternative]
    piece, behind = _piece(alternative[len(before) :])
    ways = alternatives(piece[3:-1]) if piece.startswith("(?:") else [piece]
    if behind.startswith("?") and behind[1:2] not in ("?", "+") and piece not in ("[", "."):
        ways, behind = ["", *ways], behind[1:]
    elif not piece.startswith("(?:") or behind[:1] in ("?", "*", "+", "{"):
        return [alternative]
    return [one for way in ways for one in _spelled_out(before + way + behind)]


def beginning(pattern: str) -> str:
    """Return the plain text with which all begins that `pattern`, which has no bar at the top level, matches."""
    plain = _plain(pattern)
    return _ESCAPED.sub(r"\1", plain) if "\\" in plain else plain


def is_plain(pattern: str) -> bool:
    """Say whether a pattern matches one text and no other: that with which what it matches begins."""
    return _LITERAL.fullmatch(pattern) is not None and "|" not in pattern and ")" not in pattern


def alternatives(pattern: str) -> list[str]:
    """Split at the bars that stand outside of groups and sets."""
    if "|" not in pattern:
        return [pattern]
    parts, start = [], 0
    for sign, depth, at in _structure(pattern):
        if sign == "|" and depth == 0:
            parts.append(pattern[start:at])
            start = at + 1
    return [*parts, pattern[start:]]


def may_cross_lines(pattern: str) -> bool:
    """Say whether what `pattern` matches may take in an end of line, as far as its text tells; true in doubt."""
    for negated in _NEGATED_SET.findall(pattern):
        if r"\n" not in negated and r"\s" not in negated:
            return True
    rest = _NEGATED_SET.sub("", pattern)
    return any(sign in rest for sign in (r"\n", r"\s", r"\W", r"\D", r"\Z"))


def _structure(pattern: str) -> Iterator[tuple[str, int, int]]:
    """Yield each bracket and bar outside of sets: how deep it leaves us, and where it stands."""
    depth = 0
    for found in _STRUCTURE.finditer(pattern):
        sign = found[0]
        if sign in _DEEPER:
            depth += _DEEPER[sign]
            yield sign, depth, found.start()


def _piece(pattern: str) -> tuple[str, str]:
    """Return the group or the single character that `pattern` begins with, and what comes after it."""
    if pattern.startswith("("):
        end = next((at for sign, depth, at in _structure(pattern) if sign == ")" and depth == 0), len(pattern)) + 1
    else:
        end = 2 if pattern.startswith("\\") else 1
    return pattern[:end], pattern[end:]


def _plain(pattern: str) -> str:
    found = _LITERAL.match(pattern)
    return found[0] if found else ""
