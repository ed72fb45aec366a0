"""For each rule and vendor with a safe remedy: a fabric is broken, and what fixes it is compared as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

CONF, SET = "configs/leaf-1.conf", "configs/leaf-1.set"
JUNOS_PROFILE = "class-of-service congestion-notification-profile ROCE-400G-HOST"
JUNOS_PORT = "class-of-service interfaces et-0/0/0:0 congestion-notification-profile"
JUNOS_FILL = "class-of-service drop-profiles ROCE-400G-HOST-ROCE interpolate fill-level"
JUNOS_CLASS = "class-of-service classifiers dscp ROCE forwarding-class"
YAML, NV = "configs/leaf-1.yaml", "configs/leaf-1.nv"
CFG, JSON, NCCL = "configs/leaf-1.cfg", "configs/leaf-1.json", "hosts/host-1/nccl.conf"
EOS_CURVE = (
    "random-detect ecn minimum-threshold 400 kbytes maximum-threshold 1600 kbytes max-mark-probability 20 weight 0"
)
NXOS_CURVE = "random-detect minimum-threshold 400 kbytes maximum-threshold 1600 kbytes drop-probability 20 weight 0 ecn"
SRL_PFC = "qos interfaces interface ethernet-1/1 pfc pfc-mapping-profile roce-pfc pfc-enable"
SRL_DEADLOCK = "qos pfc-mapping-profile roce-pfc received-pfc-pause-frames deadlock"


def swap(old: str, new: str, count: int = 1) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, count)


def without(pattern: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, "", text, count=1, flags=re.MULTILINE)


SAFE: dict[str, tuple[str, str, Callable[[str], str], str, tuple[str, ...], tuple[str, ...]]] = {
    "eos no-drop missing": (
        "eos",
        CFG,
        swap("   priority-flow-control priority 3 no-drop\n", ""),
        "pfc-link-ends-differ",
        ("qos profile ROCE-400G-FABRIC", "   priority-flow-control priority 3 no-drop"),
        ("qos profile ROCE-400G-FABRIC", "   no priority-flow-control priority 3"),
    ),
    "eos priority drop": (
        "eos",
        CFG,
        swap("priority-flow-control priority 3 no-drop", "priority-flow-control priority 3 drop"),
        "pfc-link-ends-differ",
        ("qos profile ROCE-400G-FABRIC", "   priority-flow-control priority 3 no-drop"),
        ("qos profile ROCE-400G-FABRIC", "   priority-flow-control priority 3 drop"),
    ),
    "eos pfc off": (
        "eos",
        CFG,
        swap("   priority-flow-control on\n", "   no priority-flow-control\n"),
        "pfc-link-ends-differ",
        ("qos profile ROCE-400G-FABRIC", "   priority-flow-control on"),
        ("qos profile ROCE-400G-FABRIC", "   no priority-flow-control"),
    ),
    "eos dscp in a list": (
        "eos",
        CFG,
        swap("qos map dscp 26 to traffic-class 3\n", "qos map dscp 26 27 to traffic-class 0\n"),
        "roce-in-lossy-class",
        ("qos map dscp 27 to traffic-class 0", "qos map dscp 26 to traffic-class 3"),
        ("qos map dscp 26 27 to traffic-class 0",),
    ),
    "eos watchdog without a timeout": (
        "eos",
        CFG,
        without(r"^priority-flow-control pause watchdog default timeout.*\n"),
        "watchdog-missing-on-host-port",
        ("priority-flow-control pause watchdog default timeout 0.2",),
        ("no priority-flow-control pause watchdog default timeout",),
    ),
    "eos watchdog off on a port": (
        "eos",
        CFG,
        swap("   priority-flow-control pause watchdog\n", "   no priority-flow-control pause watchdog\n"),
        "watchdog-missing-on-fabric-port",
        ("qos profile ROCE-400G-FABRIC", "   priority-flow-control pause watchdog"),
        ("qos profile ROCE-400G-FABRIC", "   no priority-flow-control pause watchdog"),
    ),
    "eos ecn missing": (
        "eos",
        CFG,
        without(r"^      random-detect ecn minimum.*\n"),
        "ecn-missing-on-roce-queue",
        ("qos profile ROCE-400G-FABRIC", "   uc-tx-queue 3", f"      {EOS_CURVE}"),
        ("qos profile ROCE-400G-FABRIC", "   uc-tx-queue 3", "      no random-detect ecn minimum-threshold"),
    ),
    "eos ecn impossible": (
        "eos",
        CFG,
        swap("minimum-threshold 400 k", "minimum-threshold 4000 k"),
        "ecn-curve-invalid",
        ("qos profile ROCE-400G-FABRIC", "   uc-tx-queue 3", f"      {EOS_CURVE}"),
        ("qos profile ROCE-400G-FABRIC", "   uc-tx-queue 3", f"      {EOS_CURVE.replace('400 k', '4000 k', 1)}"),
    ),
    "host tos": (
        "eos",
        NCCL,
        swap("NCCL_IB_TC=106", "NCCL_IB_TC=26"),
        "host-marks-other-dscp",
        ("NCCL_IB_TC=106",),
        ("NCCL_IB_TC=26",),
    ),
    "nxos pfc off": (
        "nxos",
        CFG,
        swap("  priority-flow-control mode on\n", "  priority-flow-control mode off\n"),
        "pfc-link-ends-differ",
        ("interface Ethernet1/1", "  priority-flow-control mode on"),
        ("interface Ethernet1/1", "  priority-flow-control mode off"),
    ),
    "nxos watchdog off": (
        "nxos",
        CFG,
        without(r"^priority-flow-control watch-dog-interval on\n"),
        "watchdog-missing-on-host-port",
        ("priority-flow-control watch-dog-interval on",),
        ("priority-flow-control watch-dog-interval off",),
    ),
    "nxos ecn missing": (
        "nxos",
        CFG,
        without(r"^    random-detect minimum.*\n"),
        "ecn-missing-on-roce-queue",
        ("policy-map type queuing PM-EGRESS", "  class type queuing c-out-8q-q3", f"    {NXOS_CURVE}"),
        ("policy-map type queuing PM-EGRESS", "  class type queuing c-out-8q-q3", f"    no {NXOS_CURVE}"),
    ),
    "srlinux pfc false": (
        "srlinux set",
        CFG,
        swap("pfc-enable true", "pfc-enable false"),
        "pfc-link-ends-differ",
        (f"set / {SRL_PFC} true",),
        (f"set / {SRL_PFC} false",),
    ),
    "srlinux pfc missing": (
        "srlinux set",
        CFG,
        swap(" pfc-enable true", ""),
        "pfc-link-ends-differ",
        (f"set / {SRL_PFC} true",),
        (f"delete / {SRL_PFC}",),
    ),
    "srlinux dscp": (
        "srlinux set",
        CFG,
        swap("dscp 26 forwarding-class fc3", "dscp 26 forwarding-class fc0"),
        "roce-in-lossy-class",
        ("set / qos classifiers dscp-policy roce-dscp dscp 26 forwarding-class fc3",),
        ("set / qos classifiers dscp-policy roce-dscp dscp 26 forwarding-class fc0",),
    ),
    "srlinux watchdog missing": (
        "srlinux set",
        CFG,
        without(r"^set / qos pfc-mapping-profile \S+ received-pfc-pause-frames deadlock.*\n"),
        "watchdog-missing-on-host-port",
        (f"set / {SRL_DEADLOCK} enable true detection-timer 200 recovery-timer 400",),
        (f"delete / {SRL_DEADLOCK}",),
    ),
    "srlinux json pfc missing": (
        "srlinux",
        JSON,
        without(r',\n\s*"pfc-enable": true'),
        "pfc-link-ends-differ",
        ('"pfc-mapping-profile": "roce-pfc",', '"pfc-enable": true'),
        ('"pfc-mapping-profile": "roce-pfc"', '(delete this line) "pfc-enable": true'),
    ),
    "srlinux json ecn impossible": (
        "srlinux",
        JSON,
        swap('"min-threshold": "400000"', '"min-threshold": "4000000"'),
        "ecn-curve-invalid",
        ('"min-threshold": "400000",',),
        ('"min-threshold": "4000000",',),
    ),
    "junos profile missing": (
        "junos",
        CONF,
        without(r" *congestion-notification-profile ROCE-400G-HOST;\n"),
        "pfc-link-ends-differ",
        (f"set {JUNOS_PORT} ROCE-400G-HOST",),
        (f"delete {JUNOS_PORT}",),
    ),
    "junos watchdog missing": (
        "junos",
        CONF,
        without(r" *pfc-watchdog \{[^}]*\}\n"),
        "watchdog-missing-on-host-port",
        (
            f"set {JUNOS_PROFILE} pfc-watchdog poll-interval 100",
            f"set {JUNOS_PROFILE} pfc-watchdog detection 2",
            f"set {JUNOS_PROFILE} pfc-watchdog recovery 200",
        ),
        (f"delete {JUNOS_PROFILE} pfc-watchdog",),
    ),
    "junos ecn missing": (
        "junos",
        CONF,
        without(r" *explicit-congestion-notification;\n"),
        "wred-drops-roce",
        ("set class-of-service schedulers ROCE-400G-HOST-ROCE explicit-congestion-notification",),
        ("delete class-of-service schedulers ROCE-400G-HOST-ROCE explicit-congestion-notification",),
    ),
    "junos ecn deactivated": (
        "junos",
        CONF,
        swap("explicit-congestion-notification;", "inactive: explicit-congestion-notification;"),
        "wred-drops-roce",
        ("activate class-of-service schedulers ROCE-400G-HOST-ROCE explicit-congestion-notification",),
        ("deactivate class-of-service schedulers ROCE-400G-HOST-ROCE explicit-congestion-notification",),
    ),
    "junos ecn impossible": (
        "junos",
        CONF,
        swap("fill-level [ 22 90 ]", "fill-level [ 90 22 ]"),
        "ecn-curve-invalid",
        (f"delete {JUNOS_FILL}", f"set {JUNOS_FILL} [ 22 90 ]"),
        (f"delete {JUNOS_FILL}", f"set {JUNOS_FILL} [ 90 22 ]"),
    ),
    "junos lines profile missing": (
        "junos set",
        SET,
        without(r"^set class-of-service interfaces \S+ congestion-notification-profile.*\n"),
        "pfc-link-ends-differ",
        (f"set {JUNOS_PORT} ROCE-400G-HOST",),
        (f"delete {JUNOS_PORT}",),
    ),
    "junos lines dscp": (
        "junos set",
        SET,
        swap(
            "forwarding-class ROCE loss-priority low code-points",
            "forwarding-class best-effort loss-priority low code-points",
        ),
        "pfc-link-ends-differ",
        (
            f"delete {JUNOS_CLASS} best-effort",
            f"set {JUNOS_CLASS} ROCE loss-priority low code-points 011010",
        ),
        (
            f"delete {JUNOS_CLASS} ROCE",
            f"set {JUNOS_CLASS} best-effort loss-priority low code-points 011010",
        ),
    ),
    "junos class loses packets": (
        "junos",
        CONF,
        without(r" *no-loss;\n"),
        "pfc-link-ends-differ",
        ("set class-of-service forwarding-classes class ROCE no-loss",),
        ("delete class-of-service forwarding-classes class ROCE no-loss",),
    ),
    "junos lines profile without a code point": (
        "junos set",
        SET,
        without(r"^set class-of-service congestion-notification-profile \S+ input dscp .*\n"),
        "pfc-link-ends-differ",
        (f"set {JUNOS_PROFILE} input dscp code-point 011010 pfc",),
        (f"delete {JUNOS_PROFILE} input dscp",),
    ),
    "junos lines class loses packets": (
        "junos set",
        SET,
        without(r"^set class-of-service forwarding-classes class ROCE no-loss\n"),
        "pfc-link-ends-differ",
        ("set class-of-service forwarding-classes class ROCE no-loss",),
        ("delete class-of-service forwarding-classes class ROCE no-loss",),
    ),
    "cumulus pfc off": (
        "cumulus",
        YAML,
        swap("tx: enable", "tx: disable"),
        "pfc-link-ends-differ",
        ("nv set qos pfc ROCE-400G-FABRIC tx enable",),
        ("nv set qos pfc ROCE-400G-FABRIC tx disable",),
    ),
    "cumulus dscp": (
        "cumulus",
        YAML,
        swap("'26':\n              switch-priority: 3", "'26':\n              switch-priority: 1"),
        "roce-in-lossy-class",
        ("nv set qos mapping ROCE dscp 26 switch-priority 3",),
        ("nv set qos mapping ROCE dscp 26 switch-priority 1",),
    ),
    "cumulus ecn off": (
        "cumulus",
        YAML,
        swap("ecn: enable", "ecn: disable"),
        "ecn-missing-on-roce-queue",
        ("nv set qos congestion-control ROCE-400G-FABRIC traffic-class 3 ecn enable",),
        ("nv set qos congestion-control ROCE-400G-FABRIC traffic-class 3 ecn disable",),
    ),
    "cumulus ecn impossible": (
        "cumulus",
        YAML,
        swap("min-threshold: 400000", "min-threshold: 4000000"),
        "ecn-curve-invalid",
        ("nv set qos congestion-control ROCE-400G-FABRIC traffic-class 3 min-threshold 400000",),
        ("nv set qos congestion-control ROCE-400G-FABRIC traffic-class 3 min-threshold 4000000",),
    ),
    "cumulus watchdog off": (
        "cumulus",
        YAML,
        swap("pfc-watchdog:\n            state: enable", "pfc-watchdog:\n            state: disable"),
        "watchdog-missing-on-host-port",
        ("nv set interface swp1 qos pfc-watchdog state enable",),
        ("nv set interface swp1 qos pfc-watchdog state disable",),
    ),
    "cumulus lines watchdog missing": (
        "cumulus set",
        NV,
        without(r"^nv set interface swp1 qos pfc-watchdog.*\n"),
        "watchdog-missing-on-host-port",
        ("nv set interface swp1 qos pfc-watchdog state enable",),
        ("nv unset interface swp1 qos pfc-watchdog",),
    ),
    "cumulus lines dscp": (
        "cumulus set",
        NV,
        swap("dscp 26 switch-priority 3", "dscp 26 switch-priority 0"),
        "roce-in-lossy-class",
        ("nv set qos mapping ROCE dscp 26 switch-priority 3",),
        ("nv set qos mapping ROCE dscp 26 switch-priority 0",),
    ),
}


@pytest.mark.parametrize(("vendor", "path", "fault", "rule", "commands", "rollback"), SAFE.values(), ids=SAFE.keys())
def test_a_safe_remedy_is_typed_and_taken_back_in_the_language_of_the_device(
    fabric: Any, vendor: str, path: str, fault: Any, rule: str, commands: tuple[str, ...], rollback: tuple[str, ...]
) -> None:
    whole = fabric(*vendor.split())
    broken = whole.broken(path, fault)
    plan = broken.plan()
    remedies = [remedy for remedy in plan.remedies if remedy.rule == rule and remedy.path == path]
    assert [(one.unsafe, one.commands, one.rollback) for one in remedies] == [("", commands, rollback)]
    assert [*plan.contents] == [path]
    lines, before = plan.contents[path].splitlines(), whole.files[path].splitlines()
    assert sorted(lines) == sorted(before) or "dscp 27" in plan.contents[path].decode()


def test_a_second_run_has_nothing_to_do(fabric: Any) -> None:
    broken = fabric("eos").broken(CFG, swap("   priority-flow-control priority 3 no-drop\n", ""))
    again = broken.fixed().plan()
    assert (again.remedies, again.contents, again.without) == ((), {}, ())


def test_remedies_in_several_files_are_proven_together(fabric: Any) -> None:
    broken = fabric("nxos").broken(CFG, swap("  priority-flow-control mode on\n", "  priority-flow-control mode off\n"))
    broken = broken.broken("configs/leaf-2.cfg", without(r"^    random-detect minimum.*\n"))
    plan = broken.plan()
    assert [(one.path, one.rule, one.unsafe) for one in plan.remedies] == [
        (CFG, "pfc-link-ends-differ", ""),
        ("configs/leaf-2.cfg", "ecn-missing-on-roce-queue", ""),
    ]
    assert broken.fixed().bench().report.findings == ()
    assert [one.rule for one in broken.plan("ecn-missing-on-roce-queue").remedies] == ["ecn-missing-on-roce-queue"]


def test_a_value_that_nobody_tells_is_shown_and_not_applied(fabric: Any) -> None:
    broken = fabric("eos")
    for path in ("configs/leaf-1.cfg", "configs/leaf-2.cfg", "configs/spine-1.cfg"):
        broken = broken.broken(path, lambda text: re.sub(r"(?m)^priority-flow-control pause watchdog .*\n", "", text))
    plan = broken.plan("watchdog-missing-on-host-port")
    assert {one.unsafe for one in plan.remedies} == {"the timers are a choice: no other device of the fabric states it"}
    assert plan.contents == {}


def test_a_remedy_that_brings_another_finding_is_not_applied(fabric: Any) -> None:
    broken = fabric("nxos").broken(CFG, swap("  match dscp 26\n", "  match dscp 27\n"))
    (remedy,) = broken.plan("roce-in-lossy-class").remedies
    assert remedy.unsafe.startswith("another finding would come: CLS-007 foreign-markings-in-lossless-class")


def test_a_mistyped_name_is_only_shown(fabric: Any) -> None:
    broken = fabric("eos").broken(CFG, swap("service-profile ROCE-400G-HOST", "service-profile ROCE-400G-HSOT"))
    plan = broken.plan("undefined-reference")
    assert [(one.title, one.unsafe) for one in plan.remedies] == [
        ("use ROCE-400G-HOST, which is defined", "that a name was mistyped is a guess")
    ]
    assert plan.contents == {}


def test_an_mtu_is_only_shown(fabric: Any) -> None:
    broken = fabric("eos").broken(CFG, swap("   mtu 9000\n", "   mtu 1500\n"))
    plan = broken.plan("mtu-too-small-for-roce", "mtu-differs-across-link")
    assert [(one.commands, one.rollback, one.unsafe) for one in plan.remedies] == [
        (
            ("interface Ethernet1/1", "   mtu 9000"),
            ("interface Ethernet1/1", "   mtu 1500"),
            "changing the MTU can reset the port, and both ends have to take it",
        )
    ]
