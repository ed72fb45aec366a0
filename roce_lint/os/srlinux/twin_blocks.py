"""Entries of a list that say the same as an earlier one, but for their names, descriptions and addresses.

Most interfaces of a switch are such twins, and so are the entries that bind QoS to them. A twin holds its lines, and
nothing is made of them before somebody looks into it: what the first of its kin says goes for all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeAlias

from roce_lint.os.srlinux.tree import Block

Shape: TypeAlias = Hashable
"""What the entries of one kin have in common: all that they say, as it stands, but for what each says for itself."""


class Kin:
    """Entries with one shape; the first is the model of all."""

    __slots__ = ("entries", "home")

    def __init__(self, home: Kindred) -> None:
        self.home = home
        self.entries: list[TwinBlock] = []

    def add(self, entry: TwinBlock) -> TwinBlock:
        """Add an entry, and return it."""
        self.entries.append(entry)
        return entry


class Kindred:
    """The kin of one file by shape; None stands for a shape that has no kin, as something of it is unusual."""

    __slots__ = ("by_shape", "is_finished", "is_void")

    def __init__(self) -> None:
        self.by_shape: dict[Shape, Kin | None] = {}
        self.is_finished = False
        self.is_void = False
        """Whether something was deleted, so that no entry stands for another."""

    def kin(self, shape: Shape) -> Kin | None:
        """Return the kin with a shape, None where it is known to have none."""
        if shape not in self.by_shape:
            self.by_shape[shape] = Kin(self)
        return self.by_shape[shape]

    def finish(self) -> None:
        """Tell the entries by whom they are stood for: the whole text is taken, and nothing is added to them."""
        self.is_finished = True
        for kin in () if self.is_void else self.by_shape.values():
            model = kin.entries[0] if kin is not None and kin.entries else None
            if kin is not None and model is not None and not model.is_changed:
                for entry in kin.entries:
                    if not entry.is_changed:
                        entry.model = model

    def part(self) -> None:
        """Forget who stands for whom: an entry that leads to itself would not be freed."""
        for kin in self.by_shape.values():
            if kin is not None:
                for entry in kin.entries:
                    entry.model = None
                kin.entries = []
        self.by_shape.clear()


class TwinBlock(Block):
    """An entry whose leaves and blocks are made when they are asked for, from its own lines, by `fill`.

    `last_line` is its last line, also where the form of the text gives a block one line only. `own` is what it says
    for itself; `model` is the entry that stands for it, which may be itself, None for none. `follows` is set by who
    takes what the model binds for what this entry binds.
    """

    __slots__ = ("_fill", "follows", "is_changed", "kin", "last_line", "model", "own")

    model: TwinBlock | None

    def __init__(
        self,
        step: tuple[str, ...],
        file: str,
        lines: tuple[int, int, int],
        told: tuple[Kin, tuple[str, ...]],
        fill: Callable[[Block], object],
    ) -> None:
        """Make an entry at its first line, the end of its block, and its last line."""
        self.name = step[0]
        self.file = file
        self.keys = step[1:]
        self.line, self.end_line, self.last_line = lines
        self._first_line = None
        self.kin, self.own = told
        self.follows = False
        self.model = None
        self.is_changed = False
        """Whether somebody looked into it before the text was finished, who may have added something."""
        self._fill = fill

    def __getattr__(self, name: str) -> object:
        """Return the leaves or the blocks when one of them is first asked for."""
        if name not in ("leaves", "blocks"):
            raise AttributeError(name)
        self.leaves, self.blocks = {}, {}
        self.is_changed = not self.kin.home.is_finished
        self._fill(self)
        made: object = self.leaves if name == "leaves" else self.blocks
        return made


def model_of(block: Block) -> TwinBlock | None:
    """Return the entry that stands for this one, which may be itself; None where none does."""
    return block.model if isinstance(block, TwinBlock) else None


def seen_as(blocks: Iterable[Block]) -> list[Block]:
    """Return for each block the one that stands for it: for who asks what it says, and neither where nor for whom."""
    return [block.model or block if isinstance(block, TwinBlock) else block for block in blocks]


def each_once(blocks: Iterable[Block]) -> Iterable[Block]:
    """Return those that stand for the blocks, each once: for who asks whether any of them says something."""
    return dict.fromkeys(seen_as(blocks))


def take_over(block: Block, model: Block) -> None:
    """Mark as understood what is understood of the model."""
    for name, leaf in model.leaves.items():
        if leaf.understood:
            block.leaves[name].understood = True
    for step, below in model.blocks.items():
        take_over(block.blocks[step], below)
