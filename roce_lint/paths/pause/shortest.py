"""Forwarding by an interior gateway protocol: all shortest paths, whatever the tiers."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology


def costs_of(topology: SwitchTopology) -> dict[Hop, int]:
    """Return what each hop costs."""
    costs: dict[Hop, int] = {}
    for cable in topology.cables:
        costs[cable.a, cable.b] = cable.cost_ab
        costs[cable.b, cable.a] = cable.cost_ba
    return costs


def shortest_tree(topology: SwitchTopology, destination: SwitchIndex, costs: Mapping[Hop, int]) -> Tree:
    """Return the next hops on all shortest paths to one destination; hops without a cost are not used.

    Source: E. Dijkstra, A note on two problems in connexion with graphs, 1959; RFC 2328 section 16 (equal-cost paths).
    """
    distance: dict[SwitchIndex, int] = {destination: 0}
    pending = [(0, destination)]
    while pending:
        far, node = heapq.heappop(pending)
        if far > distance[node]:
            continue
        for other in topology.near[node]:
            cost = costs.get((other, node))
            if cost is not None and far + cost < distance.get(other, far + cost + 1):
                distance[other] = far + cost
                heapq.heappush(pending, (far + cost, other))
    next_hops: list[tuple[SwitchIndex, ...]] = []
    for node in range(len(topology.names)):
        here = distance.get(node)
        if node == destination or here is None:
            next_hops.append(())
            continue
        next_hops.append(
            tuple(
                other
                for other in topology.near[node]
                if other in distance and (node, other) in costs and distance[other] + costs[node, other] == here
            )
        )
    return Tree(destination, tuple(next_hops), topology.endpoints - {destination})
