"""YAML as a tree: mappings, lists and scalars, each with its place. A scalar is the text that is written."""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.text.source import Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class YamlPosition:
    """Where a node begins; both numbers count from 1, and 0 stands for the whole file."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class YamlScalar:
    """A text. `style` is the sign that it begins with, one of `'`, `"`, `|` and `>`, and empty for a plain one."""

    text: str
    place: YamlPosition
    style: str = ""
    end_line: int = 0

    @property
    def is_verbatim(self) -> bool:
        """Return whether it is written on one line without quotes, so that its columns are the file's."""
        return not self.style and self.end_line == self.place.line

    @property
    def text_line(self) -> int:
        """Return the line of the first character: the text of a block begins below its sign."""
        return self.place.line + (self.style in ("|", ">"))


@dataclass(frozen=True, slots=True)
class YamlEntry:
    """One key of a mapping with its value."""

    key: YamlScalar
    value: YamlNode


@dataclass(frozen=True, slots=True)
class YamlList:
    """A sequence."""

    values: tuple[YamlNode, ...]
    place: YamlPosition
    end_line: int


@dataclass(frozen=True, slots=True)
class YamlMapping:
    """A mapping in the order of the file; no key is in it twice."""

    entries: tuple[YamlEntry, ...]
    place: YamlPosition
    end_line: int


YamlNode: TypeAlias = YamlScalar | YamlList | YamlMapping


def entries_of(node: YamlNode | None) -> tuple[YamlEntry, ...]:
    """Return the entries of a mapping; nothing for another node."""
    return node.entries if isinstance(node, YamlMapping) else ()


def items_of(node: YamlNode | None) -> tuple[YamlNode, ...]:
    """Return the items of a list; nothing for another node."""
    return node.values if isinstance(node, YamlList) else ()


def node_at(node: YamlNode | None, *path: str) -> YamlNode | None:
    """Return the node below a path of keys, None where it is absent."""
    for name in path:
        node = next((entry.value for entry in entries_of(node) if entry.key.text == name), None)
    return node


def scalar_text(node: YamlNode | None) -> str:
    """Return a scalar's text, empty for any other node."""
    return node.text if isinstance(node, YamlScalar) else ""


def source_of(node: YamlNode, path: str) -> Source:
    """Return the line in which a node begins."""
    return Source(path, node.place.line, node.place.line)
