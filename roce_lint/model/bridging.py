"""VLANs, pairs of switches that share bundles, and VXLAN tunnels, as far as frames are switched by them."""

from __future__ import annotations

from enum import Enum

from roce_lint.model.fact import NOWHERE, Fact, Source, Stated, Unknown
from roce_lint.values import dataclass


class PairKind(Enum):
    """How two switches act as one towards hosts."""

    MLAG = "mlag"
    VPC = "vpc"
    MC_LAG = "mc-lag"


@dataclass(frozen=True, slots=True)
class PairedBundle:
    """A bundle of one switch of a pair that is one bundle with that of the other switch of the same `identifier`."""

    port: str
    identifier: int
    source: Source


@dataclass(frozen=True, slots=True)
class PeerLink:
    """The link between two switches of a pair; `port` is an Ethernet port or a bundle.

    `bundles` are those that span both switches. `keepalive_addresses` are of the other switch, beside the peer link.
    """

    kind: PairKind
    domain: Fact[str]
    port: Fact[str]
    peer_address: Fact[str]
    bundles: tuple[PairedBundle, ...]
    source: Source
    keepalive_addresses: tuple[Stated[str], ...] = ()


@dataclass(frozen=True, slots=True)
class EthernetSegment:
    """A port whose hosts are attached to other switches too (RFC 7432); no peer link is needed.

    `lacp_system_id` is what its hosts see of the switches, which has to be the same at all of them.
    """

    identifier: Fact[str]
    port: Fact[str]
    all_active: Fact[bool]
    source: Source
    lacp_system_id: Fact[str] = Unknown("no LACP system id of the port was read", NOWHERE)


@dataclass(frozen=True, slots=True)
class BridgeDomain:
    """One VLAN or MAC-VRF, and how it floods. `vlan` is 0 where the OS bridges without VLAN ids.

    `ports` are interfaces by name. `gateway` is the routed interface of the VLAN, empty where there is none; the ARP
    facts belong to it. Ages are in seconds; 0 means that entries do not age.
    `floods_unknown_unicast`: a frame to a MAC address that is not known is sent out of every port, but for
    `ports_without_flooding`. `gateway_mac` is that of an anycast gateway, as the configuration writes it.
    """

    name: str
    vlan: int
    ports: tuple[str, ...]
    gateway: str
    mac_age_s: Fact[int]
    arp_age_s: Fact[int]
    floods_unknown_unicast: Fact[bool]
    arp_suppressed: Fact[bool]
    vni: Fact[int]
    source: Source
    ports_without_flooding: tuple[str, ...] = ()
    gateway_mac: Fact[str] = Unknown("no MAC address that its gateway shares with other switches was read", NOWHERE)


@dataclass(frozen=True, slots=True)
class VirtualAddress:
    """An address that an interface shares with those of other routers (VRRP, HSRP, VARP), beside its own addresses.

    `prefix_length` is 0 where the address is stated without one, as is usual.
    """

    interface: str
    address: Fact[str]
    prefix_length: int = 0


class FloodReplication(Enum):
    """How a VTEP sends flooded frames to the others."""

    STATIC_LIST = "static list"
    EVPN = "evpn"
    MULTICAST = "multicast"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class RouteTargets:
    """The route targets (`65000:10`) of EVPN that a VLAN or VRF takes, and those that it announces (RFC 7432)."""

    imports: Fact[frozenset[str]]
    exports: Fact[frozenset[str]]


_NOT_STATED = Unknown("no route target is configured", NOWHERE)
NO_TARGETS = RouteTargets(_NOT_STATED, _NOT_STATED)


@dataclass(frozen=True, slots=True)
class VniBinding:
    """A VXLAN network identifier and what it carries: a `vlan` (0 for none) or the routes of a `vrf` (`` for none)."""

    vni: int
    vlan: int
    vrf: str
    source: Source
    targets: RouteTargets = NO_TARGETS


@dataclass(frozen=True, slots=True)
class TunnelEndpoint:
    """One VTEP. `flood_list` has the addresses of a static list; they hold for all VNIs of the endpoint."""

    interface: str
    source_interface: Fact[str]
    source_address: Fact[str]
    replication: Fact[FloodReplication]
    flood_list: tuple[Fact[str], ...]
    bindings: tuple[VniBinding, ...]
    source: Source
