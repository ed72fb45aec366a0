"""YAML with the line of every value."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from roce_lint.facts.fact import Source


def yaml_documents(text: str) -> tuple[list[yaml.Node], str, int]:
    """Return the documents of a YAML text; a fault ends the list and is returned as message and line."""
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


def members(node: yaml.Node) -> Iterator[tuple[str, yaml.Node, yaml.Node]]:
    """Yield key, key node and value node of a mapping; nothing for another node."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield str(key.value) if isinstance(key, yaml.ScalarNode) else "", key, value


def items(node: yaml.Node) -> list[yaml.Node]:
    """Return the items of a sequence; nothing for another node."""
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def at(node: yaml.Node, *path: str) -> yaml.Node | None:
    """Return the node below a path of keys, None where it is absent."""
    current: yaml.Node | None = node
    for name in path:
        current = next((value for key, _, value in members(current) if key == name), None) if current else None
    return current


def scalar_text(node: yaml.Node | None) -> str:
    """Return a scalar's text, empty for any other node."""
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def node_source(node: yaml.Node, path: str) -> Source:
    """Return the line of a node."""
    line = node.start_mark.line + 1
    return Source(path, line, line)
