"""BGP of a switch view for systems with peer groups: sessions and prefix lists of what is announced (RFC 7938)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from ipaddress import ip_address, ip_interface, ip_network

from roce_lint.intent.view import PortPurpose, SwitchView
from roce_lint.values import dataclass

FABRIC_GROUP = "FABRIC"
HOST_GROUP = "HOSTS"
FILTER_MAP = "RM-FABRIC"
OWN_ROUTES_MAP = "RM-OWN-OUT"


GRACEFUL_SHUTDOWN = (
    "routes of a drained switch carry the community GRACEFUL_SHUTDOWN (RFC 8326): neighbours that do not lower their"
    " preference by themselves, as NX-OS and FRR do, need a policy for it"
)
"""Source: ansible-collections/cisco.nxos, nxos_bgp_global; FRRouting, bgpd/bgp_vty.c and bgp_route.c."""


@dataclass(frozen=True, slots=True)
class BgpSession:
    """One BGP session, with an address or over an interface with link-local addresses alone."""

    address: str
    group: str
    asn: int
    description: str
    interface: str = ""


@dataclass(frozen=True, slots=True)
class PrefixList:
    """One prefix list; an entry holds what follows `permit`. `sequence` is that of its route-map entry.

    `family` is the word before `prefix-list`: `ip` or `ipv6`.
    """

    name: str
    entries: tuple[str, ...]
    sequence: int
    family: str = "ip"


def underlay_sessions(view: SwitchView, separator: str) -> tuple[BgpSession, ...]:
    """Return sessions over every routed link whose peer has an AS number, sorted by address.

    `separator` stands between device and port in descriptions.
    """
    sessions = [
        BgpSession(
            port.peer_address,
            HOST_GROUP if port.purpose is PortPurpose.HOST else FABRIC_GROUP,
            port.peer_asn,
            f"{port.peer_device}{separator}{port.peer_port}",
            port.name if port.unnumbered else "",
        )
        for port in view.ports
        if port.peer_asn and (port.peer_address or port.unnumbered)
    ]
    return tuple(sorted(sessions, key=by_address))


def overlay_sessions(view: SwitchView, group: str) -> tuple[BgpSession, ...]:
    """Return the sessions to the overlay's peers."""
    return tuple(BgpSession(peer.address, group, peer.asn, peer.name) for peer in view.overlay_peers)


def by_address(session: BgpSession) -> tuple[int, ...]:
    """Return the key by which sessions are sorted: IP version and address, then the numbers of the interface."""
    if session.interface:
        return 7, *map(int, re.findall(r"\d+", session.interface))
    address = ip_address(session.address)
    return address.version, int(address)


def of_exact_length(block: str, length: int) -> str:
    """Return what permits the prefixes of one length within a block, where `eq` says so."""
    return block if ip_network(block).prefixlen == length else f"{block} eq {length}"


def session_filter(view: SwitchView, of_length: Callable[[str, int], str]) -> tuple[PrefixList, ...]:
    """Return the prefix lists of all that sessions may carry; none where they are not filtered."""
    pairs = tuple((one.block, one.length) for one in view.session_prefixes)
    return _lists(pairs, of_length, "PL-FABRIC", 10)


def _lists(
    pairs: Iterable[tuple[str, int]], of_length: Callable[[str, int], str], name: str, sequence: int
) -> tuple[PrefixList, ...]:
    """Return a list of the prefixes of IPv4, and one of those of IPv6, as far as there are any."""
    ipv4 = tuple(of_length(*one) for one in pairs if ":" not in one[0])
    ipv6 = tuple(of_length(*one) for one in pairs if ":" in one[0])
    lists = (PrefixList(name, ipv4, sequence), PrefixList(f"{name}-V6", ipv6, sequence + 20, "ipv6"))
    return tuple(one for one in lists if one.entries)


def session_maps(view: SwitchView, *, to_peer: bool) -> tuple[str, str]:
    """Return the route-maps of a session in and out, empty where all is taken or given; `to_peer`: within a pair.

    A leaf of a pair announces its own routes alone to the switches above. Else they would reach the other leaf over
    the peer link as well, and a way down, across and up again could close a cycle of paused buffers.
    """
    both = FILTER_MAP if view.session_prefixes else ""
    return both, OWN_ROUTES_MAP if view.pair and not to_peer else both


def announced_prefixes(
    view: SwitchView, of_length: Callable[[str, int], str], every_loopback: str
) -> tuple[PrefixList, ...]:
    """Return the prefix lists of what a switch announces: links to routed hosts, and loopbacks.

    `of_length` writes the entry for prefixes of one length in a pool; `every_loopback` is the entry that permits the
    addresses of the loopback pool.
    """
    lists = _lists(view.host_prefix_lengths(), of_length, "PL-HOST-LINKS", 20)
    loopbacks = [text for text in (view.loopback, view.vtep_loopback) if text]
    pool = ip_network(view.loopback_pool) if view.loopback_pool else None
    covered = pool is not None and all(ip_interface(text).ip in pool for text in loopbacks)
    return (*lists, PrefixList("PL-LOOPBACKS", (every_loopback,) if covered else tuple(loopbacks), 10))
