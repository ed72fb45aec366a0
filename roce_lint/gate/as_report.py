"""The verdict as a report of what is new, for the formats that CI systems read."""

from __future__ import annotations

from roce_lint.gate.meaning.change import Change
from roce_lint.gate.removals import is_removal
from roce_lint.gate.verdict import GateVerdict
from roce_lint.judge.finding import Finding, FindingPlace, Inputs, ProfileInForce, Report
from roce_lint.judge.rule import Confidence, Severity
from roce_lint.judge.rule import Verdict as RuleVerdict

_WHY = "This change of meaning fails the gate by itself, whatever the rules find."
_FIX = "Undo it, or explain in the review why the fabric is meant to change so."
_FIX_OF_REMOVAL = (
    "Undo it; or accept it by name: with --allow-removals, a waiver in the base, or an intent of the base that asks "
    "for it."
)


def verdict_report(verdict: GateVerdict) -> Report:
    """Return the new findings, those that the change suppresses, and changes of meaning that fail, as one report."""
    changes = [_of_change(change) for change in verdict.failing_changes]
    findings = (*verdict.findings.new, *verdict.findings.silenced, *changes)
    places = {place.path for finding in findings for place in finding.places if place.path}
    return Report(
        findings=tuple(sorted(findings, key=lambda finding: finding.order)),
        coverage=(),
        unread=verdict.unread,
        inputs=Inputs(
            files=tuple(sorted(places)),
            skipped=(),
            unreadable=(*verdict.unreadable, *verdict.not_evaluated),
            devices=(),
        ),
        profile=ProfileInForce("", "", verdict.profile),
        version=verdict.version,
    )


def _of_change(change: Change) -> Finding:
    """Return a change of meaning that fails as a finding at the lines of the new state."""
    return Finding(
        rule="change-that-fails",
        code="GATE-001",
        family="gate",
        severity=Severity.ERROR,
        verdict=RuleVerdict.VIOLATED,
        confidence=Confidence.MUST,
        message=change.text,
        why=_WHY,
        fix=_FIX_OF_REMOVAL if is_removal(change) else _FIX,
        places=tuple(
            FindingPlace(spot.new.file, spot.new.line, spot.new.end_line, spot.device, spot.object)
            for spot in change.spots
        ),
        related=(),
    )
