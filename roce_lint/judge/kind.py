"""What sort of value a fact has, read from the annotation of its dataclass."""

from __future__ import annotations

import types
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import TypeAlias, Union, get_args, get_origin

from roce_lint.model.fact import Default, Stated, Unknown
from roce_lint.values import dataclass, is_dataclass

UNITS = ("bytes", "us", "ms", "ns", "gbps", "m", "percent")
"""Units that a name may end with; two numbers of different units are never compared or added."""


@dataclass(frozen=True, slots=True)
class Number:
    """An integer or a float; `unit` is one of UNITS, or empty for a bare number."""

    unit: str

    def __str__(self) -> str:
        """Return the words for a message."""
        return f"a number of {self.unit}" if self.unit else "a number without a unit"


@dataclass(frozen=True, slots=True)
class Boolean:
    """True or false."""

    def __str__(self) -> str:
        """Return the words for a message."""
        return "a yes-or-no fact"


@dataclass(frozen=True, slots=True)
class AnyText:
    """Any text."""

    def __str__(self) -> str:
        """Return the words for a message."""
        return "a text"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the string values of an Enum."""

    type_name: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        """Return the words for a message."""
        return f"a {self.type_name} ({', '.join(self.values)})"


Scalar: TypeAlias = Number | Boolean | AnyText | Choice


@dataclass(frozen=True, slots=True)
class ScalarSet:
    """A set of scalars; order and repetition do not matter."""

    element: Scalar

    def __str__(self) -> str:
        """Return the words for a message."""
        return f"a set, each {self.element}"


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity with facts of its own."""

    type: type

    def __str__(self) -> str:
        """Return the words for a message."""
        return f"a {self.type.__name__}, not a single fact"


@dataclass(frozen=True, slots=True)
class Opaque:
    """Something that no condition can compare, such as a tuple of entities."""

    description: str

    def __str__(self) -> str:
        """Return the words for a message."""
        return f"{self.description}, which no condition can compare"


@dataclass(frozen=True, slots=True)
class PatternLines:
    """The lines of a configuration, of which conditions ask whether one matches a pattern."""

    def __str__(self) -> str:
        """Return the words for a message."""
        return "lines of a configuration, which are asked for with 'matches'"


FactKind: TypeAlias = Scalar | ScalarSet | Thing | PatternLines | Opaque


def unit_of(name: str) -> str:
    """Return the unit that a name ends with (`ecn_kmin_bytes` -> `bytes`), or an empty string."""
    head, _, last = name.rpartition("_")
    return last if head and last in UNITS else ""


def kind_of(annotation: object, name: str) -> tuple[FactKind, bool]:
    """Return the kind of values annotated so, and whether they are wrapped in a Fact.

    `name` is the attribute's name, which carries the unit of a number.
    """
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        members = [member for member in get_args(annotation) if member is not Unknown]
        if members and all(get_origin(member) in (Stated, Default) for member in members):
            values = {get_args(member)[0] for member in members}
            if len(values) == 1:
                return kind_of(values.pop(), name)[0], True
        numbers = {int, float}
        if set(members) == numbers:
            return Number(unit_of(name)), False
        return Opaque(str(annotation)), False
    if origin in (Stated, Default):
        return kind_of(get_args(annotation)[0], name)[0], True
    return _plain_kind(annotation, name), False


def _plain_kind(annotation: object, name: str) -> FactKind:
    """Return the kind of an annotation that is neither a union nor a Fact."""
    origin = get_origin(annotation)
    if isinstance(origin, type) and issubclass(origin, (tuple, AbstractSet)):
        arguments = [argument for argument in get_args(annotation) if argument is not Ellipsis]
        element = _plain_kind(arguments[0], name) if len(set(arguments)) == 1 else Opaque("mixed")
        return ScalarSet(element) if isinstance(element, Scalar) else Opaque(str(annotation))
    match annotation:
        case type() if annotation is bool:
            return Boolean()
        case type() if annotation in (int, float):
            return Number(unit_of(name))
        case type() if annotation is str:
            return AnyText()
        case type() if issubclass(annotation, Enum):
            values = [member.value for member in annotation]
            texts = tuple(value for value in values if isinstance(value, str))
            return Choice(annotation.__name__, texts) if len(texts) == len(values) else Opaque(annotation.__name__)
        case type() if getattr(annotation, "matching", None) is not None:
            return PatternLines()
        case type() if is_dataclass(annotation):
            return Thing(annotation)
        case _:
            return Opaque(str(annotation))
