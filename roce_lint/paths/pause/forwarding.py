"""Where every switch sends packets for one destination, and what waits for what because of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from roce_lint.paths.pause.topology import SwitchIndex, SwitchTopology
from roce_lint.paths.pause.waits import Waits
from roce_lint.values import dataclass

NextHops: TypeAlias = Sequence[tuple[SwitchIndex, ...]]
"""For each switch those to which it sends packets for one destination; empty where it delivers or has no route."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The next hops for packets to the hosts behind `destination`, and the switches whose hosts send there."""

    destination: SwitchIndex
    next_hops: NextHops
    sources: frozenset[SwitchIndex]
    beneath: tuple[NextHops, ...] = ()
    """Next hops of the protocols that these were chosen from, where they were chosen at all."""

    def uses(self, a: SwitchIndex, b: SwitchIndex) -> bool:
        """Say whether packets cross the cable between two switches, in either direction, or a protocol's routes do."""
        return any(b in hops[a] or a in hops[b] for hops in (self.next_hops, *self.beneath))

    def joined(self, other: Tree) -> Tree:
        """Return what can hold while routers change from one state to the other, in any order."""
        joined = tuple(
            mine if mine == theirs else tuple(sorted({*mine, *theirs}))
            for mine, theirs in zip(self.next_hops, other.next_hops, strict=True)
        )
        return Tree(self.destination, joined, self.sources | other.sources)

    def reached(self) -> list[SwitchIndex]:
        """Return the switches that packets from some source can come to, sources included."""
        seen = bytearray(len(self.next_hops))
        pending = [node for node in self.sources if self.next_hops[node]]
        for node in pending:
            seen[node] = 1
        reached = list(pending)
        while pending:
            for node in self.next_hops[pending.pop()]:
                if not seen[node]:
                    seen[node] = 1
                    pending.append(node)
                    reached.append(node)
        return reached


def add_tree(waits: Waits, tree: Tree) -> None:
    """Add the dependencies of everything that is sent along the tree."""
    number, after = waits.topology.hop_number, waits.after
    next_hops = tree.next_hops
    reached = tree.reached()
    leaving: dict[SwitchIndex, int] = {}
    for node in reached:
        mask = 0
        for other in next_hops[node]:
            mask |= 1 << number[node, other]
        leaving[node] = mask
    for node in reached:
        for other in next_hops[node]:
            mask = leaving[other]
            if mask:
                after[number[node, other]] |= mask


def waits_of(topology: SwitchTopology, trees: Iterable[Tree]) -> Waits:
    """Return the dependencies of all trees."""
    waits = Waits(topology)
    for tree in trees:
        add_tree(waits, tree)
    return waits


NEVER = -1
"""Takes its place in a path for a rest that never ends: the destination is behind it, and packets do not come there."""


def path_through(tree: Tree, first: SwitchIndex, second: SwitchIndex, third: SwitchIndex) -> tuple[SwitchIndex, ...]:
    """Return a path from a source to the destination over three switches in a row; empty where no packet goes there.

    Packets that go round for ever have NEVER before the destination.
    """
    before = _way(tree, first)
    if not before:
        return ()
    return (*before, second, *(_onward(tree, third) or (third, NEVER, tree.destination)))


def _way(tree: Tree, goal: SwitchIndex) -> tuple[SwitchIndex, ...]:
    """Return a shortest way from a source to `goal`."""
    return shortest_way(tree.next_hops, [node for node in sorted(tree.sources) if tree.next_hops[node]], goal)


def shortest_way(next_hops: NextHops, starts: Sequence[SwitchIndex], goal: SwitchIndex) -> tuple[SwitchIndex, ...]:
    """Return a shortest way from one of `starts` to `goal`, both included; empty where none leads there."""
    came: dict[SwitchIndex, SwitchIndex] = {node: node for node in starts}
    level = list(came)
    while level and goal not in came:
        following: list[SwitchIndex] = []
        for node in level:
            for other in next_hops[node]:
                if other not in came:
                    came[other] = node
                    following.append(other)
        level = following
    if goal not in came:
        return ()
    way = [goal]
    while came[way[-1]] != way[-1]:
        way.append(came[way[-1]])
    return tuple(reversed(way))


def _onward(tree: Tree, start: SwitchIndex) -> tuple[SwitchIndex, ...]:
    """Return a shortest way from `start` to where packets are delivered."""
    came: dict[SwitchIndex, SwitchIndex] = {start: start}
    level = [start]
    while level:
        following: list[SwitchIndex] = []
        for node in level:
            if not tree.next_hops[node]:
                way = [node]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return tuple(reversed(way))
            for other in tree.next_hops[node]:
                if other not in came:
                    came[other] = node
                    following.append(other)
        level = following
    return ()
