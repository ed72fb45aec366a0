"""The switches of a fabric by number, the cables between them, and the ports that hosts are behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from roce_lint.fabric.fabric import Fabric
from roce_lint.model.addresses import address_of
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.logic import is_false
from roce_lint.paths.host_side import HostPort, HostSides
from roce_lint.paths.pause.topology import Hop, SwitchIndex

_SEVERAL = -1
"""Stands for the owner of an address that several switches have."""


class Strand(NamedTuple):
    """One cable between two switches; `near` is the port of the first switch of the hop, `far` that of the second."""

    near: Port
    far: Port
    link: Link

    def reversed(self) -> Strand:
        """Return the same cable as the other switch sees it."""
        return Strand(self.far, self.near, self.link)


@dataclass(frozen=True)
class SwitchGraph:
    """Switches in order of name. `strands` has every cable in both directions; `host_ports` by switch.

    `outside`: ports that lead to routers whose configuration was not read. `prefixes`: the subnets of hosts by switch,
    see `HostSide`.
    """

    devices: tuple[Device, ...]
    strands: Mapping[Hop, tuple[Strand, ...]]
    host_ports: Mapping[SwitchIndex, tuple[HostPort, ...]]
    outside: tuple[PortRef, ...]
    prefixes: Mapping[SwitchIndex, tuple[str, ...]] = field(repr=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the switches' names."""
        return tuple(device.name for device in self.devices)

    @cached_property
    def leaving(self) -> Mapping[SwitchIndex, tuple[tuple[SwitchIndex, tuple[Strand, ...]], ...]]:
        """Return for each switch with cables its neighbours, in order, with the cables to them."""
        found: dict[SwitchIndex, list[tuple[SwitchIndex, tuple[Strand, ...]]]] = defaultdict(list)
        for (a, b), strands in self.strands.items():
            found[a].append((b, strands))
        return {node: tuple(others) for node, others in found.items()}

    def owner(self, text: str) -> SwitchIndex | None:
        """Return the switch that has an address; nobody has one that several switches have (anycast)."""
        if text not in self._asked:
            owner = self._owners.get(_key(text), _SEVERAL)
            self._asked[text] = None if owner == _SEVERAL or address_of(text) is None else owner
        return self._asked[text]

    @cached_property
    def _asked(self) -> dict[str, SwitchIndex | None]:
        return {}

    @cached_property
    def _owners(self) -> Mapping[object, SwitchIndex]:
        found: dict[object, SwitchIndex] = {}
        for node, device in enumerate(self.devices):
            for port in device.ports:
                for text in port.stated_addresses:
                    key = _key(text)
                    if found.setdefault(key, node) != node:
                        found[key] = _SEVERAL
        return found

    def pairs(self) -> Iterator[Hop]:
        """Yield each two switches that are cabled, once."""
        return (hop for hop in self.strands if hop[0] < hop[1])


def switch_graph(fabric: Fabric, sides: HostSides) -> SwitchGraph:
    """Return the switches with their cables; ports that are shut down have none."""
    devices = tuple(device for device in fabric.devices if not is_host(device))
    number = {device.name: node for node, device in enumerate(devices)}
    ports = {device.name: {port.name: port for port in device.ports} for device in devices}
    strands: dict[Hop, list[Strand]] = defaultdict(list)
    for link in fabric.links:
        (a, port_a), (b, port_b) = link.a, link.b
        if a == b or a not in ports or b not in ports:
            continue
        near, far = ports[a][port_a], ports[b][port_b]
        if is_false(near.values.enabled) or is_false(far.values.enabled):
            continue
        hop = number[a], number[b]
        strands[hop].append(Strand(near, far, link))
        strands[hop[::-1]].append(Strand(far, near, link))
    behind = [sides.of(device) for device in devices]
    return SwitchGraph(
        devices,
        {hop: tuple(found) for hop, found in sorted(strands.items())},
        {node: side.host_ports for node, side in enumerate(behind) if side.host_ports},
        tuple(PortRef(devices[node].name, port.name) for node, side in enumerate(behind) for port in side.outside),
        {node: side.prefixes for node, side in enumerate(behind)},
    )


def _key(text: str) -> object:
    """Return what tells an address from others, its length left out: of a dotted quad it is the text."""
    host = text.partition("/")[0]
    return host if ":" not in host else address_of(host)
