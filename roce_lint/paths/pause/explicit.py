"""Paths that are given, with their priorities: detours, tunnels that bounce, service chains, routing loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from roce_lint.graph.cycles import cyclic_components, shortest_cycle
from roce_lint.paths.pause.topology import Hop, Node, Topology
from roce_lint.paths.pause.waits import Channel, PauseCycle

LOSSY = -1
"""The priority of a packet that may be dropped from here on: it waits for nobody's pause."""

Remap: TypeAlias = Callable[[int, Node, Node, Node], int]
"""(priority, u, v, w) -> priority: what v makes of a packet that came from u and leaves to w."""


def same_priority(priority: int, u: Node, v: Node, w: Node) -> int:
    """Return the priority unchanged."""
    del u, v, w
    return priority


def raised_at_bounces(topology: Topology, priorities: Sequence[int]) -> Remap:
    """Return the remap that takes the next of `priorities` at every turn from down to up, and drops after the last.

    k bounces need k+1 priorities. Source: Tagger, Practical PFC Deadlock Prevention, CoNEXT 2017.
    """

    def remap(priority: int, u: Node, v: Node, w: Node) -> int:
        if not (topology.is_down((u, v)) and topology.is_up((v, w))):
            return priority
        place = priorities.index(priority) + 1
        return priorities[place] if place < len(priorities) else LOSSY

    return remap


class GivenPaths:
    """Channels with their priorities, and what waits for what along the given paths."""

    def __init__(self, topology: Topology) -> None:
        """Start with no path."""
        self.topology = topology
        self._number: dict[Channel, int] = {}
        self._after: list[set[int]] = []

    def add(self, path: Sequence[Node], priority: int, remap: Remap = same_priority) -> None:
        """Add packets that take the path and start with the priority; a hop that does not pause breaks the chain."""
        before: int | None = None
        for place in range(1, len(path)):
            u, v = path[place - 1], path[place]
            if place > 1 and priority != LOSSY:
                priority = remap(priority, path[place - 2], u, v)
            number = self._channel((u, v), priority)
            if before is not None and number is not None:
                self._after[before].add(number)
            before = number

    def add_all(self, paths: Iterable[Sequence[Node]], priority: int, remap: Remap = same_priority) -> None:
        """Add packets that take any of the paths."""
        for path in paths:
            self.add(path, priority, remap)

    def _channel(self, hop: Hop, priority: int) -> int | None:
        """Return the channel's number, None where the buffer does not pause for the priority."""
        if priority == LOSSY or not self.topology.pauses(hop, priority):
            return None
        channel = (*hop, priority)
        if channel not in self._number:
            self._number[channel] = len(self._after)
            self._after.append(set())
        return self._number[channel]

    def cycles(self) -> tuple[PauseCycle, ...]:
        """Return a shortest cycle of each group of channels that wait for each other."""
        channels = list(self._number)
        successors = [sorted(after) for after in self._after]
        found: list[PauseCycle] = []
        for component in cyclic_components(successors):
            cycle = shortest_cycle(successors, component)
            found.append(PauseCycle(tuple(channels[number] for number in cycle), len(component)))
        return tuple(found)
