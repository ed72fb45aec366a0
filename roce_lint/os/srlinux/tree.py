"""One configuration as a tree of blocks and leaves that remember their lines, whatever form the text had."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.fact import Source
from roce_lint.values import dataclass, field


@dataclass(eq=False, slots=True)
class Leaf:
    """A leaf or leaf-list; `values` as printed (`true`, `9232`), several only for a leaf-list.

    `understood` is set by whoever turns the leaf into a fact, or knows that it does not matter for RoCE.
    """

    name: str
    file: str
    line: int
    values: tuple[str, ...]
    understood: bool = False

    @property
    def value(self) -> str:
        """Return the first value, an empty text for a leaf without one."""
        return self.values[0] if self.values else ""

    @property
    def source(self) -> Source:
        """Return the line of the leaf."""
        return Source(self.file, self.line, self.line)


ABSENT = Leaf("", "", 0, ())
"""What stands for a leaf that is not there: line 0, and no value."""


@dataclass(eq=False, slots=True)
class Block:
    """A container or one entry of a list, with its keys in the model's order.

    `blocks` holds what is below, each under its name followed by its keys.
    """

    name: str
    file: str
    keys: tuple[str, ...]
    line: int
    end_line: int
    leaves: dict[str, Leaf] = field(default_factory=dict)
    blocks: dict[tuple[str, ...], Block] = field(default_factory=dict)
    _first_line: Source | None = None

    @property
    def key(self) -> str:
        """Return the first key, an empty text for a container."""
        return self.keys[0] if self.keys else ""

    @property
    def source(self) -> Source:
        """Return the lines of the block."""
        if self.end_line <= self.line:
            return self._first_line or self.first_line
        return Source(self.file, self.line, self.end_line)

    @property
    def first_line(self) -> Source:
        """Return the line that opens the block."""
        first = self._first_line
        if first is None:
            first = self._first_line = Source(self.file, self.line, self.line)
        return first

    def entries(self, name: str) -> list[Block]:
        """Return the entries of the list `name` in the order of the text."""
        if not self.blocks:
            return []
        return [block for step, block in self.blocks.items() if step[0] == name]

    def present(self, *path: str) -> Block | None:
        """Return the container at `path`, None where it is absent."""
        block = self
        for name in path:
            found = block.blocks.get((name,))
            if found is None:
                return None
            block = found
        return block

    def inside(self, *path: str) -> Block:
        """Return the container at `path`; where it is absent, an empty block at the place of the last one present."""
        block = self
        for name in path:
            found = block.blocks.get((name,))
            if found is None:
                return Block(path[-1], block.file, (), block.line, block.end_line)
            block = found
        return block

    def has(self, name: str) -> bool:
        """Return whether a leaf, a container or a list called `name` is there."""
        if name in self.leaves or (name,) in self.blocks:
            return True
        return name in [step[0] for step in self.blocks]

    def walk_leaves(self) -> Iterator[Leaf]:
        """Yield every leaf of this block and of all below it."""
        pending = [self]
        while pending:
            block = pending.pop()
            yield from block.leaves.values()
            pending.extend(block.blocks.values())

    def pass_over(self) -> None:
        """Mark every leaf of the block as understood: none of them matters for RoCE."""
        for leaf in self.walk_leaves():
            leaf.understood = True


@dataclass(frozen=True, slots=True)
class Stray:
    """A piece of the text that has no place in the tree: `path` leads to where it stood, `text` is what it says."""

    line: int
    end_line: int
    path: tuple[str, ...]
    text: str
    because: str


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

    root: Block
    strays: tuple[Stray, ...]
    header: Header
