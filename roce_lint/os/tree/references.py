"""Structures of a configuration that is a tree: a table says at which paths each kind is defined and used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from roce_lint.model.fact import Source
from roce_lint.os.references import PORT, NamesOfFile, Structure, StructureKind, StructureUse
from roce_lint.text.tree import Node
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class TreeStructure:
    """Where structures of a kind stand: `definition` leads to entries whose first key is the name.

    `uses` lead to leaves that name structures, each value one, or to entries of lists whose first key names one;
    `uses_by_key` to leaves of such entries, at which the name counts as used.
    """

    kind: StructureKind
    definition: str
    uses: tuple[str, ...]
    uses_by_key: tuple[str, ...] = ()


PortBlocks = Mapping[str, Callable[[Node], str]]
"""The paths to blocks of ports, with what returns the port of a block."""


def tree_uses(root: Node, table: Sequence[TreeStructure], ports: PortBlocks) -> Iterator[StructureUse]:
    """Yield every use of a structure; it belongs to the first structure or port on the way to it."""
    owners: dict[str, Callable[[Node], Structure]] = {
        **{one.definition: _owner(one.kind.word, _key) for one in table},
        **{path: _owner(PORT, name_of) for path, name_of in ports.items()},
    }
    for one in table:
        word = one.kind.word
        for path in one.uses:
            for node, _, owner in _reached(root, path, owners):
                for name in node.values or node.keys[:1]:
                    yield StructureUse(word, name, node.first_line, owner)
        for path in one.uses_by_key:
            for node, above, owner in _reached(root, path, owners):
                yield StructureUse(word, above.key, node.first_line, owner)


def _key(entry: Node) -> str:
    return entry.key


def _owner(kind: str, name_of: Callable[[Node], str]) -> Callable[[Node], Structure]:
    return lambda entry: (kind, name_of(entry))


def _reached(
    root: Node, path: str, owners: Mapping[str, Callable[[Node], Structure]]
) -> list[tuple[Node, Node, Structure | None]]:
    """Return the nodes that a path leads to, as `Node.select` does, each with the node above and its owner."""
    found: list[tuple[Node, Node, Structure | None]] = [(root, root, None)]
    walked: list[str] = []
    for name in path.split("/"):
        walked.append(name)
        owner_of = owners.get("/".join(walked))
        below = [(node.children[name], node, owner) for node, _, owner in found if name in node.children]
        found = [
            (entry, above, owner or (owner_of(entry) if owner_of else None))
            for node, above, owner in below
            for entry in (node.children.values() if node.is_list else (node,))
        ]
    return found


_OPERATORS = frozenset(("&&", "||"))
ANY = "*"
"""A step of a path that leads to every child, in trees whose lists are containers."""


def tree_names(root: Node, table: Sequence[TreeStructure]) -> NamesOfFile:
    """Return what a tree defines and what its leaves use; steps of paths may be `*`."""
    definitions: dict[Structure, Source] = {}
    uses: list[StructureUse] = []
    for one in table:
        word = one.kind.word
        for entry, _ in _led_to(root, one.definition):
            definitions.setdefault((word, entry.key or entry.name), entry.first_line)
        for path in one.uses:
            for node, _ in _led_to(root, path):
                for value in node.values or node.keys[:1]:
                    uses += [StructureUse(word, name, node.first_line) for name in _names_in(value)]
        for path in one.uses_by_key:
            uses += [StructureUse(word, above.key, node.first_line) for node, above in _led_to(root, path)]
    return NamesOfFile(definitions, tuple(uses))


def _names_in(value: str) -> list[str]:
    """Return the names of a value: one, or those of an expression of policies such as `( A && B )`."""
    if not value.startswith("("):
        return [value]
    return [
        word for word in value.replace("(", " ").replace(")", " ").replace("!", " ").split() if word not in _OPERATORS
    ]


def _led_to(root: Node, path: str) -> list[tuple[Node, Node]]:
    """Return the nodes that a path leads to, each with the node above."""
    found = [(root, root)]
    for name in path.split("/"):
        below = [
            (child, node)
            for node, _ in found
            for child in (
                node.children.values() if name == ANY else [node.children[name]] if name in node.children else ()
            )
        ]
        found = [
            (entry, above) for node, above in below for entry in (node.children.values() if node.is_list else (node,))
        ]
    return found
