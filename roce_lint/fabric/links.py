"""Which port is cabled to which.

Sources in decreasing order of trust: an intent, a cabling list, LLDP, /31 addresses, descriptions.

Subnets that have room for two ends only: a cable between two routed ports has one of its own.
"""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.model.device import Device, Link, LinkContradiction, Port, PortRef, UnreadLine, is_host
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.logic import is_false
from roce_lint.model.port_directory import PortDirectory
from roce_lint.model.terms import LinkOrigin, PortKind
from roce_lint.values import dataclass, replace

_POINT_TO_POINT = {4: (30, 31), 6: (126, 127)}
_UNUSUAL = "?"


class PointToPoint:
    """Finds the subnets that have room for two ends only."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._heads: dict[str, bool] = {}
        self._tails: dict[str, str] = {}

    def of(self, address: str) -> str:
        """Return the subnet of an interface address if it has room for two ends only, else nothing."""
        head, _, last = address.rpartition(".")
        tail = self._tails.get(last)
        if tail is None:
            tail = self._tails[last] = _subnet_tail(last)
        # Most addresses are of this form, and `ipaddress` takes thirty times as long for one.
        if tail is _UNUSUAL or not self._is_plain(head):
            return _point_to_point(address)
        return head + tail if tail else ""

    def _is_plain(self, head: str) -> bool:
        """Say whether three octets are those of an address that is not link-local."""
        known = self._heads.get(head)
        if known is None:
            octets = head.split(".")
            plain = len(octets) == 3 and all(_is_number(octet, 255) for octet in octets)
            known = self._heads[head] = plain and octets[:2] != ["169", "254"]
        return known


def _subnet_tail(tail: str) -> str:
    """Return for how a plain address ends (`5/31`) how its subnet ends (`.4/31`), empty for a larger one."""
    octet, _, length = tail.partition("/")
    if not (_is_number(octet, 255) and _is_number(length, 32)):
        return _UNUSUAL
    size = 1 << (32 - int(length))
    return f".{int(octet) // size * size}/{length}" if int(length) in _POINT_TO_POINT[4] else ""


def _is_number(text: str, largest: int) -> bool:
    """Say whether a text is a number up to some, written as usual."""
    return text.isascii() and text.isdecimal() and len(text) <= 3 and str(int(text)) == text and int(text) <= largest


def _point_to_point(address: str) -> str:
    try:
        interface = ipaddress.ip_interface(address)
    except ValueError:
        return ""
    if interface.network.prefixlen not in _POINT_TO_POINT[interface.version] or interface.ip.is_link_local:
        return ""
    return str(interface.network)


_CABLED = (PortKind.ETHERNET, PortKind.LAG, PortKind.SUBINTERFACE)
_TRUST = {origin: rank for rank, origin in enumerate(LinkOrigin)}


_ROUNDING_M = 1
"""Lengths that differ by no more are one, given in feet and in metres."""


@dataclass(frozen=True, slots=True)
class FabricLinks:
    """The links of a fabric, and where a less trusted input disagrees with a more trusted one.

    `contradictions` are about which ports a cable joins, `lengths` about its length.
    """

    links: tuple[Link, ...]
    contradictions: tuple[LinkContradiction, ...]
    lengths: tuple[LinkContradiction, ...]


def infer_links(devices: Sequence[Device], stated: Iterable[Link], directory: PortDirectory) -> FabricLinks:
    """Return the links of the fabric, and where inputs disagree about them.

    `stated` are links from intents, cabling lists and LLDP. Links whose ends were not both read are left out.
    `directory` is of the devices, and of those that descriptions may speak of besides.
    """
    candidates = [link for given in stated if (link := _resolved(given, directory)) is not None]
    candidates += _links_by_address(devices)
    candidates += _links_by_description(devices, directory)
    candidates.sort(key=lambda link: (_TRUST[link.origin], link.a, link.b, link.source))
    settled = _settle(candidates, devices)
    members = _links_of_members(settled.links, devices)
    return replace(settled, links=tuple(sorted((*settled.links, *members), key=lambda link: (link.a, link.b))))


def _links_of_members(links: Sequence[Link], devices: Sequence[Device]) -> list[Link]:
    """Return cables of the members of two linked bundles of equal size of which no input tells a cable, in order.

    Which member is cabled to which does not matter: all run between the same two bundles.
    """
    taken = {end for link in links for end in (link.a, link.b)}
    members: defaultdict[PortRef, list[PortRef]] = defaultdict(list)
    for device in devices:
        for port in device.ports:
            lag = port.values.lag
            if port.kind is PortKind.ETHERNET and isinstance(lag, Stated) and lag.value:
                members[PortRef(device.name, lag.value)].append(PortRef(device.name, port.name))
    found = []
    for link in links:
        here, there = members.get(link.a, []), members.get(link.b, [])
        if len(here) == len(there) and not taken & {*here, *there}:
            length = Unknown("the link of a LAG does not state a cable's length", link.source)
            pairs = zip(here, there, strict=True)
            found += [_ordered(Link(a, b, length, link.origin, link.source)) for a, b in pairs]
    return found


def _resolved(link: Link, directory: PortDirectory) -> Link | None:
    a, b = directory.resolve(link.a), directory.resolve(link.b)
    if a is None or b is None or a == b:
        return None
    return _ordered(replace(link, a=a, b=b))


def _ordered(link: Link) -> Link:
    return link if link.a <= link.b else replace(link, a=link.b, b=link.a)


def _settle(candidates: Sequence[Link], devices: Sequence[Device]) -> FabricLinks:
    """Accept candidates in order of trust; a port has one cable."""
    taken: dict[PortRef, Link] = {}
    lengths: dict[PortRef, LinkContradiction] = {}
    contradictions: dict[tuple[PortRef, PortRef, PortRef], LinkContradiction] = {}
    enabled = _Enabled(devices)
    for link in candidates:
        kept = taken.get(link.a) or taken.get(link.b)
        if kept is None:
            taken[link.a] = taken[link.b] = link
        elif (kept.a, kept.b) == (link.a, link.b):
            if _differ(kept.length_m, link.length_m):
                lengths.setdefault(link.a, LinkContradiction(link.a, kept, link))
            length = link.length_m if isinstance(kept.length_m, Unknown) else kept.length_m
            speed = link.speed_gbps if isinstance(kept.speed_gbps, Unknown) else kept.speed_gbps
            if isinstance(length, Stated) or isinstance(speed, Stated):
                taken[link.a] = taken[link.b] = replace(kept, length_m=length, speed_gbps=speed)
        elif enabled.holds(link.a) and enabled.holds(link.b):
            port = link.a if link.a in taken else link.b
            contradictions.setdefault((port, link.a, link.b), LinkContradiction(port, kept, link))
    # Both ends have the same object.
    links = tuple(sorted({id(link): link for link in taken.values()}.values(), key=lambda link: (link.a, link.b)))
    return FabricLinks(
        links,
        tuple(contradictions[key] for key in sorted(contradictions)),
        tuple(lengths[key] for key in sorted(lengths)),
    )


def _differ(length: Fact[int], other: Fact[int]) -> bool:
    """Say whether two inputs state lengths of which both cannot be right."""
    if not isinstance(length, Stated) or not isinstance(other, Stated):
        return False
    return abs(length.value - other.value) > _ROUNDING_M


class _Enabled:
    """Says which ports are not shut down; few fabrics have contradictions that ask for it."""

    def __init__(self, devices: Sequence[Device]) -> None:
        self._devices = devices
        self._ports: frozenset[PortRef] | None = None

    def holds(self, ref: PortRef) -> bool:
        """Say whether a port is there and not shut down."""
        if self._ports is None:
            self._ports = frozenset(
                PortRef(device.name, port.name)
                for device in self._devices
                for port in device.ports
                if not is_false(port.enabled)
            )
        return ref in self._ports


def _cabled_port(port: Port) -> str:
    """Return the name of the physical port that carries a sub-interface."""
    return port.name.rsplit(".", 1)[0] if port.kind is PortKind.SUBINTERFACE else port.name


def _links_by_address(devices: Sequence[Device]) -> list[Link]:
    """Return the pairs of ports that are the only two in one point-to-point subnet."""
    subnets = PointToPoint()
    found: dict[str, list[tuple[str, Port, str]]] = defaultdict(list)
    for device in devices:
        for port in device.ports:
            if port.kind not in _CABLED:
                continue
            for address in port.stated_addresses:
                if network := subnets.of(address):
                    found[network].append((device.name, port, address))
    links = []
    for several in (*found.values(), *_in_other_subnets(found)):
        if len(several) != 2 or several[0][0] == several[1][0] or several[0][2] == several[1][2]:
            continue
        ends = [(PortRef(device, _cabled_port(port)), port, address) for device, port, address in several]
        (a, port, address), (b, _, _) = sorted(ends, key=lambda end: end[0])
        fact = next(one for one in port.addresses if isinstance(one, Stated) and one.value == address)
        length = Unknown("addresses do not state a cable's length", fact.source)
        links.append(Link(a, b, length, LinkOrigin.ADDRESS, fact.source))
    return links


def _in_other_subnets(found: Mapping[str, list[tuple[str, Port, str]]]) -> Iterator[list[tuple[str, Port, str]]]:
    """Yield pairs of ports alone in subnets of which one holds the other: one end has another prefix length."""
    for subnet, several in found.items():
        network = ipaddress.ip_network(subnet)
        if len(several) == 1 and network.prefixlen == _POINT_TO_POINT[network.version][1]:
            around = found.get(str(network.supernet()), [])
            if len(around) == 1:
                yield [*several, *around]


def _links_by_description(devices: Sequence[Device], directory: PortDirectory) -> list[Link]:
    """Return the cables that descriptions name; a port-channel is none, and may lead to two devices at once (MLAG)."""
    cables: dict[str, set[str]] = defaultdict(set)
    for device in devices:
        cables[device.name].update([port.name for port in device.ports if port.kind is PortKind.ETHERNET])
    links = []
    for device in devices:
        for port in device.ports:
            description = port.stated_description if port.kind is PortKind.ETHERNET else None
            if description is None:
                continue
            peer = directory.named_in(description)
            if peer is None or peer.device == device.name or peer.port not in cables[peer.device]:
                continue
            source = port.description.source
            length = Unknown("descriptions do not state a cable's length", source)
            here = PortRef(device.name, port.name)
            links.append(_ordered(Link(here, peer, length, LinkOrigin.DESCRIPTION, source)))
    return links


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
