"""What frr.conf prints: BGP sessions, what is announced, and the VRFs of tenants (RFC 7938, RFC 7432)."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network

from roce_lint.intent.view import SwitchView, TenantView, VlanView
from roce_lint.model.terms import Role
from roce_lint.os.industry_cli.view_bgp import (
    BgpSession,
    PrefixList,
    announced_prefixes,
    by_address,
    overlay_sessions,
    session_filter,
    underlay_sessions,
)
from roce_lint.values import dataclass

OVERLAY_GROUP = "OVERLAY"


@dataclass(frozen=True, slots=True)
class FrrVrf:
    """One tenant's VRF with its L3 VNI."""

    name: str
    l3_vni: int
    route_target: str
    rd_number: int


@dataclass(frozen=True, slots=True)
class FrrView:
    """Computed values of frr.conf. `groups` are the underlay's peer groups in use, `families` its own.

    `segments` have the L2 VNIs that the switch ends; `keeps_next_hop` where it only hands EVPN routes on.
    """

    families: tuple[str, ...]
    groups: tuple[str, ...]
    neighbors: tuple[BgpSession, ...]
    prefix_lists: tuple[PrefixList, ...]
    session_filter: tuple[PrefixList, ...]
    vrfs: tuple[FrrVrf, ...]
    segments: tuple[VlanView, ...]
    extra: tuple[str, ...]
    keeps_next_hop: bool


def frr_view(view: SwitchView, vrf_name: Callable[[TenantView], str], extra: tuple[str, ...]) -> FrrView:
    """Return sessions over every routed link whose peer has an AS number, and to the overlay's peers.

    `vrf_name` is what the system calls the VRF of a tenant; `extra` are custom lines, printed last.
    """
    underlay = underlay_sessions(view, " ")
    return FrrView(
        families=("ipv4", "ipv6") if view.host_pool_ipv6 else ("ipv4",),
        groups=tuple(sorted({session.group for session in underlay})),
        neighbors=tuple(sorted((*underlay, *overlay_sessions(view, OVERLAY_GROUP)), key=by_address)),
        prefix_lists=announced_prefixes(view, _within, _within(view.loopback_pool, 32) if view.loopback_pool else ""),
        session_filter=session_filter(view, _within),
        vrfs=tuple(
            FrrVrf(vrf_name(tenant), tenant.l3_vni, tenant.route_target, tenant.rd_number) for tenant in view.tenants
        ),
        segments=tuple(sorted((one for tenant in view.tenants for one in tenant.vlans), key=lambda one: one.vni)),
        extra=extra,
        keeps_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
    )


def _within(pool: str, length: int) -> str:
    """Return the condition for prefixes of one length in a pool, as FRR writes it."""
    if ip_network(pool).prefixlen == length:
        return pool
    return f"{pool} ge {length}" if length == ip_network(pool).max_prefixlen else f"{pool} ge {length} le {length}"
