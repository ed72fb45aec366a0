"""The switches of a fabric by number, the cables between them, and the ports that hosts are behind."""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from roce_lint.facts.derive.domain import Domain
from roce_lint.facts.derive.port_state import is_host
from roce_lint.facts.fabric import Fabric
from roce_lint.facts.fact import Unknown, known
from roce_lint.facts.interface_names import canonical_interface
from roce_lint.facts.logic import is_false, is_true
from roce_lint.facts.model import Device, Link, Port, PortRef
from roce_lint.facts.pause.topology import Hop, Node
from roce_lint.facts.terms import PortKind

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


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
    """A port of a switch with a host behind it; `host` is empty where no input names it."""

    port: Port
    host: str


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

    @property
    def names(self) -> tuple[str, ...]:
        """Return the switches' names."""
        return tuple(device.name for device in self.devices)

    def pairs(self) -> Iterator[Hop]:
        """Yield each two switches that are cabled, once."""
        return (hop for hop in self.strands if hop[0] < hop[1])


def switch_graph(fabric: Fabric, domain: Domain) -> SwitchGraph:
    """Return the switches with their cables; ports that are shut down have none."""
    devices = tuple(device for device in fabric.devices if not is_host(device))
    number = {device.name: node for node, device in enumerate(devices)}
    ports = fabric.ports()
    strands: dict[Hop, list[Strand]] = defaultdict(list)
    behind: dict[PortRef, str] = {}
    cabled: set[PortRef] = set()
    for link in fabric.links:
        (a, port_a), (b, port_b) = ports[link.a], ports[link.b]
        cabled |= {link.a, link.b}
        if is_false(port_a.enabled) or is_false(port_b.enabled):
            continue
        if is_host(a) or is_host(b):
            near, far = (link.b, a) if is_host(a) else (link.a, b)
            behind[near] = far.name
        elif a.name != b.name:
            hop = number[a.name], number[b.name]
            strands[hop].append(Strand(port_a, port_b, link))
            strands[hop[::-1]].append(Strand(port_b, port_a, link))
    addresses = _addresses(devices)
    host_ports: dict[Node, tuple[HostPort, ...]] = {}
    outside: list[PortRef] = []
    for node, device in enumerate(devices):
        found: list[HostPort] = []
        routers = _router_networks(device)
        for port in device.ports:
            ref = PortRef(device.name, port.name)
            if ref in behind and is_true(domain[ref]):
                found.append(HostPort(port, behind[ref]))
            elif ref not in cabled and is_true(domain[ref]) and _is_in_use(device, port):
                if any(network in routers for network in networks_of(port)):
                    outside.append(ref)
                else:
                    found.append(HostPort(port, ""))
        if found:
            host_ports[node] = tuple(found)
    return SwitchGraph(
        devices, {hop: tuple(found) for hop, found in sorted(strands.items())}, host_ports, tuple(outside), addresses
    )


def networks_of(port: Port) -> tuple[Network, ...]:
    """Return the subnets of a port's addresses; what is no address is left out."""
    return tuple(interface.network for interface in interfaces_of(port))


def interfaces_of(port: Port) -> tuple[ipaddress.IPv4Interface | ipaddress.IPv6Interface, ...]:
    """Return a port's addresses with their prefix lengths."""
    found = []
    for fact in port.addresses:
        if not isinstance(fact, Unknown):
            try:
                found.append(ipaddress.ip_interface(fact.value))
            except ValueError:
                continue
    return tuple(found)


def _addresses(devices: tuple[Device, ...]) -> dict[Address, tuple[Node, Port]]:
    """Return who owns an address; one that several switches have (anycast) belongs to none."""
    found: dict[Address, tuple[Node, Port]] = {}
    several: set[Address] = set()
    for node, device in enumerate(devices):
        for port in device.ports:
            for interface in interfaces_of(port):
                if interface.ip in found and found[interface.ip][0] != node:
                    several.add(interface.ip)
                found[interface.ip] = node, port
    return {address: owner for address, owner in found.items() if address not in several}


def _router_networks(device: Device) -> frozenset[Network]:
    """Return the point-to-point subnets in which the switch has a BGP neighbour."""
    peers: set[Address] = set()
    for process in device.routing.bgp:
        for neighbor in process.neighbors:
            try:
                peers.add(ipaddress.ip_address(neighbor.peer))
            except ValueError:
                continue
    if not peers:
        return frozenset()
    return frozenset(
        network
        for port in device.ports
        for network in networks_of(port)
        if network.num_addresses <= 4 and any(address in peers for address in network)
    )


def _is_in_use(device: Device, port: Port) -> bool:
    """Say whether the port has an address, switches a VLAN, or is in a bundle: a host can be behind it."""
    if port.kind is not PortKind.ETHERNET or is_false(port.enabled):
        return False
    bundle = known(port.lag, "")
    if port.addresses or bundle:
        return True
    if known(port.vlans, frozenset()):
        return True
    if any(same_interface(port, name) for bridge in device.routing.bridge_domains for name in bridge.ports):
        return True
    return any(
        other.kind is PortKind.SUBINTERFACE and other.name.startswith(f"{port.name}.") and other.addresses
        for other in device.ports
    )


def same_interface(port: Port, name: str) -> bool:
    """Say whether an interface name means the port, its bundle, or a subinterface of one of them."""
    wanted = canonical_interface(name).lower()
    bases = [canonical_interface(port.name).lower()]
    if bundle := known(port.lag, ""):
        bases.append(canonical_interface(bundle).lower())
    return any(wanted == base or wanted.startswith(f"{base}.") for base in bases)
