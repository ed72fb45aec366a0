"""Which values of a condition can be compared with which: kinds, Enum values and units."""

from __future__ import annotations

import ast

from roce_lint.judge.expression import Arithmetic, ComparisonOperator, Literal, Operand, Read
from roce_lint.judge.kind import AnyText, Boolean, Choice, Number, ScalarSet
from roce_lint.judge.operand import Typed, fault
from roce_lint.suggest import did_you_mean


def check_comparable(node: ast.Compare, operator: ComparisonOperator, left: Typed, right: Typed) -> None:
    """Refuse a comparison that could never mean anything."""
    if left.is_literal and right.is_literal:
        raise fault(node.col_offset, "this compares two literals; a condition is about facts")
    if operator in (ComparisonOperator.IN, ComparisonOperator.NOT_IN):
        if not isinstance(right.kind, ScalarSet):
            raise fault(node.col_offset, f"'{operator.value}' needs a set on its right, not {right.kind}")
        if not isinstance(left.kind, Number | Boolean | AnyText | Choice):
            raise fault(node.col_offset, f"'{operator.value}' needs a single value on its left, not {left.kind}")
        if right.node != Literal(frozenset()):
            _check_scalars(node, operator, left, _element(right))
        return
    if isinstance(left.kind, ScalarSet) and isinstance(right.kind, ScalarSet):
        if Literal(frozenset()) not in (left.node, right.node):
            _check_scalars(node, ComparisonOperator.EQUAL, _element(left), _element(right))
        return
    _check_scalars(node, operator, left, right)


def _element(collection: Typed) -> Typed:
    """Return a collection's elements as one operand, for checking."""
    kind = collection.kind
    return Typed(collection.node, kind.element if isinstance(kind, ScalarSet) else kind)


def _check_scalars(node: ast.Compare, operator: ComparisonOperator, left: Typed, right: Typed) -> None:
    """Refuse to compare values of different kinds or units, and to order what has no order."""
    match left.kind, right.kind:
        case Number(), Number():
            check_units(node, f"'{operator.value}'", left, right)
            return
        case (Choice() as choice, AnyText()) if right.is_literal:
            _check_choice(node, choice, right)
        case (AnyText(), Choice() as choice) if left.is_literal:
            _check_choice(node, choice, left)
        case one, other if one != other or isinstance(one, ScalarSet):
            raise fault(node.col_offset, f"'{operator.value}' cannot compare {left.kind} with {right.kind}")
    if operator not in (
        ComparisonOperator.EQUAL,
        ComparisonOperator.NOT_EQUAL,
        ComparisonOperator.IN,
        ComparisonOperator.NOT_IN,
    ):
        raise fault(node.col_offset, f"'{operator.value}' needs numbers or sets, not {left.kind}")


def _check_choice(node: ast.Compare, choice: Choice, literal: Typed) -> None:
    """Refuse a text that the Enum does not have."""
    value = literal.node.value if isinstance(literal.node, Literal) else ""
    for text in sorted(str(each) for each in value) if isinstance(value, frozenset) else [str(value)]:
        if text not in choice.values:
            hint = did_you_mean(text, choice.values)
            raise fault(node.col_offset, f"{choice.type_name} has no value {text!r}{hint}")


def check_units(node: ast.expr, operator: str, left: Typed, right: Typed) -> None:
    """Refuse two numbers of different units; a bare literal, or a sum of them, takes the other's unit."""
    one, other = left.kind, right.kind
    if not isinstance(one, Number) or not isinstance(other, Number) or one.unit == other.unit:
        return
    if (not one.unit and _is_constant(left.node)) or (not other.unit and _is_constant(right.node)):
        return
    raise fault(node.col_offset, f"{operator} mixes units: {one} and {other}; convert in a derived fact")


def _is_constant(node: Operand) -> bool:
    """Return whether an operand reads no fact."""
    match node:
        case Literal():
            return True
        case Arithmetic(_, left, right):
            return _is_constant(left) and _is_constant(right)
        case Read():
            return False
