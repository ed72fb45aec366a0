"""One thing that rules of one scope evaluate, with the names that their conditions may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from roce_lint.model.fact import Source
from roce_lint.model.terms import QosPart
from roce_lint.values import dataclass

NO_PARTS: frozenset[QosPart] = frozenset()

Variables: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Waypoint:
    """One place on a way through the fabric, or a line that explains it: what happens at `object` of `device`."""

    device: str
    object: str
    source: Source
    message: str


class Equivalents:
    """Further things of which every rule says the same as of some `Judged`, as long as that one is healthy.

    The evaluated things of a member are made when a rule asks for them, with names and places of its own.
    """

    __slots__ = ("_made", "_make", "members")

    def __init__(self, make: Callable[[Any, int, None, str], Mapping[str, Sequence[Judged]]]) -> None:
        """Begin with no member; `make` returns the things of one, at its place in order, for one scope or for all."""
        self.members: list[tuple[object, int]] = []
        """What each is made of, and its place in order."""
        self._make = make
        self._made: dict[str, tuple[Judged, ...]] = {}

    def things(self, scope: str) -> tuple[Judged, ...]:
        """Return the members' things of a scope."""
        if scope not in self._made:
            each = [self._make(thing, order, None, scope) for thing, order in self.members]
            self._made[scope] = tuple([judged for things in each for judged in things.get(scope, ())])
        return self._made[scope]


FACTS_OF_ONE = frozenset(
    {
        "device.name",
        "port.name",
        "port.description",
        "port.vrf",
        "port.peer",
        "filter.name",
        "filter.ports",
        "link.a",
        "link.b",
        "priority.faulty_end",
        "priority.healthy_end",
        "marking.sender",
        "marking.receiver",
    }
)
"""Facts in which equivalent things differ; a rule with a condition on one of them evaluates each by itself."""


@dataclass(frozen=True, slots=True)
class AffectedQos:
    """What follows from something that is missing: these parts of the QoS of these ports, and nothing else.

    `is_whole`: these are all ports of the device that RoCE crosses, so that what is said of the device follows from it
    too.
    """

    parts: frozenset[QosPart]
    ports: frozenset[str]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """`device` and `object` are printed in findings; `source` is the place when no fact of a rule has one.

    `variables` are the entities that conditions and messages name. `steps` are the ordered places of a cycle or a
    path, and `evidence` the lines that permit it; a finding on the entity shows both. `equivalents` are the things
    that this one stands for as long as it is healthy, None where nothing is equivalent to it or it is one of them
    itself; `order` is its place among the things of a scope that has such.

    `reach`: what follows from the thing where it is something that is missing; None for what stands at `object` alone.
    `sound_parts`: parts of QoS that are as they should be where this thing is concerned, so that no fault in them makes
    what is said of it meaningless. `differing`: the parts in which it differs from others, where rules speak of that;
    `compared_with`: device and object of each of these, where it is as much they that differ.
    `is_inferred_from_similar_ports`: nothing but its likeness to other ports says that RoCE crosses it, which makes no
    error.

    `object` is what a person calls it inside its device: empty for the device, `Ethernet1` for a port,
    `Ethernet1/queue 3` for a part of a port, `Ethernet1 - leaf2 Ethernet7` for a cable.
    """

    device: str
    object: str
    source: Source
    variables: Variables
    steps: tuple[Waypoint, ...] = ()
    evidence: tuple[Waypoint, ...] = ()
    equivalents: Equivalents | None = None
    order: int = 0
    reach: AffectedQos | None = None
    sound_parts: frozenset[QosPart] = NO_PARTS
    differing: frozenset[QosPart] = NO_PARTS
    compared_with: tuple[tuple[str, str], ...] = ()
    is_inferred_from_similar_ports: bool = False

    @property
    def represented(self) -> Equivalents | None:
        """Return what this one stands for as long as it is healthy; None where it stands for itself alone."""
        return self.equivalents if self.equivalents is not None and self.equivalents.members else None
