"""What an intent says about hosts and the tenants that they belong to."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic.config import JsonDict

from roce_lint.intent.model_addressing import Gateway
from roce_lint.intent.model_types import (
    Flag,
    IntentPart,
    Name,
    NamePattern,
    PlatformName,
    TenantName,
    one_or_many,
    whole,
    worded,
)
from roce_lint.intent.quantity import SizeBytes, SpeedGbps
from roce_lint.model.terms import BondKind

Vlan = Annotated[int, *whole(1, 4094)]
Vni = Annotated[int, *whole(1, 16_777_214)]
_VLAN_SCHEMA: JsonDict = {"type": "integer", "minimum": 1, "maximum": 4094}
LeafVlans = Annotated[
    tuple[Vlan, ...],
    BeforeValidator(one_or_many),
    Field(min_length=1, max_length=64),
    WithJsonSchema({"anyOf": [_VLAN_SCHEMA, {"type": "array", "items": _VLAN_SCHEMA, "minItems": 1, "maxItems": 64}]}),
]
HostGlob = Annotated[
    str, *worded(r"[A-Za-z0-9*?][A-Za-z0-9._*?-]{0,62}", "a host name, with * and ? for any part", "gpu-*", "host-1")
]

_NIC_NAME_SCHEMA: JsonDict = {"type": "string", "pattern": r"^[A-Za-z0-9{][A-Za-z0-9._{}:-]{0,61}$"}
NicNames = Annotated[
    tuple[NamePattern, ...],
    BeforeValidator(one_or_many),
    Field(min_length=1, max_length=64),
    WithJsonSchema({"anyOf": [_NIC_NAME_SCHEMA, {"type": "array", "items": _NIC_NAME_SCHEMA, "minItems": 1}]}),
]


class HostNetwork(Enum):
    """By which tool hosts are given addresses and routes."""

    NETPLAN = "netplan"
    NETWORKD = "networkd"
    NETWORK_MANAGER = "network-manager"
    SCRIPT = "script"
    NONE = "none"


class NicSet(IntentPart):
    """Identical NICs of a host."""

    nics: Annotated[int, *whole(1, 64)] = Field(description="Ports of each host.")
    nic_platform: PlatformName = Field(
        examples=["ConnectX-7"], description="Adapter model, as in the platform catalogue."
    )
    nic_speed: SpeedGbps = Field(description="Speed of each port.")
    netdev: NicNames = Field(
        default=("rdma{nic}",),
        json_schema_extra={"default": "rdma{nic}"},
        description="Pattern of the network interfaces; {nic} counts from 0, {rail} from 1. Or a list of all"
        " names. The servers must have these names: assign them with systemd.link(5) files, or state the"
        " existing ones.",
    )
    rdma_device: NicNames = Field(
        default=("mlx5_{nic}",),
        json_schema_extra={"default": "mlx5_{nic}"},
        description="Pattern of the RDMA devices; {nic} counts from 0, {rail} from 1. Or a list of all"
        " names. If omitted, the usual ones for the adapter.",
    )
    leaves: tuple[Name, ...] = Field(
        default=(), description="The leaves that these NICs connect to; all leaves if omitted."
    )
    vlan: Vlan | None = Field(
        default=None, description="VLAN that all of these NICs are bridged into; a tenant must extend it."
    )
    leaf_vlan: LeafVlans | None = Field(
        default=None,
        description="VLAN that each leaf bridges these NICs into and routes with its own interface: one for"
        " all NICs, or a list with one for each; every leaf gets a subnet from `addressing.hosts`, and two"
        " leaves share one if a bond ends at both.",
    )
    bond: BondKind | None = Field(
        default=None,
        description="Joins the two ports of each host's adapter, in the VLAN of the NICs, by LACP: one-leaf"
        " ends at one leaf; leaf-pair at two leaves with `peer_links`, in a `leaf_vlan`; esi at two"
        " neighboring leaves of a tenant, by EVPN multihoming (RFC 7432). Without LACP: active-backup at two"
        " such leaves of any system, which need no configuration for it.",
    )
    bond_name: Annotated[
        str, *worded(r"[A-Za-z][A-Za-z0-9._-]{0,14}", "a name of up to 15 letters, digits, '.', '_' and '-'", "bond0")
    ] = Field(default="bond0", description="Name of the bond on the host.")
    roce: Flag = Field(
        default=True,
        description="RoCE runs over these NICs. Without it their leaf ports get no PFC and trust no marking,"
        " and hosts only get addresses.",
    )
    dcbx: Flag = Field(
        default=False,
        description="Let leaves advertise PFC to these NICs over DCBX (IEEE 802.1Qaz); PFC itself stays"
        " configured at both ends.",
    )
    headroom: SizeBytes | None = Field(
        default=None,
        description="Headroom of each lossless priority of the leaf ports, if not computed from speed and cable.",
    )

    @property
    def is_in_rails(self) -> bool:
        """Whether NIC i goes to rail i where there are rails: a bond and NICs without RoCE are apart from them."""
        return self.roce and self.bond is None


class HostGroup(NicSet):
    """A group of identical hosts."""

    count: Annotated[int, *whole(1, 100_000)] = Field(description="Number of hosts.")
    name: NamePattern = Field(
        default="host-{n}", description="Pattern of the names; {n} counts all hosts of this pattern."
    )
    names: tuple[Name, ...] = Field(default=(), description="The individual names, if they follow no pattern.")
    network: HostNetwork = Field(
        default=HostNetwork.NETPLAN,
        description="What sets addresses, routes and MTU: netplan (as Ubuntu does), networkd, network-manager, a"
        " script of ip commands, or none if something else does.",
    )
    management_interface: (
        Annotated[str, *worded(r"[A-Za-z][A-Za-z0-9._-]{0,14}", "the name of a network interface", "eno1")] | None
    ) = Field(
        default=None,
        description="Interface of the management network, over which NCCL finds the other hosts (NCCL_SOCKET_IFNAME);"
        " NCCL chooses if omitted.",
    )
    more_nics: tuple[NicSet, ...] = Field(
        default=(),
        max_length=7,
        description="Further NICs of the same hosts, of another model or speed or in another place; {nic} and {rail}"
        " count on. They do not belong to the rails.",
    )

    def nic_sets(self) -> tuple[NicSet, ...]:
        """Return the NICs of a host in groups that are alike, in order."""
        return (self, *self.more_nics)


def path_of_set(host_group: int, nic_set: int) -> tuple[str | int, ...]:
    """Return the path of a set of NICs in an intent."""
    return ("hosts", host_group, "more_nics", nic_set - 1) if nic_set else ("hosts", host_group)


class Segment(IntentPart):
    """One VLAN of a tenant, extended over the fabric by VXLAN."""

    vlan: Vlan = Field(description="VLAN id on the leaves.")
    vni: Vni | None = Field(default=None, description="VXLAN network identifier; 10000 + VLAN if omitted.")
    name: TenantName | None = Field(
        default=None, description="Name of the VLAN; that of the tenant and the id if omitted."
    )
    gateway: Gateway = Field(description="Anycast gateway with the prefix that the NICs take their addresses from.")
    hosts: tuple[HostGlob, ...] = Field(
        default=(), description="Hosts whose NICs are in it, with * and ?; none if omitted."
    )
    rails: tuple[Annotated[int, *whole(1, 64)], ...] = Field(
        default=(), description="Only these NICs of the hosts, counted from 1; all if omitted."
    )


class Tenant(IntentPart):
    """A tenant of the EVPN-VXLAN overlay: a VRF and its segments."""

    name: TenantName = Field(description="Name of the tenant and of its VRF.")
    l3_vni: Vni | None = Field(
        default=None, description="VNI that routes between segments; 50000 + position if omitted."
    )
    l3_vlan: Vlan | None = Field(
        default=None, description="VLAN of the routing VNI where the OS needs one; 3900 + position if omitted."
    )
    segments: tuple[Segment, ...] = Field(min_length=1, description="The VLANs of the tenant.")


HostGroups = Annotated[tuple[HostGroup, ...], Field(min_length=1)]
