"""How often each rule was violated: a table for a person, and JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from roce_lint.judge.finding import Report
from roce_lint.judge.rule import Severity, Verdict
from roce_lint.report.material import Material
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class RuleCount:
    """Open findings of one rule with one severity, and at how many places."""

    rule: str
    code: str
    severity: Severity
    title: str
    findings: int
    places: int


def rule_counts(report: Report, material: Material) -> tuple[RuleCount, ...]:
    """Return the counts, the worst severity and the most findings first; undetermined findings are left out."""
    titles = {rule.id: rule.headline for rule in material.rules}
    findings: Counter[tuple[str, str, Severity]] = Counter()
    places: Counter[tuple[str, str, Severity]] = Counter()
    for finding in report.open_findings:
        if finding.verdict is Verdict.VIOLATED:
            key = finding.rule, finding.code, finding.severity
            findings[key] += 1
            places[key] += len(finding.places)
    counts = (RuleCount(*key, titles.get(key[0], ""), number, places[key]) for key, number in findings.items())
    return tuple(sorted(counts, key=lambda one: (-one.severity.rank, -one.findings, one.code)))


def statistics_text(report: Report, material: Material) -> str:
    """Return a line for each rule: findings, places, severity, code, id and title; one line where there are none."""
    counts = rule_counts(report, material)
    return "".join(f"{line}\n" for line in _lines(counts)) if counts else "No findings.\n"


def _lines(counts: tuple[RuleCount, ...]) -> Iterator[str]:
    rows = [(str(one.findings), str(one.places), one.severity.value, one.code, one.rule, one.title) for one in counts]
    heads = ("findings", "places", "severity", "code", "rule", "checks that")
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(5)]
    for row in (heads, *rows):
        numbers = (cell.rjust(width) for cell, width in zip(row[:2], widths[:2], strict=True))
        words = (cell.ljust(width) for cell, width in zip(row[2:5], widths[2:], strict=True))
        yield "  ".join((*numbers, *words, row[5])).rstrip()


def statistics_json(report: Report, material: Material) -> str:
    """Return the counts as a list of objects."""
    listed = [
        {
            "rule": one.rule,
            "code": one.code,
            "severity": one.severity.value,
            "title": one.title,
            "findings": one.findings,
            "places": one.places,
        }
        for one in rule_counts(report, material)
    ]
    return json.dumps(listed, indent=2) + "\n"
