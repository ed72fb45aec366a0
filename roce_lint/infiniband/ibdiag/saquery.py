"""`saquery`: records of the subnet administrator, one after another."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.infiniband.ib_fabric import (
    NO_ROUTE,
    IbNode,
    MulticastGroup,
    NodeKind,
    SmState,
    SubnetManager,
)
from roce_lint.infiniband.ib_records import NOT_SAID, ForwardingRecord, IbRecords, PortAddress, PortRecord
from roce_lint.infiniband.ibdiag.dotted import DottedRecord, blocks_of
from roce_lint.infiniband.ibdiag.smpquery import port_facts
from roce_lint.infiniband.ibdiag.words import KINDS, bare_port, unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.values import replace

_START = re.compile(
    r"^(?:\w+Record(?: \w+)? dump:|LFT Record dump:|SA ClassPortInfo:|IsSM ports|# command: (?:\S*/)?saquery)",
    re.MULTILINE,
)
STATES = (SmState.NOT_ACTIVE, SmState.DISCOVERING, SmState.STANDBY, SmState.MASTER)
"""By the number that SMInfo carries."""
_KEYS_PER_BLOCK = 32
_SELECTOR_BITS = 0x3F
"""Mtu and Rate of a group carry a selector in the two upper bits."""


def is_saquery(text: str) -> bool:
    """Return whether a text is an answer of saquery."""
    return _START.search(text) is not None


def read_saquery(document: Document) -> Reading:
    """Read nodes, ports, P_Key tables, forwarding tables, subnet managers and groups; other records are left alone."""
    lines = document.text.splitlines()
    issm = next((number for number, line in enumerate(lines, 1) if line.startswith("IsSM ports")), 0)
    disabled = next((number for number, line in enumerate(lines, 1) if line.startswith("IsSMdisabled")), len(lines) + 1)
    blocks, odd = blocks_of(document.path, document.text)
    nodes: list[IbNode] = []
    ports: list[PortRecord] = []
    tables: dict[tuple[int, int], list[DottedRecord]] = {}
    routes: dict[int, list[DottedRecord]] = {}
    managers: list[SubnetManager] = []
    groups: list[MulticastGroup] = []
    for block in blocks:
        lid = block.number("EndPortLid", "LID", "lid") or 0
        if block.kind == "NodeRecord":
            nodes += _node(block, lid)
        elif block.kind == "PKeyTableRecord":
            tables.setdefault((lid, block.number("Port") or 0), []).append(block)
        elif block.kind == "LFT Record":
            routes.setdefault(lid, []).append(block)
        elif block.kind.startswith("SMInfo"):
            managers += _manager(block, lid)
        elif block.kind == "MCMemberRecord group":
            groups += _group(block)
        elif block.kind in ("PortInfoRecord", "PortInfo"):
            ports += _port(block, lid, issm <= block.source.line < disabled if issm else None)
    ports += [_pkeys(lid, number, found) for (lid, number), found in tables.items()]
    records = IbRecords(
        Source(document.path, 1, 1),
        nodes=tuple(nodes),
        ports=tuple(ports),
        forwarding=tuple(_forwarding(lid, found) for lid, found in routes.items()),
        managers=tuple(managers),
        groups=tuple(groups),
    )
    return Reading((), (), _not_understood(document, odd), (records,))


def _not_understood(document: Document, odd: Iterable[tuple[int, str]]) -> tuple[UnreadLine, ...]:
    """Return the lines that are neither fields nor what saquery says besides."""
    quiet = re.compile(r"IsSM ports|IsSMdisabled ports|SA ClassPortInfo:|ERROR:|.*SA\(")
    because = "no field of saquery looks like this"
    return tuple(unread_line(document, number, line, because) for number, line in odd if not quiet.match(line))


def _node(block: DottedRecord, lid: int) -> list[IbNode]:
    kind = KINDS.get(block.text("node_type"))
    guid, port_guid, capacity = block.number("node_guid"), block.number("port_guid"), block.number("partition_cap")
    if kind is None or guid is None or port_guid is None:
        return []
    number = 0 if kind is NodeKind.SWITCH else block.number("port_num") or 1
    system, count = block.number("sys_guid"), block.number("num_ports")
    known_lid: Fact[int] = Stated(lid, block.source_of("lid")) if lid else NOT_SAID
    room: Fact[int] = NOT_SAID if capacity is None else Stated(capacity, block.source_of("partition_cap"))
    return [
        IbNode(
            guid=guid,
            kind=kind,
            name=block.text("NodeDescription"),
            system_guid=NOT_SAID if system is None else Stated(system, block.source_of("sys_guid")),
            port_count=NOT_SAID if count is None else Stated(count, block.source_of("num_ports")),
            ports=(replace(bare_port(number, port_guid, block.place, known_lid), pkey_capacity=room),),
            source=block.place,
        )
    ]


def _port(block: DottedRecord, lid: int, is_sm: bool | None) -> list[PortRecord]:
    """Return a PortInfoRecord; `is_sm` is known where the list of IsSM ports (`saquery -s`) holds it."""
    number = block.number("PortNum", "LocalPort")
    if not lid or number is None:
        return []
    record = port_facts(block, PortAddress(lid=lid, number=number), block.place)
    return [record if is_sm is None else replace(record, is_sm=Stated(is_sm, block.place))]


def _pkeys(lid: int, number: int, blocks: list[DottedRecord]) -> PortRecord:
    """Return the table of a port from its blocks of 32 keys."""
    keys: list[int] = []
    for block in blocks:
        start = (block.number("Block") or 0) * _KEYS_PER_BLOCK
        keys += [0] * (start - len(keys))
        keys[start : start + len(block.keys)] = block.keys
    while keys and keys[-1] == 0:
        keys.pop()
    first, last = blocks[0].place, blocks[-1].place
    source = Source(first.file, first.line, max(first.end_line, last.end_line))
    return PortRecord(PortAddress(lid=lid, number=number), source, pkeys=Stated(tuple(keys), source))


def _forwarding(lid: int, blocks: list[DottedRecord]) -> ForwardingRecord:
    rows = {destination: port for block in blocks for destination, port in block.pairs}
    top = max((destination for destination, port in rows.items() if port != NO_ROUTE), default=0)
    ports = bytes(min(rows.get(destination, NO_ROUTE), NO_ROUTE) for destination in range(min(top, 0xBFFF) + 1))
    first, last = blocks[0].place, blocks[-1].place
    return ForwardingRecord(0, lid, 0, ports, Source(first.file, first.line, max(first.end_line, last.end_line)))


def _manager(block: DottedRecord, lid: int) -> list[SubnetManager]:
    guid = block.number("GUID")
    state, priority, key = block.number("SMState"), block.number("Priority"), block.number("SM_Key")
    if guid is None:
        return []
    return [
        SubnetManager(
            guid=guid,
            lid=Stated(lid, block.place) if lid else NOT_SAID,
            priority=NOT_SAID if priority is None else Stated(priority, block.source_of("Priority")),
            state=Stated(STATES[state], block.source_of("SMState"))
            if state is not None and state < len(STATES)
            else NOT_SAID,
            sm_key=Stated(key, block.source_of("SM_Key")) if key else NOT_SAID,
            source=block.place,
        )
    ]


def _group(block: DottedRecord) -> list[MulticastGroup]:
    pkey, mtu, rate = block.number("pkey"), block.number("Mtu"), block.number("Rate")
    if pkey is None or mtu is None or rate is None:
        return []
    return [MulticastGroup(block.text("MGID"), pkey, mtu & _SELECTOR_BITS, rate & _SELECTOR_BITS, block.place)]
