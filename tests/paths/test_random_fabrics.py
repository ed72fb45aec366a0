"""Random fabrics written as configurations of three vendors, against verdicts found by plain rounds and enumeration."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import pytest

from roce_lint.fabric.domain import roce_domain
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given
from roce_lint.paths.deadlock import DeadlockAnalysis, View
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

Edge = tuple[tuple[str, str], tuple[str, str]]
SEEDS = range(20)


def random_fabric(make_fabric, seed: int):
    """Return a fabric of two or three tiers, with a random AS plan or OSPF with random costs."""
    chance = random.Random(seed)
    fabric = make_fabric(routing=chance.choice(["bgp", "bgp", "ospf"]))
    tiers = [1] * chance.randint(2, 4) + [2] * chance.randint(1, 3) + [3] * chance.choice([0, 0, 2])
    shared = {tier: chance.random() < 0.5 for tier in (1, 2, 3)}
    for node, tier in enumerate(tiers):
        asn = 65000 + 100 * tier + (0 if shared[tier] and tier > 1 else node)
        hosts = 2 if tier == 1 else int(chance.random() < 0.12)
        switch = fabric.add(f"n{node}", asn, hosts=hosts, os=chance.choice(["eos", "nxos", "srlinux"]))
        switch.allowas_in = chance.random() < 0.15
        switch.no_transit = tier == 1 and chance.random() < 0.3
    for a, b in itertools.combinations(range(len(tiers)), 2):
        odds = {1: 0.8, 0: 0.15 if fabric.routing == "ospf" else 0.0}.get(tiers[b] - tiers[a], 0.0)
        if chance.random() < odds:
            fabric.cable(f"n{a}", f"n{b}", cost=chance.choice([10, 10, 20]))
    return fabric


def has_cycle(edges: Iterable[Edge]) -> bool:
    left = set(edges)
    while left:
        waiting = {first for first, _ in left}
        kept = {(first, second) for first, second in left if second in waiting}
        if kept == left:
            return True
        left = kept
    return False


class Oracle:
    """The same fabric, judged by its builder's own words."""

    def __init__(self, fabric) -> None:
        self.fabric = fabric
        self.switches = fabric.switches
        self.cables = [(a, b) for a, _, b, _ in fabric.cables]
        self.endpoints = {name for name, one in self.switches.items() if one.hosts}
        self.costs = {}
        for one in self.switches.values():
            for _, _, other, cost in one.links:
                self.costs[one.name, other.name] = cost

    def near(self, name, cut):
        found = [b if a == name else a for a, b in self.cables if name in (a, b) and (a, b) not in cut]
        return sorted(found, key=list(self.switches).index)

    def passes(self, node, learned_from, origin) -> bool:
        """Say whether a switch passes a route on; one that filters lets out its own prefix only."""
        return not (self.switches[node].no_transit and origin != node)

    def bgp(self, destination, cut):
        asn = {name: one.asn for name, one in self.switches.items()}
        best = {destination: ((), (destination,), set())}
        for _ in range(5 * len(asn)):
            before = dict(best)
            for node in asn:
                offers = []
                for sender in self.near(node, cut):
                    if node == destination or sender not in before:
                        continue
                    path, walk, _ = before[sender]
                    if len(walk) > 1 and (walk[1] == node or not self.passes(sender, walk[1], destination)):
                        continue
                    path = (asn[sender], *path)
                    if path.count(asn[node]) <= int(self.switches[node].allowas_in):
                        offers.append((len(path), list(self.switches).index(sender), path, walk, sender))
                if node == destination:
                    continue
                if offers:
                    shortest = min(offer[0] for offer in offers)
                    equal = sorted(offer for offer in offers if offer[0] == shortest)
                    best[node] = (equal[0][2], (node, *equal[0][3]), {offer[4] for offer in equal})
                else:
                    best.pop(node, None)
            if best == before:
                break
        return {node: hops for node, (_, _, hops) in best.items()}

    def ospf(self, destination, cut):
        far = {destination: 0}
        for _ in self.switches:
            for node in self.switches:
                for other in self.near(node, cut):
                    if node != destination and other in far:
                        far[node] = min(far.get(node, 10**9), far[other] + self.costs[node, other])
        return {
            node: {
                other
                for other in self.near(node, cut)
                if other in far and far[other] + self.costs[node, other] == far[node]
            }
            for node in far
            if node != destination
        }

    def next_hops(self, destination, cut):
        return (self.ospf if self.fabric.routing == "ospf" else self.bgp)(destination, cut)

    def edges(self, destination, hops) -> set[Edge]:
        reached = [node for node in self.endpoints if node != destination]
        for node in reached:
            reached += [other for other in hops.get(node, ()) if other not in reached]
        return {((u, v), (v, w)) for u in reached for v in hops.get(u, ()) for w in hops.get(v, ())}

    def nominal(self) -> bool:
        return has_cycle(set().union(*(self.edges(node, self.next_hops(node, ())) for node in self.endpoints)))

    def after_cable(self) -> bool:
        return any(
            has_cycle(set().union(*(self.edges(node, self.next_hops(node, {cable})) for node in self.endpoints)))
            for cable in self.cables
        )

    def after_switch(self) -> bool:
        for gone in self.switches:
            cut = {cable for cable in self.cables if gone in cable}
            left = [node for node in self.endpoints if node != gone]
            if has_cycle(set().union(set(), *(self.edges(node, self.next_hops(node, cut)) for node in left))):
                return True
        return False

    def settling(self) -> bool:
        for cable in self.cables:
            edges: set[Edge] = set()
            for node in self.endpoints:
                before, after = self.next_hops(node, ()), self.next_hops(node, {cable})
                union = {one: before.get(one, set()) | after.get(one, set()) for one in {*before, *after}}
                edges |= self.edges(node, union)
            if has_cycle(edges):
                return True
        return False

    def permitted(self) -> bool:
        if self.fabric.routing == "ospf":
            return False
        edges: set[Edge] = set()
        pending = [(origin,) for origin in self.endpoints]
        while pending:
            route = pending.pop()
            if route[-1] in self.endpoints:
                packet = route[::-1]
                edges |= {((u, v), (v, w)) for u, v, w in zip(packet, packet[1:], packet[2:], strict=False)}
            for other in set(self.near(route[-1], ())) - set(route):
                path = [self.switches[node].asn for node in route]
                if path.count(self.switches[other].asn) > int(self.switches[other].allowas_in):
                    continue
                if len(route) > 1 and not self.passes(route[-1], route[-2], route[0]):
                    continue
                pending.append((*route, other))
        return has_cycle(edges)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_view_has_the_verdict_of_enumeration(seed, make_fabric):
    built = random_fabric(make_fabric, seed)
    inputs = read_documents(tuple(Document(name, text) for name, text in built.texts().items()))
    assert inputs.failures == ()
    fabric = build_fabric(inputs, Given())
    analysis = DeadlockAnalysis(fabric, roce_domain(fabric))
    oracle = Oracle(built)
    if not analysis.concerns_anything:
        assert len(oracle.endpoints) < 2 or not oracle.cables
        return
    verdicts = {view: analysis.verdict(view) for view in View}
    assert [verdict.doubt for verdict in verdicts.values() if verdict.doubt] == []
    expected = {
        View.NOMINAL: oracle.nominal(),
        View.FAILURE: oracle.after_cable() or oracle.after_switch(),
        View.SETTLING: oracle.settling(),
        View.PERMITTED: oracle.permitted(),
    }
    assert {view: bool(verdict.found) for view, verdict in verdicts.items()} == expected
