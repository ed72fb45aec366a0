"""Operands of a condition with their kinds: facts, literals and sets of literals."""

from __future__ import annotations

import ast

from roce_lint.errors import Problem, RuleError
from roce_lint.judge.expression import Literal, Operand
from roce_lint.judge.kind import AnyText, FactKind, Number, Scalar, ScalarSet
from roce_lint.values import dataclass

MAXIMUM_NUMBER = 10**15
"""No fact of a fabric comes near; larger literals only cost time."""
ALLOWED = (
    "allowed are facts, literals, 'and or not', comparisons, 'in', 'matches', known(fact), '+ - *' and parentheses"
)


@dataclass(frozen=True, slots=True)
class Typed:
    """An operand with its kind; a literal number takes the unit of what it is compared with."""

    node: Operand
    kind: FactKind

    @property
    def is_literal(self) -> bool:
        """Return whether the rule itself states the value."""
        return isinstance(self.node, Literal)


def fault(offset: int, message: str) -> RuleError:
    """Return an error at the character `offset` (from 0) of the condition."""
    return RuleError(Problem("", 0, offset + 1, message))


def literal(node: ast.Constant) -> Typed:
    """Return a number or a text."""
    value = node.value
    if isinstance(value, bool) or value is None:
        raise fault(node.col_offset, f"{value} is no value to compare with; write the fact alone, or 'not' before it")
    if isinstance(value, (int, float)):
        if abs(value) > MAXIMUM_NUMBER:
            raise fault(node.col_offset, f"numbers reach to {MAXIMUM_NUMBER}; this one is larger")
        return Typed(Literal(value), Number(""))
    if isinstance(value, str):
        return Typed(Literal(value), AnyText())
    raise fault(node.col_offset, f"{type(value).__name__} values are not allowed in a condition; {ALLOWED}")


def negated(node: ast.Constant) -> Typed:
    """Return a negative number."""
    typed = literal(node)
    if isinstance(typed.node, Literal) and isinstance(typed.node.value, (int, float)):
        return Typed(Literal(-typed.node.value), typed.kind)
    raise fault(node.col_offset, f"'-' needs a number, not {typed.kind}")


def literal_collection(node: ast.expr, elements: list[ast.expr]) -> Typed:
    """Return a set of literals, all numbers or all texts; `()` is the empty set."""
    values: list[int | float | str] = []
    kinds: set[Scalar] = set()
    for element in elements:
        match element:
            case ast.Constant():
                typed = literal(element)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() as constant):
                typed = negated(constant)
            case _:
                raise fault(element.col_offset, "a set holds literals only: numbers or texts")
        if isinstance(typed.node, Literal) and isinstance(typed.node.value, (int, float, str)):
            values.append(typed.node.value)
        if isinstance(typed.kind, Number | AnyText):
            kinds.add(typed.kind)
    if len(kinds) > 1:
        raise fault(node.col_offset, "a set holds numbers or texts, not both")
    return Typed(Literal(frozenset(values)), ScalarSet(kinds.pop() if kinds else AnyText()))
