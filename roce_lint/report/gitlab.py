"""The report as a GitLab Code Quality artifact.

Source: GitLab documentation, "Code Quality report format".
"""

from __future__ import annotations

import hashlib
import json

from roce_lint.errors import Problem
from roce_lint.judge.finding import Finding, Report, in_reading_order
from roce_lint.judge.rule import Confidence, Severity
from roce_lint.report.findings_by_line import FindingAtLine, spots
from roce_lint.report.left_out import what_is_left_out
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.report.printable import printable
from roce_lint.text.json_value import Json

UNREADABLE = "input-cannot-be-read"
RESTRICTED = "check-restricted"


def gitlab_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return a JSON array with one entry for each line of each finding that counts, and for each unreadable input.

    Fingerprints differ within the report: GitLab shows one entry of those with the same.
    """
    entries = [_unreadable(problem, material) for problem in sorted(report.inputs.unreadable, key=str)]
    entries += [_restriction(restriction) for restriction in what_is_left_out(report)]
    entries += [_entry(spot, material) for spot in spots(in_reading_order(report.open_findings))]
    return json.dumps(entries, indent=1) + "\n"


def _entry(spot: FindingAtLine, material: Material) -> dict[str, Json]:
    finding = spot.finding
    words = f"{spot.names}: {finding.message}" if spot.names else finding.message
    return {
        "description": printable(f"{finding.code}: {words}"),
        "check_name": finding.rule,
        "fingerprint": spot.fingerprint,
        "severity": _severity(finding),
        "location": _location(material.in_repository(spot.place.path), spot.place.line),
    }


def _severity(finding: Finding) -> str:
    """Return GitLab's severity: a proven error is critical, a proven deadlock blocks."""
    match finding.severity, finding.confidence:
        case Severity.INFO, _:
            return "info"
        case Severity.WARNING, _:
            return "minor"
        case _, Confidence.MUST:
            return "blocker" if finding.family == "dlk" else "critical"
        case _:
            return "major"


def _unreadable(problem: Problem, material: Material) -> dict[str, Json]:
    parts = (UNREADABLE, problem.path, problem.message)
    return {
        "description": printable(f"cannot be read: {problem.message}"),
        "check_name": UNREADABLE,
        "fingerprint": hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32],
        "severity": "critical",
        "location": _location(material.in_repository(problem.path), problem.line),
    }


def _restriction(restriction: str) -> dict[str, Json]:
    """Return an entry for what settings and options leave out; it stands at no file of the fabric."""
    return {
        "description": printable(f"check restricted: {restriction}"),
        "check_name": RESTRICTED,
        "fingerprint": hashlib.sha256(restriction.encode("utf-8", "surrogatepass")).hexdigest()[:32],
        "severity": "info",
        "location": _location("", 0),
    }


def _location(path: str, line: int) -> dict[str, Json]:
    return {"path": printable(path) or "unknown", "lines": {"begin": max(line, 1)}}
