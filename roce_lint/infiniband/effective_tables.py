"""The P_Key table of every port as OpenSM programs it, in index order.

Source: osm_prtn_make_partitions in opensm/osm_prtn.c and osm_pkey_mgr_process in opensm/osm_pkey_mgr.c of
OpenSM 3.3.23, for a subnet manager that starts on ports whose tables hold 0xffff alone (as adapters do after a
reset). A running one keeps the index that a key already has while `keep_pkey_indexes` is TRUE.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from roce_lint.infiniband.ib_fabric import IbFabric, NodeKind
from roce_lint.infiniband.partition import (
    DEFAULT_KEY,
    FULL_BIT,
    Membership,
    PartitionConfiguration,
    PartitionMember,
    Who,
    byte_swapped,
)
from roce_lint.model.fact import Unknown
from roce_lint.values import dataclass

_LIMITED, _FULL = 1, 2
_UNLIMITED = 0x10000
_DEFAULT_FULL = DEFAULT_KEY | FULL_BIT


class TablesVerdict(Enum):
    """What OpenSM makes of the partition file."""

    OK = "ok"
    REFUSED = "refused"
    """It opens the fabric: every port is a full member of 0x7fff, and no tenant key is left."""
    ABSENT = "absent"
    """There is no file: every port is a full member of 0x7fff."""


@dataclass(frozen=True, slots=True)
class EndPort:
    """A port with a P_Key table of its own; `capacity` is the number of its entries, 0 if nothing tells it."""

    guid: int
    kind: NodeKind
    node: str
    capacity: int


@dataclass(frozen=True, slots=True)
class PortTable:
    """The table of one port: `keys` in index order, bit 15 full, holes 0; `dropped` found no room (ERR 0512)."""

    port: EndPort
    keys: tuple[int, ...]
    dropped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EffectiveTables:
    """The tables of a subnet in order of GUID; `unknown_members` name ports that the fabric does not have."""

    verdict: TablesVerdict
    sm_guid: int
    tables: tuple[PortTable, ...]
    unknown_members: tuple[PartitionMember, ...]


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What else decides the tables: the option `allow_both_pkeys` and the port of the subnet manager (SELF)."""

    allow_both_pkeys: bool = False
    sm_guid: int = 0


def end_ports(fabric: IbFabric) -> tuple[EndPort, ...]:
    """Return the ports of a subnet that hold tables, in order of GUID."""
    found = []
    for node, port in fabric.end_ports():
        capacity = port.pkey_capacity
        room = 0 if isinstance(capacity, Unknown) else capacity.value
        found.append(EndPort(port.guid, node.kind, node.label, room))
    return tuple(sorted(found, key=lambda port: port.guid))


def derive_tables(
    configuration: PartitionConfiguration | None, ports: Sequence[EndPort], options: TableOptions
) -> EffectiveTables:
    """Return what OpenSM programs into the ports; `configuration` is None where there is no file."""
    holders = _Holders(ports, options)
    unknown: list[PartitionMember] = []
    opens = configuration is None or configuration.is_refused
    if configuration is not None:
        if not configuration.is_refused:
            holders.begin(_LIMITED)
        for definition in configuration.definitions:
            for member in definition.members:
                if not holders.take(definition.key, member, definition.at_index_0):
                    unknown.append(member)
    if opens:
        # What `indx0` asked before the refusal stays in force, everything else is forgotten.
        holders.begin(_FULL)
    verdict = TablesVerdict.OK
    if opens:
        verdict = TablesVerdict.ABSENT if configuration is None else TablesVerdict.REFUSED
    return EffectiveTables(verdict, options.sm_guid, holders.tables(), tuple(unknown))


class _Holders:
    """Which port holds which key how; ports are counted in their order."""

    def __init__(self, ports: Sequence[EndPort], options: TableOptions) -> None:
        self.ports = ports
        self.options = options
        self.index = {port.guid: number for number, port in enumerate(ports)}
        groups: dict[Who, list[int]] = {Who.ALL: list(range(len(ports)))}
        for who, kind in (
            (Who.CHANNEL_ADAPTERS, NodeKind.CHANNEL_ADAPTER),
            (Who.SWITCHES, NodeKind.SWITCH),
            (Who.ROUTERS, NodeKind.ROUTER),
        ):
            groups[who] = [number for number, port in enumerate(ports) if port.kind is kind]
        self.groups = groups
        self.members: dict[int, dict[int, int]] = {}
        self.index_0: dict[int, int] = {}

    def begin(self, everybody: int) -> None:
        """Forget all members and start with the default partition as OpenSM makes it."""
        self.members = {DEFAULT_KEY: dict.fromkeys(self.groups[Who.ALL], everybody)}
        manager = self.index.get(self.options.sm_guid)
        if manager is not None:
            self.members[DEFAULT_KEY][manager] = _FULL
        self._give_back_index_0(DEFAULT_KEY, self.groups[Who.ALL])

    def take(self, key: int, member: PartitionMember, at_index_0: bool) -> bool:
        """Apply one entry; false if it names a port that does not exist."""
        bits = _FULL
        if member.membership is Membership.LIMITED:
            bits = _LIMITED
        elif member.membership is Membership.BOTH and self.options.allow_both_pkeys:
            bits = _LIMITED | _FULL
        held = self.members.setdefault(key, {})
        if member.who in self.groups:
            targets = self.groups[member.who]
            held.update(dict.fromkeys(targets, bits))
        else:
            guid = self.options.sm_guid if member.who is Who.SELF else member.port_guid
            number = self.index.get(guid)
            if number is None:
                return member.who is Who.SELF
            targets = [number]
            held[number] = bits
        if at_index_0:
            # Of a member that is both, the limited key is noted last.
            asked = key if bits & _LIMITED else key | FULL_BIT
            self.index_0.update(dict.fromkeys(targets, asked))
        elif self.index_0:
            self._give_back_index_0(key, targets)
        return True

    def _give_back_index_0(self, key: int, targets: Sequence[int]) -> None:
        asked = self.index_0
        for number in targets if asked else ():
            if asked.get(number, 0) & DEFAULT_KEY == key:
                asked.pop(number, None)

    def tables(self) -> tuple[PortTable, ...]:
        """Return the table of every port."""
        rows: list[list[int]] = [[] for _ in self.ports]
        for key in sorted(self.members, key=byte_swapped):
            for number, bits in self.members[key].items():
                if bits & _LIMITED:
                    rows[number].append(key)
                if bits & _FULL:
                    rows[number].append(key | FULL_BIT)
        return tuple(self._table(number, row) for number, row in enumerate(rows))

    def _table(self, number: int, row: list[int]) -> PortTable:
        """Put the keys of a port, in the order in which OpenSM takes them, into its table."""
        port = self.ports[number]
        room = port.capacity or _UNLIMITED
        first = self._first(self.index_0.get(number, 0), row)
        if first:
            row.remove(first)
        keys = (first, *row[: room - 1])
        return PortTable(port, keys if first or row else (), tuple(row[room - 1 :]))

    def _first(self, asked: int, row: Sequence[int]) -> int:
        """Return the key at index 0: the one that `indx0` asked for, else the default one; 0 leaves it empty."""
        if self.options.allow_both_pkeys:
            wanted = asked or _DEFAULT_FULL
            return wanted if wanted in row else 0
        base = asked & DEFAULT_KEY or DEFAULT_KEY
        return next((key for key in row if key & DEFAULT_KEY == base), 0)
