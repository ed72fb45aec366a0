"""Structures of a configuration that is a tree: a table says at which paths each kind is defined and used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from roce_lint.os.references import PORT, Structure, StructureKind, StructureUse
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
