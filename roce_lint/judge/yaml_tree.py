"""YAML with the place of every key and value; scalars stay text, so that no word turns into a number or a truth.

Anchors, tags and duplicate keys are refused: a rule file has no use for them, and each can hide a fault.
"""

from __future__ import annotations

from typing import TypeAlias

import yaml

from roce_lint.errors import Problem, RuleError
from roce_lint.values import dataclass, field

MAXIMUM_CHARACTERS = 200_000
MAXIMUM_DEPTH = 10
"""Rule files have four levels and a few hundred lines."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node starts, counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text. `is_verbatim`: it is written on one line without quotes, so that its columns are the file's."""

    text: str
    place: Place
    is_verbatim: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping with its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    values: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping, in the order of the file."""

    entries: tuple[Entry, ...]
    place: Place


Node: TypeAlias = Scalar | Items | Entries


@dataclass(eq=False, slots=True)
class _Open:
    """A list or mapping whose end has not been seen."""

    is_mapping: bool
    place: Place
    nodes: list[Node] = field(default_factory=list)


def parse_yaml(text: str, path: str) -> Node:
    """Return the single document of `text`.

    Raises RuleError, with every duplicate key at once, for text that is not YAML, is empty, holds several
    documents, is larger or deeper than any rule file, or uses anchors or tags.
    """
    if len(text) > MAXIMUM_CHARACTERS:
        raise RuleError(Problem(path, 0, 0, f"{len(text)} characters are too many for a rule file"))
    problems: list[Problem] = []
    documents: list[Node] = []
    try:
        documents = _documents(text, path, problems)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise RuleError(Problem(path, line, column, f"this is not YAML: {error.problem or error}")) from error
    except yaml.YAMLError as error:
        raise RuleError(Problem(path, 0, 0, f"this is not YAML: {str(error).splitlines()[0]}")) from error
    if problems:
        raise RuleError(*problems)
    if len(documents) != 1:
        raise RuleError(Problem(path, 0, 0, f"one YAML document is needed, this file has {len(documents)}"))
    return documents[0]


def _documents(text: str, path: str, problems: list[Problem]) -> list[Node]:
    """Return the documents of the text; duplicate keys are added to `problems`."""
    documents: list[Node] = []
    stack: list[_Open] = []

    def close(node: Node) -> None:
        (stack[-1].nodes if stack else documents).append(node)

    for event in yaml.parse(text, Loader=_Loader):
        place = _place(event)
        match event:
            case yaml.AliasEvent() | yaml.NodeEvent(anchor=str()):
                raise RuleError(Problem(path, place.line, place.column, "anchors and aliases are not used here"))
            case yaml.ScalarEvent(tag=str(tag)) | yaml.CollectionStartEvent(tag=str(tag)):
                raise RuleError(Problem(path, place.line, place.column, f"the tag {tag} is not used here"))
            case yaml.ScalarEvent():
                one_line = event.end_mark is not None and event.end_mark.line + 1 == place.line
                close(Scalar(event.value, place, one_line and not event.style))
            case yaml.CollectionStartEvent():
                if len(stack) >= MAXIMUM_DEPTH:
                    raise RuleError(Problem(path, place.line, place.column, "this is nested too deeply"))
                stack.append(_Open(isinstance(event, yaml.MappingStartEvent), place))
            case yaml.CollectionEndEvent():
                opened = stack.pop()
                node = (
                    _mapping(opened, path, problems) if opened.is_mapping else Items(tuple(opened.nodes), opened.place)
                )
                close(node)
    return documents


def _place(event: yaml.Event) -> Place:
    """Return where an event starts."""
    mark = event.start_mark
    return Place(mark.line + 1, mark.column + 1) if mark else Place(0, 0)


def _mapping(opened: _Open, path: str, problems: list[Problem]) -> Entries:
    """Return a finished mapping; its nodes alternate between keys and values."""
    entries: list[Entry] = []
    seen: dict[str, Place] = {}
    for key, value in zip(opened.nodes[::2], opened.nodes[1::2], strict=True):
        if not isinstance(key, Scalar):
            problems.append(Problem(path, key.place.line, key.place.column, "a key is a single word"))
            continue
        if key.text in seen:
            first = seen[key.text].line
            problems.append(
                Problem(
                    path, key.place.line, key.place.column, f"{key.text!r} stands twice; the first is in line {first}"
                )
            )
            continue
        seen[key.text] = key.place
        entries.append(Entry(key, value))
    return Entries(tuple(entries), opened.place)
