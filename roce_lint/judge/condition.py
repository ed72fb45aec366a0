"""A condition of a rule, once it is read and checked: `parse_condition` makes it, `evaluate` asks it."""

from __future__ import annotations

from roce_lint.judge.expression import Or, Truth
from roce_lint.judge.vocabulary import FactPath
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: the rule's text, its checked tree, and the facts that it reads (each once)."""

    text: str
    tree: Truth
    facts: tuple[FactPath, ...]

    @staticmethod
    def impossible() -> Condition:
        """Return the condition that is never true: an empty disjunction."""
        return Condition("", Or(()), ())
