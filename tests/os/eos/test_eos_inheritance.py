"""Interface over profile over global over default; bundles, sub-interfaces, policies, dumps of all defaults."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.model.device import Device, Port
from roce_lint.model.reading import Reading
from roce_lint.model.terms import PfcMode, PortKind, Scheduling, Trust, WatchdogAction

Read = Callable[[str], Reading]
DeviceOf = Callable[[str], Device]
Seen = Callable[[object], object]


def ports(device: Device) -> dict[str, Port]:
    return {port.name: port for port in device.ports}


PROFILE = """\
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   priority-flow-control pause watchdog port timer timeout 0.2 polling-interval 0.1 recovery-time 0.4
   priority-flow-control pause watchdog port action drop
   tx-queue 3
      no priority
      bandwidth percent 70
!
"""


def test_interface_lines_win_line_by_line(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        PROFILE
        + """\
interface Ethernet1
   service-profile ROCE
   no priority-flow-control
   priority-flow-control priority 3 drop
   priority-flow-control pause watchdog port action notify-only
   tx-queue 3
      bandwidth percent 50
"""
    )
    qos = ports(device)["Ethernet1"].qos
    assert seen(qos.pfc_mode) == (PfcMode.OFF, 13)
    assert seen(qos.priorities[3].generates_pause) == (False, 14)
    assert seen(qos.watchdog.action) == (WatchdogAction.NOTIFY_ONLY, 15)
    assert seen(qos.watchdog.detection_ms) == (200, 5)
    assert (seen(qos.queues[3].weight_percent), seen(qos.queues[3].scheduling)) == (
        (50.0, 17),
        (Scheduling.WEIGHTED, 8),
    )
    assert seen(qos.bound) == (True, 12)


def test_a_default_of_a_profiled_port_points_at_its_queue_or_the_profile(device_of: DeviceOf) -> None:
    device = device_of(PROFILE + "interface Ethernet1\n   service-profile ROCE\n")
    queues = ports(device)["Ethernet1"].qos.queues
    assert [(queues[index].ecn_enabled.source.line, queues[index].ecn_enabled.source.end_line) for index in (3, 4)] == [
        (7, 7),
        (1, 9),
    ]


def test_ports_of_one_profile_and_speed_share_everything_that_is_equal(device_of: DeviceOf) -> None:
    device = device_of(PROFILE + "".join(f"interface Ethernet{n}\n   service-profile ROCE\n" for n in (1, 2, 3)))
    first, *others = [port.qos for port in device.ports]
    for other in others:
        assert other.queues is first.queues
        assert other.priorities is first.priorities
        assert other.classes is first.classes
        assert other.watchdog is first.watchdog
        assert other.classification is first.classification


def test_port_timers_run_the_watchdog_without_global_ones(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(PROFILE + "interface Ethernet1\n   service-profile ROCE\n")
    watchdog = ports(device)["Ethernet1"].qos.watchdog
    assert seen(watchdog.enabled) == (True, 5)
    assert seen(watchdog.priorities) == (frozenset({3}), 4)
    assert [seen(watchdog.detection_ms), seen(watchdog.recovery_ms), seen(watchdog.polling_ms)] == [
        (200, 5),
        (400, 5),
        (100, 5),
    ]
    assert (seen(watchdog.action), seen(watchdog.recovers)) == ((WatchdogAction.DROP, 6), (True, 6))


def test_marking_lives_on_the_bundle_and_pfc_on_its_members(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        PROFILE
        + """\
interface Port-Channel10
   mtu 9214
   no switchport
   qos trust cos
!
interface Ethernet1
   channel-group 10 mode active
   service-profile ROCE
!
interface Ethernet2
   channel-group 10 mode active
"""
    )
    found = ports(device)
    assert {name: seen(port.qos.trust) for name, port in found.items()} == dict.fromkeys(found, (Trust.PCP, 14))
    assert {name: seen(port.ip_mtu_bytes) for name, port in found.items()} == dict.fromkeys(found, (9214, 12))
    assert {name: seen(port.routed) for name, port in found.items()} == dict.fromkeys(found, (True, 13))
    assert [seen(found[name].qos.pfc_mode) for name in ("Ethernet1", "Ethernet2")] == [
        (PfcMode.ON, 3),
        (PfcMode.OFF, "default"),
    ]
    assert found["Port-Channel10"].kind is PortKind.LAG
    assert found["Port-Channel10"].qos.queues == ()


def test_pfc_typed_on_a_bundle_is_refused_and_pauses_nothing(read: Read, seen: Seen) -> None:
    reading = read(
        "interface Port-Channel10\n   priority-flow-control on\n!\n"
        "interface Ethernet1\n   channel-group 10 mode active\n"
    )
    assert [(one.source.line, one.because) for one in reading.devices[0].refused_settings] == [
        (2, "EOS takes PFC on the member interfaces, not on the Port-Channel")
    ]
    assert seen(ports(reading.devices[0])["Ethernet1"].qos.pfc_mode) == (PfcMode.OFF, "default")


def test_pfc_of_a_profile_on_the_bundle_is_in_doubt_on_members(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        PROFILE
        + "interface Port-Channel10\n   service-profile ROCE\n!\ninterface Ethernet1\n   channel-group 10 mode active\n"
    )
    qos = ports(device)["Ethernet1"].qos
    assert (seen(qos.pfc_mode), seen(qos.priorities[3].generates_pause)) == ("unknown", "unknown")
    assert seen(qos.queues[3].weight_percent) == (70.0, 9)


def test_a_sub_interface_shares_the_queues_of_its_port(device_of: DeviceOf) -> None:
    device = device_of(
        PROFILE
        + "interface Ethernet1\n   no switchport\n   service-profile ROCE\n!\n"
        + "interface Ethernet1.5\n   encapsulation dot1q vlan 5\n   ip address 10.0.0.1/31\n"
    )
    found = ports(device)
    assert found["Ethernet1.5"].kind is PortKind.SUBINTERFACE
    assert found["Ethernet1.5"].qos is found["Ethernet1"].qos


def test_the_port_shaper_caps_its_queues(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        "interface Ethernet1\n   shape rate 80 percent\n   tx-queue 3\n      shape rate 90 percent\n   tx-queue 4\n"
        "      shape rate 10 percent\n"
    )
    queues = ports(device)["Ethernet1"].qos.queues
    assert [seen(queues[index].shape_percent) for index in (2, 3, 4)] == [(80.0, 2), (80.0, 2), (10.0, 6)]


def test_the_general_mtu_and_routing_hold_where_a_port_is_silent(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        "switchport default mode routed\n!\ninterface defaults\n   mtu 9000\n   ethernet\n      shutdown\n!\n"
        "interface Ethernet1\n!\ninterface Ethernet2\n   mtu 1500\n   no shutdown\n"
    )
    found = ports(device)
    assert [seen(found[name].ip_mtu_bytes) for name in ("Ethernet1", "Ethernet2")] == [(9000, 4), (1500, 11)]
    assert [seen(found[name].enabled) for name in ("Ethernet1", "Ethernet2")] == [(False, 6), (True, 12)]
    assert seen(found["Ethernet1"].routed) == (True, 1)
    assert seen(found["Ethernet1"].qos.trust) == (Trust.DSCP, "default")


def test_ranges_and_short_names_become_single_ports(device_of: DeviceOf) -> None:
    device = device_of(
        "interface Ethernet1-3,7\n   mtu 9214\ninterface et10/1-12/1\n   mtu 9000\n"
        "interface Et20/1-3\ninterface po5\ninterface vl30\n"
    )
    assert [(port.name, getattr(port.ip_mtu_bytes, "value", 0)) for port in device.ports] == [
        *((f"Ethernet{number}", 9214) for number in (1, 2, 3, 7)),
        *((f"Ethernet{number}/1", 9000) for number in (10, 11, 12)),
        *((f"Ethernet20/{number}", 0) for number in (1, 2, 3)),
        ("Port-Channel5", 0),
        ("Vlan30", 1500),
    ]


def test_a_port_may_be_configured_in_two_blocks(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of("interface Ethernet1\n   mtu 9000\n!\ninterface ethernet1\n   mtu 9214\n   qos trust dscp\n")
    (port,) = device.ports
    assert (seen(port.ip_mtu_bytes), seen(port.qos.trust)) == ((9214, 5), (Trust.DSCP, 6))


def test_a_policy_overrides_trust_for_the_code_points_it_names(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        """\
        interface Ethernet1
           service-policy type qos input RDMA
        !
        class-map type qos match-any R
           match dscp 26,28 af21
        !
        class-map type qos match-any VOICE
           match ip access-group EF
        !
        ip access-list EF
           10 permit ip any any dscp ef
        !
        policy-map type quality-of-service RDMA
           class R
              set traffic-class 3
           !
           class VOICE
              set traffic-class 5
        """
    )
    qos = ports(device)["Ethernet1"].qos
    table = qos.classification.traffic_class_by_dscp
    # The port trusts CoS: what the policy does not name gets the class of the port's default CoS.
    assert seen(qos.trust) == (Trust.DSCP_AND_PCP, 13)
    assert [seen(table[dscp]) for dscp in (0, 18, 24, 26, 28, 46)] == [
        ("1", "default"),
        ("3", 15),
        ("1", "default"),
        ("3", 15),
        ("3", 15),
        ("5", 18),
    ]


def test_class_default_takes_the_rest(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        "class-map type qos match-any R\n   match dscp 26\n!\npolicy-map type quality-of-service P\n   class R\n"
        "      set traffic-class 3\n   class class-default\n      set traffic-class 0\n!\n"
        "interface Ethernet1\n   no switchport\n   service-policy type qos input P\n"
    )
    classification = ports(device)["Ethernet1"].qos.classification
    assert {seen(classification.traffic_class_by_dscp[dscp]) for dscp in range(64) if dscp != 26} == {("0", 8)}
    assert seen(classification.traffic_class_by_dscp[26]) == ("3", 6)
    assert seen(classification.traffic_class_otherwise) == ("0", 8)


def test_a_class_that_looks_at_more_than_markings_leaves_doubt(read: Read, seen: Seen) -> None:
    reading = read(
        "ip access-list UDP\n   10 permit udp any any eq 4791\n!\nclass-map type qos match-any R\n"
        "   match ip access-group UDP\n!\npolicy-map type quality-of-service P\n"
        "   class R\n      set traffic-class 3\n!\n"
        "interface Ethernet1\n   service-policy type qos input P\n"
    )
    qos = ports(reading.devices[0])["Ethernet1"].qos
    assert {seen(fact) for fact in qos.classification.traffic_class_by_dscp} == {"unknown"}
    assert [(entry.source.line, entry.because) for entry in reading.unread] == [
        (5, "selects by access list UDP, which looks at more than the DSCP")
    ]


def test_an_invented_match_leaves_doubt(read: Read, seen: Seen) -> None:
    reading = read(
        "class-map type qos match-any R\n   match ip dscp 26\n!\npolicy-map type quality-of-service P\n   class R\n"
        "      set traffic-class 3\n!\ninterface Ethernet1\n   service-policy type qos input P\n"
    )
    qos = ports(reading.devices[0])["Ethernet1"].qos
    assert seen(qos.classification.traffic_class_by_dscp[26]) == "unknown"
    assert [one.setting for one in reading.devices[0].refused_settings] == ["match ip dscp 26"]


def test_default_cos_and_dscp_decide_where_nothing_is_trusted(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        "interface Ethernet1\n   qos trust dscp\n   qos dscp 26\ninterface Ethernet2\n   qos trust cos\n   qos cos 5\n"
        "interface Ethernet3\n   no qos trust\ninterface Ethernet4\n   no qos trust\n   qos dscp 26\n"
    )
    found = [seen(port.qos.classification.traffic_class_otherwise) for port in device.ports]
    assert found == [("3", 3), ("5", 6), ("1", "default"), "unknown"]


def test_defaults_in_a_full_dump_do_not_undo_the_profile(device_of: DeviceOf, seen: Seen) -> None:
    body = PROFILE + "interface Ethernet1\n   service-profile ROCE\n   no priority-flow-control\n"
    short = ports(device_of("! Command: show running-config\n" + body))["Ethernet1"].qos
    full = ports(device_of("! Command: show running-config all\n" + body))["Ethernet1"].qos
    assert (seen(short.pfc_mode), seen(full.pfc_mode)) == ((PfcMode.OFF, 14), (PfcMode.ON, 4))


def test_a_script_without_indentation_below_its_queue_is_read_like_the_cli(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        "interface Ethernet1\n    uc-tx-queue 5\n"
        "    random-detect ecn minimum-threshold 10 kbytes maximum-threshold 20 kbytes\n"
        "    random-detect ecn count\n    mtu 9214\n"
    )
    (port,) = device.ports
    assert [seen(queue.ecn_enabled) for queue in port.qos.queues][4:6] == [(False, "default"), (True, 3)]
    assert seen(port.ip_mtu_bytes) == (9214, 5)


def test_an_interface_profile_is_applied_where_it_is_named(device_of: DeviceOf, seen: Seen) -> None:
    device = device_of(
        "interface profile FAST\n   command mtu 9214\n   command priority-flow-control on\n!\n"
        "interface Ethernet1\n   profile FAST\n"
    )
    (port,) = device.ports
    assert (seen(port.ip_mtu_bytes), seen(port.qos.pfc_mode)) == ((9214, 2), (PfcMode.ON, 3))
