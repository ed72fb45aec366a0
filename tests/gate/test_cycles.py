"""A pause cycle among the new findings is reported as what it means."""

from __future__ import annotations

from roce_lint.gate.compare import cycle_changes
from roce_lint.judge.finding import Finding, FindingPlace, PathStep
from roce_lint.judge.rule import Confidence, Severity, Verdict


def finding(family: str, *hops: str) -> Finding:
    steps = tuple(PathStep(hop, "Ethernet1", "a.cfg", 3, "waits") for hop in hops)
    place = FindingPlace("a.cfg", 3, 3, "leaf-1", "Ethernet1")
    words = ("pause-cycle", "DLK-001", family)
    return Finding(*words, Severity.ERROR, Verdict.VIOLATED, Confidence.MUST, "m", "w", "f", (place,), (), steps)


def test_a_cycle_that_a_change_makes_possible_is_reported_hop_by_hop() -> None:
    changes = cycle_changes(
        [finding("dlk", "leaf-1", "spine-1"), finding("pfc", "x")], [finding("dlk", "leaf-2", "spine-2")]
    )
    assert [(change.text, change.direction.value) for change in changes] == [
        ("a pause cycle became possible: leaf-1 Ethernet1 -> spine-1 Ethernet1 (pause-cycle)", "worse"),
        ("a pause cycle is no longer possible: leaf-2 Ethernet1 -> spine-2 Ethernet1 (pause-cycle)", "better"),
    ]
