"""EOS: BGP of a switch view: peer groups, neighbours, what is announced (RFC 7938, RFC 7432)."""

from __future__ import annotations

from ipaddress import ip_address, ip_interface, ip_network

from roce_lint.intent.view import PortPurpose, SwitchView
from roce_lint.model.terms import Role
from roce_lint.values import dataclass

FABRIC_GROUP = "FABRIC"
HOST_GROUP = "HOSTS"
OVERLAY_GROUP = "EVPN-OVERLAY"


@dataclass(frozen=True, slots=True)
class EosNeighbor:
    """One BGP session."""

    address: str
    group: str
    asn: int
    description: str


@dataclass(frozen=True, slots=True)
class EosPrefixList:
    """One prefix list; an entry holds what follows `permit`. `sequence` is that of its route-map entry."""

    name: str
    entries: tuple[str, ...]
    sequence: int


@dataclass(frozen=True, slots=True)
class EosRouting:
    """Everything of `router bgp` that needs thought. `groups` are the underlay's peer groups in use."""

    groups: tuple[str, ...]
    neighbors: tuple[EosNeighbor, ...]
    prefix_lists: tuple[EosPrefixList, ...]
    announces_unchanged_next_hop: bool


def eos_routing(view: SwitchView) -> EosRouting:
    """Return sessions over every routed link whose peer has an AS number, and to the overlay's peers."""
    underlay = [
        EosNeighbor(
            port.peer_address,
            HOST_GROUP if port.purpose is PortPurpose.HOST else FABRIC_GROUP,
            port.peer_asn,
            f"{port.peer_device}_{port.peer_port}",
        )
        for port in view.ports
        if port.peer_asn and port.peer_address
    ]
    overlay = [EosNeighbor(peer.address, OVERLAY_GROUP, peer.asn, peer.name) for peer in view.overlay_peers]
    neighbors = sorted(
        underlay + overlay, key=lambda neighbor: (ip_address(neighbor.address).version, ip_address(neighbor.address))
    )
    return EosRouting(
        groups=tuple(sorted({neighbor.group for neighbor in underlay})),
        neighbors=tuple(neighbors),
        prefix_lists=_prefix_lists(view),
        # A switch that only hands EVPN routes on must leave the next hop, the tunnel's end, as it is.
        announces_unchanged_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
    )


def _prefix_lists(view: SwitchView) -> tuple[EosPrefixList, ...]:
    lists = []
    hosts = [port.address for port in view.ports if port.purpose is PortPurpose.HOST and port.address]
    if hosts and view.host_pool:
        lengths = sorted({ip_interface(address).network.prefixlen for address in hosts})
        lists.append(EosPrefixList("PL-HOST-LINKS", tuple(_within(view.host_pool, length) for length in lengths), 20))
    loopbacks = [text for text in (view.loopback, view.vtep_loopback) if text]
    covered = view.loopback_pool and all(_inside(text, view.loopback_pool) for text in loopbacks)
    entries = (f"{view.loopback_pool} eq 32",) if covered else tuple(loopbacks)
    return (*lists, EosPrefixList("PL-LOOPBACKS", entries, 10))


def _within(pool: str, length: int) -> str:
    return pool if ip_network(pool).prefixlen == length else f"{pool} eq {length}"


def _inside(interface: str, pool: str) -> bool:
    inner, outer = ip_interface(interface).network, ip_network(pool)
    return outer.version == inner.version and int(outer[0]) <= int(inner[0]) and int(inner[-1]) <= int(outer[-1])
