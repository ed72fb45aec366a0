"""Lines, paths and numbers that only some releases take: reported in the others, and in none that is not stated."""

from __future__ import annotations

import json

import pytest

from roce_lint.model.fact import Stated
from roce_lint.os.registry import switch_os
from roce_lint.text.document import Document

EOS = "! device: leaf1 (DCS-7060X6-64PE{})\nhostname leaf1\n"
NXOS = "{}hostname leaf1\n"
SRL = "{}system name host-name leaf1\n"
SONIC = '{}{{"DEVICE_METADATA": {{"localhost": {{"hostname": "leaf1"}}}}, '
DLB = "ip hardware fib load-balance distribution dynamic"
WATCH = "interface Ethernet1/1\n  priority-flow-control watch-dog-interval on interface-multiplier 20"
DETECTION = "qos pfc-mapping-profile P received-pfc-pause-frames deadlock {} 100"


def eos(release: str, lines: str) -> tuple[str, str]:
    return "eos", EOS.format(release and f", EOS-{release}") + lines


def nxos(release: str, lines: str) -> tuple[str, str]:
    return "nxos", NXOS.format(release and f"version {release} Bios:version 01.14\n") + lines


def srl(release: str, lines: str) -> tuple[str, str]:
    return "srlinux", SRL.format(release and f"# Software Version: v{release}\n") + lines


def sonic(release: str, day: str, table: str, row: str, **fields: str) -> tuple[str, str]:
    shown = f"SONiC Software Version: SONiC.{release}\n" if release else ""
    shown += f"Build date: {day}\n" if day else ""
    return "sonic", SONIC.format(shown) + json.dumps({table: {row: fields}}, indent=0)[1:]


def poll(release: str, day: str = "") -> tuple[str, str]:
    return sonic(release, day, "PFC_WD", "GLOBAL", POLL_INTERVAL="2000")


CASES = [
    (eos("4.24.1F", DLB), [DLB]),
    (eos("4.24.2F", DLB), []),
    (eos("4.24", DLB), []),
    (eos("", DLB), []),
    (eos("4.31.2F", "qos tx-queue shape rate percent adaptive"), ["qos tx-queue shape rate percent adaptive"]),
    (eos("4.32.0F", "qos tx-queue shape rate percent adaptive"), []),
    (eos("4.25.4M", "interface Vxlan1\n   vxlan qos ecn propagation"), ["vxlan qos ecn propagation"]),
    (eos("4.26.1F", "interface Vxlan1\n   vxlan qos ecn propagation"), []),
    (nxos("10.4(3)", "hardware profile dlb\n  mode flowlet"), ["hardware profile dlb"]),
    (nxos("10.5(1)", "hardware profile dlb\n  mode flowlet"), []),
    (nxos("", "hardware profile dlb\n  mode flowlet"), []),
    (nxos("10.3(10)", WATCH), ["priority-flow-control watch-dog-interval on interface-multiplier 20"]),
    (nxos("10.4(1)", WATCH), []),
    (nxos("9.3(5)", "interface Ethernet1/1\n  speed 800000"), ["speed 800000"]),
    (nxos("10.3(3)", "interface Ethernet1/1\n  speed 800000"), []),
    (srl("24.3.2", DETECTION.format("detection-timer")), ["detection-timer"]),
    (srl("24.7.1", DETECTION.format("detection-timer")), []),
    (srl("24.7.1", DETECTION.format("detection-time")), ["detection-time"]),
    (srl("", DETECTION.format("detection-time")), []),
    (srl("25.3.1", "qos pfc-mapping-profile P pfc-priority 3 pfc-enable true"), ["pfc-priority 3"]),
    (srl("25.10.1", "qos pfc-mapping-profile P pfc-priority 3 pfc-enable true"), []),
    (srl("25.3.1", "qos queue-templates queue-template Q queue-depth maximum-burst-size 9"), ["queue-templates"]),
    (poll("202505.1-0ab1"), []),
    (poll(""), []),
    (poll("202605.1-0ab1"), ["POLL_INTERVAL 2000"]),
    (poll("202511.1-0ab1"), ["POLL_INTERVAL 2000"]),
    (poll("202511.1-0ab1", "Fri Mar 20 10:00:00 UTC 2026"), []),
    (poll("202511.1-0ab1", "Sat Mar 21 10:00:00 UTC 2026"), ["POLL_INTERVAL 2000"]),
    (sonic("202505.1", "", "PORT", "Ethernet0", lanes="1", speed="1600000"), ["speed 1600000"]),
    (sonic("202511.1", "", "PORT", "Ethernet0", lanes="1", speed="1600000"), []),
]


@pytest.mark.parametrize(("config", "settings"), CASES)
def test_what_another_release_takes_is_reported(config: tuple[str, str], settings: list[str]) -> None:
    system, text = config
    (device,) = switch_os(system).read(Document("leaf1.cfg", text)).devices
    dated = [one for one in device.refused_settings if "releases" in one.because]
    assert sorted(one.setting for one in dated) == settings


def test_a_line_of_another_release_is_not_in_force() -> None:
    def spreads(release: str) -> object:
        system, text = nxos(release, "hardware profile dlb\n  mode per-packet")
        return switch_os(system).read(Document("a.cfg", text)).devices[0].load_balancing.sprays_packets

    older, newer = spreads("10.4(3)"), spreads("10.5(1)")
    assert (isinstance(older, Stated), isinstance(newer, Stated)) == (False, True)
