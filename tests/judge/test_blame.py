"""Which fault causes which, and what waits for a fault to be fixed."""

from __future__ import annotations

import json

import pytest

from roce_lint.judge.blame import FAULTS
from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

EOS = """\
hostname leaf1
interface Ethernet1
   speed 400g
   no switchport
   mtu 9214
   ip address 10.0.0.0/31
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   tx-queue 3
      random-detect ecn minimum-threshold {kmin} kbytes maximum-threshold 400 kbytes max-mark-probability 20
"""
WRONG_CLASS = "qos map dscp 26 to traffic-class 4\n"


def test_every_rule_of_the_table_exists_and_stands_in_it_once():
    ids = {rule.id for rule in all_rules()}
    named = [one.rule for one in FAULTS]
    assert len(set(named)) == len(named)
    assert {name for one in FAULTS for name in (one.rule, *one.tells)} - ids == set()


def test_a_fault_never_follows_from_a_later_one():
    place = {one.rule: number for number, one in enumerate(FAULTS)}
    later = [
        (rule.id, cause)
        for rule in all_rules()
        if rule.id in place
        for cause in rule.suppressed_by
        if place[cause] > place[rule.id]
    ]
    assert later == []


def codes(text, **given):
    report = check_texts({"leaf1.cfg": text}, os="eos", rules=all_rules(), **given)
    return {finding.code: finding for finding in report.findings}


def test_a_wrong_class_does_not_hide_an_impossible_curve():
    found = codes(EOS.format(kmin=4000) + WRONG_CLASS, profile="lossless")
    assert {"ECN-002", "CLS-001"} <= set(found)
    assert found["ECN-002"].place.object == "Ethernet1/queue 3"


def test_the_queue_that_was_meant_is_judged_and_not_the_one_that_roce_came_to():
    """RoCE would leave through queue 4, which does not mark; the lossless class leaves through queue 3."""
    found = codes(EOS.format(kmin=150) + WRONG_CLASS, profile="lossless")
    assert "CLS-001" in found
    assert {"ECN-001", "ECN-008"} & set(found) == set()


LINK_PAUSE = EOS.format(kmin=150).replace("priority-flow-control on\n", "flowcontrol receive on\n")


def test_what_needs_pfc_waits_for_it():
    beside = codes(EOS.format(kmin=150) + "   flowcontrol receive on\n", profile="lossless")
    assert beside["PFC-003"].place.object == "Ethernet1"
    without = codes(LINK_PAUSE, profile="lossless")
    assert "PFC-003" not in without
    waiting = {check.code: check.places[0].object for check in without["PFC-002"].waiting}
    assert waiting["PFC-003"] == "Ethernet1"


@pytest.mark.parametrize("kmin", [150, 4000])
def test_nothing_that_is_reported_waits(kmin):
    found = codes(EOS.format(kmin=kmin).replace("   qos trust dscp\n", "   no qos trust\n"), profile="lossless")
    assert "CLS-005" in found
    said = {(finding.rule, place.object) for finding in found.values() for place in finding.places}
    waits = {(check.rule, place.object) for one in found.values() for check in one.waiting for place in check.places}
    assert said & waits == set()
    assert waits


def test_another_queue_waits_for_what_roce_gets():
    """Whether a strict queue stands above RoCE says nothing while RoCE is strict by mistake."""
    roce = "tx-queue 3\n      priority strict\n      bandwidth percent 70\n"
    text = EOS.format(kmin=150).replace("tx-queue 3\n", roce) + "   tx-queue 5\n      priority strict\n"
    found = codes(text, profile="lossless")
    waits = {(check.code, place.object) for check in found["SCH-021"].waiting for place in check.places}
    assert ("SCH-002", "Ethernet1/queue 5") in waits


HOST = """\
#!/bin/sh
# host: gpu1
mlnx_qos -i eth2 --trust dscp
mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0
cma_roce_tos -d mlx5_0 -t 26
ethtool -s eth2 speed 400000 autoneg off
mlnx_qos -i eth2 -p 0,1,2,3,4,5,6,7 -s ets,ets,ets,ets,ets,ets,strict,ets -t 50,0,0,50,0,0,0,0 -r 40,40,40,40,0,0,0,0
"""


def test_a_consequence_that_a_line_of_its_own_states_waits():
    """RoCE comes to a class of the NIC by a wrong ToS; the limit of that class is in another line, and may stay."""
    leaf = EOS.format(kmin=150) + "qos map dscp 26 to traffic-class 3\n"
    report = check_texts({"leaf1.cfg": leaf, "gpu1/roce.sh": HOST}, rules=all_rules(), profile="lossless")
    found = {finding.code: finding for finding in report.findings}
    assert "SCH-024" not in found
    waits = {(check.code, place.line) for check in found["NIC-001"].waiting for place in check.places}
    assert ("SCH-024", 7) in waits


def test_the_refused_reference_is_reported_and_not_that_the_port_has_no_qos():
    """Either is said of the line of the other: what is exact goes first."""
    ports = ("Ethernet0", "Ethernet8", "Ethernet16", "Ethernet24")
    row = {"lanes": "1", "speed": "400000", "mtu": "9216", "admin_status": "up"}
    text = {
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "X"}},
        "VERSIONS": {"DATABASE": {"VERSION": "version_202411_01"}},
        "PORT": dict.fromkeys(ports, row),
        "INTERFACE": {f"{port}|10.0.{number}.0/31": {} for number, port in enumerate(ports)},
        "DSCP_TO_TC_MAP": {"AZURE": {"26": "3", "48": "6"}},
        "PORT_QOS_MAP": {
            **{key: {"dscp_to_tc_map": "AZURE", "pfc_enable": "3"} for key in ports[:3]},
            ports[3]: {"dscp_to_tc_map": "[DSCP_TO_TC_MAP|AZURE]"},
        },
    }
    report = check_texts({"leaf1.json": json.dumps(text, indent=1)}, os="sonic", rules=all_rules())
    found = {finding.code: finding for finding in report.findings}
    assert "DRF-017" not in found
    notes = [one.message for one in found["DRF-001"].related]
    assert any(note.startswith("caused by this finding: DRF-017") for note in notes)
    assert "PFC-002" in {check.code for check in found["DRF-001"].waiting}, "the row may miss the priority besides"


def with_profile(name, *, defined):
    ports = "".join(
        f"interface Ethernet{port}\n   description rail{port}\n   no switchport\n   mtu 9214\n"
        f"   ip address 10.{len(name)}.{port}.0/31\n   service-profile {name}\n"
        for port in (1, 2, 3)
    )
    profile = EOS.format(kmin=150).partition("   qos trust")[2].replace(" dscp\n", "   qos trust dscp\n", 1)
    return ports + (f"qos profile {name}\n{profile}" if defined else "")


@pytest.mark.parametrize("name", ["rail-qos", "ROCE"])
def test_a_switch_whose_only_profile_is_undefined_takes_part_all_the_same(name):
    texts = {
        f"leaf{number}.cfg": f"hostname leaf{number}\n" + with_profile(name, defined=number < 3) for number in (1, 2, 3)
    }
    report = check_texts(texts, os="eos", rules=all_rules())
    found = {finding.code: finding for finding in report.findings}
    assert report.domain.inside == report.domain.ports == 9
    assert [(place.device, place.object) for place in found["DRF-001"].places] == [
        ("leaf3", f"Ethernet{port}") for port in (1, 2, 3)
    ]


def test_a_line_that_says_something_wrong_does_not_follow_from_a_missing_name():
    """A missing profile brings no link pause, and takes none away."""
    text = EOS.format(kmin=150).replace("   qos trust dscp\n", "   qos trust none\n   service-profile GPU-NET\n")
    found = codes(text + "   flowcontrol receive on\n", profile="lossless")
    assert {"DRF-001", "PFC-003"} <= set(found)


HOSTS = """\
hostname leaf1
qos profile GPU
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
"""


@pytest.mark.parametrize(
    ("others", "own", "inside"),
    [("storage-node", "storage-node", True), ("gpu", "gpu", True), ("gpu", "storage-array", False)],
)
def test_a_word_hides_a_lost_profile_only_where_no_sibling_with_it_carries_roce(others, own, inside):
    ports = "".join(
        f"interface Ethernet{port}\n   description {own if port == 3 else others}{port:02}\n   speed 400g\n"
        f"   no switchport\n   mtu 9214\n   ip address 10.1.{port}.0/31\n"
        + ("" if port == 3 else "   service-profile GPU\n")
        for port in range(1, 9)
    )
    found = codes(HOSTS + ports)
    lost = found.get("DRF-017")
    assert (lost is not None) is inside
    assert lost is None or (lost.place.object, lost.severity.value) == ("Ethernet3", "error")


def test_where_no_priority_is_known_to_be_lossless_every_port_waits():
    """PFC is on at one port without a priority, and off at the other, of which nobody can say what it lacks."""
    first, second = EOS.format(kmin=150).replace("   priority-flow-control priority 3 no-drop\n", ""), ""
    second = first.partition("interface")[2].replace("Ethernet1", "Ethernet2").replace("10.0.0.0", "10.0.0.2")
    text = first + "interface" + second.replace("   priority-flow-control on\n", "")
    waits = {(check.code, place.object) for check in codes(text)["PFC-004"].waiting for place in check.places}
    assert ("PFC-002", "Ethernet2/priority 3") in waits


JUNOS = """\
set system host-name leaf1
set interfaces et-0/0/0 speed 400g
set interfaces et-0/0/0 mtu 9216
set interfaces et-0/0/0 unit 0 family inet address 10.0.0.0/31
set class-of-service classifiers dscp roce forwarding-class RDMA loss-priority low code-points 011010
set class-of-service forwarding-classes class RDMA queue-num 3
set class-of-service forwarding-classes class RDMA no-loss
set class-of-service forwarding-classes class RDMA pfc-priority 3
set class-of-service congestion-notification-profile cnp input dscp code-point 011010 pfc
set class-of-service congestion-notification-profile cnp pfc-watchdog
set class-of-service drop-profiles dp interpolate fill-level [ 20 60 ]
set class-of-service drop-profiles dp interpolate drop-probability [ 0 100 ]
set class-of-service schedulers s-roce drop-profile-map loss-priority low protocol any drop-profile dp
set class-of-service schedulers s-roce explicit-congestion-notification
set class-of-service scheduler-maps m forwarding-class RDMA scheduler s-roce
set class-of-service interfaces et-0/0/0 congestion-notification-profile cnp
set class-of-service interfaces et-0/0/0 scheduler-map m
set class-of-service interfaces et-0/0/0 unit 0 classifiers dscp roce
"""


@pytest.mark.parametrize(
    ("faults", "hidden", "fault"),
    [
        ((("et-0/0/0 congestion-notification-profile cnp\n", ""),), "WD-001", "DRF-016"),
        ((("roce forwarding-class RDMA", "roce forwarding-class RMDA"),), "CLS-026", "DRF-001"),
        (
            (("roce forwarding-class RDMA", "roce forwarding-class RMDA"), ("et-0/0/0 scheduler-map m\n", "")),
            "ECN-001",
            "DRF-001",
        ),
    ],
    ids=["a profile bound nowhere", "a class that a classifier misspells", "two faults, each hiding one fact"],
)
def test_what_a_name_or_a_binding_would_bring_is_waited_for(faults, hidden, fault):
    text = JUNOS
    for words, instead in faults:
        line = next(line for line in text.splitlines(keepends=True) if words in line)
        text = text.replace(line, line.replace(words, instead) if instead else "")
    report = check_texts({"leaf1.conf": text}, os="junos", rules=all_rules(), profile="lossless")
    assert hidden not in {one.code for one in report.findings}
    assert {(one.code, check.code) for one in report.findings for check in one.waiting} >= {(fault, hidden)}
