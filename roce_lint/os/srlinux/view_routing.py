"""SR Linux: BGP, policies and the overlay of a switch view (RFC 7938, RFC 7432, RFC 8365)."""

from __future__ import annotations

from ipaddress import ip_address, ip_interface, ip_network

from roce_lint.intent.view import PortPurpose, SwitchPortView, SwitchView, TenantView
from roce_lint.model.terms import Role
from roce_lint.os.srlinux.view_ports import bridged_subinterfaces, quoted
from roce_lint.values import dataclass

VXLAN_OVERHEAD_BYTES = 50
"""Outer IPv4, UDP and VXLAN headers and the inner Ethernet header (RFC 7348)."""


@dataclass(frozen=True, slots=True)
class SrlNeighbor:
    """One BGP session; `description` is quoted. `address` is a subinterface where the session is unnumbered."""

    address: str
    group: str
    asn: int
    description: str


@dataclass(frozen=True, slots=True)
class SrlPrefix:
    """One entry of a prefix-set; `lengths` such as `32..32`."""

    prefix: str
    lengths: str


@dataclass(frozen=True, slots=True)
class SrlSegment:
    """One mac-vrf: its VXLAN interface, ports, gateway (empty: none) and route target."""

    instance: str
    number: int
    vni: int
    ports: tuple[str, ...]
    gateway: str
    ip_mtu_bytes: int
    route_target: str


@dataclass(frozen=True, slots=True)
class SrlTenant:
    """One ip-vrf with the VXLAN interface that routes between leaves."""

    instance: str
    number: int
    vni: int
    gateways: tuple[int, ...]
    route_target: str
    segments: tuple[SrlSegment, ...]


@dataclass(frozen=True, slots=True)
class SrlRouting:
    """Everything of the network instances that requires computation.

    `families` are those of the underlay. `bfd_subinterfaces` carry a session with BFD. `overlay_address` is where
    overlay sessions start. `retains_evpn_routes`: the switch hands EVPN routes on that it does not import itself.
    """

    families: tuple[str, ...]
    subinterfaces: tuple[str, ...]
    groups: tuple[str, ...]
    neighbors: tuple[SrlNeighbor, ...]
    unnumbered: tuple[SrlNeighbor, ...]
    over_ipv6: bool
    overlay_neighbors: tuple[SrlNeighbor, ...]
    overlay_address: str
    retains_evpn_routes: bool
    loopback_prefixes: tuple[SrlPrefix, ...]
    host_prefixes: tuple[SrlPrefix, ...]
    session_prefixes: tuple[SrlPrefix, ...]
    bfd_subinterfaces: tuple[str, ...]
    tenants: tuple[SrlTenant, ...]
    leaf_vlans: tuple[SrlSegment, ...]


def srl_routing(view: SwitchView, loopbacks: tuple[str, ...]) -> SrlRouting:
    """Return sessions over every routed link whose peer has an AS number, and to the overlay's peers.

    `loopbacks` are the loopback subinterfaces (`system0.0`).
    """
    sessions = [port for port in view.ports if port.peer_asn and (port.peer_address or port.unnumbered)]
    numbered = [_session(port, port.peer_address) for port in sessions if not port.unnumbered]
    unnumbered = [_session(port, f"{port.name}.0") for port in sessions if port.unnumbered]
    overlay = [SrlNeighbor(peer.address, "overlay", peer.asn, quoted(peer.name)) for peer in view.overlay_peers]
    routed = tuple(f"{port.name}.0" for port in view.ports if port.address or port.unnumbered)
    return SrlRouting(
        families=("ipv4-unicast", "ipv6-unicast") if view.host_pool_ipv6 else ("ipv4-unicast",),
        subinterfaces=(*routed, *loopbacks),
        groups=tuple(sorted({neighbor.group for neighbor in (*numbered, *unnumbered)})),
        neighbors=tuple(sorted(numbered, key=_order)),
        unnumbered=tuple(unnumbered),
        over_ipv6=any(port.over_ipv6 for port in view.ports),
        overlay_neighbors=tuple(sorted(overlay, key=_order)),
        overlay_address=view.loopback.partition("/")[0],
        retains_evpn_routes=bool(view.overlay_peers) and view.role is not Role.LEAF,
        loopback_prefixes=_loopback_prefixes(view),
        host_prefixes=_host_prefixes(view),
        session_prefixes=tuple(SrlPrefix(one.block, f"{one.length}..{one.length}") for one in view.session_prefixes),
        bfd_subinterfaces=tuple(f"{port.name}.0" for port in sessions),
        tenants=tuple(_tenant(view, tenant) for tenant in view.tenants),
        leaf_vlans=tuple(
            SrlSegment(
                instance=segment.name,
                number=segment.vlan,
                vni=0,
                ports=bridged_subinterfaces(view, segment.vlan),
                gateway=segment.gateway,
                ip_mtu_bytes=min(port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan),
                route_target="",
            )
            for segment in view.leaf_vlans
        ),
    )


def _session(port: SwitchPortView, address: str) -> SrlNeighbor:
    group = "hosts" if port.purpose is PortPurpose.HOST else "fabric"
    return SrlNeighbor(address, group, port.peer_asn, quoted(f"{port.peer_device} {port.peer_port}"))


def _order(neighbor: SrlNeighbor) -> tuple[int, int]:
    address = ip_address(neighbor.address)
    return address.version, int(address)


def _loopback_prefixes(view: SwitchView) -> tuple[SrlPrefix, ...]:
    own = [ip_interface(text).network for text in (view.loopback, view.vtep_loopback) if text]
    return tuple(SrlPrefix(str(network), "exact") for network in own)


def _host_prefixes(view: SwitchView) -> tuple[SrlPrefix, ...]:
    """Return the host links as parts of the pools of hosts, one entry for each prefix length."""
    return tuple(SrlPrefix(str(ip_network(pool)), f"{length}..{length}") for pool, length in view.host_prefix_lengths())


def _tenant(view: SwitchView, tenant: TenantView) -> SrlTenant:
    segments = tuple(
        SrlSegment(
            instance=f"{tenant.name}-{segment.vlan}",
            number=segment.vlan,
            vni=segment.vni,
            ports=bridged_subinterfaces(view, segment.vlan),
            gateway=segment.gateway,
            ip_mtu_bytes=_segment_mtu_bytes(view, segment.vlan),
            route_target=f"target:{segment.route_target}",
        )
        for segment in tenant.vlans
    )
    gateways = tuple(segment.number for segment in segments if segment.gateway)
    return SrlTenant(tenant.name, tenant.l3_vlan, tenant.l3_vni, gateways, f"target:{tenant.route_target}", segments)


def _segment_mtu_bytes(view: SwitchView, vlan: int) -> int:
    """Return the MTU of a gateway: what the hosts send, as long as it still fits the underlay inside a tunnel."""
    on_ports = [port.ip_mtu_bytes for port in view.ports if port.vlan == vlan]
    return min([view.mtu_bytes - VXLAN_OVERHEAD_BYTES, *on_ports])
