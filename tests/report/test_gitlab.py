"""GitLab Code Quality: the shape that GitLab documents, and fingerprints that differ."""

from __future__ import annotations

import json

import jsonschema
import pytest

from roce_lint.judge.finding import FindingPlace, Report, Suppression, SuppressionKind
from roce_lint.judge.rule import Confidence, Severity
from roce_lint.report.gitlab import gitlab_report
from roce_lint.report.material import Material
from roce_lint.values import replace

SHAPE = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/]"},
                    "lines": {"type": "object", "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
            },
        },
    },
}


def test_every_line_is_an_entry_of_its_own(full_report: Report) -> None:
    text = gitlab_report(full_report, Material(folder="/w/net", root="/w"))
    entries = json.loads(text)
    jsonschema.validate(entries, SHAPE)
    assert text.isascii()
    assert [(one["check_name"], one["location"]["lines"]["begin"]) for one in entries] == [
        ("input-cannot-be-read", 1),
        *(("pfc-link-ends-differ", line) for line in range(40, 48)),
        ("headroom-too-small", 1),
    ]
    assert len({one["fingerprint"] for one in entries}) == len(entries)
    assert entries[1] == {
        "description": "PFC-001: leaf1 Ethernet0/priority 3, Ethernet1/priority 3: "
        "leaf1 pauses for priority 3 and leaf2 does not",
        "check_name": "pfc-link-ends-differ",
        "fingerprint": full_report.findings[0].fingerprint,
        "severity": "critical",
        "location": {"path": "net/leaf1.cfg", "lines": {"begin": 40}},
    }


def test_a_clean_report_is_an_empty_list(empty_report: Report) -> None:
    assert gitlab_report(empty_report) == "[]\n"


@pytest.mark.parametrize(
    ("severity", "confidence", "family", "expected"),
    [
        (Severity.INFO, Confidence.MUST, "dlk", "info"),
        (Severity.WARNING, Confidence.MUST, "pfc", "minor"),
        (Severity.ERROR, Confidence.SHOULD, "dlk", "major"),
        (Severity.ERROR, Confidence.MUST, "pfc", "critical"),
        (Severity.ERROR, Confidence.MUST, "dlk", "blocker"),
    ],
)
def test_severities_are_those_of_gitlab(
    full_report: Report, severity: Severity, confidence: Confidence, family: str, expected: str
) -> None:
    finding = replace(full_report.findings[0], severity=severity, confidence=confidence, family=family)
    entries = json.loads(gitlab_report(replace(full_report, findings=(finding,))))
    assert {one["severity"] for one in entries[1:]} == {expected}


def test_equal_places_keep_different_fingerprints_and_suppressed_ones_are_left_out(full_report: Report) -> None:
    first, second = full_report.findings
    place = FindingPlace("leaf1.cfg", 3, 3, "leaf1", "Ethernet1")
    twice = (replace(first, places=(place,)), replace(first, places=(place,), fix="another"))
    silenced = replace(second, suppression=Suppression(SuppressionKind.BASELINE, "", "", "", "", 0))
    entries = json.loads(gitlab_report(replace(full_report, findings=(*twice, silenced))))[1:]
    assert [one["check_name"] for one in entries] == ["check-restricted", *["pfc-link-ends-differ"] * 2]
    assert entries.pop(0)["description"] == "check restricted: 1 finding suppressed by the baseline "
    assert entries[0]["fingerprint"] != entries[1]["fingerprint"]
