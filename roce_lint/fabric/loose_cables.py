"""Cables that an intent or a cabling list tells of and that end at a port which no configuration has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.model.device import Device, Link, PortRef, UnreadLine, is_host
from roce_lint.model.port_directory import PortDirectory
from roce_lint.model.terms import LinkOrigin

_PLANS = (LinkOrigin.INTENT, LinkOrigin.CABLING)


def loose_cables(devices: Sequence[Device], stated: Sequence[Link], directory: PortDirectory) -> tuple[UnreadLine, ...]:
    """Return the planned cables between two devices that were read, of which a switch does not have its port.

    Such a cable bears on nothing, and what other inputs say of its ends goes unopposed. Devices that were not read
    are no fault, files may be checked one by one. A host is configured for some of its ports only, and neighbours
    that LLDP tells may name their ports as they like. `directory` is of the devices.
    """
    found = []
    for link, absent in _loose(devices, stated, directory):
        names = [directory.device(end.device) for end in (link.a, link.b)]
        if None not in names:
            because = " and ".join(f"the configuration of {name} has no port {port}" for name, port in absent)
            found.append(UnreadLine(absent[0].device, link.source, _spelled(link), because))
    return tuple(found)


def _loose(
    devices: Sequence[Device], stated: Sequence[Link], directory: PortDirectory
) -> Iterator[tuple[Link, list[PortRef]]]:
    """Yield the planned cables with the ports that switches among the devices do not have."""
    switches = {device.name for device in devices if not is_host(device)}
    for link in stated:
        if link.origin in _PLANS:
            ends = [PortRef(directory.device(end.device) or "", end.port) for end in (link.a, link.b)]
            absent = [end for end in ends if end.device in switches and directory.resolve(end) is None]
            if absent:
                yield link, absent


def _spelled(link: Link) -> str:
    return f"cable from {link.a.device} {link.a.port} to {link.b.device} {link.b.port}"
