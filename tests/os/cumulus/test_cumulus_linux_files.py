"""Files of a switch without NVUE: interfaces, QoS groups, and the routing beside them."""

from __future__ import annotations

import pytest

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Source, known
from roce_lint.model.terms import PfcMode, PortKind, Scheduling, Trust
from roce_lint.os.cumulus.linux_files import is_linux_file, names_of
from roce_lint.os.cumulus.reader import read_cumulus
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

INTERFACES = """\
auto lo
iface lo inet loopback
    address 10.255.0.1/32
auto swp1
iface swp1
    alias gpu1 eth0
    mtu 9000
    link-speed 400000
    address 10.1.0.0/31
auto bond1
iface bond1
    bond-slaves glob swp[3-4]
    bridge-access 10
    clag-id 7
auto bridge
iface bridge
    bridge-ports bond1
    bridge-vids 10 20
    bridge-vlan-aware yes
auto vlan10
iface vlan10
    address 10.2.0.1/24
    vlan-id 10
    post-up echo done
"""
FEATURES = """\
# shipped comments stay
traffic.packet_priority_source_set = [802.1p,dscp]
traffic.cos_3.priority_source.dscp = [26]
cos_egr_queue.cos_3.uc = 3
pfc.port_group_list = [ROCE_PFC]
pfc.ROCE_PFC.port_set = swp1,swp3-swp4
pfc.ROCE_PFC.cos_list = [3]
pfc.ROCE_PFC.cable_length = 40
pfc.other.cos_list = [4]
ecn_red.port_group_list = [ROCE_ECN]
ecn_red.ROCE_ECN.port_set = swp1
ecn_red.ROCE_ECN.min_threshold_bytes = 150000
ecn_red.ROCE_ECN.egress_queue_list = [3]
default_egress_sched.egr_queue_3.bw_percent = 50
default_egress_sched.egr_queue_6.bw_percent = 0
"""
ROUTING = """\
frr version 8.4.3
frr defaults datacenter
hostname leaf1
!
router bgp 65101
 neighbor 10.1.0.1 remote-as 65001
"""


def device_of(text: str) -> Device:
    (device,) = read_cumulus(Document("leaf1/etc/x", text)).devices
    return device


def port_of(device: Device, name: str) -> Port:
    return next(one for one in device.ports if one.name == name)


def test_interfaces_bonds_and_vlans() -> None:
    device = device_of(INTERFACES)
    one, bond, member = (port_of(device, name) for name in ("swp1", "bond1", "swp3"))
    assert device.name == "leaf1"
    assert (known(one.speed_gbps, 0), known(one.ip_mtu_bytes, 0), one.stated_addresses) == (400, 9000, ("10.1.0.0/31",))
    assert (bond.kind, known(bond.vlans, frozenset()), known(member.lag, "")) == (
        PortKind.LAG,
        frozenset({10}),
        "bond1",
    )
    assert one.ip_mtu_bytes.source == Source("leaf1/etc/x", 7, 7)


def test_groups_of_qos() -> None:
    device = device_of(FEATURES)
    qos = port_of(device, "swp1").qos
    assert (known(qos.trust, None), known(qos.pfc_mode, None)) == (Trust.DSCP_AND_PCP, PfcMode.ON)
    assert [one.number for one in qos.priorities if known(one.generates_pause, False)] == [3]
    assert known(qos.priorities[3].group.sized_for_cable_m, 0) == 40
    assert known(qos.classification.traffic_class_by_dscp[26], "") == "3"
    assert known(qos.queues[3].ecn_kmin_bytes, 0) == 150_000
    assert [known(qos.queues[one].scheduling, None) for one in (3, 6)] == [Scheduling.WEIGHTED, Scheduling.STRICT]


def test_what_no_list_names_and_what_is_not_known_is_reported() -> None:
    for text, lines in ((FEATURES, [9]), (INTERFACES, [24])):
        assert [one.source.line for one in read_cumulus(Document("a", text)).unread] == lines


def test_the_files_below_one_folder_are_one_switch() -> None:
    texts = {
        "cumulus/datapath/qos/qos_features.conf": FEATURES,
        "frr/frr.conf": ROUTING,
        "network/interfaces": INTERFACES,
    }
    found = read_documents(tuple(Document(f"leaf1/etc/{path}", text) for path, text in sorted(texts.items())))
    (device,) = found.devices
    assert (device.name, device.os, known(device.asn, 0)) == ("leaf1", "cumulus", 65101)
    assert known(port_of(device, "swp1").ip_mtu_bytes, 0) == 9000
    assert known(port_of(device, "swp1").qos.pfc_mode, None) is PfcMode.ON


@pytest.mark.parametrize(
    ("text", "expected"),
    [("swp1-swp3,swp6", ["swp1", "swp2", "swp3", "swp6"]), ("glob swp[1-2] bond1", ["swp1", "swp2", "bond1"])],
)
def test_lists_of_ports(text: str, expected: list[str]) -> None:
    assert list(names_of(text)) == expected


def test_files_of_other_systems_are_none_of_these() -> None:
    assert not is_linux_file("auto eth0\niface eth0 inet dhcp\n")
    assert not is_linux_file("traffic policy\nqos roce\n")
