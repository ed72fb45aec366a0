"""Which rules are in force: design profiles, and what a user selects or ignores."""

from __future__ import annotations

import pytest

from roce_lint.errors import RuleError, UsageError
from roce_lint.judge.profile_file import load_profiles, parse_profiles
from roce_lint.judge.profiles import find_profile, profile_rules
from roce_lint.judge.rule import Severity
from roce_lint.judge.rule_file import parse_rule
from roce_lint.judge.select import rules_of_one_device, select_rules
from tests.all_rules import all_rules

RULES = {
    "pfc-off": ("PFC-001", "pfc", "error"),
    "pfc-partial": ("PFC-002", "pfc", "error"),
    "ecn-missing": ("ECN-001", "ecn", "error"),
    "watchdog-off": ("WD-001", "watchdog", "warning"),
}


@pytest.fixture(scope="module")
def rules(rule_text, vocabulary):
    return tuple(
        parse_rule(rule_text(id=id, code=code, severity=severity), f"rules/{family}/{id}.yaml", family, vocabulary)
        for id, (code, family, severity) in RULES.items()
    )


SELECTIONS = {
    "all": ((), (), ["pfc-off", "pfc-partial", "ecn-missing", "watchdog-off"]),
    "id": (("ecn-missing",), (), ["ecn-missing"]),
    "code": (("PFC-002",), (), ["pfc-partial"]),
    "start of a code": (("PFC",), (), ["pfc-off", "pfc-partial"]),
    "family": (("watchdog",), (), ["watchdog-off"]),
    "several in one": (("ecn-missing, WD",), (), ["ecn-missing", "watchdog-off"]),
    "ignored": ((), ("PFC",), ["ecn-missing", "watchdog-off"]),
    "ignored wins": (("PFC",), ("PFC-001",), ["pfc-partial"]),
}


@pytest.mark.parametrize(("select", "ignore", "expected"), SELECTIONS.values(), ids=SELECTIONS)
def test_rules_are_selected_by(select, ignore, expected, rules):
    assert [rule.id for rule in select_rules(rules, select, ignore)] == expected


def test_every_unknown_name_is_refused_with_a_hint(rules):
    with pytest.raises(UsageError) as caught:
        select_rules(rules, ["ecn-mising"], ["PFC-009,quux"])
    assert [problem.message for problem in caught.value.problems] == [
        "no rule or family is called 'ecn-mising'; did you mean 'ecn-missing'?",
        "no rule or family is called 'PFC-009'; did you mean 'PFC-002'?",
        "no rule or family is called 'quux'; 'roce-lint rules' lists them",
    ]


@pytest.fixture(scope="module")
def shipped(root):
    return load_profiles(root / "rules" / "profiles.yaml")


def test_the_shipped_profiles_are_the_known_designs(shipped):
    assert {profile.code: profile.id for profile in shipped} == {
        "L0": "lossless",
        "L1": "lossy-roce",
        "L2": "lossy-trimming",
        "L3": "zero-touch",
        "L4": "pfc-only",
        "L5": "two-lossless",
        "L6": "adaptive-routing",
        "L7": "edge-pfc",
        "L8": "staged-rollout",
        "L9": "bounce-tagging",
        "L10": "dual-tor-shadow",
        "L11": "long-haul",
        "L12": "dual-plane",
        "L13": "l2-storage",
        "L14": "multipath",
        "L15": "spectrum-x",
        "NONE": "none",
    }
    assert all(profile.sources and profile.recognised_by and profile.still_required for profile in shipped)


IN_FORCE = {
    "lossless": {"pfc-off": "error", "pfc-partial": "error", "ecn-missing": "error", "watchdog-off": "warning"},
    "lossy-roce": {"ecn-missing": "error"},
    "zero-touch": {},
    "pfc-only": {"pfc-off": "error", "pfc-partial": "error", "watchdog-off": "error"},
    "staged-rollout": {
        "pfc-off": "error",
        "pfc-partial": "info",
        "ecn-missing": "error",
        "watchdog-off": "warning",
    },
}


@pytest.mark.parametrize(("name", "expected"), IN_FORCE.items(), ids=IN_FORCE)
def test_a_profile_switches_rules_off_and_changes_severities(name, expected, shipped, rules):
    in_force = profile_rules(find_profile(shipped, name), rules)
    assert {rule.id: rule.severity.value for rule in in_force} == expected


def test_a_profile_is_found_by_its_code_and_an_unknown_one_is_refused(shipped):
    assert find_profile(shipped, "L4").id == "pfc-only"
    with pytest.raises(UsageError, match="there is no design profile 'lossles'; did you mean 'lossless'"):
        find_profile(shipped, "lossles")


PROFILE = """\
profiles:
  - id: one
    code: L0
    name: One
    recognised_by: words
    off: [PFC-001]
    severity:
      WD-*: error
    still_required: [all]
    sources: [a book]
  - id: two
    code: L1
    name: Two
    recognised_by: words
    like: one
    off: [gone-rule]
    still_required: [all]
    sources: [a book]
"""


def test_a_profile_like_another_inherits_what_it_changes():
    _, two = parse_profiles(PROFILE, "profiles.yaml")
    assert two.off == ("PFC-001", "gone-rule")
    assert two.severity == (("WD-*", Severity.ERROR),)


BAD = {
    "unknown key": ("name: One", "nome: One", "4:5: a profile has no key 'nome'; did you mean 'name'?"),
    "unknown model": (
        "like: one",
        "like: oen",
        "15:11: no profile before this one is called 'oen'; did you mean 'one'?",
    ),
    "no selector": ("[PFC-001]", "[pfc_001]", "6:11: 'pfc_001' is no rule; write an id, a code, a family or DLK-*"),
    "severity": ("WD-*: error", "WD-*: fatal", "8:13: there is no severity 'fatal'; known are error, info, warning"),
    "twice": ("id: two", "id: one", "11:5: profile 'one' appears twice"),
}


@pytest.mark.parametrize(("old", "new", "expected"), BAD.values(), ids=BAD)
def test_a_fault_in_the_profiles_is_named_with_its_place(old, new, expected):
    with pytest.raises(RuleError) as caught:
        parse_profiles(PROFILE.replace(old, new), "profiles.yaml")
    assert f"profiles.yaml:{expected}" in [str(problem) for problem in caught.value.problems]


def test_rules_of_one_device_need_no_other_file() -> None:
    rules = all_rules()
    kept = {rule.scope for rule in rules_of_one_device(rules)}
    assert {"port", "queue", "device", "waiver"} <= kept
    assert kept & {"link", "link_marking", "link_priority", "cable", "nic", "outlier", "pause_cycle"} == set()
