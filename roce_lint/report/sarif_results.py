"""Findings as SARIF results: one for each line that a finding stands at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from roce_lint.judge.finding import Finding, FindingPlace, Related, Suppression, SuppressionKind
from roce_lint.judge.rule import Severity
from roce_lint.report.material import Material
from roce_lint.report.printable import printable, printable_lines
from roce_lint.report.spots import FindingAtLine
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
        written["properties"] = {
            "verdict": finding.verdict.value,
            "confidence": finding.confidence.value,
            "device": printable(spot.place.device),
            "objects": [printable(place.object) for place in spot.places[:MOST_LOCATIONS]],
            "fix": printable_lines(finding.fix),
        }
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
