"""The built-in rules, which a process of the tests parses once."""

from __future__ import annotations

from functools import cache

from roce_lint.judge.check import load_all_rules
from roce_lint.judge.rule import Rule


@cache
def all_rules(*, examples: bool = True) -> tuple[Rule, ...]:
    """Return what `load_all_rules` returns."""
    return load_all_rules(examples=examples)
