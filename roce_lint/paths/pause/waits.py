"""Which channel waits for which: dependencies between hops, and the cycles among those that can be paused."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from roce_lint.graph.cycles import cyclic_components, is_cyclic, shortest_cycle
from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology
from roce_lint.values import dataclass

Channel: TypeAlias = tuple[SwitchIndex, SwitchIndex, int]
"""A hop and a priority: the ingress buffer that can pause the feeder for that priority."""


@dataclass(frozen=True, slots=True)
class PauseCycle:
    """Channels that wait for each other in a cycle; each waits for the next, the last for the first.

    `among` is the number of channels that can be part of some cycle with these.
    """

    channels: tuple[Channel, ...]
    among: int


class Waits:
    """A set of dependencies: a packet that came over one hop may leave over another.

    Kept as one bit set for each hop, so that a fabric of thousands of cables needs a few megabytes.
    """

    def __init__(self, topology: SwitchTopology) -> None:
        """Start with no dependency."""
        self.topology = topology
        self.after = [0] * len(topology.hops)

    def add(self, first: Hop, second: Hop) -> None:
        """Let `first` wait for `second`."""
        number = self.topology.hop_number
        self.after[number[first]] |= 1 << number[second]

    def holds(self, first: Hop, second: Hop) -> bool:
        """Say whether `first` waits for `second`."""
        number = self.topology.hop_number
        return bool(self.after[number[first]] >> number[second] & 1)

    def all(self) -> Iterator[tuple[Hop, Hop]]:
        """Yield every dependency."""
        hops = self.topology.hops
        for number, mask in enumerate(self.after):
            for other in bits(mask):
                yield hops[number], hops[other]

    def successors(self, priority: int) -> list[list[int]]:
        """Return the graph of the hops that pause for the priority; other hops have no edges."""
        topology = self.topology
        pausing = 0
        for number, hop in enumerate(topology.hops):
            if topology.pauses(hop, priority):
                pausing |= 1 << number
        return [
            list(bits(mask & pausing)) if mask and pausing >> number & 1 else []
            for number, mask in enumerate(self.after)
        ]

    def is_cyclic(self) -> bool:
        """Say whether some priority's channels can wait for each other in a cycle."""
        return any(is_cyclic(self.successors(priority)) for priority in distinct_priorities(self.topology))

    def cycles(self) -> tuple[PauseCycle, ...]:
        """Return a shortest cycle of each group of channels that wait for each other, priority by priority."""
        found: list[PauseCycle] = []
        for priority in self.topology.priorities():
            successors = self.successors(priority)
            for component in cyclic_components(successors):
                cycle = shortest_cycle(successors, component, shortest_possible(self.topology, successors, component))
                hops = (self.topology.hops[number] for number in cycle)
                found.append(PauseCycle(tuple((u, v, priority) for u, v in hops), len(component)))
        return tuple(found)


def distinct_priorities(topology: SwitchTopology) -> tuple[int, ...]:
    """Return one priority for each different set of hops that pause; the others have the same cycles."""
    seen: dict[frozenset[int], int] = {}
    for priority in topology.priorities():
        hops = frozenset(number for number, hop in enumerate(topology.hops) if topology.pauses(hop, priority))
        seen.setdefault(hops, priority)
    return tuple(seen.values())


def shortest_possible(
    topology: SwitchTopology, successors: Sequence[Collection[int]], component: tuple[int, ...]
) -> int:
    """Return a length that no cycle of the component falls below.

    Without turning back on a cable a cycle has three hops, and four where every hop changes the tier.
    """
    inside = set(component)
    turns_back = any(
        after in inside and topology.hops[after] == topology.hops[number][::-1]
        for number in component
        for after in successors[number]
    )
    if turns_back:
        return 2
    tiers = topology.tiers
    changes_tier = all((tiers[u] - tiers[v]) % 2 for u, v in (topology.hops[number] for number in component))
    return 4 if changes_tier else 3


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    if not mask:
        return
    text = bin(mask)[:1:-1]
    at = text.find("1")
    while at >= 0:
        yield at
        at = text.find("1", at + 1)
