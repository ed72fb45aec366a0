"""How NX-OS configurations go wrong: each mistake is found once, at its line, and what is harmless raises no alarm.

The numbers in the folders count the kinds of mistakes; several forms of one kind share a number.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from roce_lint.judge.check import check_gathered, check_texts
from roce_lint.judge.finding import Report
from roce_lint.judge.rule import Rule, Severity
from roce_lint.read.gather import gather
from tests.all_rules import all_rules

FAULTS = Path(__file__).parents[2] / "fixtures" / "faults"
FOUND = {
    "01-network-class-undefined": [("undefined-reference", "tor3.cfg:8")],
    "02-queuing-class-in-network-policy": [("undefined-reference", "tor3.cfg:8")],
    "03-peer-link-without-policy": [
        ("lossless-class-without-traffic", "azl-tor-a.cfg:36"),
        ("mtu-too-small-for-roce", "azl-tor-a.cfg:65"),
    ],
    "04-cos-on-routed-port": [("lossless-class-without-traffic", "azl-tor-a.cfg:73")],
    "05-pause-on-compute-port": [("lossless-class-without-traffic", "azl-tor-a.cfg:67")],
    "06-strict-roce-queue": [("roce-strict-starves-control", "tor3.cfg:39")],
    "07-default-queuing-policy": [
        ("qos-policy-bound-nowhere", "tor3.cfg:29"),
        ("ecn-missing-on-roce-queue", "tor3.cfg:47"),
    ],
    "07-default-queuing-policy-named": [
        ("qos-policy-bound-nowhere", "tor3.cfg:29"),
        ("ecn-missing-on-roce-queue", "tor3.cfg:49"),
    ],
    "08-wred-without-ecn": [("wred-drops-roce", "tor3.cfg:40")],
    "09-lone-ecn-line": [("wred-drops-roce", "tor3.cfg:40"), ("qos-line-not-understood", "tor3.cfg:41")],
    "10-invented-watchdog-a": [("watchdog-missing-on-host-port", "tor3.cfg:51")],
    "10-invented-watchdog-b": [("watchdog-missing-on-host-port", "tor3.cfg:51")],
    "10-invented-watchdog-on-port": [("watchdog-missing-on-host-port", "tor3.cfg:69")],
    "11-watchdog-off-at-gpu": [("watchdog-missing-on-host-port", "tor3.cfg:69")],
    "12-watchdog-global-only": [("watchdog-missing-on-host-port", "tor3.cfg:54")],
    "12-watchdog-on-ports-only": [("watchdog-missing-on-host-port", "tor3.cfg:53")],
    "13-auto-by-default": [("pfc-left-to-negotiation", "tor3.cfg:54")],
    "13-auto-stated": [("pfc-left-to-negotiation", "tor3.cfg:68")],
    "13-auto-without-lldp": [("pfc-missing-on-roce-port", "tor3.cfg:53")],
    "13-auto-without-lldp-whole-pod": [
        ("pfc-missing-on-roce-port", "tor3.cfg:57"),
        ("pfc-link-ends-differ", "tor3.cfg:87"),
    ],
    "14-one-end-auto": [("pfc-left-to-negotiation", "fab1.cfg:54")],
    "14-one-end-off": [("pfc-link-ends-differ", "fab1.cfg:58")],
    "15-foreign-pfc-on-port-a": [
        ("pfc-left-to-negotiation", "tor3.cfg:68"),
        ("setting-refused-by-device", "tor3.cfg:68"),
    ],
    "15-foreign-pfc-on-port-b": [
        ("pfc-left-to-negotiation", "tor3.cfg:68"),
        ("setting-refused-by-device", "tor3.cfg:68"),
    ],
    "15-foreign-globals": [
        ("qos-line-not-understood", "tor3.cfg:50"),
        ("qos-line-not-understood", "tor3.cfg:52"),
    ],
    "15-trust-on-port": [("trust-discards-marking", "tor3.cfg:64"), ("qos-line-not-understood", "tor3.cfg:70")],
    "16-network-qos-on-port": [
        ("pfc-without-lossless-priority", "tor3.cfg:47"),
        ("qos-line-not-understood", "tor3.cfg:69"),
    ],
    "17-pause-no-drop": [("pfc-without-lossless-priority", "tor3.cfg:10")],
    "18-custom-queuing-class": [
        ("qos-line-not-understood", "tor3.cfg:29"),
        ("ecn-missing-on-roce-queue", "tor3.cfg:40"),
    ],
    "18-untyped-class": [("ecn-missing-on-roce-queue", "tor3.cfg:38")],
    "19-network-class-4": [("roce-in-lossy-class", "tor3.cfg:10")],
    "19-pause-cos-4": [("pfc-link-ends-differ", "fab1.cfg:10")],
    "20-cnp-in-default": [("cnp-in-best-effort", "tor3.cfg:24")],
    "20-cnp-in-roce-class": [("cnp-in-lossless-class", "tor3.cfg:21"), ("setting-refused-by-device", "tor3.cfg:27")],
    "21-match-all-cos-and-dscp": [("lossless-class-without-traffic", "tor3.cfg:22")],
    "21-match-all-two-dscp-lines": [("lossless-class-without-traffic", "tor3.cfg:21")],
    "22-dscp-differs-in-pod": [("roce-in-lossy-class", "fab1.cfg:21")],
    "23-spine-unclassified": [
        ("qos-policy-bound-nowhere", "fab1.cfg:24"),
        ("trust-discards-marking", "fab1.cfg:54"),
    ],
    "24-class-mtu": [("class-mtu-too-small-for-roce", "tor3.cfg:8")],
    "24-interface-mtu": [("mtu-too-small-for-roce", "tor3.cfg:64")],
    "25-flowcontrol": [("pfc-with-link-pause", "tor3.cfg:72")],
    "26-kmin-above-kmax": [("ecn-curve-invalid", "tor3.cfg:40")],
    "26-kmin-above-xoff": [("ecn-after-pfc", "tor3.cfg:40")],
    "26-mixed-units": [("ecn-curve-invalid", "tor3.cfg:40")],
    "27-shares-over-100": [("weights-exceed-hundred", "tor3.cfg:46")],
    "28-4q-network-8q-queuing": [("ecn-missing-on-roce-queue", "tor3.cfg:49")],
    "28-mixed-inside-queuing": [("ecn-missing-on-roce-queue", "tor3.cfg:38")],
    "29-long-link": [("headroom-not-sized-for-cable", "fab1.cfg:54")],
    "31-name-misspelt": [("undefined-reference", "tor3.cfg:70")],
    "31-network-policy-never-attached": [
        ("qos-policy-bound-nowhere", "tor3.cfg:7"),
        ("pfc-without-lossless-priority", "tor3.cfg:47"),
    ],
    "31-policy-missing-on-one": [("trust-discards-marking", "tor3.cfg:64")],
    "31-policy-never-attached": [
        ("qos-policy-bound-nowhere", "tor3.cfg:24"),
        ("lossless-class-without-traffic", "tor3.cfg:54"),
    ],
    "31-queuing-name-misspelt": [
        ("qos-policy-bound-nowhere", "tor3.cfg:29"),
        ("undefined-reference", "tor3.cfg:49"),
    ],
    "33-multi-line-random-detect": [
        ("wred-drops-roce", "tor3.cfg:40"),
        ("qos-line-not-understood", "tor3.cfg:41"),
        ("qos-line-not-understood", "tor3.cfg:42"),
        ("qos-line-not-understood", "tor3.cfg:43"),
        ("qos-line-not-understood", "tor3.cfg:44"),
        ("qos-line-not-understood", "tor3.cfg:45"),
    ],
    "33-multi-line-random-detect-flat": [
        ("wred-drops-roce", "tor3.cfg:40"),
        ("qos-line-not-understood", "tor3.cfg:41"),
        ("qos-line-not-understood", "tor3.cfg:42"),
        ("qos-line-not-understood", "tor3.cfg:43"),
        ("qos-line-not-understood", "tor3.cfg:44"),
        ("qos-line-not-understood", "tor3.cfg:45"),
    ],
    "bundle-member-differs": [("pfc-missing-on-roce-port", "tor3.cfg:112")],
    "queue-omitted": [("ecn-missing-on-roce-queue", "tor3.cfg:29")],
}
"""Folder without `nxos-`: the rules that find the mistake, and where."""
HARMLESS = {
    "09-bare-random-detect-ecn": "legal, but its thresholds are not published: the curve is undetermined at its line",
    "24-default-class-mtu": "RoCE and CNPs do not use the default class",
    "26-packets": "the size of a packet is not in a configuration, so the curve is undetermined at its line",
    "30-dscp-block": "what other traffic marks is not in a switch configuration; published designs match 24-31",
    "32-template-bugs": "refused by the device; each line is reported as not understood",
}
"""Folder without `nxos-`: why nothing above info is right."""
NOTED = {
    "09-bare-random-detect-ecn": [("ecn-curve-invalid", "tor3.cfg:40")],
    "24-default-class-mtu": [("best-effort-class-mtu-below-port", "tor3.cfg:7")],
    "26-packets": [("ecn-curve-invalid", "tor3.cfg:40")],
    "30-dscp-block": [("marking-block-in-lossless-class", "tor3.cfg:21")],
    "32-template-bugs": [
        ("config-line-not-understood", "tor3.cfg:71"),
        ("config-line-not-understood", "tor3.cfg:100"),
    ],
}
"""What is said of a harmless mistake at info."""
CLEAN = ("clean-pod", "clean-storage-pair", "clean-ingress-buffer")


@cache
def rules() -> tuple[Rule, ...]:
    return all_rules()


def report_on(trap: str) -> Report:
    return check_gathered(gather([str(FAULTS / f"nxos-{trap}")]), rules())


def reported(report: Report, *, at_info: bool) -> list[tuple[str, str]]:
    return [
        (finding.rule, f"{Path(finding.place.path).name}:{finding.place.line}")
        for finding in report.findings
        if (finding.severity is Severity.INFO) is at_info
    ]


@pytest.mark.parametrize("trap", FOUND)
def test_a_mistake_is_found_at_its_line(trap: str) -> None:
    assert reported(report_on(trap), at_info=False) == FOUND[trap]


@pytest.mark.parametrize("trap", HARMLESS)
def test_a_harmless_mistake_raises_no_alarm_and_is_not_passed_over(trap: str) -> None:
    report = report_on(trap)
    assert reported(report, at_info=False) == []
    assert reported(report, at_info=True) == NOTED.get(trap, [])


@pytest.mark.parametrize("trap", CLEAN)
def test_a_pod_in_a_foreign_style_without_mistakes_is_clean_and_understood(trap: str) -> None:
    report = report_on(trap)
    assert reported(report, at_info=False) == []
    assert report.unread == ()


@pytest.mark.parametrize(("second", "expected"), [("  priority-flow-control mode on\n", set()), ("", {"Ethernet1/2"})])
def test_a_channel_that_lost_its_pfc_line_beside_others_contradicts_its_members(
    second: str, expected: set[str]
) -> None:
    """Members have what their channel has: of the two, one is not what runs."""
    text = "hostname leaf1\nfeature lacp\nfeature lldp\n" + "".join(
        f"interface port-channel{number}\n  switchport\n  mtu 9216\n{line}"
        f"interface Ethernet1/{number}\n  switchport\n  mtu 9216\n  priority-flow-control mode on\n"
        f"  channel-group {number} mode active\n"
        for number, line in ((1, "  priority-flow-control mode on\n"), (2, second))
    )
    report = check_texts({"leaf1.cfg": text}, os="nxos", profile="lossless", rules=all_rules())
    found = [one for one in report.findings if one.code == "PFC-011"]
    assert {place.object for one in found for place in one.places} == expected
