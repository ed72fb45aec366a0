"""Converged forwarding by BGP: the fixed point of path-vector routing for one destination."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from roce_lint.facts.pause.bgp_plan import BgpPlan
from roce_lint.facts.pause.forwarding import Tree
from roce_lint.facts.pause.topology import Node, Topology


@dataclass(slots=True)
class _Best:
    """The best route of one switch: AS path as it was received, whether by iBGP, and from whom equal ones came."""

    path: tuple[int, ...]
    internal: bool
    senders: tuple[Node, ...]
    chosen: Node


def bgp_tree(topology: Topology, plan: BgpPlan, destination: Node) -> Tree:
    """Return the next hops after convergence.

    Routes are preferred by the length of their AS path, then eBGP before iBGP; all equal ones are used, and the one of
    the neighbour with the lowest rank is passed on. What is learned by iBGP is not passed on by iBGP. Each switch that
    settles for a length tells its neighbours, shortest first, so that no route is considered twice.
    Source: RFC 4271 section 9.1, RFC 7938 sections 5 and 6.
    """
    best = _settle(topology, plan, destination)
    next_hops = tuple(
        tuple(sorted(best[node].senders)) if node in best and node != destination else ()
        for node in range(len(topology.names))
    )
    return Tree(destination, next_hops, topology.endpoints - {destination})


def _settle(topology: Topology, plan: BgpPlan, destination: Node) -> dict[Node, _Best]:
    """Return the best route of each switch that has one, walking outwards from the destination."""
    best = {destination: _Best((), internal=False, senders=(), chosen=destination)}
    level = [destination]
    while level:
        # A hop between equal AS numbers does not lengthen the path: those of this length come first.
        level += _by_ibgp(topology, plan, best, level)
        level = _by_ebgp(topology, plan, best, level)
    return best


def _by_ibgp(topology: Topology, plan: BgpPlan, best: dict[Node, _Best], level: list[Node]) -> list[Node]:
    found: dict[Node, list[tuple[Node, tuple[int, ...]]]] = {}
    for sender in level:
        mine = best[sender]
        for receiver in topology.near[sender]:
            if receiver in best or plan.asns[receiver] != plan.asns[sender] or not plan.hears(receiver, sender):
                continue
            if mine.internal or not _passes(plan, sender, mine, receiver):
                continue
            if mine.path.count(plan.asns[receiver]) <= plan.allows(receiver, sender):
                found.setdefault(receiver, []).append((sender, mine.path))
    return _accept(plan, best, found, internal=True)


def _by_ebgp(topology: Topology, plan: BgpPlan, best: dict[Node, _Best], level: list[Node]) -> list[Node]:
    found: dict[Node, list[tuple[Node, tuple[int, ...]]]] = {}
    asns, sessions, refused, allowas_in = plan.asns, plan.sessions, plan.refused, plan.allowas_in
    for sender in level:
        mine = best[sender]
        path = (asns[sender], *mine.path)
        for receiver in topology.near[sender]:
            own = asns[receiver]
            pair = receiver, sender
            if receiver in best or own == asns[sender] or pair not in sessions or pair in refused:
                continue
            if own in path and path.count(own) > allowas_in.get(pair, 0):
                continue
            if _passes(plan, sender, mine, receiver):
                found.setdefault(receiver, []).append((sender, path))
    return _accept(plan, best, found, internal=False)


def _passes(plan: BgpPlan, sender: Node, mine: _Best, receiver: Node) -> bool:
    """Say whether the sender announces its best route to the receiver."""
    if mine.chosen == sender:
        return True
    return mine.chosen != receiver and plan.passes_on(sender, mine.chosen, receiver)


def _accept(
    plan: BgpPlan, best: dict[Node, _Best], found: dict[Node, list[tuple[Node, tuple[int, ...]]]], *, internal: bool
) -> list[Node]:
    for receiver, offers in found.items():
        chosen, path = min(offers, key=lambda offer: plan.order(offer[0]))
        best[receiver] = _Best(path, internal, tuple(sender for sender, _ in offers), chosen)
    return sorted(found)


def bgp_trees(topology: Topology, plan: BgpPlan, destinations: Iterable[Node] = ()) -> list[Tree]:
    """Return the tree of every destination, or of those named."""
    return [
        bgp_tree(topology, plan, destination)
        for destination in sorted(destinations or topology.endpoints)
        if destination in topology.endpoints
    ]
