"""What configurations mean: each row is a snippet and the facts that follow from it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.model.terms import OuterDscp, PfcMode, PortKind, Scheduling, Trust, WatchdogAction
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

GOOD = """\
# SR Linux 25.3.1, 7220 IXR-H4
set / interface ethernet-1/1 ethernet port-speed 400G flow-control receive false
set / interface ethernet-1/1 subinterface 0 ip-mtu 9000 ipv4 admin-state enable address 10.0.0.0/31
set / qos explicit-congestion-notification
set / qos queues queue unicast-0 queue-index 0
set / qos queues queue unicast-3 queue-index 3
set / qos queues queue unicast-6 queue-index 6
set / qos queues pfc-queue pfc-3 queue-index 3
set / qos forwarding-classes forwarding-class fc0 output unicast-queue unicast-0
set / qos forwarding-classes forwarding-class fc3 output unicast-queue unicast-3
set / qos forwarding-classes forwarding-class fc6 output unicast-queue unicast-6
set / qos classifiers dscp-policy in dscp 26 forwarding-class fc3
set / qos classifiers dscp-policy in dscp 48 forwarding-class fc6
set / qos pfc-mapping-profile p received-traffic unicast-mapping pfc-queue pfc-3 forwarding-class [ fc3 ]
set / qos pfc-mapping-profile p received-traffic unicast-mapping pfc-queue pfc-3 pfc-pause-frame-priority 3
set / qos pfc-mapping-profile p received-pfc-pause-frames queue unicast-3 pfc-pause-frame-priority 3 enable-pfc true
set / qos buffer-management buffer-allocation-profile b queues queue unicast-3 maximum-burst-size 1000000
set / qos buffer-management buffer-allocation-profile i queues pfc-queue pfc-3 maximum-burst-size 300000
set / qos buffer-management queue-management-profile m wred wred-slope all drop-probability all enable-ecn true \
min-threshold-percent 10 max-threshold-percent 60 max-drop-probability-percent 20 slope-enabled true
set / qos scheduler-policies scheduler-policy s scheduler 1 input a queue-name unicast-3 weight 30
set / qos scheduler-policies scheduler-policy s scheduler 1 input b queue-name unicast-0 weight 10
set / qos scheduler-policies scheduler-policy s scheduler 0 priority strict input c queue-name unicast-6
set / qos interfaces interface a interface-ref interface ethernet-1/1
set / qos interfaces interface a pfc pfc-mapping-profile p pfc-enable true
set / qos interfaces interface a input pfc-buffer-allocation-profile i
set / qos interfaces interface a output buffer-allocation-profile b
set / qos interfaces interface a output queues queue unicast-3 queue-management-profile m
set / qos interfaces interface a output scheduler scheduler-policy s
set / qos interfaces interface a.0 interface-ref interface ethernet-1/1 subinterface 0
set / qos interfaces interface a.0 input classifiers dscp-policy in
"""


def read(text: str) -> Reading:
    return read_srlinux(Document("leaf1.cfg", text))


def device(text: str) -> Device:
    return read(text).devices[0]


def first_port(text: str) -> Port:
    return next(port for port in device(text).ports if port.name.startswith("ethernet-1/1"))


def at(line: int, last: int = 0) -> Source:
    return Source("leaf1.cfg", line, last or line)


def value(fact: Fact[object]) -> object:
    return f"? {fact.because}" if isinstance(fact, Unknown) else fact.value


def class_of(dscp: int) -> Callable[[Port], Fact[object]]:
    return lambda port: port.qos.classification.traffic_class_by_dscp[dscp]


def queue(index: int, name: str) -> Callable[[Port], Fact[object]]:
    return lambda port: getattr(port.qos.queues[index], name)


def priority(number: int, name: str) -> Callable[[Port], Fact[object]]:
    return lambda port: getattr(port.qos.priorities[number], name)


def group(number: int, name: str) -> Callable[[Port], Fact[object]]:
    return lambda port: getattr(port.qos.priorities[number].group, name)


def pauses(name: str) -> Callable[[Port], Fact[object]]:
    return lambda port: next(one for one in port.qos.classes if one.name == name).pause_priorities


def egress(name: str) -> Callable[[Port], Fact[object]]:
    return lambda port: next(one for one in port.qos.classes if one.name == name).queue


def test_a_good_configuration_leaves_nothing_unread() -> None:
    reading = read(GOOD)
    assert reading.unread == ()
    assert reading.devices[0].undefined_references == ()
    assert reading.devices[0].name == "leaf1"


GOOD_FACTS: list[tuple[str, Callable[[Port], Fact[object]], object, str]] = [
    ("bound", lambda p: p.qos.bound, True, "interface a interface-ref"),
    ("trust", lambda p: p.qos.trust, Trust.DSCP, "classifiers dscp-policy in\n"),
    ("roce-dscp", class_of(26), "fc3", "dscp 26"),
    ("cnp-dscp", class_of(48), "fc6", "dscp 48"),
    ("class-queue", egress("fc3"), 3, "class fc3"),
    (
        "class-pause",
        pauses("fc3"),
        frozenset({3}),
        "pfc-queue pfc-3 forwarding-class",
    ),
    ("pfc-on", lambda p: p.qos.pfc_mode, PfcMode.ON, "pfc-enable true"),
    ("sends", priority(3, "generates_pause"), True, "pfc-queue pfc-3 pfc-pause"),
    ("obeys", priority(3, "honours_pause"), True, "enable-pfc true"),
    ("paused", priority(3, "paused_queues"), frozenset({3}), "enable-pfc true"),
    ("xoff", group(3, "xoff_threshold_bytes"), 300000, "pfc-queue pfc-3 maximum-burst"),
    ("limit", queue(3, "limit_bytes"), 1000000, "queue unicast-3 maximum-burst"),
    ("ecn", queue(3, "ecn_enabled"), True, "enable-ecn true"),
    ("kmin", queue(3, "ecn_kmin_bytes"), 100000, "enable-ecn true"),
    ("kmax", queue(3, "ecn_kmax_bytes"), 600000, "enable-ecn true"),
    ("pmax", queue(3, "ecn_pmax_percent"), 20, "enable-ecn true"),
    ("no-drop", queue(3, "wred_drop_enabled"), False, "enable-ecn true"),
    ("weighted", queue(3, "scheduling"), Scheduling.WEIGHTED, "unicast-3 weight"),
    ("share", queue(3, "weight_percent"), 75.0, "unicast-3 weight"),
    ("strict", queue(6, "scheduling"), Scheduling.STRICT, "priority strict"),
    ("link-pause", lambda p: p.qos.link_pause_received, False, "receive false"),
    ("ip-mtu", lambda p: p.ip_mtu_bytes, 9000, "ip-mtu"),
    ("speed", lambda p: p.speed_gbps, 400, "port-speed"),
]


@pytest.mark.parametrize(
    ("fact", "expected", "line"), [row[1:] for row in GOOD_FACTS], ids=[row[0] for row in GOOD_FACTS]
)
def test_stated_fact_with_its_line(fact: Callable[[Port], Fact[object]], expected: object, line: str) -> None:
    number = GOOD[: GOOD.index(line)].count("\n") + 1 if "\n" in line else 0
    number = number or next(n for n, text in enumerate(GOOD.split("\n"), 1) if line in text)
    if line.startswith("enable-pfc"):
        assert value(fact(first_port(GOOD))) == expected
    else:
        assert fact(first_port(GOOD)) == Stated(expected, at(number))


DEFAULTS: list[tuple[str, Callable[[Port], Fact[object]], object]] = [
    ("other-dscp", class_of(10), "fc0"),
    ("not-rewritten", lambda p: p.qos.rewrite_enabled, False),
    ("watchdog-off", lambda p: p.qos.watchdog.enabled, False),
    ("watchdog-detection", lambda p: p.qos.watchdog.detection_ms, 750),
    ("watchdog-recovery", lambda p: p.qos.watchdog.recovery_ms, 750),
    ("watchdog-action", lambda p: p.qos.watchdog.action, WatchdogAction.IGNORE_PAUSE),
    ("frame-mtu", lambda p: p.frame_mtu_bytes, 9232),
    ("enabled", lambda p: p.enabled, True),
    ("alpha", queue(0, "alpha"), 0.25),
    ("averaging", queue(3, "ecn_averaging_weight"), 0),
    ("no-pause-for-best-effort", pauses("fc0"), frozenset()),
    ("nothing-obeyed", priority(4, "honours_pause"), False),
    ("full-rate", queue(3, "shape_percent"), 100.0),
]


@pytest.mark.parametrize(("fact", "expected"), [row[1:] for row in DEFAULTS], ids=[row[0] for row in DEFAULTS])
def test_silence_is_a_default_with_a_reason(fact: Callable[[Port], Fact[object]], expected: object) -> None:
    found = fact(first_port(GOOD))
    assert isinstance(found, Default)
    assert found.value == expected
    assert found.because


CHANGES: list[tuple[str, str, str, Callable[[Port], Fact[object]], object]] = [
    ("no-ip-mtu", "ip-mtu 9000 ", "", lambda p: p.ip_mtu_bytes, 1500),
    ("hosts-send-another-dscp", "dscp 26", "dscp 24", class_of(26), "fc0"),
    ("dscp-by-name", "dscp 26", "dscp AF31", class_of(26), "fc3"),
    ("no-classifier", "input classifiers dscp-policy in", "", class_of(26), "? the system's default DSCP policy"),
    ("cnp-behind-rdma", "dscp 48 forwarding-class fc6", "dscp 48 forwarding-class fc3", class_of(48), "fc3"),
    ("two-classes-pause", "[ fc3 ]", "[ fc0 fc3 ]", pauses("fc0"), frozenset({3})),
    ("another-priority-obeyed", "unicast-3 pfc-pause-frame-priority 3", "unicast-3 pfc-pause-frame-priority 4",
     priority(3, "honours_pause"), False),
    ("obeying-not-enabled", "enable-pfc true", "", priority(3, "honours_pause"), False),
    ("pfc-not-enabled", "pfc-enable true", "", lambda p: p.qos.pfc_mode, PfcMode.OFF),
    ("pfc-enable-false", "pfc-enable true", "pfc-enable false", lambda p: p.qos.pfc_mode, PfcMode.OFF),
    ("link-pause", "receive false", "receive true", lambda p: p.qos.link_pause_received, True),
    ("link-pause-not-stated", "flow-control receive false", "", lambda p: p.qos.link_pause_received, False),
    ("no-global-ecn", "set / qos explicit-congestion-notification\n", "", queue(3, "ecn_enabled"), False),
    ("slope-off", "slope-enabled true", "slope-enabled false", queue(3, "ecn_enabled"), False),
    ("slope-not-stated", "slope-enabled true", "", queue(3, "ecn_enabled"), "? slope-enabled is not stated"),
    ("drop-instead-of-mark", "enable-ecn true", "enable-ecn false", queue(3, "wred_drop_enabled"), True),
    ("drop-of-tcp-only", "wred-slope all drop-probability all enable-ecn true",
     "wred-slope tcp drop-probability all enable-ecn false", queue(3, "wred_drop_enabled"), False),
    ("thresholds-in-bytes", "min-threshold-percent 10 max-threshold-percent 60",
     "min-threshold 150000 max-threshold 700000", queue(3, "ecn_kmin_bytes"), 150000),
    ("percent-of-nothing", "maximum-burst-size 1000000", "maximum-burst-size 0", queue(3, "ecn_kmin_bytes"),
     "? a percentage of the memory of the queue"),
    ("dynamic-limit", "maximum-burst-size 1000000", "maximum-burst-size 0", queue(3, "alpha"), 0.25),
    ("no-scheduler", "output scheduler scheduler-policy s", "", queue(3, "scheduling"), Scheduling.STRICT),
    ("shaped", "queue-name unicast-6", "queue-name unicast-6 peak-rate-percent 20", queue(6, "shape_percent"), 20),
    ("watchdog", "pfc-mapping-profile p received-pfc-pause-frames queue",
     "pfc-mapping-profile p received-pfc-pause-frames deadlock enable true detection-timer 100\n"
     "set / qos pfc-mapping-profile p received-pfc-pause-frames queue", lambda p: p.qos.watchdog.detection_ms, 100),
    ("rewrite-zeroes", "input classifiers dscp-policy in",
     "input classifiers dscp-policy in\nset / qos rewrite-rules dscp-policy r map fc0 dscp 0\n"
     "set / qos interfaces interface a.0 output rewrite-rules dscp-policy r",
     lambda p: next(r for r in p.qos.rewrites if r.traffic_class == "fc3").dscp, 0),
    ("headroom-in-bytes", "pfc-3 maximum-burst-size 300000",
     "pfc-3 maximum-burst-size 300000 maximum-pfc-reserved-share-bytes 90000", group(3, "headroom_bytes"), 90000),
    ("headroom-in-bytes-beside-none",
     "pfc-3 maximum-burst-size 300000", "pfc-3 maximum-burst-size 300000 maximum-pfc-reserved-share-bytes 90000"
     " maximum-pfc-reserved-share-percentage 0", group(3, "headroom_bytes"), 90000),
    ("headroom-in-percent", "", "", group(3, "headroom_bytes"), "? 10 % of the chip's pfc-buffer-reservation"),
    ("speed-not-stated", "port-speed 400G ", "", lambda p: p.speed_gbps, "? no port-speed is stated"),
    ("system-mtu", "ip-mtu 9000 ", "", lambda p: p.ip_mtu_bytes, 1500),
    ("system-default-ip-mtu", "subinterface 0 ip-mtu 9000 ipv4",
     "subinterface 0 ipv4 admin-state enable\nset / system mtu default-ip-mtu 4200\n"
     "set / interface ethernet-1/1 subinterface 0 ipv4", lambda p: p.ip_mtu_bytes, 4200),
    ("switched-by-priority", "25.3.1", "25.10.1", priority(3, "generates_pause"), False),
    ("switched-on-by-priority", "# SR Linux 25.3.1, 7220 IXR-H4\n",
     "# SR Linux 25.10.1, 7220 IXR-H4\nset / qos pfc-mapping-profile p pfc-priority 3 pfc-enable true\n",
     priority(3, "generates_pause"), True),
    ("switched-off-by-priority", "# SR Linux 25.3.1, 7220 IXR-H4\n",
     "# SR Linux 25.10.1, 7220 IXR-H4\nset / qos pfc-mapping-profile p pfc-priority 3 pfc-enable false\n",
     priority(3, "honours_pause"), False),
    ("operation-mode-is-not-guessed", "# SR Linux 25.3.1, 7220 IXR-H4\n",
     "# SR Linux 25.7.1, 7220 IXR-H4\nset / qos pfc-mapping-profile p pfc-priority 3 pfc-operation-mode x\n",
     priority(3, "honours_pause"), "? the values of pfc-operation-mode"),
    ("enable-pfc-gone", "# SR Linux 25.3.1, 7220 IXR-H4\n",
     "# SR Linux 25.10.1, 7220 IXR-H4\nset / qos pfc-mapping-profile p pfc-priority 3 pfc-enable true\n",
     priority(3, "paused_queues"), frozenset({3})),
    ("tagged-port", "ethernet port-speed 400G", "vlan-tagging true ethernet port-speed 400G", pauses("fc3"),
     "? on a tagged port the dot1p"),
    ("unlisted-in-scheduler", "input b queue-name unicast-0 weight 10", "input b queue-name unicast-6 weight 10",
     queue(0, "scheduling"), "? the scheduler-policy s does not list"),
    ("burst-not-a-number", "maximum-burst-size 1000000", "maximum-burst-size lots", queue(3, "limit_bytes"),
     "? maximum-burst-size: 'lots'"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "fact", "expected"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES]
)
def test_changed_configuration(old: str, new: str, fact: Callable[[Port], Fact[object]], expected: object) -> None:
    assert old in GOOD
    found = value(fact(first_port(GOOD.replace(old, new, 1))))
    if isinstance(expected, str) and expected.startswith("?"):
        assert str(found).startswith(expected)
    else:
        assert found == expected


def test_nothing_marks_without_the_global_container_whatever_a_slope_leaves_open() -> None:
    text = GOOD.replace("slope-enabled true", "", 1).replace("set / qos explicit-congestion-notification\n", "")
    assert value(queue(3, "ecn_enabled")(first_port(text))) is False


MISSING: list[tuple[str, str, str, set[tuple[str, str]]]] = [
    ("queue", "set / qos queues queue unicast-3 queue-index 3\n", "", {("queue", "unicast-3")}),
    ("class", "set / qos forwarding-classes forwarding-class fc6 output unicast-queue unicast-6\n", "",
     {("forwarding class", "fc6")}),
    ("pfc-queue", "set / qos queues pfc-queue pfc-3 queue-index 3\n", "", {("pfc-queue", "pfc-3")}),
    ("policy", "classifiers dscp-policy in\n", "classifiers dscp-policy inn\n", {("dscp-policy", "inn")}),
    ("mapping", "pfc-mapping-profile p pfc-enable", "pfc-mapping-profile q pfc-enable", {("pfc-mapping-profile", "q")}),
    ("buffer", "output buffer-allocation-profile b", "output buffer-allocation-profile c",
     {("buffer-allocation-profile", "c")}),
    ("ingress", "input pfc-buffer-allocation-profile i", "input pfc-buffer-allocation-profile j",
     {("buffer-allocation-profile", "j")}),
    ("marking", "queue-management-profile m\n", "queue-management-profile n\n", {("queue-management-profile", "n")}),
    ("scheduler", "output scheduler scheduler-policy s", "output scheduler scheduler-policy t",
     {("scheduler-policy", "t")}),
    ("rewrite", "input classifiers dscp-policy in",
     "input classifiers dscp-policy in\nset / qos interfaces interface a.0 output rewrite-rules dscp-policy r",
     {("rewrite dscp-policy", "r")}),
    ("interface", "a interface-ref interface ethernet-1/1", "a interface-ref interface ethernet-1/9",
     {("interface", "ethernet-1/9")}),
    ("subinterface", "interface-ref interface ethernet-1/1 subinterface 0",
     "interface-ref interface ethernet-1/1 subinterface 7", {("subinterface", "ethernet-1/1.7")}),
    ("lag", "ethernet port-speed 400G", "ethernet aggregate-id lag9 port-speed 400G", {("lag", "lag9")}),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "missing"), [row[1:] for row in MISSING], ids=[row[0] for row in MISSING])
def test_undefined_references_are_reported(old: str, new: str, missing: set[tuple[str, str]]) -> None:
    assert old in GOOD
    found = device(GOOD.replace(old, new, 1)).undefined_references
    assert {(one.kind, one.name) for one in found} == missing


MISPLACED: list[tuple[str, str, str, str]] = [
    ("no-reference", "interface a.0 interface-ref interface ethernet-1/1 subinterface 0",
     "interface a.0 input classifiers dscp-policy in", "binds nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "because"), [row[1:] for row in MISPLACED], ids=[row[0] for row in MISPLACED])
def test_what_has_no_effect_goes_to_unread(old: str, new: str, because: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    unread = read(text).unread
    assert len(unread) == 1
    assert because in unread[0].because
    assert unread[0].text == text.split("\n")[unread[0].source.line - 1].strip()


REFUSED: list[tuple[str, str, str, str]] = [
    ("classifier-on-port", "a.0 input classifiers dscp-policy in", "a input classifiers dscp-policy in",
     "classifiers take effect on the entry of a subinterface"),
    ("pfc-on-subinterface", "interface a pfc pfc-mapping-profile p pfc-enable true",
     "interface a.0 pfc pfc-mapping-profile p", "PFC takes effect on the entry of the port"),
    ("dnx-classifier-on-xgs", "input classifiers dscp-policy in", "input classifiers ipv4-dscp-policy in",
     "a 7220 classifies with dscp-policy"),
    ("dnx-threshold-on-xgs", "pfc-queue pfc-3 maximum-burst-size 300000", "pfc-queue pfc-3 pfc-on-threshold 50",
     "a 7220 sets the xoff threshold of a pfc-queue by maximum-burst-size"),
    ("two-priorities", "pfc-queue pfc-3 pfc-pause-frame-priority 3",
     "pfc-queue pfc-3 pfc-pause-frame-priority 9", "'9' is no dot1p value"),
    ("dscp-out-of-range", "dscp 48 forwarding", "dscp 99 forwarding", "'99' is no DSCP"),
    ("index-out-of-range", "queue unicast-3 queue-index 3", "queue unicast-3 queue-index 9", "from 0 to 7"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "because"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_the_model_refuses_is_reported(old: str, new: str, because: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    reading = read(text)
    (refused,) = reading.devices[0].refused_settings
    assert because in refused.because
    assert new in text.split("\n")[refused.source.line - 1]
    assert reading.unread == ()


DNX = """\
# SR Linux 25.3.1, 7250 IXR-X1b
set / interface ethernet-1/1 ethernet flow-control receive false
set / interface ethernet-1/1 subinterface 0 ipv4 admin-state enable address 10.0.0.0/31
set / qos explicit-congestion-notification ecn-dscp-policy keep
set / qos rewrite-rules dscp-policy keep map fc3 dscp 26
set / qos queues queue unicast-3 queue-index 3
set / qos queues pfc-queue pfc3 queue-index 3
set / qos forwarding-classes forwarding-class fc3 output unicast-queue unicast-3
set / qos classifiers dscp-policy in dscp 26 forwarding-class fc3
set / qos pfc-mapping-profile p received-pfc-pause-frames queue unicast-3 pfc-pause-frame-priority [ 3 ] enable-pfc true
set / qos buffer-management buffer-allocation-profile i queues pfc-queue pfc3 pfc-on-threshold 50 pfc-off-threshold 25
set / qos interfaces interface a interface-ref interface ethernet-1/1
set / qos interfaces interface a pfc pfc-mapping-profile p pfc-enable true
set / qos interfaces interface a input pfc-buffer-allocation-profile i
set / qos interfaces interface a.0 interface-ref interface ethernet-1/1 subinterface 0
set / qos interfaces interface a.0 input classifiers ipv4-dscp-policy in
"""
DNX_FACTS: list[tuple[str, Callable[[Port], Fact[object]], object]] = [
    ("classified-by-ipv4", class_of(26), "fc3"),
    ("sends-by-index", priority(3, "generates_pause"), True),
    ("class-by-index", pauses("fc3"), frozenset({3})),
    ("obeys", priority(3, "honours_pause"), True),
    ("xoff-percent-of-default-burst", group(3, "xoff_threshold_bytes"), 51200),
    ("resume", group(3, "resume_offset_bytes"), 25600),
    ("default-limit", queue(3, "limit_bytes"), 268435456),
    ("rewritten-by-ecn", lambda p: p.qos.rewrite_enabled, True),
    ("rewritten-to", lambda p: next(r for r in p.qos.rewrites if r.traffic_class == "fc3").dscp, 26),
]


@pytest.mark.parametrize(("fact", "expected"), [row[1:] for row in DNX_FACTS], ids=[row[0] for row in DNX_FACTS])
def test_facts_of_a_7250(fact: Callable[[Port], Fact[object]], expected: object) -> None:
    assert read(DNX).unread == ()
    assert value(fact(first_port(DNX))) == expected


def test_a_7250_with_ipv6_needs_its_own_classifier() -> None:
    ipv6 = "set / interface ethernet-1/1 subinterface 0 ipv6 admin-state enable\n"
    assert value(class_of(26)(first_port(DNX))) == "fc3"
    assert isinstance(class_of(26)(first_port(DNX + ipv6)), Unknown)


def test_the_family_shows_without_a_chassis_name() -> None:
    silent = DNX.replace("# SR Linux 25.3.1, 7250 IXR-X1b", "# nothing")
    assert value(device(silent).buffer.is_virtual_output_queued) is True
    assert value(device(GOOD.replace("7220 IXR-H4", "a chassis")).buffer.is_virtual_output_queued) is False
    assert isinstance(device("set / system name host-name x").buffer.is_virtual_output_queued, Unknown)


NO_SPEED = "? no port-speed is stated; the transceiver decides"
PORTS: list[tuple[str, str, dict[str, tuple[object, ...]]]] = [
    (
        "breakout-replaces-the-parent",
        "set / interface ethernet-1/1 breakout-mode num-breakout-ports 4 breakout-port-speed 100G\n"
        "set / interface ethernet-1/1/2 admin-state disable",
        {"ethernet-1/1/2": (PortKind.ETHERNET, False, 100, False)},
    ),
    (
        "subinterfaces-become-ports",
        "set / interface ethernet-1/1 vlan-tagging true\nset / interface ethernet-1/1 subinterface 10 type routed\n"
        "set / interface ethernet-1/1 subinterface 20 type bridged vlan encap single-tagged vlan-id 20",
        {
            "ethernet-1/1": (PortKind.ETHERNET, True, NO_SPEED, "? some subinterfaces are bridged, others routed"),
            "ethernet-1/1.10": (PortKind.SUBINTERFACE, True, NO_SPEED, True),
            "ethernet-1/1.20": (PortKind.SUBINTERFACE, True, NO_SPEED, False),
        },
    ),
    (
        "lag",
        "set / interface lag1 lag member-speed 100G\nset / interface lag1 subinterface 0 type bridged",
        {"lag1": (PortKind.LAG, True, 100, False)},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in PORTS], ids=[row[0] for row in PORTS])
def test_ports(text: str, expected: dict[str, tuple[object, ...]]) -> None:
    found = {p.name: (p.kind, value(p.enabled), value(p.speed_gbps), value(p.routed)) for p in device(text).ports}
    assert found == expected


def test_members_of_a_lag_take_its_qos() -> None:
    text = GOOD.replace("ethernet-1/1", "lag1") + "set / interface ethernet-1/5 ethernet aggregate-id lag1\n"
    ports = {port.name: port for port in device(text).ports}
    assert value(ports["ethernet-1/5"].lag) == "lag1"
    assert ports["ethernet-1/5"].qos.queues is ports["lag1"].qos.queues
    assert value(ports["ethernet-1/5"].qos.pfc_mode) is PfcMode.ON


def test_a_bridged_port_is_in_the_vrf_of_its_gateway() -> None:
    text = (
        "set / interface ethernet-1/1 subinterface 0 type bridged\nset / interface irb1 subinterface 7 ip-mtu 9000\n"
        "set / network-instance red type ip-vrf interface irb1.7\n"
        "set / network-instance red-7 type mac-vrf\nset / network-instance red-7 interface irb1.7\n"
        "set / network-instance red-7 interface ethernet-1/1.0\n"
    )
    assert {port.name: value(port.vrf) for port in device(text).ports} == {"ethernet-1/1": "red", "irb1": "red"}


MULTIPATH = "set / network-instance default protocols bgp "
PATHS: list[tuple[str, str, object]] = [
    ("ebgp", "afi-safi ipv4-unicast multipath ebgp maximum-paths 64", 64),
    ("24.7", "afi-safi ipv4-unicast multipath maximum-paths 32", 32),
    ("24.3", "afi-safi ipv4-unicast multipath max-paths-level-1 16 max-paths-level-2 4", 16),
    ("23.3", "ipv4-unicast multipath max-paths-level-1 8", 8),
    ("default", "afi-safi ipv4-unicast admin-state enable", 1),
    ("no-family", "autonomous-system 65000", 1),
]


@pytest.mark.parametrize(("line", "expected"), [row[1:] for row in PATHS], ids=[row[0] for row in PATHS])
def test_maximum_paths_of_each_release(line: str, expected: object) -> None:
    assert value(device(MULTIPATH + line).load_balancing.maximum_paths) == expected


DEVICES: list[tuple[str, str, Callable[[Device], object], object]] = [
    ("asn", "set / network-instance default protocols bgp autonomous-system 65001", lambda d: value(d.asn), 65001),
    ("no-asn", "set / system name host-name a", lambda d: value(d.asn),
     "? the default network-instance has no BGP autonomous-system"),
    ("name", "set / system name host-name spine-7", lambda d: d.name, "spine-7"),
    ("prompt", "A:admin@spine-8# info\nqos {\n}", lambda d: d.name, "spine-8"),
    ("hash", "set / system load-balancing hash-options source-port false",
     lambda d: value(d.load_balancing.hash_uses_l4_ports), False),
    ("hash-of-destination", "set / system load-balancing hash-options destination-port false",
     lambda d: value(d.load_balancing.hash_uses_l4_ports), True),
    ("flowlets", "set / system load-balancing dynamic mode flow-dynamic",
     lambda d: value(d.load_balancing.sprays_packets), False),
    ("no-tunnel", "", lambda d: value(d.overlay.terminates_tunnels), False),
    ("tunnel", "set / tunnel-interface vxlan1 vxlan-interface 1 type bridged ingress vni 10",
     lambda d: (value(d.overlay.terminates_tunnels), value(d.overlay.outer_dscp)), (True, OuterDscp.INNER)),
    ("outer-dscp", "set / tunnel-interface vxlan1 vxlan-interface 1 ingress vni 10\n"
     "set / qos rewrite-rules dscp-policy o map fc0 dscp 0\nset / qos rewrite-rules vxlan-outer-header-dscp-policy o",
     lambda d: value(d.overlay.outer_dscp), OuterDscp.POLICY),
    ("reservation", "set / qos linecard 1 forwarding-complex 0 input pfc-buffer-reservation 10",
     lambda d: value(d.buffer.headroom_pool_bytes),
     "? 10 % of a packet buffer whose size the configuration does not state"),
    ("platform", "# release 24.10.2 chassis 7250 IXR-6e", lambda d: (value(d.release), value(d.platform)),
     ("24.10.2", "7250-ixr-6e")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "fact", "expected"), [row[1:] for row in DEVICES], ids=[row[0] for row in DEVICES])
def test_facts_of_the_device(text: str, fact: Callable[[Device], object], expected: object) -> None:
    assert fact(device(text)) == expected


def test_equal_ports_share_their_parts() -> None:
    text = GOOD + GOOD.replace("ethernet-1/1", "ethernet-1/2").replace("interface a", "interface b")
    one, two = (port.qos for port in device(text).ports)
    assert one.queues is two.queues
    assert one.classification is two.classification
    assert one.priorities is two.priorities
    assert one.classes is two.classes
