"""What is behind the ports of a switch that lead to no other switch: hosts, their subnets, and routers not read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.model.addresses import BITS, Interface, Subnet, address_of
from roce_lint.model.device import Device, Port, PortRef, is_host
from roce_lint.model.fact import Unknown, known
from roce_lint.model.interface_names import same_interface
from roce_lint.model.logic import is_false
from roce_lint.model.terms import PortKind
from roce_lint.values import dataclass

_SMALL_SUBNETS = {version: [(apart, bits - apart) for apart in (0, 1, 2)] for version, bits in BITS.items()}
"""Bits behind the length, and the length, of subnets of up to four addresses."""
_NO_NAMES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class HostPort:
    """A port of a switch with a host behind it; `host` is empty where no input names it."""

    port: Port
    host: str


@dataclass(frozen=True, slots=True)
class HostSide:
    """One switch: `outside` are ports that lead to routers whose configuration was not read.

    `prefixes`: the subnets of its hosts, sorted; those of its tunnels where hosts are behind an overlay.
    """

    host_ports: tuple[HostPort, ...]
    outside: tuple[Port, ...]
    prefixes: tuple[str, ...]


class HostSides:
    """Gives the host side of each switch of a fabric; each is worked out once."""

    def __init__(self, fabric: Fabric, domain: Domain) -> None:
        """Note which ports are cabled, and to which hosts."""
        self._domain = domain
        self._found: dict[str, HostSide] = {}
        self._cabled: dict[str, set[str]] = defaultdict(set)
        self._hosts: dict[PortRef, str] = {}
        cards = {
            PortRef(device.name, port.name): not is_false(port.values.enabled)
            for device in fabric.devices
            if is_host(device)
            for port in device.ports
        }
        for link in fabric.links:
            for near, far in ((link.a, link.b), (link.b, link.a)):
                self._cabled[near.device].add(near.port)
                if cards.get(far):
                    self._hosts[near] = far.device

    def of(self, device: Device) -> HostSide:
        """Return the host side of a switch."""
        found = self._found.get(device.name)
        if found is None:
            found = self._found[device.name] = self._side(device)
        return found

    def _side(self, device: Device) -> HostSide:
        inside, cabled = self._domain.inside[device.name], self._cabled.get(device.name, _NO_NAMES)
        found: list[HostPort] = []
        outside: list[Port] = []
        subnets: set[Subnet] = set()
        interfaces = [(port, port.interfaces) for port in device.ports]
        routers = _router_subnets(device, interfaces)
        for port, own in interfaces:
            if port.name not in inside:
                continue
            host = self._host(device, port, is_cabled=port.name in cabled)
            if host is None:
                continue
            behind = [interface.subnet for interface in own]
            if not host and not routers.isdisjoint(behind):
                outside.append(port)
            else:
                found.append(HostPort(port, host))
                subnets.update(behind)
        return HostSide(tuple(found), tuple(outside), _prefixes(device, found, frozenset(subnets)))

    def _host(self, device: Device, port: Port, *, is_cabled: bool) -> str | None:
        """Return the host behind a port, empty where no input names it; None where none can be.

        That a port looks like others makes no host of what is behind it.
        """
        if not is_cabled:
            alike = self._domain.is_inferred_from_similar_ports(PortRef(device.name, port.name))
            return "" if not alike and _is_in_use(device, port) else None
        return None if is_false(port.values.enabled) else self._hosts.get(PortRef(device.name, port.name))


def _prefixes(device: Device, host_ports: Sequence[HostPort], subnets: frozenset[Subnet]) -> tuple[str, ...]:
    """Return the subnets of a switch's hosts: `subnets` are those of the ports themselves."""
    tunnels = {
        f"{endpoint.source_address.value}/32"
        for endpoint in device.routing.tunnels
        if not isinstance(endpoint.source_address, Unknown)
    }
    if tunnels:
        return tuple(sorted(tunnels))
    vlans = frozenset[int]().union(*(known(one.port.values.vlans, frozenset()) for one in host_ports))
    gateways = {port.name.lower(): port for port in device.ports if port.name.lower().startswith("vlan")}
    wanted = [gateways[name] for vlan in vlans if (name := f"vlan{vlan}") in gateways]
    names = {one.port.name for one in host_ports}
    routed = {one.gateway for one in device.routing.bridge_domains if one.gateway and not names.isdisjoint(one.ports)}
    wanted += [port for port in device.ports if port.name in routed and port not in wanted]
    return tuple(sorted(map(str, subnets.union(*[port.subnets for port in wanted]))))


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
    model = port.values
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
        other.kind is PortKind.SUBINTERFACE and other.name.startswith(f"{port.name}.") and other.values.addresses
        for other in device.ports
    )
