"""JUnit XML: counts, outcomes, and text that stays text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from roce_lint.judge.finding import FindingPlace, Report, Suppression, SuppressionKind
from roce_lint.judge.rule import Severity
from roce_lint.report.junit import junit_report
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.values import replace


def outcomes(report: Report, material: Material = NOTHING_MORE) -> list[tuple[str, str, str]]:
    """Return suite, test and outcome of every test case; counts are compared with what is there."""
    root = ElementTree.fromstring(junit_report(report, material))
    assert root.tag == "testsuites"
    for suite in (root, *root):
        cases = list(suite.iter("testcase"))
        counted = {name: len([1 for case in cases if case.find(tag) is not None]) for name, tag in TAGS.items()}
        assert {name: int(suite.attrib[name]) for name in ("tests", *TAGS)} == {"tests": len(cases), **counted}
    return [
        (suite.attrib["name"], case.attrib["name"], next((child.tag for child in case), "passed"))
        for suite in root
        for case in suite
    ]


TAGS = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def test_a_device_is_a_suite_and_a_broken_rule_a_failure(full_report: Report) -> None:
    report = replace(full_report, inputs=replace(full_report.inputs, devices=("leaf1", "leaf2", "leaf3")))
    assert outcomes(report) == [
        ("leaf1", "PFC-001 pfc-link-ends-differ: Ethernet0/priority 3", "failure"),
        ("leaf2", "BUF-001 headroom-too-small", "system-out"),
        ("leaf3", "no finding", "passed"),
        ("inputs", "odd.cfg", "error"),
    ]


def test_what_fails_is_what_makes_the_check_fail(full_report: Report) -> None:
    strict = outcomes(full_report, Material(fail_on=Severity.INFO))
    assert [outcome for _, _, outcome in strict] == ["failure", "failure", "error"]


def test_a_suppressed_finding_is_skipped_with_its_reason(full_report: Report) -> None:
    suppression = Suppression(SuppressionKind.WAIVER, "lab <port>", "", "", "", 0)
    report = replace(full_report, findings=(replace(full_report.findings[0], suppression=suppression),))
    root = ElementTree.fromstring(junit_report(report))
    assert [one.attrib for one in root.iter("skipped")] == [{"message": "lab <port>"}]


def test_a_clean_check_has_a_test_for_each_device(empty_report: Report) -> None:
    assert outcomes(empty_report) == [("leaf1", "no finding", "passed")]


def test_a_check_of_nothing_has_a_test(empty_report: Report) -> None:
    nothing = replace(empty_report, inputs=replace(empty_report.inputs, devices=()))
    assert outcomes(nothing) == [("inputs", "files are read", "passed")]


@pytest.mark.parametrize("hostile", ["]]><x a='\"&amp;", "\x00\x1b\x0b\ufffe\udc80", "a\nb\tc\rd"], ids=ascii)
def test_hostile_text_is_text(full_report: Report, hostile: str) -> None:
    finding = replace(
        full_report.findings[0],
        message=hostile,
        why=hostile,
        fix=hostile,
        places=(FindingPlace(hostile, 1, 1, hostile, hostile),),
    )
    text = junit_report(replace(full_report, findings=(finding,)))
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert [one.tag for one in root.iter()].count("failure") == 1
    assert {one.tag for one in root.iter()} == {"testsuites", "testsuite", "testcase", "failure", "error"}


def test_a_failure_reads_like_this(full_report: Report) -> None:
    root = ElementTree.fromstring(junit_report(full_report, Material(folder="/w/net", root="/w")))
    case = next(root.iter("testcase"))
    assert case.attrib == {
        "name": "PFC-001 pfc-link-ends-differ: Ethernet0/priority 3",
        "classname": "roce-lint.leaf1",
        "file": "net/leaf1.cfg",
        "line": "40",
    }
    failure = case.find("failure")
    assert failure is not None
    assert failure.text is not None
    assert failure.text.splitlines()[:2] == [
        "leaf1 pauses for priority 3 and leaf2 does not",
        "  leaf1.cfg:40: leaf1 Ethernet0/priority 3, Ethernet1/priority 3",
    ]
    assert "see: leaf2.cfg:7: priority.healthy_end_pauses is yes" in failure.text
