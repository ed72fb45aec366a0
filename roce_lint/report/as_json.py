"""The report as JSON: the same input gives the same bytes."""

from __future__ import annotations

import json

from roce_lint.judge.finding import (
    Coverage,
    Finding,
    FindingPlace,
    PathStep,
    Related,
    Report,
    Suppression,
    SuppressionKind,
    WaitingCheck,
    in_reading_order,
)
from roce_lint.judge.rule import Severity
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.text.json_value import Json

SCHEMA_VERSION = 1
"""Raised when a key goes away or changes its meaning; new keys may come at any time."""


def report_json(report: Report, _: Material = NOTHING_MORE) -> str:
    """Return the report as indented JSON in ASCII with a newline at its end; `report_schema()` has its shape."""
    return json.dumps(report_document(report), indent=2) + "\n"


def report_document(report: Report) -> dict[str, Json]:
    """Return the report as plain values."""
    return {
        "schema": SCHEMA_VERSION,
        "tool": {"name": "roce-lint", "version": report.version},
        "summary": _summary(report),
        "profile": {"id": report.profile.id, "name": report.profile.name, "how": report.profile.how},
        "domain": {"ports": report.domain.ports, "inside": report.domain.inside, "how": report.domain.how},
        "findings": [finding_document(finding) for finding in in_reading_order(report.findings)],
        "unread": [
            {"path": line.source.file, "line": line.source.line, "text": line.text, "because": line.because}
            for line in report.unread
        ],
        "restrictions": [*report.restrictions],
        "coverage": [_coverage(coverage) for coverage in report.coverage],
        "skipped": [{"path": skipped.path, "because": skipped.because} for skipped in sorted(report.inputs.skipped)],
        "unreadable": [
            {"path": problem.path, "line": problem.line, "message": problem.message}
            for problem in sorted(report.inputs.unreadable, key=str)
        ],
    }


def _summary(report: Report) -> dict[str, Json]:
    """Return the counts; error + warning + info + waived + baseline is the number of findings."""
    return {
        "devices": len(report.inputs.devices),
        "files": len(report.inputs.files),
        "error": report.count(Severity.ERROR),
        "warning": report.count(Severity.WARNING),
        "info": report.count(Severity.INFO),
        "waived": report.silenced(SuppressionKind.WAIVER, SuppressionKind.TOKEN, SuppressionKind.SETTINGS),
        "baseline": report.silenced(SuppressionKind.BASELINE),
        "undetermined": report.undetermined,
        "unread": len(report.unread),
        "skipped": len(report.inputs.skipped),
        "unreadable": len(report.inputs.unreadable),
        "suppressed": sum(coverage.suppressed for coverage in report.coverage),
    }


def finding_document(finding: Finding) -> dict[str, Json]:
    """Return one finding; `path`, `line`, `device` and `object` are those of its first place."""
    return {
        "rule": finding.rule,
        "code": finding.code,
        "family": finding.family,
        "severity": finding.severity.value,
        "verdict": finding.verdict.value,
        "confidence": finding.confidence.value,
        "message": finding.message,
        "why": finding.why,
        "device": finding.place.device,
        "object": finding.place.object,
        "path": finding.place.path,
        "line": finding.place.line,
        "end_line": finding.place.end_line,
        "related": [_related(related) for related in finding.related],
        "places": [_place(place) for place in finding.places],
        "steps": [_step(step) for step in finding.steps],
        "fix": finding.fix,
        "fixable": finding.fixable,
        "waiting": [_waiting(check) for check in finding.waiting],
        "fingerprint": finding.fingerprint,
        "waived": _suppression(finding.suppression) if finding.suppression else None,
    }


def _suppression(suppression: Suppression) -> dict[str, Json]:
    return {
        "by": suppression.kind.value,
        "reason": suppression.reason,
        "owner": suppression.owner,
        "expires": suppression.expires,
        "path": suppression.path,
        "line": suppression.line,
    }


def _related(related: Related) -> dict[str, Json]:
    return {"path": related.path, "line": related.line, "message": related.message}


def _place(place: FindingPlace) -> dict[str, Json]:
    return {"device": place.device, "object": place.object, "path": place.path, "line": place.line}


def _waiting(check: WaitingCheck) -> dict[str, Json]:
    return {"rule": check.rule, "code": check.code, "places": [_place(place) for place in check.places]}


def _step(step: PathStep) -> dict[str, Json]:
    return {
        "device": step.device,
        "object": step.object,
        "path": step.path,
        "line": step.line,
        "message": step.message,
    }


def _coverage(coverage: Coverage) -> dict[str, Json]:
    return {
        "rule": coverage.rule,
        "code": coverage.code,
        "judged": coverage.judged,
        "satisfied": coverage.satisfied,
        "violated": coverage.violated,
        "undetermined": coverage.undetermined,
        "not_applicable": coverage.not_applicable,
        "suppressed": coverage.suppressed,
    }
