"""What one diagnostic file says of a subnet, before the files of the subnet are joined."""

from __future__ import annotations

from roce_lint.infiniband.ib_fabric import (
    IbLink,
    IbNode,
    LinkSpeed,
    MulticastGroup,
    PathLevel,
    SlToVl,
    SubnetManager,
)
from roce_lint.model.fact import NOWHERE, Fact, Source, Unknown
from roce_lint.values import dataclass

NOT_SAID = Unknown("no file says it", NOWHERE)


@dataclass(frozen=True, slots=True)
class PortAddress:
    """How a file names a port; 0 or -1 where it does not say.

    `guid`: port GUID. `node`: node GUID, with `number`. `lid`: the LID that was asked, with `number` (-1: the end port
    itself). `device`: host and adapter (`node1 mlx5_0`), with `number`, for what a host says of itself.
    """

    guid: int = 0
    node: int = 0
    lid: int = 0
    number: int = -1
    device: str = ""


@dataclass(frozen=True, slots=True)
class PortRecord:
    """What a file says of one port; see IbPort. `sm_lid`: LID of the subnet manager that the port knows."""

    address: PortAddress
    source: Source
    lid: Fact[int] = NOT_SAID
    lmc: Fact[int] = NOT_SAID
    width_lanes: Fact[int] = NOT_SAID
    speed: Fact[LinkSpeed] = NOT_SAID
    mtu_bytes: Fact[int] = NOT_SAID
    pkey_capacity: Fact[int] = NOT_SAID
    pkeys: Fact[tuple[int, ...]] = NOT_SAID
    is_sm: Fact[bool] = NOT_SAID
    subnet_prefix: Fact[int] = NOT_SAID


@dataclass(frozen=True, slots=True)
class ForwardingRecord:
    """A forwarding table, or a block of one from `first_lid` on; the switch by GUID, or by LID where `switch` is 0."""

    switch: int
    lid: int
    first_lid: int
    ports: bytes
    source: Source


@dataclass(frozen=True, slots=True)
class NameRecord:
    """What a node-name map calls a node."""

    guid: int
    name: str
    source: Source


@dataclass(frozen=True, slots=True)
class LidRecord:
    """The LIDs that a subnet manager keeps for a port, from its guid2lid file."""

    guid: int
    first_lid: int
    last_lid: int
    source: Source


@dataclass(frozen=True, slots=True)
class GuidList:
    """A file with one GUID a line: roots of up-down routing, order of ids, ports of a host."""

    guids: tuple[tuple[int, Source], ...]


@dataclass(frozen=True, slots=True)
class IbRecords:
    """Everything that one document says of a subnet. `states_cables`: it lists cables, and so the whole topology."""

    source: Source
    nodes: tuple[IbNode, ...] = ()
    links: tuple[IbLink, ...] = ()
    ports: tuple[PortRecord, ...] = ()
    forwarding: tuple[ForwardingRecord, ...] = ()
    sl_to_vl: tuple[SlToVl, ...] = ()
    path_levels: tuple[PathLevel, ...] = ()
    managers: tuple[SubnetManager, ...] = ()
    groups: tuple[MulticastGroup, ...] = ()
    names: tuple[NameRecord, ...] = ()
    lids: tuple[LidRecord, ...] = ()
    guid_list: GuidList | None = None
    states_cables: bool = False
