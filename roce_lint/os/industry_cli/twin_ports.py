"""Interfaces whose blocks differ in description and address alone: one is read, and the others follow from it.

Most ports of a switch are such twins. What one of them says and what follows for it are the facts of all, each at its
own lines: the block of a twin has as many of them, in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from roce_lint.model.cast import FACTS, STAYS, Cast, Place, facts_of
from roce_lint.model.device import Port
from roce_lint.model.fact import Source, Stated
from roce_lint.model.twin import Twin
from roce_lint.os.industry_cli.addresses import usual_address
from roce_lint.text.lines import Line
from roce_lint.values import dataclass

Shape: TypeAlias = tuple[str, str, str]
_DESCRIPTION = "description "
_ADDRESS = "ip address "


@dataclass(frozen=True, slots=True)
class OwnLines:
    """What a block says for itself, empty where it does not; `shape` is all else below its header, as it stands."""

    shape: Shape
    description: str
    address: str


def own_lines(block: Line) -> OwnLines | None:
    """Return what an interface says for itself; None where it says it unusually, or was taken apart."""
    below = block.below
    described, addressed = _arguments(_DESCRIPTION, below), _arguments(_ADDRESS, below)
    if not below or described is None or addressed is None:
        return None
    if addressed[1] > addressed[0]:
        words = below[addressed[0] : addressed[1]].split(None, 1)
        address = words[0] if words else ""
        if not usual_address(address) or not below.startswith(address, addressed[0]):
            return None
        addressed = (addressed[0], addressed[0] + len(address))
    else:
        address = ""
    first, second = (described, addressed) if described <= addressed else (addressed, described)
    shape = (below[: first[0]], below[first[1] : second[0]], below[second[1] :])
    return OwnLines(shape, below[described[0] : described[1]].strip(), address)


def _arguments(command: str, below: str) -> tuple[int, int] | None:
    """Return from where to where the arguments of a command stand, (0, 0) where it is not given; None where it may be
    given, and not in a line that it begins.
    """
    at = below.find(command)
    if at < 0:
        return 0, 0
    start = at + len(command)
    end = below.find("\n", start)
    end = len(below) if end < 0 else end
    begins_its_line = not below[below.rfind("\n", 0, at) + 1 : at].strip(" \t")
    return (start, end) if begins_its_line and below[start:end].strip() else None


def may_have_twins(shape: Shape) -> bool:
    """Return whether no line of the shape speaks of a description or an address besides those set apart."""
    text = "".join(shape)
    return text.count("description") < 2 and text.count("address") < 2


class Mold:
    """A port, and how its twins are made: its facts that stand in its block, moved to theirs.

    What ports share (classification, classes, priorities, queues, rewrites) must not stand in the block.
    """

    def __init__(self, port: Port, own: OwnLines) -> None:
        self._port = port
        self._own = own
        self._cast: Cast | None = None

    def twin(self, name: str, block: Source, own: OwnLines) -> Port:
        """Return the port called `name`, whose block has the same shape."""
        if self._cast is None:
            first, said = self._port.source, self._own
            self._cast = cast_of(self._port, ((first.line, first.end_line),), (said.description, said.address))
        return Twin(self._cast, name, (block.line,), (own.description, own.address))


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
