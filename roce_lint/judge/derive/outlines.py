"""Switches as far as paths ask for all of them: small to keep. The rest of a port is read when somebody asks for it.

A fleet has tens of thousands of ports and a few dozen ways to configure one. What paths ask of every port is asked of
one that says the same (see `alike`), on whatever switch that is; what they show of a port is read from its own file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from operator import attrgetter
from typing import TypeAlias

from roce_lint.judge.derive.host_routes import Block, HostRoutes, blocks_of_prefixes
from roce_lint.judge.derive.likeness import Likeness
from roce_lint.judge.derive.outward import shared_look
from roce_lint.model.device import Device, Port, PortValues
from roce_lint.model.fact import Stated
from roce_lint.model.port import PORT_FIELDS
from roce_lint.paths.host_side import HostSides, KeptSide
from roce_lint.values import dataclass, replace

ReadDevice: TypeAlias = Callable[[str], Device]
"""Gives the facts of a file in full."""


@dataclass(frozen=True, slots=True)
class Outline:
    """One switch: `device` is it without its ports, `models` the number of a port that says the same as each of them.

    `addresses`: those that each port states. `side`: what is behind its ports, where cables are known.
    """

    device: Device
    names: tuple[str, ...]
    models: tuple[int, ...]
    addresses: tuple[tuple[str, ...], ...]
    side: KeptSide | None


@dataclass(frozen=True, slots=True)
class Outlines:
    """The switches of a fabric, and one port of each way to configure one.

    `passed_by`: where routes go that drop what was for no host: they are left out.
    """

    models: tuple[PortValues, ...]
    switches: tuple[Outline, ...]
    passed_by: frozenset[Block]

    def devices(self, read: ReadDevice, left_out: Set[str]) -> list[Device]:
        """Return the switches but for some; what paths do not ask of all of them is read by `read`."""
        return [_filled(one, self.models, read) for one in self.switches if one.device.name not in left_out]

    def sides(self) -> dict[str, KeptSide]:
        """Return what is behind the switches, as far as it is known."""
        return {one.device.name: one.side for one in self.switches if one.side is not None}


def outlines_of(devices: Sequence[Device], hosts: Set[Block], sides: HostSides | None) -> Outlines:
    """Return the outlines of switches; `hosts` are the blocks in which subnets of the fabric lie."""
    models, routes = _Models(), HostRoutes(hosts)
    switches = tuple(
        Outline(
            replace(device, ports=(), routing=routes.onward(device.routing)),
            tuple([port.name for port in device.ports]),
            tuple([models.number(device.os, port.values) for port in device.ports]),
            tuple([port.stated_addresses for port in device.ports]),
            sides.kept(device) if sides else None,
        )
        for device in devices
    )
    passed_by = set[str]().union(*(routes.passed_by(device.routing) for device in devices))
    return Outlines(tuple(models.ports), switches, blocks_of_prefixes(passed_by))


class _Models:
    """Numbers ports by what they say, but for names, lines, descriptions and the text of addresses."""

    def __init__(self) -> None:
        self.ports: list[PortValues] = []
        self._likeness = Likeness()
        self._by_look: dict[object, int] = {}
        self._by_identity: dict[int, int] = {}

    def number(self, os: str, model: PortValues) -> int:
        known = self._by_identity.get(id(model))
        if known is not None:
            return known
        look = os, shared_look(model, self._likeness)
        number = self._by_look.setdefault(look, len(self.ports))
        if number == len(self.ports):
            self.ports.append(model)
        self._by_identity[id(model)] = number
        return number


class _OutlinedPort(Port):
    """A port of which the values are known; its facts are those of the switch's own port, read when it is asked."""

    __slots__ = ("_number", "_read")

    def __init__(
        self, name: str, values: PortValues, addresses: tuple[str, ...], number: int, read: Callable[[], Device]
    ) -> None:
        texts = ("", *addresses) if isinstance(values.description, Stated) else addresses
        super().__init__(name, "", values, texts, ())
        self._number = number
        self._read = read

    @property
    def real(self) -> Port:
        """Return the port that was read."""
        return self._read().ports[self._number]


for _name in ("stated_description", *PORT_FIELDS):
    if _name not in ("name", "kind"):
        setattr(_OutlinedPort, _name, property(attrgetter(f"real.{_name}")))


def _filled(outline: Outline, models: Sequence[PortValues], read: ReadDevice) -> Device:
    found: list[Device] = []

    def whole() -> Device:
        if not found:
            found.append(read(outline.device.source.file))
        return found[0]

    parts = zip(outline.names, outline.models, outline.addresses, strict=True)
    ports = [
        _OutlinedPort(name, models[model], addresses, number, whole)
        for number, (name, model, addresses) in enumerate(parts)
    ]
    return replace(outline.device, ports=tuple(ports))
