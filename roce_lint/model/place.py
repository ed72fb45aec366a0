"""Symbolic places: lines counted from the beginning of a block, so that equal blocks say the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import TypeAlias, TypeVar

from roce_lint.model.fact import SAID, Default, Fact, Source, Stated, Unknown
from roce_lint.values import dataclass, field_names, is_dataclass

T = TypeVar("T")
FACT_KINDS = frozenset({Stated, Default, Unknown})
"""The classes of facts."""
_said_where, _because = attrgetter(SAID, "source"), attrgetter("because")
MovedPlace: TypeAlias = Callable[[Source], Source]
"""Gives the place that stands for another one; the very same object where nothing changes."""


@dataclass(frozen=True, slots=True)
class InBlock(Source):
    """A place in a block that `block` numbers: `line` and `end_line` are counted from its first line, which is 0.

    `file` is empty: who has the block knows its file.
    """

    block: int


@lru_cache(maxsize=4096)
def in_own_block(line: int, end_line: int) -> InBlock:
    """Return a place in the block that is a port's own: the same object for the same lines."""
    return InBlock("", line, end_line, 0)


def fact_at(fact: Fact[T], source: Source) -> Fact[T]:
    """Return the same fact at another place."""
    if isinstance(fact, Stated):
        return Stated(fact.value, source)
    return Default(fact.value, source, fact.because) if isinstance(fact, Default) else Unknown(fact.because, source)


def with_places(value: T, place: MovedPlace) -> T:
    """Return a value in which each place is the one that `place` gives; parts without a change are the same objects."""
    found = _placed(value, place)
    return found  # type: ignore[return-value]  # what is put together anew is of the same class


def _placed(value: object, place: MovedPlace) -> object:
    if isinstance(value, (Stated, Default, Unknown)):
        source = place(value.source)
        return value if source is value.source else fact_at(value, source)
    if isinstance(value, Source):
        return place(value)
    if value.__class__ is tuple:
        assert isinstance(value, tuple)
        parts = [_placed(part, place) for part in value]
        return value if _are_the_same(parts, value) else tuple(parts)
    names = fields_of(value.__class__)
    if not names:
        return value
    before = tuple([getattr(value, name) for name in names])
    after = [_placed(part, place) for part in before]
    make: Callable[..., object] = value.__class__
    return value if _are_the_same(after, before) else make(*after)


def _are_the_same(parts: list[object], others: tuple[object, ...]) -> bool:
    return all(part is other for part, other in zip(parts, others, strict=True))


_FIELDS: dict[type, tuple[str, ...]] = {}


def fields_of(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of values, none for any other class."""
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = field_names(kind) if is_dataclass(kind) else ()
    return names


_AGAIN = "the same object again"


class ValueParts:
    """What values are made of, in one order for all values that say the same.

    `words` are what they say, with the types of everything; `places` where, and `reasons` why their defaults hold. An
    object that stands there several times in a row counts once.
    """

    __slots__ = ("places", "reasons", "words")

    def __init__(self) -> None:
        """Begin without any value."""
        self.words: list[object] = []
        self.reasons: list[str] = []
        self.places: list[Source] = []

    def add(self, value: object) -> None:
        """Take a value apart."""
        self._add_all((value,))

    def _add_all(self, values: tuple[object, ...]) -> None:
        words, places = self.words, self.places
        last: object = None
        for value in values:
            kind = value.__class__
            if value is last and value is not None:
                # Of the classes of 64 code points most are one object.
                words.append(_AGAIN)
            elif kind in FACT_KINDS:
                # Most values are facts, and what a fact says is no value of ours.
                said, source = _said_where(value)
                words += (kind, said.__class__, said)
                places.append(source)
                if kind is Default:
                    self.reasons.append(_because(value))
            elif isinstance(value, Source):
                words.append(kind)
                places.append(value)
            elif isinstance(value, tuple):
                words += (kind, len(value))
                self._add_all(value)
            elif names := fields_of(kind):
                words.append(kind)
                self._add_all(tuple([getattr(value, name) for name in names]))
            else:
                words += (kind, value)
            last = value
