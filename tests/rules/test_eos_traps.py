"""Mistakes of real EOS configurations: each is found once, at its line, and nothing else is said at any severity."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roce_lint.judge.check import check_gathered
from roce_lint.read.gather import gather
from tests.all_rules import all_rules

FAULTS = Path(__file__).parents[2] / "fixtures" / "faults"
RULES = all_rules()
REFUSED = "setting-refused-by-device"
TRAPS: dict[str, list[tuple[str, str]]] = {
    "eos-01-rewrite-map-as-classifier": [("rewrite-map-without-effect", "tor1.cfg:89")],
    "eos-02-rewrite-with-default-map": [("rewriting-changes-class-downstream", "tor1.cfg:88")],
    "eos-03-whole-block-lossless": [("marking-block-in-lossless-class", "tor1.cfg:86")],
    "eos-04-strict-queues-left-above": [("untouched-strict-queue-above-roce", "tor1.cfg:18")],
    "eos-05-weight-on-strict-queue": [("weight-on-strict-queue", "tor1.cfg:37")],
    "eos-06-strict-below-weighted": [("strict-queue-below-weighted", "tor1.cfg:43")],
    "eos-07-no-drop-without-pfc": [("pfc-missing-on-roce-port", "tor1.cfg:18")],
    "eos-07-pfc-without-no-drop": [("pfc-without-lossless-priority", "tor1.cfg:18")],
    "eos-08-uplink-without-profile": [("roce-port-without-qos", "tor1.cfg:72")],
    "eos-09-pfc-all-off": [("pfc-link-ends-differ", "tor1.cfg:88")],
    "eos-10-trust-lost-on-switched-port": [("trust-discards-marking", "tor1.cfg:18")],
    "eos-11-no-trust": [("trust-discards-marking", "tor1.cfg:63")],
    "eos-12-ecn-on-another-queue": [("ecn-on-other-queue", "tor1.cfg:43")],
    "eos-13-wred-on-lossless-queue": [("wred-drops-roce", "tor1.cfg:39")],
    "eos-14-ecn-above-pause-point": [("ecn-after-pfc", "tor1.cfg:39")],
    "eos-15-flat-marking": [("ecn-ramp-too-flat", "tor1.cfg:39")],
    "eos-15-step-marking": [("ecn-ramp-too-steep", "tor1.cfg:39")],
    "eos-16-averaged-depth": [("ecn-on-averaged-depth", "tor1.cfg:39")],
    "eos-17-control-made-lossless": [("pfc-on-best-effort-or-control", "tor1.cfg:22")],
    "eos-18-four-lossless-priorities": [("unmarked-traffic-in-lossless-class", "tor1.cfg:22")],
    "eos-19-watchdog-without-timeout": [("watchdog-missing-on-host-port", "tor1.cfg:22")],
    "eos-20-watchdog-shuts-ports": [("watchdog-shuts-port-for-good", "tor1.cfg:86")],
    "eos-21-refused-action": [(REFUSED, "tor1.cfg:91")],
    "eos-22-inconsistent-timers": [("watchdog-polls-too-seldom", "tor1.cfg:90")],
    "eos-24-link-pause-beside-pfc": [("pfc-with-link-pause", "tor1.cfg:59")],
    "eos-25-mmu-profile-never-applied": [(REFUSED, "tor1.cfg:12")],
    "eos-26-headroom-by-guess": [("headroom-below-cable-delay", "tor1.cfg:14")],
    "eos-27-mtu-differs": [("mtu-differs-across-link", "tor1.cfg:74")],
    "eos-27-mtu-left-at-1500": [("mtu-too-small-for-roce", "tor1.cfg:56")],
    "eos-28-pfc-on-port-channel-only": [
        ("pfc-link-ends-differ", "tor1.cfg:56"),
        (REFUSED, "tor1.cfg:96"),
        (REFUSED, "tor1.cfg:97"),
    ],
    "eos-29-vxlan-without-ecn": [("ecn-lost-in-tunnel", "tor1.cfg:80")],
    "eos-30-counters-missing": [],
    "eos-31-foreign-lines": [
        (REFUSED, "tor1.cfg:39"),
        (REFUSED, "tor1.cfg:88"),
        (REFUSED, "tor1.cfg:89"),
        (REFUSED, "tor1.cfg:90"),
    ],
    "eos-32-dscp-range": [(REFUSED, "tor1.cfg:85")],
    "eos-clean-pod": [],
}
"""Folder: every finding, as rule and place. The folders of the harmless ones are listed in HARMLESS."""
HARMLESS = {
    "eos-clean-pod": "the pod before anybody made a mistake",
    "eos-30-counters-missing": "without `random-detect ecn count` marks are not counted; they are made all the same",
}
"""Folders without a finding, and why nothing has to be said."""


def findings(folder: str) -> list[tuple[str, str]]:
    base = (FAULTS / folder).as_posix() + "/"
    report = check_gathered(gather([str(FAULTS / folder)]), RULES)
    return [
        (finding.rule, f"{finding.place.path.removeprefix(base)}:{finding.place.line}") for finding in report.findings
    ]


@pytest.mark.parametrize("folder", TRAPS)
def test_a_mistake_is_found_once_at_its_line_and_nothing_else(folder: str) -> None:
    assert findings(folder) == TRAPS[folder]


def test_every_folder_is_in_the_table() -> None:
    assert {path.name for path in FAULTS.glob("eos-*")} == set(TRAPS)


def test_what_gives_no_finding_is_known_to_be_harmless() -> None:
    assert {folder for folder, found in TRAPS.items() if not found} == set(HARMLESS)


def test_the_page_names_every_folder() -> None:
    page = (FAULTS / "EOS.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(eos-[a-z0-9-]+)`", page)) == set(TRAPS)
