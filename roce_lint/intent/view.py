"""What a template prints about one device: every value is final, nothing is left to compute.

Views are made from an intent by `roce_lint.intent.make_view`; whatever needs thought for one OS (names of its
queues, its units, its order) is computed in `view_<os>.py` beside this file and handed to the template as well.
"""

from __future__ import annotations

from enum import Enum
from ipaddress import ip_interface

from roce_lint.intent.view_lag import BundleView, PairView
from roce_lint.model.addresses import ANYCAST_GATEWAY_MAC
from roce_lint.model.terms import Fec, PathChoice, Role, WatchdogAction
from roce_lint.values import dataclass


class ClassPurpose(Enum):
    """What a traffic class is for."""

    ROCE = "roce"
    CNP = "cnp"
    BEST_EFFORT = "best-effort"
    TRIMMED = "trimmed"
    OTHER = "other"


class PortPurpose(Enum):
    """What a port of a switch connects to: a host, a switch of another tier or of its pair, or a router outside."""

    HOST = "host"
    FABRIC = "fabric"
    PEER = "peer"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class ClassView:
    """One traffic class of the fabric. `priority` is its PFC priority, traffic class and queue number alike (0 to 7).

    `name` is a lower-case word, unique in the fabric (`roce`, `roce-storage`, `cnp`, `best-effort`).
    `dscps`: the code points that select it, ascending; empty for best effort, which takes all others.
    `bandwidth_percent`: share among the weighted classes, 0 for a strict one; the shares sum to 100. `alpha` is the
    dynamic threshold of a lossless class (`1/4`), empty if the intent sets none.
    """

    name: str
    purpose: ClassPurpose
    dscps: tuple[int, ...]
    priority: int
    lossless: bool
    strict: bool
    bandwidth_percent: int
    alpha: str = ""


@dataclass(frozen=True, slots=True)
class QueueView:
    """One egress queue of a profile. `class_name` is empty for a queue that no class uses.

    Thresholds are 0 where `ecn_enabled` is false. `bandwidth_percent` as in `ClassView`.
    """

    index: int
    class_name: str
    lossless: bool
    strict: bool
    bandwidth_percent: int
    ecn_enabled: bool
    ecn_kmin_bytes: int
    ecn_kmax_bytes: int
    ecn_pmax_percent: int


@dataclass(frozen=True, slots=True)
class QosProfileView:
    """The QoS of all ports of one device that have one speed and purpose.

    `name` is unique on the device (`ROCE-400G`). `queues` has eight entries. `cable_length_m` is the longest cable
    among the ports; headroom, pause and resume points (bytes per lossless priority and port) are computed for it.
    `headroom_is_given`: the intent states the headroom, which replaces that of any table.
    """

    name: str
    speed_gbps: int
    cable_length_m: int
    headroom_bytes: int
    pause_threshold_bytes: int
    resume_threshold_bytes: int
    queues: tuple[QueueView, ...]
    headroom_is_given: bool = False


@dataclass(frozen=True, slots=True)
class WatchdogView:
    """PFC watchdog settings; timers in milliseconds."""

    enabled: bool
    detection_ms: int
    recovery_ms: int
    polling_ms: int
    action: WatchdogAction


@dataclass(frozen=True, slots=True)
class TrimmingView:
    """What is left of a packet (bytes), its code point and queue, and the queues whose packets are trimmed."""

    size_bytes: int
    dscp: int
    queue: int
    data_queues: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SwitchPortView:
    """One cabled port of a switch.

    `cage` is the front-panel number and `lane` the lane or child number of a broken-out port, 0 for a whole port;
    `breakout` is the cage's breakout (`4x100G`), empty for a whole port. `address` with prefix length
    (`10.0.0.0/31`) and `peer_address` without; both empty on a bridged port, whose `vlan` is then not 0, and on an
    unnumbered one. `second_address` is one of IPv6 beside one of IPv4. `unnumbered`: routed with link-local addresses
    alone. `over_ipv6`: IPv4 routes have IPv6 next hops there. `fec` is None for the system's own. `bundle` is the
    number of its LAG, 0 for none. `dcbx`: it announces PFC to its host. `peer_asn` is 0 towards hosts that speak no
    BGP. `description` is what the device prints. `profile` is empty without RoCE.
    """

    name: str
    cage: int
    lane: int
    breakout: str
    purpose: PortPurpose
    speed_gbps: int
    description: str
    peer_device: str
    peer_port: str
    cable_length_m: int
    ip_mtu_bytes: int
    address: str
    peer_address: str
    peer_asn: int
    vlan: int
    profile: str
    unnumbered: bool = False
    over_ipv6: bool = False
    fec: Fec | None = None
    bundle: int = 0
    dcbx: bool = False
    second_address: str = ""

    @property
    def ipv4_address(self) -> str:
        """Return its IPv4 address, empty where it has none."""
        return "" if ":" in self.address else self.address

    @property
    def ipv6_address(self) -> str:
        """Return its IPv6 address, empty where it has none."""
        return self.address if ":" in self.address else self.second_address


TWO_OCTETS = 65535


def route_target(vni: int) -> str:
    """Return the same route target on every leaf, whatever its own AS number (RFC 8365, 5.1.2.1).

    Four octets are left for a VNI beside an AS number of two, and two beside one of four (RFC 4360, RFC 5668).
    """
    return f"{vni}:{vni}" if vni <= TWO_OCTETS else f"1:{vni}"


def distinguished_by(vni: int, vlan: int) -> int:
    """Return the number in a route distinguisher beside an address, which leaves it two octets (RFC 4364, 4.2)."""
    return vni if vni <= TWO_OCTETS else vlan


@dataclass(frozen=True, slots=True)
class VlanView:
    """One bridged segment: VLAN id, VNI (0 for one that ends at the leaf), and the gateway with prefix length.

    The gateway is empty if there is none, and the same on all leaves in a tenant. `address` is the switch's own
    beside a gateway that a pair shares, else empty. Of a VNI there are `route_target`, and `rd_number`, which is in
    the route distinguisher beside the router id.
    """

    vlan: int
    vni: int
    name: str
    gateway: str
    address: str = ""

    @property
    def route_target(self) -> str:
        """Return the route target of the VNI."""
        return route_target(self.vni)

    @property
    def rd_number(self) -> int:
        """Return the number in the route distinguisher."""
        return distinguished_by(self.vni, self.vlan)


@dataclass(frozen=True, slots=True)
class TenantView:
    """One tenant of the overlay: VRF, its L3 VNI and the segments that exist on this device.

    `route_target` and `rd_number` are those of the L3 VNI, as in `VlanView`.
    """

    name: str
    l3_vni: int
    l3_vlan: int
    vlans: tuple[VlanView, ...]

    @property
    def route_target(self) -> str:
        """Return the route target of the L3 VNI."""
        return route_target(self.l3_vni)

    @property
    def rd_number(self) -> int:
        """Return the number in the route distinguisher."""
        return distinguished_by(self.l3_vni, self.l3_vlan)


@dataclass(frozen=True, slots=True)
class OverlayPeerView:
    """A BGP EVPN session between loopbacks."""

    name: str
    address: str
    asn: int


@dataclass(frozen=True, slots=True)
class UserView:
    """A local administrator; `secret` is a marker such as `${ADMIN_HASH}`."""

    name: str
    secret: str


@dataclass(frozen=True, slots=True)
class ManagementView:
    """How a switch is managed. `address` has a prefix length; keys are markers such as `${TACACS_KEY}`, never values.

    Texts are empty and lists without entries for unused features; `banner` has its lines.
    """

    address: str
    gateway: str
    vrf: str
    domain: str
    dns: tuple[str, ...]
    ntp: tuple[str, ...]
    syslog: tuple[str, ...]
    users: tuple[UserView, ...]
    tacacs: tuple[str, ...]
    tacacs_key: str
    snmp_user: str
    snmp_auth_key: str
    snmp_priv_key: str
    snmp_traps: tuple[str, ...]
    gnmi_profile: str
    gnmi_certificate: str
    gnmi_key: str
    ssh: bool
    banner: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExternalView:
    """A session with a router outside of the fabric; `label` is its name as names of policies have it.

    Routes of `announced` prefixes and all inside them are sent to it; exactly the `accepted` ones are taken.
    """

    name: str
    label: str
    neighbor: str
    asn: int
    announced: tuple[str, ...]
    accepted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HardeningView:
    """What protects a switch and its ports to hosts.

    `edge_ports`: there are bridged ports to hosts, and they are edges of spanning tree. `broadcast_percent` is 0 and
    `sflow_collectors` empty if not used. `unused_ports` are to be shut down.
    """

    edge_ports: bool = False
    recovery_seconds: int = 300
    control_plane: bool = False
    broadcast_percent: int = 0
    sflow_collectors: tuple[str, ...] = ()
    sflow_sample: int = 0
    unused_ports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BgpGuardView:
    """What guards BGP sessions; `maximum_prefixes` is 0 and `password` empty if not used.

    `password` is a marker such as `${BGP_KEY}`, `password_name` the name in it. `bfd_interval_ms` is 0 without BFD.
    """

    maximum_prefixes: int = 0
    password: str = ""
    password_name: str = ""
    ttl_security: bool = False
    bfd_interval_ms: int = 300
    bfd_multiplier: int = 3


@dataclass(frozen=True, slots=True)
class FabricPrefixView:
    """Prefixes of one length within a block: what sessions may carry where they are filtered."""

    block: str
    length: int


@dataclass(frozen=True, slots=True)
class PortExtraView:
    """Custom lines for one port."""

    port: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwitchView:
    """Everything that a switch's templates print.

    `platform` is an id of the platform catalogue. `loopback` is `10.255.0.1/32`; `vtep_loopback` is a second one,
    empty without an overlay. `mtu_bytes` is the largest IP packet on every port. `maximum_paths` is the number of
    equal-cost next hops that BGP installs. `leaf_vlans` are those that the device routes by itself, without a VNI.
    `session_prefixes` are all that sessions may carry, empty without a filter. `host_prefixes` are the prefixes
    that the device announces for its hosts. `alpha` is the dynamic threshold of lossless priorities (`1/4`), empty
    where the switch has one of its own; a class may have another one. `gateway_mac` is that of anycast gateways, the
    same on all switches whatever their system (RFC 9135, section 4.1). `host_pool_ipv6` holds the IPv6 addresses of
    hosts, whose routes all sessions of the underlay then carry, and is empty where hosts have none. `drained` asks
    neighbours to send traffic elsewhere. `path_choice`: `dynamic` asks for paths by their load, `auto` too unless that
    needs a reload. `management`, `pair` and `trimming` have one entry or none; `extra` are custom lines,
    `port_extra` those of single ports.
    """

    name: str
    os: str
    role: Role
    platform: str
    release: str
    asn: int
    router_id: str
    loopback: str
    vtep_loopback: str
    mtu_bytes: int
    maximum_paths: int
    loopback_pool: str
    host_pool: str
    lossless_profile: bool
    classes: tuple[ClassView, ...]
    profiles: tuple[QosProfileView, ...]
    watchdog: WatchdogView
    ports: tuple[SwitchPortView, ...]
    tenants: tuple[TenantView, ...]
    overlay_peers: tuple[OverlayPeerView, ...]
    host_prefixes: tuple[str, ...] = ()
    bgp_guard: BgpGuardView = BgpGuardView()
    session_prefixes: tuple[FabricPrefixView, ...] = ()
    leaf_vlans: tuple[VlanView, ...] = ()
    bundles: tuple[BundleView, ...] = ()
    pair: tuple[PairView, ...] = ()
    path_choice: PathChoice = PathChoice.STATIC
    drained: bool = False
    alpha: str = ""
    host_pool_ipv6: str = ""
    gateway_mac: str = ANYCAST_GATEWAY_MAC
    hardening: HardeningView = HardeningView()
    externals: tuple[ExternalView, ...] = ()
    management: tuple[ManagementView, ...] = ()
    extra: tuple[str, ...] = ()
    port_extra: tuple[PortExtraView, ...] = ()
    trimming: tuple[TrimmingView, ...] = ()

    def host_prefix_lengths(self) -> tuple[tuple[str, int], ...]:
        """Return pool and length of the prefixes that hosts are in: links that are routed, and leaf VLANs."""
        ports = [port for port in self.ports if port.purpose is PortPurpose.HOST]
        ipv4 = (*(port.ipv4_address for port in ports), *(one.gateway for one in self.leaf_vlans))
        ipv6 = (port.ipv6_address for port in ports)
        return tuple(
            (pool, length)
            for pool, addresses in ((self.host_pool, ipv4), (self.host_pool_ipv6, ipv6))
            for length in sorted({ip_interface(address).network.prefixlen for address in addresses if address})
            if pool
        )
