"""Pause cycles that a change makes possible or takes away, reported as a change of meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.gate.meaning.change import Change, Direction, FactChange, Placed, gathered
from roce_lint.judge.finding import Finding
from roce_lint.model.fact import Source

_FAMILY = "dlk"
_STEPS_SHOWN = 8


def cycle_changes(new: Sequence[Finding], fixed: Sequence[Finding]) -> tuple[Change, ...]:
    """Return one change for each cycle among the findings that are new or fixed; the finding itself says the rest."""
    return gathered(
        (*_result(new, "became possible", Direction.WORSE), *_result(fixed, "is no longer possible", Direction.BETTER))
    )


def _result(findings: Sequence[Finding], verb: str, direction: Direction) -> Iterator[Placed]:
    for finding in findings:
        if finding.family != _FAMILY or not finding.steps:
            continue
        hops = [" ".join(part for part in (step.device, step.object) if part) for step in finding.steps]
        more = f" and {len(hops) - _STEPS_SHOWN} more" if len(hops) > _STEPS_SHOWN else ""
        text = f"a pause cycle {verb}: {' -> '.join(hops[:_STEPS_SHOWN])}{more} ({finding.rule})"
        place = Source(finding.place.path, finding.place.line, finding.place.end_line)
        words = ("impossible", "possible") if direction is Direction.WORSE else ("possible", "impossible")
        yield Placed("", "", FactChange("pause_cycle", text, *words, place, place, direction))
