"""What a text in one of the forms of SR Linux parses to."""

from __future__ import annotations

from roce_lint.text.tree import Node, Unplaced
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says about itself beside the configuration; empty texts where it says nothing."""

    release: str = ""
    release_line: int = 0
    chassis: str = ""
    chassis_line: int = 0


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text as a tree, with what did not fit into it."""

    root: Node
    unplaced: tuple[Unplaced, ...]
    header: Header
