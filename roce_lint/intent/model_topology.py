"""What an intent says about switches and cables."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pydantic import Field

from roce_lint.intent.model_addressing import InterfaceAddress, MtuBytes
from roce_lint.intent.model_management import HostAddress
from roce_lint.intent.model_tuning import Ecn
from roce_lint.intent.model_types import (
    AsNumber,
    Count,
    Flag,
    IntentPart,
    Name,
    NamePattern,
    PlatformName,
    Release,
    SystemName,
    whole,
    worded,
)
from roce_lint.intent.quantity import DownPerUp, LengthM, SizeBytes, SpeedGbps


class TopologyKind(Enum):
    """The shapes of fabric that can be expanded."""

    CLOS = "clos"
    THREE_TIER = "three-tier"
    RAIL_OPTIMISED = "rail-optimised"


class Tier(IntentPart):
    """The switches of one tier."""

    count: Count = Field(description="Number of switches: per pod in a three-tier Clos, otherwise in the fabric.")
    platform: PlatformName = Field(description="Switch model of the tier, as in the platform catalogue.")
    system: SystemName | None = Field(
        default=None, description="System that the switches run; that of the model's maker if omitted."
    )
    release: Release | None = Field(default=None, description="Software release that the configurations are meant for.")
    name: NamePattern | None = Field(
        default=None,
        description="Pattern of the names; {n} is the number in the fabric, {pod} that of the pod, {rack} and {rail} a"
        " leaf's; {n:02d} has leading zeros, {n+100} is 101 for the first, {n-1} is 0.",
    )
    names: tuple[Name, ...] = Field(
        default=(), description="The individual names, in fabric order, if they follow no pattern."
    )


FIRST_UPLINK = Field(
    default=None,
    description="Number of the cage of the first uplink; the others use the cages above it, in the order of"
    " their switches. If omitted, uplinks are assigned from the last cage down.",
)


class LeafTier(Tier):
    """The switches that hosts connect to."""

    per_rack: Count | None = Field(
        default=None, description="Leaves in one rack, for {rack} in names; 1, or the rails of a host, if omitted."
    )
    uplinks_per_spine: Count = Field(default=1, description="Parallel links from every leaf to every spine of its pod.")
    uplink_speed: SpeedGbps = Field(default=400, description="Speed of the links between leaves and spines.")
    first_uplink: Count | None = FIRST_UPLINK
    peer_links: Annotated[int, *whole(0, 16)] = Field(
        default=0,
        description="Links between the two leaves of each pair, which `bond: leaf-pair` needs; pairs are the first and"
        " second leaf of a pod, the third and fourth, and so on.",
    )
    peer_link_speed: SpeedGbps | None = Field(
        default=None, description="Speed of the links between the leaves of a pair; that of the uplinks if omitted."
    )


class SpineTier(Tier):
    """The switches above the leaves."""

    uplinks_per_super_spine: Count = Field(
        default=1, description="Parallel links from every spine to every super-spine that it connects to."
    )
    uplink_speed: SpeedGbps = Field(default=400, description="Speed of the links between spines and super-spines.")
    first_uplink: Count | None = FIRST_UPLINK


class SuperSpineTier(Tier):
    """The switches that join the pods of a three-tier Clos; `count` is for the whole fabric."""

    planes: Count = Field(
        default=1,
        description=(
            "1: every spine connects to every super-spine. N (the spines of a pod): spine i of every pod connects"
            " to the i-th group of super-spines only."
        ),
    )


class Cables(IntentPart):
    """Lengths of the cables; PFC headroom is computed from them."""

    host: LengthM = Field(default=5, description="From a NIC to its leaf.")
    fabric: LengthM = Field(default=50, description="From a leaf to a spine.")
    super_spine: LengthM = Field(default=300, description="From a spine to a super-spine.")
    peer: LengthM = Field(default=3, description="Between the leaves of a pair.")


class Topology(IntentPart):
    """Shape of the fabric."""

    kind: TopologyKind = Field(
        description=(
            "clos: leaves and spines. three-tier: pods of leaves and spines, joined by super-spines."
            " rail-optimised: NIC i of every host connects to the leaf of rail i."
        )
    )
    pods: Count = Field(default=1, description="Number of pods; three-tier only.")
    rails: Count | None = Field(
        default=None, description="Number of rails, rail-optimised only; the NICs of a host if omitted."
    )
    leaves: LeafTier = Field(description="The switches that hosts connect to.")
    spines: SpineTier | None = Field(
        default=None,
        description="The switches above the leaves; not needed for rails that never meet, a single leaf, or"
        " a single pair with `peer_links`.",
    )
    super_spines: SuperSpineTier | None = Field(
        default=None, description="The switches above the spines; three-tier only."
    )
    non_blocking: Flag = Field(
        default=False,
        description="Declares that no tier has more bandwidth downward than upward; checked, and refused if false.",
    )
    oversubscription: DownPerUp | None = Field(
        default=None,
        description="Declares how much more bandwidth leaves and spines may have downward than upward; checked.",
    )
    cables: Cables = Field(default=Cables(), description="Lengths of the cables.")


class DeviceEntry(IntentPart):
    """What is different about one switch."""

    platform: PlatformName | None = Field(default=None, description="Switch model, if not that of the tier.")
    system: SystemName | None = Field(default=None, description="System that the switch runs, if not that of the tier.")
    release: Release | None = Field(default=None, description="Software release, if not that of the tier.")
    asn: AsNumber | None = Field(default=None, description="AS number, if not the planned one.")
    loopback: HostAddress | None = Field(
        default=None, description="Router id and loopback, if not the next of the pool."
    )
    vtep: HostAddress | None = Field(
        default=None, description="Tunnel endpoint of a leaf in an overlay, if not the next of the pool."
    )
    management: HostAddress | None = Field(
        default=None, description="Management address, if not the next of the subnet."
    )
    drained: Flag = Field(
        default=False, description="Ask neighbors to send traffic elsewhere during maintenance (RFC 8326)."
    )


LinkEnd = Annotated[
    str,
    *worded(
        "[A-Za-z0-9][A-Za-z0-9._-]{0,62}(:[A-Za-z0-9][A-Za-z0-9/._-]{0,30}(:[0-9]{1,2})?)?",
        "device or device:port, such as leaf-1:Ethernet33/1",
        "leaf-1:Ethernet33/1",
        "host-1:rdma0",
        "spine-1",
    ),
]


class FecChoice(Enum):
    """Codes of forward error correction (IEEE 802.3 clauses 74, 91 and 108)."""

    REED_SOLOMON = "rs"
    BASE_R = "base-r"
    NONE = "none"


class LinkEntry(IntentPart):
    """What is different about the links between two devices.

    With a port on an end it speaks of one link and pins that port; without, of every link between the two.
    """

    a: LinkEnd = Field(description="One end, `device` or `device:port`.")
    b: LinkEnd = Field(description="The other end, `device` or `device:port`.")
    length: LengthM | None = Field(default=None, description="Length of the cable, if not that of `cables`.")
    speed: SpeedGbps | None = Field(
        default=None, description="Speed of the link between two switches, if not that of the tier."
    )
    fec: FecChoice | None = Field(
        default=None,
        description="Forward error correction at both ends of a link of 25G or 100G: rs, base-r or none; that of the"
        " system if omitted.",
    )
    headroom: SizeBytes | None = Field(
        default=None,
        description="Headroom of each lossless priority at both ends, if not computed from speed and cable,"
        " or that of the host group.",
    )
    mtu: MtuBytes | None = Field(default=None, description="Largest IP packet at both ends, if not that of `mtu`.")
    ecn: Ecn | None = Field(
        default=None, description="Marking of the RoCE queues at both ends, if not that of `roce.ecn`."
    )
    dcbx: Flag | None = Field(
        default=None,
        description="Let the leaf advertise PFC to the host on this link, or not, if different from the host group.",
    )
    a_address: InterfaceAddress | None = Field(
        default=None,
        description="Address of end a of a routed link; both ends have one, in one subnet.",
    )
    b_address: InterfaceAddress | None = Field(default=None, description="Address of end b.")


DeviceWishes = dict[Name, DeviceEntry]
