"""A kept fabric before or after some of its switches have changed: facts of a few, and what all of them agree on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set

from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import Domain, devices_taking_part, roce_ports
from roce_lint.judge.derive.uplinks import Tiers, open_ended
from roce_lint.model.device import Device, Link, PortRef

FactsOf = Callable[[Set[str]], Mapping[str, Device]]
"""Gives the switches of these names. Raises NeedsWholeError for one that is kept no longer."""


class Cables:
    """Cables, and what follows from them; both sides of a change have one of it where none has changed."""

    def __init__(self, links: tuple[Link, ...]) -> None:
        """Look at every cable."""
        self.links = links
        self.peers: Mapping[PortRef, Link] = {end: link for link in links for end in (link.a, link.b)}
        self.near: dict[str, set[str]] = defaultdict(set)
        for link in links:
            self.near[link.a.device].add(link.b.device)
            self.near[link.b.device].add(link.a.device)
        self._taking_part: tuple[object, frozenset[str]] | None = None
        self._tiers: tuple[object, Tiers] | None = None

    def taking_part(self, speaking: frozenset[str], design: Design) -> frozenset[str]:
        """Return the devices that take part in RoCE: see `devices_taking_part`."""
        if self._taking_part is None or self._taking_part[0] != (speaking, design):
            self._taking_part = (speaking, design), devices_taking_part(speaking, self.peers, design)
        return self._taking_part[1]

    def tiers(self, names: Sequence[str], open_ends: Set[str]) -> Tiers:
        """Return how far some switches are from the hosts."""
        if self._tiers is None or self._tiers[0] != (names, open_ends):
            found = Tiers(names, self.peers, (), [name for name in names if name in open_ends])
            self._tiers = (names, open_ends), found
        return self._tiers[1]


class FabricSide:
    """One side of the change."""

    def __init__(
        self, names: Iterable[str], facts: FactsOf, cables: Cables, design: Design, speaking: frozenset[str]
    ) -> None:
        """`speaking` are the switches that speak of RoCE: see `speaks_of_roce`."""
        self.names = sorted(names)
        self.links, self.peers, self.design = cables.links, cables.peers, design
        self.taking_part = cables.taking_part(speaking, design)
        self._facts, self._cables = facts, cables

    def facts(self, names: Set[str]) -> dict[str, Device]:
        """Return those of some switches that are on this side, in order of name."""
        found = self._facts(names)
        return {name: found[name] for name in sorted(found)}

    def around(self, names: Iterable[str]) -> set[str]:
        """Return some switches with those that they are cabled to."""
        found = set(names)
        for name in tuple(found):
            found |= self._cables.near.get(name, set())
        return found

    def domain(self, devices: Iterable[Device]) -> Domain:
        """Say which ports of some switches RoCE crosses."""
        return roce_ports(tuple(devices), self.peers, self.design, taking_part=self.taking_part)

    def open_ended(self, devices: Iterable[Device]) -> set[str]:
        """Return which of some switches have hosts for certain."""
        every = tuple(devices)
        domain = self.domain(every)
        return {one.name for one in every if open_ended(one, self.peers, domain.inside[one.name])}

    def tiers(self, open_ends: Set[str]) -> Tiers:
        """Return how far all switches are from the hosts."""
        return self._cables.tiers(self.names, open_ends)
