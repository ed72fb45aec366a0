"""Settings of NVUE as facts: what is on or off in the words of any release, numbers and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.text.tree import Node

T = TypeVar("T")
_ON, _OFF = (
    frozenset(("on", "enabled", "enable", "true", "up")),
    frozenset(("off", "disabled", "disable", "false", "down")),
)


def child(node: Node | None, *path: str) -> Node | None:
    """Return the node at a path, None where it is absent; a leaf without a value that NVUE takes is absent."""
    for name in path:
        node = node.children.get(name) if node is not None else None
    return None if node is None or (node.is_leaf and not node.values) else node


def entries(node: Node | None, *path: str) -> Iterator[Node]:
    """Yield what stands directly below a path, in the order of the file."""
    found = child(node, *path)
    return iter(found.children.values()) if found is not None and not found.is_leaf else iter(())


def text(node: Node | None, *path: str) -> str:
    """Return the value of a leaf, empty where there is none; it counts as read."""
    leaf = child(node, *path)
    if leaf is None:
        return ""
    leaf.accounted = True
    return leaf.value


def stated(node: Node | None, *path: str) -> Stated[str] | None:
    """Return a leaf with its place; a map of flags, such as `state: {up: {}}`, has its last flag as its value."""
    leaf = child(node, *path)
    if leaf is None:
        return None
    if not leaf.is_leaf:
        flags = list(leaf.children.values())
        return Stated(flags[-1].name, flags[-1].first_line) if flags else None
    leaf.accounted = True
    return Stated(leaf.value, leaf.first_line)


def switch(node: Node | None, *path: str) -> Stated[bool] | None:
    """Return whether a leaf says on, in the words of any release."""
    found = stated(node, *path)
    if found is None or found.value not in _ON | _OFF:
        return None
    return Stated(found.value in _ON, found.source)


def is_on(block: Node | None) -> Stated[bool] | None:
    """Return whether a block says that it is on: `enable on` up to 5.14, `state enabled` from 5.15 on."""
    return switch(block, "state") or switch(block, "enable")


def enabled_block(block: Node | None) -> Stated[bool] | None:
    """Return whether a block that is there is on: without a word about it, it is; None where there is no block."""
    if block is None:
        return None
    return is_on(block) or Stated(True, block.first_line)


def number(node: Node | None, *path: str) -> Stated[int] | None:
    """Return a leaf that is a whole number."""
    found = stated(node, *path)
    return (
        Stated(int(found.value), found.source) if found and found.value.isdecimal() and len(found.value) < 12 else None
    )


def first(*facts: Fact[T] | None, otherwise: Fact[T]) -> Fact[T]:
    """Return the first fact that is there."""
    return next((fact for fact in facts if fact is not None), otherwise)


def choice(found: Stated[str] | None, words: Mapping[str, T]) -> Stated[T] | None:
    """Return what a word means."""
    return Stated(words[found.value], found.source) if found and found.value in words else None


def account_all(nodes: Iterable[Node]) -> None:
    """Count every leaf below nodes as read."""
    for node in nodes:
        node.pass_over()
        if node.is_leaf:
            node.accounted = True


def place_of(node: Node | None, otherwise: Source) -> Source:
    """Return the line of a node, or another place where there is none."""
    return node.first_line if node is not None else otherwise


def spans(numbers: Iterable[int]) -> str:
    """Return ascending numbers as NVUE writes lists of them: `0-25,27`."""
    runs: list[list[int]] = []
    for one in numbers:
        if runs and runs[-1][-1] == one - 1:
            runs[-1][1:] = [one]
        else:
            runs.append([one])
    return ",".join("-".join(map(str, run)) for run in runs)
