"""Verdicts, places, evidence and grouping."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.judge.finding import Coverage, FindingPlace, Related
from roce_lint.judge.judge import judge
from roce_lint.judge.rule import Confidence, Severity, Verdict
from roce_lint.judge.rule_file import parse_rule
from roce_lint.judge.verdict import Judge
from roce_lint.model.fact import NOWHERE, Default, Source, Stated, Unknown
from roce_lint.values import replace

ON, OFF, DARK = Stated(True, NOWHERE), Stated(False, NOWHERE), Unknown("it is not shown", NOWHERE)


@pytest.fixture(scope="module")
def make_rule(rule_text, vocabulary):
    def build(**changes):
        id = changes.setdefault("id", "ecn-missing")
        return parse_rule(rule_text(**changes), f"rules/ecn/{id}.yaml", "ecn", vocabulary)

    return build


def verdict_of(rule, variables):
    return Judge(rule).answer(variables).verdict


EXPECTED = {
    ("yes", "yes"): Verdict.SATISFIED,
    ("yes", "no"): Verdict.VIOLATED,
    ("yes", "unknown"): Verdict.UNDETERMINED,
    ("no", "yes"): Verdict.NOT_APPLICABLE,
    ("no", "no"): Verdict.NOT_APPLICABLE,
    ("no", "unknown"): Verdict.NOT_APPLICABLE,
    ("unknown", "yes"): Verdict.SATISFIED,
    ("unknown", "no"): Verdict.UNDETERMINED,
    ("unknown", "unknown"): Verdict.UNDETERMINED,
}
FACTS = {"yes": ON, "no": OFF, "unknown": DARK}


@pytest.mark.parametrize(("when", "require"), EXPECTED, ids=[f"when {w}, require {r}" for w, r in EXPECTED])
def test_the_verdict_follows_from_when_and_require(when, require, make_rule, variables):
    found = variables(lossless=FACTS[when], ecn_enabled=FACTS[require])
    assert verdict_of(make_rule(), found) is EXPECTED[when, require]


def test_a_false_when_settles_it_even_after_an_unknown_one(make_rule, variables):
    rule = make_rule(when=("queue.drops", "queue.index == 9", "queue.lossless"))
    assert verdict_of(rule, variables()) is Verdict.NOT_APPLICABLE


def test_a_rule_without_when_concerns_everything(make_rule, variables):
    assert verdict_of(make_rule(when=()), variables()) is Verdict.VIOLATED


WHEN = ("queue.lossless", "queue.drops", "port.cable_m < 100", "queue.index in queue.priorities")


@given(
    st.permutations(WHEN),
    st.tuples(*[st.sampled_from([ON, OFF, DARK])] * 3),
    st.sampled_from([Stated(50, NOWHERE), Stated(500, NOWHERE), Unknown("no cabling file", NOWHERE)]),
)
def test_the_order_of_conditions_changes_nothing(make_rule, entity, order, flags, length):
    lossless, drops, ecn = flags
    one = entity(lossless=lossless, drops=drops, ecn_enabled=ecn, cable_m=length)
    (first,) = judge([make_rule(when=WHEN)], {"queue": [one]})
    (second,) = judge([make_rule(when=tuple(order))], {"queue": [one]})
    assert second.findings == first.findings
    assert second.coverage == first.coverage


def test_a_violation_tells_where_what_and_why(make_rule, entity):
    (judgement,) = judge([make_rule()], {"queue": [entity()]})
    (finding,) = judgement.findings
    assert (finding.severity, finding.verdict, finding.confidence) == (
        Severity.ERROR,
        Verdict.VIOLATED,
        Confidence.SHOULD,
    )
    assert finding.message == "priority 3, 4 is lossless but queue 3 does not mark ECN"
    assert finding.fix == "Mark ECN on queue 3."
    assert finding.places == (FindingPlace("leaf1.cfg", 6, 8, "leaf1", "Ethernet1/queue 3"),)
    assert finding.related == (
        Related("leaf1.cfg", 6, "queue.ecn_enabled is no: EOS marks nothing unless configured"),
        Related("leaf1.cfg", 5, "queue.lossless is yes"),
    )
    assert judgement.coverage == Coverage("ecn-missing", "ECN-001", 1, 0, 1, 0, 0, 0)


PLACES = {
    "the fact that is stated false": ({"ecn_enabled": Stated(False, Source("leaf1.cfg", 7, 7))}, "", 7),
    "the block that lacks the line": ({}, "", 6),
    "the fact that the rule names": ({}, "place: queue.lossless\n", 5),
    "the entity when no fact has a place": ({"ecn_enabled": OFF}, "", 2),
}


@pytest.mark.parametrize(("changes", "extra", "line"), PLACES.values(), ids=PLACES)
def test_a_finding_stands_at(changes, extra, line, make_rule, entity):
    (judgement,) = judge([make_rule(extra=extra)], {"queue": [entity(**changes)]})
    assert judgement.findings[0].place.line == line


def test_related_facts_that_a_rule_names_replace_those_of_when(make_rule, entity):
    rule = make_rule(extra="related: [queue.drops, port.speed_gbps]\n")
    (judgement,) = judge([rule], {"queue": [entity(ecn_enabled=Stated(False, Source("leaf1.cfg", 7, 7)))]})
    assert judgement.findings[0].related == (
        Related("leaf1.cfg", 6, "queue.drops is unknown: WRED is not shown"),
        Related("leaf1.cfg", 3, "port.speed_gbps is 400"),
    )


def test_what_is_undetermined_is_info_and_says_what_is_missing(make_rule, entity):
    (judgement,) = judge([make_rule(require="port.cable_m < 100 or queue.drops")], {"queue": [entity()]})
    (finding,) = judgement.findings
    assert (finding.severity, finding.verdict) == (Severity.INFO, Verdict.UNDETERMINED)
    assert finding.message == (
        "cannot tell whether port.cable_m < 100 or queue.drops: port.cable_m is unknown "
        "(no cabling file states the length); queue.drops is unknown (WRED is not shown)"
    )
    assert finding.place == FindingPlace("leaf1.cfg", 2, 2, "leaf1", "Ethernet1/queue 3")
    assert finding.related == (Related("leaf1.cfg", 6, "queue.drops is unknown: WRED is not shown"),)


def test_a_rule_that_may_not_apply_says_so(make_rule, entity):
    (judgement,) = judge([make_rule(when=("queue.drops",))], {"queue": [entity()]})
    assert judgement.findings[0].message == (
        "cannot tell whether this rule applies: queue.drops is unknown (WRED is not shown)"
    )


def test_what_must_be_known_keeps_its_severity(make_rule, entity):
    (judgement,) = judge([make_rule(require="queue.drops", must_know=True)], {"queue": [entity()]})
    assert judgement.findings[0].severity is Severity.ERROR


def test_equal_faults_are_one_finding_with_all_their_places_in_order(make_rule, entity):
    lines = {("leaf2", 1): 9, ("leaf1", 2): 30, ("leaf1", 1): 4}
    entities = [
        entity(
            device,
            f"Ethernet{number}/queue 3",
            ecn_enabled=Stated(False, Source(f"{device}.cfg", line, line)),
            name=f"Ethernet{number}",
        )
        for (device, number), line in lines.items()
    ]
    for order in itertools.permutations(entities):
        (judgement,) = judge([make_rule()], {"queue": order})
        (finding,) = judgement.findings
        assert finding.places == (
            FindingPlace("leaf1.cfg", 4, 4, "leaf1", "Ethernet1/queue 3"),
            FindingPlace("leaf1.cfg", 30, 30, "leaf1", "Ethernet2/queue 3"),
            FindingPlace("leaf2.cfg", 9, 9, "leaf2", "Ethernet1/queue 3"),
        )
        assert judgement.coverage.violated == 3


def test_a_default_and_a_statement_of_the_same_value_share_a_finding_but_keep_their_evidence(make_rule, entity):
    stated = entity(object="Ethernet2/queue 3", ecn_enabled=Stated(False, Source("leaf1.cfg", 20, 20)))
    (judgement,) = judge([make_rule()], {"queue": [entity(), stated]})
    (finding,) = judgement.findings
    assert [place.line for place in finding.places] == [6, 20]
    assert "queue.ecn_enabled is no: EOS marks nothing unless configured" in [one.message for one in finding.related]


def test_faults_with_different_words_are_different_findings(make_rule, entity):
    other = Default(frozenset({5}), Source("leaf1.cfg", 6, 8), "by convention")
    (judgement,) = judge([make_rule()], {"queue": [entity(), entity(object="Ethernet2/queue 5", priorities=other)]})
    assert [finding.message for finding in judgement.findings] == [
        "priority 3, 4 is lossless but queue 3 does not mark ECN",
        "priority 5 is lossless but queue 3 does not mark ECN",
    ]


def test_unknowns_with_different_reasons_are_different_findings(make_rule, entity):
    entities = [
        entity(object=f"Ethernet{number}/queue 3", drops=Unknown(reason, NOWHERE))
        for number, reason in enumerate(["it is not shown", "it is cut off", "it is not shown"])
    ]
    (judgement,) = judge([make_rule(require="queue.drops")], {"queue": entities})
    assert sorted((finding.message[-30:], len(finding.places)) for finding in judgement.findings) == sorted(
        [("eue.drops is unknown (it is cut off)"[-30:], 1), ("e.drops is unknown (it is not shown)"[-30:], 2)]
    )
    assert judgement.coverage.undetermined == 3


def test_the_remedy_is_in_the_words_of_the_device(make_rule, entity):
    rule = make_rule(fixes="fix_by_os:\n  eos: |\n    tx-queue {queue.index}\n      random-detect ecn\n")
    entities = [entity("leaf1"), entity("leaf2")]
    (judgement,) = judge([rule], {"queue": entities}, {"leaf1": "eos", "leaf2": "nxos"})
    assert {finding.place.device: finding.fix for finding in judgement.findings} == {
        "leaf1": "tx-queue 3\n  random-detect ecn",
        "leaf2": "Mark ECN on queue 3.",
    }


def test_every_entity_is_counted_once(make_rule, entity):
    entities = [
        *[entity(object=f"Ethernet{number}/queue 0", lossless=OFF) for number in range(5)],
        *[entity(object=f"Ethernet{number}/queue 1", ecn_enabled=ON) for number in range(3)],
        *[entity(object=f"Ethernet{number}/queue 2") for number in range(2)],
        entity(object="Ethernet1/queue 3", ecn_enabled=DARK),
    ]
    (judgement,) = judge([make_rule()], {"queue": entities})
    assert judgement.coverage == Coverage(
        "ecn-missing", "ECN-001", judged=6, satisfied=3, violated=2, undetermined=1, not_applicable=5, suppressed=0
    )


def test_a_scope_without_entities_is_judged_to_nothing(make_rule):
    (judgement,) = judge([make_rule()], {})
    assert (judgement.findings, judgement.coverage.judged) == ((), 0)


def test_the_fingerprint_ignores_lines_and_nothing_else(make_rule, entity):
    (here,) = judge([make_rule()], {"queue": [entity()]})
    (moved,) = judge(
        [make_rule()], {"queue": [entity(ecn_enabled=Default(False, Source("leaf1.cfg", 70, 80), "moved"))]}
    )
    (elsewhere,) = judge([make_rule()], {"queue": [entity(object="Ethernet2/queue 3")]})
    (renamed,) = judge([make_rule(id="ecn-absent")], {"queue": [entity()]})
    prints = [one.findings[0].fingerprint for one in (here, moved, elsewhere, renamed)]
    assert prints[0] == prints[1]
    assert len(set(prints)) == 3


def test_the_same_object_seen_twice_is_still_two_places(make_rule, entity):
    one = entity()
    two = replace(one, object="Ethernet2/queue 3")
    (judgement,) = judge([make_rule()], {"queue": [one, two]})
    assert [place.object for place in judgement.findings[0].places] == ["Ethernet1/queue 3", "Ethernet2/queue 3"]
