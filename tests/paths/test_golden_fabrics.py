"""Verdicts on fabrics written as configurations of three vendors, and what an engineer reads about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.finding import Finding
from roce_lint.judge.rule import Verdict
from tests.all_rules import all_rules

CODES = ("DLK-001", "DLK-002", "DLK-003", "DLK-008", "DLK-009", "DLK-011", "RTG-004")


@pytest.fixture(scope="module")
def judged() -> Callable[[Mapping[str, str]], list[Finding]]:
    rules = tuple(rule for rule in all_rules() if rule.code in CODES)

    def judge(texts: Mapping[str, str]) -> list[Finding]:
        return list(check_texts(texts, rules=rules).findings)

    return judge


def codes(findings: list[Finding]) -> list[str]:
    assert [finding.message for finding in findings if finding.verdict is Verdict.UNDETERMINED] == []
    return sorted({finding.code for finding in findings})


def the(findings: list[Finding], code: str) -> Finding:
    return next(finding for finding in findings if finding.code == code)


def with_allowas_in(fabric, prefix):
    for name, switch in fabric.switches.items():
        switch.allowas_in = name.startswith(prefix)
    return fabric


def with_filters(fabric, *names):
    for name, switch in fabric.switches.items():
        switch.no_transit = name in names
    return fabric


def ring(make_fabric, size, **how):
    fabric = make_fabric(**how)
    for number in range(size):
        fabric.add(f"r{number + 1}", 65001 + number, hosts=1)
    for number in range(size):
        fabric.cable(f"r{number + 1}", f"r{(number + 1) % size + 1}")
    return fabric


def three_tiers(make_fabric, pods, *, unique_cores=False):
    fabric = make_fabric()
    for pod in range(1, pods + 1):
        for leaf in (1, 2):
            fabric.add(f"p{pod}-leaf{leaf}", 65000 + 10 * pod + leaf, hosts=1)
        for agg in (1, 2):
            fabric.add(f"p{pod}-agg{agg}", 65300 + pod)
    for core in (1, 2):
        fabric.add(f"core{core}", 65500 + (core if unique_cores else 0))
    for pod in range(1, pods + 1):
        for agg in (1, 2):
            for leaf in (1, 2):
                fabric.cable(f"p{pod}-leaf{leaf}", f"p{pod}-agg{agg}")
            for core in (1, 2):
                fabric.cable(f"p{pod}-agg{agg}", f"core{core}")
    return fabric


def test_one_as_number_for_all_spines_is_clean(judged, clos):
    assert judged(clos().texts()) == []


def test_unique_spine_numbers_are_a_warning_and_no_error(judged, clos):
    findings = judged(clos(unique=True).texts())
    assert codes(findings) == ["DLK-003", "DLK-011", "RTG-004"]
    cycle = the(findings, "DLK-003")
    assert cycle.message == (
        "BGP permits paths on which buffers of priority 3 can wait for each other in a cycle: "
        "leaf1 -> spine1 -> leaf2 -> spine2 -> leaf1"
    )
    assert [step.message for step in cycle.steps] == [
        "the buffer of spine1 for leaf1 waits for that of leaf2 for spine1: "
        "packets from hosts of leaf1 to hosts of leaf2 go leaf1 -> spine1 -> leaf2",
        "the buffer of leaf2 for spine1 waits for that of spine2 for leaf2: "
        "packets from hosts of leaf3 to hosts of leaf1 go leaf3 -> spine1 -> leaf2 -> spine2 -> leaf1",
        "the buffer of spine2 for leaf2 waits for that of leaf1 for spine2: "
        "packets from hosts of leaf2 to hosts of leaf1 go leaf2 -> spine2 -> leaf1",
        "the buffer of leaf1 for spine2 waits for that of spine1 for leaf1: "
        "packets from hosts of leaf3 to hosts of leaf2 go leaf3 -> spine2 -> leaf1 -> spine1 -> leaf2",
    ]
    assert [(step.device, step.object) for step in cycle.steps] == [
        ("spine1", "Ethernet1/1"),
        ("leaf2", "Ethernet1/1"),
        ("spine2", "ethernet-1/2"),
        ("leaf1", "Ethernet2"),
    ]


def test_the_lines_of_a_permitted_turn_are_its_sessions_and_as_numbers(judged, clos):
    fabric = clos(unique=True)
    texts = fabric.texts()
    cycle = the(judged(texts), "DLK-003")
    lines = [texts[one.path].splitlines()[one.line - 1].strip() for one in cycle.related[:4]]
    assert texts[cycle.place.path].splitlines()[cycle.place.line - 1].strip() == lines[0]
    assert [one.message for one in cycle.related[:4]] == [
        "leaf2 tells spine1 routes that it learned from spine2, and no policy keeps them",
        "leaf2 learns routes from spine2",
        "spine1 has AS number 65500",
        "spine2 has AS number 65501",
    ]
    assert lines[2:] == [
        "router bgp 65500",
        "set / network-instance default protocols bgp autonomous-system 65501",
    ]


def test_a_gateway_on_a_spine_deadlocks_ospf_after_one_failure(judged, clos):
    fabric = clos(routing="ospf")
    fabric.switches["spine1"].hosts = 1
    findings = judged(fabric.texts())
    assert codes(findings) == ["DLK-002", "DLK-008"]
    assert the(findings, "DLK-002").message == (
        "After the failure of the cable leaf1 Ethernet1 - spine1 Ethernet1/1, buffers of priority 3 can wait for each "
        "other in a cycle: leaf2 -> spine1 -> leaf3 -> spine2 -> leaf2"
    )


def test_a_gateway_on_a_spine_is_no_fault_with_one_spine_number(judged, clos):
    fabric = clos()
    fabric.switches["spine1"].hosts = 1
    assert judged(fabric.texts()) == []


def test_gateways_on_two_spines_deadlock_ospf_while_all_is_well(judged, clos):
    fabric = clos(routing="ospf")
    fabric.switches["spine1"].hosts = fabric.switches["spine2"].hosts = 1
    assert "DLK-001" in codes(judged(fabric.texts()))


def test_allowas_in_on_spines_permits_bounces(judged, clos):
    assert codes(judged(with_allowas_in(clos(), "spine").texts())) == ["DLK-003", "DLK-011", "RTG-004"]


def test_allowas_in_on_leaves_only_is_clean(judged, clos):
    fabric = clos()
    for name, switch in fabric.switches.items():
        switch.asn = 65100 if name.startswith("leaf") else switch.asn
    assert judged(with_allowas_in(fabric, "leaf").texts()) == []


@pytest.mark.parametrize(
    ("filtered", "expected"),
    [
        (("leaf1", "leaf2", "leaf3", "leaf4"), []),
        (("leaf1", "leaf2", "leaf3"), ["DLK-011", "RTG-004"]),
        (("leaf1", "leaf2"), ["DLK-003", "DLK-011", "RTG-004"]),
    ],
    ids=["all leaves", "one open leaf", "two open leaves"],
)
def test_filters_on_leaves_stop_transit(judged, clos, filtered, expected):
    assert codes(judged(with_filters(clos(unique=True), *filtered).texts())) == expected


def test_pfc_at_the_edge_only_cannot_deadlock(judged, clos):
    assert judged(clos(unique=True, pfc_on_fabric=False).texts()) == []


@pytest.mark.parametrize(("size", "expected"), [(3, []), (4, ["DLK-001", "DLK-009"]), (5, ["DLK-001", "DLK-009"])])
def test_rings_of_leaves_deadlock_from_four_on(judged, make_fabric, size, expected):
    findings = judged(ring(make_fabric, size, routing="ospf").texts())
    assert [code for code in codes(findings) if code != "DLK-011"] == expected


@pytest.mark.parametrize(
    ("pods", "unique", "expected"),
    [(2, False, []), (3, False, []), (2, True, ["RTG-004"]), (3, True, ["DLK-003", "RTG-004"])],
    ids=["RFC 7938, two pods", "RFC 7938, three pods", "unique cores, two pods", "unique cores, three pods"],
)
def test_three_tiers(judged, make_fabric, pods, unique, expected):
    findings = judged(three_tiers(make_fabric, pods, unique_cores=unique).texts())
    assert [code for code in codes(findings) if code != "DLK-011"] == expected


def test_a_costly_peer_link_is_harmless_and_a_cheap_ring_is_not(judged, clos):
    pair = clos(routing="ospf")
    pair.cable("leaf1", "leaf2", cost=1000)
    assert "DLK-001" not in codes(judged(pair.texts()))
    circle = clos(routing="ospf")
    for one, other in (("leaf1", "leaf2"), ("leaf2", "leaf3"), ("leaf3", "leaf4"), ("leaf4", "leaf1")):
        circle.cable(one, other)
    findings = judged(circle.texts())
    assert {"DLK-001", "DLK-009"} <= set(codes(findings))
    assert len(the(findings, "DLK-001").steps) == 4


def test_a_switch_without_readable_routing_leaves_the_question_open(judged, clos):
    texts = dict(clos(unique=True).texts())
    texts["leaf1.cfg"] = texts["leaf1.cfg"].split("router bgp")[0]
    findings = judged(texts)
    assert {finding.verdict for finding in findings if finding.code.startswith("DLK")} == {Verdict.UNDETERMINED}
    assert {finding.message for finding in findings if finding.code == "DLK-001"} == {
        "cannot tell whether cycle.is_absent: cycle.is_absent is unknown (no routing of leaf1 was read)"
    }


def test_nothing_is_said_of_one_switch(judged, clos):
    assert judged({"leaf1.cfg": clos().texts()["leaf1.cfg"]}) == []


def test_a_static_loop_is_reported_with_both_routes_and_the_packets_that_stay_in_it(judged, clos):
    texts = clos(3, systems=("eos",)).texts()
    texts["leaf1.cfg"] += "ip route 10.100.2.0/30 10.0.0.1\n"
    texts["spine1.cfg"] += "ip route 10.100.2.0/30 10.0.0.0\n"
    cycle = the(judged(texts), "DLK-001")
    assert [one.message for one in cycle.related] == [
        "leaf1 has a static route to 10.100.2.0/30 over spine1",
        "spine1 has a static route to 10.100.2.0/30 over leaf1",
    ]
    assert cycle.steps[0].message == (
        "the buffer of spine1 for leaf1 waits for that of leaf1 for spine1: "
        "packets from hosts of leaf1 to hosts of leaf3 go leaf1 -> spine1 -> leaf1 and never arrive"
    )


def test_the_line_that_hides_an_as_number_is_shown(judged, clos):
    texts = clos(3, systems=("nxos",)).texts()
    for name in ("leaf1.cfg", "leaf2.cfg", "leaf3.cfg"):
        texts[name] = texts[name].replace("disable-peer-as-check", "as-override\n      disable-peer-as-check")
    cycle = the(judged(texts), "DLK-003")
    shown = [(one.message, texts[one.path].splitlines()[one.line - 1].strip()) for one in cycle.related[2:3]]
    words = "leaf2 puts its own AS number in place of that of spine1 in the paths that it sends to it"
    assert shown == [(words, "as-override")]
