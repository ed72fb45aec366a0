"""Edits of JSON text that leave its layout alone: a value is exchanged, or a member is added beside its siblings."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping

from roce_lint.fix.edit import Edit
from roce_lint.text.natural_order import natural_order
from roce_lint.values import dataclass

JsonPath = tuple[str, ...]
"""Names of members from the outermost object inwards."""

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+)')


Member = str | Mapping[str, str] | Mapping[str, Mapping[str, str]]
"""What is added: a field, a row or a table."""


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a value is in a text, from its first character to behind its last."""

    start: int
    end: int


class JsonText:
    """A text of JSON objects with the place of every member. Arrays are values as a whole.

    Raises ValueError for a text that is no JSON object.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.value: object = json.loads(text)
        if not isinstance(self.value, dict):
            raise ValueError("no JSON object")
        self._spans: dict[JsonPath, _Span] = {}
        self._begins: dict[JsonPath, int] = {}
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._locate((), 0)

    def get(self, *path: str) -> object:
        """Return the value of a member, None where there is none."""
        value = self.value
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        return value

    def member_on(self, line: int) -> JsonPath:
        """Return the member of which the name stands on a line, the innermost of several; empty for none."""
        found = [path for path, begin in self._begins.items() if self._place(begin)[0] + 1 == line]
        return max(found, key=len, default=())

    def replaced(self, path: JsonPath, value: str) -> Edit | None:
        """Return the edit that gives a member another text; None for one that is absent or has several lines."""
        span = self._spans.get(path)
        return None if span is None else self._exchanged(span, json.dumps(value, ensure_ascii=False))

    def renamed(self, path: JsonPath, name: str) -> Edit | None:
        """Return the edit that calls a member something else; None where there is none, or one of the new name."""
        start = self._begins.get(path)
        if start is None or self.get(*path[:-1], name) is not None:
            return None
        return self._exchanged(_Span(start, start + len(json.dumps(path[-1]))), json.dumps(name))

    def added(self, path: JsonPath, value: Member) -> Edit | None:
        """Return the edit that adds a member to its object, behind the one that sorts before it, laid out as others.

        None where the object is absent, has the member, or has none that shows how members are laid out. What is added
        ends in a comma, so that several can be added at one place.
        """
        siblings = self.get(*path[:-1])
        if not isinstance(siblings, dict) or not siblings or path[-1] in siblings:
            return None
        first = (*path[:-1], next(iter(siblings)))
        before = [name for name in list(siblings)[:-1] if natural_order(name) < natural_order(path[-1])]
        opening = self._spans[path[:-1]].start + 1
        behind = self.text.index(",", self._spans[(*path[:-1], before[-1])].end) + 1 if before else opening
        lead = self._lead(self._begins[first])
        line, column = self._place(behind)
        old = self._line(line)
        if lead is None or old[column:].strip():
            written = f" {json.dumps(path[-1])}: {json.dumps(value, ensure_ascii=False)},"
            return self._exchanged(_Span(behind, behind), written)
        body = _laid_out(path[-1], value, lead, self._step(first, lead)) + ","
        return Edit(self.path, line + 1, old, old, tuple(body.split("\n")), as_block=True)

    def _exchanged(self, span: _Span, text: str) -> Edit | None:
        (line, column), (last, end) = self._place(span.start), self._place(span.end)
        if line != last:
            return None
        old = self._line(line)
        return Edit(self.path, line + 1, old, old[:column] + text + old[end:])

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset) - 1
        return line, offset - self._starts[line]

    def _line(self, number: int) -> str:
        end = self._starts[number + 1] - 1 if number + 1 < len(self._starts) else len(self.text)
        return self.text[self._starts[number] : end].rstrip("\r")

    def _lead(self, offset: int) -> str | None:
        """Return the blanks in front of what begins a line; None for what stands behind something."""
        line, column = self._place(offset)
        lead = self._line(line)[:column]
        return lead if not lead.strip() else None

    def _step(self, path: JsonPath, lead: str) -> str:
        """Return by how much members of a member are indented, as in what is there."""
        value = self.get(*path)
        if isinstance(value, dict) and value:
            inner = self._lead(self._begins[(*path, next(iter(value)))])
            if inner is not None and inner.startswith(lead):
                return inner.removeprefix(lead)
        return ""

    def _locate(self, path: JsonPath, at: int) -> int:
        """Note the place of the value at an offset and of all below; return where it ends."""
        found = _TOKEN.match(self.text, at)
        assert found is not None
        start, token = found.start(1), found[1]
        end = found.end()
        if token == "{":
            end = self._members(path, end)
        elif token == "[":
            depth = 1
            while depth:
                found = _TOKEN.match(self.text, end)
                assert found is not None
                depth += (found[1] == "[") - (found[1] == "]")
                end = found.end()
        self._spans[path] = _Span(start, end)
        return end

    def _members(self, path: JsonPath, at: int) -> int:
        while True:
            found = _TOKEN.match(self.text, at)
            assert found is not None
            at = found.end()
            if found[1] == "}":
                return at
            if found[1] != ",":
                inner = (*path, json.loads(found[1]))
                self._begins[inner] = found.start(1)
                at = self._locate(inner, self.text.index(":", at) + 1)


def _laid_out(name: str, value: Member, lead: str, step: str) -> str:
    """Return a member in one line, or an object with one member a line where others are laid out so."""
    if isinstance(value, str) or not step:
        return f"{lead}{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
    rows = [_laid_out(key, inner, lead + step, step) for key, inner in value.items()]
    return f"{lead}{json.dumps(name)}: {{\n" + ",\n".join(rows) + f"\n{lead}}}"
