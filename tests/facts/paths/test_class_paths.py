"""RoCE followed from switch to switch: where it loses its class or its pause, and what an engineer reads about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from roce_lint.check import check_texts, load_all_rules
from roce_lint.lint.finding import Finding
from roce_lint.lint.rule import Severity, Verdict

PATH_RULES = {rule.id for rule in load_all_rules() if rule.scope == "path"}
Judge = Callable[[Mapping[str, str]], list[Finding]]


@pytest.fixture(scope="module")
def judged() -> Judge:
    """Return what rules of classes, PFC and tunnels find: all above info, and what cannot be told of paths."""
    families = ("cls", "pfc", "ovl")
    rules = [rule for rule in load_all_rules() if rule.family in families or rule.code == "DRF-001"]
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


def test_a_detour_that_no_failure_opens_is_not_told(judged, clos):
    assert judged(detour(clos, spines=2)) == []


def test_a_detour_after_one_failure_is_told_with_the_failure_and_the_path(judged, clos):
    findings = judged(detour(clos, spines=1))
    assert {finding.rule for finding in findings} == {"pfc-missing-on-path"}
    first = findings[0]
    assert first.message == (
        "after the failure of the cable leaf1 Ethernet1 - spine1 Ethernet1, RoCE with DSCP 26 goes "
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
        "while nothing has failed, RoCE with DSCP 26 goes leaf1 -> spine2 -> leaf3 and arrives at leaf3 Ethernet2 as "
        "DSCP 30: leaf1 rewrites DSCP 26 to 30, and leaf3 gives that class 1, which does not pause"
    )
    assert [(step.device, step.object, step.message) for step in finding.steps] == [
        ("leaf1", "Ethernet30", "packets with DSCP 26 from hosts of leaf1: class 3, which pauses priority 3"),
        ("spine2", "Ethernet1", "spine2 takes them in with DSCP 30: class 3, which pauses priority 3"),
        ("leaf3", "Ethernet2", "leaf3 takes them in with DSCP 30: class 1, which does not pause"),
    ]
    assert [one.message for one in finding.related if "CLS-008" in one.message] == [
        "CLS-008 marking-rewritten-to-another rests on this fault: Packets that arrive with DSCP 26 leave with "
        "DSCP 30, which is no roce marking of this fabric (4 places)"
    ]


def test_what_a_port_rule_tells_is_not_told_again(judged, clos):
    texts = clos(systems=("eos",)).texts()
    texts["spine1.cfg"] = without_profile(texts["spine1.cfg"], "Ethernet2")
    (finding,) = judged(texts)
    assert finding.rule == "roce-port-without-qos"
    assert any(
        one.message.startswith("PFC-002 pfc-missing-on-path rests on this fault: while nothing has failed, RoCE")
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
