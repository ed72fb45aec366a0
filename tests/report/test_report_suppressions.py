"""Findings that something suppresses: kept with the reason, and counted apart."""

from __future__ import annotations

import json

import jsonschema
import pytest

from roce_lint.judge.finding import Report, Suppression, SuppressionKind
from roce_lint.judge.rule import Severity
from roce_lint.report.as_json import report_json
from roce_lint.report.schema import report_schema
from roce_lint.report.text import summary_line, text_report
from roce_lint.values import replace

WAIVED = Suppression(SuppressionKind.WAIVER, "lab port", "netops", "2026-12-31", "waivers.yaml", 3)
KNOWN = Suppression(SuppressionKind.BASELINE, "it was there before", "", "", "baseline.json", 0)


@pytest.fixture
def silenced(full_report: Report) -> Report:
    first, second = full_report.findings
    return replace(full_report, findings=(replace(first, suppression=WAIVED), replace(second, suppression=KNOWN)))


def test_a_suppressed_finding_counts_nowhere(silenced: Report) -> None:
    assert [silenced.count(severity) for severity in Severity] == [0, 0, 0]
    assert (
        silenced.undetermined,
        silenced.at_least(Severity.INFO),
        silenced.open_findings,
    ) == (0, (), ())
    assert (
        silenced.silenced(SuppressionKind.WAIVER),
        silenced.silenced(SuppressionKind.BASELINE),
    ) == (1, 1)


def test_json_keeps_it_and_says_why(silenced: Report) -> None:
    document = json.loads(report_json(silenced))
    jsonschema.validate(document, report_schema())
    assert [one["waived"] for one in document["findings"]] == [
        {
            "by": "waiver",
            "reason": "lab port",
            "owner": "netops",
            "expires": "2026-12-31",
            "path": "waivers.yaml",
            "line": 3,
        },
        {
            "by": "baseline",
            "reason": "it was there before",
            "owner": "",
            "expires": "",
            "path": "baseline.json",
            "line": 0,
        },
    ]
    counts = ("error", "warning", "info", "waived", "baseline", "undetermined")
    assert [document["summary"][key] for key in counts] == [0, 0, 0, 1, 1, 0]


def test_text_leaves_it_out_and_counts_it(silenced: Report) -> None:
    assert "pfc-link-ends-differ\n" not in text_report(silenced)
    assert "0 errors, 0 warnings, 0 info (1 waived, 1 in the baseline, 1 line not understood" in summary_line(silenced)
