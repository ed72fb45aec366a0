"""Whether the two ends of a link between switches form an OSPF or IS-IS adjacency, as far as one of them wants one."""

from __future__ import annotations

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Source, Stated, known
from roce_lint.model.logic import is_true
from roce_lint.model.routing import IgpInterface, IgpLevel, IgpProcess, IgpProtocol

_LEVELS = {
    IgpLevel.LEVEL_1: frozenset({1}),
    IgpLevel.LEVEL_2: frozenset({2}),
    IgpLevel.LEVEL_1_2: frozenset({1, 2}),
}
_End = tuple[IgpProcess, IgpInterface | None]


def missing_adjacency(near: Device, near_port: Port, far: Device, far_port: Port) -> tuple[Source, str] | None:
    """Return where and why a link has no adjacency that one of its ends is configured for; None where it may have one.

    An end that does not run the protocol at all in the port's VRF is not evaluated: what it routes by is not known.
    """
    for protocol in IgpProtocol:
        ours, theirs = _end(near, near_port, protocol), _end(far, far_port, protocol)
        if ours is None or theirs is None:
            continue
        found = _silent(ours, far, far_port, theirs) or _silent(theirs, near, near_port, ours) or _apart(ours, theirs)
        if found:
            return found
    return None


def _end(device: Device, port: Port, protocol: IgpProtocol) -> _End | None:
    """Return the process of a protocol in the VRF of a port, with the port in it if it is there."""
    vrf = known(port.values.vrf, "default")
    found: _End | None = None
    for process in device.routing.igp:
        if process.protocol is protocol and process.vrf == vrf:
            for interface in process.interfaces:
                if interface.interface == port.name:
                    return process, interface
            found = found or (process, None)
    return found


def _wants(end: _End) -> bool:
    return end[1] is not None and not known(end[1].passive, True)


def _silent(asking: _End, other: Device, port: Port, answering: _End) -> tuple[Source, str] | None:
    """Return where an end is left out of the protocol, or is passive, while the other asks."""
    process, interface = answering
    name = process.protocol.value.upper()
    if not _wants(asking):
        return None
    if interface is None:
        return process.source, f"{name} of {other.name} leaves out {port.name}"
    if is_true(interface.passive):
        return interface.passive.source, f"{name} of {other.name} is passive on {port.name}"
    return None


def _apart(ours: _End, theirs: _End) -> tuple[Source, str] | None:
    """Return where the areas or levels of two ends differ: at the end whose device has fewer such interfaces."""
    here, there = ours[1], theirs[1]
    if here is None or there is None or not _wants(ours) or not _wants(theirs):
        return None
    name = ours[0].protocol.value.upper()
    if isinstance(here.area, Stated) and isinstance(there.area, Stated) and here.area.value != there.area.value:
        odd = here if _same_area(ours[0], here) <= _same_area(theirs[0], there) else there
        return odd.area.source, f"{name} has area {here.area.value} at one end and {there.area.value} at the other"
    levels = [_LEVELS.get(one.level.value) for one in (here, there) if isinstance(one.level, Stated)]
    if len(levels) == 2 and levels[0] and levels[1] and not levels[0] & levels[1]:
        return here.level.source, f"{name} has no level in common at both ends"
    return None


def _same_area(process: IgpProcess, interface: IgpInterface) -> int:
    area = known(interface.area, "")
    return sum(known(one.area, "") == area for one in process.interfaces)
