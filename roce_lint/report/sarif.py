"""The report as SARIF 2.1.0, within the limits of GitHub code scanning.

Sources: OASIS SARIF 2.1.0; GitHub Docs, "SARIF support for code scanning" (limits, and the fields that are used).

Findings as SARIF results: one for each line that a finding stands at.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from roce_lint.errors import Problem
from roce_lint.judge.finding import (
    Finding,
    FindingPlace,
    Related,
    Report,
    Suppression,
    SuppressionKind,
    WaitingCheck,
    in_reading_order,
)
from roce_lint.judge.rule import Confidence, Rule, Severity
from roce_lint.report.findings_by_line import FindingAtLine, spots
from roce_lint.report.left_out import what_is_left_out
from roce_lint.report.manual import FAMILIES, explain
from roce_lint.report.material import NOTHING_MORE, Material, quote_lines
from roce_lint.report.printable import printable, printable_lines
from roce_lint.report.rule_words import rule_markdown, rule_page, rule_title
from roce_lint.report.text_finding import waiting_line
from roce_lint.text.json_value import Json
from roce_lint.values import dataclass

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
MOST_LOCATIONS = 100
"""GitHub keeps 100 locations of a result; more are counted in its message."""
MOST_FLOW_LOCATIONS = 1_000
"""GitHub keeps 1,000 locations of the thread flows of a result."""

_LINK = re.compile(r"\[([^\[\]]*)\]\(")


@dataclass(frozen=True, slots=True)
class ResultWriter:
    """Turns spots into results. `quoted`: the source lines at hand by path and number; `rules`: index by rule id."""

    material: Material
    quoted: Mapping[tuple[str, int], str]
    rules: Mapping[str, int]

    def result(self, spot: FindingAtLine) -> dict[str, Json]:
        """Return one result with its fingerprint, what it follows from, and the way through the fabric if it has
        one."""
        finding = spot.finding
        written: dict[str, Json] = {"ruleId": finding.rule}
        if finding.rule in self.rules:
            written["ruleIndex"] = self.rules[finding.rule]
        written |= {
            "level": LEVELS[finding.severity],
            "message": {"text": _message(spot)},
            "locations": [self._location_of(spot.place)],
            "partialFingerprints": {"primaryLocationLineHash": f"{spot.fingerprint}:1"},
        }
        related = [self._related(index, one.path, one.line, one.message) for index, one in _shown_related(finding)]
        if related:
            written["relatedLocations"] = [*related]
        if finding.steps:
            written["codeFlows"] = [self._flow(finding)]
        if finding.suppression is not None:
            written["suppressions"] = [self._suppression(finding.suppression)]
        properties: dict[str, Json] = {
            "verdict": finding.verdict.value,
            "confidence": finding.confidence.value,
            "device": printable(spot.place.device),
            "objects": [printable(place.object) for place in spot.places[:MOST_LOCATIONS]],
            "fix": printable_lines(finding.fix),
        }
        if finding.waiting:
            properties["waiting"] = [_waiting(check) for check in finding.waiting]
        written["properties"] = properties
        return written

    def physical(self, path: str, line: int, end_line: int = 0) -> dict[str, Json]:
        """Return the place of a line with all four numbers, and its block as context."""
        first = max(line, 1)
        place: dict[str, Json] = {"artifactLocation": self.artifact(path), "region": self._region(path, first)}
        if end_line > first:
            place["contextRegion"] = {"startLine": first, "endLine": end_line}
        return place

    def artifact(self, path: str) -> dict[str, Json]:
        """Return a file as a URI that starts at the top of the repository, or an absolute one outside of it."""
        seen = self.material.in_repository(path) or "unknown"
        uri = quote(seen, errors="surrogateescape")
        return {"uri": f"file://{uri}"} if seen.startswith("/") else {"uri": uri, "uriBaseId": "%SRCROOT%"}

    def _region(self, path: str, line: int) -> dict[str, Json]:
        text = self.quoted.get((path, line), "")
        indent = len(text) - len(text.lstrip())
        return {
            "startLine": line,
            "startColumn": indent + 1 if text.strip() else 1,
            "endLine": line,
            "endColumn": len(text.rstrip()) + 1 if text.strip() else 2,
        }

    def _location_of(self, place: FindingPlace) -> dict[str, Json]:
        location: dict[str, Json] = {"physicalLocation": self.physical(place.path, place.line, place.end_line)}
        return location | _logical(place.device, place.object)

    def _related(self, index: int, path: str, line: int, message: str) -> dict[str, Json]:
        physical = self.physical(path, line)
        return {"id": index, "physicalLocation": physical, "message": {"text": _plain(printable(message))}}

    def _flow(self, finding: Finding) -> dict[str, Json]:
        locations: list[Json] = []
        for number, step in enumerate(finding.steps[:MOST_FLOW_LOCATIONS], 1):
            location: dict[str, Json] = {
                "physicalLocation": self.physical(step.path, step.line),
                "message": {"text": _plain(printable(f"{step.device} {step.object}: {step.message}"))},
            }
            locations.append({"location": location | _logical(step.device, step.object), "executionOrder": number})
        return {"threadFlows": [{"locations": locations}]}

    def _suppression(self, suppression: Suppression) -> dict[str, Json]:
        words = [suppression.reason or f"by {suppression.kind.value}"]
        words += [f"owner {suppression.owner}"] if suppression.owner else []
        words += [f"until {suppression.expires}"] if suppression.expires else []
        written: dict[str, Json] = {
            "kind": "inSource" if suppression.kind is SuppressionKind.TOKEN else "external",
            "status": "accepted",
            "justification": printable(", ".join(words)),
        }
        if suppression.path:
            written["location"] = {"physicalLocation": self.physical(suppression.path, suppression.line)}
        return written


def _waiting(check: WaitingCheck) -> dict[str, Json]:
    """Return a rule that cannot be evaluated before a finding is fixed, and where."""
    places = [printable("/".join((one.device, one.object))) for one in check.places[:MOST_LOCATIONS]]
    return {"rule": check.rule, "code": check.code, "objects": [*places]}


def _logical(device: str, name: str) -> dict[str, Json]:
    """Return what a place is in the fabric, besides its line in a file."""
    if not device:
        return {}
    full = "/".join(part for part in (device, name) if part)
    kind = "object" if name else "module"
    return {
        "logicalLocations": [{"fullyQualifiedName": printable(full), "name": printable(name or device), "kind": kind}]
    }


def _message(spot: FindingAtLine) -> str:
    """Return the text of a result: what is wrong with what, the remedy, and links to the lines that it follows from."""
    finding = spot.finding
    lines = [_plain(printable(f"{spot.names}: {finding.message}" if spot.names else finding.message))]
    others = len(finding.places) - len(spot.places)
    if others:
        lines.append(f"The same holds at {others} more {'place' if others == 1 else 'places'}.")
    if finding.fix:
        lines += ["Fix:", *(f"    {_plain(printable(line))}" for line in finding.fix.splitlines())]
    if finding.waiting:
        lines.append(_plain(printable(waiting_line(finding))))
    for index, related in _shown_related(finding):
        place = printable(f"{related.path}:{related.line}").replace("[", "(").replace("]", ")").replace("\\", "/")
        lines.append(f"See [{place}]({index}): {_plain(printable(related.message))}")
    left_out = len(finding.related) - MOST_LOCATIONS
    if left_out > 0:
        lines.append(f"{left_out} more related lines are left out.")
    if len(finding.steps) > MOST_FLOW_LOCATIONS:
        lines.append(f"{len(finding.steps) - MOST_FLOW_LOCATIONS} more steps of the way are left out.")
    return "\n".join(lines)


def _shown_related(finding: Finding) -> Iterator[tuple[int, Related]]:
    yield from enumerate(finding.related[:MOST_LOCATIONS], 1)


def _plain(text: str) -> str:
    """Return text in which nothing is a link of SARIF (section 3.11.6): brackets before a parenthesis are escaped."""
    return _LINK.sub(r"\\[\1\\](", text)


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
    ordered = in_reading_order(findings)
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
    in_order = sorted(kept, key=lambda spot: (spot.finding.worst_first, spot.place))
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
