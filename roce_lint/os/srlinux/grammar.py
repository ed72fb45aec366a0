"""The names of the SR Linux configuration tree: what is a list, what is a leaf, and which module owns it.

The command line prints a path as bare words, so that only the model tells a list key from a leaf's value. The names
lie in `names.txt` (the tree of 25.3.1) and `older_names.txt` (what other releases have besides).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from roce_lint.text.schema import Kind, Schema

_PASSED_OVER = re.compile(r" ~(?=\s)")
_HERE = Path(__file__).resolve().parent
_FILES = ("names.txt", "older_names.txt")


def parse_names(texts: tuple[str, ...]) -> Schema:
    """Return the root of the tree that `texts` describe; a later text adds to an earlier one.

    Raises ValueError for a line that does not follow the notation explained at the head of `names.txt`.
    """
    root = Schema("", Kind.CONTAINER, "")
    for text in texts:
        path = [root]
        for line in text.splitlines():
            bare = line.lstrip(" ")
            if not bare or bare.startswith("#"):
                continue
            depth = len(line) - len(bare)
            if depth >= len(path):
                raise ValueError(f"{bare!r} is nested deeper than its parent allows")
            del path[depth + 1 :]
            path.append(_add(path[depth], bare))
    return root


def _add(parent: Schema, text: str) -> Schema:
    """Return the child of `parent` that the line `text` names, made if it is new."""
    name, _, notation = text.partition(" ")
    kind, module, keys, value_type, presence, passed_over = _noted(notation)
    known = parent.children.get(name)
    if known is None:
        path = (*parent.path, name)
        known = Schema(name, kind, module or parent.module, keys, value_type, presence, passed_over, path=path)
        parent.children[name] = known
    elif known.kind is not kind:
        raise ValueError(f"{name!r} is a {known.kind.value} and a {kind.value}")
    return known


@cache
def _noted(notation: str) -> tuple[Kind, str, tuple[str, ...], str, bool, bool]:
    """Return what stands behind a name, as behind many others; the module is empty where that of the parent owns it."""
    keys: tuple[str, ...] = ()
    if notation.startswith("["):
        inside, _, notation = notation[1:].partition("]")
        keys = tuple(inside.split())
    marks = notation.split()
    kind, value_type = (Kind.LIST if keys else Kind.CONTAINER), ""
    module = ""
    for mark in marks:
        if mark.startswith("=*"):
            kind, value_type = Kind.LEAF_LIST, mark[2:]
        elif mark.startswith("="):
            kind, value_type = Kind.LEAF, mark[1:]
        elif mark.startswith("@"):
            module = f"srl_nokia-{mark[1:]}"
    return kind, module, keys, value_type, "!" in marks, "~" in marks


_IRRELEVANT_SECTIONS = """
    acl aaa bfd oam platform segment-routing tunnel routing-policy event-handler keychains trace-options
    network-instance tools license sync multicast static-mpls subscriber-management
"""
IRRELEVANT = frozenset(_IRRELEVANT_SECTIONS.split())
"""Sections that have nothing to do with how RoCE packets are forwarded, whatever words they use."""

TREE = parse_names(tuple((_HERE / file).read_text(encoding="utf-8") for file in _FILES))


@cache
def written_tree() -> Schema:
    """Return the tree with what is written of management as well, and read by nobody; nothing is passed over."""
    texts = ((_HERE / file).read_text(encoding="utf-8") for file in (*_FILES, "management_names.txt"))
    return parse_names(tuple(_PASSED_OVER.sub("", text) for text in texts))


OUTSIDE_THE_MODEL = IRRELEVANT - TREE.children.keys()
"""Sections of which nothing is read: none has a place in the tree, and none matters."""
