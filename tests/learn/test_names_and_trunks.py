"""Names of hosts that descriptions give, and ports that carry the VLANs of several segments."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import NOTHING_SAID, build_fabric
from roce_lint.learn.draft import plan_of
from roce_lint.learn.learnt import Learnt, learn_intent
from roce_lint.learn.names import pattern_of, shared_name
from roce_lint.learn.observe import observe
from roce_lint.model.device import PortRef
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

LEAF = """\
! device: dc1-leaf1 (DCS-7050CX3-32C, EOS-4.32.2F)
hostname dc1-leaf1
vlan 11,12
vrf instance RED
qos profile RDMA
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   uc-tx-queue 3
      random-detect ecn minimum-threshold 500 kbytes maximum-threshold 1500 kbytes max-mark-probability 10 weight 0
interface Ethernet1/1
   description SERVER_dc1-server1_PCI1
   switchport mode trunk
   switchport trunk allowed vlan 11-12
   service-profile RDMA
interface Ethernet2/1
   description SERVER_dc1-server1_PCI2
   switchport access vlan 11
   service-profile RDMA
interface Ethernet3/1
   description SERVER_dc1-server1_iLO
   switchport access vlan 12
   service-profile RDMA
interface Loopback1
   ip address 10.255.1.3/32
interface Vlan11
   vrf RED
   ip address virtual 10.10.11.1/24
interface Vlan12
   vrf RED
   ip address virtual 10.10.12.1/24
interface Vxlan1
   vxlan source-interface Loopback1
   vxlan vlan 11 vni 10011
   vxlan vlan 12 vni 10012
   vxlan vrf RED vni 50001
"""


@pytest.fixture(scope="module")
def learnt() -> Learnt:
    documents = [Document("dc1-leaf1.cfg", LEAF)]
    return learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "pod", documents)


def test_hosts_keep_the_names_of_descriptions(learnt: Learnt) -> None:
    assert sorted(host.name for host in learnt.observed.hosts) == [
        "SERVER_dc1-server1_PCI1",
        "SERVER_dc1-server1_PCI2",
        "SERVER_dc1-server1_iLO",
    ]


@pytest.mark.parametrize(
    ("first", "second", "hosts"),
    [
        ("gpu01_nic1", "gpu01_nic2", {"gpu01": 2}),
        ("dgx-1.mlx5_0", "dgx-1.mlx5_1", {"dgx-1": 2}),
        ("gpu01-rail1", "gpu02-rail1", {"gpu01": 1, "gpu02": 1}),
        ("rack1_nic1", "rack1_nic1", {"rack1_nic1": 2}),
        ("gpua-nic1", "gpua-nic2", {"gpua-nic1": 1, "gpua-nic2": 1}),
    ],
    ids=["by NIC", "by RDMA device", "by rail", "one NIC twice", "no number of a host"],
)
def test_ports_described_as_nics_lead_to_one_host(first: str, second: str, hosts: dict[str, int]) -> None:
    text = LEAF.replace("SERVER_dc1-server1_PCI1", first).replace("SERVER_dc1-server1_PCI2", second)
    observed = observe(build_fabric(read_documents([Document("leaf.cfg", text)]), NOTHING_SAID))
    found = {host.name: len(host.nics) for host in observed.hosts}
    assert found == hosts | {"SERVER_dc1-server1_iLO": 1}


def test_a_trunk_of_several_segments_is_in_none(learnt: Learnt) -> None:
    """The NIC of an intent is in one VLAN; which VLANs the trunk carries is among the differences."""
    assert learnt.document["tenants"] == [
        {
            "name": "RED",
            "segments": [
                {"vlan": 11, "gateway": "10.10.11.1/24", "hosts": ["SERVER_dc1-server1_PCI2"]},
                {"vlan": 12, "gateway": "10.10.12.1/24", "hosts": ["SERVER_dc1-server1_iLO"]},
            ],
        }
    ]


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (["dc1-leaf1"], "dc1-leaf{n}"),
        (["rack1-leaf2"], "rack1-leaf2"),
        (["dc1-leaf1", "dc1-leaf2"], "dc1-leaf{n}"),
        (["rack1-leaf1", "rack2-leaf2"], "rack{n}-leaf{n}"),
        (["pod1-leaf101", "pod1-leaf102"], "pod1-leaf{n+100}"),
        (["leaf00", "leaf01"], "leaf{n-1:02d}"),
        (["leaf-101", "leaf-103"], "leaf-101"),
    ],
)
def test_of_one_name_alone_the_last_number_counts(names: list[str], pattern: str) -> None:
    assert (pattern_of(names, [{"n": number} for number in range(1, len(names) + 1)]) or names[0]) == pattern


@pytest.mark.parametrize(
    ("names", "name"),
    [
        (["SERVER_dc1-server1_PCI1", "SERVER_dc1-server1_PCI2"], "SERVER_dc1-server1"),
        (["gpu1", "gpu1"], "gpu1"),
        (["", "gpu1"], "gpu1"),
        (["srv1", "srv10"], "srv1"),
        (["a1_x", "b1_x"], "a1_x"),
    ],
)
def test_the_ports_of_a_bundle_lead_to_one_host(names: list[str], name: str) -> None:
    assert shared_name(names) == name


PAIR = """\
! device: leaf-{number} (DCS-7050CX3-32C, EOS-4.32.2F)
hostname leaf-{number}
vlan 11
qos profile RDMA
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   uc-tx-queue 3
      random-detect ecn minimum-threshold 500 kbytes maximum-threshold 1500 kbytes max-mark-probability 10 weight 0
interface Port-Channel5
   switchport access vlan 11
   mlag 5
interface Port-Channel31
   switchport mode trunk
interface Ethernet1/1
   description SERVER_store1_PCI{number}
   channel-group 5 mode active
   service-profile RDMA
interface Ethernet31/1
   description leaf-{other} Ethernet31/1
   channel-group 31 mode active
   service-profile RDMA
interface Vlan4094
   ip address 10.0.0.{number}/30
mlag configuration
   domain-id pair
   local-interface Vlan4094
   peer-address 10.0.0.{other}
   peer-link Port-Channel31
"""


def test_the_ports_of_one_mlag_number_lead_to_one_host() -> None:
    documents = [Document(f"leaf-{number}.cfg", PAIR.format(number=number, other=3 - number)) for number in (1, 2)]
    observed = observe(build_fabric(read_documents(documents), NOTHING_SAID), documents)
    assert [(host.name, [nic.cable.upper for nic in host.nics]) for host in observed.hosts] == [
        ("SERVER_store1", [PortRef("leaf-1", "Ethernet1/1"), PortRef("leaf-2", "Ethernet1/1")])
    ]


UPLINK = """\
interface Ethernet32/1
   description spine-1 Ethernet{number}/1
   no switchport
   ip address 10.1.0.{odd}/31
   service-profile RDMA
router bgp 6500{number}
   neighbor 10.1.0.{even} remote-as 65100
"""
SPINE = "! device: spine-1 (DCS-7050CX3-32C, EOS-4.32.2F)\nhostname spine-1\n" + "".join(
    f"interface Ethernet{number}/1\n   description leaf-{number} Ethernet32/1\n   no switchport\n"
    f"   ip address 10.1.0.{2 * number}/31\n   service-profile RDMA\n"
    for number in (1, 2, 3)
)
LONE_LEAF = (
    PAIR.format(number=3, other=9).replace("SERVER_store1_PCI3", "SERVER_store3").split("interface Ethernet31")[0]
)


def test_a_bond_that_an_intent_cannot_say_is_learnt_as_nics_of_two_leaves() -> None:
    """A pair of leaves is a wish for all leaves; here one has no peer."""
    leaves = {1: PAIR.format(number=1, other=2), 2: PAIR.format(number=2, other=1), 3: LONE_LEAF}
    uplinks = {number: UPLINK.format(number=number, even=2 * number, odd=2 * number + 1) for number in leaves}
    texts = {f"leaf-{number}": text + uplinks[number] for number, text in leaves.items()}
    profile = PAIR[PAIR.index("qos profile") : PAIR.index("interface")]
    texts["spine-1"] = SPINE.replace("interface Ethernet1/1", f"{profile}interface Ethernet1/1", 1)
    documents = [Document(f"{name}.cfg", text) for name, text in texts.items()]
    learnt = learn_intent(build_fabric(read_documents(documents), NOTHING_SAID), "pod", documents)
    ends = {
        (one.lower.device, one.lower.port, one.upper.device) for one in plan_of(learnt.document).links if one.to_host
    }
    assert ends == {
        ("SERVER_store1", "rdma0", "leaf-1"),
        ("SERVER_store1", "rdma1", "leaf-2"),
        ("SERVER_store3", "rdma0", "leaf-3"),
    }
