"""What the tables of a database say of a port, with the line of each fact."""

from __future__ import annotations

import pytest

from roce_lint.model.fact import Default, Stated, Unknown, known
from roce_lint.model.terms import OuterDscp, PfcMode, Scheduling, Trust, WatchdogAction
from tests.os.sonic.conftest import changed, here, line_of


def test_the_chain_of_a_port_has_the_lines_of_its_maps(read) -> None:
    device, text, reading = read()
    port = device.ports[0]
    qos = port.qos
    row = line_of(text, '"PORT_QOS_MAP"', '"Ethernet0"')
    pfc_at = here(line_of(text, '"PORT_QOS_MAP"', '"pfc_enable"'))
    assert (device.name, device.asn.value, port.speed_gbps.value, port.ip_mtu_bytes.value) == (
        "leaf-1",
        65101,
        400,
        9100,
    )
    assert [one.value for one in port.addresses] == ["10.0.0.1/31"]
    assert qos.trust == Stated(Trust.DSCP, here(row + 1))
    assert qos.classification.traffic_class_by_dscp[26] == Stated("3", here(line_of(text, '"DSCP_TO_TC_MAP"', '"26"')))
    assert qos.classes[3].queue == Stated(3, here(line_of(text, '"TC_TO_QUEUE_MAP"', '"3"')))
    assert qos.classes[3].pause_priorities == Stated(
        frozenset({3}), here(line_of(text, '"TC_TO_PRIORITY_GROUP_MAP"', '"3": "3"'))
    )
    assert known(qos.classes[0].pause_priorities, None) == frozenset()
    assert qos.pfc_mode == Stated(PfcMode.ON, pfc_at)
    assert [known(one.generates_pause, None) for one in qos.priorities] == [number == 3 for number in range(8)]
    assert qos.priorities[3].paused_queues.value == frozenset({3})
    assert (reading.unread, device.refused_settings, device.undefined_references) == ((), (), ())


def test_buffers_queues_and_watchdog(read) -> None:
    device, text, _ = read()
    qos = device.ports[0].qos
    group, queue, dog = qos.priorities[3].group, qos.queues[3], qos.watchdog
    xoff = here(line_of(text, '"BUFFER_PROFILE"', '"xoff"'))
    assert group.headroom_bytes == Stated(300_000, xoff)
    assert (group.reserved_bytes.value, group.resume_offset_bytes.value, group.alpha.value) == (19_456, 20_000, 0.5)
    assert (queue.weight_percent.value, queue.ecn_kmin_bytes.value, queue.ecn_kmax_bytes.value) == (
        80.0,
        400_000,
        1_600_000,
    )
    assert (queue.ecn_enabled.value, queue.ecn_pmax_percent.value, queue.limit_bytes.value) == (True, 20.0, 90_000_000)
    assert [one.scheduling.value for one in qos.queues if isinstance(one.scheduling, Stated)] == [
        Scheduling.WEIGHTED, Scheduling.WEIGHTED, Scheduling.STRICT,
    ]  # fmt: skip
    assert (dog.enabled.value, dog.priorities.value, dog.detection_ms.value, dog.recovery_ms.value) == (
        True, frozenset({3}), 200, 400,
    )  # fmt: skip
    assert (dog.polling_ms.value, dog.action.value) == (100, WatchdogAction.DROP)
    assert (device.buffer.shared_bytes.value, device.buffer.headroom_pool_bytes.value) == (100_000_000, 20_000_000)


def test_what_is_silent_has_its_default(read) -> None:
    device, _, _ = read(PORT_QOS_MAP={"Ethernet0": {}}, QUEUE={"Ethernet0|3": {}}, PFC_WD={"Ethernet0": {}})
    qos = device.ports[0].qos
    assert isinstance(qos.trust, Default)
    assert qos.trust.value is Trust.NONE
    assert known(qos.classification.traffic_class_by_dscp[26], "") == "0"
    assert known(qos.classes[3].queue, -1) == 0
    assert (known(qos.queues[3].ecn_enabled, None), known(qos.watchdog.enabled, None)) == (False, False)
    assert known(qos.pfc_mode, None) is PfcMode.OFF


def test_headroom_without_pfc_is_a_priority_that_was_meant(read) -> None:
    device, text, _ = read(PORT_QOS_MAP={"Ethernet0": {"tc_to_pg_map": "ROCE", "tc_to_queue_map": "ROCE"}})
    priority = device.ports[0].qos.priorities[3]
    assert priority.generates_pause == Stated(True, here(line_of(text, '"BUFFER_PG"', '"profile"')))
    assert known(priority.honours_pause, None) is False


def test_the_row_global_brings_the_map_of_dscps_alone(read) -> None:
    row = {"global": {"dscp_to_tc_map": "ROCE", "tc_to_queue_map": "ROCE"}, "Ethernet0": {"pfc_enable": "3"}}
    device, text, _ = read(PORT_QOS_MAP=row)
    qos = device.ports[0].qos
    assert qos.trust == Stated(Trust.DSCP, here(line_of(text, '"global"', "dscp_to_tc_map")))
    assert [one.setting for one in device.refused_settings] == [
        "PORT_QOS_MAP|global tc_to_queue_map",
        "PFC_WD|Ethernet0",
    ]


@pytest.mark.parametrize(
    ("fields", "enabled", "drops"),
    [
        ({"ecn": "ecn_none", "wred_green_enable": "true"}, False, True),
        ({"wred_green_enable": "true"}, False, True),
        ({"ecn": "ecn_yellow", "wred_green_enable": "true"}, False, True),
        ({"ecn": "ecn_green", "wred_green_enable": "true"}, True, False),
        ({"ecn": "ecn_all"}, True, False),
    ],
    ids=["none", "absent", "yellow only", "green", "without WRED on a chip of NVIDIA"],
)
def test_marking_needs_ecn_for_green_packets_and_wred(read, fields, enabled, drops) -> None:
    queue = read(WRED_PROFILE={"ROCE": fields})[0].ports[0].qos.queues[3]
    assert (known(queue.ecn_enabled, None), known(queue.wred_drop_enabled, None)) == (enabled, drops)


def test_a_pause_stops_the_queue_that_the_map_names(read) -> None:
    device, _, _ = read(MAP_PFC_PRIORITY_TO_QUEUE={"ROCE": {"3": "4"}})
    assert device.ports[0].qos.priorities[3].paused_queues.value == frozenset({4})
    other = device.ports[0].qos.priorities[5].paused_queues
    assert isinstance(other, Unknown)
    assert other.because.endswith("does not list priority 5")


def test_interfaces_of_all_kinds(read) -> None:
    device, _, _ = read(
        VLAN={"Vlan10": {"vlanid": "10"}},
        VLAN_MEMBER={"Vlan10|PortChannel1": {"tagging_mode": "untagged"}},
        VLAN_INTERFACE={"Vlan10": {"vrf_name": "Vrf-red"}, "Vlan10|192.168.0.1/24": {}},
        PORTCHANNEL={"PortChannel1": {"admin_status": "up", "mtu": "9000"}},
        PORTCHANNEL_MEMBER={"PortChannel1|Ethernet8": {}},
        LOOPBACK_INTERFACE={"Loopback0": {}, "Loopback0|10.255.0.1/32": {}},
    )
    ports = {port.name: port for port in device.ports}
    said = {
        name: (port.kind.value, known(port.routed, None), known(port.lag, ""), sorted(known(port.vlans, set())))
        for name, port in ports.items()
    }
    assert said == {
        "Ethernet0": ("ethernet", True, "", []),
        "Ethernet8": ("ethernet", False, "PortChannel1", [10]),
        "PortChannel1": ("lag", False, "", [10]),
        "Vlan10": ("vlan", True, "", []),
        "Loopback0": ("loopback", True, "", []),
    }
    assert ports["Vlan10"].vrf.value == "Vrf-red"
    assert [domain.ports for domain in device.routing.bridge_domains] == [("PortChannel1",)]


def test_neighbours_are_links(read) -> None:
    _, _, reading = read(DEVICE_NEIGHBOR={"Ethernet0": {"name": "spine-1", "port": "Ethernet4"}})
    assert [(str(link.a), str(link.b)) for link in reading.links] == [("leaf-1 Ethernet0", "spine-1 Ethernet4")]


def test_tables_give_bgp_where_no_file_of_frrouting_does(read) -> None:
    device, text, _ = read(
        BGP_NEIGHBOR={"10.0.0.0": {"asn": "65000", "name": "spine-1"}, "10.0.0.2": {"asn": "65000"}},
        LOOPBACK_INTERFACE={"Loopback0|10.255.0.1/32": {}},
    )
    (process,) = device.routing.bgp
    assert [(one.peer, known(one.remote_asn, 0)) for one in process.neighbors] == [
        ("10.0.0.0", 65000),
        ("10.0.0.2", 65000),
    ]
    assert process.neighbors[0].remote_asn.source == here(line_of(text, '"BGP_NEIGHBOR"', '"asn"'))
    assert process.router_id.value == "10.255.0.1"
    assert [one.prefix for one in process.originations] == ["10.255.0.1/32"]


def test_interfaces_with_vrrp_have_addresses_that_are_not_known(read) -> None:
    device, text, _ = read(VRRP={"Vlan10|1": {"vip": ["10.0.0.1/24"]}}, SAG={"Vlan20|IPv4": {"gwip": ["10.1.0.1/24"]}})
    because = "the addresses of VRRP and of static anycast gateways are not read"
    assert [(one.interface, one.address) for one in device.routing.virtual_addresses] == [
        ("Vlan10", Unknown(because, here(line_of(text, '"VRRP"', '"Vlan10|1"')))),
        ("Vlan20", Unknown(because, here(line_of(text, '"SAG"', '"Vlan20|IPv4"')))),
    ]


def test_static_routes_have_a_next_hop_for_each_value_of_their_lists(read) -> None:
    rows = {
        "10.9.0.0/16": {"nexthop": "10.0.0.0,0.0.0.0", "ifname": ",Ethernet8", "distance": "5,0"},
        "Vrf1|0.0.0.0/0": {"blackhole": "true", "nexthop": "", "ifname": "", "advertise": "false"},
        "10.8.0.0/16": {"nexthop": "10.0.0.0,10.0.0.2", "distance": "5"},
    }
    device, text, _ = read(STATIC_ROUTE=rows, BGP_NEIGHBOR={"10.0.0.0": {"asn": "65001"}})
    routing = device.routing
    assert [
        (one.vrf, one.prefix, one.next_hop, one.interface, one.discards, one.distance.value)
        for one in routing.static_routes
    ] == [
        ("default", "10.9.0.0/16", "10.0.0.0", "", False, 5),
        ("default", "10.9.0.0/16", "", "Ethernet8", False, 1),
        ("Vrf1", "0.0.0.0/0", "", "", True, 1),
    ]
    assert [(one.setting, one.source) for one in device.refused_settings] == [
        ("STATIC_ROUTE|10.8.0.0/16", here(line_of(text, '"10.8.0.0/16"')))
    ]
    assert [one.prefix for one in routing.bgp[0].originations] == ["10.9.0.0/16"]


def test_a_tunnel_copies_dscp_and_ecn_as_sai_does_by_default(read) -> None:
    device, _, _ = read(VXLAN_TUNNEL={"vtep": {"src_ip": "10.1.0.1"}})
    overlay = device.overlay
    facts = (overlay.outer_dscp, overlay.ecn_copied_to_outer, overlay.ecn_copied_to_inner)
    assert [isinstance(fact, Default) and fact.value for fact in facts] == [OuterDscp.INNER, True, True]


@pytest.mark.parametrize(
    ("tables", "uses_ports"),
    [
        ({}, True),
        ({"SWITCH_HASH": {"GLOBAL": {"ecmp_hash": "SRC_IP,DST_IP"}}}, False),
        ({"ECMP_LOADSHARE_TABLE_IPV4": {"ipv4": {"ipv4_l4_src_port": "false"}}}, False),
    ],
    ids=["default", "hash fields", "Enterprise SONiC"],
)
def test_ecmp_looks_at_the_source_port(read, tables, *, uses_ports: bool) -> None:
    assert read(**tables)[0].load_balancing.hash_uses_l4_ports.value is uses_ports


def test_a_policy_of_enterprise_sonic_on_a_port_is_not_passed_over(read) -> None:
    rows = {"CtrlPlane": {"INGRESS_QOS_POLICY": "copp"}, "Ethernet0": {"INGRESS_QOS_POLICY": "mine"}}
    assert [one.text for one in read(POLICY_BINDING_TABLE=rows)[2].unread] == ['"INGRESS_QOS_POLICY": "mine"']


def test_a_database_is_one_whatever_is_changed() -> None:
    assert changed() == changed(NOTHING=None)
