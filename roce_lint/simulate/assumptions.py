"""What a projection takes for known, and what it assumes instead of what is not known, each with its reason."""

from __future__ import annotations

from typing import TypeVar

from roce_lint.model.fact import Fact, Unknown

T = TypeVar("T")


class Assumptions:
    """Collects what was assumed, in order; the same assumption at several places is one line."""

    def __init__(self) -> None:
        self._places: dict[str, dict[str, None]] = {}

    def known(self, fact: Fact[T], otherwise: T, what: str, place: str) -> T:
        """Return what a fact says, or `otherwise`, noting `what` is assumed to be so and why."""
        if not isinstance(fact, Unknown):
            return fact.value
        self.note(f"{what}: {fact.because}", place)
        return otherwise

    def note(self, assumption: str, place: str) -> None:
        """Note an assumption at a place."""
        self._places.setdefault(assumption, {})[place] = None

    def lines(self) -> tuple[str, ...]:
        """Return the assumptions, each with the first place that it concerns and how many more there are."""
        return tuple(f"{text} ({_places(list(places))})" for text, places in self._places.items())


def _places(places: list[str]) -> str:
    return places[0] if len(places) == 1 else f"{places[0]} and {len(places) - 1} more"
