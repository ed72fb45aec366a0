"""Ports whose blocks differ in description and address alone: what makes all of them from one."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.cast import FACTS, STAYS, Cast, Place, facts_of
from roce_lint.model.device import Port
from roce_lint.model.fact import Source, Stated


def cast_of(port: Port, blocks: Sequence[tuple[int, int]], own: Sequence[str]) -> Cast:
    """Return what makes ports like this one, whose blocks have these first and last lines, the port itself the first.

    `own` is what it says for itself: its description first, and its addresses last where two say the same.
    """
    line, end_line = port.source.line - blocks[0][0], port.source.end_line - blocks[0][0]
    places: dict[Place, int] = {(0, line, end_line): 0}
    moved, said_for_itself = [], []
    for number, fact in enumerate(facts_of(port)):
        place = _place_in(blocks, fact.source)
        if place is None:
            moved.append(STAYS)
            continue
        moved.append(places.setdefault(place, len(places)))
        if isinstance(fact, Stated) and fact.value and fact.value in own:
            if number == _DESCRIPTION_FACT:
                said_for_itself.append((number, own.index(fact.value)))
            elif number >= len(FACTS):
                said_for_itself.append((number, len(own) - 1 - own[::-1].index(fact.value)))
    return Cast(port, tuple(places), tuple(moved), tuple(said_for_itself))


def _place_in(blocks: Sequence[tuple[int, int]], source: Source) -> Place | None:
    """Return the place of a fact in the first of the blocks that it stands in; None where it stands in none."""
    for number, (first, last) in enumerate(blocks):
        if first <= source.line <= last:
            return number, source.line - first, source.end_line - first
    return None


_DESCRIPTION_FACT = FACTS.index("description")
