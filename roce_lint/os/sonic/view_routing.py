"""SONiC: what frr.conf prints: BGP sessions, what is announced, and the VRFs of tenants (RFC 7938, RFC 7432)."""

from __future__ import annotations

from ipaddress import ip_address, ip_interface, ip_network

from roce_lint.intent.view import PortPurpose, SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.sonic.view_overlay import vrf_name
from roce_lint.values import dataclass

FABRIC_GROUP = "FABRIC"
HOST_GROUP = "HOSTS"
OVERLAY_GROUP = "OVERLAY"


@dataclass(frozen=True, slots=True)
class FrrNeighbor:
    """One BGP session."""

    address: str
    group: str
    asn: int
    description: str


@dataclass(frozen=True, slots=True)
class FrrPrefixList:
    """One prefix list; an entry holds what follows `permit`. `sequence` is that of its route-map entry."""

    name: str
    entries: tuple[str, ...]
    sequence: int


@dataclass(frozen=True, slots=True)
class FrrVrf:
    """One tenant's VRF with its L3 VNI."""

    name: str
    l3_vni: int


@dataclass(frozen=True, slots=True)
class FrrView:
    """Everything of frr.conf that needs thought. `groups` are the underlay's peer groups in use.

    `vnis` are the L2 VNIs that the switch ends; `keeps_next_hop` where it only hands EVPN routes on.
    """

    groups: tuple[str, ...]
    neighbors: tuple[FrrNeighbor, ...]
    prefix_lists: tuple[FrrPrefixList, ...]
    vrfs: tuple[FrrVrf, ...]
    vnis: tuple[int, ...]
    keeps_next_hop: bool


def frr_view(view: SwitchView) -> FrrView:
    """Return sessions over every routed link whose peer has an AS number, and to the overlay's peers."""
    underlay = [
        FrrNeighbor(
            port.peer_address,
            HOST_GROUP if port.purpose is PortPurpose.HOST else FABRIC_GROUP,
            port.peer_asn,
            f"{port.peer_device} {port.peer_port}",
        )
        for port in view.ports
        if port.peer_asn and port.peer_address
    ]
    overlay = [FrrNeighbor(peer.address, OVERLAY_GROUP, peer.asn, peer.name) for peer in view.overlay_peers]
    return FrrView(
        groups=tuple(sorted({neighbor.group for neighbor in underlay})),
        neighbors=tuple(sorted(underlay + overlay, key=_by_address)),
        prefix_lists=_prefix_lists(view),
        vrfs=tuple(FrrVrf(vrf_name(tenant), tenant.l3_vni) for tenant in view.tenants),
        vnis=tuple(sorted(segment.vni for tenant in view.tenants for segment in tenant.vlans)),
        keeps_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
    )


def _by_address(neighbor: FrrNeighbor) -> tuple[int, int]:
    address = ip_address(neighbor.address)
    return address.version, int(address)


def _prefix_lists(view: SwitchView) -> tuple[FrrPrefixList, ...]:
    """Return the lists of what is announced: links to routed hosts, and loopbacks."""
    lists: list[FrrPrefixList] = []
    hosts = [port.address for port in view.ports if port.purpose is PortPurpose.HOST and port.address]
    if hosts and view.host_pool:
        lengths = sorted({ip_interface(address).network.prefixlen for address in hosts})
        lists.append(FrrPrefixList("PL-HOST-LINKS", tuple(_within(view.host_pool, length) for length in lengths), 20))
    loopbacks = [text for text in (view.loopback, view.vtep_loopback) if text]
    pool = ip_network(view.loopback_pool) if view.loopback_pool else None
    covered = pool is not None and all(ip_interface(text).ip in pool for text in loopbacks)
    entries = (_within(view.loopback_pool, 32),) if covered else tuple(loopbacks)
    return (*lists, FrrPrefixList("PL-LOOPBACKS", entries, 10))


def _within(pool: str, length: int) -> str:
    """Return the condition for prefixes of one length in a pool, as FRR writes it."""
    if ip_network(pool).prefixlen == length:
        return pool
    return f"{pool} ge {length}" if length == ip_network(pool).max_prefixlen else f"{pool} ge {length} le {length}"
