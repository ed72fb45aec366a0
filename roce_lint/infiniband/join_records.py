"""Join what several files say of one subnet, and keep subnets apart.

Merge what two files say of one node or port: the first known value holds.
"""

from __future__ import annotations

import os.path
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

from roce_lint.infiniband.documents import InfinibandFacts
from roce_lint.infiniband.ib_fabric import (
    PERMISSIVE_LID,
    DuplicateGuid,
    IbEnd,
    IbFabric,
    IbLink,
    IbNode,
    IbPort,
    LinearForwardingTable,
    NodeKind,
    SubnetManager,
)
from roce_lint.infiniband.ib_records import NOT_SAID, IbRecords, PortAddress, PortRecord
from roce_lint.infiniband.join_options import with_flags
from roce_lint.model.fact import Fact, Stated, Unknown, known
from roce_lint.values import dataclass, field, replace

T = TypeVar("T")


def first_known(*facts: Fact[T]) -> Fact[T]:
    """Return the first fact with a value, or the first one where none has."""
    return next((fact for fact in facts if not isinstance(fact, Unknown)), facts[0])


def merge_nodes(one: IbNode, other: IbNode) -> IbNode:
    """Return a node with everything that two files say of it; the first one's name holds."""
    if one is other:
        return one
    ports = {port.number: port for port in one.ports}
    for port in other.ports:
        ports[port.number] = merge_ports(ports[port.number], port) if port.number in ports else port
    return replace(
        one,
        name=one.name or other.name,
        system_guid=first_known(one.system_guid, other.system_guid),
        port_count=first_known(one.port_count, other.port_count),
        ports=tuple(ports[number] for number in sorted(ports)),
    )


def merge_ports(one: IbPort, other: IbPort) -> IbPort:
    """Return a port with everything that two files say of it."""
    return IbPort(
        number=one.number,
        guid=one.guid or other.guid,
        lid=first_known(one.lid, other.lid),
        lmc=first_known(one.lmc, other.lmc),
        width_lanes=first_known(one.width_lanes, other.width_lanes),
        speed=first_known(one.speed, other.speed),
        mtu_bytes=first_known(one.mtu_bytes, other.mtu_bytes),
        pkey_capacity=first_known(one.pkey_capacity, other.pkey_capacity),
        pkeys=first_known(one.pkeys, other.pkeys),
        is_sm=first_known(one.is_sm, other.is_sm),
        source=one.source,
    )


def with_record(port: IbPort, record: PortRecord) -> IbPort:
    """Return a port with what a record adds to it; the larger table holds, since a lone entry shows no capacity."""
    pkeys, capacity = first_known(port.pkeys, record.pkeys), first_known(port.pkey_capacity, record.pkey_capacity)
    if not isinstance(port.pkeys, Unknown) and not isinstance(record.pkeys, Unknown):
        longer = record.pkeys if len(record.pkeys.value) > len(port.pkeys.value) else port.pkeys
        shorter = port.pkeys if longer is record.pkeys else record.pkeys
        merged = tuple(
            key or (shorter.value[index] if index < len(shorter.value) else 0) for index, key in enumerate(longer.value)
        )
        pkeys = replace(longer, value=merged)
    return replace(
        port,
        lid=first_known(port.lid, record.lid),
        lmc=first_known(port.lmc, record.lmc),
        width_lanes=first_known(port.width_lanes, record.width_lanes),
        speed=first_known(port.speed, record.speed),
        mtu_bytes=first_known(port.mtu_bytes, record.mtu_bytes),
        pkey_capacity=capacity,
        pkeys=pkeys,
        is_sm=first_known(port.is_sm, record.is_sm),
    )


def join_records(documents: Sequence[IbRecords]) -> tuple[IbFabric, ...]:
    """Return the subnets, in order of their first file.

    Files belong to one subnet when they name the same switch or the same port. A file that names neither, only LIDs,
    belongs to the subnet whose files lie nearest in the tree of folders.
    """
    ordered = sorted(documents, key=lambda one: (not one.states_cables, one.source.file))
    groups: list[_Group] = []
    homeless: list[IbRecords] = []
    for one in ordered:
        keys = _keys(one)
        if not keys:
            homeless.append(one)
            continue
        mine = [group for group in groups if not keys.isdisjoint(group.keys)]
        target = mine[0] if mine else _Group()
        if not mine:
            groups.append(target)
        for other in mine[1:]:
            target.take(other)
            groups.remove(other)
        target.documents.append(one)
        target.keys |= keys
    with_cables = [group for group in groups if any(one.states_cables for one in group.documents)]
    if with_cables:
        homeless += [one for group in groups if group not in with_cables for one in group.documents]
        groups = with_cables
    elif len(groups) > 1:
        groups = [_united(groups)]
    for one in homeless:
        nearest = _nearest(one, groups)
        if nearest is not None:
            nearest.documents.append(one)
    if not groups and homeless:
        groups = [_Group(list(homeless))]
    fabrics = [_Joiner(group.documents).fabric() for group in groups]
    return tuple(sorted(fabrics, key=lambda fabric: fabric.files))


@dataclass(eq=False, slots=True)
class _Group:
    documents: list[IbRecords] = field(default_factory=list)
    keys: set[tuple[str, int]] = field(default_factory=set)

    def take(self, other: _Group) -> None:
        self.documents += other.documents
        self.keys |= other.keys


def _united(groups: Iterable[_Group]) -> _Group:
    """Return one group: without cables nothing tells two subnets apart."""
    united = _Group()
    for group in groups:
        united.take(group)
    return united


def _keys(one: IbRecords) -> set[tuple[str, int]]:
    """Return the switches and ports that a document names; node GUIDs of adapters may be in two subnets."""
    keys = {("switch", node.guid) for node in one.nodes if node.kind is NodeKind.SWITCH}
    keys |= {("port", port.guid) for node in one.nodes for port in node.ports if port.guid and port.number}
    keys |= {("switch", table.switch) for table in one.forwarding if table.switch}
    keys |= {("port", manager.guid) for manager in one.managers}
    keys |= {("port", port.address.guid) for port in one.ports if port.address.guid}
    keys |= {("switch", table.switch) for table in one.sl_to_vl}
    if one.links and not one.nodes:
        keys |= {(kind, end.node) for link in one.links for end in (link.a, link.b) for kind in ("switch", "port")}
    return keys


def _nearest(one: IbRecords, groups: Sequence[_Group]) -> _Group | None:
    """Return the group whose files lie nearest; None where several are equally near."""
    if len(groups) < 2:
        return groups[0] if groups else None
    folder = os.path.dirname(one.source.file).split("/")

    def common(group: _Group) -> int:
        return max(_shared(folder, os.path.dirname(other.source.file).split("/")) for other in group.documents)

    ranked = sorted(groups, key=common, reverse=True)
    return ranked[0] if common(ranked[0]) > common(ranked[1]) else None


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    return next(
        (depth for depth, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


class _Joiner:
    """Holds what is known of one subnet while its documents are joined; those with cables come first."""

    def __init__(self, documents: Sequence[IbRecords]) -> None:
        self.documents = documents
        self.duplicate_guids: list[DuplicateGuid] = []
        self.has_cables = any(one.states_cables for one in documents)
        self.nodes: dict[int, IbNode] = {}
        for one in documents:
            self._add_nodes(one)
        self.port_owner = {
            port.guid: (node.guid, port.number) for node in self.nodes.values() for port in node.ports if port.guid
        }

    def fabric(self) -> IbFabric:
        """Return the subnet."""
        self._name_nodes()
        self._add_lids()
        links = self._links()
        records = [record for one in self.documents for record in one.ports]
        self._add_records(records)
        paths = tuple(sorted({one.source.file for one in self.documents}))
        return IbFabric(
            nodes=tuple(self.nodes[guid] for guid in sorted(self.nodes)),
            links=links,
            forwarding=self._forwarding(),
            sl_to_vl=tuple(table for one in self.documents for table in one.sl_to_vl),
            path_levels=tuple(level for one in self.documents for level in one.path_levels),
            managers=self._managers(),
            groups=tuple(group for one in self.documents for group in one.groups),
            subnet_prefix=first_known(*(record.subnet_prefix for record in records), NOT_SAID),
            files=paths,
            topology_files=tuple(sorted({one.source.file for one in self.documents if one.states_cables})),
            source=self.documents[0].source,
            duplicate_guids=tuple(self.duplicate_guids),
        )

    def _add_nodes(self, one: IbRecords) -> None:
        """Add the nodes of a document; what cables do not show is no part of a subnet whose cables are known."""
        own: dict[int, IbNode] = {}
        for node in one.nodes:
            twin = own.get(node.guid)
            if twin is None:
                own[node.guid] = node
            elif _are_twins(twin, node):
                self.duplicate_guids.append(DuplicateGuid(node.guid, twin.label, node.label, twin.source, node.source))
            else:
                own[node.guid] = merge_nodes(twin, node)
        aliases = {
            port.guid: guid for guid, node in self.nodes.items() for port in node.ports if port.guid and port.number
        }
        for node in own.values():
            node = self._with_real_guid(node, aliases)
            known = self.nodes.get(node.guid)
            if known is not None:
                self.nodes[node.guid] = merge_nodes(known, node)
            elif one.states_cables or not self.has_cables:
                self.nodes[node.guid] = node

    def _with_real_guid(self, node: IbNode, aliases: dict[int, int]) -> IbNode:
        """Return an adapter that a list calls by the GUID of its port under the GUID of its node, where known."""
        if node.kind is NodeKind.SWITCH or node.guid in self.nodes or node.guid not in aliases:
            return node
        return replace(node, guid=aliases[node.guid])

    def _name_nodes(self) -> None:
        for record in (record for one in self.documents for record in one.names):
            node = self.nodes.get(record.guid)
            if node is not None:
                self.nodes[record.guid] = replace(node, name=record.name)

    def _add_lids(self) -> None:
        from_file = {record.guid: record for one in self.documents for record in one.lids}
        for guid, record in from_file.items():
            owner = self.port_owner.get(guid)
            if owner is not None:
                note = PortRecord(PortAddress(guid=guid), record.source, lid=Stated(record.first_lid, record.source))
                self._update(owner[0], owner[1], note)

    def _links(self) -> tuple[IbLink, ...]:
        found: dict[tuple[IbEnd, IbEnd], IbLink] = {}
        taken: set[IbEnd] = set()
        for one in self.documents:
            fresh: dict[tuple[IbEnd, IbEnd], IbLink] = {}
            for link in one.links:
                a, b = sorted((self._end(link.a), self._end(link.b)))
                if a not in taken and b not in taken and a.node in self.nodes and b.node in self.nodes:
                    fresh.setdefault((a, b), IbLink(a, b, link.source))
            found |= fresh
            taken.update(end for ends in fresh for end in ends)
        return tuple(found[key] for key in sorted(found))

    def _end(self, end: IbEnd) -> IbEnd:
        if end.node in self.nodes:
            return end
        owner = self.port_owner.get(end.node)
        return IbEnd(*owner) if owner and owner[1] == end.port else end

    def _add_records(self, records: Sequence[PortRecord]) -> None:
        by_lid: dict[int, tuple[int, int]] = {}
        for node in self.nodes.values():
            for port in node.ports:
                if port.guid and known(port.lid, PERMISSIVE_LID) != PERMISSIVE_LID:
                    by_lid.setdefault(known(port.lid, 0), (node.guid, port.number))
        devices = {node.name: node.guid for one in self.documents for node in one.nodes if node.name}
        for record in records:
            for guid, number in self._targets(record.address, by_lid, devices):
                self._update(guid, number, record)

    def _targets(
        self, address: PortAddress, by_lid: dict[int, tuple[int, int]], devices: dict[str, int]
    ) -> list[tuple[int, int]]:
        """Return the ports that an address names; none where it cannot be decided."""
        owner = self.port_owner.get(address.guid) or by_lid.get(address.lid)
        if owner is None:
            guid = address.node or devices.get(address.device, 0)
            return [(guid, address.number)] if guid in self.nodes else []
        node = self.nodes[owner[0]]
        if node.kind is not NodeKind.SWITCH or address.number in (-1, 0):
            return [owner]
        if address.number == -2:
            return [(node.guid, port.number) for port in node.ports if port.number]
        return [(node.guid, address.number)]

    def _update(self, guid: int, number: int, record: PortRecord) -> None:
        node = self.nodes[guid]
        ports = list(node.ports)
        for index, port in enumerate(ports):
            if port.number == number:
                ports[index] = with_record(port, record)
                break
        else:
            bare = IbPort(number, record.address.guid, *((NOT_SAID,) * 8), record.source)
            ports = sorted((*ports, with_record(bare, record)), key=lambda port: port.number)
        self.nodes[guid] = replace(node, ports=tuple(ports))

    def _forwarding(self) -> tuple[LinearForwardingTable, ...]:
        by_lid = {
            known(port.lid, 0): node.guid
            for node in self.nodes.values()
            for port in node.ports
            if port.number == 0 and known(port.lid, PERMISSIVE_LID) != PERMISSIVE_LID
        }
        found: dict[int, LinearForwardingTable] = {}
        for record in (record for one in self.documents for record in one.forwarding):
            guid = record.switch or by_lid.get(record.lid, 0)
            if guid and guid not in found:
                found[guid] = LinearForwardingTable(guid, record.ports, record.source)
        return tuple(found[guid] for guid in sorted(found))

    def _managers(self) -> tuple[SubnetManager, ...]:
        groups: dict[int, list[SubnetManager]] = defaultdict(list)
        for manager in (manager for one in self.documents for manager in one.managers):
            groups[manager.guid].append(manager)
        return tuple(
            SubnetManager(
                guid=guid,
                lid=first_known(*(one.lid for one in same)),
                priority=first_known(*(one.priority for one in same)),
                state=first_known(*(one.state for one in same)),
                sm_key=first_known(*(one.sm_key for one in same)),
                source=same[0].source,
            )
            for guid, same in sorted(groups.items())
        )


def _are_twins(one: IbNode, other: IbNode) -> bool:
    """Say whether two entries of one file are two boxes: another name, kind, or a second cable in one port."""
    if one.kind is not other.kind or (one.name and other.name and one.name != other.name):
        return True
    mine = {port.number for port in one.ports if port.number}
    return any(port.number in mine for port in other.ports if port.number)


def joined(facts: Sequence[InfinibandFacts]) -> tuple[InfinibandFacts, ...]:
    """Return the facts with the records of single files replaced by the subnets that they describe.

    Lists of GUIDs stay as they are: which subnet they belong to depends on the options that name them.
    """
    records = [one for one in facts if isinstance(one, IbRecords)]
    rest = tuple(one for one in facts if not isinstance(one, IbRecords) or one.guid_list is not None)
    return (*with_flags(rest), *join_records([one for one in records if one.guid_list is None]))
