"""What the linter says: findings with their places, and the report that holds them."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from roce_lint.errors import Problem
from roce_lint.facts.model import UnreadLine
from roce_lint.lint.rule import Confidence, Severity, Verdict


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One place where a rule is broken; `line` 0 means the whole file."""

    path: str
    line: int
    end_line: int
    device: str
    object: str


_NUMBERS = re.compile(r"(\d+)")


def reading_order(place: Place) -> tuple[str, int, int, str, tuple[str | int, ...]]:
    """Return what places are sorted by, so that Ethernet2 stands before Ethernet10."""
    parts = _NUMBERS.split(place.object)
    natural = tuple(int(part) if index % 2 else part for index, part in enumerate(parts))
    return place.path, place.line, place.end_line, place.device, natural


@dataclass(frozen=True, slots=True, order=True)
class Related:
    """A line that explains a finding: a fact that it rests on, or a fault that it makes meaningless."""

    path: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, once, with all its places (at least one, sorted).

    The first place is where to fix. `fix` may be several commands on lines of their own. `related` tells what the
    finding at the first place rests on, and what it suppresses.
    """

    rule: str
    code: str
    family: str
    severity: Severity
    verdict: Verdict
    confidence: Confidence
    message: str
    why: str
    fix: str
    places: tuple[Place, ...]
    related: tuple[Related, ...]

    @property
    def place(self) -> Place:
        """Return where to fix first."""
        return self.places[0]

    @property
    def fingerprint(self) -> str:
        """Return what stays the same while lines move: a hash of rule, device, object and message."""
        return self.fingerprint_at(self.place)

    def fingerprint_at(self, place: Place) -> str:
        """Return the fingerprint that the finding would have at another of its places."""
        parts = (self.rule, place.device, place.object, " ".join(self.message.split()))
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @property
    def order(self) -> tuple[str, int, str, str, str]:
        """Return what findings are sorted by: path, line, rule."""
        return self.place.path, self.place.line, self.rule, self.message, self.fix


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many things one rule looked at.

    `judged` concerns the rule: it is `satisfied` + `violated` + `undetermined`. `suppressed` of the violated and
    undetermined ones are not reported by themselves, because another fault at the same place makes them meaningless.
    """

    rule: str
    code: str
    judged: int
    satisfied: int
    violated: int
    undetermined: int
    not_applicable: int
    suppressed: int


@dataclass(frozen=True, slots=True)
class ProfileInForce:
    """The design profile that rules were chosen by, and how it was found (`given with --profile`, `inferred: ...`)."""

    id: str
    name: str
    how: str


@dataclass(frozen=True, slots=True, order=True)
class SkippedFile:
    """A file that was not read because it is of a foreign kind."""

    path: str
    because: str


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the linter was given: files that were read, files that were skipped, and what could not be read."""

    files: tuple[str, ...]
    skipped: tuple[SkippedFile, ...]
    unreadable: tuple[Problem, ...]
    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one check has to say; findings are sorted by path, line and rule, coverage by rule."""

    findings: tuple[Finding, ...]
    coverage: tuple[Coverage, ...]
    unread: tuple[UnreadLine, ...]
    inputs: Inputs
    profile: ProfileInForce
    version: str

    def count(self, severity: Severity) -> int:
        """Return the number of findings of one severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def undetermined(self) -> int:
        """Return the number of findings that say what could not be told."""
        return sum(finding.verdict is Verdict.UNDETERMINED for finding in self.findings)

    def at_least(self, severity: Severity) -> tuple[Finding, ...]:
        """Return the findings of this severity or a worse one."""
        return tuple(finding for finding in self.findings if finding.severity.rank >= severity.rank)
