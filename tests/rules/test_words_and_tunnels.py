"""What is read of all ports at once, what may lie unused, and which packets come into a tunnel."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

ROCE = """\
hostname leaf1
{line}
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
interface Ethernet1
   no switchport
   mtu 9214
   ip address 10.64.0.0/31
   service-profile ROCE
"""


def said(os: str, text: str) -> set[tuple[str, str]]:
    report = check_texts({f"leaf1.{os}": text}, os=os, rules=all_rules())
    return {(one.code, one.severity.value) for one in report.findings}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dcbx application udp 4791 priority 3", set()),
        ("dcbx application udp 4791 priority 4", {("PFC-005", "error")}),
        ("dcbx application udp 4791 priority 9", {("INP-002", "warning")}),
    ],
    ids=["the priority of RoCE", "another one", "none"],
)
def test_what_all_ports_announce_is_read_as_of_one(line: str, expected: set[tuple[str, str]]) -> None:
    found = said("eos", ROCE.format(line=line))
    assert {one for one in found if one[0] in ("PFC-005", "PRT-005", "INP-002", "INP-001")} == expected


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("set traffic-class 5", set()),
        ("set traffic-class 3", {("DRF-011", "warning")}),
        ("set dscp 26", {("DRF-011", "warning")}),
    ],
)
def test_an_unused_policy_is_reported_where_it_speaks_of_roce(action: str, expected: set[tuple[str, str]]) -> None:
    policy = f"class-map type qos match-any V\n   match vlan 5\npolicy-map type qos V\n   class V\n      {action}"
    assert {one for one in said("eos", ROCE.format(line=policy)) if one[0] == "DRF-011"} == expected


@pytest.mark.parametrize(("option", "expected"), [("--tcbw", set()), ("--tc_bw", {("INP-002", "warning")})])
def test_an_option_that_mlnx_qos_has_not_is_a_warning(option: str, expected: set[tuple[str, str]]) -> None:
    text = f"#!/bin/sh\n# host: gpu1\nmlnx_qos -i eth2 --trust dscp {option} 10,0,0,90,0,0,0,0\n"
    assert {one for one in said("mlx5", text) if one[0] == "INP-002"} == expected


VTEP = """\
hostname leaf1
feature nv overlay
feature vn-segment-vlan-based
vlan 100
  vn-segment 10100
vlan 500
  vn-segment 50500
vrf context T
  vni 50500
interface Vlan100
  mtu {tenant}
  vrf member T
  ip address 10.100.0.1/24
interface Vlan500
  mtu 9216
  vrf member T
  ip forward
interface nve1
  source-interface loopback0
  member vni 10100
  member vni 50500 associate-vrf
interface loopback0
  ip address 10.255.0.1/32
"""
UP = """\
policy-map type network-qos N
  class type network-qos c-8q-nq3
    pause pfc-cos 3
    mtu 9216
system qos
  service-policy type network-qos N
interface Ethernet1/1
  no switchport
  mtu 9200
  speed 400000
  ip address {ip}/31
  priority-flow-control mode on
router bgp {asn}
  router-id 10.255.0.{asn}
  maximum-paths 2
  neighbor {peer}
    remote-as {other}
    address-family ipv4 unicast
"""
HOST = """\
interface Ethernet1/9
  mtu {mtu}
  {vrf}speed 100000
  no switchport
  ip address 10.200.0.1/31
  priority-flow-control mode on
"""


@pytest.mark.parametrize(
    ("tenant", "port", "vrf", "is_too_large"),
    [
        (9000, 9000, "vrf member T\n  ", False),
        (9200, 9000, "vrf member T\n  ", True),
        (9000, 9200, "vrf member T\n  ", True),
        (9000, 9200, "", False),
    ],
    ids=["room", "gateway", "routed port of the tenant", "routed port of the underlay"],
)
def test_packets_of_tenants_need_room_for_the_tunnel(tenant: int, port: int, vrf: str, is_too_large: bool) -> None:
    """The VLAN of the VNI that carries a VRF's routes has an MTU too, and no hosts."""
    leaf = VTEP.format(tenant=tenant) + UP.format(ip="10.0.0.0", asn=1, peer="10.0.0.1", other=2)
    spine = "hostname spine1\n" + UP.format(ip="10.0.0.1", asn=2, peer="10.0.0.0", other=1)
    texts = {"leaf1.cfg": leaf + HOST.format(mtu=port, vrf=vrf), "spine1.cfg": spine}
    report = check_texts(texts, os="nxos", rules=all_rules())
    assert any(one.code == "OVL-005" for one in report.findings) == is_too_large


def test_an_environment_alone_says_once_that_nothing_is_known_of_its_nics() -> None:
    text = "NCCL_IB_HCA=mlx5_0\nNCCL_IB_GID_INDEX=3\nNCCL_IB_TC=106\n"
    report = check_texts({"gpu1.conf": text}, os="mlx5", rules=all_rules())
    assert {one.code for one in report.findings if one.code[:3] in ("PFC", "CLS")} == set()
    assert report.restrictions == (
        "no file states PFC, trust and MTU of 1 NIC, which is not evaluated for them: gpu1 mlx5_0",
    )


@pytest.mark.parametrize(("vrf", "is_too_small"), [("vrf member T\n  ", False), ("", True)], ids=["tenant", "underlay"])
def test_a_port_that_hands_tenants_over_is_no_uplink(vrf: str, is_too_small: bool) -> None:
    """Whose packets a port carries is told by its units, if it has no address itself."""
    handed = "interface Ethernet1/8\n  mtu 1500\n  no switchport\ninterface Ethernet1/8.100\n"
    handed += "  mtu 1500\n  encapsulation dot1q 100\n  {vrf}ip address 10.9.0.{n}/31\n"
    leaf = VTEP.format(tenant=9000) + UP.format(ip="10.0.0.0", asn=1, peer="10.0.0.1", other=2)
    leaf += HOST.format(mtu=9000, vrf="vrf member T\n  ") + handed.format(vrf=vrf, n=0)
    spine = "hostname spine1\n" + UP.format(ip="10.0.0.1", asn=2, peer="10.0.0.0", other=1)
    texts = {"leaf1.cfg": leaf, "spine1.cfg": spine, "edge.cfg": "hostname edge\n" + handed.format(vrf="", n=1)}
    report = check_texts(texts, os="nxos", rules=all_rules())
    assert any(one.code == "OVL-005" for one in report.findings) == is_too_small
