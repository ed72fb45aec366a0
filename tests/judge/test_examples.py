"""Examples of rules are run as tests; the pipeline here reads a toy format, one fact a line."""

from __future__ import annotations

import pytest

from roce_lint.errors import RuleError
from roce_lint.judge.examples import run_examples
from roce_lint.judge.finding import Inputs, ProfileInForce
from roce_lint.judge.rule_file import parse_rule
from roce_lint.model.fact import Default, Source, Stated, Unknown
from tests.judge.composed import compose_report

EXAMPLES = """\
examples:
  - vendor: eos
    verdict: violated
    lines: [{lines}]
    config: |
      queue 3
      {first}
      lossless yes
  - vendor: eos
    verdict: satisfied
    profile: pfc-only
    config: |
      queue 3
      lossless yes
      ecn yes
    files:
      leaf2.cfg: |
        queue 3
        ecn yes
        lossless yes
"""


@pytest.fixture
def rule(rule_text, vocabulary):
    def build(lines="2, 3", first="ecn no"):
        text = rule_text()
        text = text[: text.index("examples:")] + EXAMPLES.format(lines=lines, first=first)
        return parse_rule(text, "rules/ecn/ecn-missing.yaml", "ecn", vocabulary)

    return build


@pytest.fixture
def check(entity):
    """Read `lossless` and `ecn` lines; note the profile under which each example was run."""
    profiles = []

    def run(texts, *, os, profile, rules):
        profiles.append(profile)
        entities = []
        for path, text in texts.items():
            lines = {line.split()[0]: (number, line.split()[1]) for number, line in enumerate(text.splitlines(), 1)}

            def fact(word, absent, lines=lines, path=path):
                if word not in lines:
                    return absent
                number, value = lines[word]
                source = Source(path, number, number)
                return Unknown("written ?", source) if value == "?" else Stated(value == "yes", source)

            silent = Default(False, Source(path, 1, 3), "nothing marks by itself")
            entities.append(entity(path, lossless=fact("lossless", silent), ecn_enabled=fact("ecn", silent)))
        inputs = Inputs(tuple(texts), (), (), tuple(texts))
        in_force = ProfileInForce(profile, "", "given")
        return compose_report(rules, {"queue": entities}, unread=(), inputs=inputs, profile=in_force, version="")

    run.profiles = profiles
    return run


def failures(rule, check):
    return [str(failure) for failure in run_examples(rule, check)]


def test_examples_that_hold_have_no_failures(rule, check):
    assert failures(rule(), check) == []
    assert check.profiles == ["", "pfc-only"]


def test_a_line_may_be_named_by_its_text(rule, check):
    assert failures(rule(lines='"ecn no", 3'), check) == []
    with pytest.raises(RuleError, match="'ecn no': 2 lines of the example say so"):
        rule(lines='"ecn no"', first="ecn no\n      ecn no")


WRONG = {
    "another verdict": (
        {"first": "ecn yes"},
        ["rules/ecn/ecn-missing.yaml:14: the eos example is satisfied, not violated"],
    ),
    "undetermined": (
        {"first": "ecn ?"},
        [
            "rules/ecn/ecn-missing.yaml:14: the eos example is undetermined, not violated: "
            "cannot tell whether queue.ecn_enabled: queue.ecn_enabled is unknown (written ?)"
        ],
    ),
    "another place": (
        {"lines": "3, 2"},
        ["rules/ecn/ecn-missing.yaml:14: the eos example should point at lines 3, 2; it points at 2, 3"],
    ),
    "no such evidence": (
        {"lines": "2, 1"},
        ["rules/ecn/ecn-missing.yaml:14: the eos example should point at lines 2, 1; it points at 2, 3"],
    ),
    "another file": (
        {"lines": "leaf2.cfg:2"},
        ["rules/ecn/ecn-missing.yaml:14: the eos example should point at lines leaf2.cfg:2; it points at 2, 3"],
    ),
}


@pytest.mark.parametrize(("changes", "expected"), WRONG.values(), ids=WRONG)
def test_an_example_that_does_not_hold_says_what_happened(changes, expected, rule, check):
    assert failures(rule(**changes), check) == expected
