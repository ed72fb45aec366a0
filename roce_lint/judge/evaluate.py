"""Checked conditions as functions with three answers: true, false, or what is missing (Kleene's strong logic)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import Enum
from fnmatch import fnmatchcase
from itertools import accumulate
from typing import TypeAlias

from roce_lint.judge.expression import (
    And,
    Arithmetic,
    Compare,
    ComparisonOperator,
    IsKnown,
    Literal,
    Not,
    Operand,
    Or,
    Read,
    Sum,
    Truth,
    facts_in,
)
from roce_lint.judge.kind import AnyText, Boolean, Choice, Number, ScalarSet
from roce_lint.judge.vocabulary import FactPath
from roce_lint.model.fact import NOWHERE, Source, Unknown
from roce_lint.model.judged import Variables
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """One fact that was needed and is not known."""

    name: str
    because: str
    source: Source


@dataclass(frozen=True, slots=True)
class Missing:
    """The answer "cannot tell", with every unknown fact that stood in the way."""

    reasons: tuple[Reason, ...]


Evaluate: TypeAlias = Callable[[Variables], bool | Missing]
_Read: TypeAlias = Callable[[Variables], object]

_COMPARE: dict[ComparisonOperator, Callable[..., bool]] = {
    ComparisonOperator.EQUAL: operator.eq,
    ComparisonOperator.NOT_EQUAL: operator.ne,
    ComparisonOperator.LESS: operator.lt,
    ComparisonOperator.LESS_OR_EQUAL: operator.le,
    ComparisonOperator.GREATER: operator.gt,
    ComparisonOperator.GREATER_OR_EQUAL: operator.ge,
    ComparisonOperator.IN: lambda element, collection: element in collection,
    ComparisonOperator.NOT_IN: lambda element, collection: element not in collection,
    ComparisonOperator.MATCHES: fnmatchcase,
}
_PLAIN_KINDS = frozenset({Boolean, Number, AnyText})
_COMBINE: dict[Sum, Callable[..., object]] = {
    Sum.PLUS: operator.add,
    Sum.MINUS: operator.sub,
    Sum.TIMES: operator.mul,
}


IsHidden: TypeAlias = Callable[[str], object]
"""Says of the name of a fact whether a fault keeps anyone from knowing it."""


def compile_condition(tree: Truth, is_hidden: IsHidden | None = None) -> Evaluate:
    """Return the tree as a function of the variables; build it once, call it often.

    A conjunction is false when any part is false, a disjunction true when any part is true, whatever else is
    unknown; a comparison with an unknown side is unknown, and so is a fact that is hidden.
    """
    match tree:
        case Read(path) | IsKnown(path) if is_hidden is not None and is_hidden(path.name):
            return lambda variables: _HIDDEN
        case Compare() if is_hidden is not None and any(is_hidden(path.name) for path in facts_in(tree)):
            return lambda variables: _HIDDEN
        case Read(path):
            return _truth(compile_fact(path))
        case IsKnown(path):
            return _is_known(compile_fact(path))
        case Compare():
            return _compare(tree)
        case Not(operand):
            return _negation(compile_condition(operand, is_hidden))
        case And(operands):
            return _junction([compile_condition(operand, is_hidden) for operand in operands], decisive=False)
        case Or(operands):
            return _junction([compile_condition(operand, is_hidden) for operand in operands], decisive=True)


_HIDDEN = Missing((Reason("", "a fault hides it", NOWHERE),))


def compile_fact(path: FactPath) -> _Read:
    """Return a function that gives the fact's value, or Missing where an Unknown stands on the way.

    Enum members come as their string values, collections as frozensets.
    """
    normalise = _normaliser(path)
    if path.entry:
        return _entry(path)
    if len(path.steps) == 1 and not path.variable_is_fact and normalise is None:
        return _single_hop(path)
    names = list(accumulate((path.variable, *(step.attribute for step in path.steps)), "{}.{}".format))[1:]
    steps = [
        (operator.attrgetter(step.read_from), step.is_fact, name) for step, name in zip(path.steps, names, strict=True)
    ]
    variable, variable_is_fact = path.variable, path.variable_is_fact

    def read(variables: Variables) -> object:
        value = variables[variable]
        if variable_is_fact:
            if value.__class__ is Unknown:
                return _missing(variable, value)
            value = value.value  # type: ignore[attr-defined]  # a Fact by the vocabulary
        for get, is_fact, reached in steps:
            value = get(value)
            if is_fact:
                if value.__class__ is Unknown:
                    return _missing(reached, value)
                value = value.value
        return value if normalise is None else normalise(value)

    return read


def _entry(path: FactPath) -> _Read:
    """Return whether a line matches the pattern that the path names."""
    variable, name, entry = path.variable, path.name, path.entry
    get = operator.attrgetter(path.steps[0].read_from)

    def read(variables: Variables) -> object:
        fact = get(variables[variable]).matching(entry)
        return _missing(name, fact) if fact.__class__ is Unknown else fact.value

    return read


def _single_hop(path: FactPath) -> _Read:
    """Return the quick form of `variable.fact`, which most conditions are made of."""
    variable, name = path.variable, path.name
    get = operator.attrgetter(path.steps[0].read_from)
    if not path.steps[0].is_fact:
        return lambda variables: get(variables[variable])

    def read(variables: Variables) -> object:
        fact = get(variables[variable])
        return _missing(name, fact) if fact.__class__ is Unknown else fact.value

    return read


def _missing(name: str, fact: object) -> Missing:
    """Return the answer for the unknown `fact`."""
    if not isinstance(fact, Unknown):
        raise TypeError(f"{name} is not a fact")
    return Missing((Reason(name, fact.because, fact.source),))


def _normaliser(path: FactPath) -> Callable[[object], object] | None:
    """Return what turns a stored value into a comparable one, or None where they are the same."""
    if path.kind.__class__ in _PLAIN_KINDS:
        # Nearly all are: to try the patterns takes ten times as long.
        return None
    match path.kind:
        case Choice():
            return _enum_value
        case ScalarSet(element=Choice()):
            return lambda values: frozenset(_enum_value(value) for value in values)  # type: ignore[attr-defined]  # a collection by the vocabulary
        case ScalarSet():
            return lambda values: frozenset(values)  # type: ignore[call-overload]  # a collection by the vocabulary
        case _:
            return None


def _enum_value(member: object) -> object:
    """Return the string that a rule compares an Enum member by."""
    return member.value if isinstance(member, Enum) else member


def _truth(read: _Read) -> Evaluate:
    """Return a yes-or-no fact as a truth."""

    def evaluate(variables: Variables) -> bool | Missing:
        value = read(variables)
        return value if value.__class__ is Missing else value is True

    return evaluate


def _is_known(read: _Read) -> Evaluate:
    """Return whether a fact has a value."""
    return lambda variables: read(variables).__class__ is not Missing


def _operand(node: Operand) -> _Read:
    """Return an operand as a function of the variables."""
    match node:
        case Read(path):
            return compile_fact(path)
        case Literal(value):
            return lambda variables: value
        case Arithmetic(sign, left, right):
            return _combined(_COMBINE[sign], _operand(left), _operand(right))


def _combined(combine: Callable[..., object], left: _Read, right: _Read) -> _Read:
    """Return `combine(left, right)`, or what is missing on either side."""

    def read(variables: Variables) -> object:
        one, other = left(variables), right(variables)
        if one.__class__ is Missing or other.__class__ is Missing:
            return _both(one, other)
        return combine(one, other)

    return read


def _both(one: object, other: object) -> Missing:
    """Return everything that is missing on two sides."""
    reasons = tuple(reason for side in (one, other) if isinstance(side, Missing) for reason in side.reasons)
    return Missing(tuple(dict.fromkeys(reasons)))


def _compare(tree: Compare) -> Evaluate:
    """Return a comparison; against a literal the right side is not evaluated again."""
    holds = _COMPARE[tree.operator]
    left = _operand(tree.left)
    if isinstance(tree.right, Literal):
        constant = tree.right.value

        def with_literal(variables: Variables) -> bool | Missing:
            value = left(variables)
            return value if value.__class__ is Missing else holds(value, constant)

        return with_literal
    right = _operand(tree.right)

    def with_both(variables: Variables) -> bool | Missing:
        one, other = left(variables), right(variables)
        if one.__class__ is Missing or other.__class__ is Missing:
            return _both(one, other)
        return holds(one, other)

    return with_both


def _negation(inner: Evaluate) -> Evaluate:
    """Return the opposite; the opposite of unknown is unknown."""

    def evaluate(variables: Variables) -> bool | Missing:
        answer = inner(variables)
        return answer if isinstance(answer, Missing) else not answer

    return evaluate


def _junction(parts: list[Evaluate], decisive: bool) -> Evaluate:
    """Return `and` (`decisive` false) or `or` (true): one decisive part settles it, else one unknown leaves it open."""

    def evaluate(variables: Variables) -> bool | Missing:
        missing: list[Reason] = []
        for part in parts:
            answer = part(variables)
            if answer is decisive:
                return decisive
            if isinstance(answer, Missing):
                missing.extend(answer.reasons)
        return Missing(tuple(dict.fromkeys(missing))) if missing else not decisive

    return evaluate
