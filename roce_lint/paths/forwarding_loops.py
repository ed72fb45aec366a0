"""Packets that go round for ever: next hops of one destination that lead back, while nothing or one thing failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.model.addresses import Subnet, subnet_of
from roce_lint.model.fact import Source, known
from roce_lint.model.routing import StaticRoute
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.forwarding_table import StaticHop
from roce_lint.paths.pause.forwarding import Tree, shortest_way
from roce_lint.paths.pause.topology import SwitchIndex, SwitchTopology
from roce_lint.paths.pause.views import Failure, after_failure
from roce_lint.paths.switch_graph import SwitchGraph
from roce_lint.values import dataclass

_AT_ONCE = 5
"""The distance up to which a static route is not kept for the case that another one goes."""


@dataclass(frozen=True, slots=True)
class ForwardingLoop:
    """Packets to hosts of `destination` go round `nodes` after `failure` (None: while nothing has failed).

    `static`: the static route by which one of `nodes`, the first, sends them there; None where protocols alone do.
    """

    nodes: tuple[SwitchIndex, ...]
    destination: SwitchIndex
    failure: Failure | None
    static: StaticHop | None

    @property
    def place(self) -> Source | None:
        """Return the line of the static route."""
        return None if self.static is None else self.static.route.source


def forwarding_loops(analysis: DeadlockAnalysis) -> list[ForwardingLoop]:
    """Return the loops from which packets could still be delivered, one for each static route, the healthy ones first.

    BGP by itself makes none that lasts. Raises TooLargeError.
    """
    variant = analysis.lenient
    if variant.table.is_bgp_only or analysis.routing_doubt is not None or analysis.planner.doubts:
        return []
    healthy = analysis.healthy_state(variant)
    found: dict[object, ForwardingLoop] = {}
    for failure in (None, *analysis.failures(variant, cables=True), *analysis.failures(variant, cables=False)):
        state = healthy if failure is None else after_failure(healthy, failure, variant.table.forward)
        if failure is not None and state is healthy:
            continue
        for tree in state.all_trees():
            loop = _loop_in(tree)
            if loop and _is_behind(state.topology, loop[0], tree.destination):
                one = _loop(analysis, loop, tree, failure)
                found.setdefault(one.place or frozenset(one.nodes), one)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class MutualRoutes:
    """Static routes to one prefix by which two switches send packets to each other."""

    nodes: tuple[SwitchIndex, SwitchIndex]
    route: StaticRoute
    back: StaticRoute


def mutual_routes(graph: SwitchGraph) -> list[MutualRoutes]:
    """Return the static routes of switches that point at each other, whatever the prefix, for each two switches once.

    Where one of the two is connected to the prefix, or has the route for the case that another one goes, none does.
    """
    hops: dict[tuple[str, Subnet], dict[SwitchIndex, dict[SwitchIndex, StaticRoute]]] = {}
    for node, device in enumerate(graph.devices):
        for route in device.routing.static_routes:
            subnet = subnet_of(route.prefix)
            other = graph.owner(route.next_hop) if route.next_hop and not route.discards else None
            if subnet is None or other is None or other == node or known(route.distance, 1) > _AT_ONCE:
                continue
            if not any(subnet in port.subnets for port in device.ports):
                hops.setdefault((route.vrf, subnet), {}).setdefault(node, {})[other] = route
    return [
        MutualRoutes((node, other), route, by_node[other][node])
        for by_node in hops.values()
        for node, onward in by_node.items()
        for other, route in onward.items()
        if node < other and node in by_node.get(other, {})
    ]


def _loop(
    analysis: DeadlockAnalysis, nodes: tuple[SwitchIndex, ...], tree: Tree, failure: Failure | None
) -> ForwardingLoop:
    """Return the loop, turned so that it begins with the switch that has the static route."""
    for place, node in enumerate(nodes):
        onward = nodes[(place + 1) % len(nodes)]
        static = next(_statics(analysis, node, onward, tree), None)
        if static is not None:
            return ForwardingLoop(nodes[place:] + nodes[:place], tree.destination, failure, static)
    return ForwardingLoop(nodes, tree.destination, failure, None)


def _statics(analysis: DeadlockAnalysis, node: SwitchIndex, onward: SwitchIndex, tree: Tree) -> Iterator[StaticHop]:
    """Yield the static routes by which a switch sends there, and not a protocol."""
    if any(onward in beneath[node] for beneath in tree.beneath[:1]):
        return
    for hop in analysis.lenient.table.statics.get(node, ()):
        if hop.neighbor == onward:
            yield hop


def _loop_in(tree: Tree) -> tuple[SwitchIndex, ...]:
    """Return the switches of a loop that packets from some source come to, in order; nothing where there is none."""
    seen: set[SwitchIndex] = set()
    for start in sorted(tree.sources):
        path: list[SwitchIndex] = []
        pending: list[tuple[SwitchIndex, int]] = [(start, 0)]
        while pending:
            node, depth = pending.pop()
            del path[depth:]
            if node in path:
                return tuple(path[path.index(node) :])
            if node not in seen:
                seen.add(node)
                path.append(node)
                pending += [(other, len(path)) for other in tree.next_hops[node]]
    return ()


def _is_behind(topology: SwitchTopology, start: SwitchIndex, goal: SwitchIndex) -> bool:
    """Say whether cables still lead from a switch to another."""
    near: Sequence[tuple[SwitchIndex, ...]] = [tuple(topology.near[node]) for node in range(len(topology.names))]
    return bool(shortest_way(near, [start], goal))
