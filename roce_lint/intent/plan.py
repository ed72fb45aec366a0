"""The fabric that an intent asks for: every device, cable, port and address by name."""

from __future__ import annotations

from roce_lint.intent.model_roce import Profile
from roce_lint.intent.model_tuning import Ecn
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import BondKind, Fec, Role
from roce_lint.platforms.platform import NicPlatform, SwitchPlatform
from roce_lint.values import dataclass

UNBRIDGED = 0
"""The VLAN of a link that is routed."""


@dataclass(frozen=True, slots=True)
class DevicePlan:
    """One switch. `pod` counts from 1 (0 for super-spines), `number` counts the devices of the tier from 1.

    `loopback` and `vtep` are IPv4 addresses without prefix length; `vtep` is empty on a device that ends no tunnels.
    """

    name: str
    role: Role
    pod: int
    number: int
    platform: SwitchPlatform
    release: str
    asn: int
    loopback: str
    vtep: str


@dataclass(frozen=True, slots=True)
class NicPlan:
    """One port of a host; `number` counts from 0, `rail` from 1. `vlan` is 0 for a routed port.

    `nic_set` is the position of its set among those of the host group, and `place` its own in the set, from 0.
    """

    nic_set: int
    place: int
    platform: NicPlatform
    speed_gbps: int
    number: int
    rail: int
    netdev: str
    rdma_device: str
    vlan: int


@dataclass(frozen=True, slots=True)
class HostPlan:
    """One host; `group` is its position in the intent's list of host groups."""

    name: str
    group: int
    nics: tuple[NicPlan, ...]


@dataclass(frozen=True, slots=True)
class LinkEndPlan:
    """One end of a cable.

    `cage`, `lane` and `breakout` as in `SwitchPortView`, 0 and empty on a NIC. `address` has a prefix length, and is
    empty on a switch port that is bridged. `second_address` is one of IPv6 beside one of IPv4.
    """

    device: str
    port: str
    cage: int
    lane: int
    breakout: str
    address: str
    second_address: str = ""


@dataclass(frozen=True, slots=True)
class StatedHeadroom:
    """The headroom of each lossless priority at both ends of a link; `at` is the key that states it."""

    size_bytes: int
    at: YamlPath


@dataclass(frozen=True, slots=True)
class StatedMarking:
    """The marking of the RoCE queues at both ends of a link; `at` is the key that states it."""

    ecn: Ecn
    at: YamlPath


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """One cable. `lower` is the end that is nearer to the hosts; `vlan` is 0 for a routed link.

    `gateway` is the address of the next hop of a host, empty between switches. `bundle` is the number of the LAG at the
    leaf, 0 outside of one. `dcbx`: the leaf announces PFC to the host. `is_peer_link`: between the leaves of a pair.
    `roce`: RoCE runs over it. `headroom` is None where it is worked out, `mtu_bytes` 0 and `marking` None where they
    are those of the fabric.
    """

    lower: LinkEndPlan
    upper: LinkEndPlan
    to_host: bool
    speed_gbps: int
    length_m: int
    vlan: int
    gateway: str
    fec: Fec | None = None
    bundle: int = 0
    dcbx: bool = False
    is_peer_link: bool = False
    roce: bool = True
    headroom: StatedHeadroom | None = None
    mtu_bytes: int = 0
    marking: StatedMarking | None = None

    def other_end(self, device: str) -> LinkEndPlan:
        """Return the end that is not on `device`."""
        return self.upper if self.lower.device == device else self.lower

    def end_on(self, device: str) -> LinkEndPlan:
        """Return the end on `device`."""
        return self.lower if self.lower.device == device else self.upper


@dataclass(frozen=True, slots=True)
class SegmentPlan:
    """One VLAN of a tenant; `gateway` is the anycast address with prefix length."""

    vlan: int
    vni: int
    name: str
    gateway: str


@dataclass(frozen=True, slots=True)
class TenantPlan:
    """One tenant: VRF, VNI and VLAN of its routing, and its segments."""

    name: str
    l3_vni: int
    l3_vlan: int
    segments: tuple[SegmentPlan, ...]


@dataclass(frozen=True, slots=True)
class LeafVlanPlan:
    """A VLAN that one leaf routes, or the two of a pair; `gateway` is the next hop of hosts, with prefix length.

    It is the leaf's own, or one that a pair shares: then each leaf has an `address` of its own besides.
    """

    leaf: str
    vlan: int
    gateway: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class PairPlan:
    """Two leaves with links between them; `addresses` of both in the peer VLAN have a prefix length.

    `vlans` are those of hosts that both leaves have.
    """

    number: int
    leaves: tuple[str, str]
    addresses: tuple[str, str]
    vlans: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BondPlan:
    """A bond of one host: its name and ports there, its number at its `leaves`, and its address with prefix length.

    `system_id` is what the leaves of an Ethernet segment have in common, twelve hexadecimal digits as of a MAC address.
    """

    host: str
    name: str
    members: tuple[str, ...]
    kind: BondKind
    number: int
    leaves: tuple[str, ...]
    system_id: str
    address: str


@dataclass(frozen=True, slots=True)
class ExternalPlan:
    """A neighbour outside the fabric at a port of `device`.

    Routes of `announced` prefixes and all inside them are sent to it; exactly the `accepted` ones are taken.
    """

    name: str
    device: str
    port: str
    cage: int
    lane: int
    breakout: str
    speed_gbps: int
    address: str
    neighbor: str
    asn: int
    mtu_bytes: int
    announced: tuple[str, ...]
    accepted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FabricPlan:
    """Everything by name; devices from the top tier down, links in the order of the lower device."""

    name: str
    profile: Profile
    devices: tuple[DevicePlan, ...]
    hosts: tuple[HostPlan, ...]
    links: tuple[LinkPlan, ...]
    tenants: tuple[TenantPlan, ...]
    leaf_vlans: tuple[LeafVlanPlan, ...]
    bonds: tuple[BondPlan, ...]
    pairs: tuple[PairPlan, ...] = ()
    externals: tuple[ExternalPlan, ...] = ()

    def links_of(self) -> dict[str, tuple[LinkPlan, ...]]:
        """Return the links of every device and host, by its name."""
        found: dict[str, list[LinkPlan]] = {}
        for link in self.links:
            found.setdefault(link.lower.device, []).append(link)
            found.setdefault(link.upper.device, []).append(link)
        return {name: tuple(links) for name, links in found.items()}
