"""Known faults in foreign styles: each is found exactly once, at its line, and nothing else is above info."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roce_lint.judge.check import check_gathered
from roce_lint.judge.finding import Report
from roce_lint.judge.rule import Severity
from roce_lint.read.gather import gather
from tests.all_rules import all_rules

FAULTS = Path(__file__).parents[2] / "fixtures" / "faults"
KNOWN = {
    "class-mtu-left-at-1500": ("class-mtu-too-small-for-roce", "rack7-sw1.txt:7"),
    "cnp-among-the-data": ("cnp-in-lossless-class", "rack7-sw1.txt:26"),
    "cnp-behind-the-data": ("cnp-in-lossless-class", "lf1.cfg:106"),
    "control-traffic-made-lossless": ("pfc-on-best-effort-or-control", "core-a.cfg:21"),
    "cos-matched-on-routed-ports": ("trust-discards-marking", "rack7-sw1.txt:58"),
    "dcqcn-off-on-one-host": ("dcqcn-off-on-host", "node01/roce-up.sh:13"),
    "deadlock-timer-off": ("watchdog-missing-on-host-port", "lf1.cfg:123"),
    "default-class-made-lossless": ("unmarked-traffic-in-lossless-class", "rack7-sw1.txt:28"),
    "drop-where-marking-was-meant": ("wred-drops-roce", "rack7-sw1.txt:32"),
    "dscp-written-as-tos": ("host-marks-other-dscp", "node01/roce-up.sh:11"),
    "early-drop-in-the-lossless-queue": ("wred-drops-roce", "tor-a.cfg:59"),
    "ecn-on-the-wrong-queue": ("ecn-on-other-queue", "tor-a.cfg:25"),
    "egress-smaller-than-ingress": ("lossless-dropped-at-egress", "lf1.cfg:148"),
    "hash-without-ports": ("hash-ignores-roce-source-port", "rack7-sw1.txt:42"),
    "host-pauses-another-priority": ("pfc-link-ends-differ", "node01/roce-up.sh:9"),
    "host-trusts-pcp": ("trust-discards-marking", "node01/roce-up.sh:8"),
    "ip-mtu-forgotten": ("mtu-too-small-for-roce", "lf1.cfg:51"),
    "link-pause-beside-pfc": ("pfc-with-link-pause", "tor-a.cfg:51"),
    "marking-after-pausing": ("ecn-after-pfc", "tor-a.cfg:63"),
    "no-drop-class-that-does-not-exist": ("undefined-reference", "rack7-sw1.txt:7"),
    "operator-default-cnp": ("host-cnp-dscp-differs", "node01/roce-up.sh:15"),
    "overlay-without-ecn": ("ecn-lost-in-tunnel", "tor-a.cfg:68"),
    "pause-obeyed-by-another-queue": ("pause-stops-other-queue", "lf1.cfg:127"),
    "pause-on-another-priority": ("pfc-link-ends-differ", "rack7-sw1.txt:8"),
    "peer-link-without-policy": ("trust-discards-marking", "rack7-sw1.txt:69"),
    "pfc-switched-off-globally": ("pfc-link-ends-differ", "tor-a.cfg:77"),
    "pfc-typed-by-half": ("pfc-link-ends-differ", "tor-a.cfg:48"),
    "port-left-at-1500": ("mtu-too-small-for-roce", "tor-a.cfg:48"),
    "swapped-cables": ("cabling-inputs-disagree", "core2.txt:53"),
    "trust-lost-on-switched-ports": ("trust-discards-marking", "tor-a.cfg:14"),
    "uplink-forgotten": ("roce-port-without-qos", "tor-a.cfg:48"),
    "watchdog-on-ports-only": ("watchdog-missing-on-host-port", "rack7-sw1.txt:44"),
    "watchdog-that-never-runs": ("watchdog-missing-on-host-port", "tor-a.cfg:21"),
}
"""Folder: the rule that finds its fault, and the place of the finding."""
CLEAN = ("clean-eos-interface-level", "clean-nxos-vendor-script", "clean-srlinux-info", "clean-hosts-and-leaf")


def report_on(folder: str) -> Report:
    return check_gathered(gather([str(FAULTS / folder)]), all_rules())


def above_info(report: Report, folder: str) -> list[tuple[str, str]]:
    base = (FAULTS / folder).as_posix() + "/"
    return [
        (finding.rule, f"{finding.place.path.removeprefix(base)}:{finding.place.line}")
        for finding in report.at_least(Severity.WARNING)
    ]


@pytest.mark.parametrize("folder", KNOWN)
def test_a_known_fault_is_found_once_at_its_line(folder: str) -> None:
    assert above_info(report_on(folder), folder) == [KNOWN[folder]]


@pytest.mark.parametrize("folder", CLEAN)
def test_a_foreign_style_without_a_fault_gives_nothing_above_info(folder: str) -> None:
    assert above_info(report_on(folder), folder) == []


@pytest.mark.parametrize("folder", [*KNOWN, *CLEAN])
def test_every_line_of_a_known_fault_is_understood(folder: str) -> None:
    report = report_on(folder)
    assert [(line.source.line, line.text) for line in report.unread] == []
    assert report.inputs.unreadable == ()


def test_the_readme_lists_what_is_held_here() -> None:
    page = (FAULTS / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z0-9-]+) \| ([a-z-]+) \| (\S+) \|", page, re.MULTILINE)
    assert {folder: (rule, place) for folder, rule, place in rows} == KNOWN
    assert set(re.findall(r"^- `([a-z-]+)`:", page, re.MULTILINE)) == set(CLEAN)
