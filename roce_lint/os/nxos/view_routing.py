"""NX-OS: BGP of a switch view: sessions, what is announced, tenants (RFC 7938, RFC 7432, RFC 8365)."""

from __future__ import annotations

import re
from ipaddress import ip_address

from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.industry_cli.view_bgp import PrefixList, of_exact_length, session_filter, session_maps
from roce_lint.values import dataclass

ANNOUNCED_TAG = 12345
"""Tag of the interface addresses that BGP announces; any number serves, as long as the route-map has the same."""


@dataclass(frozen=True, slots=True)
class NxosNeighbor:
    """One BGP session over a routed link: an address, or the interface of an unnumbered one.

    `has_bfd`: BFD watches it where the fabric has BFD. `import_map` and `export_map` are empty where it takes or gives
    every route.
    """

    address: str
    asn: int
    description: str
    has_bfd: bool = True
    import_map: str = ""
    export_map: str = ""


@dataclass(frozen=True, slots=True)
class NxosSegment:
    """One bridged segment: its VLAN, VNI and route target."""

    vlan: int
    vni: int
    name: str
    route_target: str


@dataclass(frozen=True, slots=True)
class NxosTenant:
    """One VRF with the VLAN and VNI that route between leaves, and its segments."""

    name: str
    vlan: int
    vni: int
    route_target: str
    segments: tuple[NxosSegment, ...]


@dataclass(frozen=True, slots=True)
class NxosRouting:
    """Everything of BGP and EVPN that requires computation. `families` are those of the underlay: `ipv4`, `ipv6`."""

    tag: int
    families: tuple[str, ...]
    neighbors: tuple[NxosNeighbor, ...]
    overlay_neighbors: tuple[NxosNeighbor, ...]
    announces_unchanged_next_hop: bool
    tenants: tuple[NxosTenant, ...]
    session_filter: tuple[PrefixList, ...]


def routing(view: SwitchView) -> NxosRouting:
    """Return the sessions over every routed link whose peer has an AS number, and to the overlay's peers."""
    underlay = [
        NxosNeighbor(
            port.peer_address or port.name,
            port.peer_asn,
            f"{port.peer_device} {port.peer_port}",
            True,
            *session_maps(view, to_peer=False),
        )
        for port in view.ports
        if port.peer_asn and (port.peer_address or port.unnumbered)
    ]
    underlay += [
        NxosNeighbor(
            one.peer_address,
            one.peer_asn,
            f"{one.peer} Vlan{one.vlan}",
            False,
            *session_maps(view, to_peer=True),
        )
        for one in view.pair
    ]
    overlay = [NxosNeighbor(peer.address, peer.asn, peer.name) for peer in view.overlay_peers]
    return NxosRouting(
        tag=ANNOUNCED_TAG,
        families=("ipv4", "ipv6") if view.host_pool_ipv6 else ("ipv4",),
        neighbors=tuple(sorted(underlay, key=_order)),
        overlay_neighbors=tuple(sorted(overlay, key=_order)),
        # A switch that only hands EVPN routes on must leave the next hop, the tunnel's end, as it is.
        announces_unchanged_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
        session_filter=session_filter(view, of_exact_length),
        tenants=tuple(
            NxosTenant(
                name=tenant.name,
                vlan=tenant.l3_vlan,
                vni=tenant.l3_vni,
                route_target=tenant.route_target,
                segments=tuple(
                    NxosSegment(segment.vlan, segment.vni, segment.name, segment.route_target)
                    for segment in tenant.vlans
                ),
            )
            for tenant in view.tenants
        ),
    )


def _order(neighbor: NxosNeighbor) -> tuple[int, ...]:
    if neighbor.address[:1].isalpha():
        return 7, *map(int, re.findall(r"\d+", neighbor.address))
    address = ip_address(neighbor.address)
    return address.version, int(address)
