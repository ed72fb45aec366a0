"""One InfiniBand subnet: nodes, ports, cables, forwarding tables, and what its subnet managers say."""

from __future__ import annotations

from enum import Enum

from roce_lint.model.fact import Fact, Source, known
from roce_lint.values import dataclass

DEFAULT_PREFIX = 0xFE80_0000_0000_0000
"""The subnet prefix of GIDs that are link-local (IBA 1.7, 4.1.1)."""
PERMISSIVE_LID = 0xFFFF
"""What a port that has no LID yet is addressed by (IBA 1.7, 4.1.3); it is nobody's own."""
NO_ROUTE = 255
"""A forwarding table entry that leads nowhere (IBA 1.7, 14.2.5.6: LinearForwardingTable)."""


class NodeKind(Enum):
    """What a node is (IBA NodeInfo.NodeType)."""

    CHANNEL_ADAPTER = "channel adapter"
    SWITCH = "switch"
    ROUTER = "router"


class LinkSpeed(Enum):
    """Signalling generation of a link; `lane_gbps` is what one lane carries."""

    SDR = "SDR"
    DDR = "DDR"
    QDR = "QDR"
    FDR10 = "FDR10"
    FDR = "FDR"
    EDR = "EDR"
    HDR = "HDR"
    NDR = "NDR"
    XDR = "XDR"

    @property
    def lane_gbps(self) -> float:
        """Return the nominal rate of one lane in Gb/s, as IBA rate codes count it (FDR 14, EDR 25)."""
        return _LANE_GBPS[self.value]


_LANE_GBPS = {
    "SDR": 2.5,
    "DDR": 5.0,
    "QDR": 10.0,
    "FDR10": 10.0,
    "FDR": 14.0,
    "EDR": 25.0,
    "HDR": 50.0,
    "NDR": 100.0,
    "XDR": 200.0,
}


class SmState(Enum):
    """State of a subnet manager (IBA SMInfo.SMState, 0 to 3)."""

    NOT_ACTIVE = "not active"
    DISCOVERING = "discovering"
    STANDBY = "standby"
    MASTER = "master"


@dataclass(frozen=True, slots=True)
class IbPort:
    """One port of a node.

    `number`: 0 is the management port of a switch. `guid`: the port's GUID; external ports of a switch have none of
    their own and carry 0. `lid`: base LID, of end ports only. `mtu_bytes`: NeighborMTU. `pkey_capacity`: entries of
    the port's P_Key table. `pkeys`: the table that was read from the running port, in index order, zeros at the end
    cut off. `is_sm`: the capability bit IsSM. `source`: the line that describes the port.
    """

    number: int
    guid: int
    lid: Fact[int]
    lmc: Fact[int]
    width_lanes: Fact[int]
    speed: Fact[LinkSpeed]
    mtu_bytes: Fact[int]
    pkey_capacity: Fact[int]
    pkeys: Fact[tuple[int, ...]]
    is_sm: Fact[bool]
    source: Source


@dataclass(frozen=True, slots=True)
class IbNode:
    """An adapter, a switch or a router.

    `guid` is the node GUID, `system_guid` that of the box it is part of. `name` is its description, or what a
    node-name map calls it; empty if nothing tells. `port_count` counts physical ports. `ports` holds those that
    some file describes, by number; a switch's port 0 is among them.
    """

    guid: int
    kind: NodeKind
    name: str
    system_guid: Fact[int]
    port_count: Fact[int]
    ports: tuple[IbPort, ...]
    source: Source

    @property
    def label(self) -> str:
        """Return what people call the node: its name, or its GUID where it has none."""
        return self.name or f"0x{self.guid:016x}"


@dataclass(frozen=True, slots=True, order=True)
class IbEnd:
    """A port by the GUID of its node and its number."""

    node: int
    port: int


@dataclass(frozen=True, slots=True)
class IbLink:
    """A cable; `a` sorts before `b`."""

    a: IbEnd
    b: IbEnd
    source: Source


@dataclass(frozen=True, slots=True)
class LinearForwardingTable:
    """The linear forwarding table of a switch: `ports[lid]` is the port out, NO_ROUTE where there is none."""

    switch: int
    ports: bytes
    source: Source


@dataclass(frozen=True, slots=True)
class SlToVl:
    """Which virtual lane each of the 16 service levels takes from `in_port` to `out_port` of a switch."""

    switch: int
    in_port: int
    out_port: int
    lanes: bytes


@dataclass(frozen=True, slots=True)
class PathLevel:
    """The service level that packets from a node (by node GUID) to a LID carry."""

    source_node: int
    destination_lid: int
    level: int


@dataclass(frozen=True, slots=True)
class SubnetManager:
    """A subnet manager as the fabric sees it; `guid` is the GUID of its port."""

    guid: int
    lid: Fact[int]
    priority: Fact[int]
    state: Fact[SmState]
    sm_key: Fact[int]
    source: Source


@dataclass(frozen=True, slots=True)
class MulticastGroup:
    """A multicast group as the subnet administrator lists it; `mtu` and `rate` are IBA codes without selector."""

    mgid: str
    pkey: int
    mtu: int
    rate: int
    source: Source


@dataclass(frozen=True, slots=True)
class DuplicateGuid:
    """A node GUID that one file gives to two boxes."""

    guid: int
    first: str
    second: str
    first_source: Source
    source: Source


@dataclass(frozen=True, slots=True)
class IbFabric:
    """One subnet. Nodes are in order of GUID, links in order of their ends, tables in order of switch.

    `files`: everything that was joined, in order of path; `topology_files`: those that state cables.
    `subnet_prefix`: the upper half of GIDs. `duplicate_guids`: GUIDs that are not unique.
    """

    nodes: tuple[IbNode, ...]
    links: tuple[IbLink, ...]
    forwarding: tuple[LinearForwardingTable, ...]
    sl_to_vl: tuple[SlToVl, ...]
    path_levels: tuple[PathLevel, ...]
    managers: tuple[SubnetManager, ...]
    groups: tuple[MulticastGroup, ...]
    subnet_prefix: Fact[int]
    files: tuple[str, ...]
    topology_files: tuple[str, ...]
    source: Source
    duplicate_guids: tuple[DuplicateGuid, ...] = ()

    def end_ports(self) -> tuple[tuple[IbNode, IbPort], ...]:
        """Return every port that has a LID and a P_Key table of its own: of adapters and routers, and switches' 0."""
        return tuple(
            (node, port)
            for node in self.nodes
            for port in node.ports
            if (port.number == 0) == (node.kind is NodeKind.SWITCH) and port.guid
        )

    def node_by_guid(self) -> dict[int, IbNode]:
        """Return every node by its GUID."""
        return {node.guid: node for node in self.nodes}

    def peers(self) -> dict[IbEnd, IbEnd]:
        """Return the other end of every cabled port."""
        found: dict[IbEnd, IbEnd] = {}
        for link in self.links:
            found[link.a] = link.b
            found[link.b] = link.a
        return found

    def master_guid(self) -> int:
        """Return the port GUID of the only master subnet manager, 0 if none or several are known."""
        masters = {
            manager.guid
            for manager in self.managers
            if known(manager.state, SmState.NOT_ACTIVE) is SmState.MASTER and manager.guid
        }
        return masters.pop() if len(masters) == 1 else 0


def shown_guid(guid: int) -> str:
    """Return a GUID as tools print it: `0x` and 16 digits."""
    return f"0x{guid:016x}"
