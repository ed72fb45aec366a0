"""Conditions as rules write them: a closed subset of Python's expressions, checked against the vocabulary.

Allowed are dotted facts, thresholds of the rule, numbers, texts, sets and tuples of literals, `and or not`,
comparisons, `in`, `matches` with a pattern, `known(fact)`, `+ - *` on numbers, and parentheses. The text is parsed and
never executed: it becomes the tree of `expression.py`.

Which values of a condition can be compared with which: kinds, Enum values and units.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence

from roce_lint.judge.condition import Condition
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
from roce_lint.judge.kind import AnyText, Boolean, Choice, Number, PatternLines, ScalarSet, unit_of
from roce_lint.judge.operand import ALLOWED, Typed, fault, literal, literal_collection, negated
from roce_lint.judge.threshold import THRESHOLD, RuleThreshold
from roce_lint.judge.vocabulary import UnknownName, Vocabulary
from roce_lint.suggest import did_you_mean
from roce_lint.values import replace


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


MAXIMUM_CHARACTERS = 1000
MAXIMUM_NODES = 200
MAXIMUM_DEPTH = 30
"""Ceilings far above what a readable rule needs; they keep a hostile one from costing time or memory."""

_COMPARISONS: dict[type[ast.cmpop], ComparisonOperator] = {
    ast.Eq: ComparisonOperator.EQUAL,
    ast.NotEq: ComparisonOperator.NOT_EQUAL,
    ast.Lt: ComparisonOperator.LESS,
    ast.LtE: ComparisonOperator.LESS_OR_EQUAL,
    ast.Gt: ComparisonOperator.GREATER,
    ast.GtE: ComparisonOperator.GREATER_OR_EQUAL,
    ast.In: ComparisonOperator.IN,
    ast.NotIn: ComparisonOperator.NOT_IN,
}
_SUMS: dict[type[ast.operator], Sum] = {ast.Add: Sum.PLUS, ast.Sub: Sum.MINUS, ast.Mult: Sum.TIMES}
_REFUSED: dict[type[ast.AST], str] = {
    ast.Call: "a call",
    ast.Lambda: "a lambda",
    ast.Subscript: "an index",
    ast.IfExp: "an if-else",
    ast.JoinedStr: "an f-string",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.NamedExpr: "an assignment",
    ast.List: "a list (write a set: {1, 2})",
    ast.Dict: "a dict (the empty set is written ())",
    ast.Await: "an await",
    ast.Yield: "a yield",
    ast.YieldFrom: "a yield",
    ast.Starred: "a star",
}


def parse_condition(
    text: str, scope: str, vocabulary: Vocabulary, thresholds: Sequence[RuleThreshold] = ()
) -> Condition:
    """Return the checked condition that `text` states about the variables of `scope`; `thresholds` are the rule's.

    Raises RuleError for anything outside the subset, for unknown names, for values that cannot be compared and for
    units that differ; the problem's column counts from 1 in `text`, its path and line are left to the caller.
    """
    if len(text) > MAXIMUM_CHARACTERS:
        raise fault(0, f"a condition has at most {MAXIMUM_CHARACTERS} characters, this one {len(text)}; split it")
    if not text.isascii():
        raise fault(0, "a condition is written in ASCII")
    source = _MATCHES.sub(_as_operator, " ".join(text.splitlines()))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(source, mode="eval").body
    except SyntaxError as error:
        raise fault(max((error.offset or 1) - 1, 0), f"this is no condition: {error.msg}; {ALLOWED}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise fault(0, f"this is no condition: {error}; {ALLOWED}") from error
    _check_size(body)
    tree = _Checker(scope, vocabulary, thresholds).truth(body)
    facts = tuple(dict.fromkeys(facts_in(tree)))
    return Condition(text, tree, facts)


_MATCHES = re.compile(r"""("[^"]*"|'[^']*')|\bmatches\b|@""")


def _as_operator(found: re.Match[str]) -> str:
    """Return `matches` as an operator that Python knows, as wide as the word; texts in quotes stay."""
    if found[0] == "@":
        raise fault(found.start(), f"'@' is not allowed in a condition; {ALLOWED}")
    return found[1] or f"{'@':<{len(found[0])}}"


def _check_size(body: ast.expr) -> None:
    """Refuse a tree that is too large or too deep, without recursion."""
    pending: list[tuple[ast.AST, int]] = [(body, 1)]
    seen = 0
    while pending:
        node, depth = pending.pop()
        seen += 1
        if seen > MAXIMUM_NODES or depth > MAXIMUM_DEPTH:
            raise fault(0, "this condition is too large or too deeply nested; derive a fact with a name of its own")
        pending.extend((child, depth + 1) for child in ast.iter_child_nodes(node))


class _Checker:
    """Turns Python's syntax tree into ours, checking names, kinds and units."""

    def __init__(self, scope: str, vocabulary: Vocabulary, thresholds: Sequence[RuleThreshold]) -> None:
        self._thresholds = {threshold.name: threshold for threshold in thresholds}
        self._scope = scope
        self._vocabulary = vocabulary

    def truth(self, node: ast.expr) -> Truth:
        """Return a tree that is true or false."""
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                return And(tuple(self.truth(value) for value in values))
            case ast.BoolOp(op=ast.Or(), values=values):
                return Or(tuple(self.truth(value) for value in values))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self.truth(operand))
            case ast.Compare():
                return self._comparison(node)
            case ast.BinOp(op=ast.MatMult()):
                return self._match(node)
            case ast.Call(func=ast.Name(id="known"), args=[(ast.Name() | ast.Attribute()) as fact], keywords=[]):
                return self._known(fact)
            case ast.Call(func=ast.Name(id="known")):
                raise fault(node.col_offset, "'known' takes one fact: known(port.cable_length_m)")
        typed = self._operand(node)
        if isinstance(typed.node, Read) and isinstance(typed.kind, Boolean):
            return typed.node
        what = repr(ast.unparse(node))
        raise fault(node.col_offset, f"{what} is {typed.kind}, neither true nor false; compare it with something")

    def _comparison(self, node: ast.Compare) -> Truth:
        """Return a comparison; a chain `a < b <= c` becomes `a < b and b <= c`."""
        operands = [self._operand(operand) for operand in (node.left, *node.comparators)]
        pairs: list[Truth] = []
        for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
            comparison = _COMPARISONS.get(type(operator))
            if comparison is None:
                raise fault(node.col_offset, "'is' compares identities; write == or !=")
            check_comparable(node, comparison, left, right)
            pairs.append(Compare(comparison, left.node, right.node))
        return pairs[0] if len(pairs) == 1 else And(tuple(pairs))

    def _match(self, node: ast.BinOp) -> Truth:
        """Return whether a text fact, or a line of a configuration, fits a pattern with `*` and `?`."""
        left, right = self._operand(node.left), self._operand(node.right)
        if isinstance(left.node, Read) and isinstance(left.kind, PatternLines):
            pattern = right.node.value if isinstance(right.node, Literal) and isinstance(right.kind, AnyText) else ""
            if not isinstance(pattern, str) or not pattern.strip(" *"):
                raise fault(
                    node.col_offset, "'matches' needs a pattern in quotes on its right that not every line matches"
                )
            return Read(replace(left.node.path, kind=Boolean(), entry=pattern))
        if not isinstance(left.kind, AnyText) or left.is_literal:
            raise fault(node.col_offset, f"'matches' needs a text fact on its left, not {left.kind}")
        if not isinstance(right.kind, AnyText) or not right.is_literal:
            raise fault(node.col_offset, f"'matches' needs a pattern in quotes on its right, not {right.kind}")
        return Compare(ComparisonOperator.MATCHES, left.node, right.node)

    def _known(self, node: ast.Name | ast.Attribute) -> Truth:
        """Return whether a fact is known."""
        found = self._fact(node).node
        if not isinstance(found, Read):
            raise fault(node.col_offset, "a threshold is always known")
        if not found.path.may_be_unknown:
            raise fault(node.col_offset, f"{found.path.name!r} is always known")
        return IsKnown(found.path)

    def _operand(self, node: ast.expr) -> Typed:
        """Return something that has a value."""
        match node:
            case ast.Name() | ast.Attribute():
                return self._fact(node)
            case ast.Constant():
                return literal(node)
            case ast.Set(elts=elements) | ast.Tuple(elts=elements):
                return literal_collection(node, elements)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() as constant):
                return negated(constant)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                typed = self._operand(operand)
                if not isinstance(typed.kind, Number):
                    raise fault(node.col_offset, f"'-' needs a number, not {typed.kind}")
                return Typed(Arithmetic(Sum.MINUS, Literal(0), typed.node), typed.kind)
            case ast.BinOp():
                return self._arithmetic(node)
            case ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                raise fault(node.col_offset, "a truth cannot be compared or added; use 'and', 'or' and 'not'")
        what = _REFUSED.get(type(node), f"{type(node).__name__}")
        raise fault(node.col_offset, f"{what} is not allowed in a condition; {ALLOWED}")

    def _fact(self, node: ast.Name | ast.Attribute) -> Typed:
        """Return the fact that a dotted name reads, or the threshold that it names."""
        name = _dotted(node)
        variable, _, rest = name.partition(".")
        if variable == THRESHOLD:
            if rest not in self._thresholds:
                hint = did_you_mean(rest, self._thresholds) if self._thresholds else "; write it below 'thresholds'"
                raise fault(node.col_offset, f"this rule has no threshold {rest!r}{hint}")
            return Typed(Literal(self._thresholds[rest].value, rest), Number(unit_of(rest)))
        try:
            path = self._vocabulary.resolve(self._scope, name, lines=True)
        except UnknownName as error:
            raise fault(node.col_offset, str(error)) from error
        return Typed(Read(path), path.kind)

    def _arithmetic(self, node: ast.BinOp) -> Typed:
        """Return a sum, difference or product of numbers whose units agree."""
        operator = _SUMS.get(type(node.op))
        if operator is None:
            raise fault(node.col_offset, f"this operator is not allowed in a condition; {ALLOWED}")
        left, right = self._operand(node.left), self._operand(node.right)
        if not isinstance(left.kind, Number) or not isinstance(right.kind, Number):
            odd = right if isinstance(left.kind, Number) else left
            raise fault(node.col_offset, f"'{operator.value}' needs numbers, not {odd.kind}")
        tree = Arithmetic(operator, left.node, right.node)
        if operator is Sum.TIMES:
            if left.kind.unit and right.kind.unit:
                raise fault(node.col_offset, "a product of two units has no name here; derive a fact for it")
            return Typed(tree, Number(left.kind.unit or right.kind.unit))
        check_units(node, f"'{operator.value}'", left, right)
        return Typed(tree, Number(left.kind.unit or right.kind.unit))


def _dotted(node: ast.Name | ast.Attribute) -> str:
    """Return `a.b.c`; refuse an attribute of anything but a name."""
    parts: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        parts.append(inner.attr)
        inner = inner.value
    if not isinstance(inner, ast.Name):
        what = _REFUSED.get(type(inner), "this")
        raise fault(inner.col_offset, f"{what} has no facts; {ALLOWED}")
    return ".".join((inner.id, *reversed(parts)))
