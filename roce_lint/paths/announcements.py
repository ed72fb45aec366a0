"""Which switches announce the subnets of their hosts by BGP, and which keep routes from the AS they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from roce_lint.fabric.transit import PolicyEvaluator
from roce_lint.model.addresses import subnet_of
from roce_lint.model.fact import Unknown
from roce_lint.model.logic import is_true
from roce_lint.model.route_match import Route
from roce_lint.model.routing import AddressFamily, Origination, RouteOrigin
from roce_lint.os.registry import behaviour_of
from roce_lint.paths.bgp_sessions import BgpSessions
from roce_lint.paths.pause.bgp_plan import BgpPlan, PathChange
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.paths.session_terms import families_of
from roce_lint.paths.switch_graph import SwitchGraph


def is_silent(
    graph: SwitchGraph, sessions: BgpSessions, node: SwitchIndex, evaluator: Callable[[SwitchIndex], PolicyEvaluator]
) -> bool:
    """Say whether a switch surely announces none of its hosts' subnets.

    A `network` or an aggregate announces what lies in it, a redistribution what its policy lets through. Where no
    switch with hosts says what it announces, the configurations are excerpts, and all are taken to announce them.
    """
    found = list(originations(sessions, node))
    if any(is_open(one) for one in found):
        return False
    if not found:
        return any(states_networks(graph, sessions, other) for other in graph.host_ports)
    prefixes = graph.prefixes[node]
    if not prefixes:
        return False
    tags = {one.prefix: one.tag for one in graph.devices[node].routing.tagged_prefixes}
    for prefix in prefixes:
        route = Route(prefix, RouteOrigin.CONNECTED, tag=tags.get(prefix, 0))
        if any(announces(one, route, evaluator(node)) for one in found):
            return False
    return True


def kept_from_their_as(
    sessions: BgpSessions, plan: BgpPlan
) -> dict[SwitchIndex, dict[SwitchIndex, frozenset[SwitchIndex]]]:
    """Return for each switch and neighbour from whom routes are not sent there: they come from the neighbour's AS.

    Left out is what the neighbour's loop check refuses all the same. Replacing its number lifts the check.
    """
    asns = plan.asns
    near: dict[SwitchIndex, list[SwitchIndex]] = {}
    for node, other in sessions.ends:
        near.setdefault(node, []).append(other)
    found: dict[SwitchIndex, dict[SwitchIndex, frozenset[SwitchIndex]]] = {node: {} for node in near}
    for node, to in sessions.ends:
        families = tuple(families_of(sessions.ends[node, to]))
        lifted = plan.changes.get((node, to)) is PathChange.OVERRIDE
        if not plan.allows(to, node) or asns[node] == asns[to] or lifted:
            continue
        kept = frozenset(other for other in near[node] if asns[other] == asns[to] and other != to)
        if kept and families and all(is_true(family.withholds_peer_asn) for family in families):
            found[node][to] = kept
    return found


def states_networks(graph: SwitchGraph, sessions: BgpSessions, node: SwitchIndex) -> bool:
    """Say whether a switch says what it announces, and does not leave it to its policies."""
    by_policy_alone = behaviour_of(graph.devices[node].os).bgp_announces_by_policy_alone
    return not by_policy_alone and any(originations(sessions, node))


def originations(sessions: BgpSessions, node: SwitchIndex) -> Iterator[Origination]:
    """Yield what a switch announces of its own by unicast BGP."""
    for process in sessions.processes.get(node, ()):
        yield from (one for one in process.originations if one.family is not AddressFamily.EVPN)


def is_open(one: Origination) -> bool:
    """Say whether all connected subnets are announced, or something that is not looked into."""
    if one.prefix:
        return False
    if one.origin is RouteOrigin.CONNECTED:
        return isinstance(one.policy, Unknown) or not one.policy.value.policies
    return one.origin is not RouteOrigin.STATIC


def announces(one: Origination, route: Route, evaluator: PolicyEvaluator) -> bool:
    """Say whether the route may be announced."""
    if one.prefix:
        announced, wanted = subnet_of(one.prefix), subnet_of(route.prefix)
        return announced is None or wanted is None or announced.covers(wanted)
    if one.origin is not RouteOrigin.CONNECTED:
        return False
    permitted = evaluator.judge((one.policy,), route).permitted
    return isinstance(permitted, Unknown) or permitted.value
