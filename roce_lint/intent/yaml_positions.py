"""Read YAML 1.2 from strangers: every key and value keeps its place, and nothing in the text can hurt the reader.

PyYAML's C parser yields the events; what a scalar means is decided here by the YAML 1.2 core schema, so that `on`,
`no`, `010` and `2:1` are what they look like. Duplicate keys, tags, several documents, deep nesting and aliases that
multiply are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import yaml

from roce_lint.errors import IntentError, Problem
from roce_lint.values import dataclass, field

MAX_CHARACTERS = 4_000_000
MAX_DEPTH = 32
MAX_VALUES = 200_000
"""Limits of what is read; a fabric of a thousand switches with a cable list stays far below them."""

_UNACCEPTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that YAML does not allow (YAML 1.2, chapter 5.1)."""

YamlValue: TypeAlias = "bool | int | float | str | list[YamlValue] | dict[str, YamlValue] | None"
YamlPath: TypeAlias = tuple[str | int, ...]

_WORDS: Mapping[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_OCTAL = re.compile(r"0o[0-7]{1,20}")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,15}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
_SPECIAL_FLOAT = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands; both numbers count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A document as plain values, and the places of its values and keys by path (keys and list indices)."""

    value: YamlValue
    value_places: Mapping[YamlPath, Place]
    key_places: Mapping[YamlPath, Place]

    def place_of(self, path: YamlPath) -> Place:
        """Return the place of the value at `path`, or of the nearest value that contains it."""
        while path not in self.value_places and path:
            path = path[:-1]
        return self.value_places.get(path, Place(1, 1))

    def key_place_of(self, path: YamlPath) -> Place:
        """Return the place of the key at `path`; a list entry has no key, so that its own place is returned."""
        return self.key_places.get(path) or self.place_of(path)


@dataclass(slots=True)
class _Node:
    """One node while the document is read; `complete` is false until its end was seen."""

    place: Place
    scalar: yaml.ScalarEvent | None = None
    items: list[_Node] = field(default_factory=list)
    members: list[tuple[_Node, _Node]] | None = None
    complete: bool = True


def read_yaml(text: str, path: str) -> YamlDocument:
    """Return the only document in `text`; `path` is used in messages.

    Raises IntentError with every fault found: broken syntax ends the reading, other faults do not.
    """
    if len(text) > MAX_CHARACTERS:
        message = f"the file has {len(text)} characters; at most {MAX_CHARACTERS} are read"
        raise IntentError(Problem(path, 0, 0, message))
    reader = _TreeReader(path)
    try:
        root = reader.read(yaml.parse(text, Loader=yaml.CBaseLoader))
    except yaml.MarkedYAMLError as error:
        raise IntentError(*reader.problems, _syntax_problem(error, path)) from None
    except yaml.YAMLError as error:
        raise IntentError(_odd_character(error, text, path)) from None
    except UnicodeEncodeError:
        raise IntentError(Problem(path, 0, 0, "not text: it has code points that are no characters")) from None
    expansion = _Expansion(path, reader.problems)
    value = None if root is None else expansion.expand(root, ())
    if expansion.problems:
        raise IntentError(*sorted(expansion.problems, key=lambda one: (one.line, one.column)))
    return YamlDocument(value, expansion.value_places, expansion.key_places)


def _syntax_problem(error: yaml.MarkedYAMLError, path: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    what = ", ".join(part for part in (error.context, error.problem) if part)
    if "\t" in what or "cannot start any token" in what:
        what += "; YAML is indented with spaces, and a value that begins with such a character needs quotes"
    return Problem(path, mark.line + 1 if mark else 0, mark.column + 1 if mark else 0, f"not YAML: {what}")


def _odd_character(error: yaml.YAMLError, text: str, path: str) -> Problem:
    """Return what the parser says of a character that YAML does not allow, at the first of them."""
    found = _UNACCEPTABLE.search(text)
    before = text[: found.start()] if found else ""
    line, column = (before.count("\n") + 1, len(before) - before.rfind("\n")) if found else (0, 0)
    return Problem(path, line, column, f"not YAML: {str(error).splitlines()[0]}; delete it")


class _TreeReader:
    """Builds the tree of nodes from events with a stack of its own, so that depth costs no Python frames."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._open: list[_Node] = []
        self._anchors: dict[str, _Node] = {}
        self._root: _Node | None = None
        self._count = 0
        self.problems: list[Problem] = []

    def read(self, events: Iterator[yaml.Event]) -> _Node | None:
        """Return the root node, None for an empty text.

        Raises IntentError for several documents, too many values or too deep nesting.
        """
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and self._root is not None:
                self._refuse(_place(event), "a second YAML document begins here; an intent is one document")
            if isinstance(event, yaml.NodeEvent):
                self._begin(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._open.pop().complete = True
        return self._root

    def _begin(self, event: yaml.NodeEvent) -> None:
        place = _place(event)
        self._count += 1
        if self._count > MAX_VALUES:
            self._refuse(place, f"more than {MAX_VALUES} values; an intent describes devices by count and exception")
        if len(self._open) >= MAX_DEPTH:
            self._refuse(place, f"nested more than {MAX_DEPTH} levels deep")
        node = self._alias(event, place) if isinstance(event, yaml.AliasEvent) else self._new(event, place)
        self._attach(node)
        if isinstance(event, yaml.CollectionStartEvent):
            self._open.append(node)

    def _new(self, event: yaml.NodeEvent, place: Place) -> _Node:
        if isinstance(event, yaml.ScalarEvent):
            node = _Node(place, scalar=event)
        else:
            members: list[tuple[_Node, _Node]] | None = [] if isinstance(event, yaml.MappingStartEvent) else None
            node = _Node(place, members=members, complete=False)
        tag = event.tag if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) else None
        if tag is not None:
            written = tag.replace("tag:yaml.org,2002:", "!!")
            message = f"the tag {written} is not allowed; write the plain value"
            self.problems.append(Problem(self._path, place.line, place.column, message))
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        return node

    def _alias(self, event: yaml.AliasEvent, place: Place) -> _Node:
        target = self._anchors.get(event.anchor or "")
        if target is None:
            self._refuse(place, f"no anchor &{event.anchor} stands above this alias")
            return _Node(place)
        if not target.complete:
            self._refuse(place, f"the alias *{event.anchor} stands inside its own anchor")
        return _Node(place, target.scalar, target.items, target.members)

    def _attach(self, node: _Node) -> None:
        if not self._open:
            self._root = node
            return
        parent = self._open[-1]
        parent.items.append(node)
        if parent.members is not None and len(parent.items) % 2 == 0:
            parent.members.append((parent.items[-2], node))

    def _refuse(self, place: Place, message: str) -> None:
        raise IntentError(*self.problems, Problem(self._path, place.line, place.column, message))


class _Expansion:
    """Turns nodes into values and fills the tables of places; aliases count each time they are used."""

    def __init__(self, path: str, problems: list[Problem]) -> None:
        self._path = path
        self._count = 0
        self.problems = problems
        self.value_places: dict[YamlPath, Place] = {}
        self.key_places: dict[YamlPath, Place] = {}

    def expand(self, node: _Node, at: YamlPath) -> YamlValue:
        """Return the value of `node`. Raises IntentError when aliases make the document too large or too deep."""
        self._count += 1
        if self._count > MAX_VALUES or len(at) > MAX_DEPTH:
            limit = f"{MAX_VALUES} values" if self._count > MAX_VALUES else f"{MAX_DEPTH} levels"
            raise IntentError(
                Problem(self._path, node.place.line, node.place.column, f"aliases expand to more than {limit}")
            )
        self.value_places[at] = node.place
        if node.scalar is not None:
            return _scalar(node.scalar)
        if node.members is not None:
            return self._mapping(node.members, at)
        return [self.expand(item, (*at, index)) for index, item in enumerate(node.items)]

    def _mapping(self, members: list[tuple[_Node, _Node]], at: YamlPath) -> dict[str, YamlValue]:
        found: dict[str, YamlValue] = {}
        for key, value in members:
            if key.scalar is None:
                self._report(key.place, "a key must be a word, not a list or a mapping")
                continue
            name: str = key.scalar.value
            if name in found:
                first = self.key_places[(*at, name)]
                self._report(key.place, f"the key {name!r} is already given in line {first.line}; remove one of them")
                continue
            self.key_places[(*at, name)] = key.place
            found[name] = self.expand(value, (*at, name))
        return found

    def _report(self, place: Place, message: str) -> None:
        self.problems.append(Problem(self._path, place.line, place.column, message))


def _place(event: yaml.Event) -> Place:
    mark = event.start_mark
    return Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)


def _scalar(event: yaml.ScalarEvent) -> bool | int | float | str | None:
    """Return what a scalar means by the YAML 1.2 core schema (chapter 10.3.2); quoted ones are text."""
    text: str = event.value
    if event.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    for pattern, base in ((_INTEGER, 10), (_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(text):
            return int(text if base == 10 else text[2:], base)
    if _SPECIAL_FLOAT.fullmatch(text):
        return float(text.replace(".", "").lower())
    if _FLOAT.fullmatch(text) and not _INTEGER.fullmatch(text):
        return float(text)
    return text
