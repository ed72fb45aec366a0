"""One subnet manager with its files, and what follows from all of them together."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from roce_lint.infiniband.effective_tables import EffectiveTables
from roce_lint.infiniband.ib_fabric import IbEnd, IbFabric, IbNode, IbPort, NodeKind, shown_guid
from roce_lint.infiniband.partition import DEFAULT_KEY, FULL_BIT, PartitionConfiguration
from roce_lint.infiniband.sm_options import SmOptions
from roce_lint.infiniband.sm_setup import ManagerPort, SmSetup, manager_port, tables_of
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True)
class KeyHolders:
    """Ports (GUIDs) that hold a key full, and those that hold it limited only."""

    full: frozenset[int]
    limited: frozenset[int]


NOBODY = KeyHolders(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class SetupView:
    """A setup with the tables that its subnet manager programs.

    `tenants`: the keys of all partitions besides the default one. `holders`: who holds each 15-bit key. `tenant_keys`:
    for each port the keys of tenants that it holds, `full_tenant_keys` those that it holds full. `managers`: ports that
    run a subnet manager, as far as known.
    """

    setup: SmSetup
    label: str
    manager: ManagerPort
    tables: EffectiveTables
    tenants: frozenset[int]
    ports: Mapping[int, tuple[IbNode, IbPort]]
    holders: Mapping[int, KeyHolders]
    tenant_keys: Mapping[int, frozenset[int]]
    full_tenant_keys: Mapping[int, frozenset[int]]
    managers: frozenset[int]

    @property
    def partitions(self) -> PartitionConfiguration | None:
        """Return the partition file."""
        return self.setup.partitions

    @property
    def options(self) -> SmOptions | None:
        """Return the options of the subnet manager."""
        return self.setup.options

    @property
    def subnet(self) -> IbFabric | None:
        """Return the subnet."""
        return self.setup.subnet

    @property
    def has_topology(self) -> bool:
        """Return whether all ports of the subnet are known."""
        return self.setup.subnet is not None and bool(self.setup.subnet.topology_files)

    def holders_of(self, key: int) -> KeyHolders:
        """Return who holds a 15-bit key."""
        return self.holders.get(key, NOBODY)

    def name_of(self, guid: int) -> str:
        """Return a port's GUID with its node's name where known."""
        known_port = self.ports.get(guid)
        return f"{shown_guid(guid)} ({known_port[0].label})" if known_port and known_port[0].name else shown_guid(guid)

    def is_adapter(self, guid: int) -> bool:
        """Return whether a port belongs to an adapter; ports of no known node count as such."""
        known_port = self.ports.get(guid)
        return known_port is None or known_port[0].kind is NodeKind.CHANNEL_ADAPTER


def view_setup(setup: SmSetup) -> SetupView:
    """Return a setup with everything derived from it; linear in table entries."""
    manager = manager_port(setup)
    tables = tables_of(setup, manager.guid)
    inverse = _Inverse()
    for table in tables.tables:
        inverse.take(table.port.guid, table.keys)
    ports: dict[int, tuple[IbNode, IbPort]] = {}
    managers: set[int] = set() if manager.is_assumed else {manager.guid}
    if setup.subnet is not None:
        ports = {port.guid: (node, port) for node, port in setup.subnet.end_ports()}
        managers |= {one.guid for one in setup.subnet.managers}
        managers |= {
            guid for guid, (_, port) in ports.items() if not isinstance(port.is_sm, Unknown) and port.is_sm.value
        }
    return SetupView(
        setup=setup,
        label=label_of(setup.place),
        manager=manager,
        tables=tables,
        tenants=_tenants(setup.partitions),
        ports=ports,
        holders={
            key: KeyHolders(frozenset(full), frozenset(inverse.limited.get(key, ())) - frozenset(full))
            for key, full in inverse.full.items()
        },
        tenant_keys={guid: frozenset(keys) for guid, keys in inverse.tenants.items()},
        full_tenant_keys={guid: frozenset(keys) for guid, keys in inverse.full_tenants.items()},
        managers=frozenset(managers),
    )


def _tenants(partitions: PartitionConfiguration | None) -> frozenset[int]:
    return frozenset(one.key for one in partitions.partitions if not one.is_default) if partitions else frozenset()


@dataclass(eq=False, slots=True)
class _Inverse:
    full: dict[int, list[int]] = field(default_factory=dict)
    limited: dict[int, list[int]] = field(default_factory=dict)
    tenants: dict[int, list[int]] = field(default_factory=dict)
    full_tenants: dict[int, list[int]] = field(default_factory=dict)

    def take(self, guid: int, keys: tuple[int, ...]) -> None:
        """Note who holds the keys of one table."""
        mine, full = self.tenants.setdefault(guid, []), self.full_tenants.setdefault(guid, [])
        for key in keys:
            base = key & DEFAULT_KEY
            if not base:
                continue
            self.full.setdefault(base, [])
            (self.full if key & FULL_BIT else self.limited).setdefault(base, []).append(guid)
            if base != DEFAULT_KEY:
                mine.append(base)
                if key & FULL_BIT:
                    full.append(base)


def label_of(path: str) -> str:
    """Return what people call the setup of a file: its folder, or the file where it lies in none."""
    folder = posixpath.basename(posixpath.dirname(path))
    return folder or posixpath.basename(path)


def switch_ports_to_hosts(subnet: IbFabric) -> list[tuple[IbNode, IbPort, int]]:
    """Return external ports of switches that face an adapter or router, with the GUID of the port there."""
    nodes = subnet.node_by_guid()
    peers = subnet.peers()
    found = []
    for node in subnet.nodes:
        if node.kind is not NodeKind.SWITCH:
            continue
        for port in node.ports:
            peer = peers.get(IbEnd(node.guid, port.number))
            if peer is None or nodes[peer.node].kind is NodeKind.SWITCH:
                continue
            guid = next((one.guid for one in nodes[peer.node].ports if one.number == peer.port), 0)
            found.append((node, port, guid))
    return found


def rate_gbps(port: IbPort) -> Fact[float]:
    """Return the rate of a port's link."""
    if isinstance(port.width_lanes, Unknown) or isinstance(port.speed, Unknown):
        return Unknown("the file contains no width and speed of the link", port.source)
    return Stated(port.width_lanes.value * port.speed.value.lane_gbps, port.speed.source)
