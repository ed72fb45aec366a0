"""Forwarding by OSPF with several areas: packets stay in an area where they can, else cross by the backbone."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology

BACKBONE = "0.0.0.0"


def area_tree(
    topology: SwitchTopology,
    destination: SwitchIndex,
    costs: Mapping[Hop, int],
    areas: Mapping[Hop, str],
    homes: frozenset[str],
) -> Tree:
    """Return the next hops on all paths that OSPF prefers; `homes` are the areas of the destination's hosts.

    A path inside the area is preferred to any other, whatever it costs. Others lead over routers of the backbone that
    know one; those learn of other areas from the backbone only.
    Source: RFC 2328 sections 11 and 16.2.
    """
    members: dict[str, set[SwitchIndex]] = {}
    for hop in topology.hops:
        if hop in areas:
            members.setdefault(areas[hop], set()).update(hop)
    routes = _Routes(topology, destination, costs, areas)
    for area in sorted(homes):
        routes.learn(area, {destination: 0}, members.get(area, set()))
    border = members.get(BACKBONE, set())
    routes.learn(BACKBONE, routes.costs_of(border), border)
    for area in sorted(members.keys() - homes - {BACKBONE}):
        routes.learn(area, routes.costs_of(border & members[area]), members[area] - border)
    return routes.tree()


class _Routes:
    """Costs and next hops of the switches that have a route."""

    def __init__(
        self, topology: SwitchTopology, destination: SwitchIndex, costs: Mapping[Hop, int], areas: Mapping[Hop, str]
    ) -> None:
        self._topology = topology
        self._destination = destination
        self._costs = costs
        self._areas = areas
        self._cost: dict[SwitchIndex, int] = {destination: 0}
        self._next: dict[SwitchIndex, tuple[SwitchIndex, ...]] = {}

    def costs_of(self, nodes: set[SwitchIndex]) -> dict[SwitchIndex, int]:
        """Return the costs of those switches that have a route."""
        return {node: self._cost[node] for node in nodes if node in self._cost}

    def learn(self, area: str, sources: Mapping[SwitchIndex, int], takers: set[SwitchIndex]) -> None:
        """Give the takers that have no route the shortest one through an area to what its sources tell."""
        distance = dict(sources)
        pending = [(cost, node) for node, cost in sources.items()]
        heapq.heapify(pending)
        while pending:
            far, node = heapq.heappop(pending)
            if far > distance[node]:
                continue
            for other in self._topology.near[node]:
                cost = self._through((other, node), area)
                if cost is not None and far + cost < distance.get(other, far + cost + 1):
                    distance[other] = far + cost
                    heapq.heappush(pending, (far + cost, other))
        for node in takers - self._cost.keys():
            if node in distance:
                self._next[node] = self._hops(node, area, distance)
        self._cost.update({node: distance[node] for node in takers & distance.keys() if node not in self._cost})

    def _hops(self, node: SwitchIndex, area: str, distance: Mapping[SwitchIndex, int]) -> tuple[SwitchIndex, ...]:
        found = []
        for other in self._topology.near[node]:
            cost = self._through((node, other), area)
            if cost is not None and other in distance and distance[other] + cost == distance[node]:
                found.append(other)
        return tuple(found)

    def _through(self, hop: Hop, area: str) -> int | None:
        """Return what a hop costs if it is in the area."""
        return self._costs.get(hop) if self._areas.get(hop) == area else None

    def tree(self) -> Tree:
        """Return all next hops."""
        topology = self._topology
        hops = tuple(self._next.get(node, ()) for node in range(len(topology.names)))
        return Tree(self._destination, hops, topology.endpoints - {self._destination})
