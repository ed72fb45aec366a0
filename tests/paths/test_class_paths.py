"""RoCE followed from switch to switch: where it loses its class or its pause, and what an engineer reads about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from roce_lint.fabric.domain import roce_domain
from roce_lint.judge.check import build_fabric, check_texts
from roce_lint.judge.finding import Finding
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Severity, Verdict
from roce_lint.paths.class_paths import SwitchedForwarding
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document
from tests.all_rules import all_rules

PATH_RULES = {rule.id for rule in all_rules() if rule.scope == "path"}
Judge = Callable[[Mapping[str, str]], list[Finding]]


@pytest.fixture(scope="module")
def judged() -> Judge:
    """Return what rules of classes, PFC and tunnels find: all above info, and what cannot be decided of paths."""
    families, others = ("cls", "pfc", "ovl"), ("roce-port-without-qos", "classifier-missing-on-roce-port")
    rules = [rule for rule in all_rules() if rule.family in families or rule.id in others]
    rules = [rule for rule in rules if rule.id not in ("cnp-in-best-effort", "pfc-defined-and-bound-nowhere")]

    def judge(texts: Mapping[str, str]) -> list[Finding]:
        found = check_texts(texts, rules=rules).findings
        return [one for one in found if one.severity is not Severity.INFO or one.rule in PATH_RULES]

    return judge


def without_profile(text: str, port: str) -> str:
    """Return a configuration of EOS with the profile taken off one port."""
    changed, number = re.subn(rf"(interface {port}\n(?:   .*\n)*?)   service-profile ROCE\n", r"\1", text)
    assert number == 1
    return changed


def detour(clos, *, spines: int, cost: int = 1000) -> dict[str, str]:
    """Return a fabric of OSPF with a way round the spines over two border switches that know nothing of RoCE."""
    fabric = clos(leaves=3, spines=spines, routing="ospf", systems=("eos",))
    for name in ("border1", "border2"):
        fabric.add(name, 65300)
    for a, b in (("leaf1", "border1"), ("border1", "border2"), ("border2", "leaf2")):
        fabric.cable(a, b, cost=cost)
    texts = fabric.texts()
    uplink = f"Ethernet{spines + 1}"
    for name in ("leaf1", "leaf2"):
        texts[f"{name}.cfg"] = without_profile(texts[f"{name}.cfg"], uplink)
    for name in ("border1", "border2"):
        texts[f"{name}.cfg"] = texts[f"{name}.cfg"].replace("   service-profile ROCE\n", "")
    return texts


def test_a_right_fabric_has_nothing_to_tell(judged, clos):
    assert judged(clos().texts()) == []


def bundled(text: str) -> str:
    """Return a configuration of EOS with each routed port in a bundle of its own: QoS stays on the member."""

    def bundle(block: re.Match[str]) -> str:
        lines = block[2].splitlines(keepends=True)
        routed = [line for line in lines if line.strip().startswith(("no switchport", "ip ", "mtu", "vrf"))]
        rest = [line for line in lines if line not in routed]
        member = f"interface Ethernet{block[1]}\n   channel-group {block[1]} mode active\n{''.join(rest)}"
        return f"interface Port-Channel{block[1]}\n{''.join(routed)}{member}"

    return re.sub(r"interface Ethernet(\d+)\n((?:   .*\n)+)", bundle, text)


def test_a_path_over_bundles_pauses_where_their_members_do(judged, clos):
    texts = {name: bundled(text) for name, text in clos(systems=("eos",)).texts().items()}
    assert {"channel-group" in text for name, text in texts.items() if name.endswith(".cfg")} == {True}
    assert judged(texts) == []


def test_a_detour_that_no_failure_opens_is_not_reported(judged, clos):
    assert judged(detour(clos, spines=2)) == []


def test_a_detour_after_one_failure_is_reported_with_the_failure_and_the_path(judged, clos):
    findings = judged(detour(clos, spines=1))
    assert {finding.rule for finding in findings} == {"pfc-missing-on-path"}
    first = findings[0]
    assert first.message == (
        "After the failure of the cable leaf1 Ethernet1 - spine1 Ethernet1, RoCE with DSCP 26 goes "
        "leaf2 -> border2 -> border1 -> leaf1, where nothing pauses before border1 Ethernet2: "
        "border1 pauses for no priority on Ethernet2"
    )


def test_rewriting_two_switches_before_the_one_that_drops(judged, clos):
    """Each two neighbours agree: the spines sort both code points alike, and leaf3 never sees the first one change."""
    texts = clos(systems=("eos",)).texts()
    texts["leaf1.cfg"] += "qos rewrite dscp\nqos map traffic-class 3 to dscp 30\n"
    texts["leaf3.cfg"] += "qos map dscp 30 to traffic-class 1\n"
    (finding,) = judged(texts)
    assert (finding.rule, finding.code, finding.severity) == (
        "class-lost-by-rewriting-on-path",
        "CLS-008",
        Severity.ERROR,
    )
    assert texts["leaf1.cfg"].splitlines()[finding.place.line - 1] == "qos map traffic-class 3 to dscp 30"
    assert finding.message == (
        "In normal operation, RoCE with DSCP 26 goes leaf1 -> spine2 -> leaf3 and arrives at leaf3 Ethernet2 as "
        "DSCP 30: leaf1 rewrites DSCP 26 to 30, and leaf3 gives that class 1, which does not pause"
    )
    assert [(step.device, step.object, step.message) for step in finding.steps] == [
        ("leaf1", "Ethernet30", "packets with DSCP 26 from hosts of leaf1: class 3, which pauses priority 3"),
        ("spine2", "Ethernet1", "spine2 takes them in with DSCP 30: class 3, which pauses priority 3"),
        ("leaf3", "Ethernet2", "leaf3 takes them in with DSCP 30: class 1, which does not pause"),
    ]
    assert [one.message for one in finding.related if "CLS-024" in one.message] == [
        "caused by this finding: CLS-024 marking-rewritten-to-another: Packets that arrive with DSCP 26 leave with "
        "DSCP 30, which is not a roce marking in this fabric (4 places)"
    ]


def test_what_a_port_rule_reports_is_not_reported_again(judged, clos):
    texts = clos(systems=("eos",)).texts()
    texts["spine1.cfg"] = without_profile(texts["spine1.cfg"], "Ethernet2")
    (finding,) = judged(texts)
    assert finding.rule == "roce-port-without-qos"
    assert any(
        one.message.startswith("caused by this finding: PFC-012 pfc-missing-on-path: In normal operation, RoCE")
        for one in finding.related
    )


def test_unknown_routing_leaves_open_what_ports_alone_cannot_tell(judged, clos):
    texts = detour(clos, spines=1)
    texts["spine1.cfg"] = texts["spine1.cfg"].split("router ospf")[0]
    findings = judged(texts)
    assert {(finding.rule, finding.verdict) for finding in findings} == {
        ("pfc-missing-on-path", Verdict.UNDETERMINED),
    }
    assert findings[0].message == (
        "cannot tell whether path.is_absent: path.is_absent is unknown (no routing of spine1 was read)"
    )


def switched(name: str, cables: Mapping[str, int], *, hosts: bool, pair: bool = False) -> str:
    """Return a switch of EOS that only switches VLAN 10; `cables`: trunks by port, with the number of their bundle."""
    lines = [f"hostname {name}", "qos profile ROCE", "   qos trust dscp", "   priority-flow-control on"]
    lines += ["   priority-flow-control priority 3 no-drop", "vlan 10"]
    for port, bundle in cables.items():
        lines += [f"interface {port}", f"   channel-group {bundle} mode active", "   service-profile ROCE"]
    for bundle in sorted(set(cables.values())):
        lines += [f"interface Port-Channel{bundle}", "   switchport mode trunk", "   switchport trunk allowed vlan 10"]
        lines += [f"   mlag {bundle}"] if pair and bundle < 10 else []
    if hosts:
        lines += [
            "interface Ethernet9",
            "   description gpu",
            "   switchport access vlan 10",
            "   service-profile ROCE",
        ]
    if pair:
        lines += ["mlag configuration", "   domain-id pair", "   peer-link Port-Channel10"]
    return "\n".join(lines) + "\n"


def mlag() -> dict[str, str]:
    """Return two leaves on an MLAG pair by one bundle each, and a third on one switch of the pair."""
    texts = {
        "leaf1.cfg": switched("leaf1", {"Ethernet1": 1, "Ethernet2": 1}, hosts=True),
        "leaf2.cfg": switched("leaf2", {"Ethernet1": 1, "Ethernet2": 1}, hosts=True),
        "leaf3.cfg": switched("leaf3", {"Ethernet1": 1}, hosts=True),
        "pair1.cfg": switched(
            "pair1", {"Ethernet1": 1, "Ethernet2": 2, "Ethernet3": 3, "Ethernet8": 10}, hosts=False, pair=True
        ),
        "pair2.cfg": switched("pair2", {"Ethernet1": 1, "Ethernet2": 2, "Ethernet8": 10}, hosts=False, pair=True),
    }
    rows = [f"leaf{leaf},Ethernet{one},pair{one},Ethernet{leaf},5" for leaf in (1, 2) for one in (1, 2)]
    rows += ["leaf3,Ethernet1,pair1,Ethernet3,5", "pair1,Ethernet8,pair2,Ethernet8,1"]
    return texts | {"cables.csv": "\n".join(["a_device,a_port,b_device,b_port,length_m", *rows]) + "\n"}


def test_switched_frames_are_followed(judged):
    texts = mlag()
    assert judged(texts) == []
    texts["leaf1.cfg"] += "qos rewrite dscp\nqos map traffic-class 3 to dscp 30\n"
    texts["leaf3.cfg"] += "qos map dscp 30 to traffic-class 1\n"
    assert [(one.rule, one.message.partition(", and leaf3")[0]) for one in judged(texts)] == [
        (
            "class-lost-by-rewriting-on-path",
            "In normal operation, RoCE with DSCP 26 goes leaf1 -> pair1 -> leaf3 and arrives at leaf3 Ethernet1 "
            "as DSCP 30: leaf1 rewrites DSCP 26 to 30",
        )
    ]


def test_a_peer_link_carries_what_only_the_other_switch_reaches():
    inputs = read_documents(tuple(Document(name, text) for name, text in mlag().items()))
    fabric = build_fabric(inputs, Given())
    analysis = DeadlockAnalysis(fabric, roce_domain(fabric))
    names, topology = analysis.graph.names, analysis.lenient.topology
    forwarding = SwitchedForwarding(analysis.graph)

    def hops(left, goal: str) -> dict[str, list[str]]:
        tree = next(tree for tree in forwarding.trees(left) if names[tree.destination] == goal)
        return {names[node]: [names[other] for other in others] for node, others in enumerate(tree.next_hops) if others}

    assert forwarding.looped == frozenset()
    uplinks = ["pair1", "pair2"]
    assert hops(topology, "leaf3") == {"leaf1": uplinks, "leaf2": uplinks, "pair1": ["leaf3"], "pair2": ["pair1"]}
    assert hops(topology, "leaf1") == {"leaf2": uplinks, "leaf3": ["pair1"], "pair1": ["leaf1"], "pair2": ["leaf1"]}
    cut = topology.without(frozenset({(names.index("leaf1"), names.index("pair1"))}))
    assert hops(cut, "leaf1") == {"leaf2": uplinks, "leaf3": ["pair1"], "pair1": ["pair2"], "pair2": ["leaf1"]}


def test_a_cable_of_another_vrf_is_no_way_for_roce(judged, clos):
    """The same detour is harmless where its cables are in a VRF that no host is in."""
    texts = detour(clos, spines=1)
    for name in ("leaf1", "leaf2", "border1", "border2"):
        lines = texts[f"{name}.cfg"].splitlines()
        ports = {"leaf1": ["2"], "leaf2": ["2"]}.get(name, ["1", "2"])
        for port in ports:
            place = lines.index(f"interface Ethernet{port}")
            lines.insert(place + 1, "   vrf OFFICE")
        texts[f"{name}.cfg"] = "\n".join(lines) + "\n"
    assert judged(texts) == []
