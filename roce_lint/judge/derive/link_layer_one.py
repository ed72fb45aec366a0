"""Whether a cable can come up at all: the speed it is planned for, error correction, ends that are shut down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Fact, Stated, known
from roce_lint.model.logic import is_false
from roce_lint.model.terms import Fec
from roce_lint.values import dataclass

_STRENGTH = {Fec.OFF: 0, Fec.FIRE_CODE: 1, Fec.REED_SOLOMON: 2}
_PortsByName = Mapping[PortRef, tuple[Device, Port]]


@dataclass(frozen=True, slots=True)
class OddSpeed:
    """A port whose speed is not that of its cable; `place` is false at the speed of the port."""

    place: Fact[bool]
    port_gbps: Fact[int]


def listed_speeds_hold(links: Iterable[Link], ports: _PortsByName) -> bool:
    """Say whether most ports have the speeds that lists give their cables: some lists give that of the cage."""
    fitting = 0
    for link in links:
        if isinstance(link.speed_gbps, Stated):
            for end in (link.a, link.b):
                stated = ports[end][1].values.speed_gbps
                if isinstance(stated, Stated):
                    fitting += 1 if stated.value == link.speed_gbps.value else -1
    return fitting > 0


def odd_speed(link: Link, ports: _PortsByName) -> OddSpeed | None:
    """Return the port that states another speed than its cable is listed with, if there is one."""
    if not isinstance(link.speed_gbps, Stated):
        return None
    for end in (link.a, link.b):
        speed = ports[end][1].speed_gbps
        if isinstance(speed, Stated) and speed.value != link.speed_gbps.value:
            return OddSpeed(Stated(False, speed.source), speed)
    return None


def different_fec(link: Link, ports: _PortsByName) -> tuple[Fact[bool], Fec, Fec] | None:
    """Return the weaker of two different error corrections, with its place, and the other one."""
    one, other = (ports[end][1].fec for end in (link.a, link.b))
    if not isinstance(one, Stated) or not isinstance(other, Stated) or one.value is other.value:
        return None
    weaker, stronger = (one, other) if _STRENGTH[one.value] < _STRENGTH[other.value] else (other, one)
    return Stated(False, weaker.source), weaker.value, stronger.value


def lone_fec(link: Link, ports: _PortsByName) -> tuple[Fact[bool], Fec] | None:
    """Return what one end turns off or down while the other, of the same system, states nothing."""
    (device, port), (other, peer) = ports[link.a], ports[link.b]
    if device.os != other.os or is_host(device):
        return None
    stated = [one for one in (port.fec, peer.fec) if isinstance(one, Stated)]
    if len(stated) != 1 or stated[0].value is Fec.REED_SOLOMON:
        return None
    return Stated(False, stated[0].source), stated[0].value


def shut_end(link: Link, ports: _PortsByName) -> tuple[Fact[bool], str] | None:
    """Return the end that is shut down while the other one is open, of a cable between two switches."""
    ends = [(end, *ports[end]) for end in (link.a, link.b)]
    shut = [one for one in ends if is_false(one[2].values.enabled)]
    if len(shut) != 1 or any(is_host(device) for _, device, _ in ends):
        return None
    (ref, _, port), (_, _, peer) = shut[0], next(one for one in ends if one is not shut[0])
    if not (_is_in_service(port) and _is_in_service(peer)):
        return None
    return Stated(False, port.enabled.source), str(ref)


def _is_in_service(port: Port) -> bool:
    """Say whether the port has what a spare one lacks: addresses, or a bundle."""
    return bool(port.values.addresses) or bool(known(port.values.lag, ""))
