"""YAML with the line of every value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from roce_lint.model.fact import Source

if TYPE_CHECKING:
    import yaml


def yaml_documents(text: str) -> tuple[list[yaml.Node], str, int]:
    """Return the documents of a YAML text; a fault ends the list and is returned as message and line."""
    # Scripts need no YAML.
    import yaml

    documents: list[yaml.Node] = []
    try:
        for node in yaml.compose_all(text, Loader=yaml.SafeLoader):
            if node is not None:
                documents.append(node)
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 0
        return documents, f"this YAML cannot be read: {fault.problem}", line
    except (yaml.YAMLError, RecursionError, ValueError) as fault:
        return documents, f"this YAML cannot be read: {fault}".split("\n")[0], 0
    return documents, "", 0


def is_scalar(node: yaml.Node) -> bool:
    """Return whether a node is a text, a number or the like."""
    return getattr(node, "id", "") == "scalar"


def is_sequence(node: yaml.Node) -> bool:
    """Return whether a node is a list."""
    return getattr(node, "id", "") == "sequence"


def _is_mapping(node: yaml.Node) -> bool:
    return getattr(node, "id", "") == "mapping"


def members(node: yaml.Node) -> Iterator[tuple[str, yaml.Node, yaml.Node]]:
    """Yield key, key node and value node of a mapping; nothing for another node."""
    if _is_mapping(node):
        for key, value in node.value:
            yield scalar_text(key), key, value


def items(node: yaml.Node) -> list[yaml.Node]:
    """Return the items of a sequence; nothing for another node."""
    return list(node.value) if is_sequence(node) else []


def at(node: yaml.Node, *path: str) -> yaml.Node | None:
    """Return the node below a path of keys, None where it is absent."""
    current: yaml.Node | None = node
    for name in path:
        current = next((value for key, _, value in members(current) if key == name), None) if current else None
    return current


def scalar_text(node: yaml.Node | None) -> str:
    """Return a scalar's text, empty for any other node."""
    return str(node.value) if node is not None and is_scalar(node) else ""


def node_source(node: yaml.Node, path: str) -> Source:
    """Return the line of a node."""
    line = node.start_mark.line + 1
    return Source(path, line, line)
