"""A checked condition as a small tree of plain values: nothing in it can call, import or loop."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TypeAlias

from roce_lint.judge.vocabulary import FactPath
from roce_lint.values import dataclass

_Operand: TypeAlias = bool | int | float | str | frozenset[int | float | str]


class ComparisonOperator(Enum):
    """Comparison operators, as a rule writes them."""

    EQUAL = "=="
    NOT_EQUAL = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="
    IN = "in"
    NOT_IN = "not in"
    MATCHES = "matches"


class Sum(Enum):
    """Arithmetic operators, as a rule writes them."""

    PLUS = "+"
    MINUS = "-"
    TIMES = "*"


@dataclass(frozen=True, slots=True)
class Read:
    """The value of a fact; Enum members are read as their string value, collections as frozensets."""

    path: FactPath


@dataclass(frozen=True, slots=True)
class IsKnown:
    """Whether a fact is known, whatever it says; itself this is always known."""

    path: FactPath


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, a text or a set that the rule itself states; `threshold` names one that settings may change."""

    value: _Operand
    threshold: str = ""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two numbers added, subtracted or multiplied."""

    operator: Sum
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Compare:
    """Two values compared."""

    operator: ComparisonOperator
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a truth."""

    operand: Truth


@dataclass(frozen=True, slots=True)
class And:
    """True when every operand is true."""

    operands: tuple[Truth, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """True when some operand is true."""

    operands: tuple[Truth, ...]


Operand: TypeAlias = Read | Literal | Arithmetic
Truth: TypeAlias = Read | IsKnown | Compare | Not | And | Or


def facts_in(node: Operand | Truth) -> Iterator[FactPath]:
    """Yield every fact that the tree reads, from left to right, repetitions included."""
    match node:
        case Read(path) | IsKnown(path):
            yield path
        case Literal():
            return
        case Arithmetic(_, left, right) | Compare(_, left, right):
            yield from facts_in(left)
            yield from facts_in(right)
        case Not(operand):
            yield from facts_in(operand)
        case And(operands) | Or(operands):
            for operand in operands:
                yield from facts_in(operand)
