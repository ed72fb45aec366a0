"""The next hops of hosts' routes: whether the kernel takes them, and whether the switch has these addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cache, cached_property

from roce_lint.judge.derive.rtg.next_hop_state import NextHopState
from roce_lint.model.addresses import BITS, Address, Subnet, Supernets, address_of, interface_of, subnet_of
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.host_route import HostRoute
from roce_lint.model.interface_names import same_interface
from roce_lint.model.judged import Judged
from roce_lint.model.terms import PortKind
from roce_lint.values import dataclass

_LINK_LOCAL_HEAD = 0x3FA
"""The first ten bits of fe80::/10."""


@dataclass(frozen=True, slots=True)
class _Gateways:
    """What answers as a next hop at one end of a cable.

    `stated` are the addresses of the interfaces by which the switch itself routes from there, `own` the same without
    lengths, and `in_vlans` those of all switches in the same VLANs. `doubt`: why there may be more; empty if all are
    known.
    """

    stated: tuple[Stated[str], ...]
    own: frozenset[Address]
    in_vlans: frozenset[Address]
    doubt: str


class HostRoutes:
    """Evaluates the routes of hosts; what is at the ends of cables is looked up once."""

    def __init__(
        self,
        ports: Mapping[PortRef, tuple[Device, Port]],
        peers: Mapping[PortRef, Link],
        disputed: Set[Link],
        inside: Mapping[str, frozenset[str]],
    ) -> None:
        """`disputed` are cables that another input contradicts. `inside`: the RoCE ports of each device."""
        self._ports = ports
        self._peers = peers
        self._disputed = disputed
        self._inside = inside
        self._switches = {device.name: device for device, _ in ports.values() if not is_host(device)}
        self._gateways: dict[PortRef, _Gateways] = {}
        self._by_vlans: dict[frozenset[int], tuple[frozenset[Address], str]] = {}

    def of(self, device: Device, common: Mapping[str, object]) -> Iterator[Judged]:
        """Yield the next hops of the routes that a host has by its RoCE NICs, and by bonds of them."""
        members: dict[str, list[Port]] = {}
        for port in device.ports:
            for name in {port.name, known(port.lag, "")} - {""}:
                members.setdefault(name, []).append(port)
        nics = frozenset(nic.port for nic in device.nics)
        addresses = frozenset(one.address for port in device.ports for one in port.interfaces)
        links = _links(device)
        for route in device.host_routes:
            cards = [port.name for port in members.get(route.port, ()) if port.kind is not PortKind.LAG]
            ends = [end for name in cards if (end := self._end(PortRef(device.name, name))) is not None]
            crossed = any(end.port in self._inside.get(end.device, ()) for end in ends)
            if (crossed or (not ends and not nics.isdisjoint(cards))) and known(route.next_hop, "?"):
                state = self._state(route, ends if len(ends) == len(cards) else [], addresses, links)
                yield Judged(device.name, route.port, route.next_hop.source, {**common, "hop": state})

    def _end(self, ref: PortRef) -> PortRef | None:
        """Return the other end of the cable of a NIC, where it is at a switch that was read."""
        link = self._peers.get(ref)
        if link is None or link in self._disputed:
            return None
        end = link.other_end(ref)
        return end if end in self._ports and end.device in self._switches else None

    def _state(
        self, route: HostRoute, ends: list[PortRef], addresses: Set[Address], links: Callable[[str], _Link]
    ) -> NextHopState:
        hop, place = route.next_hop, route.next_hop.source
        address = address_of(known(hop, ""))
        gateways = [self._gateways_at(end) for end in ends]
        stated = [one for each in gateways for one in each.stated]
        alike = [one for one in stated if address and _version(one.value) == address.version]
        shown = next((one.source for one in alike), place)
        if address is None:
            unknown = Unknown("the next hop is unknown", place)
            connected: Fact[bool] = unknown
            own: Fact[bool] = unknown
            of_switch: Fact[bool] = unknown
        else:
            connected = _connected(route, address, links(route.port), gateways)
            own = _is_own(addresses, address, place)
            of_switch = _of_switch(route, address, gateways)
        return NextHopState(
            destination=route.destination,
            address=known(hop, ""),
            is_known=address is not None,
            is_connected=connected,
            is_own=own,
            switch_end=str(ends[0]) if ends else "",
            is_of_switch=of_switch,
            switch_addresses=", ".join(dict.fromkeys(one.value.partition("/")[0] for one in alike)),
            switch_place=Stated(True, shown),
        )

    def _gateways_at(self, end: PortRef) -> _Gateways:
        found = self._gateways.get(end)
        if found is None:
            found = self._gateways[end] = self._looked_up(*self._ports[end])
        return found

    def _looked_up(self, switch: Device, port: Port) -> _Gateways:
        """Return what answers at a port of a switch."""
        names = {port.name, known(port.lag, "")} - {""}
        mine = {one.name for one in switch.ports if one.name in names or _parent(one) in names}
        domains = [one for one in switch.routing.bridge_domains if any(same_interface(port, to) for to in one.ports)]
        facts = _addresses(switch, mine | {one.gateway for one in domains})
        stated = tuple(fact for fact in facts if isinstance(fact, Stated))
        doubt = next((fact.because for fact in facts if isinstance(fact, Unknown)), "")
        if not stated:
            doubt = doubt or f"no interface by which {switch.name} routes from {port.name} was read"
        in_vlans, unread = self._in_vlans(frozenset(one.vlan for one in domains if one.vlan))
        return _Gateways(stated, _without_lengths(stated), in_vlans, doubt or unread)

    def _in_vlans(self, vlans: frozenset[int]) -> tuple[frozenset[Address], str]:
        """Return the addresses that all switches have in some VLANs, and why there may be more."""
        found = self._by_vlans.get(vlans)
        if found is None:
            facts = [fact for vlan in vlans for fact in self._gateways_of_vlans.get(vlan, ())]
            doubt = next((fact.because for fact in facts if isinstance(fact, Unknown)), "")
            found = self._by_vlans[vlans] = _without_lengths(facts), doubt
        return found

    @cached_property
    def _gateways_of_vlans(self) -> Mapping[int, list[Fact[str]]]:
        found: dict[int, list[Fact[str]]] = {}
        for switch in self._switches.values():
            for domain in switch.routing.bridge_domains:
                if domain.vlan and domain.gateway:
                    found.setdefault(domain.vlan, []).extend(_addresses(switch, {domain.gateway}))
        return found


def _without_lengths(facts: Iterable[Fact[str]]) -> frozenset[Address]:
    found = [interface_of(fact.value) for fact in facts if isinstance(fact, Stated)]
    return frozenset(one.address for one in found if one is not None)


def _parent(port: Port) -> str:
    """Return the port of a sub-interface, empty for any other."""
    return port.name.rpartition(".")[0] if port.kind is PortKind.SUBINTERFACE else ""


def _addresses(device: Device, names: set[str]) -> list[Fact[str]]:
    """Return the addresses of some interfaces of a device, with those that they share."""
    own = [fact for port in device.ports if port.name in names for fact in port.addresses]
    return [*own, *(one.address for one in device.routing.virtual_addresses if one.interface in names)]


class _Link:
    """What a port of a host has on its link: subnets of its addresses, and destinations of routes without next hop."""

    def __init__(self, facts: list[Fact[str]], destinations: list[str]) -> None:
        prefixes = [fact.value for fact in facts if isinstance(fact, Stated)]
        self._addresses, self._routes = _Prefixes(prefixes), _Prefixes(destinations)
        subnets = [subnet for text in prefixes if "/" in text and (subnet := subnet_of(text)) is not None]
        self._versions = frozenset(one.version for one in subnets)
        self._is_known = len(subnets) == len(facts)

    def has_route_to(self, address: Address) -> bool:
        """Say whether a route without a next hop leads to an address."""
        return self._routes.hold(address)

    def has_subnet_of(self, address: Address) -> bool:
        """Say whether an address is in a subnet of the port."""
        return self._addresses.hold(address)

    def knows_subnets(self, version: int) -> bool:
        """Say whether all subnets of the port are known, and one is of an IP version."""
        return self._is_known and version in self._versions


class _Prefixes:
    """Prefixes by which an address is found that one of them holds; in one that is none, every address may be."""

    def __init__(self, prefixes: list[str]) -> None:
        subnets = [subnet_of(prefix) for prefix in prefixes]
        self._may_be_all = None in subnets
        self._subnets = Supernets(one for one in subnets if one is not None)

    def hold(self, address: Address) -> bool:
        """Say whether an address is, or may be, in one of the prefixes."""
        return self._may_be_all or bool(
            self._subnets.of(Subnet(address.version, BITS[address.version], address.number))
        )


def _links(device: Device) -> Callable[[str], _Link]:
    """Return what gives each port of a host its link; each is made once."""
    facts: dict[str, list[Fact[str]]] = {}
    destinations: dict[str, list[str]] = {}
    for port in device.ports:
        for name in {port.name, port.name.partition(":")[0]}:
            facts.setdefault(name, []).extend(port.addresses)
    for route in device.host_routes:
        if known(route.next_hop, "?") == "":
            destinations.setdefault(route.port, []).append(route.destination)
    return cache(lambda name: _Link(facts.get(name, []), destinations.get(name, [])))


def _connected(route: HostRoute, address: Address, link: _Link, gateways: list[_Gateways]) -> Fact[bool]:
    """Say whether the kernel takes a next hop: another route or an address of the port has it on the link.

    Source: Linux fib_check_nh, ip6_route_check_nh.
    """
    place = route.next_hop.source
    if route.on_link or _is_link_local(address):
        return Default(True, place, "the next hop is on the link by itself")
    if link.has_route_to(address):
        return Default(True, place, "another route has it on the link")
    if link.has_subnet_of(address):
        return Default(True, place, "it is in a subnet of the port")
    if not link.knows_subnets(address.version):
        return Unknown(f"which subnets {route.port} has, is not known", place)
    if address.version == 6 and not _is_far_from(address, gateways):
        return Unknown("a router advertisement may give the port another subnet", place)
    return Stated(False, place)


def _is_far_from(address: Address, gateways: list[_Gateways]) -> bool:
    """Say whether an address is in no subnet that the switches are known to have at the cables."""
    if not gateways or any(one.doubt for one in gateways):
        return False
    return not any(_holds(fact.value, address) for one in gateways for fact in one.stated)


def _holds(prefix: str, address: Address) -> bool:
    """Say whether an address is in a prefix; in one that is none, such as `default`, every address may be."""
    subnet = subnet_of(prefix)
    return subnet is None or subnet.holds(address)


def _is_link_local(address: Address) -> bool:
    return address.version == 6 and address.number >> 118 == _LINK_LOCAL_HEAD


def _is_own(own: Set[Address], address: Address, place: Source) -> Fact[bool]:
    return Stated(True, place) if address in own else Default(False, place, "no port of the host has this address")


def _of_switch(route: HostRoute, address: Address, gateways: list[_Gateways]) -> Fact[bool]:
    """Say whether a next hop is an address of the switches at the other ends.

    A switch may answer for its other addresses too, which is what routes with `onlink` rely on.
    """
    place = route.next_hop.source
    if any(address in one.own or address in one.in_vlans for one in gateways) or _is_link_local(address):
        return Default(True, place, "it is an address of the switch, or a link-local one")
    doubt = next((one.doubt for one in gateways if one.doubt), "" if gateways else "it is not cabled to a switch")
    if route.on_link:
        doubt = "the route treats any next hop as on-link"
    if not doubt and not any(own.version == address.version for one in gateways for own in one.own):
        doubt = "no address of this IP version was read at the switch"
    return Unknown(doubt, place) if doubt else Stated(False, place)


def _version(text: str) -> int:
    found = interface_of(text)
    return 0 if found is None else found.address.version
