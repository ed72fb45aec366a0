"""Mistakes that are made on hosts, each in a pod that is healthy otherwise: reported once, at the line to fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.judge.check import NOTHING_SAID, Given, check_gathered
from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.rule import Severity
from roce_lint.model.fact import NOWHERE
from roce_lint.model.given_design import GivenDesign
from roce_lint.read.gather import Gathered
from roce_lint.text.document import Document
from tests.all_rules import all_rules

RULES = all_rules()
FOUND = {
    "clean-pod": [],
    "dscp-written-as-tos": [("host-marks-other-dscp", "gpu-03.sh", 17)],
    "trust-forgotten": [("trust-discards-marking", "gpu-03.sh", 9)],
    "another-dscp-map": [("nic-priority-differs-from-switch", "gpu-03.sh", 10)],
    "six-lossless-priorities": [("nic-pauses-other-priorities", "gpu-03.sh", 11)],
    "mask-differs-from-others": [("pfc-link-ends-differ", "gpu-03.sh", 10)],
    "operator-defaults": [
        ("host-cnp-dscp-differs", "gpu-03-nic.yaml", 15),
        ("host-marks-other-dscp", "gpu-03-nic.yaml", 15),
    ],
    "operator-defaults-behind-dscp-4": [
        ("cnps-in-paused-class", "gpu-03-nic.yaml", 15),
        ("host-marks-other-dscp", "gpu-03-nic.yaml", 15),
    ],
    "cnp-like-data": [("cnps-in-paused-class", "gpu-03.sh", 14)],
    "cnp-takes-data-priority": [("cnps-in-paused-class", "gpu-03.sh", 7)],
    "dcqcn-on-another-priority": [("dcqcn-off-on-host", "gpu-03.sh", 13)],
    "congestion-mask-of-another-priority": [("dcqcn-off-on-host", "gpu-03.sh", 7)],
    "service-reapplies-another-mask": [("host-file-stops-pausing", "gpu-03-dcb.service", 9)],
    "hidden-errors": [("pfc-link-ends-differ", "gpu-03.sh", 10)],
    "stored-and-running-disagree": [("host-files-disagree", "gpu-03-firmware.sh", 3)],
    "one-host-at-1500": [("mtu-too-small-for-roce", "gpu-03.sh", 8)],
    "nccl-avoids-roce": [("nccl-avoids-roce", "gpu-03-nccl.conf", 7)],
    "cable-length-left-alone": [("nic-cable-length-too-short", "gpu-03.sh", 9)],
    "cnp-timer-of-another-fleet": [("dcqcn-differs-between-hosts", "gpu-03.sh", 16)],
    "short-retries": [("retry-budget-below-watchdog", "gpu-03-nccl.conf", 5)],
    "roce-version-one": [("roce-version-one", "gpu-03.sh", 16)],
    "en-dash-for-a-hyphen": [("setting-refused-by-device", "gpu-03.sh", 17)],
    "variable-typo": [("setting-refused-by-device", "gpu-03.sh", 11)],
    "delay-in-bits": [("setting-refused-by-device", "gpu-03.sh", 11)],
    "nic-pauses-for-seconds": [("nic-pauses-too-long", "gpu-03.sh", 18)],
}
"""Every finding above info."""
NOTED = {
    "link-pause-untouched": ("pfc-with-link-pause", "gpu-03.sh", 7, "port.link_pause_on is unknown"),
    "service-level-unset": ("service-level-left-to-nccl", "gpu-03-nccl.conf", 3, "no service level"),
}
"""What cannot be more than a note, because the outcome is known to the host only."""


def check(root: Path, trap: str, given: Given = NOTHING_SAID) -> Report:
    """Return the report on the healthy pod with the trap's files in place of its own."""
    faults = root / "fixtures" / "faults"
    texts: dict[str, str] = {}
    for folder in ("mlx5-clean-pod", f"mlx5-{trap}"):
        texts |= {path.name: path.read_text(encoding="utf-8") for path in sorted((faults / folder).iterdir())}
    documents = tuple(Document(name, text) for name, text in texts.items() if name != "README.md")
    return check_gathered(Gathered(documents, frozenset(), (), ()), RULES, given)


def places(findings: tuple[Finding, ...]) -> list[tuple[str, str, int]]:
    return sorted((one.rule, place.path, place.line) for one in findings for place in one.places)


def above_info(report: Report) -> list[tuple[str, str, int]]:
    return places(tuple(one for one in report.findings if one.severity is not Severity.INFO))


def test_every_trap_is_in_a_table(root: Path) -> None:
    folders = {path.name.removeprefix("mlx5-") for path in (root / "fixtures" / "faults").glob("mlx5-*")}
    assert folders == set(FOUND) | set(NOTED) | {"table-of-another-vendor", "upper-bits-behind-24-and-25"}


@pytest.mark.parametrize("trap", FOUND)
def test_a_mistake_is_reported_once_at_its_line(root: Path, trap: str) -> None:
    assert above_info(check(root, trap)) == FOUND[trap]


@pytest.mark.parametrize("trap", NOTED)
def test_what_only_the_host_knows_is_noted_once_at_its_line(root: Path, trap: str) -> None:
    report = check(root, trap)
    rule, path, line, words = NOTED[trap]
    assert above_info(report) == []
    noted = [one for one in report.findings if one.rule == rule]
    assert places(tuple(noted)) == [(rule, path, line)]
    assert words in noted[0].message


def test_the_healthy_hosts_have_no_note_either(root: Path) -> None:
    findings = check(root, "clean-pod").findings
    assert [one.rule for one in findings for place in one.places if place.device.startswith("gpu")] == []


def test_hosts_at_26_behind_a_table_for_3_and_4_are_lossy(root: Path) -> None:
    design = GivenDesign("", NOWHERE, frozenset({26}), frozenset({48}), frozenset({3, 4}), 0, NOWHERE)
    report = check(root, "table-of-another-vendor", Given(design=design))
    assert above_info(report) == [("roce-in-lossy-class", "leaf1.cfg", 8)] * 4


def test_cnps_at_25_behind_the_upper_three_bits_are_lossless(root: Path) -> None:
    report = check(root, "upper-bits-behind-24-and-25")
    assert above_info(report) == [("cnp-in-lossless-class", "leaf1.cfg", 6)] * 4
