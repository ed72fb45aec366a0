"""The tree while it grows: get-or-make of blocks, leaves, and the pieces that fit nowhere."""

from __future__ import annotations

from roce_lint.os.srlinux.tree import Block, Leaf, Stray

_SHOWN_CHARACTERS = 200


class TreeBuilder:
    """Collects blocks, leaves and strays of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root = Block("", file, (), 1, 1)
        self.strays: list[Stray] = []

    def enter(self, parent: Block, name: str, keys: tuple[str, ...], line: int, end_line: int = 0) -> Block:
        """Return the block of `parent` with this name and these keys; make it at `line` if it is new."""
        step = (name, *keys)
        block = parent.blocks.get(step)
        if block is None:
            block = parent.blocks[step] = Block(name, self.file, keys, line, max(line, end_line), {}, {})
        return block

    def put(self, block: Block, name: str, values: tuple[str, ...], line: int) -> None:
        """State a leaf; a later statement replaces an earlier one, as on the device."""
        block.leaves[name] = Leaf(name, self.file, line, values)

    def extend(self, block: Block, name: str, values: tuple[str, ...], line: int) -> None:
        """Add values to a leaf-list; a value that is there already is not added again."""
        known = block.leaves.get(name)
        if known is None:
            self.put(block, name, tuple(dict.fromkeys(values)), line)
        else:
            known.values = tuple(dict.fromkeys([*known.values, *values]))

    def stray(self, line: int, path: tuple[str, ...], text: str, because: str, end_line: int = 0) -> None:
        """Keep a piece that has no place in the tree."""
        shown = " ".join(text.split())[:_SHOWN_CHARACTERS]
        self.strays.append(Stray(line, max(line, end_line), path, shown, because))
