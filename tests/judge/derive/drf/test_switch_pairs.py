"""Two switches that share LAGs: each fault of a pair is reported in words, and nothing is said of a good pair."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import build_fabric
from roce_lint.judge.derive.entities import judged_entities
from roce_lint.judge.given import Given
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

_LEAF = """\
hostname leaf{own}
vlan 300,3967
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
interface Port-Channel7
   switchport access vlan 300
   mlag 7
interface Port-Channel1000
   switchport trunk allowed vlan 300,3967
   switchport mode trunk
interface Ethernet1/1
   description leaf{other} Ethernet1/1
   channel-group 1000 mode active
   service-profile ROCE
interface Ethernet2/1
   description store-1 eth{own}
   channel-group 7 mode active
   service-profile ROCE
interface Vlan300
   ip address 10.9.0.{other}/24
   ip virtual-router address 10.9.0.1
interface Vlan3967
   ip address 10.240.0.{own}/31
mlag configuration
   domain-id pair-1
   local-interface Vlan3967
   peer-address 10.240.0.{other}
   peer-link Port-Channel1000
"""
_HOST = """\
network:
  version: 2
  ethernets: {eth2: {}, eth3: {}}
  bonds:
    bond0: {interfaces: [eth2, eth3], addresses: [10.100.0.2/24], parameters: {mode: 802.3ad}}
"""


@pytest.mark.parametrize(
    ("line", "instead", "pair", "bond"),
    [
        ("", "", "", ""),
        ("10.240.0.2\n", "10.240.0.6\n", "no interface of leaf2 has the address 10.240.0.6", ""),
        (
            "peer-link Port-Channel1000",
            "peer-link Port-Channel7",
            "Port-Channel7 leads to store-1, which is not in a pair",
            "",
        ),
        (
            "vlan 300,3967\n   switchport mode",
            "vlan 3967\n   switchport mode",
            "Port-Channel1000 does not carry VLAN 300",
            "",
        ),
        ("   ip virtual-router address 10.9.0.1\n", "   ip virtual-router address 10.9.0.9\n", "gateway 10.9.0.", ""),
        ("   peer-link Port-Channel1000\n", "", "leads to leaf3, which has none", ""),
        ("domain-id pair-1", "domain-id pair-2", "its domain is pair-2, that of leaf2 pair-1", "MLAG domain pair-2"),
        ("   mlag 7\n", "", "", "leaf3 Port-Channel7 (in no pair and no Ethernet segment, VLAN 300"),
        ("   mlag 7\n", "   mlag 8\n", "", "MLAG number 8"),
        ("   switchport access vlan 300\n", "   switchport access vlan 3967\n", "", "VLAN 3967"),
        ("group 7 mode active", "group 7 mode on", "", "bundled without LACP"),
        ("ip address 10.9.0.2/24", "ip address 10.9.0.3/24", "10.9.0.3 is the own address of Vlan300", ""),
        ("ip address 10.9.0.2/24", "ip address 10.9.0.2/25", "its subnet is 10.9.0.", ""),
        ("   ip virtual-router address 10.9.0.1\n", "", "hosts have the gateway 10.9.0.", ""),
    ],
)
def test_faults_of_a_pair(line: str, instead: str, pair: str, bond: str) -> None:
    good, broken = _LEAF.format(own=2, other=3), _LEAF.format(own=3, other=2).replace(line, instead, 1 if line else 0)
    documents = (Document("leaf2.cfg", good), Document("leaf3.cfg", broken), Document("store-1/net.yaml", _HOST))
    entities = judged_entities(build_fabric(read_documents(documents), Given()))
    faults = [one.variables["pair"].fault for one in entities["switch_pair"]]
    assert len(faults) == (2 if any(word in pair for word in ("gateway", "own address", "subnet")) else 1)
    assert (pair in faults[0]) if pair else faults == [""]
    bonds = [one.variables["bond"] for one in entities["bond"]]
    assert len(bonds) == 1
    assert (bond in bonds[0].here + bonds[0].there) if bond else bonds[0].name == ""
