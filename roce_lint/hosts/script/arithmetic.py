"""Integer arithmetic as shells do it, for values such as `$((26 << 2 | 2))`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable

_BINARY: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_ARITHMETIC = re.compile(r"[\s\dA-Fa-fx+*/%|&^()<>~-]{1,100}")


def evaluate_arithmetic(expression: str) -> int | None:
    """Return the value of integer arithmetic as in `$((26 << 2 | 2))`, None where it is anything else."""
    if not _ARITHMETIC.fullmatch(expression):
        return None
    try:
        return _evaluated(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError, MemoryError):
        return None


def _evaluated(node: ast.expr) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd | ast.Invert):
        inner = _evaluated(node.operand)
        return -inner if isinstance(node.op, ast.USub) else ~inner if isinstance(node.op, ast.Invert) else inner
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        left, right = _evaluated(node.left), _evaluated(node.right)
        if (
            abs(left) > 2**63
            or abs(right) > 2**63
            or (isinstance(node.op, ast.LShift | ast.RShift) and not 0 <= right < 64)
        ):
            raise ValueError("a shell's numbers have 64 bits")
        return _BINARY[type(node.op)](left, right)
    raise ValueError("not integer arithmetic")
