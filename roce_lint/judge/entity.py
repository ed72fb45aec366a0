"""What the engine needs to know of a thing that it evaluates, and which places two things share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from roce_lint.model.fact import Source
from roce_lint.model.judged import NO_PARTS, Equivalents, Judged, Reach, Waypoint
from roce_lint.model.terms import QosPart
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.judge.evaluate import Variables


class Entity(Protocol):
    """One thing of a scope.

    `object` is what a person calls it inside its device: empty for the device, `Ethernet1` for a port,
    `Ethernet1/queue 3` for a part of a port, `Ethernet1 - leaf2 Ethernet7` for a cable. `source` is the place of a
    finding when no fact of a rule has one. `variables` are the names that conditions use.
    """

    @property
    def device(self) -> str:
        """Return the device's name."""
        ...

    @property
    def object(self) -> str:
        """Return the name inside the device."""
        ...

    @property
    def source(self) -> Source:
        """Return the place of its definition."""
        ...

    @property
    def variables(self) -> Variables:
        """Return what conditions can name; the same objects at every call."""
        ...


def steps_of(entity: Entity) -> tuple[Waypoint, ...]:
    """Return the ordered places of the cycle or path that the entity is; nothing for any other thing."""
    return entity.steps if isinstance(entity, Judged) else ()


def evidence_of(entity: Entity) -> tuple[Waypoint, ...]:
    """Return the lines that permit the cycle or path that the entity is; nothing for any other thing."""
    return entity.evidence if isinstance(entity, Judged) else ()


def equivalents_of(entity: Entity) -> Equivalents | None:
    """Return what the entity stands for as long as it is healthy; None where it stands for itself alone."""
    found = entity.equivalents if isinstance(entity, Judged) else None
    return found if found is not None and found.members else None


def order_of(entity: Entity) -> int:
    """Return the entity's place in the order of a scope whose things stand for each other; 0 elsewhere."""
    return entity.order if isinstance(entity, Judged) else 0


def reach_of(entity: Entity) -> Reach | None:
    """Return what follows from the entity where it is something that is missing; None for any other."""
    return entity.reach if isinstance(entity, Judged) else None


def settled_in(entity: Entity) -> frozenset[QosPart]:
    """Return the parts of QoS in which no fault makes what is said of the entity meaningless."""
    return entity.settled if isinstance(entity, Judged) else NO_PARTS


def is_by_likeness(entity: Entity) -> bool:
    """Say whether nothing but its likeness to other ports says that RoCE crosses the port that the entity is on."""
    return isinstance(entity, Judged) and entity.is_by_likeness


def differing_in(entity: Entity) -> frozenset[QosPart]:
    """Return the parts of QoS in which the entity differs from others; nothing where no rule speaks of that."""
    return entity.differing if isinstance(entity, Judged) else NO_PARTS


Hop: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an entity is: its (device, port) pairs, port empty for the whole device, and which part of the port.

    `part` is the sort of part (`queue`, `priority`, `DSCP`) and `number` which one; both empty for a whole port.
    """

    hops: tuple[Hop, ...]
    part: str
    number: str

    def touches(self, other: Spot) -> bool:
        """Return whether a fault at this spot spoils what is said about the other.

        They share a port, or this one is the whole device; two parts of the same sort must be the same part, while
        parts of different sorts on one port belong together.
        """
        if self.part and self.part == other.part and self.number != other.number:
            return False
        return any(hop in self.hops or (hop[0], "") in self.hops for hop in other.hops)


def spot_of(device: str, name: str) -> Spot:
    """Return where the object called `name` on `device` is."""
    here, dash, there = name.partition(" - ")
    if dash:
        peer, _, port = there.partition(" ")
        return Spot(((device, here), (peer, port)), "", "")
    port, slash, part = name.rpartition("/")
    word, blank, number = part.rpartition(" ")
    if slash and blank:
        return Spot(((device, port),), word, number)
    return Spot(((device, name),), "", "")
