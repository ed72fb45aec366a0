"""Every rule at error level says what its fault costs, and what it says is what the simulation shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ci.docs.evidence import WORDS, evidence, examples_key, measured, pattern_of, simulated_rules
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.own_rules import own_rules
from roce_lint.judge.rule import NO_EVIDENCE, Rule, Severity
from roce_lint.report.evidence import MEASURED, evidence_lines
from tests.all_rules import all_rules

FILE = json.loads((rules_dir() / MEASURED).read_text(encoding="utf-8"))
SIMULATED = simulated_rules(all_rules())
OWN = frozenset(rule.id for rule in own_rules())


def test_every_rule_at_error_level_has_evidence() -> None:
    errors = [rule for rule in all_rules() if rule.severity is Severity.ERROR and rule.id not in OWN]
    assert [rule.id for rule in errors if rule.evidence == NO_EVIDENCE] == []
    assert {pattern_of(rule) for rule in SIMULATED} == set(WORDS)


def test_the_file_is_of_these_examples() -> None:
    assert {rule: one["examples"] for rule, one in FILE["rules"].items()} == {
        rule.id: examples_key(rule) for rule in SIMULATED
    }


def test_what_has_not_changed_is_not_simulated_again() -> None:
    assert evidence(FILE, all_rules()) == FILE


@pytest.mark.parametrize("rule", SIMULATED, ids=[rule.id for rule in SIMULATED])
def test_a_fault_shows_where_the_rule_says_so(rule: Rule) -> None:
    shown = [system for system, one in FILE["rules"][rule.id]["systems"].items() if one["difference"]]
    assert shown


@pytest.mark.long
@pytest.mark.parametrize("rule", SIMULATED, ids=[rule.id for rule in SIMULATED])
def test_a_simulation_shows_what_the_file_says(rule: Rule) -> None:
    assert measured(rule) == FILE["rules"][rule.id]


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        ("mtu-too-small-for-roce", ("Not a matter of traffic: the packets are dropped under any load.",)),
        ("policer-on-roce", ("Not simulated: policers are not modelled.",)),
        (
            "nic-priority-differs-from-switch",
            (
                "Simulated with the ports set as in the examples: 16 hosts send to one.",
                "RoCE packets dropped: 88.3 %; with the fix none (mlx5).",
            ),
        ),
        ("ecn-ramp-too-flat", ()),
    ],
)
def test_evidence_is_printed(rule: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    named = next(one for one in all_rules() if one.id == rule)
    assert evidence_lines(named, rules_dir()) == lines
    assert evidence_lines(named, tmp_path) == (lines if len(lines) == 1 else ())
