"""One change of meaning: what a fact was, what it is, and where both stand."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from roce_lint.model.fact import Source
from roce_lint.text.natural_order import natural_order
from roce_lint.values import dataclass


class Direction(Enum):
    """Whether a change takes protection away, gives it, or does neither for certain."""

    WORSE = "worse"
    BETTER = "better"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FactChange:
    """A change as it is reported of one part of a device.

    `fact` is a stable name for programs (`queue.ecn_kmin_bytes`), `text` a sentence that `device object` stands
    before (`queue 3: Kmin 150 kB -> 1.5 kB`). `before` and `after` are the printed values. `old` and `new` are where
    they are in the two states.
    """

    fact: str
    text: str
    before: str
    after: str
    old: Source
    new: Source
    direction: Direction = Direction.OTHER


@dataclass(frozen=True, slots=True)
class ChangedPlace:
    """Where a change holds: `object` is a port, empty for the whole device."""

    device: str
    object: str
    old: Source
    new: Source

    @property
    def name(self) -> str:
        """Return `leaf-1 Ethernet1`, or what stands for the fabric."""
        return " ".join(part for part in (self.device, self.object) if part)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of meaning with every place where it happened in the same words.

    `fails`: the gate fails because of it, whatever the findings are.
    """

    fact: str
    text: str
    before: str
    after: str
    direction: Direction
    spots: tuple[ChangedPlace, ...]
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A change of one device or port, before equal ones are brought together."""

    device: str
    object: str
    result: FactChange
    fails: bool = False


def gathered(changes: Iterable[Placed]) -> tuple[Change, ...]:
    """Return the changes with equal ones brought together: what fails and what gets worse first, then by place."""
    groups: dict[tuple[bool, str, str, str, str, Direction], list[ChangedPlace]] = {}
    for one in changes:
        result = one.result
        key = (one.fails, result.fact, result.text, result.before, result.after, result.direction)
        groups.setdefault(key, []).append(ChangedPlace(one.device, one.object, result.old, result.new))
    order = {direction: index for index, direction in enumerate(Direction)}
    found = [
        Change(fact, text, before, after, direction, tuple(sorted(spots, key=_reading_order)), fails)
        for (fails, fact, text, before, after, direction), spots in groups.items()
    ]
    return tuple(
        sorted(
            found,
            key=lambda one: (
                not one.fails,
                order[one.direction],
                _reading_order(one.spots[0]),
                one.fact,
                natural_order(one.text),
            ),
        )
    )


def _reading_order(spot: ChangedPlace) -> tuple[tuple[str | int, ...], tuple[str | int, ...]]:
    return natural_order(spot.device), natural_order(spot.object)
