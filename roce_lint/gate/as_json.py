"""The verdict as JSON: the same states give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from roce_lint.errors import Problem
from roce_lint.gate.cost import COST_FIGURES, ChangeCost
from roce_lint.gate.meaning.change import Change, ChangedPlace
from roce_lint.gate.verdict import GateVerdict, StateName
from roce_lint.judge.finding import Finding
from roce_lint.model.fact import Source
from roce_lint.report.as_json import finding_document
from roce_lint.text.json_value import Json

SCHEMA_VERSION = 1
"""Raised when a key goes away or changes its meaning; new keys may come at any time."""


def verdict_json(verdict: GateVerdict) -> str:
    """Return the verdict as indented JSON in ASCII with a newline at its end; `verdict_schema()` has its shape."""
    return json.dumps(verdict_document(verdict), indent=2) + "\n"


def verdict_document(verdict: GateVerdict) -> dict[str, Json]:
    """Return the verdict as plain values."""
    findings, files = verdict.findings, verdict.files
    return {
        "schema": SCHEMA_VERSION,
        "tool": {"name": "roce-lint", "version": verdict.version},
        "outcome": verdict.outcome,
        "fail_on": verdict.fail_on.value,
        "base": _state(verdict.base),
        "head": _state(verdict.head),
        "measured_by": verdict.measured_by,
        "profile": verdict.profile,
        "summary": {
            "devices": verdict.devices,
            "changes": len(verdict.changes),
            "new": len(findings.new),
            "failing": len(verdict.failing) + len(verdict.failing_changes),
            "removals": len(verdict.removals),
            "fixed": len(findings.fixed),
            "reworded": len(findings.reworded),
            "kept": findings.kept,
            "unread": len(verdict.unread),
            "hidden": len(verdict.weakening.hidden),
            "excused": len(findings.silenced),
        },
        "files": {
            "added": [*files.added],
            "removed": [*files.removed],
            "changed": [*files.changed],
            "moved": [{"from": before, "to": after} for before, after in files.moved],
        },
        "changes": [change_document(change) for change in verdict.changes],
        "new": _findings(findings.new),
        "fixed": _findings(findings.fixed),
        "reworded": _findings(findings.reworded),
        "excused": _findings(findings.silenced),
        "unread": [
            {"path": line.source.file, "line": line.source.line, "text": line.text, "because": line.because}
            for line in verdict.unread
        ],
        "measure": {
            "changed": [*verdict.weakening.files],
            "hidden": _findings(verdict.weakening.hidden),
            "switched_off": [*verdict.weakening.switched_off],
        },
        "unreadable": problem_documents(verdict.unreadable),
        "not_evaluated": problem_documents(verdict.not_evaluated),
        "unreadable_before": problem_documents(verdict.unreadable_before),
        "notes": problem_documents(verdict.notes),
        "cost": [_cost(one) for one in verdict.cost],
    }


def _cost(cost: ChangeCost) -> Json:
    states = (("before", cost.before), ("after", cost.after))
    return {
        "pattern": cost.pattern,
        "same_flows": cost.same_flows,
        **{name: {key: getattr(state, key) for key in COST_FIGURES} for name, state in states},
    }


def _state(name: StateName) -> Json:
    return {"label": name.label, "commit": name.commit}


def change_document(change: Change) -> Json:
    """Return one change of meaning."""
    return {
        "fact": change.fact,
        "text": change.text,
        "before": change.before,
        "after": change.after,
        "direction": change.direction.value,
        "fails": change.fails,
        "places": [_spot(spot) for spot in change.spots],
    }


def _spot(spot: ChangedPlace) -> Json:
    return {"device": spot.device, "object": spot.object, "base": _place(spot.old), "head": _place(spot.new)}


def _place(source: Source) -> Json:
    return {"path": source.file, "line": source.line}


def _findings(findings: Sequence[Finding]) -> list[Json]:
    return [finding_document(finding) for finding in sorted(findings, key=lambda finding: finding.order)]


def problem_documents(problems: Sequence[Problem]) -> list[Json]:
    """Return problems in order."""
    return [
        {"path": problem.path, "line": problem.line, "message": problem.message}
        for problem in sorted(problems, key=str)
    ]
