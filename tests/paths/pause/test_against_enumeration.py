"""Verdicts on random fabrics against plain enumeration, and theorems on them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import pytest

from roce_lint.paths.pause.bgp_plan import BgpPlan, PathChange
from roce_lint.paths.pause.path_vector import NotSettled
from roce_lint.paths.pause.permitted import OriginPlan, local_waits, permitted_cycle
from roce_lint.paths.pause.screen import may_wait_in_any_mixture, never_turns_up
from roce_lint.paths.pause.shortest import costs_of, shortest_tree
from roce_lint.paths.pause.topology import Cable, SwitchTopology
from roce_lint.paths.pause.views import cable_failures, converge, first_cycle_after, first_transient_cycle
from roce_lint.paths.pause.waits import Waits
from roce_lint.values import replace
from tests.paths.pause.whole_fabric import bgp_tree, bgp_trees, plain_plan, shortest_trees

Edge = tuple[tuple[int, int], tuple[int, int]]
SEEDS = range(120)


def fabric(seed: int, *, peers: bool = False) -> tuple[SwitchTopology, BgpPlan]:
    """Return a random fabric of two or three tiers with a random AS plan."""
    chance = random.Random(seed)
    tiers = [1] * chance.randint(2, 4) + [2] * chance.randint(1, 3) + [3] * chance.choice([0, 0, 1, 2])
    pairs = [(a, b) for a in range(len(tiers)) for b in range(a + 1, len(tiers))]
    chosen = [
        (a, b)
        for a, b in pairs
        if (tiers[b] - tiers[a] == 1 and chance.random() < 0.8)
        or (peers and tiers[a] == tiers[b] and chance.random() < 0.3)
    ]
    endpoints = {node for node, tier in enumerate(tiers) if tier == 1 or chance.random() < 0.1}
    names = tuple(f"n{node}" for node in range(len(tiers)))
    topology = SwitchTopology(names, tuple(tiers), frozenset(endpoints), tuple(Cable(a, b) for a, b in chosen))
    shared = {tier: chance.random() < 0.5 for tier in (1, 2, 3)}
    asns = tuple(
        65000 + 100 * tier if shared[tier] and tier > 1 else 65000 + 100 * tier + node
        for node, tier in enumerate(tiers)
    )
    wide = {node: 1 for node, tier in enumerate(tiers) if chance.random() < 0.15}
    closed = frozenset(node for node, tier in enumerate(tiers) if chance.random() < 0.3)
    return topology, plain_plan(topology, asns, allowas_in=wide, no_transit=closed)


def everywhere(topology: SwitchTopology, plan: BgpPlan) -> list[OriginPlan]:
    return [OriginPlan(plan, topology.endpoints)]


def has_cycle(edges: Iterable[Edge]) -> bool:
    """Say whether the dependencies contain a cycle, by taking away what waits for nobody."""
    left = set(edges)
    while left:
        waiting = {first for first, _ in left}
        kept = {(first, second) for first, second in left if second in waiting}
        if kept == left:
            return True
        left = kept
    return False


def turns(path: tuple[int, ...]) -> set[Edge]:
    return {((u, v), (v, w)) for u, v, w in zip(path, path[1:], path[2:], strict=False)}


def enumerated(topology: SwitchTopology, plan: BgpPlan) -> set[Edge]:
    """Return the dependencies of every permitted route, found by walking outwards from every destination."""
    near = {node: set(topology.near[node]) for node in range(len(topology.names))}
    found: set[Edge] = set()
    pending = [(origin,) for origin in topology.endpoints]
    while pending:
        route = pending.pop()
        here = route[-1]
        if here in topology.endpoints:
            found |= turns(route[::-1])
        for other in near[here] - set(route):
            numbers = [plan.asns[node] for node in (*route, other)]
            path = [one for one, following in itertools.pairwise(numbers) if one != following]
            if len(numbers) > 2 and numbers[-3] == numbers[-2] == numbers[-1]:
                continue
            if path.count(plan.asns[other]) > plan.allowas_in.get((other, here), 0):
                continue
            if len(route) > 1 and route[-2] in plan.withheld.get((here, other), ()):
                continue
            pending.append((*route, other))
    return found


def settled(topology: SwitchTopology, plan: BgpPlan, destination: int) -> dict[int, set[int]]:
    """Return the next hops to a destination by rounds of announcements until nothing changes."""
    best: dict[int, tuple[tuple[int, ...], tuple[int, ...], set[int]]] = {destination: ((), (destination,), set())}
    for _ in range(4 * len(topology.names)):
        before = dict(best)
        for node in range(len(topology.names)):
            if node == destination:
                continue
            offers = []
            for sender in topology.near[node]:
                if sender not in before:
                    continue
                path, walk, _ = before[sender]
                source = walk[1] if len(walk) > 1 else None
                internal = plan.asns[sender] == plan.asns[node]
                if internal and source is not None and plan.asns[source] == plan.asns[sender]:
                    continue
                path = path if internal else (plan.asns[sender], *path)
                refused = path.count(plan.asns[node]) > plan.allowas_in.get((node, sender), 0)
                if refused or source == node or source in plan.withheld.get((sender, node), ()):
                    continue
                offers.append((len(path), internal, sender, path, walk))
            if offers:
                preferred = min(offer[:2] for offer in offers)
                equal = sorted(offer for offer in offers if offer[:2] == preferred)
                best[node] = (equal[0][3], (node, *equal[0][4]), {offer[2] for offer in equal})
            else:
                best.pop(node, None)
        if best == before:
            break
    else:
        pytest.skip("announcements do not settle")
    return {node: hops for node, (_, _, hops) in best.items()}


def dependencies(waits: Waits) -> set[Edge]:
    return set(waits.all())


@pytest.mark.parametrize("seed", SEEDS)
def test_permitted_cycles_are_those_of_enumeration(seed):
    topology, plan = fabric(seed, peers=seed % 3 == 0)
    edges = enumerated(topology, plan)
    verdict = permitted_cycle(topology, everywhere(topology, plan))
    assert (verdict.is_decided, verdict.is_cyclic) == (True, has_cycle(edges))
    for (first, second), path in verdict.witnesses.items():
        assert (first, second) in turns(path) & edges
    assert edges <= dependencies(local_waits(topology, plan))


@pytest.mark.parametrize("seed", SEEDS)
def test_converged_next_hops_are_those_of_rounds_of_announcements(seed):
    topology, plan = fabric(seed, peers=seed % 3 == 0)
    for tree in bgp_trees(topology, plan):
        expected = settled(topology, plan, tree.destination)
        found = {node: set(hops) for node, hops in enumerate(tree.next_hops) if hops}
        assert found == {node: hops for node, hops in expected.items() if hops}


@pytest.mark.parametrize("seed", range(0, 120, 2))
def test_screens_miss_no_cycle_in_any_state(seed):
    topology, plan = fabric(seed, peers=seed % 4 == 0)
    healthy = converge(topology, lambda now, node: [bgp_tree(now, plan, node)])
    failures = cable_failures(topology)
    forward = lambda now, node: [bgp_tree(now, plan, node)]  # noqa: E731  # read as one thing
    after = first_cycle_after(healthy, failures, forward)
    settling = first_transient_cycle(healthy, failures, forward)
    if not local_waits(topology, plan).is_cyclic():
        assert after == ()
    mixes = may_wait_in_any_mixture(
        topology, local_waits(topology, plan), [(node, plan) for node in sorted(topology.endpoints)]
    )
    if not mixes:
        assert settling == ()
    if never_turns_up(topology, plan):
        assert settling == ()
        assert not permitted_cycle(topology, everywhere(topology, plan)).is_cyclic


@pytest.mark.parametrize("seed", range(40))
def test_shortest_paths_are_shortest(seed):
    topology, _ = fabric(seed, peers=True)
    for tree in shortest_trees(topology):
        distance = {tree.destination: 0}
        for _ in topology.names:
            for node, near in enumerate(topology.near):
                known = [distance[other] + 1 for other in near if other in distance]
                if node != tree.destination and known:
                    distance[node] = min(known)
        for node, hops in enumerate(tree.next_hops):
            expected = [other for other in topology.near[node] if distance.get(other, -2) + 1 == distance.get(node)]
            assert list(hops) == (expected if node != tree.destination else [])
    assert shortest_tree(topology, 0, costs_of(topology)).destination == 0


def test_removed_numbers_that_let_bgp_settle_in_two_ways_are_not_decided():
    cables = tuple(Cable(a, b) for a, b in [(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 4)])
    topology = SwitchTopology(tuple("lAadC"), (1, 2, 2, 3, 3), frozenset({0}), cables)
    removing = {(core, agg): PathChange.REMOVE_ALL_PRIVATE for core in (3, 4) for agg in (1, 2)}
    plan = replace(plain_plan(topology, (65101, 65001, 65001, 65002, 65002)), changes=removing, rank=(4, 2, 3, 0, 1))
    with pytest.raises(NotSettled):
        bgp_tree(topology, plan, 0)
