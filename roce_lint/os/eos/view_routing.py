"""EOS: BGP of a switch view: peer groups, neighbours, what is announced (RFC 7938, RFC 7432)."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.industry_cli.view_bgp import (
    BgpSession,
    PrefixList,
    announced_prefixes,
    by_address,
    of_exact_length,
    overlay_sessions,
    session_filter,
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
    session_filter: tuple[PrefixList, ...]
    announces_unchanged_next_hop: bool
    over_ipv6: bool


def eos_routing(view: SwitchView) -> EosRouting:
    """Return sessions over every routed link whose peer has an AS number, and to the overlay's peers."""
    underlay = underlay_sessions(view, "_")
    return EosRouting(
        over_ipv6=any(port.over_ipv6 for port in view.ports),
        groups=tuple(sorted({session.group for session in underlay})),
        neighbors=tuple(sorted((*underlay, *overlay_sessions(view, OVERLAY_GROUP)), key=by_address)),
        prefix_lists=announced_prefixes(view, of_exact_length, f"{view.loopback_pool} eq 32"),
        session_filter=session_filter(view, of_exact_length),
        # A switch that only hands EVPN routes on must leave the next hop, the tunnel's end, as it is.
        announces_unchanged_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
    )
