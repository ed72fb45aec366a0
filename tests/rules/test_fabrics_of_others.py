"""Fabrics in other hands' styles: what is right in them raises no alarm, and what is wrong is reported at its line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Rule, Severity
from tests.all_rules import all_rules

NX_CLASSES = """\
hostname leaf1
class-map type qos match-any ROCE
  match dscp 26
class-map type qos match-any CNP
  match dscp 48
policy-map type qos CLASSIFY
  class ROCE
    set qos-group 3
  class CNP
    set qos-group 7
"""

LOSSY_LEAF = f"""\
{NX_CLASSES}feature lldp
policy-map type network-qos JUMBO
  class type network-qos c-8q-nq3
    mtu 9216
  class type network-qos c-8q-nq-default
    mtu 9216
policy-map type queuing OUT
  class type queuing c-out-8q-q7
    priority level 1
  class type queuing c-out-8q-q3
    bandwidth remaining percent 60
    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
  class type queuing c-out-8q-q-default
    bandwidth remaining percent 40
system qos
  service-policy type network-qos JUMBO
  service-policy type queuing output OUT
interface Ethernet1/1
  description gpu01
  no switchport
  mtu 9216
  service-policy type qos input CLASSIFY
  ip address 10.64.0.0/31
  no shutdown
"""


@cache
def rules() -> tuple[Rule, ...]:
    return all_rules()


def reported(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the rule and first place of every finding above info."""
    report = check_texts(texts, rules=rules())
    return [
        (finding.rule, f"{finding.place.path}:{finding.place.line}")
        for finding in report.findings
        if finding.severity is not Severity.INFO
    ]


def test_negotiated_pfc_is_no_fault_where_no_class_could_be_paused() -> None:
    assert reported({"leaf1.cfg": LOSSY_LEAF}) == []
    paused = LOSSY_LEAF.replace("c-8q-nq3\n", "c-8q-nq3\n    pause pfc-cos 3\n")
    assert ("pfc-left-to-negotiation", "leaf1.cfg:29") in reported({"leaf1.cfg": paused})


LOSSLESS_LEAF = """\
hostname leaf1
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   tx-queue 3
      no priority
      bandwidth percent 60
      random-detect ecn minimum-threshold 500 kbytes maximum-threshold 2500 kbytes max-mark-probability 20 weight 0
   tx-queue 4
      no priority
   tx-queue 5
      no priority
interface Ethernet1
   description spine1 ethernet-1/1
   mtu 9214
   no switchport
   ip address 10.0.0.0/31
   service-profile ROCE
interface Ethernet2
   description WAN edge
   no switchport
   ip address 192.0.2.1/30
{more}!
qos map dscp 26 to traffic-class 3
priority-flow-control pause watchdog default timeout 0.2
priority-flow-control pause watchdog default recovery-time 0.4
priority-flow-control pause watchdog action drop
end
"""


def test_pfc_towards_the_wan_is_one_fault_and_makes_no_roce_port_of_it() -> None:
    wan = LOSSLESS_LEAF.format(more="   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n")
    assert reported({"leaf1.cfg": LOSSLESS_LEAF.format(more="")}) == []
    assert reported({"leaf1.cfg": wan}) == [("pfc-outside-roce-fabric", "leaf1.cfg:21")]


SPINE = """\
set / system name host-name spine1
set / interface ethernet-1/1 admin-state enable
set / interface ethernet-1/1 mtu 9412
set / interface ethernet-1/1 subinterface 0 ip-mtu {mtu}
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.0.1/31
set / network-instance default interface ethernet-1/1.0
"""


@pytest.mark.parametrize(("mtu", "differs"), [(9198, False), (9214, False), (9232, False), (9000, True), (8000, True)])
def test_jumbo_mtus_of_two_systems_may_differ_by_what_they_count(mtu: int, differs: bool) -> None:
    found = reported({"leaf1.cfg": LOSSLESS_LEAF.format(more=""), "spine1.cfg": SPINE.format(mtu=mtu)})
    assert ("mtu-differs-across-link" in [rule for rule, _ in found]) is differs


NEXUS = f"""\
{NX_CLASSES}policy-map type network-qos LOSSLESS
  class type network-qos c-8q-nq3
    mtu 9216
    pause pfc-cos 3
  class type network-qos c-8q-nq-default
    mtu 9216
policy-map type queuing OUT
  class type queuing c-out-8q-q7
    priority level 1
  class type queuing c-out-8q-q3
    bandwidth remaining percent 60
    random-detect minimum-threshold 950 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn
  class type queuing c-out-8q-q-default
    bandwidth remaining percent 40
system qos
  service-policy type network-qos LOSSLESS
  service-policy type queuing output OUT
priority-flow-control watch-dog-interval on
interface port-channel1
  no switchport
  priority-flow-control mode on
  mtu 9216
  service-policy type qos input CLASSIFY
  ip address 10.0.0.1/31
interface port-channel2
  no switchport
  priority-flow-control mode on
  mtu 9216
  service-policy type qos input CLASSIFY
  ip address 10.0.0.3/31
interface Ethernet1/1
  no switchport
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  mtu 9216
  channel-group 1 mode active
  no shutdown
interface Ethernet1/2
  no switchport
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  mtu 9216
  channel-group 2 mode active
  no shutdown
"""


@pytest.mark.parametrize(
    ("wrong", "right", "expected"),
    [
        ("", "", []),
        ("class type network-qos c-nq3", "class type network-qos c-8q-nq3", ("setting-refused-by-device", 12)),
        (
            "port-channel1\n  no switchport\n  priority-flow-control mode off",
            "port-channel1\n  no switchport\n  priority-flow-control mode on",
            ("pfc-missing-on-roce-port", 31),
        ),
        (
            "mode on\n  service-policy type qos input CLASSIFY\n  ip address 10.0.0.1",
            "mode on\n  mtu 9216\n  service-policy type qos input CLASSIFY\n  ip address 10.0.0.1",
            ("mtu-too-small-for-roce", 40),
        ),
        (
            "    shape min 0 gbps max 10 gbps\n    random-detect",
            "    random-detect",
            ("shaper-of-unknown-share", 22),
        ),
    ],
    ids=["as it should be", "class of the other queue model", "PFC off on the bundle", "MTU of one bundle", "shaper"],
)
def test_nexus_faults_are_reported_at_their_line(wrong: str, right: str, expected: tuple[str, int]) -> None:
    assert right in NEXUS
    found = reported({"leaf1.cfg": NEXUS.replace(right, wrong, 1) if right else NEXUS})
    assert found == ([(expected[0], f"leaf1.cfg:{expected[1]}")] if expected else [])


def _switch(name: str, matched: str, addresses: list[str]) -> str:
    ports = "".join(
        f"interface Ethernet1/{number}\n  no switchport\n  priority-flow-control mode on\n"
        "  priority-flow-control watch-dog-interval on\n  mtu 9216\n  service-policy type qos input CLASSIFY\n"
        f"  ip address {address}/31\n  no shutdown\n"
        for number, address in enumerate(addresses, 1)
    )
    head = NEXUS.partition("interface port-channel1")[0]
    return head.replace("leaf1", name).replace("match dscp 26", f"match dscp {matched}") + ports


def test_one_switch_that_lets_a_whole_block_into_the_class_of_roce_is_reported() -> None:
    cables = [(leaf, f"10.{leaf}.{port}") for leaf in (1, 2, 3) for port in (1, 2)]

    def fabric(**matched: str) -> dict[str, str]:
        ends = {f"leaf{leaf}": [f"{net}.0" for one, net in cables if one == leaf] for leaf in (1, 2, 3)}
        ends["spine1"] = [f"{net}.1" for _, net in cables]
        return {f"{name}.cfg": _switch(name, matched.get(name, "26"), addresses) for name, addresses in ends.items()}

    assert reported(fabric()) == []
    assert reported(fabric(leaf1="24-31", leaf2="24-31", leaf3="24-31", spine1="24-31")) == []
    assert reported(fabric(leaf2="24-31")) == [("port-differs-from-its-role", "leaf2.cfg:3")]
    notes = [one.message for one in check_texts(fabric(leaf2="24-31"), rules=rules()).findings if one.code == "CLS-023"]
    assert [note.partition("includes ")[2][:26] for note in notes] == ["DSCP 25, 27, 28, 29, 30, 3"]
