"""Where a thing that is evaluated is, and which places two things share."""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.values import dataclass

DevicePort: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EntityLocation:
    """Where an entity is: its (device, port) pairs, port empty for the whole device, and which part of the port.

    `part` is the sort of part (`queue`, `priority`, `DSCP`) and `number` which one; both empty for a whole port.
    """

    device_ports: tuple[DevicePort, ...]
    part: str
    number: str

    def touches(self, other: EntityLocation) -> bool:
        """Return whether a fault at this spot spoils what is said about the other.

        They share a port, or this one is the whole device; two parts of the same sort must be the same part, while
        parts of different sorts on one port belong together.
        """
        if self.part and self.part == other.part and self.number != other.number:
            return False
        return any(end in self.device_ports or (end[0], "") in self.device_ports for end in other.device_ports)


def spot_of(device: str, name: str) -> EntityLocation:
    """Return where the object called `name` on `device` is."""
    here, dash, there = name.partition(" - ")
    if dash:
        peer, _, port = there.partition(" ")
        return EntityLocation(((device, here), (peer, port)), "", "")
    port, slash, part = name.rpartition("/")
    word, blank, number = part.rpartition(" ")
    if slash and blank:
        return EntityLocation(((device, port),), word, number)
    return EntityLocation(((device, name),), "", "")
