"""What may be in a tree of configuration: which names are containers, lists, leaves, and with which keys.

A command line prints a path as bare words, so that only the schema separates the key of a list from a leaf's value.
"""

from __future__ import annotations

from enum import Enum

from roce_lint.values import dataclass, field


class Kind(Enum):
    """What a name of the tree stands for."""

    CONTAINER = "container"
    LIST = "list"
    LEAF = "leaf"
    LEAF_LIST = "leaf-list"


@dataclass(eq=False, slots=True)
class Schema:
    """One name of the tree with the names below it.

    `path` has the names from the top to this one. `module` owns it in JSON (RFC 7951). `value_type` is `` (string),
    `int`, `int64`, `bool`, `empty`, `int|word` or `identity:<module>`. `passed_over`: a container of no concern to
    RoCE, of which only `children` are read.
    """

    name: str
    kind: Kind
    module: str
    keys: tuple[str, ...] = ()
    value_type: str = ""
    presence: bool = False
    passed_over: bool = False
    children: dict[str, Schema] = field(default_factory=dict)
    path: tuple[str, ...] = ()

    def child(self, word: str) -> Schema | None:
        """Return what a word names here, with or without its module before it; None for nothing."""
        return self.children.get(word) or self.children.get(word.rpartition(":")[2])
