"""Faults that make other findings meaningless."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.entity import EntityLocation, spot_of
from roce_lint.judge.finding import Related
from roce_lint.judge.judge import judge
from roce_lint.judge.rule_file import parse_rule
from roce_lint.judge.unread import UNREAD_SCOPE, unread_entities, unread_rules
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from tests.all_rules import all_rules

SPOTS = {
    "device": ("", EntityLocation((("leaf1", ""),), "", "")),
    "port": ("Ethernet1", EntityLocation((("leaf1", "Ethernet1"),), "", "")),
    "port with a slash": ("Ethernet1/1", EntityLocation((("leaf1", "Ethernet1/1"),), "", "")),
    "queue": ("ethernet-1/1/queue 3", EntityLocation((("leaf1", "ethernet-1/1"),), "queue", "3")),
    "marking": ("Ethernet1/1/DSCP 26", EntityLocation((("leaf1", "Ethernet1/1"),), "DSCP", "26")),
    "cable": (
        "Ethernet1/1 - leaf2 Ethernet7",
        EntityLocation((("leaf1", "Ethernet1/1"), ("leaf2", "Ethernet7")), "", ""),
    ),
}


@pytest.mark.parametrize(("name", "expected"), SPOTS.values(), ids=SPOTS)
def test_the_name_of_an_object_tells_where_it_is(name, expected):
    assert spot_of("leaf1", name) == expected


TOUCHES = {
    "same port": ("Ethernet1", "Ethernet1", True),
    "other port": ("Ethernet1", "Ethernet10", False),
    "port and its queue": ("Ethernet1", "Ethernet1/queue 3", True),
    "marking and a queue of its port": ("Ethernet1/DSCP 26", "Ethernet1/queue 3", True),
    "same priority": ("Ethernet1/priority 3", "Ethernet1/priority 3", True),
    "other priority": ("Ethernet1/priority 3", "Ethernet1/priority 4", False),
    "device and its port": ("", "Ethernet1", True),
    "port and its device": ("Ethernet1", "", False),
    "near end of a cable": ("Ethernet1", "Ethernet1 - leaf2 Ethernet7", True),
    "cable and a queue behind it": ("Ethernet1 - leaf2 Ethernet7", "Ethernet1/queue 3", True),
}


@pytest.mark.parametrize(("fault", "other", "expected"), TOUCHES.values(), ids=TOUCHES)
def test_a_fault_touches(fault, other, expected):
    assert spot_of("leaf1", fault).touches(spot_of("leaf1", other)) is expected


def test_a_cable_touches_its_far_end():
    assert spot_of("leaf1", "Ethernet1 - leaf2 Ethernet7").touches(spot_of("leaf2", "Ethernet7/queue 3"))
    assert not spot_of("leaf1", "Ethernet1 - leaf2 Ethernet7").touches(spot_of("leaf2", "Ethernet1"))


@pytest.fixture
def rules(rule_text, vocabulary):
    """Three rules on queues: wrong-class suppresses ecn-missing, which suppresses ramp-missing."""

    def build(first_severity: str = "error"):
        texts = {
            "wrong-class": rule_text(
                id="wrong-class",
                code="CLS-001",
                severity=first_severity,
                require="queue.profile == 'roce'",
                message="queue {queue.index} takes the wrong class",
            ),
            "ecn-missing": rule_text(extra="suppressed_by: [wrong-class]\n"),
            "ramp-missing": rule_text(
                id="ramp-missing",
                code="ECN-002",
                require="queue.ramp_bytes > 9000000",
                message="queue {queue.index} has no ramp",
                extra="suppressed_by: [ecn-missing]\n",
            ),
        }
        return [parse_rule(text, f"rules/x/{id}.yaml", "x", vocabulary) for id, text in texts.items()]

    return build


@pytest.fixture
def wrong(variables):
    queue = variables()["queue"]
    return type(queue.profile)("storage", queue.profile.source)


def said(judgements):
    return {
        judgement.rule.id: [(finding.message, len(finding.places)) for finding in judgement.findings]
        for judgement in judgements
    }


def test_a_finding_that_rests_on_another_fault_becomes_a_note_on_it(rules, entity, wrong):
    entities = [entity(object="Ethernet1/queue 3", profile=wrong), entity(object="Ethernet2/queue 3")]
    judgements = judge(rules(), {"queue": entities})
    assert said(judgements) == {
        "ecn-missing": [("priority 3, 4 is lossless but queue 3 does not mark ECN", 1)],
        "ramp-missing": [],
        "wrong-class": [("queue 3 takes the wrong class", 1)],
    }
    ecn, ramp, cls = judgements
    assert ecn.findings[0].place.object == "Ethernet2/queue 3"
    assert (ecn.coverage.violated, ecn.coverage.suppressed) == (2, 1)
    assert (ramp.coverage.violated, ramp.coverage.suppressed) == (2, 2)
    assert [one.message for one in cls.findings[0].related if "caused by" in one.message] == [
        "caused by this finding: ECN-001 ecn-missing: priority 3, 4 is lossless but queue 3 does not mark ECN",
        "caused by this finding: ECN-002 ramp-missing: queue 3 has no ramp",
    ]


def test_notes_count_the_places_that_they_stand_for(rules, entity, wrong):
    entities = [entity(object=f"Ethernet{number}/queue 3", profile=wrong) for number in range(4)]
    _, _, cls = judge(rules(), {"queue": entities})
    (finding,) = cls.findings
    assert len(finding.places) == 4
    assert (
        Related("leaf1.cfg", 7, "caused by this finding: ECN-002 ramp-missing: queue 3 has no ramp (4 places)")
        in finding.related
    )


def test_an_error_never_hides_behind_a_warning(rules, entity, wrong):
    judgements = judge(rules("warning"), {"queue": [entity(profile=wrong)]})
    assert said(judgements) == {
        "ecn-missing": [("priority 3, 4 is lossless but queue 3 does not mark ECN", 1)],
        "ramp-missing": [],
        "wrong-class": [("queue 3 takes the wrong class", 1)],
    }


def test_a_rule_that_is_not_in_force_suppresses_nothing(rules, entity, wrong):
    _, ecn, ramp = rules()
    judgements = judge([ecn, ramp], {"queue": [entity(profile=wrong)]})
    assert said(judgements)["ecn-missing"] == [("priority 3, 4 is lossless but queue 3 does not mark ECN", 1)]


def test_the_order_of_rules_and_entities_changes_nothing(rules, entity, wrong):
    entities = [entity(object="Ethernet1/queue 3", profile=wrong), entity(object="Ethernet2/queue 3")]
    assert judge(rules(), {"queue": entities}) == judge(rules()[::-1], {"queue": entities[::-1]})


def test_a_doubt_about_a_line_that_nobody_understood_rests_on_the_fault_of_that_line(
    rules, rule_text, vocabulary, entity
):
    # The doubt is judged before the unread line, which turns out to rest on the fault itself.
    drops = rule_text(
        id="drops-early", code="BUF-001", when="", require="not queue.drops", message="queue {queue.index} drops"
    )
    doubt = parse_rule(drops, "rules/x/drops-early.yaml", "x", vocabulary)
    fault = rules()[1]
    unread = unread_entities([UnreadLine("leaf1", Source("leaf1.cfg", 6, 6), "pfc magic", "unknown keyword")])
    judgements = judge(
        [doubt, fault, *unread_rules()], {"queue": [entity(object="Ethernet1/queue 3")], UNREAD_SCOPE: unread}
    )
    assert {name: len(findings) for name, findings in said(judgements).items()} == {
        "config-line-not-understood": 0,
        "drops-early": 0,
        "ecn-missing": 1,
        "qos-line-not-understood": 0,
    }


MEMBERS = """hostname leaf1
qos map dscp 26 to traffic-class 3
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   tx-queue 3
      random-detect ecn minimum-threshold 400 kbytes maximum-threshold 1600 kbytes max-mark-probability 20
qos profile OTHER
   qos trust dscp
   {pause}
   tx-queue 3
      random-detect ecn minimum-threshold {kmin} kbytes maximum-threshold 1600 kbytes max-mark-probability 20
interface Port-Channel7
   mtu 9214
   no switchport
   ip address 10.0.0.0/31
"""


@pytest.mark.parametrize(
    ("pause", "kmin", "found"),
    [
        ("priority-flow-control off", 400, {"pfc-missing-on-roce-port"}),
        ("priority-flow-control off", 1200, {"pfc-missing-on-roce-port", "bundle-members-differ"}),
        ("priority-flow-control on\n   priority-flow-control priority 3 no-drop", 1200, {"bundle-members-differ"}),
    ],
    ids=["the only difference is a fault of its own", "another difference beside it", "another difference"],
)
def test_a_fault_of_a_member_hides_only_the_difference_that_it_makes(pause: str, kmin: int, found: set[str]) -> None:
    text = MEMBERS.format(pause=pause, kmin=kmin)
    for number, profile in ((1, "ROCE"), (2, "OTHER"), (3, "ROCE")):
        text += (
            f"interface Ethernet{number}/1\n   mtu 9214\n   channel-group 7 mode active\n   service-profile {profile}\n"
        )
    rules = [rule for rule in all_rules(examples=False) if rule.id in BUNDLE_RULES]
    assert {finding.rule for finding in check_texts({"leaf1.cfg": text}, rules=rules).findings} == found


BUNDLE_RULES = ("bundle-members-differ", "pfc-missing-on-roce-port")
