"""The same mutations for a file that is a JSON tree: a node deleted, a leaf changed, or moved to the next entry."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

from roce_lint.text.json_value import Json
from tests.mutation.mutants import Mutant, changed_words, shape_of, steps

Path: TypeAlias = "tuple[str | int, ...]"


def tree_mutants(text: str, wanted: re.Pattern[str]) -> Iterator[Mutant]:
    """Yield the mutations of the nodes whose path, in words, is `wanted`; each path without port names once."""
    tree: Json = json.loads(text)
    seen: set[str] = set()
    for path, context in _nodes(tree, (), ()):
        shape = shape_of(context)
        if not wanted.search(context) or shape in seen:
            continue
        seen.add(shape)
        yield Mutant(0, context, "delete", _edited(tree, path, "delete", None))
        for kind, value in _changes(_at(tree, path)):
            yield Mutant(0, context, kind, _edited(tree, path, "set", value))
        if _neighbour(tree, path):
            yield Mutant(0, context, "move", _edited(tree, path, "move", None))


def _nodes(node: Json, path: Path, words: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    """Yield every member of an object and every entry of a list, with its path in words: keys of entries included."""
    if isinstance(node, dict):
        for key, inner in node.items():
            here = (*words, key.split(":")[-1])
            leaf = f" {inner}" if not isinstance(inner, dict | list) else ""
            yield (*path, key), " > ".join(here) + leaf
            yield from _nodes(inner, (*path, key), here)
    elif isinstance(node, list):
        for index, inner in enumerate(node):
            name = str(next(iter(inner.values()))) if isinstance(inner, dict) else str(inner)
            here = (*words[:-1], f"{words[-1]} {name}")
            yield (*path, index), " > ".join(here)
            yield from _nodes(inner, (*path, index), here)


def _changes(value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, bool):
        yield f"{value} -> {not value}".lower(), not value
    elif isinstance(value, int):
        yield from ((f"{kind} of {value}", number) for kind, number in steps(value))
    elif isinstance(value, str) and value.isdigit():
        yield from ((f"{kind} of {value}", str(number)) for kind, number in steps(int(value)))
    elif isinstance(value, str):
        known = tuple(changed_words(value))
        yield from known or (("renamed", value + "x"),)


def _neighbour(tree: Json, path: Path) -> Path:
    """Return the place of a leaf in the next entry of the list that it stands in; empty if there is none."""
    if len(path) < 3 or not isinstance(path[-1], str) or isinstance(_at(tree, path), dict | list):
        return ()
    for depth in range(len(path) - 1, 0, -1):
        index = path[depth]
        if isinstance(index, int):
            entries = _at(tree, path[:depth])
            assert isinstance(entries, list)
            first = isinstance(entries[index], dict) and next(iter(entries[index]))
            whole = depth == len(path) - 2 and first != path[-1]
            return (*path[:depth], index + 1, path[-1]) if whole and index + 1 < len(entries) else ()
    return ()


def _at(tree: Json, path: Path) -> Json:
    for part in path:
        tree = tree[part]  # type: ignore[index, call-overload]  # the path was taken from this tree
    return tree


def _edited(tree: Json, path: Path, how: str, value: Json) -> str:
    copied: Json = json.loads(json.dumps(tree))
    parent = _at(copied, path[:-1])
    if how == "set":
        parent[path[-1]] = value  # type: ignore[index, call-overload]  # as above
    else:
        if how == "move":
            target = _neighbour(tree, path)
            _at(copied, target[:-1])[target[-1]] = _at(tree, path)  # type: ignore[index, call-overload]  # as above
        del parent[path[-1]]  # type: ignore[arg-type, union-attr]  # as above
    return json.dumps(copied, indent=2) + "\n"
