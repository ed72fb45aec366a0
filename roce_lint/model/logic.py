"""Facts from facts: three-valued logic that keeps the place of whatever decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown

A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")


def map_fact(change: Callable[[A], R], fact: Fact[A]) -> Fact[R]:
    """Return the fact with its value changed; an unknown stays unknown."""
    match fact:
        case Stated(value, source):
            return Stated(change(value), source)
        case Default(value, source, because):
            return Default(change(value), source, because)
        case Unknown():
            return fact


def combine(change: Callable[[A, B], R], first: Fact[A], second: Fact[B]) -> Fact[R]:
    """Return the fact made of two; it stands where `first` stands, and is unknown when either is."""
    if isinstance(first, Unknown):
        return first
    if isinstance(second, Unknown):
        return second
    value = change(first.value, second.value)
    if isinstance(first, Stated):
        return Stated(value, first.source)
    return Default(value, first.source, first.because)


def all_of(*facts: Fact[bool]) -> Fact[bool]:
    """Return the conjunction; its place is the first fact that is false, else the first unknown, else the first."""
    unknown: Unknown | None = None
    for fact in facts:
        if isinstance(fact, Unknown):
            unknown = unknown or fact
        elif not fact.value:
            return fact
    return unknown or facts[0]


def any_of(*facts: Fact[bool]) -> Fact[bool]:
    """Return the disjunction; its place is the first fact that is true, else the first unknown, else the first."""
    unknown: Unknown | None = None
    for fact in facts:
        if isinstance(fact, Unknown):
            unknown = unknown or fact
        elif fact.value:
            return fact
    return unknown or facts[0]


def or_default(fact: Fact[bool], value: bool, because: str) -> Fact[bool]:
    """Return the fact; where it is unknown because no file speaks of it, what holds without it, and why."""
    return Default(value, fact.source, because) if isinstance(fact, Unknown) else fact


def is_among(value: Fact[A], choices: Fact[frozenset[A]]) -> Fact[bool]:
    """Say whether a value is one of those of a set; unknown where either is."""
    if isinstance(choices, Unknown):
        return choices
    return map_fact(lambda one: one in choices.value, value)


def negated(fact: Fact[bool]) -> Fact[bool]:
    """Return the opposite of a fact."""
    return map_fact(lambda value: not value, fact)


def is_true(fact: Fact[bool]) -> bool:
    """Say whether the fact is known and true."""
    return not isinstance(fact, Unknown) and fact.value


def is_false(fact: Fact[bool]) -> bool:
    """Say whether the fact is known and false."""
    return not isinstance(fact, Unknown) and not fact.value


def is_stated(fact: Fact[A]) -> bool:
    """Say whether the input states the fact."""
    return isinstance(fact, Stated)


def place_of(*facts: Fact[object]) -> Source:
    """Return the place of the first fact that has one."""
    for fact in facts:
        if fact.source.file:
            return fact.source
    return NOWHERE
