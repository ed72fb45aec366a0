"""The verdict of one rule on one entity, whatever the order of its conditions."""

from __future__ import annotations

from roce_lint.lint.evaluate import Evaluate, Missing, Reason, Variables, compile_condition
from roce_lint.lint.rule import Rule, Verdict
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict; `missing` says what was needed and not known, `require`'s own needs first, then by name.

    `may_not_apply`: the healthy state was told, and only whether the rule concerns the entity was not.
    """

    verdict: Verdict
    missing: tuple[Reason, ...]
    may_not_apply: bool = False


class Judge:
    """One rule, compiled."""

    def __init__(self, rule: Rule) -> None:
        """Compile the conditions of `rule`."""
        self.rule = rule
        self._when: tuple[Evaluate, ...] = tuple(compile_condition(condition.tree) for condition in rule.when)
        self._require = compile_condition(rule.require.tree)

    def answer(self, variables: Variables) -> Answer:
        """Return the verdict on an entity.

        Some `when` false: the rule does not apply. `require` true: satisfied, even if a `when` is unknown. Every
        `when` true and `require` false: violated. Anything else cannot be told.
        """
        unmet: list[Reason] = []
        for condition in self._when:
            holds = condition(variables)
            if holds is False:
                return Answer(Verdict.NOT_APPLICABLE, ())
            if isinstance(holds, Missing):
                unmet.extend(holds.reasons)
        healthy = self._require(variables)
        if healthy is True:
            return Answer(Verdict.SATISFIED, ())
        if healthy is False and not unmet:
            return Answer(Verdict.VIOLATED, ())
        needed = healthy.reasons if isinstance(healthy, Missing) else ()
        missing = (*sorted(set(needed)), *sorted(set(unmet) - set(needed)))
        return Answer(Verdict.UNDETERMINED, missing, may_not_apply=healthy is False)
