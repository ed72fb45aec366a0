"""What holds for all ports: lines about `default-global`, above what a mode of `qos roce` sets, above the system's own.

Modes and system are lines of `nv set` in `modes.txt`, by release.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.os.cumulus.configuration import parse_configuration
from roce_lint.os.cumulus.grammar import grammar
from roce_lint.os.cumulus.settings import child, enabled_block, stated
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

GLOBAL = "default-global"
_FILE = Path(__file__).parent / "modes.txt"
_SECTION = re.compile(r"\[(\S+) ([\d.]+)-([\d.]*)\] (.+)")
_LOSSLESS = "lossless"
Steps = tuple[str, ...]
NOTHING_UNSET: Mapping[Steps, Source] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ModeLines:
    """Lines that hold in some releases (`mask`): their tree below `qos`, and the paths that they clear first."""

    name: str
    mask: int
    source: str
    qos: Node
    clears: tuple[Steps, ...]
    unknown: tuple[Steps, ...]


@cache
def sections() -> tuple[ModeLines, ...]:
    """Return the sections of the file; it is read once."""
    found: list[ModeLines] = []
    for part in re.split(r"^(?=\[)", _FILE.read_text("utf-8"), flags=re.M)[1:]:
        head, *lines = part.strip().split("\n")
        match = _SECTION.fullmatch(head)
        assert match is not None, head
        sets = [line for line in lines if line.startswith("qos ")]
        tree = parse_configuration("modes.txt", "".join(f"nv set {line}\n" for line in sets))
        assert not tree.faults, (head, tree.faults)
        words = {
            kind: tuple(tuple(line.split()[2:]) for line in lines if line.startswith(kind))
            for kind in ("nothing", "unknown")
        }
        found.append(
            ModeLines(
                match[1],
                _mask(match[2], match[3]),
                match[4],
                tree.root.children["qos"],
                words["nothing"],
                words["unknown"],
            )
        )
    return tuple(found)


def _mask(low: str, high: str) -> int:
    names = grammar().releases
    first, last = names.index(low), names.index(high) if high else len(names) - 1
    return sum(1 << index for index in range(first, last + 1))


@dataclass(frozen=True, slots=True)
class Layer:
    """What one source says below `qos`: lines of the file, or the sections of one name, of which any may hold."""

    trees: tuple[Node, ...]
    clears: tuple[Steps, ...] = ()
    unknown: tuple[Steps, ...] = ()
    because: str = ""
    place: Source | None = None

    def fact(self, path: Steps) -> Fact[str] | None:
        """Return the leaf at a path; None where this layer says nothing."""
        leaves = [stated(tree, *path) for tree in self.trees]
        if self.place is None:
            return leaves[0]
        values = {leaf.value if leaf else None for leaf in leaves}
        if values == {None}:
            return None
        value = next(iter(values))
        if len(values) > 1 or value is None:
            return Unknown("releases differ in it, and the file does not state its own", self.place)
        return Default(value, self.place, self.because)

    def is_cleared(self, path: Steps) -> bool:
        """Say whether lower layers do not count at a path."""
        return any(path[: len(one)] == one for one in self.clears)


class QosLayers:
    """Everything that is said below `qos`, for all ports and for the profiles of single ones."""

    def __init__(
        self,
        root: Node,
        mask: int,
        whole: Source,
        *,
        of_files: bool = False,
        unset: Mapping[Steps, Source] = NOTHING_UNSET,
    ) -> None:
        """Take the tree and the releases that it can be of; `of_files`: it is of a switch without NVUE.

        `unset` has the lines that took something away, by its path.
        """
        self.of_files = of_files
        self._unset = unset
        self.root = root
        self.qos = child(root, "qos")
        self.whole = whole
        roce = child(self.qos, "roce")
        self.roce = enabled_block(roce)
        mode = stated(roce, "mode")
        self.mode = mode.value if mode else _LOSSLESS
        self.is_roce = self.roce is not None and self.roce.value
        self._decides = self.roce.source if self.roce else self.unset_at("qos", "roce")
        self.place = mode.source if mode and self.is_roce else self._decides or whole
        self.because = f"mode {self.mode} of `qos roce`" if self.is_roce else "`qos roce` is off"
        own = [Layer((self.qos,))] if self.qos is not None else []
        expanded = [self._expanded(self.mode, mask, self.place)] if self.is_roce else []
        system = self._expanded("system", mask, self.whole)
        self.layers: tuple[Layer, ...] = (*own, *expanded, system)
        self.unknown_mode = any(not layer.trees for layer in expanded)

    def _expanded(self, name: str, mask: int, place: Source) -> Layer:
        fitting = [one for one in sections() if one.name == name and one.mask & mask]
        fitting = fitting or [one for one in sections() if one.name == name][-1:]
        source = fitting[0].source if fitting else ""
        because = (
            f"`qos roce` in mode {name} sets it ({source})" if name != "system" else f"nothing changes it ({source})"
        )
        return Layer(
            tuple(one.qos for one in fitting),
            tuple({path for one in fitting for path in one.clears}),
            tuple({path for one in fitting for path in one.unknown}),
            because,
            place,
        )

    def place_or(self, port: Source) -> Source:
        """Return the line of `qos roce` that decides for all ports; a port's own where there is none."""
        return self.place if self._decides is not None else port

    def unset_at(self, *path: str) -> Source | None:
        """Return the line that took away what stood at a path, or all around it."""
        return next((self._unset[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self._unset), None)

    def profile(self, feature: str, name: str) -> Node | None:
        """Return the block of a profile, None where the file has none."""
        return child(self.qos, feature, name)

    def fact(self, feature: str, name: str, *path: str) -> Fact[str] | None:
        """Return a leaf of a profile; of `default-global`, that of the highest layer that has it."""
        steps = (feature, name, *path)
        if name != GLOBAL:
            return stated(self.qos, *steps)
        if self.unknown_mode:
            return stated(self.qos, *steps) or Unknown(
                f"what mode {self.mode} sets is not published in full", self.place
            )
        for layer in self.layers:
            found = layer.fact(steps)
            if found is not None:
                return found
            if any(steps[: len(one)] == one for one in layer.unknown):
                return Unknown("what this release sets there is not published", layer.place or self.whole)
            if layer.is_cleared(steps):
                return None
        return None

    def usual(self, *path: str) -> Fact[str] | None:
        """Return what holds at a path where no line of the file says anything."""
        layers = [layer for layer in self.layers if layer.place is not None]
        found = (layer.fact(path) for layer in layers[:1] if not self.unknown_mode)
        return next((one for one in found if one is not None), None)

    def keys(self, feature: str, name: str, *path: str) -> dict[str, Fact[bool]]:
        """Return the entries of a list, such as the priorities of PFC, of the highest layer that has any."""
        steps = (feature, name, *path)
        for layer in self.layers if name == GLOBAL else self.layers[:1]:
            block = child(layer.trees[0], *steps) if layer.trees else None
            if block is not None and block.children:
                return {one.name: self._there(layer, one) for one in block.children.values()}
        return {}

    @staticmethod
    def _there(layer: Layer, node: Node) -> Fact[bool]:
        return Default(True, layer.place, layer.because) if layer.place else Stated(True, node.first_line)

    def place_of(self, feature: str, name: str) -> Source:
        """Return where a profile stands; of `default-global` without lines, where its values come from."""
        block = self.profile(feature, name)
        return block.first_line if block is not None else self.place if self.is_roce else self.whole
