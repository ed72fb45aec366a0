"""A quick answer for fabrics in which no packet is ever sent up again, whatever fails."""

from __future__ import annotations

from roce_lint.facts.pause.bgp_plan import BgpPlan
from roce_lint.facts.pause.topology import Topology


def never_turns_up(topology: Topology, plan: BgpPlan) -> bool:
    """Say whether no switch can send up what came from above, in any converged state or while routers settle.

    True for the AS plan of RFC 7938. Then every dependency leads up, over the top or down, and none of them, nor their
    union over all states, has a cycle. A switch v sends packets up that came from above in two cases only. Either it
    passes on to u what it learned from w, both above it: the loop check must refuse that for every such pair. Or the
    destination is below v, and v lost its way down and learned another from above: that way comes through a switch of
    v's tier with the same hosts below it, so that all of those must share v's AS number, and v must not allow its own.
    Holds where every cable joins neighbouring tiers and every session two AS numbers; false for any other fabric, and
    where the answer is not plain.
    """
    tiers = topology.tiers
    if plan.changes or any(plan.asns[a] == plan.asns[b] for a, b in plan.sessions):
        return False
    if any(abs(tiers[cable.a] - tiers[cable.b]) != 1 for cable in topology.cables):
        return False
    return _loop_checks_hold(topology, plan) and _siblings_share_numbers(topology, plan)


def _loop_checks_hold(topology: Topology, plan: BgpPlan) -> bool:
    for v in range(len(topology.names)):
        above = topology.above(v)
        taking = [u for u in above if plan.hears(u, v)]
        giving = [w for w in above if plan.hears(v, w)]
        numbers = {plan.asns[node] for node in (*taking, *giving)}
        if len(numbers) <= 1 and not any(plan.allows(u, v) for u in taking) and plan.asns[v] not in numbers:
            continue
        if any(plan.may_carry_valley(topology, v, u, w) for u in taking for w in giving if u != w):
            return False
    return True


def _siblings_share_numbers(topology: Topology, plan: BgpPlan) -> bool:
    below = _hosts_below(topology)
    groups: dict[tuple[int, int], set[int]] = {}
    for node, hosts in enumerate(below):
        for host in hosts:
            groups.setdefault((topology.tiers[node], host), set()).add(node)
    for members in groups.values():
        if len(members) < 2:
            continue
        if len({plan.asns[node] for node in members}) > 1:
            return False
        if any(plan.allows(node, other) for node in members for other in topology.above(node)):
            return False
    return True


def _hosts_below(topology: Topology) -> list[frozenset[int]]:
    """Return for every switch the endpoints that it reaches by going down only, itself included."""
    found: dict[int, frozenset[int]] = {}
    for node in sorted(range(len(topology.names)), key=lambda node: topology.tiers[node]):
        own = frozenset({node}) if node in topology.endpoints else frozenset()
        lower = [found[other] for other in topology.near[node] if topology.tiers[other] < topology.tiers[node]]
        found[node] = own.union(*lower)
    return [found[node] for node in range(len(topology.names))]
