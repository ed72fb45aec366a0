"""The switches of a fabric by number, the cables between them, and the ports that hosts are behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from roce_lint.facts.addresses import BITS, Address, Interface, Subnet, address_of, interface_of
from roce_lint.facts.derive.domain import Domain
from roce_lint.facts.fabric import Fabric
from roce_lint.facts.fact import known
from roce_lint.facts.interface_names import canonical_interface
from roce_lint.facts.logic import is_false
from roce_lint.facts.model import Device, Link, Port, PortRef, is_host
from roce_lint.facts.pause.topology import Hop, Node
from roce_lint.facts.terms import PortKind
from roce_lint.facts.twin import alike, has_addresses, stated_addresses

_SMALL_SUBNETS = {version: [(apart, bits - apart) for apart in (0, 1, 2)] for version, bits in BITS.items()}
"""Bits behind the length, and the length, of subnets of up to four addresses."""


@dataclass(frozen=True, slots=True)
class Strand:
    """One cable between two switches; `near` is the port of the first switch of the hop, `far` that of the second."""

    near: Port
    far: Port
    link: Link

    def reversed(self) -> Strand:
        """Return the same cable as the other switch sees it."""
        return Strand(self.far, self.near, self.link)


@dataclass(frozen=True, slots=True)
class HostPort:
    """A port of a switch with a host behind it, and the port's subnets; `host` is empty where no input names it."""

    port: Port
    host: str
    subnets: tuple[Subnet, ...]


@dataclass(frozen=True)
class SwitchGraph:
    """Switches in order of name. `strands` has every cable in both directions; `host_ports` by switch.

    `outside`: ports that lead to routers whose configuration was not read.
    """

    devices: tuple[Device, ...]
    strands: Mapping[Hop, tuple[Strand, ...]]
    host_ports: Mapping[Node, tuple[HostPort, ...]]
    outside: tuple[PortRef, ...]
    addresses: Mapping[Address, tuple[Node, Port]] = field(repr=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the switches' names."""
        return tuple(device.name for device in self.devices)

    @cached_property
    def leaving(self) -> Mapping[Node, tuple[tuple[Node, tuple[Strand, ...]], ...]]:
        """Return for each switch with cables its neighbours, in order, with the cables to them."""
        found: dict[Node, list[tuple[Node, tuple[Strand, ...]]]] = defaultdict(list)
        for (a, b), strands in self.strands.items():
            found[a].append((b, strands))
        return {node: tuple(others) for node, others in found.items()}

    @cached_property
    def prefixes(self) -> dict[Node, tuple[str, ...]]:
        """Return where the subnets of switches' hosts are kept once they are known: see `host_prefixes`."""
        return {}

    def pairs(self) -> Iterator[Hop]:
        """Yield each two switches that are cabled, once."""
        return (hop for hop in self.strands if hop[0] < hop[1])


def switch_graph(fabric: Fabric, domain: Domain) -> SwitchGraph:
    """Return the switches with their cables; ports that are shut down have none."""
    devices = tuple(device for device in fabric.devices if not is_host(device))
    number = {device.name: node for node, device in enumerate(devices)}
    named = {device.name: (device, {port.name: port for port in device.ports}) for device in fabric.devices}
    strands: dict[Hop, list[Strand]] = defaultdict(list)
    behind: dict[PortRef, str] = {}
    cabled: dict[str, set[str]] = defaultdict(set)
    for link in fabric.links:
        (a, ports_a), (b, ports_b) = named[link.a.device], named[link.b.device]
        port_a, port_b = ports_a[link.a.port], ports_b[link.b.port]
        cabled[a.name].add(port_a.name)
        cabled[b.name].add(port_b.name)
        if is_false(alike(port_a).enabled) or is_false(alike(port_b).enabled):
            continue
        if is_host(a) or is_host(b):
            near, far = (link.b, a) if is_host(a) else (link.a, b)
            behind[near] = far.name
        elif a.name != b.name:
            hop = number[a.name], number[b.name]
            strands[hop].append(Strand(port_a, port_b, link))
            strands[hop[::-1]].append(Strand(port_b, port_a, link))
    owners = _Owners()
    host_ports: dict[Node, tuple[HostPort, ...]] = {}
    outside: list[PortRef] = []
    for node, device in enumerate(devices):
        found: list[HostPort] = []
        interfaces = [(port, interfaces_of(port)) for port in device.ports]
        owners.add(node, interfaces)
        routers = _router_subnets(device, interfaces)
        inside, taken = domain.inside[device.name], cabled[device.name]
        for port, own in interfaces:
            if port.name not in inside:
                continue
            if port.name not in taken:
                if not _is_in_use(device, port):
                    continue
                subnets = _subnets(own)
                if routers.isdisjoint(subnets):
                    found.append(HostPort(port, "", subnets))
                else:
                    outside.append(PortRef(device.name, port.name))
            elif (ref := PortRef(device.name, port.name)) in behind:
                found.append(HostPort(port, behind[ref], _subnets(own)))
        if found:
            host_ports[node] = tuple(found)
    return SwitchGraph(
        devices,
        {hop: tuple(found) for hop, found in sorted(strands.items())},
        host_ports,
        tuple(outside),
        owners.addresses(),
    )


def subnets_of(port: Port) -> tuple[Subnet, ...]:
    """Return the subnets of a port's addresses; what is no address is left out."""
    return _subnets(interfaces_of(port))


def _subnets(interfaces: Sequence[Interface]) -> tuple[Subnet, ...]:
    return tuple([interface.subnet for interface in interfaces])


def interfaces_of(port: Port) -> tuple[Interface, ...]:
    """Return a port's addresses with their subnets; what is no address is left out."""
    return tuple([found for text in stated_addresses(port) if (found := interface_of(text)) is not None])


class _Owners:
    """Who owns an address; one that several switches have (anycast) belongs to none."""

    def __init__(self) -> None:
        self._found: dict[Address, tuple[Node, Port]] = {}
        self._several: set[Address] = set()

    def add(self, node: Node, interfaces: Sequence[tuple[Port, tuple[Interface, ...]]]) -> None:
        """Add the addresses of a switch."""
        for port, own in interfaces:
            for interface in own:
                before = self._found.get(interface.address)
                if before is not None and before[0] != node:
                    self._several.add(interface.address)
                self._found[interface.address] = node, port

    def addresses(self) -> dict[Address, tuple[Node, Port]]:
        """Return the owner of each address."""
        return {address: owner for address, owner in self._found.items() if address not in self._several}


def _router_subnets(device: Device, interfaces: Sequence[tuple[Port, tuple[Interface, ...]]]) -> frozenset[Subnet]:
    """Return the point-to-point subnets in which the switch has a BGP neighbour."""
    peers = {
        address
        for process in device.routing.bgp
        for neighbor in process.neighbors
        if (address := address_of(neighbor.peer)) is not None
    }
    if not peers:
        return frozenset()
    around = {
        (peer.version, length, peer.number >> apart << apart)
        for peer in peers
        if not peer.scope
        for apart, length in _SMALL_SUBNETS[peer.version]
    }
    return frozenset([one.subnet for _, own in interfaces for one in own if one.subnet in around])


def _is_in_use(device: Device, port: Port) -> bool:
    """Say whether the port has an address, switches a VLAN, or is in a bundle: a host can be behind it."""
    model = alike(port)
    if port.kind is not PortKind.ETHERNET or is_false(model.enabled):
        return False
    if model.addresses:
        return True
    bundle = known(model.lag, "")
    if bundle:
        return True
    if known(model.vlans, frozenset()):
        return True
    if any(same_interface(port, name) for bridge in device.routing.bridge_domains for name in bridge.ports):
        return True
    return any(
        other.kind is PortKind.SUBINTERFACE and other.name.startswith(f"{port.name}.") and has_addresses(other)
        for other in device.ports
    )


def same_interface(port: Port, name: str) -> bool:
    """Say whether an interface name means the port, its bundle, or a subinterface of one of them."""
    wanted = canonical_interface(name).lower()
    bases = [canonical_interface(port.name).lower()]
    if bundle := known(port.lag, ""):
        bases.append(canonical_interface(bundle).lower())
    return any(wanted == base or wanted.startswith(f"{base}.") for base in bases)
