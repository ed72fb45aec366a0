"""What an intent says about an InfiniBand subnet: partitions, who is in them, subnet managers."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from roce_lint.intent.model_types import Flag, IntentPart, Name, Text, whole, worded
from roce_lint.intent.placed import PlacedIntent

_GUID = re.compile(r"(?:0x)?([0-9a-fA-F]{1,16})")
_HEXADECIMAL = re.compile("0x[0-9a-fA-F]{1,16}")
_LARGEST = 0xFFFF_FFFF_FFFF_FFFF


def _guid(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _LARGEST:
        return value
    found = _GUID.fullmatch(value.replace(":", "")) if isinstance(value, str) else None
    if found is None or not int(found[1], 16):
        raise ValueError(f"is {value!r}; write the port's GUID as 0x and 16 hexadecimal digits")
    return int(found[1], 16)


def _number(value: object) -> object:
    """Return a hexadecimal text as its number; YAML leaves long numbers, and those in quotes, as text."""
    if isinstance(value, str) and _HEXADECIMAL.fullmatch(value):
        return int(value, 16)
    return value


def _number_64(value: object) -> object:
    value = _number(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= _LARGEST:
        raise ValueError(f"is {value!r}; write 0x and up to 16 hexadecimal digits, above 0")
    return value


def _member(value: object) -> object:
    """Return a member as text; YAML reads a GUID as a number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"0x{value:016x}"
    return value


Guid = Annotated[
    int,
    BeforeValidator(_guid),
    WithJsonSchema({"type": ["integer", "string"], "examples": ["0x506b4b0300c0a011"]}),
]
Key64 = Annotated[
    int,
    BeforeValidator(_number_64),
    WithJsonSchema({"type": ["integer", "string"], "examples": ["0x5c1f39ab77d2e604"]}),
]
_Member = Annotated[
    str,
    *worded(
        r"[A-Za-z0-9][A-Za-z0-9._-]{0,61}(/[0-9]{1,3})?",
        "a node of `nodes`, one of its ports as node/2, or a port GUID",
        "gpu-01",
        "gpu-01/2",
        "0x506b4b0300c0a011",
    ),
    BeforeValidator(_member),
]
PartitionName = Annotated[
    str, *worded("[A-Za-z][A-Za-z0-9_-]{0,30}", "up to 31 letters, digits, '_' and '-', a letter first", "training")
]
PartitionKey = Annotated[
    int,
    *whole(0x0001, 0x7FFE),
    BeforeValidator(_number),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 0x7FFE}, {"type": "string", "examples": ["0x0001"]}]}
    ),
]
InfinibandRate = Literal[
    "2.5G",
    "5G",
    "10G",
    "14G",
    "20G",
    "25G",
    "28G",
    "30G",
    "40G",
    "50G",
    "56G",
    "60G",
    "80G",
    "100G",
    "112G",
    "120G",
    "168G",
    "200G",
    "300G",
    "400G",
    "600G",
]
Engine = Literal["minhop", "updn", "dnup", "ftree", "lash", "dor", "torus-2QoS", "nue", "dfsssp", "sssp"]


def _mtu(value: object) -> object:
    if value not in (256, 512, 1024, 2048, 4096) or isinstance(value, bool):
        raise ValueError(f"is {value!r}; an InfiniBand MTU is 256, 512, 1024, 2048 or 4096 bytes")
    return value


class IbNodeEntry(IntentPart):
    """A node by the name that partitions use, with the GUIDs of its ports."""

    name: Name = Field(description="Name of the node.")
    ports: tuple[Guid, ...] = Field(min_length=1, description="Port GUIDs in order of port number, not node GUIDs.")


class Ipoib(IntentPart):
    """The broadcast group that IP over InfiniBand needs."""

    mtu: Annotated[Literal[256, 512, 1024, 2048, 4096], BeforeValidator(_mtu)] = Field(
        default=2048, description="Payload of a packet in bytes; no member's link may have less."
    )
    rate: InfinibandRate = Field(default="10G", description="Rate of the group; that of the slowest member's link.")


class IbPartitionEntry(IntentPart):
    """A tenant: the ports that share a P_Key. Full members talk to all members, limited ones to full ones only."""

    name: PartitionName = Field(description="Name of the partition.")
    key: PartitionKey = Field(description="P_Key, 0x0001 to 0x7ffe; membership is no part of it.")
    full: tuple[_Member, ...] = Field(default=(), description="Full members.")
    limited: tuple[_Member, ...] = Field(default=(), description="Limited members.")
    ipoib: Ipoib | None = Field(default=None, description="IP over InfiniBand in this partition; none if omitted.")
    service_level: Annotated[int, *whole(0, 15)] = Field(
        default=0, description="Service level of its paths; any but 0 turns QoS on."
    )
    index_0: Flag = Field(default=False, description="Put the key at index 0 of its members' tables.")


class DefaultPartition(IntentPart):
    """The partition 0x7fff of every port: all are limited members, the subnet manager is full."""

    ipoib: Ipoib | None = Field(default=Ipoib(), description="IP over InfiniBand for all hosts; null for none.")
    full: tuple[_Member, ...] = Field(
        default=(), description="Further full members: infrastructure that must reach every host."
    )


class SubnetManagerEntry(IntentPart):
    """A host that runs OpenSM."""

    node: _Member = Field(description="Node, or one of its ports as node/2.")
    priority: Annotated[int, *whole(0, 15)] | None = Field(
        default=None,
        description="The highest is master; 14 for the first, one less for each further one if omitted.",
    )


class SubnetKeys(IntentPart):
    """Keys that keep others from managing the subnet; random numbers, the same on all subnet managers."""

    m_key: Key64 | None = Field(default=None, description="Management key; ports take settings only with it.")
    sm_key: Key64 | None = Field(default=None, description="By which subnet managers know each other.")
    sa_key: Key64 | None = Field(default=None, description="By which trusted clients ask the subnet administrator.")


class Infiniband(IntentPart):
    """An InfiniBand subnet: rendered to partitions.conf, opensm.conf and UFM's P_Keys."""

    nodes: tuple[IbNodeEntry, ...] = Field(default=(), description="Nodes that partitions and managers are named by.")
    subnet_managers: tuple[SubnetManagerEntry, ...] = Field(
        default=(), description="In order of preference; one file of options for all if omitted."
    )
    default_partition: DefaultPartition = Field(default=DefaultPartition(), description="The partition of every port.")
    partitions: tuple[IbPartitionEntry, ...] = Field(default=(), description="The tenants.")
    subnet_prefix: Key64 | None = Field(
        default=None, description="Upper half of GIDs; 0xfe80000000000000 if omitted, another for each fabric."
    )
    routing: tuple[Engine, ...] = Field(default=(), description="Routing engines in order; OpenSM's if omitted.")
    keys: SubnetKeys = Field(default=SubnetKeys(), description="Management keys; OpenSM's known ones if omitted.")


class InfinibandIntent(PlacedIntent):
    """An InfiniBand subnet alone, without an Ethernet fabric."""

    schema_version: Literal[1] = Field(alias="schema", description="Version of this format: 1.")
    name: Name = Field(description="Name of the fabric.")
    description: Annotated[Text, Field(max_length=2000)] = Field(default="", description="Free text.")
    infiniband: Infiniband = Field(description="The subnet.")
