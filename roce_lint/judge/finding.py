"""What the linter says: findings with their places, and the report that holds them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

from roce_lint.errors import Problem
from roce_lint.judge.rule import Confidence, Severity, Verdict
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.model.device import UnreadLine


@dataclass(frozen=True, slots=True, order=True)
class FindingPlace:
    """One place where a rule is broken; `line` 0 means the whole file."""

    path: str
    line: int
    end_line: int
    device: str
    object: str


_NUMBERS = lazy_pattern(r"(\d+)")


def reading_order(place: FindingPlace) -> tuple[str, int, int, str, tuple[str | tuple[int, str], ...]]:
    """Return what places are sorted by, so that Ethernet2 stands before Ethernet10."""
    parts = _NUMBERS.split(place.object)
    # Numbers are compared by length and digits: a name may hold more digits than Python makes a number of.
    natural = tuple(_by_size(part) if index % 2 else part for index, part in enumerate(parts))
    return place.path, place.line, place.end_line, place.device, natural


def _by_size(digits: str) -> tuple[int, str]:
    significant = digits.lstrip("0")
    return len(significant), significant


@dataclass(frozen=True, slots=True, order=True)
class Related:
    """A line that explains a finding: a fact that it follows from, or a fault that it makes meaningless."""

    path: str
    line: int
    message: str


CAUSED = "caused by this finding: "
"""How the note on a finding begins that follows from another."""


@dataclass(frozen=True, slots=True)
class PathStep:
    """One place on a way through the fabric, in order of travel: what happens at `object` of `device`, and the line.

    For a cycle of paused buffers the steps are its channels: each message says which queue waits for which, and the
    last step leads back to the first. Reports that know ordered places (SARIF code flows, drawings) take them as they
    stand; `line` 0 means the whole file.
    """

    device: str
    object: str
    path: str
    line: int
    message: str


@dataclass(frozen=True, slots=True, order=True)
class WaitingCheck:
    """A rule that cannot be evaluated at these places before a fault is fixed."""

    code: str
    rule: str
    places: tuple[FindingPlace, ...]


class SuppressionKind(Enum):
    """What lets a finding pass."""

    WAIVER = "waiver"
    """An entry of the waiver file."""
    TOKEN = "token"
    """A comment or description in the configuration itself."""
    SETTINGS = "settings"
    """An ignore for some devices in the settings."""
    BASELINE = "baseline"
    """The list of findings that were there before."""


@dataclass(frozen=True, slots=True, order=True)
class Suppression:
    """Why a finding does not count: who said so, why, and where it is written.

    `owner` is empty where nobody is named, `expires` (`2026-12-31`, the last day that it holds) where no day is.
    `line` 0 is the whole file.
    """

    kind: SuppressionKind
    reason: str
    owner: str
    expires: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, once, with all its places (at least one, sorted).

    The first place is where to fix. `fix` may be several commands on lines of their own. `related` tells what the
    finding at the first place follows from, and what it suppresses. `fixable`: `fix` is what the command of that name
    would do, and nobody has to decide anything. `steps` is empty unless the fault is a way through the fabric: a cycle,
    or a path; their order matters and a place may occur twice. `waiting`: what cannot be evaluated before it is fixed.
    `suppression`: why it does not count, None where it does; all places of a finding share it.
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
    places: tuple[FindingPlace, ...]
    related: tuple[Related, ...]
    steps: tuple[PathStep, ...] = ()
    waiting: tuple[WaitingCheck, ...] = ()
    suppression: Suppression | None = None
    fixable: bool = False

    @property
    def place(self) -> FindingPlace:
        """Return where to fix first."""
        return self.places[0]

    @property
    def fingerprint(self) -> str:
        """Return what stays the same while lines move: a hash of rule, device, object and message."""
        return self.fingerprint_at(self.place)

    def fingerprint_at(self, place: FindingPlace) -> str:
        """Return the fingerprint that the finding would have at another of its places."""
        # Asked for by some forms of a report only, and it takes 3 ms to load.
        import hashlib

        parts = (self.rule, place.device, place.object, " ".join(self.message.split()))
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @property
    def order(self) -> tuple[str, int, str, str, str]:
        """Return what findings are sorted by: path, line, rule."""
        return self.place.path, self.place.line, self.rule, self.message, self.fix

    @property
    def worst_first(self) -> tuple[int, tuple[str, int, str, str, str]]:
        """Return what findings are sorted by where a person reads them, or only some of them fit."""
        return -self.severity.rank, self.order

    @property
    def consequences(self) -> tuple[Related, ...]:
        """Return the findings that follow from it and are not reported by themselves."""
        return tuple(one for one in self.related if one.message.startswith(CAUSED))


def in_reading_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings as every report shows them: the worst first, those of one severity by place."""
    return sorted(findings, key=lambda one: one.worst_first)


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


@dataclass(frozen=True, slots=True)
class DomainInForce:
    """The RoCE domain: of `ports` enabled physical ports RoCE crosses `inside`; `how` tells who says so."""

    ports: int
    inside: int
    how: str


@dataclass(frozen=True, slots=True, order=True)
class SkippedFile:
    """A file that was not read because it is of a foreign kind; `holds_nothing` that any rule could evaluate."""

    path: str
    because: str
    holds_nothing: bool = False


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the linter was given: files that were read, files that were skipped, and what could not be read.

    `died`: those of the unreadable ones at which the program itself failed. `changed`: files that changed while they
    were checked; nothing that is said of them holds for what they held before.
    """

    files: tuple[str, ...]
    skipped: tuple[SkippedFile, ...]
    unreadable: tuple[Problem, ...]
    devices: tuple[str, ...]
    died: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one check has to say; findings are sorted by path, line and rule, coverage by rule.

    Suppressed findings are among `findings` and in no count of faults. `restrictions`: what settings and options leave
    out of the check, one sentence each.
    """

    findings: tuple[Finding, ...]
    coverage: tuple[Coverage, ...]
    unread: tuple[UnreadLine, ...]
    inputs: Inputs
    profile: ProfileInForce
    version: str
    domain: DomainInForce = DomainInForce(0, 0, "")
    restrictions: tuple[str, ...] = ()

    @property
    def open_findings(self) -> tuple[Finding, ...]:
        """Return the findings that count: those without a suppression."""
        return tuple(finding for finding in self.findings if finding.suppression is None)

    def count(self, severity: Severity) -> int:
        """Return the number of findings of one severity that count."""
        return sum(finding.severity is severity for finding in self.open_findings)

    def silenced(self, *kinds: SuppressionKind) -> int:
        """Return the number of findings that a suppression of one of these kinds lets pass."""
        return sum(finding.suppression is not None and finding.suppression.kind in kinds for finding in self.findings)

    @property
    def undetermined(self) -> int:
        """Return the number of findings that say what could not be decided."""
        return sum(finding.verdict is Verdict.UNDETERMINED for finding in self.open_findings)

    def at_least(self, severity: Severity) -> tuple[Finding, ...]:
        """Return the findings of this severity or a worse one that count."""
        return tuple(finding for finding in self.open_findings if finding.severity.rank >= severity.rank)
