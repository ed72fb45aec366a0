"""Routing facts of one device: BGP, IGPs and static routes, VRF by VRF; for what is switched see `bridging.py`.

What all neighbours of a peer group have in common is one shared object, so that a spine of 128 sessions stays small.
Policies are kept as ordered terms; `facts/transit.py` evaluates them.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from roce_lint.model.bridging import BridgeDomain, EthernetSegment, PeerLink, TunnelEndpoint, VirtualAddress
from roce_lint.model.fact import NOWHERE, Fact, Source, Unknown
from roce_lint.model.route_policy import PolicyChain, RoutePolicy
from roce_lint.values import dataclass


class AddressFamily(Enum):
    """Address families that matter for paths of RoCE traffic (RFC 4760, RFC 7432)."""

    IPV4 = "ipv4"
    IPV6 = "ipv6"
    EVPN = "evpn"


class AnyAsn(Enum):
    """A neighbour's AS number where the configuration leaves it open."""

    EXTERNAL = "external"
    """Any number but one's own."""
    INTERNAL = "internal"
    """One's own number."""


@dataclass(frozen=True, slots=True)
class AsnRanges:
    """Numbers of which a neighbour may have any; both ends of a range are included."""

    ranges: tuple[tuple[int, int], ...]


RemoteAsn: TypeAlias = "int | AnyAsn | AsnRanges"


class PrivateAsns(Enum):
    """What happens to private AS numbers of the path when a route is sent (RFC 6996)."""

    KEPT = "kept"
    REMOVED = "removed"
    """Removed if the path has private numbers only."""
    ALL_REMOVED = "all removed"
    REPLACED = "replaced"
    """Each private number is replaced by one's own, so that the path keeps its length."""


_NEXT_HOP = Unknown("what becomes of the next hop is not read for this system", NOWHERE)


@dataclass(frozen=True, slots=True)
class PeerFamily:
    """What is agreed with a neighbour for one address family.

    `allowas_in`: how often one's own AS number may be in a received path, 0 for the plain loop check.
    `as_override`: the neighbour's AS number in the path is replaced by one's own when a route is sent to it.
    `imports`, `exports`: a route passes if every chain permits it; an empty tuple lets every route pass.
    """

    family: AddressFamily
    activated: Fact[bool]
    allowas_in: Fact[int]
    as_override: Fact[bool]
    private_asns: Fact[PrivateAsns]
    next_hop_self: Fact[bool]
    route_reflector_client: Fact[bool]
    default_originated: Fact[bool]
    imports: tuple[Fact[PolicyChain], ...]
    exports: tuple[Fact[PolicyChain], ...]
    sends_communities: Fact[bool]
    withholds_peer_asn: Fact[bool]
    """Routes with the neighbour's AS number in their path are not sent to it (NX-OS unless `disable-peer-as-check`)."""
    next_hop_unchanged: Fact[bool] = _NEXT_HOP
    """Routes keep their next hop when they are sent to an eBGP neighbour, as the tunnels of EVPN need it."""


@dataclass(frozen=True, slots=True)
class PeerSettings:
    """What neighbours of one peer group share; `local_asn` is the process's own unless `local-as` states another."""

    group: str
    local_asn: Fact[int]
    enabled: Fact[bool]
    families: tuple[PeerFamily, ...]
    bfd: Fact[bool] = Unknown("whether BFD watches a session is not read for this system", NOWHERE)
    """BFD ends the session where the way to the neighbour is dead (RFC 5882)."""


@dataclass(frozen=True, slots=True)
class BgpNeighbor:
    """One session. `peer` is an address, or the interface of an unnumbered session (`is_interface`).

    `local_interface`: whose address the session's packets have, empty for that of the port by which they leave.
    `reaches_far`: an external neighbour may be behind other routers.
    """

    peer: str
    is_interface: bool
    remote_asn: Fact[RemoteAsn]
    settings: PeerSettings
    source: Source
    local_interface: Fact[str] = Unknown("whose address a session has is not read for this system", NOWHERE)
    reaches_far: Fact[bool] = Unknown("how far a session reaches is not read for this system", NOWHERE)


@dataclass(frozen=True, slots=True)
class ListenRange:
    """Sessions that any router of a prefix may open."""

    prefix: str
    remote_asn: Fact[RemoteAsn]
    settings: PeerSettings
    source: Source


@dataclass(frozen=True, slots=True)
class Multipath:
    """Equal-cost paths that BGP installs in one address family; `as_path_relaxed`: paths of equal length suffice."""

    family: AddressFamily
    ebgp_paths: Fact[int]
    ibgp_paths: Fact[int]
    as_path_relaxed: Fact[bool]


class RouteOrigin(Enum):
    """Where a route comes from before a protocol announces it."""

    CONNECTED = "connected"
    STATIC = "static"
    OSPF = "ospf"
    ISIS = "isis"
    BGP = "bgp"
    AGGREGATE = "aggregate"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Origination:
    """Routes that a protocol announces of its own: one `prefix`, or all of an origin that `policy` permits.

    `prefix` is empty for a redistribution. An AGGREGATE starts a new AS path.
    """

    family: AddressFamily
    origin: RouteOrigin
    prefix: str
    policy: Fact[PolicyChain]
    source: Source


@dataclass(frozen=True, slots=True)
class BgpProcess:
    """BGP in one VRF (`default` for the global table)."""

    vrf: str
    asn: Fact[int]
    router_id: Fact[str]
    neighbors: tuple[BgpNeighbor, ...]
    listen_ranges: tuple[ListenRange, ...]
    multipath: tuple[Multipath, ...]
    originations: tuple[Origination, ...]
    source: Source


class IgpProtocol(Enum):
    """Link-state protocols."""

    OSPF = "ospf"
    OSPF3 = "ospf3"
    ISIS = "isis"


class IgpLevel(Enum):
    """Which adjacencies an IS-IS interface forms (ISO 10589); OSPF has AREA."""

    AREA = "area"
    LEVEL_1 = "level-1"
    LEVEL_2 = "level-2"
    LEVEL_1_2 = "level-1-2"


@dataclass(frozen=True, slots=True)
class IgpInterface:
    """An interface on which an IGP runs. `area` is in dotted form for OSPF and empty for IS-IS.

    `cost` is what is configured or a constant default; where it follows from the bandwidth it is Unknown, and the
    process's `reference_bandwidth_mbps` divided by the port's speed gives it.
    """

    interface: str
    area: Fact[str]
    cost: Fact[int]
    passive: Fact[bool]
    level: Fact[IgpLevel]
    source: Source


@dataclass(frozen=True, slots=True)
class IgpProcess:
    """One OSPF or IS-IS process in one VRF. `reference_bandwidth_mbps` is 0 where the cost does not depend on it."""

    protocol: IgpProtocol
    name: str
    vrf: str
    reference_bandwidth_mbps: Fact[int]
    maximum_paths: Fact[int]
    interfaces: tuple[IgpInterface, ...]
    originations: tuple[Origination, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class StaticRoute:
    """One configured next hop. `next_hop` and `interface` are empty where the other alone decides; `discards` drops."""

    vrf: str
    prefix: str
    next_hop: str
    interface: str
    discards: bool
    distance: Fact[int]
    tag: int
    source: Source


@dataclass(frozen=True, slots=True)
class TaggedPrefix:
    """A connected prefix that its interface gives a route tag, which policies match."""

    vrf: str
    prefix: str
    tag: int
    source: Source


@dataclass(frozen=True, slots=True)
class Routing:
    """What one device says about paths; all empty for a host, or where nothing was read."""

    bgp: tuple[BgpProcess, ...] = ()
    igp: tuple[IgpProcess, ...] = ()
    static_routes: tuple[StaticRoute, ...] = ()
    policies: tuple[RoutePolicy, ...] = ()
    tagged_prefixes: tuple[TaggedPrefix, ...] = ()
    peer_links: tuple[PeerLink, ...] = ()
    ethernet_segments: tuple[EthernetSegment, ...] = ()
    bridge_domains: tuple[BridgeDomain, ...] = ()
    tunnels: tuple[TunnelEndpoint, ...] = ()
    virtual_addresses: tuple[VirtualAddress, ...] = ()


NO_ROUTING = Routing()
