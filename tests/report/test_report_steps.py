"""The ordered places of a finding in JSON and in text."""

from __future__ import annotations

import json

from roce_lint.judge.finding import PathStep
from roce_lint.report.as_json import report_document
from roce_lint.report.text import text_report
from roce_lint.values import replace


def test_reports_print_steps_in_order(full_report):
    steps = (
        PathStep("leaf2", "Ethernet1", "leaf2.cfg", 4, "spine1 waits"),
        PathStep("spine1", "", "spine1.cfg", 9, "and on"),
    )
    report = replace(full_report, findings=(replace(full_report.findings[0], steps=steps),))
    document = json.loads(json.dumps(report_document(report)))
    assert document["findings"][0]["steps"] == [
        {"device": "leaf2", "object": "Ethernet1", "path": "leaf2.cfg", "line": 4, "message": "spine1 waits"},
        {"device": "spine1", "object": "", "path": "spine1.cfg", "line": 9, "message": "and on"},
    ]
    assert "  way: 1. leaf2.cfg:4: spine1 waits\n       2. spine1.cfg:9: and on\n" in text_report(report)
