"""Paths that BGP permits in any state: several failures, path hunting, slow convergence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.graph.cycles import cyclic_components, shortest_cycle
from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.equivalent_switches import equivalence_classes
from roce_lint.paths.pause.routes import RouteSearch, SearchTooLong, is_permitted
from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology
from roce_lint.paths.pause.waits import PauseCycle, Waits, distinct_priorities, shortest_possible
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Permitted:
    """Whether some set of permitted routes makes channels wait in a cycle.

    `is_decided` false: a search was too long, and a cycle may or may not exist. `witnesses`: for each dependency of the
    cycle the path of a packet, source first.
    """

    cycle: PauseCycle | None
    witnesses: Mapping[tuple[Hop, Hop], tuple[SwitchIndex, ...]]
    is_decided: bool = True

    @property
    def is_cyclic(self) -> bool:
        """Say whether a cycle was found."""
        return self.cycle is not None


@dataclass(frozen=True, slots=True)
class OriginPlan:
    """What happens to routes to the hosts of `origins`."""

    plan: BgpPlan
    origins: frozenset[SwitchIndex]


NO_CYCLE = Permitted(None, {})
NOT_DECIDED = Permitted(None, {}, is_decided=False)


def local_waits(topology: SwitchTopology, *plans: BgpPlan) -> Waits:
    """Return the dependencies u -> v -> w for which a route could travel from w over v to u, wherever it came from.

    Holds for any fabric, with tiers or without: what is missing here no permitted route and no converged state has.
    Several plans are taken together; what one permits is not asked of the others.
    """
    waits = Waits(topology)
    for plan in plans:
        _add_local(waits, topology, plan)
    return waits


def _add_local(waits: Waits, topology: SwitchTopology, plan: BgpPlan) -> None:
    number = topology.hop_number
    for v, near in enumerate(topology.near):
        taken = [w for w in near if plan.hears(v, w)]
        for u in near:
            if not plan.hears(u, v):
                continue
            mask = waits.after[number[u, v]]
            for w in taken:
                if w != u and not mask >> number[v, w] & 1 and is_permitted(plan, (w, v, u)):
                    mask |= 1 << number[v, w]
            waits.after[number[u, v]] = mask


def permitted_cycle(topology: SwitchTopology, plans: Sequence[OriginPlan], screen: Waits | None = None) -> Permitted:
    """Return a cycle of dependencies each of which some whole permitted route has, or that there is none.

    A cycle is looked for among the turns that local settings permit. Each of its turns must lie on a whole route from a
    destination to a source; turns that lie on none are taken away and the search goes on. That gives the verdict of
    enumerating all routes without enumerating them. `screen` are the local dependencies, where the caller has them.
    """
    waits = screen or local_waits(topology, *(one.plan for one in plans))
    classes = _classes(topology, plans)
    searches = [RouteSearch(topology, one.plan, classes, one.origins) for one in plans]
    found: dict[tuple[object, ...], tuple[SwitchIndex, ...]] = {}
    is_decided = True
    for priority in distinct_priorities(topology):
        graph = [set(after) for after in waits.successors(priority)]
        while components := cyclic_components(graph):
            successors = [sorted(after) for after in graph]
            cycle = shortest_cycle(successors, components[0], shortest_possible(topology, successors, components[0]))
            witnesses: dict[tuple[Hop, Hop], tuple[SwitchIndex, ...]] = {}
            for first, second in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                u, v, w = (*topology.hops[first], topology.hops[second][1])
                try:
                    path = _witness(searches, found, classes, (u, v, w))
                except SearchTooLong:
                    if any(one.plan.judge is not None for one in plans):
                        return NOT_DECIDED
                    path, is_decided = (), False
                if not path:
                    _take_away(topology, graph, classes, (u, v, w))
                    break
                witnesses[topology.hops[first], topology.hops[second]] = path
            else:
                channels = tuple((*topology.hops[number], priority) for number in cycle)
                return Permitted(PauseCycle(channels, len(components[0])), witnesses)
    return NO_CYCLE if is_decided else NOT_DECIDED


def _classes(topology: SwitchTopology, plans: Sequence[OriginPlan]) -> tuple[int, ...]:
    """Return the classes of switches that are equivalent under every plan."""
    apart = [(*equivalence_classes(topology, one.plan),) for one in plans]
    apart += [tuple(node in one.origins for node in range(len(topology.names))) for one in plans]
    seen: dict[tuple[int, ...], int] = {}
    return tuple(seen.setdefault(key, len(seen)) for key in zip(*apart, strict=True))


def _witness(
    searches: Sequence[RouteSearch],
    found: dict[tuple[object, ...], tuple[SwitchIndex, ...]],
    classes: tuple[int, ...],
    turn: tuple[SwitchIndex, SwitchIndex, SwitchIndex],
) -> tuple[SwitchIndex, ...]:
    """Return a packet's path over the turn; turns that have no path are remembered for all that are equivalent."""
    key = tuple(classes[node] for node in turn)
    if key in found and not found[key]:
        return ()
    path = next((path for search in searches if (path := search.through(*turn))), ())
    found[key] = path
    return path


def _take_away(
    topology: SwitchTopology,
    graph: list[set[int]],
    classes: tuple[int, ...],
    turn: tuple[SwitchIndex, SwitchIndex, SwitchIndex],
) -> None:
    """Remove a turn, and those that exchanging equivalent switches makes of it."""
    wanted = tuple(classes[node] for node in turn)
    for number, (u, v) in enumerate(topology.hops):
        if classes[u] == wanted[0] and classes[v] == wanted[1]:
            graph[number] -= {after for after in graph[number] if classes[topology.hops[after][1]] == wanted[2]}
