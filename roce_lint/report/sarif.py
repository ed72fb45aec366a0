"""The report as SARIF 2.1.0, within the limits of GitHub code scanning.

Sources: OASIS SARIF 2.1.0; GitHub Docs, "SARIF support for code scanning" (limits, and the fields that are used).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence

from roce_lint.errors import Problem
from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.rule import Confidence, Rule, Severity
from roce_lint.report.left_out import what_is_left_out
from roce_lint.report.manual import FAMILIES, explain
from roce_lint.report.material import NOTHING_MORE, Material, quote_lines
from roce_lint.report.printable import printable
from roce_lint.report.rule_words import rule_markdown, rule_page, rule_title
from roce_lint.report.sarif_results import LEVELS, ResultWriter
from roce_lint.report.spots import FindingAtLine, spots, worst_first
from roce_lint.text.json_value import Json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 25_000
"""More are refused by GitHub, which then keeps the worst 5,000."""
MOST_RULES = 25_000
MOST_BYTES = 10 * 1000 * 1000
"""Largest file that GitHub takes, compressed by gzip."""
MOST_LETTERS = 1024
"""Longest short and full description of a rule."""

_PROBLEM = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
_PRECISION = {Confidence.MUST: "very-high", Confidence.SHOULD: "high", Confidence.HEURISTIC: "medium"}


def sarif_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the report as SARIF; suppressed findings are in it with their suppression."""
    return _within_limits(report, report.findings, material)


def code_scanning_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the report as SARIF for an upload to GitHub, without suppressed findings.

    GitHub does not know suppressions and would list a suppressed finding as an open alert.
    """
    return _within_limits(report, report.open_findings, material)


def _within_limits(report: Report, findings: Sequence[Finding], material: Material) -> str:
    """Return the log with as many results as fit, the worst ones, and a note on how many were left out."""
    ordered = sorted(findings, key=worst_first)
    every = list(spots(ordered))
    most = MOST_RESULTS
    while True:
        kept = every[:most]
        text = json.dumps(_log(report, kept, len(every) - len(kept), material), indent=1) + "\n"
        if len(text) <= MOST_BYTES or not kept or len(gzip.compress(text.encode("ascii"), 6)) <= MOST_BYTES:
            return text
        most = len(kept) // 2


def _log(report: Report, kept: Sequence[FindingAtLine], left_out: int, material: Material) -> dict[str, Json]:
    judged = {coverage.rule for coverage in report.coverage}
    rules = sorted((rule for rule in material.rules if rule.id in judged), key=lambda rule: rule.id)[:MOST_RULES]
    quoted = quote_lines(material.texts, _wanted(kept))
    writer = ResultWriter(material, quoted, {rule.id: index for index, rule in enumerate(rules)})
    found = {spot.finding.rule for spot in kept}
    in_order = sorted(kept, key=lambda spot: (*spot.finding.order, spot.place))
    driver: dict[str, Json] = {
        "name": "roce-lint",
        "version": report.version,
        "semanticVersion": report.version,
        "rules": [_descriptor(rule, rule.id in found, material.docs_url) for rule in rules],
    }
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "invocations": [_invocation(report, left_out, writer)],
                "results": [writer.result(spot) for spot in in_order],
            }
        ],
    }


def _wanted(kept: Sequence[FindingAtLine]) -> set[tuple[str, int]]:
    """Return the lines whose columns are needed."""
    wanted: set[tuple[str, int]] = set()
    for spot in kept:
        wanted.add((spot.place.path, max(spot.place.line, 1)))
        wanted.update((related.path, max(related.line, 1)) for related in spot.finding.related)
        wanted.update((step.path, max(step.line, 1)) for step in spot.finding.steps)
    return wanted


def _descriptor(rule: Rule, found: bool, docs_url: str) -> dict[str, Json]:
    """Return a rule; its whole help with examples only where it found something. Three tags: GitHub shows ten."""
    text = (
        {"text": explain(rule), "markdown": rule_markdown(rule)} if found else {"text": f"{rule.why} {rule.fix.text}"}
    )
    page = rule_page(rule, docs_url)
    return {
        "id": rule.id,
        "name": rule.code,
        "shortDescription": {"text": _limited(f"{rule.code}: {rule_title(rule.id)}")},
        "fullDescription": {"text": _limited(printable(rule.why))},
        "help": {**text},
        **({"helpUri": page} if page else {}),
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {
            "tags": [
                rule.code,
                printable(FAMILIES.get(rule.family, rule.family)),
                f"confidence {rule.confidence.value}",
            ],
            "precision": _PRECISION[rule.confidence],
            "problem.severity": _PROBLEM[rule.severity],
        },
    }


def _limited(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 3]}..."


def _invocation(report: Report, left_out: int, writer: ResultWriter) -> dict[str, Json]:
    """Return whether everything was read, what was not, and what was left out of this file."""
    notes = [_unreadable(problem, writer) for problem in sorted(report.inputs.unreadable, key=str)]
    notes += [{"level": "warning", "message": {"text": printable(one)}} for one in what_is_left_out(report)]
    if left_out:
        text = f"{left_out} less severe results left out, to stay within the limits of code scanning"
        notes.append({"level": "warning", "message": {"text": text}})
    return {"executionSuccessful": not report.inputs.unreadable, "toolExecutionNotifications": [*notes]}


def _unreadable(problem: Problem, writer: ResultWriter) -> dict[str, Json]:
    note: dict[str, Json] = {"level": "error", "message": {"text": f"cannot be read: {printable(problem.message)}"}}
    if problem.path:
        note["locations"] = [{"physicalLocation": writer.physical(problem.path, problem.line)}]
    return note
