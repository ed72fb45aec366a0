"""Lines that no reader understood become findings like any other."""

from __future__ import annotations

from roce_lint.judge.finding import FindingPlace, Inputs, ProfileInForce
from roce_lint.judge.rule import Severity, Verdict
from roce_lint.judge.unread import unread_rules
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from tests.judge.composed import compose_report

LINES = (
    UnreadLine("leaf2", Source("leaf2.cfg", 3, 3), "pfc magic", "unknown keyword"),
    UnreadLine("leaf1", Source("leaf1.cfg", 9, 9), "pfc magic", "unknown keyword"),
    UnreadLine("leaf1", Source("leaf1.cfg", 4, 4), "ecn {queue.index} 5", "unknown unit"),
)


def report(rules):
    inputs = Inputs(("leaf1.cfg", "leaf2.cfg"), (), (), ("leaf1", "leaf2"))
    profile = ProfileInForce("lossless", "Lossless", "given")
    return compose_report(rules, {}, unread=LINES, inputs=inputs, profile=profile, version="1")


def test_a_line_that_nobody_understood_is_an_info_finding():
    first, second = report(unread_rules()).findings
    assert (first.rule, first.severity, first.verdict) == (
        "config-line-not-understood",
        Severity.INFO,
        Verdict.VIOLATED,
    )
    assert first.message == "not understood: ecn {queue.index} 5 (unknown unit)"
    assert second.places == (FindingPlace("leaf1.cfg", 9, 9, "leaf1", ""), FindingPlace("leaf2.cfg", 3, 3, "leaf2", ""))


def test_unread_lines_are_listed_even_when_the_rule_is_not_in_force():
    found = report([])
    assert found.findings == ()
    assert [(line.source.file, line.source.line) for line in found.unread] == [
        ("leaf1.cfg", 4),
        ("leaf1.cfg", 9),
        ("leaf2.cfg", 3),
    ]
