"""Policies that look at AS paths and communities are asked about whole routes, from their origin on."""

from __future__ import annotations

import re

import pytest

from roce_lint.fabric.domain import roce_domain
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given
from roce_lint.paths.deadlock import DeadlockAnalysis, View
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

CYCLIC, CLEAN = (False, False, True, True), (False, False, False, False)
"""Verdicts of the nominal, failure, settling and permitted view."""


def verdicts(texts: dict[str, str]) -> tuple[bool | str, ...]:
    inputs = read_documents(tuple(Document(name, text) for name, text in texts.items()))
    assert inputs.failures == ()
    fabric = build_fabric(inputs, Given())
    analysis = DeadlockAnalysis(fabric, roce_domain(fabric))
    found = [analysis.verdict(view) for view in View]
    return tuple(one.doubt.because if one.doubt else bool(one.found) for one in found)


def with_policy(texts: dict[str, str], where: str, definitions: str, *bindings: str) -> dict[str, str]:
    """Bind policies to all neighbours of the EOS switches whose name begins with `where`."""
    changed = dict(texts)
    for name, text in texts.items():
        if name.startswith(where):
            for binding in bindings:
                text = re.sub(r"( +neighbor \S+) (remote-as \d+)", rf"\1 \2\n\1 {binding}", text)
            changed[name] = text.replace("router bgp", f"{definitions}\nrouter bgp", 1)
    return changed


ONE_NUMBER = "ip as-path access-list ONE permit ^[0-9]+$ any\nroute-map ONE permit 10\n   match as-path ONE"
SPINES = "ip as-path access-list UP deny _(65500|65501)_ any\nip as-path access-list UP permit .* any"
NO_SPINES = SPINES + "\nroute-map FILTER permit 10\n   match as-path UP"
FROM_1 = "ip as-path access-list L1 permit _65001$ any\nroute-map FILTER deny 10\n   match as-path L1"
FROM_LEAF_1 = FROM_1 + "\nroute-map FILTER permit 20"
MARK = "route-map MARK permit 10\n   set community 65000:9"
UNMARKED = (
    "ip community-list TOP permit 65000:9\nroute-map KEEP deny 10\n   match community TOP\nroute-map KEEP permit 20"
)
NO_POLICY = "! nothing"


@pytest.mark.parametrize(
    ("where", "definitions", "bindings", "expected"),
    [
        ("leaf", NO_POLICY, ("bfd",), CYCLIC),
        ("spine", ONE_NUMBER, ("route-map ONE in",), CLEAN),
        ("leaf", NO_SPINES, ("route-map FILTER out",), CLEAN),
        ("spine", FROM_LEAF_1, ("route-map FILTER in",), CYCLIC),
        ("leaf", f"{MARK}\n{UNMARKED}", ("route-map MARK in", "route-map KEEP out"), CLEAN),
    ],
    ids=["no policy", "one number in the path", "no spine in the path", "not from one leaf", "community of one's own"],
)
def test_a_policy_on_whole_routes_decides(clos, where, definitions, bindings, expected):
    texts = with_policy(clos(unique=True, systems=("eos",)).texts(), where, definitions, *bindings)
    assert verdicts(texts) == expected


def test_a_community_of_the_spines_is_seen_where_they_send_it(clos):
    texts = with_policy(clos(unique=True, systems=("eos",)).texts(), "spine", MARK, "route-map MARK out")
    texts = with_policy(texts, "leaf", UNMARKED, "route-map KEEP out")
    assert verdicts(texts) == CYCLIC
    sent = with_policy(texts, "spine", NO_POLICY, "send-community")
    assert verdicts(sent) == CLEAN


def test_nxos_sends_no_route_to_the_as_it_comes_from(clos):
    fabric = clos(systems=("nxos",))
    for switch in fabric.switches.values():
        switch.allowas_in = switch.name.startswith("spine")
    texts = fabric.texts()
    assert verdicts(texts) == CYCLIC
    checking = {name: text.replace("      disable-peer-as-check\n", "") for name, text in texts.items()}
    assert verdicts(checking) == CLEAN


def test_removing_private_numbers_leaves_open_where_bgp_settles_after_a_failure(clos):
    texts = with_policy(clos(3, unique=True, systems=("eos",)).texts(), "spine", NO_POLICY, "remove-private-as")
    several = "BGP does not settle with these policies, or in several ways"
    assert verdicts(texts) == (False, several, several, True)


STATIC = (
    "set / network-instance default next-hop-groups group NONE blackhole generate-icmp false\n"
    "set / network-instance default static-routes route 10.100.2.0/30 next-hop-group NONE preference {}"
)


def ring(make_fabric, twice: bool = False, systems=("eos",), routing="bgp") -> dict[str, str]:
    fabric = make_fabric(systems=systems, routing=routing)
    for number in range(4):
        fabric.add(f"r{number + 1}", 65001 + number, hosts=1)
    for number in (0, 1, 2, 3, *([0] if twice else [])):
        fabric.cable(f"r{number + 1}", f"r{(number + 1) % 4 + 1}")
    return fabric.texts()


def test_one_of_two_cables_side_by_side_changes_nothing_when_it_fails(make_fabric):
    assert verdicts(ring(make_fabric)) == (True, False, True, True)
    assert verdicts(ring(make_fabric, twice=True)) == (True, True, True, True)


@pytest.mark.parametrize(
    ("announced", "expected"),
    [
        ("redistribute connected", True),
        ("network 10.100.0.0/24", True),
        ("network 10.100.7.0/24", False),
        ("redistribute connected route-map NONE", False),
        ("redistribute static", False),
        ("! nothing", False),
    ],
)
def test_hosts_that_are_not_announced_draw_no_packets(make_fabric, announced, expected):
    texts = ring(make_fabric)
    text = texts["r1.cfg"].replace("redistribute connected", announced)
    texts["r1.cfg"] = text.replace("router bgp", "route-map NONE deny 10\nrouter bgp", 1)
    assert verdicts(texts)[0] is expected


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        ("ip route 10.100.2.0/30 10.0.0.1", True),
        ("ip route 10.100.2.0/30 Null0", False),
        ("ip route 10.100.0.0/16 Null0", True),
    ],
    ids=["to a neighbour", "dropped", "dropped if nothing better is known"],
)
def test_a_static_route_that_drops_ends_the_way(make_fabric, route, expected):
    texts = ring(make_fabric)
    texts["r1.cfg"] = texts["r1.cfg"].replace("router bgp", f"{route}\nrouter bgp", 1)
    assert verdicts(texts)[0] is expected


@pytest.mark.parametrize(
    ("os", "route", "expected"),
    [
        ("eos", "ip route 10.100.2.0/30 Null0 109", False),
        ("eos", "ip route 10.100.2.0/30 Null0 111", True),
        ("nxos", "ip route 10.100.2.0/30 Null0 19", False),
        ("nxos", "ip route 10.100.2.0/30 Null0 21", True),
        ("srlinux", STATIC.format(9), False),
        ("srlinux", STATIC.format(11), True),
    ],
)
def test_a_static_route_counts_where_its_distance_is_below_that_of_every_protocol(make_fabric, os, route, expected):
    texts = ring(make_fabric, systems=(os,), routing="bgp" if os == "nxos" else "ospf")
    texts["r1.cfg"] += f"{route}\n"
    assert verdicts(texts)[0] is expected


def test_routes_beneath_a_static_one_go_with_the_cable_that_carries_them(clos):
    texts = clos(2, 1, systems=("eos",), routing="ospf").texts()
    texts["spine1.cfg"] += "ip route 10.100.1.0/30 10.0.0.0\n"
    assert verdicts(texts) == (True, False, True, False)


def test_old_and_new_routes_are_not_mixed_one_by_one_where_no_state_has_a_turn(clos, monkeypatch):
    monkeypatch.setattr("roce_lint.paths.deadlock.first_transient_cycle", None)
    texts = clos(16, 8, unique=True, systems=("eos",)).texts()
    assert verdicts(with_policy(texts, "spine", ONE_NUMBER, "route-map ONE in")) == CLEAN


def test_two_changes_of_one_path_leave_the_question_open(clos):
    both = ("remove-private-as all", "as-path remote-as replace out")
    texts = with_policy(clos(3, unique=True, systems=("eos",)).texts(), "leaf", NO_POLICY, *both)
    words = "whether private AS numbers go before or after the neighbor's is replaced is not documented"
    assert verdicts(texts) == (words,) * 4
