"""Quick answers: fabrics in which no packet is ever sent up again, and next hops that no state of BGP has."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.routes import is_permitted
from roce_lint.paths.pause.topology import SwitchIndex, SwitchTopology
from roce_lint.paths.pause.waits import Waits, bits


def never_turns_up(topology: SwitchTopology, plan: BgpPlan) -> bool:
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


def _loop_checks_hold(topology: SwitchTopology, plan: BgpPlan) -> bool:
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


def _siblings_share_numbers(topology: SwitchTopology, plan: BgpPlan) -> bool:
    for members in topology.siblings:
        if len({plan.asns[node] for node in members}) > 1:
            return False
        if plan.allowas_in and any(plan.allows(node, other) for node in members for other in topology.above(node)):
            return False
    return True


def may_wait_in_any_mixture(
    topology: SwitchTopology, local: Waits, origins: Iterable[tuple[SwitchIndex, BgpPlan]]
) -> bool:
    """Say whether next hops of any two states of BGP, mixed router by router, may close a cycle.

    A switch may send to those from whom a route can come to it, turn by turn as `local` permits; `origins` are the
    destinations with what happens to routes to their hosts. False holds for every state and every mixture of states.
    Costs destinations times hops.
    """
    hops, number = topology.hops, topology.hop_number
    leaving = [sum(1 << number[node, other] for other in near) for node, near in enumerate(topology.near)]
    opened = [0] * len(hops)
    for first, after in enumerate(local.after):
        for second in bits(after):
            opened[second] |= 1 << first
    mixed = Waits(topology)
    for place, (node, plan) in enumerate(origins):
        live = 0
        for other in topology.near[node]:
            if plan.announces_own(node, other) and is_permitted(plan, (node, other)):
                live |= 1 << number[other, node]
        live = _closure(live, opened)
        for hop in bits(live & ~leaving[node]):
            if hops[hop][1] != node:
                mixed.after[hop] |= live & leaving[hops[hop][1]]
        if place == 0 and mixed.is_cyclic():
            return True
    return mixed.is_cyclic()


def _closure(begun: int, opened: list[int]) -> int:
    """Return the hops that packets may take once they may take those begun with."""
    live = fresh = begun
    while fresh:
        reached = 0
        for hop in bits(fresh):
            reached |= opened[hop]
        fresh = reached & ~live
        live |= fresh
    return live
