"""Thresholds: what a rule declares, what settings change, and where that is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.errors import RuleError, UsageError
from roce_lint.judge.check import Given, build_fabric, lint
from roce_lint.judge.derive.vocabulary import VOCABULARY
from roce_lint.judge.rule import Rule
from roce_lint.judge.rule_file import parse_rule
from roce_lint.judge.set_thresholds import set_otherwise, set_thresholds, threshold_restrictions
from roce_lint.judge.vocabulary import Vocabulary
from roce_lint.read.read_documents import read_documents
from roce_lint.report.manual import explain
from roce_lint.settings.load import Settings, parse_settings
from roce_lint.text.document import Document

RULE = """\
id: watchdog-slower-than-site
code: SITE-001
severity: warning
confidence: should
for: port
thresholds:
  detection_ms: 300
  ports: 2.5
when:
  - device.is_switch
require: port.watchdog_detection_ms <= threshold.detection_ms
message: detected after {port.watchdog_detection_ms} ms, allowed are {threshold.detection_ms} ms
why: The site says so.
fix: Detect within {threshold.detection_ms} ms.
sources: [site]
"""
CONFIG = """\
hostname leaf-1
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
priority-flow-control pause watchdog default timeout 0.4
interface Ethernet1/1
   service-profile ROCE
"""


def parsed(text: str) -> Rule:
    return parse_rule(text, "site/watchdog-slower-than-site.yaml", "site", Vocabulary(VOCABULARY))


def settings(text: str) -> Settings:
    found = parse_settings(text, Path("roce-lint.toml"))
    assert found is not None
    return found


def messages(rules: tuple[Rule, ...], config: str) -> list[str]:
    fabric = build_fabric(read_documents([Document("leaf-1.cfg", config)], os="eos"), Given())
    return [finding.message for finding in lint(fabric, rules).findings if finding.code == "SITE-001"]


def test_a_threshold_holds_in_conditions_and_in_texts() -> None:
    rule = parsed(RULE)
    assert messages((rule,), CONFIG) == ["detected after 400 ms, allowed are 300 ms"]
    eased = set_thresholds([rule], settings("[thresholds.SITE-001]\ndetection_ms = 400\n"))
    assert messages(eased, CONFIG) == []
    stricter = set_thresholds(eased, settings("thresholds.watchdog-slower-than-site.detection_ms = 100\n"))
    assert messages(stricter, CONFIG) == ["detected after 400 ms, allowed are 100 ms"]
    assert set_thresholds(stricter, Settings()) == (rule,)


def test_what_differs_from_the_rule_is_listed() -> None:
    found = settings("[thresholds.SITE-001]\ndetection_ms = 400\nports = 2.5\n")
    rules = set_thresholds([parsed(RULE)], found)
    assert [(rule.id, one.name, one.value, one.default) for rule, one in set_otherwise(rules)] == [
        ("watchdog-slower-than-site", "detection_ms", 400, 300)
    ]
    assert threshold_restrictions(rules, found) == (
        "thresholds set by roce-lint.toml: SITE-001 watchdog-slower-than-site detection_ms = 400 instead of 300",
    )
    assert "    detection_ms = 400 (its own: 300)\n    ports = 2.5\n" in explain(rules[0])


def test_unknown_rules_and_thresholds_are_refused_together() -> None:
    text = "[thresholds.SITE-001]\ndetektion_ms = 4\n[thresholds.SITE-002]\nx = 1\n"
    with pytest.raises(UsageError) as refused:
        set_thresholds([parsed(RULE)], settings(text))
    assert [str(problem) for problem in refused.value.problems] == [
        "roce-lint.toml:2: watchdog-slower-than-site has no threshold 'detektion_ms'; did you mean 'detection_ms'?",
        "roce-lint.toml:3: thresholds: no rule is called 'SITE-002'; did you mean 'SITE-001'?",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("thresholds = 3\n", "1: thresholds is 3; it must hold a table for each rule: name = number"),
        ("thresholds.a-b = 3\n", "1: thresholds.a-b is 3; it must be a table: name = number"),
        ("thresholds.a-b.x = -1\n", "1: thresholds.a-b.x is -1; it must be a number from 0 to 1000000000000000"),
        ("thresholds.a-b.x = nan\n", "1: thresholds.a-b.x is nan; it must be a number from 0 to 1000000000000000"),
        ("thresholds.a-b.x = true\n", "1: thresholds.a-b.x is True; it must be a number from 0 to 1000000000000000"),
    ],
    ids=["no-table", "no-names", "negative", "nan", "flag"],
)
def test_what_is_no_number_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        settings(text)
    assert str(refused.value) == f"roce-lint.toml:{message}"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  ports: 2.5\n", "  Ports: 2.5\n", "8:3: 'Ports' is no name; write words_like_these, the unit last"),
        ("  ports: 2.5\n", "  ports: many\n", "8:10: ports is 'many'; it must be a number, 0 or more"),
        (
            "<= threshold.detection_ms",
            "<= threshold.detecton_ms",
            "11:40: this rule has no threshold 'detecton_ms'; did you mean 'detection_ms'?",
        ),
        (
            "<= threshold.detection_ms",
            "<= threshold.xyz",
            "11:40: this rule has no threshold 'xyz'; known are detection_ms, ports",
        ),
    ],
    ids=["name", "number", "unknown", "unlike"],
)
def test_a_rule_with_a_wrong_threshold_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(RuleError) as refused:
        parsed(RULE.replace(old, new))
    assert [str(problem) for problem in refused.value.problems] == [f"site/watchdog-slower-than-site.yaml:{message}"]


def test_units_of_thresholds_are_compared() -> None:
    text = RULE.replace("  ports: 2.5\n", "  ports_us: 2\n").replace(
        "<= threshold.detection_ms", "<= threshold.ports_us"
    )
    with pytest.raises(RuleError, match="'<=' mixes units: a number of ms and a number of us"):
        parsed(text)
