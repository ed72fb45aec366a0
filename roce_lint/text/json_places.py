"""JSON with the line of every value, also of texts that end in the middle or hold a fault.

The standard library reads JSON ten times as fast as any other way, and has no lines. Where each line of the text is
one member, one item or one bracket, as devices write it, lines are counted while the value is walked through. Any other
text is taken token by token, on a stack of its own, up to the first character that is no JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

Plain: TypeAlias = "str | bool | list[Plain] | Members | None"
"""A value without its place: a number as its text, an object as pairs."""
Members: TypeAlias = "tuple[tuple[str, Plain], ...]"

_STRING = r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"'
_WORD = r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null"
_USUAL_LINES = lazy_pattern(
    rf"(?:[ \t]*+(?:(?:{_STRING}:[ ]?)?(?:[{{\[](?!\n[ \t]*+[}}\]])|(?:{_STRING}|{_WORD}|\{{\}}|\[\]),?)|[}}\]],?)\n)*+"
)
_FIRST_LINE = lazy_pattern(r"[ \t]*\{\n")
_LAST_LINE = lazy_pattern(r"[ \t]*\}")
_TOKEN = lazy_pattern(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+|")', re.DOTALL)
_SCALAR = lazy_pattern(_WORD)
_WORDS: Mapping[bool | None, str] = {True: "true", False: "false", None: ""}
_MEANT: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class PlacedJson:
    """The value that a text begins with.

    Each member, item and closing bracket, in the order of the text, is a step; an empty object or array is one step.
    They are counted from `first_step`, which is the opening bracket. `first_lines` has the line where each begins,
    `last_lines` the one where it ends. `fault` says why the text is no JSON from the last step on, and `rest` is what
    stands behind it.
    """

    value: Plain
    first_step: int
    first_lines: Sequence[int]
    last_lines: Sequence[int]
    fault: str
    rest: str


def parse_json(text: str, first_line: int = 1) -> PlacedJson:
    """Return the value that a text begins with; `first_line` is the number of the text's first line.

    Linear in its length; never raises.
    """
    return _parse_usual(text, first_line) or _Scanner(text, first_line).scan()


def steps_behind(value: Plain) -> int:
    """Return how many steps a value takes behind its first."""
    count = 0
    pending = [value]
    while pending:
        one = pending.pop()
        if one and isinstance(one, tuple):
            count += len(one) + 1
            pending += [below for _, below in one if isinstance(below, tuple | list)]
        elif one and isinstance(one, list):
            count += len(one) + 1
            pending += [below for below in one if isinstance(below, tuple | list)]
    return count


def numbered(members: Members, step: int) -> Iterator[tuple[str, Plain, int]]:
    """Yield name, value and step of each member of the object whose bracket opens at `step`."""
    for name, value in members:
        yield name, value, step + 1
        step += 1 + steps_behind(value)


def text_of(value: str | bool | None) -> str:
    """Return a scalar as text; a null is an empty one."""
    return value if isinstance(value, str) else _WORDS[value]


def _parse_usual(text: str, first_line: int) -> PlacedJson | None:
    """Return the object that `text` begins with; None where it is not written one step a line."""
    first, lines = _FIRST_LINE.match(text), _USUAL_LINES.match(text)
    if first is None or lines is None:
        return None
    try:
        value, end = _DECODER.raw_decode(text, first.end() - 2)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, tuple) or (end > lines.end() and not _LAST_LINE.fullmatch(text, lines.end(), end)):
        return None
    numbers = range(first_line + text.count("\n", 0, end) + 1)
    return PlacedJson(value, first_line, numbers, numbers, "", text[end:])


def _refuse(word: str) -> str:
    raise ValueError(f"{word} is no JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_float=str, parse_int=str, parse_constant=_refuse, strict=False
)


class _Scanner:
    """Takes a text token by token."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._line = first_line
        self._value: Plain = None
        self._is_finished = False
        self._open: list[list[tuple[str, Plain]]] = []
        self._is_object: list[bool] = []
        self._names: list[str] = []
        self._name_line = 0
        self._first_lines: list[int] = []
        self._last_lines: list[int] = []
        self._opened_at: list[int] = []
        self._expects = "value"

    def scan(self) -> PlacedJson:
        """Return the value, up to its end or the first fault."""
        text, position, fault = self._text, 0, ""
        while not self._is_finished and not fault:
            found = _TOKEN.match(text, position)
            if found is None:
                self._line += text.count("\n", position)
                fault = "the JSON ends in the middle"
                break
            start, end = found.span(1)
            self._line += text.count("\n", position, start)
            fault = self._take(found[1])
            if not fault:
                self._line += text.count("\n", start, end)
                position = end
        if self._open and self._is_object[-1] and self._expects in ("colon", "value"):
            self._names.pop()
        while self._open:
            self._close()
        if fault:
            self._first_lines.append(self._line)
            self._last_lines.append(self._line)
        rest = "" if fault else text[position:]
        return PlacedJson(self._value, 0, self._first_lines, self._last_lines, fault, rest)

    def _take(self, token: str) -> str:
        """Take one token; return why it is wrong, an empty text when it is right."""
        first = token[0]
        if first in "}]":
            if not self._open or (token == "}") is not self._is_object[-1]:
                return f"{token!r} closes nothing that is open"
            if self._expects in ("comma or end", "name or end", "item or end"):
                self._close()
                return ""
        elif self._expects == "value" or (self._expects == "item or end" and first not in ",:"):
            return self._begin(token)
        elif self._expects in ("name", "name or end") and first == '"' and len(token) > 1:
            self._names.append(_unquoted(token))
            self._name_line, self._expects = self._line, "colon"
            return ""
        elif self._expects == "colon" and first == ":":
            self._expects = "value"
            return ""
        elif self._expects == "comma or end" and first == ",":
            self._expects = "name" if self._is_object[-1] else "value"
            return ""
        return f"{token[:40]!r} is where JSON wants a {self._expects}"

    def _begin(self, token: str) -> str:
        """Begin a value; return why the token is none."""
        opens = token in ("{", "[")
        is_string = token[0] == '"' and len(token) > 1
        if not opens and not is_string and not _SCALAR.fullmatch(token):
            return f"{token[:40]!r} is no JSON value"
        is_member = bool(self._is_object) and self._is_object[-1]
        self._opened_at.append(len(self._first_lines))
        self._first_lines.append(self._name_line if is_member else self._line)
        self._last_lines.append(self._line)
        if opens:
            self._open.append([])
            self._is_object.append(token == "{")
            self._expects = "name or end" if token == "{" else "item or end"
        else:
            self._opened_at.pop()
            self._attach(_unquoted(token) if is_string else _MEANT.get(token, token))
        return ""

    def _close(self) -> None:
        """End the innermost object or array here."""
        held, is_object, opened_at = self._open.pop(), self._is_object.pop(), self._opened_at.pop()
        if held:
            self._first_lines.append(self._line)
            self._last_lines.append(self._line)
        else:
            self._last_lines[opened_at] = self._line
        self._attach(tuple(held) if is_object else [value for _, value in held])

    def _attach(self, value: Plain) -> None:
        """Put a finished value where it belongs."""
        self._expects = "comma or end"
        if not self._open:
            self._value, self._is_finished = value, True
        else:
            self._open[-1].append((self._names.pop() if self._is_object[-1] else "", value))


def _unquoted(token: str) -> str:
    """Return the text of a quoted token; a bad escape is kept as it stands."""
    if "\\" not in token:
        return token[1:-1]
    try:
        decoded = json.loads(token, strict=False)
    except ValueError:
        return token[1:-1]
    return decoded if isinstance(decoded, str) else token[1:-1]
