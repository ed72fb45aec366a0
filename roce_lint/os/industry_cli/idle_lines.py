"""Lines of routing that a device takes, and that do nothing where they stand: addresses of switched ports, sessions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.model.addresses import BITS, Subnet, subnet_of
from roce_lint.model.device import Port, RefusedSetting
from roce_lint.model.fact import Stated, known
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.routing import AddressFamily, BgpNeighbor, BgpProcess, Routing
from roce_lint.model.terms import PortKind
from roce_lint.os.management_ports import management_ports

_PHYSICAL = (PortKind.ETHERNET, PortKind.LAG)


def idle_lines(ports: Sequence[Port], routing: Routing) -> Iterator[RefusedSetting]:
    """Yield addresses of switched ports, and BGP sessions that lack a line without which they carry nothing."""
    yield from _addresses_of_switched(ports)
    yield from management_ports(ports)
    yield from _tunnels_shut_down(ports, routing)
    for process in routing.bgp:
        yield from _distant_sessions(ports, process)
        yield from _without_targets(process)


def _addresses_of_switched(ports: Sequence[Port]) -> Iterator[RefusedSetting]:
    """Yield the addresses of ports that are switched, where a line makes another port of the file a routed one.

    Source: EOS User Manual, Layer 3 interfaces; Nexus 9000 interfaces guide: a port takes an address after
    `no switchport`.
    """
    physical = [port for port in ports if port.kind in _PHYSICAL]
    if not any(isinstance(port.values.routed, Stated) and port.values.routed.value for port in physical):
        return
    for port in physical:
        address = next((one for one in port.addresses if isinstance(one, Stated)), None)
        if address is not None and is_false(port.values.routed) and not is_false(port.values.enabled):
            because = "the port is switched: without `no switchport` the address does nothing"
            yield RefusedSetting(f"ip address {address.value} ({port.name})", because, address.source)


def _tunnels_shut_down(ports: Sequence[Port], routing: Routing) -> Iterator[RefusedSetting]:
    """Yield tunnel endpoints with identifiers that are shut down."""
    bound = {tunnel.interface.lower() for tunnel in routing.tunnels if tunnel.bindings}
    for port in ports:
        if port.kind is PortKind.TUNNEL and port.name.lower() in bound and is_false(port.values.enabled):
            because = "the endpoint of the tunnels is shut down, and with it every VLAN that they carry"
            yield RefusedSetting(f"interface {port.name}", because, port.source)


def _distant_sessions(ports: Sequence[Port], process: BgpProcess) -> Iterator[RefusedSetting]:
    """Yield eBGP sessions with neighbours behind another router that are not allowed to be, the first of each group.

    One without a source of its own is a slip in its address, which is reported with the addresses.
    Source: RFC 4271 section 9.1.2.1 (an external peer shares a subnet); EOS and NX-OS BGP guides, `ebgp-multihop`.
    """
    subnets = [
        subnet
        for port in ports
        if port.values.addresses and known(port.values.vrf, process.vrf) == process.vrf
        for subnet in port.subnets
        if subnet.length < BITS[subnet.version]
    ]
    seen: set[int] = set()
    for one in process.neighbors if subnets else ():
        if (
            id(one.settings) not in seen
            and is_false(one.reaches_far)
            and isinstance(one.local_interface, Stated)
            and _is_external(one)
        ):
            wanted = subnet_of(one.peer)
            if wanted is not None and not _is_near(wanted, subnets):
                seen.add(id(one.settings))
                because = "it is in no connected subnet, and an external session to it needs `ebgp-multihop`"
                yield RefusedSetting(f"neighbor {one.peer}", because, one.source)


def _is_near(address: Subnet, subnets: Sequence[Subnet]) -> bool:
    return any(one.covers(address) for one in subnets)


def _is_external(neighbor: BgpNeighbor) -> bool:
    remote, own = known(neighbor.remote_asn, 0), known(neighbor.settings.local_asn, 0)
    return isinstance(remote, int) and bool(remote) and bool(own) and remote != own


def _without_targets(process: BgpProcess) -> Iterator[RefusedSetting]:
    """Yield sessions for EVPN that send no communities, the first of each group.

    Source: RFC 7432 section 7.10: route targets are extended communities; EOS and NX-OS EVPN guides,
    `send-community extended`.
    """
    seen: set[int] = set()
    for one in process.neighbors:
        family = next((each for each in one.settings.families if each.family is AddressFamily.EVPN), None)
        if family is None or id(one.settings) in seen or not is_true(family.activated):
            continue
        seen.add(id(one.settings))
        if is_false(family.sends_communities) and not is_false(one.settings.enabled):
            because = (
                "without `send-community extended` its routes of EVPN have no route targets, and nobody takes them"
            )
            yield RefusedSetting(f"neighbor {one.peer}", because, one.source)
