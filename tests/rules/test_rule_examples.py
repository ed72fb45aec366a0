"""Every example of every rule gets the verdict and the lines that it promises, through the whole pipeline."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.examples import run_examples
from roce_lint.judge.rule import Example, Rule
from roce_lint.values import replace
from tests.all_rules import all_rules

CASES = [(rule, example) for rule in all_rules() for example in rule.examples]


def test_there_are_examples_to_run() -> None:
    assert len({rule.id for rule, _ in CASES}) >= 40


@pytest.mark.parametrize(
    ("rule", "example"), CASES, ids=[f"{rule.id}-{example.vendor}-{example.verdict.value}" for rule, example in CASES]
)
def test_an_example_gets_its_verdict_and_its_lines(rule: Rule, example: Example) -> None:
    assert [str(failure) for failure in run_examples(replace(rule, examples=(example,)), check_texts)] == []


@pytest.mark.parametrize(
    ("rule", "example"), CASES, ids=[f"{rule.id}-{example.vendor}-{example.verdict.value}" for rule, example in CASES]
)
def test_every_line_of_an_example_is_understood(rule: Rule, example: Example) -> None:
    texts = {"example.cfg": example.config, **dict(example.files)}
    report = check_texts(texts, os=example.vendor, rules=())
    assert [(line.source.file, line.source.line, line.text) for line in report.unread] == []
