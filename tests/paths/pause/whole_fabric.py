"""Plans and trees of fabrics in which every cable runs the same protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from roce_lint.paths.pause.bgp_plan import NO_NODES, BgpPlan
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.path_vector import PathVector
from roce_lint.paths.pause.shortest import costs_of, shortest_tree
from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology


def plain_plan(
    topology: SwitchTopology,
    asns: tuple[int, ...],
    *,
    allowas_in: Mapping[SwitchIndex, int] | None = None,
    no_transit: frozenset[SwitchIndex] = NO_NODES,
) -> BgpPlan:
    """Return the plan in which all neighbours have a session.

    `allowas_in` holds for all sessions of a switch. Switches in `no_transit` pass nothing on from one neighbour above
    to another above.
    """
    withheld: dict[Hop, frozenset[SwitchIndex]] = {}
    for node in no_transit:
        above = frozenset(topology.above(node))
        withheld.update({(node, other): above for other in above})
    wide = allowas_in or {}
    return BgpPlan(
        asns,
        frozenset(topology.hops),
        {(node, other): count for node, count in wide.items() for other in topology.near[node]},
        withheld,
    )


def bgp_tree(topology: SwitchTopology, plan: BgpPlan, destination: SwitchIndex) -> Tree:
    """Return the next hops to one destination: see `PathVector`."""
    return PathVector(topology, plan).tree(destination)


def bgp_trees(topology: SwitchTopology, plan: BgpPlan, destinations: Iterable[SwitchIndex] = ()) -> list[Tree]:
    """Return the tree of every destination, or of those named."""
    settled = PathVector(topology, plan)
    return [
        settled.tree(destination)
        for destination in sorted(destinations or topology.endpoints)
        if destination in topology.endpoints
    ]


def shortest_trees(topology: SwitchTopology) -> list[Tree]:
    """Return the tree of every destination of a fabric whose every cable runs the same protocol."""
    costs = costs_of(topology)
    return [shortest_tree(topology, destination, costs) for destination in sorted(topology.endpoints)]
