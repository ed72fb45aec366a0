"""What most say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TypeVar

from roce_lint.model.fact import Fact, Unknown

T = TypeVar("T", bound=Hashable)


def usual(values: Iterable[T]) -> T | None:
    """Return the commonest value, of equals the one that came first; None where there is none."""
    counted = Counter(values)
    return max(counted, key=lambda value: counted[value]) if counted else None


def usual_fact(facts: Iterable[Fact[T]]) -> T | None:
    """Return the commonest value of those facts that are known."""
    return usual(fact.value for fact in facts if not isinstance(fact, Unknown))
