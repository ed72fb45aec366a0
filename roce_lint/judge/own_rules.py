"""All rules of the program's own."""

from __future__ import annotations

from roce_lint.judge.demand_rules import demand_rules
from roce_lint.judge.domain_rules import domain_rules
from roce_lint.judge.rule import Rule
from roce_lint.judge.unread import unread_rules
from roce_lint.judge.waiver_rules import waiver_rules


def own_rules() -> tuple[Rule, ...]:
    """Return the rules that are in no file."""
    return (*unread_rules(), *domain_rules(), *demand_rules(), *waiver_rules())
