"""Which port is cabled to which: from an intent, a cabling list, LLDP, /31 addresses, descriptions, in that trust."""

from __future__ import annotations

import ipaddress
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from roce_lint.facts.fact import Stated, Unknown
from roce_lint.facts.interface_names import canonical_interface
from roce_lint.facts.model import Device, Link, LinkContradiction, Port, PortRef
from roce_lint.facts.terms import LinkOrigin, PortKind

_TRUST = tuple(LinkOrigin)
_INTERFACE = re.compile(r"(?<![A-Za-z])(?:ethernet|eth|et|e)[- ]?\d+(?:[/-]\d+)*", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z][\w.-]*\d\w*")
_IPV4 = re.compile(r"(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})/([12]?\d|3[0-2])", re.ASCII)
_POINT_TO_POINT = {4: (30, 31), 6: (126, 127)}


class _Directory:
    """Finds devices and ports by any spelling of their names."""

    def __init__(self, devices: Sequence[Device]) -> None:
        self.devices = {_short(device.name): device.name for device in devices}
        self._ports = {
            (device.name, canonical_interface(port.name).lower()): port.name
            for device in devices
            for port in device.ports
        }
        for device in devices:
            for nic in device.nics:
                if isinstance(nic.rdma_device, Stated):
                    self._ports.setdefault((device.name, nic.rdma_device.value.lower()), nic.port)
        names = sorted(self.devices, key=len, reverse=True)
        alternatives = "|".join(re.escape(name) for name in names)
        self._named = re.compile(rf"(?<![a-z0-9])(?:{alternatives})(?![a-z0-9])") if names else None

    def resolve(self, ref: PortRef) -> PortRef | None:
        """Return the port as its device spells it; None where no such device or port was read."""
        device = self.devices.get(_short(ref.device))
        if device is None:
            return None
        port = self._ports.get((device, canonical_interface(ref.port).lower()))
        return None if port is None else PortRef(device, port)

    def named_in(self, text: str) -> PortRef | None:
        """Return the port that a description names by device and interface, if it names one.

        Interfaces of hosts have any name (`ens1f0np0`, or `mlx5_0` of the RDMA device).
        """
        found = self._named.search(text.lower()) if self._named else None
        if found is None:
            return None
        rest = text[: found.start()] + " " + text[found.end() :]
        for written in (*_INTERFACE.finditer(rest), *_NAME.finditer(rest)):
            port = self.resolve(PortRef(found.group(), written.group()))
            if port is not None:
                return port
        return None


def _short(name: str) -> str:
    """Return a device name without its domain, in lower case; an address is kept whole."""
    lowered = name.strip().lower()
    return lowered if re.fullmatch(r"[\d.]+", lowered) else lowered.split(".", 1)[0]


def infer_links(
    devices: Sequence[Device], stated: Iterable[Link]
) -> tuple[tuple[Link, ...], tuple[LinkContradiction, ...]]:
    """Return the links of the fabric, and where a less trusted input disagrees with a more trusted one.

    `stated` are links from intents, cabling lists and LLDP. Links whose ends were not both read are left out.
    """
    directory = _Directory(devices)
    candidates = [link for given in stated if (link := _resolved(given, directory)) is not None]
    candidates += _links_by_address(devices)
    candidates += _links_by_description(devices, directory)
    candidates.sort(key=lambda link: (_TRUST.index(link.origin), link.a, link.b, link.source))
    links, contradictions = _settle(candidates, devices)
    members = _links_of_members(links, devices)
    return tuple(sorted((*links, *members), key=lambda link: (link.a, link.b))), contradictions


def _links_of_members(links: Sequence[Link], devices: Sequence[Device]) -> list[Link]:
    """Return cables of the members of two linked bundles of equal size of which no input tells a cable, in order.

    Which member is cabled to which does not matter: all run between the same two bundles.
    """
    taken = {end for link in links for end in (link.a, link.b)}
    members: defaultdict[PortRef, list[PortRef]] = defaultdict(list)
    for device in devices:
        for port in device.ports:
            if port.kind is PortKind.ETHERNET and isinstance(port.lag, Stated) and port.lag.value:
                members[PortRef(device.name, port.lag.value)].append(PortRef(device.name, port.name))
    found = []
    for link in links:
        here, there = members.get(link.a, []), members.get(link.b, [])
        if len(here) == len(there) and not taken & {*here, *there}:
            length = Unknown("the link of a bundle does not tell a cable's length", link.source)
            pairs = zip(here, there, strict=True)
            found += [_ordered(Link(a, b, length, link.origin, link.source)) for a, b in pairs]
    return found


def _resolved(link: Link, directory: _Directory) -> Link | None:
    a, b = directory.resolve(link.a), directory.resolve(link.b)
    if a is None or b is None or a == b:
        return None
    return _ordered(Link(a, b, link.length_m, link.origin, link.source))


def _ordered(link: Link) -> Link:
    return link if link.a <= link.b else Link(link.b, link.a, link.length_m, link.origin, link.source)


def _settle(
    candidates: Sequence[Link], devices: Sequence[Device]
) -> tuple[tuple[Link, ...], tuple[LinkContradiction, ...]]:
    """Accept candidates in order of trust; a port has one cable."""
    taken: dict[PortRef, Link] = {}
    contradictions: dict[tuple[PortRef, PortRef, PortRef], LinkContradiction] = {}
    enabled = {
        PortRef(device.name, port.name)
        for device in devices
        for port in device.ports
        if isinstance(port.enabled, Unknown) or port.enabled.value
    }
    for link in candidates:
        kept = taken.get(link.a) or taken.get(link.b)
        if kept is None:
            taken[link.a] = taken[link.b] = link
        elif (kept.a, kept.b) == (link.a, link.b):
            if isinstance(kept.length_m, Unknown) and not isinstance(link.length_m, Unknown):
                taken[link.a] = taken[link.b] = Link(kept.a, kept.b, link.length_m, kept.origin, kept.source)
        elif {link.a, link.b} <= enabled:
            port = link.a if link.a in taken else link.b
            contradictions.setdefault((port, link.a, link.b), LinkContradiction(port, kept, link))
    links = tuple(sorted(set(taken.values()), key=lambda link: (link.a, link.b)))
    return links, tuple(contradictions[key] for key in sorted(contradictions))


def _cabled_port(port: Port) -> str:
    """Return the name of the physical port that carries a sub-interface."""
    return port.name.rsplit(".", 1)[0] if port.kind is PortKind.SUBINTERFACE else port.name


def _links_by_address(devices: Sequence[Device]) -> list[Link]:
    """Return the pairs of ports that are the only two in one point-to-point subnet."""
    found: dict[str, list[tuple[PortRef, Stated[str]]]] = defaultdict(list)
    for device in devices:
        for port in device.ports:
            if port.kind not in (PortKind.ETHERNET, PortKind.LAG, PortKind.SUBINTERFACE):
                continue
            for fact in port.addresses:
                if isinstance(fact, Stated) and (network := _point_to_point(fact.value)):
                    found[network].append((PortRef(device.name, _cabled_port(port)), fact))
    links = []
    for ends in found.values():
        if len(ends) != 2 or ends[0][0].device == ends[1][0].device or ends[0][1].value == ends[1][1].value:
            continue
        (a, fact), (b, _) = sorted(ends, key=lambda end: end[0])
        length = Unknown("addresses do not tell a cable's length", fact.source)
        links.append(Link(a, b, length, LinkOrigin.ADDRESS, fact.source))
    return links


def _point_to_point(address: str) -> str:
    """Return the subnet of an interface address if it has room for two ends only, else nothing."""
    plain = _IPV4.fullmatch(address)
    if plain:
        # Most addresses are of this form, and `ipaddress` takes ten times as long for one.
        octets = [int(octet) for octet in plain.groups()[:4]]
        if int(plain[5]) not in _POINT_TO_POINT[4]:
            return ""
        if max(octets) <= 255 and octets[:2] != [169, 254]:
            size = 1 << (32 - int(plain[5]))
            return f"{octets[0]}.{octets[1]}.{octets[2]}.{octets[3] // size * size}/{plain[5]}"
    try:
        interface = ipaddress.ip_interface(address)
    except ValueError:
        return ""
    if interface.network.prefixlen not in _POINT_TO_POINT[interface.version] or interface.ip.is_link_local:
        return ""
    return str(interface.network)


def _links_by_description(devices: Sequence[Device], directory: _Directory) -> list[Link]:
    """Return the cables that descriptions name; a port-channel is none, and may lead to two devices at once (MLAG)."""
    cables = {
        PortRef(device.name, port.name) for device in devices for port in device.ports if port.kind is PortKind.ETHERNET
    }
    links = []
    for device in devices:
        for port in device.ports:
            if port.kind is not PortKind.ETHERNET or not isinstance(port.description, Stated):
                continue
            peer = directory.named_in(port.description.value)
            if peer is None or peer.device == device.name or peer not in cables:
                continue
            source = port.description.source
            length = Unknown("descriptions do not tell a cable's length", source)
            here = PortRef(device.name, port.name)
            links.append(_ordered(Link(here, peer, length, LinkOrigin.DESCRIPTION, source)))
    return links
