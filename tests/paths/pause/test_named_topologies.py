"""Reference verdicts for fabrics that have a name."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

import pytest

from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.equivalent_switches import equivalence_classes
from roce_lint.paths.pause.permitted import OriginPlan, permitted_cycle
from roce_lint.paths.pause.screen import never_turns_up
from roce_lint.paths.pause.shortest import costs_of, shortest_tree
from roce_lint.paths.pause.topology import Cable, SwitchTopology
from roce_lint.paths.pause.views import (
    Forward,
    cable_failures,
    converge,
    cycles_of,
    first_cycle_after,
    first_transient_cycle,
    node_failures,
)
from roce_lint.values import replace
from tests.paths.pause.whole_fabric import bgp_tree, plain_plan


class Net:
    """A fabric under construction: switches by name."""

    def __init__(self) -> None:
        self.tiers: dict[str, int] = {}
        self.asns: dict[str, int] = {}
        self.cables: list[tuple[str, str]] = []
        self.endpoints: set[str] = set()
        self.allowas_in: dict[str, int] = {}
        self.no_transit: set[str] = set()
        self.usual = frozenset({3})

    def add(self, name: str, tier: int, asn: int = 0, *, endpoint: bool = False) -> None:
        self.tiers[name] = tier
        self.asns[name] = asn or 64512 + len(self.asns)
        if endpoint:
            self.endpoints.add(name)

    def cable(self, *pairs: tuple[str, str]) -> Net:
        self.cables += pairs
        return self

    def number(self, name: str) -> int:
        return list(self.tiers).index(name)

    def topology(self) -> SwitchTopology:
        names = tuple(self.tiers)
        cables = tuple(Cable(names.index(a), names.index(b)) for a, b in self.cables)
        endpoints = frozenset(names.index(name) for name in self.endpoints)
        return SwitchTopology(names, tuple(self.tiers.values()), endpoints, cables, usual=self.usual)

    def plan(self) -> BgpPlan:
        topology = self.topology()
        return plain_plan(
            topology,
            tuple(self.asns.values()),
            allowas_in={self.number(name): count for name, count in self.allowas_in.items()},
            no_transit=frozenset(self.number(name) for name in self.no_transit),
        )

    def paths(self, *paths: str) -> list[tuple[int, ...]]:
        return [tuple(self.number(name) for name in path.split()) for path in paths]


def by_bgp(net: Net) -> Forward:
    plan = net.plan()
    return lambda topology, node: [bgp_tree(topology, plan, node)]


def by_igp(net: Net) -> Forward:
    del net
    return lambda topology, node: [shortest_tree(topology, node, costs_of(topology))]


def everywhere(topology: SwitchTopology, plan: BgpPlan) -> list[OriginPlan]:
    return [OriginPlan(plan, topology.endpoints)]


def nominal(net: Net, routing: Callable[[Net], Forward]) -> bool:
    topology = net.topology()
    return bool(cycles_of(topology, converge(topology, routing(net)).all_trees(), None))


def single(net: Net, routing: Callable[[Net], Forward]) -> bool:
    healthy = converge(net.topology(), routing(net))
    return bool(first_cycle_after(healthy, cable_failures(net.topology()), routing(net)))


def single_switch(net: Net, routing: Callable[[Net], Forward]) -> bool:
    healthy = converge(net.topology(), routing(net))
    return bool(first_cycle_after(healthy, node_failures(net.topology()), routing(net)))


def transient(net: Net, routing: Callable[[Net], Forward]) -> bool:
    healthy = converge(net.topology(), routing(net))
    return bool(first_transient_cycle(healthy, cable_failures(net.topology()), routing(net)))


def permitted(net: Net) -> bool:
    verdict = permitted_cycle(net.topology(), everywhere(net.topology(), net.plan()))
    assert verdict.is_decided
    return verdict.is_cyclic


def clos2(leaves: int = 4, spines: int = 2, *, unique: bool = False, shared_leaf_asn: bool = False) -> Net:
    net = Net()
    for leaf in range(leaves):
        net.add(f"L{leaf}", 1, 65100 if shared_leaf_asn else 65001 + leaf, endpoint=True)
    for spine in range(spines):
        net.add(f"S{spine}", 2, 65500 + spine if unique else 65500)
    return net.cable(*((f"L{leaf}", f"S{spine}") for leaf in range(leaves) for spine in range(spines)))


def clos3(pods: int, *, unique_aggs: bool = False, unique_cores: bool = False) -> Net:
    net = Net()
    for pod in range(pods):
        for leaf in range(2):
            net.add(f"L{pod}{leaf}", 1, endpoint=True)
        for agg in range(2):
            net.add(f"A{pod}{agg}", 2, 65200 + 10 * pod + (agg if unique_aggs else 0))
    for core in range(2):
        net.add(f"C{core}", 3, 65500 + (core if unique_cores else 0))
    for pod in range(pods):
        net.cable(*((f"L{pod}{leaf}", f"A{pod}{agg}") for leaf in range(2) for agg in range(2)))
        net.cable(*((f"A{pod}{agg}", f"C{core}") for agg in range(2) for core in range(2)))
    return net


def ring(size: int) -> Net:
    net = Net()
    for number in range(size):
        net.add(f"R{number}", 1, endpoint=True)
    return net.cable(*((f"R{number}", f"R{(number + 1) % size}") for number in range(size)))


def full_mesh(size: int) -> Net:
    net = Net()
    for number in range(size):
        net.add(f"R{number}", 1, endpoint=True)
    return net.cable(*((f"R{a}", f"R{b}") for a, b in itertools.combinations(range(size), 2)))


def no_transit(net: Net, *prefixes: str, but: Iterable[str] = ()) -> Net:
    net.no_transit = {name for name in net.tiers if name.startswith(prefixes) and name not in but}
    return net


def allowing_own(net: Net, *prefixes: str) -> Net:
    net.allowas_in = {name: 1 for name in net.tiers if name.startswith(prefixes)}
    return net


def with_endpoints(net: Net, *names: str) -> Net:
    net.endpoints.update(names)
    return net


def mlag_pairs() -> Net:
    return clos2().cable(("L0", "L1"), ("L2", "L3"))


def asymmetric_uplinks() -> Net:
    net = Net()
    for leaf in range(4):
        net.add(f"L{leaf}", 1, endpoint=True)
    net.add("S0", 2)
    net.add("S1", 2)
    net.cable(("L0", "S0"), ("L1", "S1"), ("L2", "S0"), ("L3", "S1"))
    return net.cable(("L0", "L1"), ("L2", "L3"))


def rails(*, spines: int) -> Net:
    net = clos2(4, spines)
    return net


def two_planes() -> Net:
    net = Net()
    for plane in "ab":
        for leaf in range(2):
            net.add(f"L{plane}{leaf}", 1, endpoint=True)
        for spine in range(2):
            net.add(f"S{plane}{spine}", 2, 65500)
        net.cable(*((f"L{plane}{leaf}", f"S{plane}{spine}") for leaf in range(2) for spine in range(2)))
    return net


ROUTED = [
    ("clos2_same_asn_spines", clos2(), by_bgp, "nominal no, single no, switch no, transient no, permitted no"),
    ("clos2_unique_asn_spines", clos2(unique=True), by_bgp, "nominal no, single no, transient yes, permitted yes"),
    (
        "clos2_unique_asn_leaf_no_transit",
        no_transit(clos2(unique=True), "L"),
        by_bgp,
        "nominal no, single no, transient no, permitted no",
    ),
    (
        "clos2_same_asn_allowas_in_on_spines",
        allowing_own(clos2(), "S"),
        by_bgp,
        "nominal no, transient yes, permitted yes",
    ),
    (
        "clos2_shared_leaf_asn_allowas_in_on_leaves",
        allowing_own(clos2(shared_leaf_asn=True), "L"),
        by_bgp,
        "nominal no, single no, permitted no",
    ),
    ("clos2_allowas_in_both_tiers", allowing_own(clos2(), "L", "S"), by_bgp, "permitted yes"),
    (
        "clos2_unique_asn_one_leaf_unfiltered",
        no_transit(clos2(unique=True), "L", but={"L0"}),
        by_bgp,
        "permitted no",
    ),
    (
        "clos2_unique_asn_two_leaves_unfiltered",
        no_transit(clos2(unique=True), "L", but={"L0", "L1"}),
        by_bgp,
        "permitted yes",
    ),
    ("clos2_single_spine", clos2(4, 1), by_bgp, "nominal no, single no, transient no, permitted no"),
    ("clos3_rfc7938_2pods", clos3(2), by_bgp, "nominal no, single no, switch no, transient no, permitted no"),
    ("clos3_rfc7938_3pods", clos3(3), by_bgp, "nominal no, single no, switch no, transient no, permitted no"),
    ("clos3_unique_agg_asn", clos3(2, unique_aggs=True), by_bgp, "permitted yes"),
    ("clos3_unique_core_asn_2pods", clos3(2, unique_cores=True), by_bgp, "permitted no"),
    ("clos3_unique_core_asn_3pods", clos3(3, unique_cores=True), by_bgp, "permitted yes"),
    (
        "clos3_unique_all_no_transit",
        no_transit(clos3(3, unique_aggs=True, unique_cores=True), "L", "A"),
        by_bgp,
        "permitted no",
    ),
    ("ring3", ring(3), by_igp, "nominal no, single no"),
    ("ring4_leaves", ring(4), by_igp, "nominal yes, single no"),
    ("ring5_leaves", ring(5), by_igp, "nominal yes, single no"),
    ("fullmesh4", full_mesh(4), by_igp, "nominal no, single no, permitted yes"),
    ("mlag_pairs_peer_link", mlag_pairs(), by_igp, "nominal no, single no"),
    ("peer_links_asymmetric_uplinks", asymmetric_uplinks(), by_igp, "nominal yes"),
    (
        "clos2_with_leaf_ring_igp",
        clos2().cable(("L0", "L1"), ("L1", "L2"), ("L2", "L3"), ("L3", "L0")),
        by_igp,
        "nominal yes",
    ),
    ("clos2_igp_service_on_one_spine", with_endpoints(clos2(), "S0"), by_igp, "nominal no, single yes"),
    ("clos2_bgp_same_asn_service_on_one_spine", with_endpoints(clos2(), "S0"), by_bgp, "nominal no, single no"),
    ("clos2_igp_services_on_two_spines", with_endpoints(clos2(), "S0", "S1"), by_igp, "nominal yes"),
    (
        "clos2_igp_services_on_two_spines_crosslink",
        with_endpoints(clos2().cable(("S0", "S1")), "S0", "S1"),
        by_igp,
        "nominal no, single yes",
    ),
    (
        "clos2_igp_service_on_one_spine_crosslink",
        with_endpoints(clos2().cable(("S0", "S1")), "S0"),
        by_igp,
        "nominal no",
    ),
    ("rail_optimised_2tier", rails(spines=3), by_bgp, "nominal no, single no, transient no, permitted no"),
    ("rail_only", rails(spines=0), by_bgp, "nominal no, single no, transient no, permitted no"),
    ("dual_plane_dual_tor", two_planes(), by_bgp, "nominal no, single no, transient no, permitted no"),
]
VIEWS: dict[str, Callable[[Net, Callable[[Net], Forward]], bool]] = {
    "nominal": nominal,
    "single": single,
    "switch": single_switch,
    "transient": transient,
    "permitted": lambda net, _: permitted(net),
}


@pytest.mark.parametrize(("net", "routing", "verdicts"), [row[1:] for row in ROUTED], ids=[row[0] for row in ROUTED])
def test_routed_fabrics_have_the_reference_verdicts(net, routing, verdicts):
    expected = dict(verdict.rsplit(" ", 1) for verdict in verdicts.split(", "))
    found = {view: "yes" if VIEWS[view](net, routing) else "no" for view in expected}
    assert found == expected


def test_the_cycles_have_the_known_lengths():
    def shortest(net: Net, routing: Callable[[Net], Forward]) -> set[int]:
        topology = net.topology()
        cycles = cycles_of(topology, converge(topology, routing(net)).all_trees(), None)
        return {len(found.cycle.channels) for found in cycles}

    assert shortest(asymmetric_uplinks(), by_igp) == {6}
    assert shortest(ROUTED[21][1], by_igp) == {4}
    healthy = converge(clos2(unique=True).topology(), by_bgp(clos2(unique=True)))
    loops = first_transient_cycle(healthy, cable_failures(healthy.topology), by_bgp(clos2(unique=True)))
    assert {len(found.cycle.channels) for found in loops} == {2}
    verdict = permitted_cycle(healthy.topology, everywhere(healthy.topology, clos2(unique=True).plan()))
    assert verdict.cycle is not None
    assert len(verdict.cycle.channels) == 4


def test_both_uplinks_of_an_mlag_member_may_fail():
    net = mlag_pairs()
    topology = net.topology().without(frozenset(net.paths("L0 S0", "L0 S1")))
    assert cycles_of(net.topology(), converge(topology, by_igp(net)).all_trees(), None) == ()


def test_pfc_at_the_edge_only_has_no_channel_to_wait_for():
    net = clos2(unique=True)
    net.usual = frozenset()
    assert not permitted(net)


def test_each_of_two_lossless_priorities_has_its_cycle():
    net = clos2(unique=True)
    net.usual = frozenset({3, 4})
    for priority in (3, 4):
        one = replace(net.topology(), usual=frozenset({priority}))
        assert permitted_cycle(one, everywhere(one, net.plan())).is_cyclic


def test_route_reflectors_have_no_loop_check_that_keeps_packets_from_turning_up():
    net = clos3(2)
    net.asns = dict.fromkeys(net.asns, 65000)
    topology = net.topology()
    above = frozenset((node, other) for node, other in topology.hops if topology.tiers[node] > topology.tiers[other])
    plan = replace(net.plan(), clients=above)
    forward: Forward = lambda now, node: [bgp_tree(now, plan, node)]  # noqa: E731  # read as one thing
    healthy = converge(topology, forward)
    assert not never_turns_up(topology, plan)
    assert not cycles_of(topology, healthy.all_trees(), None)
    assert first_transient_cycle(healthy, cable_failures(topology), forward)


def test_spines_are_alike_where_leaves_keep_the_routes_of_each_from_all_others():
    net = clos2(3, 3)
    topology = net.topology()
    spines = [node for node, tier in enumerate(topology.tiers) if tier > 1]
    leaves = [node for node, tier in enumerate(topology.tiers) if tier == 1]
    kept = {(leaf, one): frozenset(spines) - {one} for leaf in leaves for one in spines}
    plan = replace(plain_plan(topology, tuple(65000 + node for node in range(6))), withheld=kept)
    assert len(set(equivalence_classes(topology, plan))) == 2
