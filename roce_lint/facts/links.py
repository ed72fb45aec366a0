"""Which port is cabled to which: from an intent, a cabling list, LLDP, /31 addresses, descriptions, in that trust."""

from __future__ import annotations

import ipaddress
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from roce_lint.facts.fact import Stated, Unknown
from roce_lint.facts.interface_names import canonical_interface
from roce_lint.facts.logic import is_false
from roce_lint.facts.model import Device, Link, LinkContradiction, Port, PortRef
from roce_lint.facts.terms import LinkOrigin, PortKind

_TRUST = tuple(LinkOrigin)
_INTERFACE = re.compile(r"(?<![A-Za-z])(?:ethernet|eth|et|e)[- ]?\d+(?:[/-]\d+)*", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z][\w.-]*\d\w*")
_OCTETS = {str(number): number for number in range(256)}
_LENGTHS = {str(number): number for number in range(33)}
_DIGITS = str.maketrans("123456789", "000000000")
_POINT_TO_POINT = {4: (30, 31), 6: (126, 127)}


class _Directory:
    """Finds devices and ports by any spelling of their names."""

    def __init__(self, devices: Sequence[Device]) -> None:
        self.devices = {_short(device.name): device.name for device in devices}
        self._spelling: dict[str, str] = {}
        self._ports = {
            (device.name, self._spelled(port.name)): port.name for device in devices for port in device.ports
        }
        for device in devices:
            for nic in device.nics:
                if isinstance(nic.rdma_device, Stated):
                    self._ports.setdefault((device.name, nic.rdma_device.value.lower()), nic.port)
        self._names = CableNames(self.devices)

    def resolve(self, ref: PortRef) -> PortRef | None:
        """Return the port as its device spells it; None where no such device or port was read."""
        device = self.devices.get(_short(ref.device))
        if device is None:
            return None
        port = self._ports.get((device, self._spelled(ref.port)))
        return None if port is None else PortRef(device, port)

    def _spelled(self, name: str) -> str:
        """Return one spelling of an interface name; switches have the same ones."""
        spelled = self._spelling.get(name)
        if spelled is None:
            spelled = self._spelling[name] = canonical_interface(name).lower()
        return spelled

    def named_in(self, text: str) -> PortRef | None:
        """Return the port that a description names by device and interface, if it names one.

        Interfaces of hosts have any name (`ens1f0np0`, or `mlx5_0` of the RDMA device).
        """
        named = self._names.named_in(text)
        if named is None:
            return None
        device, interfaces = named
        ports = (self.resolve(PortRef(device, written)) for written in interfaces)
        return next((port for port in ports if port is not None), None)


class CableNames:
    """Finds what a description says of a cable: the device that it names, and what may be its interface."""

    def __init__(self, devices: Iterable[str]) -> None:
        """Look for these names of devices, without their domains, and for no others."""
        names = sorted({_short(name): None for name in devices}, key=len, reverse=True)
        self._named = _any_of(names) if names else None
        looks = sorted({name.translate(_DIGITS) for name in names}, key=lambda look: (-len(look), look))
        self._look = _any_of(looks) if looks else None
        self._may_name: dict[str, bool] = {}

    def named_in(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the device as it is written, and what may be an interface of it, the likeliest first; or None."""
        found = self._search(text.lower())
        if found is None:
            return None
        rest = text[: found.start()] + " " + text[found.end() :]
        written = (*_INTERFACE.finditer(rest), *_NAME.finditer(rest))
        return found.group(), tuple([one.group() for one in written])

    def _search(self, text: str) -> re.Match[str] | None:
        """Return where a text names a device. Texts that differ in their digits are asked once whether they may."""
        if self._named is None or self._look is None:
            return None
        look = text.translate(_DIGITS)
        may = self._may_name.get(look)
        if may is None:
            may = self._may_name[look] = bool(self._look.search(look))
        return self._named.search(text) if may else None


def _any_of(names: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of any of these names by itself; of two that begin alike the first one given."""
    alternatives = "|".join(map(re.escape, names))
    return re.compile(rf"(?<![a-z0-9])(?:{alternatives})(?![a-z0-9])")


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
    enabled = _Enabled(devices)
    for link in candidates:
        kept = taken.get(link.a) or taken.get(link.b)
        if kept is None:
            taken[link.a] = taken[link.b] = link
        elif (kept.a, kept.b) == (link.a, link.b):
            if isinstance(kept.length_m, Unknown) and not isinstance(link.length_m, Unknown):
                taken[link.a] = taken[link.b] = Link(kept.a, kept.b, link.length_m, kept.origin, kept.source)
        elif enabled.holds(link.a) and enabled.holds(link.b):
            port = link.a if link.a in taken else link.b
            contradictions.setdefault((port, link.a, link.b), LinkContradiction(port, kept, link))
    links = tuple(sorted(set(taken.values()), key=lambda link: (link.a, link.b)))
    return links, tuple(contradictions[key] for key in sorted(contradictions))


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
    subnets = _PointToPoint()
    found: dict[str, list[tuple[str, Port, Stated[str]]]] = defaultdict(list)
    for device in devices:
        for port in device.ports:
            if port.kind not in (PortKind.ETHERNET, PortKind.LAG, PortKind.SUBINTERFACE):
                continue
            for fact in port.addresses:
                if isinstance(fact, Stated) and (network := subnets.of(fact.value)):
                    found[network].append((device.name, port, fact))
    links = []
    for several in found.values():
        if len(several) != 2 or several[0][0] == several[1][0] or several[0][2].value == several[1][2].value:
            continue
        ends = [(PortRef(device, _cabled_port(port)), fact) for device, port, fact in several]
        (a, fact), (b, _) = sorted(ends, key=lambda end: end[0])
        length = Unknown("addresses do not tell a cable's length", fact.source)
        links.append(Link(a, b, length, LinkOrigin.ADDRESS, fact.source))
    return links


class _PointToPoint:
    """Finds the subnets that have room for two ends only."""

    def __init__(self) -> None:
        self._heads: dict[str, bool] = {}

    def of(self, address: str) -> str:
        """Return the subnet of an interface address if it has room for two ends only, else nothing."""
        host, _, length = address.rpartition("/")
        head, _, last = host.rpartition(".")
        octet, bits = _OCTETS.get(last), _LENGTHS.get(length)
        if octet is None or bits is None or not self._is_plain(head):
            return _point_to_point(address)
        # Most addresses are of this form, and `ipaddress` takes ten times as long for one.
        size = 1 << (32 - bits)
        return f"{head}.{octet // size * size}/{length}" if bits in _POINT_TO_POINT[4] else ""

    def _is_plain(self, head: str) -> bool:
        """Say whether three octets are those of an address that is not link-local."""
        known = self._heads.get(head)
        if known is None:
            octets = [_OCTETS.get(one, -1) for one in head.split(".")]
            known = self._heads[head] = len(octets) == 3 and min(octets) >= 0 and octets[:2] != [169, 254]
        return known


def _point_to_point(address: str) -> str:
    try:
        interface = ipaddress.ip_interface(address)
    except ValueError:
        return ""
    if interface.network.prefixlen not in _POINT_TO_POINT[interface.version] or interface.ip.is_link_local:
        return ""
    return str(interface.network)


def _links_by_description(devices: Sequence[Device], directory: _Directory) -> list[Link]:
    """Return the cables that descriptions name; a port-channel is none, and may lead to two devices at once (MLAG)."""
    cables = {(device.name, port.name) for device in devices for port in device.ports if port.kind is PortKind.ETHERNET}
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
