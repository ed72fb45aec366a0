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
    session_maps,
    underlay_sessions,
)
from roce_lint.values import dataclass

OVERLAY_GROUP = "EVPN-OVERLAY"
PEER_GROUP = "PEER-LEAF"


@dataclass(frozen=True, slots=True)
class EosPeerGroup:
    """A peer group of the underlay: whether BFD watches its sessions, and whether their next hops are IPv6.

    `import_map` and `export_map` are empty where it takes or gives every route.
    """

    name: str
    has_bfd: bool
    over_ipv6: bool
    import_map: str
    export_map: str


@dataclass(frozen=True, slots=True)
class EosRouting:
    """Everything of `router bgp` that needs thought. `groups` are the underlay's peer groups in use."""

    groups: tuple[EosPeerGroup, ...]
    neighbors: tuple[BgpSession, ...]
    prefix_lists: tuple[PrefixList, ...]
    session_filter: tuple[PrefixList, ...]
    announces_unchanged_next_hop: bool
    over_ipv6: bool


def eos_routing(view: SwitchView) -> EosRouting:
    """Return sessions over every routed link whose peer has an AS number, and to the overlay's peers."""
    over_ipv6 = any(port.over_ipv6 for port in view.ports)
    underlay = underlay_sessions(view, "_")
    peers = [BgpSession(one.peer_address, PEER_GROUP, one.peer_asn, f"{one.peer}_Vlan{one.vlan}") for one in view.pair]
    names = sorted({session.group for session in (*underlay, *peers)})
    return EosRouting(
        over_ipv6=over_ipv6,
        groups=tuple(
            EosPeerGroup(
                name,
                name != PEER_GROUP,
                over_ipv6 and name != PEER_GROUP,
                *session_maps(view, to_peer=name == PEER_GROUP),
            )
            for name in names
        ),
        neighbors=tuple(sorted((*underlay, *peers, *overlay_sessions(view, OVERLAY_GROUP)), key=by_address)),
        prefix_lists=announced_prefixes(view, of_exact_length, f"{view.loopback_pool} eq 32"),
        session_filter=session_filter(view, of_exact_length),
        # A switch that only hands EVPN routes on must leave the next hop, the tunnel's end, as it is.
        announces_unchanged_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
    )
