"""The YAML of an intent as plain values, with the place of every key and value by its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from roce_lint.errors import IntentError, Problem
from roce_lint.text.yaml_format import Aliases, Fault, YamlFormat
from roce_lint.text.yaml_parser import parse_yaml
from roce_lint.text.yaml_tree import YamlList, YamlNode, YamlPosition, YamlScalar
from roce_lint.text.yaml_values import YamlValue, scalar_value
from roce_lint.values import dataclass

MAX_CHARACTERS = 4_000_000
MAX_DEPTH = 32
MAX_VALUES = 200_000
"""Limits of what is read; a fabric of a thousand switches with a cable list stays far below them."""

_INTENT_YAML = YamlFormat(
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_VALUES,
    Aliases.PLACED_HERE,
    messages={
        Fault.TOO_MANY: "more than {limit} values; an intent describes devices by count and exception",
        Fault.TAG: "the tag {short} is not allowed; write the plain value",
        Fault.KEY: "a key must be a word, not a list or a mapping",
        Fault.DUPLICATE: "the key {key!r} is already given in line {line}; remove one of them",
        Fault.SYNTAX: "not YAML: {context}{problem}{hint}",
        Fault.CHARACTER: "not YAML: {problem}; delete it",
    },
)

YamlPath: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A document as plain values, and the places of its values and keys by path (keys and list indices)."""

    value: YamlValue
    value_places: Mapping[YamlPath, YamlPosition]
    key_places: Mapping[YamlPath, YamlPosition]

    def place_of(self, path: YamlPath) -> YamlPosition:
        """Return the place of the value at `path`, or of the nearest value that contains it."""
        while path not in self.value_places and path:
            path = path[:-1]
        return self.value_places.get(path, YamlPosition(1, 1))

    def key_place_of(self, path: YamlPath) -> YamlPosition:
        """Return the place of the key at `path`; a list entry has no key, so that its own place is returned."""
        return self.key_places.get(path) or self.place_of(path)


def read_yaml(text: str, path: str) -> YamlDocument:
    """Return the only document in `text`; `path` is used in messages.

    Raises IntentError with every fault found: broken syntax ends the reading, other faults do not.
    """
    parsed = parse_yaml(text, path, _INTENT_YAML)
    problems = list(parsed.problems)
    for start in parsed.starts[1:2]:
        message = "a second YAML document begins here; an intent is one document"
        problems.append(Problem(path, start.line, start.column, message))
    if problems:
        raise IntentError(*sorted(problems, key=lambda one: (one.line, one.column)))
    value_places: dict[YamlPath, YamlPosition] = {}
    key_places: dict[YamlPath, YamlPosition] = {}

    def value_of(node: YamlNode, at: YamlPath) -> YamlValue:
        value_places[at] = node.place
        if isinstance(node, YamlScalar):
            return scalar_value(node)
        if isinstance(node, YamlList):
            return [value_of(item, (*at, index)) for index, item in enumerate(node.values)]
        found: dict[str, YamlValue] = {}
        for entry in node.entries:
            below = (*at, entry.key.text)
            key_places[below] = entry.key.place
            found[entry.key.text] = value_of(entry.value, below)
        return found

    value = value_of(parsed.documents[0], ()) if parsed.documents else None
    return YamlDocument(value, value_places, key_places)
