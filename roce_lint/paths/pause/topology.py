"""The abstract fabric: switches by number, cables between them, and which channels can be paused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

SwitchIndex: TypeAlias = int
Hop: TypeAlias = tuple[int, int]
"""From one switch to the next. A hop is a channel: the ingress buffer of the second, fed by the first."""

USUAL_PRIORITY = 3


@dataclass(frozen=True, slots=True)
class Cable:
    """Two switches that are cabled, by one cable or by several side by side; `cost` is the IGP's, each way."""

    a: SwitchIndex
    b: SwitchIndex
    cost_ab: int = 1
    cost_ba: int = 1
    count: int = 1


@dataclass(frozen=True)
class SwitchTopology:
    """Switches 0 to n-1. `tiers` count from the hosts upwards; links inside a tier are peer links.

    `endpoints` are the switches whose hosts RoCE traffic comes from and goes to. `lossless` are the priorities for
    which a hop's buffer can pause its feeder; a hop that is missing has those of `usual`.
    Hosts are no switches: they may send pauses and wait for nobody, so that no cycle leads through them.
    """

    names: tuple[str, ...]
    tiers: tuple[int, ...]
    endpoints: frozenset[SwitchIndex]
    cables: tuple[Cable, ...]
    lossless: Mapping[Hop, frozenset[int]] = field(default_factory=dict)
    usual: frozenset[int] = frozenset({USUAL_PRIORITY})

    def __post_init__(self) -> None:
        """Number the hops, and note who is next to whom."""
        hops = [hop for cable in self.cables for hop in ((cable.a, cable.b), (cable.b, cable.a))]
        near: list[list[SwitchIndex]] = [[] for _ in self.names]
        for a, b in hops:
            near[a].append(b)
        object.__setattr__(self, "hops", tuple(hops))
        object.__setattr__(self, "hop_number", {hop: number for number, hop in enumerate(hops)})
        object.__setattr__(self, "near", tuple(tuple(sorted(others)) for others in near))

    hops: tuple[Hop, ...] = field(init=False, repr=False, compare=False)
    hop_number: Mapping[Hop, int] = field(init=False, repr=False, compare=False)
    near: tuple[tuple[SwitchIndex, ...], ...] = field(init=False, repr=False, compare=False)

    def priorities(self) -> tuple[int, ...]:
        """Return the priorities that are lossless on some hop."""
        found: set[int] = set()
        for hop in self.hops:
            found |= self.lossless.get(hop, self.usual)
        return tuple(sorted(found))

    def pauses(self, hop: Hop, priority: int) -> bool:
        """Say whether the hop's buffer can pause its feeder for the priority."""
        return priority in self.lossless.get(hop, self.usual)

    def without(self, cut: frozenset[Hop]) -> SwitchTopology:
        """Return the fabric without the cables in `cut` (pairs in either order)."""
        left = tuple(cable for cable in self.cables if (cable.a, cable.b) not in cut and (cable.b, cable.a) not in cut)
        return SwitchTopology(self.names, self.tiers, self.endpoints, left, self.lossless, self.usual)

    def without_cable(self, cable: Cable) -> SwitchTopology:
        """Return the fabric after one cable of the pair failed; the others side by side with it stay."""
        if cable.count == 1:
            return self.without(frozenset({(cable.a, cable.b)}))
        return self

    def without_node(self, node: SwitchIndex) -> SwitchTopology:
        """Return the fabric without one switch: it keeps its number and loses its cables and hosts."""
        left = tuple(cable for cable in self.cables if node not in (cable.a, cable.b))
        return SwitchTopology(self.names, self.tiers, self.endpoints - {node}, left, self.lossless, self.usual)

    def above(self, node: SwitchIndex) -> tuple[SwitchIndex, ...]:
        """Return the neighbours one tier or more farther from the hosts."""
        return self._above[node]

    @cached_property
    def siblings(self) -> tuple[frozenset[SwitchIndex], ...]:
        """Return the groups of two and more switches of one tier that reach one endpoint by going down only."""
        groups: dict[tuple[int, SwitchIndex], set[SwitchIndex]] = {}
        for node, hosts in enumerate(self._hosts_below()):
            for host in hosts:
                groups.setdefault((self.tiers[node], host), set()).add(node)
        return tuple(dict.fromkeys(frozenset(members) for members in groups.values() if len(members) > 1))

    def _hosts_below(self) -> list[frozenset[SwitchIndex]]:
        """Return for every switch the endpoints that it reaches by going down only, itself included."""
        found: dict[SwitchIndex, frozenset[SwitchIndex]] = {}
        for node in sorted(range(len(self.names)), key=lambda node: self.tiers[node]):
            own = frozenset({node}) if node in self.endpoints else frozenset()
            lower = [found[other] for other in self.near[node] if self.tiers[other] < self.tiers[node]]
            found[node] = own.union(*lower)
        return [found[node] for node in range(len(self.names))]

    @cached_property
    def _above(self) -> tuple[tuple[SwitchIndex, ...], ...]:
        tiers = self.tiers
        return tuple(
            [tuple([other for other in near if tiers[other] > tiers[node]]) for node, near in enumerate(self.near)]
        )
