"""One configuration as a tree of nodes that remember their lines, whatever spelling the text has.

A path such as `queues/queue` leads from a node to others: its steps are names, and a list stands for all its entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from roce_lint.text.schema import Kind, Schema
from roce_lint.text.source import Source
from roce_lint.values import dataclass

Step: TypeAlias = str | tuple[str, ...]
"""A child of a container by its name, an entry of a list by its keys."""
_SHOWN_CHARACTERS = 200


@dataclass(eq=False, slots=True)
class Node:
    """A container, a list, an entry of a list, a leaf or a leaf-list, with the lines that state it.

    `keys` are those of an entry, in the order of the schema. `values` are those of a leaf as printed (`true`, `9232`),
    several for a leaf-list only. `accounted` is set for a leaf by whoever turns it into a fact, or knows that it does
    not matter. `value_lines` has the line of each value where a leaf-list is stated by several, and is empty else.
    `removed` has the lines that take children away which the text states elsewhere, such as `delete` or `inactive:`.
    """

    name: str
    file: str
    line: int
    end_line: int
    keys: tuple[str, ...]
    values: tuple[str, ...]
    children: dict[Step, Node]
    accounted: bool = False
    _first_line: Source | None = None
    value_lines: tuple[int, ...] = ()
    removed: dict[Step, int] | None = None

    @property
    def key(self) -> str:
        """Return the first key, an empty text for what is no entry."""
        return self.keys[0] if self.keys else ""

    @property
    def value(self) -> str:
        """Return the first value, an empty text for what has none."""
        return self.values[0] if self.values else ""

    @property
    def source(self) -> Source:
        """Return the lines of the node."""
        if self.end_line <= self.line:
            return self._first_line or self.first_line
        return Source(self.file, self.line, self.end_line)

    @property
    def first_line(self) -> Source:
        """Return the line that states the node, or opens it."""
        first = self._first_line
        if first is None:
            first = self._first_line = Source(self.file, self.line, self.line)
        return first

    def line_of(self, value: str) -> Source:
        """Return the line that states one of the values."""
        for one, line in zip(self.values, self.value_lines, strict=False):
            if one == value and line != self.line:
                return Source(self.file, line, line)
        return self.first_line

    @property
    def is_leaf(self) -> bool:
        """Return whether this is a leaf or a leaf-list."""
        return self.children is NO_CHILDREN

    def get(self, name: str) -> Node | None:
        """Return the leaf, container or list with this name, None where there is none."""
        return self.children.get(name)

    def has(self, name: str) -> bool:
        """Return whether a leaf, a container or a list with this name is there."""
        return name in self.children

    def take(self, name: str) -> Node:
        """Return the leaf with this name, which is accounted for from here on; ABSENT where there is none."""
        leaf = self.children.get(name)
        if leaf is None:
            return ABSENT
        leaf.accounted = True
        return leaf

    def entries(self, name: str) -> list[Node]:
        """Return the entries of a list in the order of the text."""
        found = self.children.get(name)
        return list(found.children.values()) if found is not None else []

    def entry(self, name: str, *keys: str) -> Node | None:
        """Return one entry of a list by its keys, None where it is absent."""
        found = self.children.get(name)
        return found.children.get(keys) if found is not None else None

    def find(self, path: str) -> Node | None:
        """Return the node at a path without lists, None where it is absent."""
        node: Node | None = self
        for name in _steps(path):
            if node is None:
                return None
            node = node.children.get(name)
        return node

    def at(self, path: str) -> Node:
        """Return the node at a path without lists; where it is absent, an empty one where its absence shows."""
        node = self
        steps = _steps(path)
        for name in steps:
            found = node.children.get(name)
            if found is None:
                gone = node.removed_at(name)
                line, end_line = (gone.line, gone.line) if gone is not None else (node.line, node.end_line)
                return Node(steps[-1], node.file, line, end_line, (), (), {})
            node = found
        return node

    def with_children(self, children: dict[Step, Node]) -> Node:
        """Return a container, list or entry with other children, which are taken away by the same lines."""
        removed = dict(self.removed) if self.removed is not None else None
        return Node(self.name, self.file, self.line, self.end_line, self.keys, (), children, removed=removed)

    def remove(self, step: Step, line: int) -> None:
        """Note that a line takes a child away."""
        if self.removed is None:
            self.removed = {}
        self.removed[step] = line

    def removed_at(self, step: Step) -> Source | None:
        """Return the line that takes a child away, None where the text never had it."""
        line = self.removed.get(step) if self.removed is not None else None
        return None if line is None else Source(self.file, line, line)

    def removed_on(self, path: str) -> Source | None:
        """Return the line that takes away what a path without lists leads to, or a node on it."""
        node = self
        for name in _steps(path):
            found = node.children.get(name)
            if found is None:
                return node.removed_at(name)
            node = found
        return None

    def removed_entries(self, name: str) -> list[tuple[tuple[str, ...], Source]]:
        """Return the keys of the entries of a list that lines take away, with these lines."""
        entries = self.children.get(name)
        removed = entries.removed if entries is not None else None
        found = (removed or {}).items()
        return [(step, Source(self.file, line, line)) for step, line in found if isinstance(step, tuple)]

    def place_of(self, name: str) -> Source:
        """Return where a child is stated, or is taken away, or would stand."""
        child = self.children.get(name)
        if child is not None:
            return child.first_line
        return self.removed_at(name) or self.first_line

    def removed_below(self) -> Source | None:
        """Return the last line that takes something below this node away, None where all of it is there."""
        last, pending = 0, [self]
        for node in pending:
            last = max((last, *(node.removed or {}).values()))
            pending += node.children.values()
        return Source(self.file, last, last) if last else None

    def select(self, path: str) -> list[Node]:
        """Return every node that a path leads to, through all entries of the lists on it, in the order of the text."""
        found = [self]
        for name in _steps(path):
            below = [node.children[name] for node in found if name in node.children]
            found = [entry for node in below for entry in (node.children.values() if node.is_list else (node,))]
        return found

    @property
    def is_list(self) -> bool:
        """Return whether this is a list, whose children are its entries."""
        return self.end_line < 0

    def leaves(self) -> list[Node]:
        """Return the leaves that stand directly in this node."""
        return [child for child in self.children.values() if child.children is NO_CHILDREN]

    def leaves_below(self) -> Iterator[Node]:
        """Yield every leaf of this node and of all below it."""
        pending = [self]
        while pending:
            for child in pending.pop().children.values():
                if child.children is NO_CHILDREN:
                    yield child
                else:
                    pending.append(child)

    def pass_over(self) -> None:
        """Account for every leaf of the node: none of them matters for RoCE."""
        for leaf in self.leaves_below():
            leaf.accounted = True


NO_CHILDREN: dict[Step, Node] = {}
"""The children of every leaf; nothing is ever added."""

ABSENT = Node("", "", 0, 0, (), (), NO_CHILDREN)
"""What stands for a leaf that is not there: line 0, and no value."""


@lru_cache(maxsize=1024)
def _steps(path: str) -> list[str]:
    return path.split("/")


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A piece of the text that has no place in the tree: `path` leads to where it stood, `text` is what it says."""

    line: int
    end_line: int
    path: tuple[str, ...]
    text: str
    because: str


class TreeBuilder:
    """Makes the tree of one file: containers, entries and leaves, and the pieces that fit nowhere."""

    def __init__(self, file: str, schema: Schema) -> None:
        self.file = file
        self.schema = schema
        self.root = Node("", file, 1, 1, (), (), {})
        self.unplaced: list[Unplaced] = []

    def container(self, parent: Node, name: str, line: int) -> Node:
        """Return the container of `parent` with this name; make it at `line` if it is new."""
        node = parent.children.get(name)
        if node is None:
            node = parent.children[name] = Node(name, self.file, line, line, (), (), {})
        return node

    def entry(self, parent: Node, name: str, keys: tuple[str, ...], line: int) -> Node:
        """Return the entry of a list of `parent` with these keys; make it at `line` if it is new."""
        entries = parent.children.get(name)
        if entries is None:
            entries = parent.children[name] = Node(name, self.file, line, IS_LIST, (), (), {})
        node = entries.children.get(keys)
        if node is None:
            node = entries.children[keys] = Node(name, self.file, line, line, keys, (), {})
        return node

    def enter(self, parent: Node, schema: Schema, keys: tuple[str, ...], line: int) -> Node:
        """Return the container, or the entry with these keys, that `schema` describes; make it if it is new."""
        if schema.kind is Kind.LIST:
            return self.entry(parent, schema.name, keys, line)
        return self.container(parent, schema.name, line)

    def state(self, parent: Node, name: str, values: tuple[str, ...], line: int) -> None:
        """State a leaf; a later statement replaces an earlier one, as on the device."""
        parent.children[name] = Node(name, self.file, line, line, (), values, NO_CHILDREN)

    def extend(self, parent: Node, name: str, values: tuple[str, ...], line: int) -> None:
        """Add values to a leaf-list; a value that is there already is not added again."""
        known = parent.children.get(name)
        if known is None:
            self.state(parent, name, tuple(dict.fromkeys(values)), line)
        else:
            known.values = tuple(dict.fromkeys([*known.values, *values]))

    def report(self, line: int, path: tuple[str, ...], text: str, because: str, end_line: int = 0) -> None:
        """Keep a piece that has no place in the tree."""
        shown = " ".join(text.split())[:_SHOWN_CHARACTERS]
        self.unplaced.append(Unplaced(line, max(line, end_line), path, shown, because))


IS_LIST = -1
"""The last line of a list: its entries have lines, and it has none."""
