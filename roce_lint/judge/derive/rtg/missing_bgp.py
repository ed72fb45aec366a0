"""Switches without BGP that others name as a BGP neighbor, in a fabric where the others have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.model.addresses import Address, address_of
from roce_lint.model.device import Device, Link, PortRef, is_host
from roce_lint.model.fact import Source, Stated
from roce_lint.model.logic import is_false
from roce_lint.model.routing import BgpNeighbor
from roce_lint.values import dataclass

_FEWEST_WITH_BGP = 2


@dataclass(frozen=True, slots=True)
class MissingBgp:
    """The switches that have sessions with one without BGP, and the line that states the first address they name."""

    peers: tuple[str, ...]
    source: Source


def missing_bgp(devices: Sequence[Device], links: Sequence[Link]) -> Mapping[str, MissingBgp]:
    """Return the switches that lack BGP, by name.

    There is none where the files may be what lacks it: fewer than two switches of the same system have BGP, or of the
    switches that are named as a neighbor no more have it than lack it.
    """
    switches = [device for device in devices if not is_host(device)]
    with_bgp = [device for device in switches if device.routing.bgp]
    if len(with_bgp) < _FEWEST_WITH_BGP or len(with_bgp) == len(switches):
        return {}
    ends = _SessionEnds(switches, links)
    named: dict[str, dict[str, Source]] = {}
    for device in with_bgp:
        for neighbor in (neighbor for process in device.routing.bgp for neighbor in process.neighbors):
            holder = ends.of(device, neighbor)
            if holder is not None and not is_false(neighbor.settings.enabled):
                named.setdefault(holder[0], {}).setdefault(device.name, holder[1])
    lacking = [device for device in switches if not device.routing.bgp and device.name in named]
    if len(lacking) >= sum(device.name in named for device in with_bgp):
        return {}
    systems = [device.os for device in with_bgp]
    return {
        device.name: MissingBgp(tuple(sorted(named[device.name])), min(named[device.name].values()))
        for device in lacking
        if systems.count(device.os) >= _FEWEST_WITH_BGP
    }


class _SessionEnds:
    """Finds the switch at the other end of a BGP session, and the line that states its address or its port."""

    def __init__(self, switches: Sequence[Device], links: Sequence[Link]) -> None:
        self._holders: dict[Address, tuple[str, Source] | None] = {}
        for device in switches:
            for port in device.ports:
                for fact in port.addresses if port.values.addresses else ():
                    address = address_of(fact.value.partition("/")[0]) if isinstance(fact, Stated) else None
                    if address is not None:
                        # What several have is of none of them.
                        self._holders[address] = None if address in self._holders else (device.name, fact.source)
        places = {PortRef(device.name, port.name): port.source for device in switches for port in device.ports}
        self._behind = {
            one: (other.device, places[other])
            for link in links
            for one, other in ((link.a, link.b), (link.b, link.a))
            if other in places
        }

    def of(self, device: Device, neighbor: BgpNeighbor) -> tuple[str, Source] | None:
        """Return name and line, None where the other end is not known."""
        if neighbor.is_interface:
            return self._behind.get(PortRef(device.name, neighbor.peer))
        address = address_of(neighbor.peer.partition("%")[0])
        return self._holders.get(address) if address else None
