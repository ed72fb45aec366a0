"""The verdict of one rule on one entity, whatever the order of its conditions."""

from __future__ import annotations

from roce_lint.judge.evaluate import Evaluate, IsHidden, Missing, Reason, compile_condition
from roce_lint.judge.rule import Rule, Verdict
from roce_lint.model.judged import Variables
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A verdict; `missing` says what was needed and not known, `require`'s own needs first, then by name.

    `may_not_apply`: the healthy state was decided, and only whether the rule concerns the entity was not.
    """

    verdict: Verdict
    missing: tuple[Reason, ...]
    may_not_apply: bool = False


_NOT_APPLICABLE = Evaluation(Verdict.NOT_APPLICABLE, ())
_SATISFIED = Evaluation(Verdict.SATISFIED, ())
_VIOLATED = Evaluation(Verdict.VIOLATED, ())


class Judge:
    """One rule; a condition is compiled when it is first asked, since the first one settles most questions.

    `is_hidden`: facts that are taken for unknown, because a fault keeps anyone from knowing them.
    """

    def __init__(self, rule: Rule, is_hidden: IsHidden | None = None) -> None:
        self.rule = rule
        self._is_hidden = is_hidden
        self._when: list[Evaluate] = []
        self._require: Evaluate | None = None

    def answer(self, variables: Variables) -> Evaluation:
        """Return the verdict on an entity.

        Some `when` false: the rule does not apply. `require` true: satisfied, even if a `when` is unknown. Every
        `when` true and `require` false: violated. Anything else cannot be decided.
        """
        unmet: list[Reason] = []
        for number, condition in enumerate(self.rule.when):
            if number == len(self._when):
                self._when.append(compile_condition(condition.tree, self._is_hidden))
            holds = self._when[number](variables)
            if holds is False:
                return _NOT_APPLICABLE
            if isinstance(holds, Missing):
                unmet.extend(holds.reasons)
        if self._require is None:
            self._require = compile_condition(self.rule.require.tree, self._is_hidden)
        healthy = self._require(variables)
        if healthy is True:
            return _SATISFIED
        if healthy is False and not unmet:
            return _VIOLATED
        needed = healthy.reasons if isinstance(healthy, Missing) else ()
        missing = (*sorted(set(needed)), *sorted(set(unmet) - set(needed)))
        return Evaluation(Verdict.UNDETERMINED, missing, may_not_apply=healthy is False)
