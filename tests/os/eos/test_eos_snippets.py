"""Single lines of EOS, good and bad, and the facts that follow."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Unknown
from roce_lint.model.reading import Reading
from roce_lint.model.terms import OuterDscp, PfcMode, Scheduling, Trust, WatchdogAction

Read = Callable[[str], Reading]
Seen = Callable[[object], object]

HEADER = "! device: leaf (DCS-7060DX5-64S, EOS-4.34.2F)\n"


def port(reading: Reading, name: str = "Ethernet1") -> Port:
    return next(entry for entry in reading.devices[0].ports if entry.name == name)


def reported(reading: Reading) -> list[int]:
    """Return the lines that were not understood, or that EOS refuses."""
    refused = reading.devices[0].refused_settings
    return sorted([entry.source.line for entry in reading.unread] + [one.source.line for one in refused])


def device(reading: Reading) -> Device:
    return reading.devices[0]


WRED = "random-detect drop minimum-threshold 1 mbytes maximum-threshold {} drop-probability 10"
DELAY_WRED = (
    "random-detect drop drop-precedence 1 minimum-threshold 2 microseconds maximum-threshold 20 microseconds "
    "drop-probability 80 weight 15"
)
QUEUE_LINES = [
    # id, lines below `uc-tx-queue 3`, fact, expected (line numbers count from `interface` = 1), number of unread lines
    ("nothing is strict", "", "scheduling", (Scheduling.STRICT, "default"), 0),
    ("no priority is weighted", "no priority", "scheduling", (Scheduling.WEIGHTED, 4), 0),
    ("default priority is silent", "default priority", "scheduling", (Scheduling.STRICT, "default"), 0),
    ("strict", "priority strict", "scheduling", (Scheduling.STRICT, 4), 0),
    ("weight", "bandwidth percent 40", "weight_percent", (40.0, 4), 0),
    ("weight 0 is refused", "bandwidth percent 0", "weight_percent", "unknown", 1),
    ("weight 101 is refused", "bandwidth percent 101", "weight_percent", "unknown", 1),
    ("no weight", "no bandwidth percent", "weight_percent", (0.0, "default"), 0),
    ("guaranteed percent", "bandwidth guaranteed percent 5", "guaranteed_percent", (5.0, 4), 0),
    ("guaranteed kbps of 400G", "bandwidth guaranteed 4000000 kbps", "guaranteed_percent", (1.0, 4), 0),
    ("guaranteed bare number is kbps", "bandwidth guaranteed 40000000", "guaranteed_percent", (10.0, 4), 0),
    ("guaranteed pps is no share", "bandwidth guaranteed 1000 pps", "guaranteed_percent", "unknown", 0),
    ("shape percent", "shape rate 30 percent", "shape_percent", (30.0, 4), 0),
    ("shape kbps of 400G", "shape rate 200000000 kbps", "shape_percent", (50.0, 4), 0),
    ("shape of nonsense", "shape rate fast", "shape_percent", (100.0, "default"), 1),
    ("WRED drops", WRED.format("2 mbytes"), "wred_drop_enabled", (True, 4), 0),
    ("WRED with precedence and weight", DELAY_WRED, "wred_drop_enabled", (True, 4), 0),
    ("WRED off", "no random-detect drop", "wred_drop_enabled", (False, "default"), 0),
    ("WRED with two units", WRED.format("2 kbytes"), "wred_drop_enabled", "unknown", 1),
    ("ECN counter alone marks nothing", "random-detect ecn count", "ecn_enabled", (False, "default"), 0),
    ("ECN off, old form", "no random-detect ecn", "ecn_enabled", (False, "default"), 0),
    ("ECN off, new form", "no random-detect ecn minimum-threshold", "ecn_enabled", (False, "default"), 0),
    ("ECN in delay form", "random-detect ecn delay threshold 3 milliseconds", "ecn_enabled", "unknown", 1),
    ("foreign ECN line", "ecn threshold 1500000 bytes", "ecn_enabled", "unknown", 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "fact", "expected", "unread"), [c[1:] for c in QUEUE_LINES], ids=[c[0] for c in QUEUE_LINES]
)
def test_a_line_of_a_queue(read: Read, seen: Seen, line: str, fact: str, expected: object, unread: int) -> None:
    reading = read(f"interface Ethernet1\n   speed 400g-8\n   uc-tx-queue 3\n      {line}\n")
    assert seen(getattr(port(reading).qos.queues[3], fact)) == expected
    assert reported(reading) == [4] * unread


ECN = "random-detect ecn minimum-threshold {} maximum-threshold {}"
ECN_LINES = [
    ("bytes", ECN.format("300 bytes", "600 bytes"), (300, 600, "unknown", "unknown")),
    (
        "kbytes",
        ECN.format("150 kbytes", "1500 kbytes") + " max-mark-probability 20 weight 0",
        (150_000, 1_500_000, 20.0, 0),
    ),
    ("mbytes", ECN.format("1 mbytes", "2 mbytes") + " weight 15", (1_000_000, 2_000_000, "unknown", 15)),
    (
        "segments of Tomahawk 4",
        ECN.format("2000 segments", "10000 segments"),
        (508_000, 2_540_000, "unknown", "unknown"),
    ),
    (
        "microseconds at 400G",
        ECN.format("10 microseconds", "20 microseconds"),
        (500_000, 1_000_000, "unknown", "unknown"),
    ),
    (
        "milliseconds at 400G",
        ECN.format("1 milliseconds", "2 milliseconds"),
        (50_000_000, 100_000_000, "unknown", "unknown"),
    ),
    ("minimum above maximum is for a rule", ECN.format("9 kbytes", "8 kbytes"), (9000, 8000, "unknown", "unknown")),
]


@pytest.mark.parametrize(("line", "expected"), [c[1:] for c in ECN_LINES], ids=[c[0] for c in ECN_LINES])
def test_a_marking_curve(read: Read, line: str, expected: tuple[object, ...]) -> None:
    reading = read(f"{HEADER}interface Ethernet1\n   speed 400g-8\n   uc-tx-queue 3\n      {line}\n")
    queue = port(reading).qos.queues[3]
    facts = (queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent, queue.ecn_averaging_weight)
    assert tuple(getattr(fact, "value", "unknown") for fact in facts) == expected
    assert reading.unread == ()


BAD_CURVES = [
    ECN.format("150 kbytes", "1500 bytes"),
    ECN.format("0 kbytes", "1 kbytes"),
    ECN.format("1 kbytes", "256000001 kbytes"),
    ECN.format("1 furlongs", "2 furlongs"),
    ECN.format("1 kbytes", "2 kbytes") + " max-mark-probability 0",
    ECN.format("1 kbytes", "2 kbytes") + " max-mark-probability 101",
    ECN.format("1 kbytes", "2 kbytes") + " weight 16",
    ECN.format("1 kbytes", "2 kbytes") + " weight 0 max-mark-probability 20",
]


@pytest.mark.parametrize("line", BAD_CURVES)
def test_a_curve_that_eos_refuses_is_unknown_and_unread(read: Read, line: str) -> None:
    reading = read(f"interface Ethernet1\n   uc-tx-queue 3\n      {line}\n")
    queue = port(reading).qos.queues[3]
    facts = (queue.ecn_enabled, queue.ecn_kmin_bytes, queue.ecn_kmax_bytes)
    assert {type(fact) for fact in facts} == {Unknown}
    assert reported(reading) == [3]


def test_segments_without_a_known_cell_size_are_unknown(read: Read) -> None:
    reading = read("interface Ethernet1\n   uc-tx-queue 3\n      " + ECN.format("20 segments", "30 segments"))
    queue = port(reading).qos.queues[3]
    assert queue.ecn_enabled.value is True  # type: ignore[union-attr]  # stated by the line
    assert queue.ecn_kmin_bytes.because == (  # type: ignore[union-attr]  # the model is not printed
        "a threshold in segments needs the size of a buffer cell: "
        "the file has no `! device:` comment that names the model"
    )


PORT_LINES = [
    ("nothing", "", "trust", (Trust.PCP, "default")),
    ("routed trusts DSCP", "no switchport", "trust", (Trust.DSCP, "default")),
    ("no trust", "no qos trust", "trust", (Trust.NONE, 2)),
    ("trust dscp", "qos trust dscp", "trust", (Trust.DSCP, 2)),
    ("trust cos", "qos trust cos", "trust", (Trust.PCP, 2)),
    ("PFC on", "priority-flow-control on", "pfc_mode", (PfcMode.ON, 2)),
    ("PFC off", "no priority-flow-control", "pfc_mode", (PfcMode.OFF, 2)),
    ("PFC default", "default priority-flow-control", "pfc_mode", (PfcMode.OFF, "default")),
    ("link pause received", "flowcontrol receive on", "link_pause_received", (True, 2)),
    ("link pause not received", "flowcontrol receive off", "link_pause_received", (False, 2)),
    ("link pause negotiated", "flowcontrol receive desired", "link_pause_received", "unknown"),
    ("link pause sent", "flowcontrol send on", "link_pause_sent", (True, 2)),
    ("no link pause", "no flowcontrol send", "link_pause_sent", (False, "default")),
    ("a QoS line binds", "qos trust dscp", "bound", (True, 2)),
    ("nothing binds", "mtu 9214", "bound", (False, "default")),
]


@pytest.mark.parametrize(("line", "fact", "expected"), [c[1:] for c in PORT_LINES], ids=[c[0] for c in PORT_LINES])
def test_a_qos_line_of_a_port(read: Read, seen: Seen, line: str, fact: str, expected: object) -> None:
    reading = read(f"interface Ethernet1\n   {line}\n")
    assert seen(getattr(port(reading).qos, fact)) == expected
    assert reading.unread == ()


LINK_LINES = [
    ("speed by lanes", "speed 400g-8", "speed_gbps", (400, 2)),
    ("speed forced", "speed forced 100gfull", "speed_gbps", (100, 2)),
    ("speed forced in megabits", "speed forced 10000full", "speed_gbps", (10, 2)),
    ("speed auto", "speed auto", "speed_gbps", "unknown"),
    ("no speed", "", "speed_gbps", "unknown"),
    ("mtu", "mtu 9214", "ip_mtu_bytes", (9214, 2)),
    ("no mtu on a switched port", "", "ip_mtu_bytes", "unknown"),
    ("no mtu on a routed port", "no switchport", "ip_mtu_bytes", (1500, "default")),
    ("l2 mtu", "l2 mtu 9300", "frame_mtu_bytes", (9300, 2)),
    ("l2 mtu on a switched port", "l2 mtu 9300", "ip_mtu_bytes", "unknown"),
    ("l2 mtu below mtu", "mtu 9214\n   l2 mtu 1500", "ip_mtu_bytes", (1486, 3)),
    ("l2 mtu beside mtu", "mtu 9214\n   l2 mtu 9214", "ip_mtu_bytes", (9214, 2)),
    ("shutdown", "shutdown", "enabled", (False, 2)),
    ("no shutdown", "no shutdown", "enabled", (True, 2)),
    ("silent about shutdown", "", "enabled", (True, "default")),
    ("description", "description to  spine 1 ", "description", ("to  spine 1", 2)),
    ("access vlan", "switchport access vlan 30", "vlans", (frozenset({30}), 2)),
    ("silent about vlan", "", "vlans", (frozenset({1}), "default")),
    ("vrf", "vrf BLUE", "vrf", ("BLUE", 2)),
    ("old vrf", "vrf forwarding BLUE", "vrf", ("BLUE", 2)),
    ("bundle", "channel-group 7 mode active", "lag", ("Port-Channel7", 2)),
    ("no bundle", "", "lag", ("", "default")),
]


@pytest.mark.parametrize(("line", "fact", "expected"), [c[1:] for c in LINK_LINES], ids=[c[0] for c in LINK_LINES])
def test_a_link_line_of_a_port(read: Read, seen: Seen, line: str, fact: str, expected: object) -> None:
    reading = read(f"interface Ethernet1\n   {line}\n")
    assert seen(getattr(port(reading), fact)) == expected
    assert reading.unread == ()


def test_a_trunk_carries_what_its_lines_leave(read: Read, seen: Seen) -> None:
    reading = read(
        """\
        interface Ethernet1
           switchport trunk allowed vlan 10,20-22
           switchport trunk allowed vlan add 30
           switchport trunk allowed vlan remove 21
           switchport mode trunk
        """
    )
    assert seen(port(reading).vlans) == (frozenset({10, 20, 22, 30}), 4)


GLOBAL_LINES = [
    ("timeout 0 is idle", "priority-flow-control pause watchdog default timeout 0", "enabled", (False, 4)),
    ("timeout", "priority-flow-control pause watchdog default timeout 0.25", "detection_ms", (250, 4)),
    ("silent timeout", "", "detection_ms", (0, "default")),
    ("silent watchdog is idle", "", "enabled", (False, "default")),
    ("timeout alone runs it", "priority-flow-control pause watchdog default timeout 60", "enabled", (True, 4)),
    ("recovery", "priority-flow-control pause watchdog default recovery-time 1.5 forced", "recovery_ms", (1500, 4)),
    ("polling", "priority-flow-control pause watchdog default polling-interval 0.005", "polling_ms", (5, 4)),
    ("action", "priority-flow-control pause watchdog action notify-only", "action", (WatchdogAction.NOTIFY_ONLY, 4)),
    ("silent action", "", "action", (WatchdogAction.ERRDISABLE, "default")),
    ("silent recovery", "", "recovers", (False, "default")),
    ("errdisable recovery", "errdisable recovery cause stuck-queue", "recovers", (True, 4)),
    ("forced drop", "priority-flow-control pause watchdog override action drop", "action", (WatchdogAction.DROP, 4)),
]


@pytest.mark.parametrize(("line", "fact", "expected"), [c[1:] for c in GLOBAL_LINES], ids=[c[0] for c in GLOBAL_LINES])
def test_a_global_watchdog_line(read: Read, seen: Seen, line: str, fact: str, expected: object) -> None:
    reading = read(f"interface Ethernet1\n   priority-flow-control on\n!\n{line}\n")
    assert seen(getattr(port(reading).qos.watchdog, fact)) == expected
    assert reading.unread == ()


MAPS = [
    ("one code point", ["qos map dscp 26 to traffic-class 5"], {26: ("5", 1), 27: ("3", "default")}),
    (
        "the last line wins",
        ["qos map dscp 26 27 to traffic-class 5", "qos map dscp 27 to traffic-class 1"],
        {26: ("5", 1), 27: ("1", 2)},
    ),
    ("a drop precedence changes no class", ["qos map dscp 26 to traffic-class 5 drop-precedence 2"], {26: ("5", 1)}),
    ("no puts the default back", ["qos map dscp 26 to traffic-class 5", "no qos map dscp 26"], {26: ("3", "default")}),
    (
        "classes 0 and 1 are swapped",
        [],
        {0: ("1", "default"), 8: ("0", "default"), 16: ("2", "default"), 63: ("7", "default")},
    ),
]


@pytest.mark.parametrize(("lines", "expected"), [c[1:] for c in MAPS], ids=[c[0] for c in MAPS])
def test_the_dscp_map(read: Read, seen: Seen, lines: list[str], expected: dict[int, object]) -> None:
    reading = read("\n".join([*lines, "interface Ethernet1"]))
    table = port(reading).qos.classification.traffic_class_by_dscp
    assert {dscp: seen(table[dscp]) for dscp in expected} == expected
    assert reading.unread == ()


def test_ranges_of_code_points_are_unknown_and_unread(read: Read, seen: Seen) -> None:
    reading = read("qos map dscp 24-31 to traffic-class 1\ninterface Ethernet1\n")
    table = port(reading).qos.classification.traffic_class_by_dscp
    assert [dscp for dscp in range(64) if seen(table[dscp]) == "unknown"] == list(range(24, 32))
    assert [(one.source.line, one.because) for one in reading.devices[0].refused_settings] == [
        (1, "EOS takes code points from 0 to 63 separated by blanks, and traffic classes 0 to 7")
    ]


def test_pause_follows_the_queue_of_its_class(read: Read, seen: Seen) -> None:
    reading = read(
        "qos map traffic-class 3 to tx-queue 5\ninterface Ethernet1\n   priority-flow-control priority 3 no-drop\n"
    )
    qos = port(reading).qos
    assert seen(qos.priorities[3].paused_queues) == (frozenset({5}), 1)
    assert (seen(qos.priorities[3].generates_pause), seen(qos.priorities[4].generates_pause)) == (
        (True, 3),
        (False, "default"),
    )
    assert (seen(qos.classes[3].queue), seen(qos.classes[3].pause_priorities)) == ((5, 1), (frozenset({3}), 3))
    assert seen(qos.classes[3].mtu_limit_bytes) == (65535, "default")


def test_a_rewrite_map_classifies_nothing(read: Read, seen: Seen) -> None:
    silent = read("qos map traffic-class 3 to dscp 26\ninterface Ethernet1\n")
    assert seen(port(silent).qos.rewrite_enabled) == (False, "default")
    assert [(entry.traffic_class, seen(entry.dscp)) for entry in port(silent).qos.rewrites] == [("3", (26, 1))]
    assert seen(port(silent).qos.classification.traffic_class_by_dscp[26]) == ("3", "default")
    active = read("qos rewrite dscp\nqos map traffic-class 3 to dscp 26\ninterface Ethernet1\n")
    qos = port(active).qos
    assert seen(qos.rewrite_enabled) == (True, 1)
    assert [(entry.traffic_class, seen(entry.dscp)) for entry in qos.rewrites] == [
        ("0", (8, "default")),
        ("1", (0, "default")),
        ("2", (16, "default")),
        ("3", (26, 2)),
        *((str(number), (8 * number, "default")) for number in range(4, 8)),
    ]
    assert seen(qos.classification.traffic_class_by_dscp[26]) == ("3", "default")


def test_all_off_beats_every_port(read: Read, seen: Seen) -> None:
    reading = read("interface Ethernet1\n   priority-flow-control on\n!\npriority-flow-control all off\n")
    assert seen(port(reading).qos.pfc_mode) == (PfcMode.OVERRULED, 4)


def test_an_applied_buffer_profile_sizes_lossless_priorities(read: Read, seen: Seen) -> None:
    reading = read(
        HEADER
        + """\
platform trident mmu queue profile LOSSLESS
    ingress threshold 1/16
    ingress headroom cells 650
    ingress resume 18432
    ingress reserved bytes 2000
    ingress priority-group 3 threshold 1
    egress unicast queue 3 threshold 8
platform trident mmu queue profile LOSSLESS apply
platform trident mmu headroom-pool limit cells 1000
interface Ethernet1
   priority-flow-control priority 3 no-drop
   priority-flow-control priority 4 no-drop
"""
    )
    qos = port(reading).qos
    groups = [qos.priorities[number].group for number in (3, 4, 5)]
    assert [seen(group.alpha) for group in groups] == [(1.0, 7), (0.0625, 3), "unknown"]
    assert [seen(group.headroom_bytes) for group in groups] == [(165_100, 4), (165_100, 4), (0, "default")]
    assert [seen(group.resume_offset_bytes) for group in groups] == [(18_432, 5), (18_432, 5), "unknown"]
    assert [seen(group.reserved_bytes) for group in groups] == [(2000, 6), (2000, 6), "unknown"]
    assert (seen(qos.queues[3].alpha), seen(qos.queues[2].alpha)) == ((8.0, 8), "unknown")
    assert seen(device(reading).buffer.headroom_pool_bytes) == (254_000, 10)
    assert reading.unread == ()


def test_a_chip_with_an_applied_buffer_profile_has_no_deep_buffer(read: Read, seen: Seen) -> None:
    lines = "hostname a\nplatform trident mmu queue profile P\n    ingress threshold 1/16\n"
    applied = device(read(lines + "platform trident mmu queue profile P apply\n")).buffer.is_virtual_output_queued
    assert seen(applied) == (False, "default")
    assert seen(device(read(lines)).buffer.is_virtual_output_queued) == "unknown"


def test_an_unapplied_buffer_profile_has_no_effect_and_is_named(read: Read, seen: Seen) -> None:
    reading = read(
        "platform trident mmu queue profile P\n    ingress headroom 9000\n!\n"
        "interface Ethernet1\n   priority-flow-control priority 3 no-drop\n"
    )
    headroom = port(reading).qos.priorities[3].group.headroom_bytes
    assert headroom.because.endswith("; P is defined but not applied")  # type: ignore[union-attr]  # unknown by design
    assert [one.because for one in reading.devices[0].refused_settings] == [
        "without `platform trident mmu queue profile P apply` the profile has no effect"
    ]


def test_marking_by_the_whole_buffer_leaves_queues_undetermined(read: Read, seen: Seen) -> None:
    reading = read(
        "qos random-detect ecn global-buffer minimum-threshold 9984 segments maximum-threshold 14976 segments\n"
        "interface Ethernet1\n   uc-tx-queue 3\n      " + ECN.format("1 kbytes", "2 kbytes")
    )
    assert [seen(queue.ecn_enabled) for queue in port(reading).qos.queues] == [
        "unknown" if index != 3 else (True, 4) for index in range(8)
    ]
    assert reading.unread == ()


def test_the_overlay_copies_only_what_is_configured(read: Read, seen: Seen) -> None:
    bare = "interface Vxlan1\n   vxlan source-interface Loopback1\n   vxlan vlan 110 vni 10110\n"
    full = bare + "   vxlan qos ecn propagation\n   vxlan qos dscp propagation encapsulation\n"
    overlay = device(read(bare)).overlay
    assert (seen(overlay.terminates_tunnels), seen(overlay.outer_dscp), seen(overlay.ecn_copied_to_inner)) == (
        (True, 2),
        (OuterDscp.FIXED, "default"),
        (False, "default"),
    )
    overlay = device(read(full)).overlay
    assert (seen(overlay.ecn_copied_to_outer), seen(overlay.outer_dscp), seen(overlay.ecn_copied_to_inner)) == (
        (True, 4),
        (OuterDscp.INNER, 5),
        (True, 4),
    )
    assert seen(device(read("hostname a")).overlay.terminates_tunnels) == (False, "default")


def test_routing_says_as_number_and_paths(read: Read, seen: Seen) -> None:
    reading = read("router bgp 64512.1\n   maximum-paths 16 ecmp 16\n   vrf X\n      maximum-paths 2\n")
    assert seen(device(reading).asn) == (64512 * 65536 + 1, 1)
    assert seen(device(reading).load_balancing.maximum_paths) == (16, 2)
    fewer = device(read("router bgp 1\n   maximum-paths 16 ecmp 2\n"))
    assert seen(fewer.load_balancing.maximum_paths) == (2, 2)
    assert seen(fewer.routing.bgp[0].multipath[0].ebgp_paths) == (2, 2)
    assert seen(device(read("router bgp 1")).load_balancing.maximum_paths) == (1, "default")
    assert seen(device(read("hostname a")).asn) == "unknown"


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("router ospf 1\n   maximum-paths 1\n", (1, 2)),
        ("router ospf 1\n   maximum-paths 8\nrouter isis A\n   maximum-paths 2\n", (2, 4)),
        ("router ospf 1 vrf A\n   maximum-paths 1\n", "unknown"),
        ("router ospf 1\n   maximum-paths 1\nrouter bgp 1\n   router-id 1.1.1.1\n", "unknown"),
        ("router ospf 1\n   maximum-paths 1\nrouter bgp 1\n   maximum-paths 4\n", (4, 4)),
    ],
)
def test_without_bgp_the_paths_are_those_of_the_igp(text: str, paths: object, read, seen) -> None:
    assert seen(device(read(text)).load_balancing.maximum_paths) == paths


QUEUE = (
    "interface Ethernet1/1\n   tx-queue 3\n      random-detect ecn minimum-threshold 10 {0} maximum-threshold 40 {0}\n"
)


@pytest.mark.parametrize(
    ("model", "unit", "lines"),
    [
        ("DCS-7050CX3-32S", "microseconds", [4]),
        ("DCS-7050CX3-32S", "kbytes", []),
        ("DCS-7280DR3-24", "microseconds", []),
        ("DCS-UNHEARD-OF", "microseconds", []),
    ],
)
def test_thresholds_in_time_are_refused_where_nothing_measures_delay(
    model: str, unit: str, lines: list[int], read
) -> None:
    found = device(read(f"! device: a ({model}, EOS-4.34.2F)\n" + QUEUE.format(unit))).refused_settings
    assert [one.source.line for one in found] == lines


FOREIGN = [
    "policy-map type tx-queue X",
    "pfc watchdog action no-drop disable-pfc-first",
    "priority-flow-control pause watchdog default action drop timer 200 milliseconds polling-interval 50 milliseconds",
    "priority-flow-control pause watchdog action no-drop",
    "priority-flow-control watchdog",
    "priority-flow-control",
    "qos tx-queue 3 ecn minimum-threshold 150 kbytes",
    "qos map dscp 70 to traffic-class 1",
    "qos map dscp 26 to traffic-class 9",
    "dcb enable",
    "buffer-profile roce",
    "interface Banana1",
    "interface Ethernet1-9999999",
    "platform trident pfc headroom 5",
]


@pytest.mark.parametrize("line", FOREIGN)
def test_a_foreign_global_line_is_unread_with_all_below_it(read: Read, line: str) -> None:
    reading = read(f"hostname a\n{line}\n   mtu 1\n      mtu 2\n")
    assert reported(reading) == [2, 3, 4]


FOREIGN_ON_PORT = [
    "service-policy type tx-queue output X",
    "priority-flow-control mode on",
    "priority-flow-control priority 8 no-drop",
    "priority-flow-control priority 3",
    "priority-flow-control pause watchdog port action no-drop",
    "priority-flow-control pause watchdog port timer timeout 0.2",
    "random-detect ecn delay threshold 3 milliseconds",
    "qos trust ip-precedence",
    "qos dscp 64",
    "tx-queue 8",
    "dcbx pfc willing",
    "flowcontrol receive maybe",
    "speed ludicrous",
    "mtu 67",
    "ip address 10.0.0.1",
    "platform trident mmu profile X",
    "no-drop 3",
]


@pytest.mark.parametrize("line", FOREIGN_ON_PORT)
def test_a_foreign_line_of_a_port_is_unread(read: Read, line: str) -> None:
    reading = read(f"interface Ethernet1\n   {line}\n   mtu 9214\n")
    assert reported(reading) == [2]
    assert port(reading).ip_mtu_bytes.value == 9214  # type: ignore[union-attr]  # the next line is still read


@pytest.mark.parametrize(
    ("line", "fact"),
    [("priority-flow-control mode on", "pfc_mode")],
)
def test_what_an_old_spelling_does_is_unknown(read: Read, seen: Seen, line: str, fact: str) -> None:
    assert seen(getattr(port(read(f"interface Ethernet1\n   {line}\n")).qos, fact)) == "unknown"


def test_marking_outside_a_queue_makes_every_queue_undetermined(read: Read, seen: Seen) -> None:
    reading = read("interface Ethernet1\n   random-detect ecn delay threshold 3 milliseconds\n")
    assert {seen(queue.ecn_enabled) for queue in port(reading).qos.queues} == {"unknown"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("service-profile X", ("qos profile", "X", 2)),
        ("service-policy type qos input X", ("policy-map", "X", 2)),
        ("profile X", ("interface profile", "X", 2)),
    ],
)
def test_an_undefined_name_is_reported(read: Read, text: str, expected: tuple[str, str, int]) -> None:
    reading = read(f"interface Ethernet1\n   {text}\n")
    found = [(entry.kind, entry.name, entry.source.line) for entry in device(reading).undefined_references]
    assert found == [expected]


def test_an_applied_buffer_profile_that_is_missing_is_reported(read: Read) -> None:
    found = device(read("platform trident mmu queue profile P apply\n")).undefined_references
    assert [(entry.kind, entry.name) for entry in found] == [("platform trident mmu queue profile", "P")]


def test_a_profile_that_is_missing_binds_nothing(read: Read, seen: Seen) -> None:
    assert seen(port(read("interface Ethernet1\n   service-profile X\n")).qos.bound) == (False, 2)


def test_a_line_of_a_buffer_profile_can_be_taken_back(read: Read, seen: Seen) -> None:
    reading = read(
        "platform trident mmu queue profile P\n    ingress threshold 1\n    ingress headroom 9000\n"
        "    no ingress threshold\n    no ingress headroom\nplatform trident mmu queue profile P apply\n"
        "interface Ethernet1\n   priority-flow-control priority 3 no-drop\n"
    )
    group = port(reading).qos.priorities[3].group
    assert (seen(group.alpha), seen(group.headroom_bytes)) == ("unknown", "unknown")
    assert reading.unread == ()


@pytest.mark.parametrize(
    "line", ["ingress threshold 3", "ingress headroom lots", "egress unicast queue 9 threshold 1", "x"]
)
def test_a_bad_line_of_a_buffer_profile_is_unread(read: Read, line: str) -> None:
    reading = read(f"platform trident mmu queue profile P\n    {line}\nplatform trident mmu queue profile P apply\n")
    assert reported(reading) == [2]


@pytest.mark.parametrize(
    ("lines", "overruled"),
    [
        (("qos map dscp 26 to traffic-class 3", "qos map dscp 24 26 to traffic-class 1"), [(2, "DSCP 26")]),
        (("qos map dscp 24 26 to traffic-class 1", "qos map dscp 26 to traffic-class 3"), []),
        (("qos map dscp 26 to traffic-class 3", "qos map dscp 24 26 to traffic-class 3"), []),
        (("qos map dscp 24 26 to traffic-class 1", "qos map dscp 26 28 to traffic-class 3"), []),
    ],
    ids=["a general line takes it away", "a precise line refines", "the same class", "as many code points"],
)
def test_a_map_line_that_takes_a_code_point_away(
    read: Read, lines: tuple[str, ...], overruled: list[tuple[int, str]]
) -> None:
    found = device(read("\n".join(lines) + "\n")).refused_settings
    assert [(one.source.line, one.because.split(" maps ")[1].split(" to ")[0]) for one in found] == overruled
