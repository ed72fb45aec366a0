"""Files of a switch without NVUE: interfaces, QoS groups, and the routing beside them."""

from __future__ import annotations

import pytest

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Source, Unknown, known
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


SWP1 = "auto swp1\niface swp1\n    mtu 9000\nauto swp2\niface swp2\n    mtu 9000\n"
PFC = "pfc.port_group_list = [P]\npfc.P.port_set = swp1\npfc.P.cos_list = [3]\n"
POOLS = """\
ingress_service_pool.0.percent = 50.0
ingress_service_pool.1.percent = {share}
flow_control.ingress_service_pool = {pool}
flow_control.ingress_buffer.dynamic_quota = {alpha}
egress_service_pool.1.infinite_flag = TRUE
"""


def switch_of(**files: str) -> Device:
    """Return the switch of `interfaces` and files of these names, of which every line is understood."""
    texts = {"network/interfaces": SWP1, **{f"cumulus/{name}.conf": text for name, text in files.items()}}
    reading = read_documents(tuple(Document(f"leaf1/etc/{name}", text) for name, text in texts.items()))
    assert not reading.unread
    (device,) = reading.devices
    return device


def test_groups_of_the_watchdog_and_its_times() -> None:
    device = switch_of(
        qos_features=PFC + "pfc_watchdog.port_group_list = [W]\npfc_watchdog.W.port_set = swp1\n",
        switchd="stats.poll_interval = 2000\npfc_wd.poll_interval = 200\npfc_wd.robustness = 5\n",
    )
    watched = {name: port_of(device, name).qos.watchdog for name in ("swp1", "swp2")}
    assert {name: known(one.enabled, None) for name, one in watched.items()} == {"swp1": True, "swp2": False}
    assert known(watched["swp1"].detection_ms, 0) == 1000


def test_a_group_of_its_own_replaces_how_its_ports_classify() -> None:
    """The ports of a group trust what it says; a range of code points is each of them."""
    device = switch_of(
        qos_features="traffic.packet_priority_source_set = [dscp]\ntraffic.cos_3.priority_source.dscp = [24-31]\n"
        "source.port_group_list = [S]\nsource.S.port_set = swp2\nsource.S.packet_priority_source_set = [802.1p]\n"
        "source.S.port_default_priority = 1\n"
    )
    assert [known(port_of(device, name).qos.trust, None) for name in ("swp1", "swp2")] == [Trust.DSCP, Trust.PCP]
    assert known(port_of(device, "swp1").qos.classification.traffic_class_by_dscp[26], "") == "3"


def test_marks_and_shapers_of_groups() -> None:
    device = switch_of(
        qos_features="traffic.packet_priority_remark_set = [dscp]\ntraffic.cos_3.priority_remark.dscp = [10]\n"
        "shaping.port_group_list = [S]\nshaping.S.port_set = swp1\nshaping.S.egr_queue_3.shaper = [0, 80000]\n"
        "shaping.S.port.shaper = 900000\n"
    )
    qos = port_of(device, "swp1").qos
    assert known(qos.rewrites[3].dscp, 0) == 10
    assert isinstance(qos.queues[3].shape_percent, Unknown)
    assert not isinstance(port_of(device, "swp2").qos.queues[3].shape_percent, Unknown)


@pytest.mark.parametrize(
    ("share", "pool", "alpha", "expected"),
    [
        ("50.0", "1", "ALPHA_2", ("", 2.0, [])),
        ("50.0", "2", "ALPHA_1", ("no memory-percent of traffic-pool default-lossless", 1.0, [])),
        ("60.0", "1", "ALPHA_1", ("", 1.0, ["the percentages sum up to 110, and 100 is the most"])),
    ],
    ids=["divided", "of-a-pool-that-is-not-there", "more-than-all"],
)
def test_the_division_of_memory(share: str, pool: str, alpha: str, expected: tuple[str, float, list[str]]) -> None:
    device = switch_of(qos_features=PFC, qos_infra=POOLS.format(share=share, pool=pool, alpha=alpha))
    group = port_of(device, "swp1").qos.priorities[3].group
    empty, quota, refused = expected
    assert group.sized_by.partition(" is set:")[0] == empty
    assert known(group.alpha, 0) == quota
    assert [one.because for one in device.refused_settings] == refused


def test_groups_hold_for_all_ports_and_for_members_of_bonds() -> None:
    device = switch_of(
        qos_features=PFC.replace("swp1", "allports")
        + "ecn_red.port_group_list = [E]\nE.port_set = swp1\nE.egress_queue_list = [3]\nE.ecn_enable = true\n"
    )
    assert [known(port_of(device, name).qos.pfc_mode, None) for name in ("swp1", "swp2")] == [PfcMode.ON, PfcMode.ON]
    assert [known(port_of(device, name).qos.queues[3].ecn_enabled, None) for name in ("swp1", "swp2")] == [True, False]
