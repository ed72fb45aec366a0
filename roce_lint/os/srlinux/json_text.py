"""JSON with the line of every value: written for files that may end in the middle, and never deeper than the heap.

`json` of the standard library tells no lines and recurses; this scanner keeps a stack of its own and stops, with what
it has read so far, at the first character that is not JSON. A line as devices write it is taken at once, any other
token by token.
"""

from __future__ import annotations

import json
import re

from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass, field

_TOKEN = late_pattern(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+|")', re.DOTALL)
_WORD = r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null"
_SCALAR = late_pattern(_WORD)
_USUAL_LINE = late_pattern(
    rf"""[ \t]*(?:(?:"([^"\\\n]*)":[ ]?)?(?:([{{\[])|("[^"\\\n]*"|{_WORD})(,?))|([}}\]])(,?))\n"""
)
"""One member, item or bracket, as devices write them: name, opening bracket, scalar, comma, closing bracket, comma."""


@dataclass(eq=False, slots=True)
class JsonScalar:
    """A string, number or word as text; `null` is an empty text with `is_null`."""

    line: int
    text: str
    is_null: bool = False

    @property
    def end_line(self) -> int:
        """Return the line, as for the other values."""
        return self.line


@dataclass(eq=False, slots=True)
class JsonObject:
    """An object: its members in order, a repeated member twice, each with the line of its name."""

    line: int
    end_line: int = 0
    members: list[tuple[str, int, JsonValue]] = field(default_factory=list)

    def get(self, name: str) -> JsonValue:
        """Return the value of the last member called `name`, a null if there is none."""
        for key, _, value in reversed(self.members):
            if key == name:
                return value
        return JsonScalar(self.line, "", True)


@dataclass(eq=False, slots=True)
class JsonArray:
    """An array and its items."""

    line: int
    end_line: int = 0
    items: list[JsonValue] = field(default_factory=list)


JsonValue = JsonScalar | JsonObject | JsonArray


@dataclass(frozen=True, slots=True)
class JsonFault:
    """Where the text stops being JSON (`line` 0: nowhere), and why."""

    line: int
    because: str


NO_FAULT = JsonFault(0, "")


class _Scanner:
    def __init__(self, first_line: int) -> None:
        self.line = first_line
        self.top: JsonValue = JsonScalar(first_line, "", True)
        self.finished = False
        self._open: list[JsonObject | JsonArray] = []
        self._name = ""
        self._name_line = 0
        self._expects = "value"

    def take(self, token: str) -> str:
        """Take one token; return why it is wrong, an empty text when it is right."""
        first = token[0]
        if first in "}]":
            return self._close(token)
        if self._expects == "value" or (self._expects == "item or end" and first not in ",:"):
            return self._value(token)
        if self._expects in ("name", "name or end") and first == '"' and len(token) > 1:
            self._name, self._name_line, self._expects = _unquote(token), self.line, "colon"
            return ""
        if self._expects == "colon" and first == ":":
            self._expects = "value"
            return ""
        if self._expects == "comma or end" and first == ",":
            self._expects = "name" if isinstance(self._open[-1], JsonObject) else "value"
            return ""
        return f"{token[:40]!r} stands where JSON wants a {self._expects}"

    def take_line(self, found: re.Match[str]) -> bool:
        """Take the tokens of a usual line and its end; return false, and take none, where one needs a closer look.

        The bracket that closes the whole is such a token: what stands behind it is no part of the JSON.
        """
        name, opening, scalar, comma, closing, comma_behind = found.groups()
        if not self._open:
            return False
        if closing:
            if len(self._open) == 1 or self._close(closing):
                return False
        elif self._expects not in (("value", "item or end") if name is None else ("name", "name or end")):
            return False
        else:
            if name is not None:
                self._name, self._name_line = name, self.line
            self._value(opening or scalar)
        if comma or comma_behind:
            self._expects = "name" if isinstance(self._open[-1], JsonObject) else "value"
        self.line += 1
        return True

    def end(self) -> None:
        """Close what the text left open."""
        while self._open:
            self._open.pop().end_line = self.line
        self.finished = True

    def _value(self, token: str) -> str:
        made: JsonValue
        if token == "{":
            made = JsonObject(self.line)
        elif token == "[":
            made = JsonArray(self.line)
        elif token[0] == '"' and len(token) > 1:
            made = JsonScalar(self.line, _unquote(token))
        elif _SCALAR.fullmatch(token):
            made = JsonScalar(self.line, "" if token == "null" else token, token == "null")
        else:
            return f"{token[:40]!r} is no JSON value"
        self._attach(made)
        if isinstance(made, JsonScalar):
            self._after_value()
        else:
            self._open.append(made)
            self._expects = "name or end" if isinstance(made, JsonObject) else "item or end"
        return ""

    def _attach(self, made: JsonValue) -> None:
        if not self._open:
            self.top = made
            return
        holder = self._open[-1]
        if isinstance(holder, JsonObject):
            holder.members.append((self._name, self._name_line, made))
        else:
            holder.items.append(made)

    def _close(self, token: str) -> str:
        if not self._open or (token == "}") is not isinstance(self._open[-1], JsonObject):
            return f"{token!r} closes nothing that is open"
        if self._expects not in ("comma or end", "name or end", "item or end"):
            return f"{token!r} stands where JSON wants a {self._expects}"
        self._open.pop().end_line = self.line
        self._after_value()
        return ""

    def _after_value(self) -> None:
        self._expects = "comma or end"
        self.finished = not self._open


def parse_json(text: str, first_line: int = 1) -> tuple[JsonValue, JsonFault, str]:
    """Return the JSON value that `text` begins with, the fault that ended it early, and the text after it.

    `first_line` is the number of the first line of `text`. Linear in its length; never raises.
    """
    scanner = _Scanner(first_line)
    position = 0
    begins_line = True
    while not scanner.finished:
        if begins_line:
            position = _take_lines(scanner, text, position)
        found = _TOKEN.match(text, position)
        if found is None:
            scanner.line += text.count("\n", position)
            fault = JsonFault(scanner.line, "the JSON ends in the middle")
            scanner.end()
            return scanner.top, fault, ""
        start = found.start(1)
        scanner.line += text.count("\n", position, start)
        because = scanner.take(found[1])
        if because:
            fault = JsonFault(scanner.line, because)
            scanner.end()
            return scanner.top, fault, ""
        position = found.end()
        scanner.line += text.count("\n", start, position)
        begins_line = text.startswith("\n", position)
    return scanner.top, NO_FAULT, text[position:]


def _take_lines(scanner: _Scanner, text: str, position: int) -> int:
    """Take usual lines from `position`, where a line ends or the text begins; return where they end."""
    if text.startswith("\n", position):
        position += 1
        scanner.line += 1
    while (found := _USUAL_LINE.match(text, position)) and scanner.take_line(found):
        position = found.end()
    return position


def _unquote(token: str) -> str:
    """Return the text of a quoted token; a bad escape is kept as it stands."""
    if "\\" not in token:
        return token[1:-1]
    try:
        decoded = json.loads(token, strict=False)
    except ValueError:
        return token[1:-1]
    return decoded if isinstance(decoded, str) else token[1:-1]
