"""EOS: BGP of a switch view: peer groups, neighbours, what is announced (RFC 7938, RFC 7432)."""

from __future__ import annotations

from ipaddress import ip_network

from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.industry_cli.view_bgp import (
    BgpSession,
    PrefixList,
    announced_prefixes,
    by_address,
    overlay_sessions,
    underlay_sessions,
)
from roce_lint.values import dataclass

OVERLAY_GROUP = "EVPN-OVERLAY"


@dataclass(frozen=True, slots=True)
class EosRouting:
    """Everything of `router bgp` that needs thought. `groups` are the underlay's peer groups in use."""

    groups: tuple[str, ...]
    neighbors: tuple[BgpSession, ...]
    prefix_lists: tuple[PrefixList, ...]
    announces_unchanged_next_hop: bool
    unnumbered: bool


def eos_routing(view: SwitchView) -> EosRouting:
    """Return sessions over every routed link whose peer has an AS number, and to the overlay's peers."""
    underlay = underlay_sessions(view, "_")
    return EosRouting(
        unnumbered=any(session.interface for session in underlay),
        groups=tuple(sorted({session.group for session in underlay})),
        neighbors=tuple(sorted((*underlay, *overlay_sessions(view, OVERLAY_GROUP)), key=by_address)),
        prefix_lists=announced_prefixes(view, _within, f"{view.loopback_pool} eq 32"),
        # A switch that only hands EVPN routes on must leave the next hop, the tunnel's end, as it is.
        announces_unchanged_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
    )


def _within(pool: str, length: int) -> str:
    return pool if ip_network(pool).prefixlen == length else f"{pool} eq {length}"
