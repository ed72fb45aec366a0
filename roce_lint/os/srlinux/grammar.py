"""The names of the SR Linux configuration tree: what is a list, what is a leaf, and which module owns it.

The command line prints a path as bare words, so that only the model tells a list key from a leaf's value. The names
lie in `names.txt` (the tree of 25.3.1) and `older_names.txt` (what other releases have besides).
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path

from roce_lint.values import dataclass, field

_HERE = Path(__file__).resolve().parent
_FILES = ("names.txt", "older_names.txt")


class Kind(Enum):
    """What a name of the tree stands for."""

    CONTAINER = "container"
    LIST = "list"
    LEAF = "leaf"
    LEAF_LIST = "leaf-list"


@dataclass(eq=False, slots=True)
class Name:
    """One name of the tree with the names below it.

    `module` owns it in JSON (`srl_nokia-qos`). `value_type` is `` (string), `int`, `int64`, `bool`, `empty`, `int|word`
    or `identity:<module>`. `passed_over`: a container of no concern to RoCE, of which only `children` are read.
    """

    name: str
    kind: Kind
    module: str
    keys: tuple[str, ...] = ()
    value_type: str = ""
    presence: bool = False
    passed_over: bool = False
    children: dict[str, Name] = field(default_factory=dict)


def parse_names(texts: tuple[str, ...]) -> Name:
    """Return the root of the tree that `texts` describe; a later text adds to an earlier one.

    Raises ValueError for a line that does not follow the notation explained at the head of `names.txt`.
    """
    root = Name("", Kind.CONTAINER, "")
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


def _add(parent: Name, text: str) -> Name:
    """Return the child of `parent` that the line `text` names, made if it is new."""
    name, _, notation = text.partition(" ")
    kind, module, keys, value_type, presence, passed_over = _noted(notation)
    known = parent.children.get(name)
    if known is None:
        known = Name(name, kind, module or parent.module, keys, value_type, presence, passed_over)
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


TREE = parse_names(tuple((_HERE / file).read_text(encoding="utf-8") for file in _FILES))
