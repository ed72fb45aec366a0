"""Switches and cables that can be exchanged without changing the fabric, so that one of them stands for all."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.topology import Cable, SwitchIndex, SwitchTopology

_Key: TypeAlias = tuple[object, ...]


def equivalence_classes(topology: SwitchTopology, plan: BgpPlan | None) -> tuple[int, ...]:
    """Return the number of each switch's class; two of one class have the same neighbours and the same settings.

    To exchange two of one class maps the fabric onto itself: they are joined to the same switches by cables of one cost
    and loss, own hosts alike, and have either the same AS number or one that nobody else has. `plan` is None where no
    BGP runs. Where policies evaluate whole routes, each switch is one of its own.
    """
    if plan is not None and plan.judge is not None:
        return tuple(range(len(topology.names)))
    cables_of: list[dict[SwitchIndex, _Key]] = [{} for _ in topology.names]
    for cable in topology.cables:
        forth, back = (cable.a, cable.b), (cable.b, cable.a)
        ahead = topology.lossless.get(forth, topology.usual)
        behind = topology.lossless.get(back, topology.usual)
        cables_of[cable.a][cable.b] = (cable.cost_ab, cable.cost_ba, cable.count, ahead, behind)
        cables_of[cable.b][cable.a] = (cable.cost_ba, cable.cost_ab, cable.count, behind, ahead)
    numbers = Counter(plan.asns) if plan else Counter()
    barred = _barred(plan)
    seen: dict[_Key, int] = {}
    classes = []
    for node, near in enumerate(cables_of):
        session = (_sessions(plan, node, near) if plan else (), barred.get(node))
        asn = plan.asns[node] if plan and numbers[plan.asns[node]] > 1 else -1
        key = (topology.tiers[node], node in topology.endpoints, asn, session, frozenset(near.items()))
        classes.append(seen.setdefault(key, len(seen)))
    return tuple(classes)


def tree_of_equivalent(tree: Tree, other: SwitchIndex) -> Tree | None:
    """Return the tree to a switch that is equivalent to the destination; None where it has to be found by itself.

    Exchanging the two maps one tree to the other as long as neither is one of several from which a route
    comes: then nobody ever chooses by the order of the two.
    """
    destination = tree.destination
    next_hops: list[tuple[SwitchIndex, ...]] = []
    for hops in tree.next_hops:
        if other in hops or (destination in hops and len(hops) > 1):
            return None
        next_hops.append((other,) if destination in hops else hops)
    next_hops[destination], next_hops[other] = next_hops[other], next_hops[destination]
    return Tree(other, tuple(next_hops), tree.sources - {other} | {destination}) if not tree.beneath else None


def _barred(plan: BgpPlan | None) -> dict[SwitchIndex, frozenset[tuple[SwitchIndex, SwitchIndex]]]:
    """Return for each switch the (switch, neighbour) pairs over which its routes are not passed on.

    No route goes back to where it came from, whether or not that is said.
    """
    found: dict[SwitchIndex, set[tuple[SwitchIndex, SwitchIndex]]] = {}
    for pair, sources in plan.withheld.items() if plan else ():
        for node in (sources | {pair[1]}) - {pair[0]}:
            found.setdefault(node, set()).add(pair)
    return {node: frozenset(pairs) for node, pairs in found.items()}


def _sessions(plan: BgpPlan, node: SwitchIndex, near: dict[SwitchIndex, _Key]) -> frozenset[_Key]:
    return frozenset(
        (
            other,
            plan.hears(node, other),
            plan.hears(other, node),
            plan.allows(node, other),
            plan.allows(other, node),
            _but(plan.withheld.get((node, other)), node),
            _with(plan.withheld.get((other, node)), node),
            (node, other) in plan.clients,
            (other, node) in plan.clients,
            plan.changes.get((node, other)),
            plan.changes.get((other, node)),
        )
        for other in near
    )


def _with(nodes: frozenset[SwitchIndex] | None, own: SwitchIndex) -> frozenset[SwitchIndex] | None:
    """Return whose routes a neighbour keeps from a switch; where it keeps any, its own among them."""
    return None if nodes is None else nodes | {own}


def _but(nodes: frozenset[SwitchIndex] | None, own: SwitchIndex) -> tuple[bool, frozenset[SwitchIndex]]:
    """Return whether a switch withholds its own routes, and whose else."""
    withheld = nodes or frozenset()
    return own in withheld, withheld - {own}


def distinct_cables(topology: SwitchTopology, classes: tuple[int, ...]) -> tuple[tuple[Cable, int], ...]:
    """Return one cable of each kind, the first, and how many of the kind there are."""
    kinds: dict[tuple[int, int], list[Cable]] = {}
    for cable in topology.cables:
        kinds.setdefault((classes[cable.a], classes[cable.b]), []).append(cable)
    return tuple((alike[0], len(alike)) for alike in kinds.values())


def distinct_nodes(classes: tuple[int, ...]) -> tuple[tuple[SwitchIndex, int], ...]:
    """Return one switch of each class, the first, and how many it has."""
    first: dict[int, SwitchIndex] = {}
    for node, number in enumerate(classes):
        first.setdefault(number, node)
    counts = Counter(classes)
    return tuple((node, counts[number]) for number, node in first.items())
