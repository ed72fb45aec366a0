"""Whole configurations, as devices print them and as people write them."""

from __future__ import annotations

import pytest

from roce_lint.model.terms import PfcMode, PortKind, Scheduling, Trust
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document


@pytest.fixture
def device(root):
    def load(name: str):
        reading = read_nxos(Document(name, (root / "fixtures" / "nxos" / name).read_text()))
        unread = [(line.source.line, line.text) for line in reading.unread]
        return reading.devices[0], unread

    return load


def _groups(port, value):
    facts = enumerate(port.qos.classification.traffic_class_by_dscp)
    return {dscp: value(fact) for dscp, fact in facts if value(fact) not in ("0", ("default", "0"))}


def test_a_leaf_as_the_device_prints_it(device, value):
    leaf, unread = device("pod-leaf/pod3-leaf-02.cfg")
    assert (unread, leaf.undefined_references) == ([], ())
    assert (leaf.name, value(leaf.release), value(leaf.asn)) == ("pod3-leaf-02", "10.5(3)", 65302)
    assert value(leaf.load_balancing.maximum_paths) == 64
    ports = {port.name: port for port in leaf.ports}
    cabled = [port for port in leaf.ports if value(port.qos.bound) is True]
    assert len(cabled) == 20
    for port in cabled:
        assert _groups(port, value) == {**dict.fromkeys(range(24, 32), "3"), 48: "7"}
        assert (value(port.enabled), value(port.ip_mtu_bytes)) == (True, 9216)
        assert (value(port.qos.pfc_mode), value(port.qos.watchdog.enabled)) == (PfcMode.ON, True)
    queue = ports["Ethernet1/1"].qos.queues[3]
    assert (value(queue.ecn_kmin_bytes), value(queue.ecn_kmax_bytes), value(queue.weight_percent)) == (
        950_000, 3_000_000, 50.0,
    )  # fmt: skip
    assert [value(ports[name].speed_gbps) for name in ("Ethernet1/9/1", "Ethernet1/1")] == [200, "unknown"]
    assert value(ports["Ethernet1/33"].vlans) == frozenset({10})
    assert value(ports["Ethernet1/11"].qos.bound) == ("default", False)
    assert value(ports["Ethernet1/1"].enabled) is True


def test_a_spine_sizes_the_pause_buffer_of_its_long_cables(device, value):
    spine, unread = device("pod-spine/pod3-spine-01.cfg")
    assert (unread, spine.undefined_references) == ([], ())
    headroom = {
        port.name: value(port.qos.priorities[3].group.headroom_bytes)
        for port in spine.ports
        if value(port.qos.bound) is True
    }
    near = {f"Ethernet1/{number}": "unknown" for number in range(1, 17)}
    assert headroom == near | {f"Ethernet1/{number}": 800_000 for number in range(57, 65)}


def test_classes_by_cos_on_switched_ports(device, value):
    tor, unread = device("azure-cos/tor-a.cfg")
    assert (unread, tor.undefined_references) == ([], ())
    ports = {port.name: port for port in tor.ports}
    host = ports["Ethernet1/2"]
    assert (value(host.qos.trust), value(host.vlans)) == (Trust.PCP, frozenset({711, 712}))
    assert (value(host.enabled), value(host.description)) == (True, "Storage hosts")
    assert [value(fact) for fact in host.qos.classification.traffic_class_by_pcp] == [
        ("default", "0"), ("default", "0"), ("default", "0"), "3", ("default", "0"), ("default", "0"), ("default", "0"),
        "7",
    ]  # fmt: skip
    pausing = [(one.name, value(one.pause_priorities)) for one in host.qos.classes]
    nothing = ("default", frozenset())
    assert pausing == [("0", nothing), ("3", frozenset({3})), ("7", nothing)]
    assert [value(queue.weight_percent) for queue in host.qos.queues] == [48.0, *["unknown"] * 2, 50.0] + [
        "unknown"
    ] * 3 + [2.0]
    assert value(ports["Ethernet1/5"].enabled) is False
    member = ports["Ethernet1/50"]
    assert (value(member.lag), value(member.qos.pfc_mode)) == ("port-channel101", PfcMode.ON)
    assert (value(member.vlans), value(member.qos.bound)) == (frozenset({7, 201}), True)
    assert ports["port-channel101"].kind is PortKind.LAG


def test_a_script_without_indentation(device, value):
    lab, unread = device("lab-4q/lab-93180.txt")
    assert unread == []
    assert [(one.source.line, one.setting) for one in lab.refused_settings] == [
        (51, "priority-flow-control watch-dog-interval 200")
    ]
    first, second = lab.ports
    for port, address in ((first, "192.168.10.1/30"), (second, "192.168.20.1/30")):
        assert [value(fact) for fact in port.addresses] == [address]
        assert _groups(port, value) == {24: "3", 26: "3", 48: "2"}
        assert [value(queue.scheduling) for queue in port.qos.queues] == [*[Scheduling.WEIGHTED] * 3, Scheduling.STRICT]
        group = port.qos.priorities[3].group
        sizes = (value(group.headroom_bytes), value(group.xoff_threshold_bytes), value(group.resume_offset_bytes))
        assert sizes == (14_976, 24_960, 12_480)
    assert [value(port.qos.watchdog.enabled) for port in lab.ports] == [("default", False), True]
