"""Faults of one switch beside others: leaves with EVPN, of which two share a bond, below a spine."""

from __future__ import annotations

import re
from functools import cache

import pytest

from roce_lint.judge.rule import Severity
from tests.all_rules import all_rules
from tests.exams.exam import check

CLASSES = """
class-of-service forwarding-classes class NO-LOSS queue-num 3 no-loss pfc-priority 3
class-of-service classifiers dscp IN forwarding-class NO-LOSS loss-priority low code-points 011010
class-of-service forwarding-classes class CNP queue-num 6
class-of-service classifiers dscp IN forwarding-class CNP loss-priority low code-points 110000
class-of-service congestion-notification-profile PFC pfc-watchdog
class-of-service congestion-notification-profile PFC input dscp code-point 011010 pfc
class-of-service congestion-notification-profile PFC output ieee-802.1 code-point 011 flow-control-queue 3
class-of-service schedulers S drop-profile-map loss-priority any protocol any drop-profile ECN
class-of-service schedulers S explicit-congestion-notification
class-of-service schedulers S-CNP priority strict-high
class-of-service scheduler-maps OUT forwarding-class NO-LOSS scheduler S
class-of-service scheduler-maps OUT forwarding-class CNP scheduler S-CNP
class-of-service drop-profiles ECN interpolate fill-level [ 20 60 ]
class-of-service drop-profiles ECN interpolate drop-probability [ 0 100 ]
"""
BOUND = """
class-of-service interfaces {port} congestion-notification-profile PFC
class-of-service interfaces {port} scheduler-map OUT
class-of-service interfaces {port} unit 0 classifiers dscp IN
interfaces {port} mtu 9216
"""
LEAF = """
system host-name leaf{n}
chassis aggregated-devices ethernet device-count 2
interfaces et-0/0/30 description "spine1 et-0/0/{n}"
interfaces et-0/0/30 unit 0 family inet address 10.0.0.{odd}/31
interfaces et-0/0/1 description "gpu1 eth{n}"
interfaces et-0/0/1 ether-options 802.3ad ae1
interfaces ae1 description "gpu1 bond0"
interfaces ae1 esi 00:11:11:11:11:00:00:00:00:0{bond}
interfaces ae1 esi all-active
interfaces ae1 aggregated-ether-options lacp active
interfaces ae1 aggregated-ether-options lacp system-id 00:00:00:00:00:0{bond}
interfaces ae1 unit 0 family ethernet-switching vlan members V200
interfaces irb unit 200 family inet address 10.200.0.1{n}/24 virtual-gateway-address 10.200.0.1
interfaces irb mtu 9100
interfaces lo0 unit 0 family inet address 10.9.0.{n}/32
routing-options router-id 10.9.0.{n}
routing-options autonomous-system 6500{n}
protocols bgp group UNDERLAY type external
protocols bgp group UNDERLAY export OWN
protocols bgp group UNDERLAY neighbor 10.0.0.{even} peer-as 65100
protocols bgp group OVERLAY type external
protocols bgp group OVERLAY multihop no-nexthop-change
protocols bgp group OVERLAY local-address 10.9.0.{n}
protocols bgp group OVERLAY family evpn signaling
protocols bgp group OVERLAY neighbor 10.9.0.100 peer-as 65100
policy-options policy-statement OWN term a from interface lo0.0
policy-options policy-statement OWN term a then accept
protocols evpn encapsulation vxlan
protocols evpn extended-vni-list all
switch-options vtep-source-interface lo0.0
switch-options route-distinguisher 10.9.0.{n}:1
switch-options vrf-target target:65000:1
vlans V200 vlan-id 200
vlans V200 l3-interface irb.200
vlans V200 vxlan vni 10200
"""
SPINE = """
system host-name spine1
interfaces lo0 unit 0 family inet address 10.9.0.100/32
routing-options router-id 10.9.0.100
routing-options autonomous-system 65100
protocols bgp group UNDERLAY type external
protocols bgp group OVERLAY type external
protocols bgp group OVERLAY multihop no-nexthop-change
protocols bgp group OVERLAY local-address 10.9.0.100
protocols bgp group OVERLAY family evpn signaling
"""
LINK = """
interfaces et-0/0/{n} description "leaf{n} et-0/0/30"
interfaces et-0/0/{n} unit 0 family inet address 10.0.0.{even}/31
protocols bgp group UNDERLAY neighbor 10.0.0.{odd} peer-as 6500{n}
protocols bgp group OVERLAY neighbor 10.9.0.{n} peer-as 6500{n}
"""


@cache
def fabric() -> dict[str, str]:
    """Return the lines of each switch by file."""
    spine, texts = SPINE + CLASSES, {}
    for n in (1, 2, 3):
        numbers = {"n": n, "odd": 2 * n + 1, "even": 2 * n, "bond": 1 if n < 3 else 2}
        spine += LINK.format(**numbers) + BOUND.format(port=f"et-0/0/{n}")
        leaf = LEAF.format(**numbers) + CLASSES + "".join(BOUND.format(port=port) for port in ("et-0/0/30", "ae1"))
        texts[f"leaf{n}.set"] = re.sub("(?m)^(?=.)", "set ", leaf)
    return {**texts, "spine1.set": re.sub("(?m)^(?=.)", "set ", spine)}


def found(texts: dict[str, str]) -> list[tuple[str, str]]:
    """Return what a check warns of: the code and the line of each place."""
    report = check(texts, all_rules())
    lines = {path: ["", *text.splitlines()] for path, text in texts.items()}
    return [
        (one.code, lines[place.path][place.line]) for one in report.at_least(Severity.WARNING) for place in one.places
    ]


def test_the_healthy_fabric_has_no_fault() -> None:
    assert found(fabric()) == []


LACP = "interfaces ae1 aggregated-ether-options lacp"
TARGET = "switch-options vrf-target target:65000:3"
FAULTS = [
    ("leaf2", "lacp active", "lacp passive", {"DRF-030": f"{LACP} passive"}),
    ("leaf2", f"set {LACP} active\n", "", {"DRF-030": f"{LACP} system-id 00:00:00:00:00:01"}),
    (
        "leaf3", "10.200.0.13/24", "10.200.0.12/24",
        {"RTG-011": "interfaces irb unit 200 family inet address 10.200.0.12/24 virtual-gateway-address 10.200.0.1"},
    ),
    (
        "leaf1", "neighbor 10.9.0.100", "neighbor 10.9.0.110",
        {"RTG-012": "protocols bgp group OVERLAY neighbor 10.9.0.110 peer-as 65100"},
    ),
    (
        "leaf1", "set protocols evpn encapsulation vxlan\n", "",
        {"PRT-005": "protocols evpn extended-vni-list all"},
    ),
    ("leaf3", "target:65000:1", "target:65000:3", {"OVL-011": TARGET}),
    (
        "leaf3", r"(?s)target:65000:1(.*)vni 10200", r"target:65000:3\1vni 10300",
        {"OVL-011": TARGET, "OVL-006": "vlans V200 vxlan vni 10300"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("device", "pattern", "by", "expected"), FAULTS)
def test_each_fault_is_named_at_its_line(device: str, pattern: str, by: str, expected: list[tuple[str, str]]) -> None:
    changed, count = re.subn(pattern, by, fabric()[f"{device}.set"], count=1)
    said = found({**fabric(), f"{device}.set": changed})
    assert (count, dict.fromkeys(said)) == (1, {(code, f"set {line}"): None for code, line in expected.items()})
