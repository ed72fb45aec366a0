"""Which switches announce the subnets of their hosts by BGP at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from roce_lint.facts.addresses import subnet_of
from roce_lint.facts.fact import Unknown
from roce_lint.facts.paths.bgp_sessions import Sessions
from roce_lint.facts.paths.forwarding_table import host_prefixes
from roce_lint.facts.paths.switch_graph import SwitchGraph
from roce_lint.facts.pause.topology import Node
from roce_lint.facts.route_match import Route
from roce_lint.facts.routing import AddressFamily, Origination, RouteOrigin
from roce_lint.facts.terms import Os
from roce_lint.facts.transit import PolicyEvaluator


def is_silent(graph: SwitchGraph, sessions: Sessions, node: Node, evaluator: Callable[[Node], PolicyEvaluator]) -> bool:
    """Say whether a switch surely announces none of its hosts' subnets.

    A `network` or an aggregate announces what lies in it, a redistribution what its policy lets through. Where no switch
    with hosts says what it announces, the configurations are excerpts, and all are taken to announce their hosts.
    """
    found = list(_originations(sessions, node))
    if any(_is_open(one) for one in found):
        return False
    if not found:
        return any(_states_networks(graph, sessions, other) for other in graph.host_ports)
    prefixes = host_prefixes(graph, node)
    if not prefixes:
        return False
    tags = {one.prefix: one.tag for one in graph.devices[node].routing.tagged_prefixes}
    for prefix in prefixes:
        route = Route(prefix, RouteOrigin.CONNECTED, tag=tags.get(prefix, 0))
        if any(_announces(one, route, evaluator(node)) for one in found):
            return False
    return True


def _states_networks(graph: SwitchGraph, sessions: Sessions, node: Node) -> bool:
    """Say whether a switch says what it announces; SR Linux leaves that to its policies."""
    return graph.devices[node].os is not Os.SRLINUX and any(_originations(sessions, node))


def _originations(sessions: Sessions, node: Node) -> Iterator[Origination]:
    for process in sessions.processes.get(node, ()):
        yield from (one for one in process.originations if one.family is not AddressFamily.EVPN)


def _is_open(one: Origination) -> bool:
    """Say whether all connected subnets are announced, or something that is not looked into."""
    if one.prefix:
        return False
    if one.origin is RouteOrigin.CONNECTED:
        return isinstance(one.policy, Unknown) or not one.policy.value.policies
    return one.origin is not RouteOrigin.STATIC


def _announces(one: Origination, route: Route, evaluator: PolicyEvaluator) -> bool:
    """Say whether the route may be announced."""
    if one.prefix:
        announced, wanted = subnet_of(one.prefix), subnet_of(route.prefix)
        return announced is None or wanted is None or announced.covers(wanted)
    if one.origin is not RouteOrigin.CONNECTED:
        return False
    permitted = evaluator.judge((one.policy,), route).permitted
    return isinstance(permitted, Unknown) or permitted.value
