"""Forms of commands in the notation of command references, as patterns that return the parts of a line.

qos cos <0-7>                         a whole number in this range
qos map dscp <0-63>... to             one or several such numbers, as a tuple
vrf instance <name>                   one word, whatever it is
vlan <list>...                        one or several words, as one text
priority-flow-control priority <0-7> no-drop|drop     one of several words
shape rate <1-999> [kbps|pps]         words that may be left out; their parts are None then
police rate drop?                     a word that may be left out, and is a part: `drop`, or None
description ...                       whatever follows, also nothing
"""

from __future__ import annotations

import re

from roce_lint.text.patterns import lazy_pattern

_TOKEN = lazy_pattern(r"\[[^\]]*\]|\S+")
_NUMBER = lazy_pattern(r"<(\d+)-(\d+)>(\.\.\.)?", re.ASCII)
VariablePart = int | str | tuple[int, ...] | None
"""A number, a word, several numbers, or None where an optional part is left out."""


class LineForm:
    """One form; its pattern is compiled when the first line may have it."""

    def __init__(self, form: str) -> None:
        """`form` is written as this module describes."""
        self._form = form
        self._ranges: list[tuple[range, bool] | None] = []
        self._pattern: re.Pattern[str] | None = None
        tokens = form.split()
        literal = [token for token in tokens if token[0] not in "<[" and token[-1] not in "?." and "|" not in token]
        self.beginning = " ".join(literal[: _common(tokens, literal)])
        """The words that all lines of this form begin with."""

    def parts(self, text: str) -> tuple[VariablePart, ...] | None:
        """Return the variable parts of a line in this form, None where it has another, or a number is out of range."""
        if self._pattern is None:
            pieces = [self._piece(token) for token in _TOKEN.findall(self._form)]
            self._pattern = re.compile("".join(pieces), re.ASCII)
        found = self._pattern.fullmatch(f" {text}")
        if found is None:
            return None
        made: list[VariablePart] = []
        for part, numbers in zip(found.groups(), self._ranges, strict=True):
            if part is None or numbers is None:
                made.append(part)
                continue
            allowed, several = numbers
            values = tuple(map(int, part.split(" ")))
            if not all(value in allowed for value in values):
                return None
            made.append(values if several else values[0])
        return tuple(made)

    def _piece(self, token: str) -> str:
        if token.startswith("["):
            return f"(?:{''.join(self._piece(inner) for inner in token[1:-1].split())})?"
        number = _NUMBER.fullmatch(token)
        if number:
            self._ranges.append((range(int(number[1]), int(number[2]) + 1), bool(number[3])))
            digits = rf"\d{{1,{len(number[2])}}}"
            return f" ({digits}(?: {digits})*)" if number[3] else f" ({digits})"
        if token == "...":
            self._ranges.append(None)
            return "(?: (.*))?"
        if token.endswith("?"):
            self._ranges.append(None)
            return f"(?: ({re.escape(token[:-1])}))?"
        if token.startswith("<") or "|" in token:
            self._ranges.append(None)
            if token.endswith("..."):
                return r" (\S.*)"
            return r" (\S+)" if token.startswith("<") else f" ({'|'.join(map(re.escape, token.split('|')))})"
        return f" {re.escape(token)}"


def _common(tokens: list[str], literal: list[str]) -> int:
    """Return how many words of the form stand before its first variable part."""
    count = 0
    while count < len(literal) and tokens[count] == literal[count]:
        count += 1
    return count
