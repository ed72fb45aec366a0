"""A finding about a cycle or a path tells its places in order."""

from __future__ import annotations

from roce_lint.judge.finding import Finding, PathStep, Related
from roce_lint.judge.judge import judge
from roce_lint.judge.rule_file import parse_rule
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.judged import Judged, Waypoint

WAY = (
    Waypoint("leaf2", "Ethernet1", Source("leaf2.cfg", 4, 4), "spine1 waits for leaf2"),
    Waypoint("spine1", "Ethernet2", Source("spine1.cfg", 0, 0), "leaf2 waits for spine1"),
)
TURN = Waypoint("leaf2", "", Source("leaf2.cfg", 30, 31), "leaf2 exports routes of spine1 to spine2")


def entity(variables: dict[str, object]) -> Judged:
    return Judged("leaf2", "Ethernet1/queue 3", Source("leaf2.cfg", 4, 9), variables, steps=WAY, evidence=(TURN,))


def finding_on(rule_text, vocabulary, variables) -> Finding:
    rule = parse_rule(rule_text(id="ecn-missing"), "rules/ecn/ecn-missing.yaml", "ecn", vocabulary)
    return judge([rule], {"queue": [entity(variables)]})[0].findings[0]


def test_steps_keep_their_order_and_evidence_comes_first(rule_text, vocabulary, variables):
    off = Stated(False, Source("leaf2.cfg", 6, 6))
    finding = finding_on(rule_text, vocabulary, variables(ecn_enabled=off, lossless=Stated(True, off.source)))
    assert finding.steps == (
        PathStep("leaf2", "Ethernet1", "leaf2.cfg", 4, "spine1 waits for leaf2"),
        PathStep("spine1", "Ethernet2", "spine1.cfg", 1, "leaf2 waits for spine1"),
    )
    assert finding.related[0] == Related("leaf2.cfg", 30, "leaf2 exports routes of spine1 to spine2")


def test_what_is_undetermined_has_no_steps(rule_text, vocabulary, variables):
    dark = Unknown("it is not shown", Source("leaf2.cfg", 6, 6))
    assert finding_on(rule_text, vocabulary, variables(ecn_enabled=dark)).steps == ()
