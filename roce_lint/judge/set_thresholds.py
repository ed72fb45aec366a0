"""Thresholds of rules as the settings of a site have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from roce_lint.errors import Problem, UsageError
from roce_lint.judge.condition import Condition
from roce_lint.judge.expression import And, Arithmetic, Compare, IsKnown, Literal, Not, Operand, Or, Read, Truth
from roce_lint.judge.rule import Rule
from roce_lint.judge.threshold import RuleThreshold, shown_number
from roce_lint.judge.wording import Wording
from roce_lint.settings.load import Settings
from roce_lint.suggest import did_you_mean
from roce_lint.values import replace


def set_thresholds(rules: Sequence[Rule], settings: Settings, *, some: bool = False) -> tuple[Rule, ...]:
    """Return the rules with the thresholds that the settings give, and their own where these give none.

    `some`: these are not all rules, so that the settings may name others.

    Raises UsageError, with every fault and its place, for a rule or a threshold that does not exist, and for a name
    that several rules share.
    """
    problems: list[Problem] = []
    wanted: dict[str, dict[str, int | float]] = {}
    for named, values in settings.thresholds:
        place = settings.place(f"thresholds.{named}") or settings.place("thresholds")
        found = [rule for rule in rules if named in (rule.id, rule.code)]
        if some and not found:
            continue
        if len(found) != 1:
            problems.append(Problem(place, 0, 0, _no_rule(named, found, rules)))
            continue
        own = {threshold.name for threshold in found[0].thresholds}
        for name, value in values:
            if name in own:
                wanted.setdefault(found[0].id, {})[name] = value
                continue
            hint = did_you_mean(name, own) if own else "; it has none"
            at = settings.place(f"thresholds.{named}.{name}") or place
            problems.append(Problem(at, 0, 0, f"{found[0].id} has no threshold {name!r}{hint}"))
    if problems:
        raise UsageError(*problems)
    return tuple(
        _with(rule, {one.name: one.default for one in rule.thresholds} | wanted.get(rule.id, {}))
        if rule.id in wanted or any(set_otherwise([rule]))
        else rule
        for rule in rules
    )


def set_otherwise(rules: Sequence[Rule]) -> Iterator[tuple[Rule, RuleThreshold]]:
    """Yield each threshold that is not the rule's own, with its rule."""
    for rule in rules:
        for threshold in rule.thresholds:
            if threshold.value != threshold.default:
                yield rule, threshold


def threshold_restrictions(rules: Sequence[Rule], settings: Settings) -> tuple[str, ...]:
    """Return in words which thresholds the settings have changed, all in one text; nothing where they changed none."""
    changed = [
        f"{rule.code} {rule.id} {one.name} = {shown_number(one.value)} instead of {shown_number(one.default)}"
        for rule, one in set_otherwise(rules)
    ]
    return (f"thresholds set by {settings.file}: {'; '.join(changed)}",) if changed else ()


def _no_rule(named: str, found: Sequence[Rule], rules: Sequence[Rule]) -> str:
    if found:
        return f"thresholds: {named} names {', '.join(rule.id for rule in found)}; name one of them"
    known = [name for rule in rules if rule.thresholds for name in (rule.id, rule.code)]
    return f"thresholds: no rule is called {named!r}{did_you_mean(named, known)}"


def _with(rule: Rule, values: Mapping[str, int | float]) -> Rule:
    def worded(wording: Wording) -> Wording:
        return replace(
            wording, parts=tuple(_set(one) if isinstance(one, RuleThreshold) else one for one in wording.parts)
        )

    def _set(threshold: RuleThreshold) -> RuleThreshold:
        return replace(threshold, value=values[threshold.name])

    return replace(
        rule,
        thresholds=tuple(map(_set, rule.thresholds)),
        when=tuple(_condition(condition, values) for condition in rule.when),
        require=_condition(rule.require, values),
        message=worded(rule.message),
        fix=worded(rule.fix),
        fix_by_os=tuple((os, worded(wording)) for os, wording in rule.fix_by_os),
    )


def _condition(condition: Condition, values: Mapping[str, int | float]) -> Condition:
    return replace(condition, tree=_truth(condition.tree, values))


def _truth(tree: Truth, values: Mapping[str, int | float]) -> Truth:
    match tree:
        case Read() | IsKnown():
            return tree
        case Compare(operator, left, right):
            return Compare(operator, _operand(left, values), _operand(right, values))
        case Not(operand):
            return Not(_truth(operand, values))
        case And(operands):
            return And(tuple(_truth(one, values) for one in operands))
        case Or(operands):
            return Or(tuple(_truth(one, values) for one in operands))


def _operand(node: Operand, values: Mapping[str, int | float]) -> Operand:
    match node:
        case Literal(_, threshold) if threshold in values:
            return Literal(values[threshold], threshold)
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, _operand(left, values), _operand(right, values))
        case _:
            return node
