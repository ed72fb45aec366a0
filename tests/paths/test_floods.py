"""Circles of paused buffers that frames to silent hosts close where switches flood them."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Verdict
from tests.all_rules import all_rules

RULES = [rule for rule in all_rules() if rule.code == "DLK-001"]
QOS = [
    "qos profile ROCE",
    "   qos trust dscp",
    "   priority-flow-control on",
    "   priority-flow-control priority 3 no-drop",
]


def tor(number: int, *, floods: bool, mac_age_s: int = 300) -> str:
    """Return a leaf whose VLAN of hosts is on its uplinks too; each uplink has a VLAN of its own for routing."""
    other = 3 - number
    lines = [f"hostname tor{number}", *QOS, f"mac address-table aging-time {mac_age_s}", f"vlan {number}0"]
    for spine in (1, 2):
        transit = f"{number}0{spine}"
        allowed = f"{number}0,{transit}" if floods else transit
        lines += [f"vlan {transit}", f"interface Ethernet{spine}", "   switchport mode trunk"]
        lines += [f"   switchport trunk allowed vlan {allowed}", "   service-profile ROCE"]
        lines += [f"interface Vlan{transit}", f"   ip address 10.0.{number}{spine}.0/31"]
        lines += [f"ip route 10.{other}.0.0/24 10.0.{number}{spine}.1"]
    lines += ["interface Ethernet9", f"   switchport access vlan {number}0", "   service-profile ROCE"]
    lines += [f"interface Vlan{number}0", f"   ip address 10.{number}.0.1/24", "ip routing"]
    return "\n".join(lines) + "\n"


def spine(number: int, *, bridges: bool = False) -> str:
    lines = [f"hostname spine{number}", *QOS]
    for leaf in (1, 2):
        transit = f"{leaf}0{number}"
        lines += [f"vlan {transit}", f"interface Ethernet{leaf}", "   switchport mode trunk"]
        allowed = f"10,20,{transit}" if bridges else transit
        lines += [f"   switchport trunk allowed vlan {allowed}", "   service-profile ROCE"]
        lines += [f"interface Vlan{transit}", f"   ip address 10.0.{leaf}{number}.1/31"]
        lines += [f"ip route 10.{leaf}.0.0/24 10.0.{leaf}{number}.0"]
    return "\n".join([*lines, *(["vlan 10,20"] if bridges else []), "ip routing"]) + "\n"


def judged(tors: list[str], *, bridges: bool = False):
    texts = {f"tor{number}.cfg": text for number, text in enumerate(tors, 1)}
    texts |= {f"spine{number}.cfg": spine(number, bridges=bridges) for number in (1, 2)}
    rows = [f"tor{leaf},Ethernet{one},spine{one},Ethernet{leaf},20" for leaf in (1, 2) for one in (1, 2)]
    texts["cables.csv"] = "\n".join(["a_device,a_port,b_device,b_port,length_m", *rows]) + "\n"
    return list(check_texts(texts, rules=RULES).findings)


def test_two_leaves_that_flood_close_a_circle_while_nothing_has_failed():
    finding, other = judged([tor(1, floods=True), tor(2, floods=True)])
    assert other.message.endswith("tor1 -> spine1 -> tor2 -> spine2 -> tor1")
    assert finding.verdict is Verdict.VIOLATED
    assert finding.message == (
        "Buffers of priority 3 can wait for each other in a cycle while nothing has failed: "
        "spine1 -> tor1 -> spine2 -> tor2 -> spine1"
    )
    assert [step.message for step in finding.steps] == [
        "the buffer of tor1 for spine1 waits for that of spine2 for tor1: "
        "tor1 floods frames to silent hosts of VLAN 10",
        "the buffer of spine2 for tor1 waits for that of tor2 for spine2: "
        "packets from hosts of tor1 to hosts of tor2 go tor1 -> spine2 -> tor2",
        "the buffer of tor2 for spine2 waits for that of spine1 for tor2: "
        "tor2 floods frames to silent hosts of VLAN 20",
        "the buffer of spine1 for tor2 waits for that of tor1 for spine1: "
        "packets from hosts of tor2 to hosts of tor1 go tor2 -> spine1 -> tor1",
    ]
    assert finding.place.path == "tor1.cfg"


@pytest.mark.parametrize(
    "tors",
    [
        [tor(1, floods=True), tor(2, floods=False)],
        [tor(1, floods=False), tor(2, floods=False)],
        [tor(1, floods=True, mac_age_s=20000), tor(2, floods=True, mac_age_s=20000)],
        [tor(1, floods=True, mac_age_s=14400), tor(2, floods=True, mac_age_s=14400)],
    ],
    ids=["one leaf floods", "none floods", "MAC entries stand longer than ARP entries", "as long"],
)
def test_less_than_two_leaves_that_flood_are_harmless(tors):
    assert judged(tors) == []


def test_a_vlan_with_a_loop_leaves_the_question_open():
    tors = [
        tor(number, floods=True).replace("vlan 10,", "vlan 10,20,").replace("vlan 20,", "vlan 10,20,")
        for number in (1, 2)
    ]
    (finding,) = judged([f"{text}vlan 10,20\n" for text in tors], bridges=True)
    assert finding.verdict is Verdict.UNDETERMINED
    assert "the spanning tree blocks" in finding.message
