"""Next hops of hosts' routes: what the kernel refuses, what the switch at the cable does not have, and what is fine."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.entities import judged_entities
from roce_lint.judge.derive.rtg.next_hop_state import NextHopState
from roce_lint.model.fact import Fact, Unknown

Build = Callable[..., Fabric]

LEAF = """\
hostname %s
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
vlan 100
"""
PORT = "interface Ethernet1/1\n   description gpu1 eth0\n   service-profile ROCE\n"
ROUTED = LEAF % "leaf1" + PORT + "   no switchport\n   ip address 10.0.0.1/29\n   ipv6 address fd00::1/64\n"
BARE = LEAF % "leaf1" + PORT + "   no switchport\n"
ACCESS = LEAF % "leaf1" + PORT + "   switchport access vlan 100\n"
SVI = "interface Vlan100\n   ip address 10.0.0.2/24\n"
SHARED = SVI + "   ip virtual-router address 10.0.0.1\n"
TWIN = LEAF % "leaf2" + "interface Ethernet1/2\n   switchport access vlan 100\n" + SVI.replace("10.0.0.2", "10.0.0.3")
NXOS = """\
hostname leaf1
feature interface-vlan
feature hsrp
vlan 100
policy-map type network-qos NQ
  class type network-qos c-8q-nq3
    pause pfc-cos 3
system qos
  service-policy type network-qos NQ
interface Ethernet1/1
  description gpu1 eth0
  switchport access vlan 100
  priority-flow-control mode on
interface Vlan100
  no shutdown
  ip address 10.0.0.2/24
  hsrp 100
"""

SRL = """\
set / system name host-name leaf1
set / qos queues queue unicast-3 queue-index 3
set / qos queues pfc-queue pfc-3 queue-index 3
set / qos forwarding-classes forwarding-class fc3 output unicast-queue unicast-3
set / qos pfc-mapping-profile PFC received-traffic unicast-mapping pfc-queue pfc-3 forwarding-class [ fc3 ]
set / qos pfc-mapping-profile PFC received-traffic unicast-mapping pfc-queue pfc-3 pfc-pause-frame-priority 3
set / qos interfaces interface ethernet-1/1 interface-ref interface ethernet-1/1
set / qos interfaces interface ethernet-1/1 pfc pfc-mapping-profile PFC pfc-enable true
set / interface ethernet-1/1 description "gpu1 eth0"
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.0.1/29
set / network-instance default interface ethernet-1/1.0
"""
VRRP = "set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.0.1/29 vrrp vrrp-group 1\n"


def host(address: str, via: str, more: str = "", port: str = "eth0") -> str:
    return f"""\
# host: gpu1
network:
  version: 2
  ethernets:
    {port}:
      addresses: [{address}]
      routes: [{{to: default, via: "{via}"}}]
{more}"""


BOND = """\
  bonds:
    bond0:
      interfaces: [eth0]
      addresses: [10.0.0.2/29]
      routes: [{to: default, via: 10.0.0.4}]
"""


@pytest.mark.parametrize(
    ("leaf", "text", "found"),
    [
        (ROUTED, host("10.0.0.2/29", "10.0.0.1"), ["yes no yes"]),
        (ROUTED, host("10.0.0.2/29", "10.0.0.9"), ["no no no, has 10.0.0.1"]),
        (ROUTED, host("10.0.0.2/29", "10.0.0.2"), ["yes yes no, has 10.0.0.1"]),
        (ROUTED, host("10.0.0.2/29", "10.0.0.3"), ["yes no no, has 10.0.0.1"]),
        (ROUTED, host("10.0.0.10/29", "10.0.0.1"), ["no no yes, has 10.0.0.1"]),
        (ROUTED, host("10.0.0.10", "10.0.0.1"), ["? no yes, has 10.0.0.1"]),
        (ROUTED, host("10.0.0.10/29", "10.0.0.1", "      dhcp4: true\n"), ["? no yes, has 10.0.0.1"]),
        (ROUTED, host('"fd00::2/64"', "fd00::1"), ["yes no yes"]),
        (ROUTED, host('"fd00::2/64"', "fe80::1"), ["yes no yes"]),
        (ROUTED, host('"fd00::2/64"', "fd00::3"), ["yes no no, has fd00::1"]),
        (ROUTED, host('"fd01::2/64"', "fd00::1"), ["? no yes, has fd00::1"]),
        (ROUTED, host('"fd00::2/64"', "fd01::1"), ["no no no, has fd00::1"]),
        (BARE, host("10.0.0.2/29", "10.0.0.1"), ["yes no ?, has "]),
        (ACCESS, host("10.0.0.9/24", "10.0.0.4"), ["yes no ?, has "]),
        (ACCESS + SVI, host("10.0.0.9/24", "10.0.0.2"), ["yes no yes"]),
        (ACCESS + SVI, host("10.0.0.9/24", "10.0.0.3"), ["yes no yes"]),
        (ACCESS + SVI, host("10.0.0.9/24", "10.0.0.1"), ["yes no no, has 10.0.0.2"]),
        (ACCESS + SHARED, host("10.0.0.9/24", "10.0.0.1"), ["yes no yes"]),
        (ACCESS + SHARED, host("10.0.0.9/24", "10.0.0.4"), ["yes no no, has 10.0.0.2, 10.0.0.1"]),
        (NXOS, host("10.0.0.9/24", "10.0.0.1"), ["yes no ?, has 10.0.0.2"]),
        (NXOS + "    ip 10.0.0.1\n", host("10.0.0.9/24", "10.0.0.1"), ["yes no yes"]),
        (NXOS + "    ip 10.0.0.1\n", host("10.0.0.9/24", "10.0.0.4"), ["yes no no, has 10.0.0.2, 10.0.0.1"]),
        (SRL, host("10.0.0.2/29", "10.0.0.3"), ["yes no no, has 10.0.0.1"]),
        (SRL + VRRP, host("10.0.0.2/29", "10.0.0.3"), ["yes no ?, has 10.0.0.1"]),
        (ROUTED, host("10.9.0.2/29", "10.9.9.9", port="mgmt0"), []),
        (ROUTED, host("10.9.0.2/29", "10.9.9.9", BOND, port="mgmt0"), ["yes no no, has 10.0.0.1"]),
    ],
)
def test_what_is_wrong_with_a_next_hop(leaf: str, text: str, found: list[str], fabric_of: Build) -> None:
    nccl = "# host: gpu1\nNCCL_IB_HCA==mlx5_0\nNCCL_IB_TC=106\n"
    fabric = fabric_of(leaf1=leaf, leaf2=TWIN, netplan=text, nccl=nccl)
    assert [_said(one.variables["hop"]) for one in judged_entities(fabric).get("next_hop", ())] == found


def _said(hop: object) -> str:
    assert isinstance(hop, NextHopState)
    words = " ".join(map(_word, (hop.is_connected, hop.is_own, hop.is_of_switch)))
    return words if words == "yes no yes" else f"{words}, has {hop.switch_addresses}"


def _word(fact: Fact[bool]) -> str:
    return "?" if isinstance(fact, Unknown) else "yes" if fact.value else "no"
