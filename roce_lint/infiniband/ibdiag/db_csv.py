"""`ibdiagnet2.db_csv`: tables of comma-separated values between `START_NAME` and `END_NAME`, with a header each.

Read are NODES, PORTS and LINKS, whose columns are fields of NodeInfo and PortInfo (IBA 1.7, 14.2.5.3 and 14.2.5.6) as
public readers of the file take them. Other tables are named, and not interpreted.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from roce_lint.infiniband.ib_fabric import PERMISSIVE_LID, IbEnd, IbLink, IbNode, IbPort, LinkSpeed, NodeKind
from roce_lint.infiniband.ib_records import NOT_SAID, IbRecords, PortAddress, PortRecord
from roce_lint.infiniband.ibdiag.words import unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

T = TypeVar("T")
_START = lazy_pattern(r"^START_(?:NODES|PORTS|LINKS)[ \t\r]*$", re.MULTILINE)
_EDGE = lazy_pattern(r"(?P<edge>START|END)_(?P<name>[A-Z0-9_]+(?:_\([A-Z_ ]+\))?)\s*")
_READ = frozenset({"NODES", "PORTS", "LINKS"})
_KINDS = {1: NodeKind.CHANNEL_ADAPTER, 2: NodeKind.SWITCH, 3: NodeKind.ROUTER}
_LANES = {1: 1, 2: 4, 4: 8, 8: 12, 16: 2}
_SPEEDS = {
    1: LinkSpeed.SDR,
    2: LinkSpeed.DDR,
    4: LinkSpeed.QDR,
    1 << 8: LinkSpeed.FDR,
    1 << 9: LinkSpeed.EDR,
    1 << 10: LinkSpeed.HDR,
    1 << 11: LinkSpeed.NDR,
    1 << 12: LinkSpeed.XDR,
    1 << 16: LinkSpeed.FDR10,
}
"""LinkSpeedActive, above it LinkSpeedExtActive from bit 8 on, and FDR10 of Mellanox in bit 16."""
_MTUS_BYTES = {1: 256, 2: 512, 3: 1024, 4: 2048, 5: 4096}
_DOWN = 1
"""PortInfo:PortState; a port that is down has no cable in the file."""
_IS_SM = 1 << 1
"""PortInfo:CapabilityMask, IsSM (IBA 1.7, 14.2.5.6)."""


@dataclass(frozen=True, slots=True)
class _CsvRow:
    """A row by the names of its columns in lower case: tables do not agree in the spelling of GUID."""

    values: Mapping[str, str]
    source: Source

    def integer(self, name: str) -> int | None:
        """Return a number, decimal or after `0x`; None where the table lacks the column, or it holds none."""
        text = self.values.get(name, "")
        found = re.fullmatch(r"0x([0-9a-fA-F]{1,16})|(\d{1,20})", text)
        return None if found is None else int(found[1], 16) if found[1] else int(found[2])

    def fact(self, name: str, value_of: Callable[[int], T | None]) -> Fact[T]:
        """Return what a number stands for."""
        number = self.integer(name)
        if number is None:
            return NOT_SAID
        value = value_of(number)
        return (
            Unknown(f"{name} {number} stands for nothing known", self.source)
            if value is None
            else Stated(value, self.source)
        )


def is_db_csv(text: str) -> bool:
    """Return whether a text has one of the tables that are read."""
    return _START.search(text) is not None


def read_db_csv(document: Document) -> Reading:
    """Read nodes, ports and cables; a table that is not interpreted is named at its first line."""
    unread: list[UnreadLine] = []
    tables: dict[str, list[_CsvRow]] = {name: [] for name in _READ}
    for name, row in _rows(document, unread):
        tables[name].append(row)
    ports: dict[int, list[_CsvRow]] = {}
    for row in tables["PORTS"]:
        if row.integer("portstate") == _DOWN:
            continue
        ports.setdefault(row.integer("nodeguid") or 0, []).append(row)
    nodes = tuple(node for row in tables["NODES"] if (node := _node(row, ports)) is not None)
    prefixes = tuple(record for row in tables["PORTS"] if (record := _prefix(row)) is not None)
    links = {link.a: link for row in tables["LINKS"] if (link := _link(row)) is not None}
    records = IbRecords(
        Source(document.path, 1, 1),
        nodes=nodes,
        links=tuple(links[end] for end in sorted(links)),
        ports=prefixes,
        states_cables=bool(links),
    )
    return Reading((), (), tuple(unread), (records,))


def _rows(document: Document, unread: list[UnreadLine]) -> Iterator[tuple[str, _CsvRow]]:
    """Yield the rows of the tables that are read."""
    table, header = "", list[str]()
    for number, line in enumerate(document.text.splitlines(), 1):
        edge = _EDGE.fullmatch(line)
        if edge:
            table, header = edge["name"] if edge["edge"] == "START" else "", []
            if table and table not in _READ:
                unread.append(unread_line(document, number, line, f"the table {table} is not interpreted"))
        elif not line.strip() or line.startswith("#") or (table and table not in _READ):
            continue
        elif not table:
            unread.append(unread_line(document, number, line, "it belongs to no table"))
        elif not header:
            header = [name.strip().lower() for name in line.split(",")]
        else:
            cells = next(csv.reader([line], skipinitialspace=True), [])
            if len(cells) == len(header):
                row = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
                yield table, _CsvRow(row, Source(document.path, number, number))
            else:
                because = f"it has {len(cells)} values, and the table has {len(header)} columns"
                unread.append(unread_line(document, number, line, because))


def _node(row: _CsvRow, ports: Mapping[int, list[_CsvRow]]) -> IbNode | None:
    guid, kind = row.integer("nodeguid"), _KINDS.get(row.integer("nodetype") or 0)
    if not guid or kind is None:
        return None
    capacity = row.fact("partitioncap", int)
    own = [_port(one, kind, capacity) for one in ports.get(guid, ())]
    return IbNode(
        guid=guid,
        kind=kind,
        name=row.values.get("nodedesc", ""),
        system_guid=row.fact("systemimageguid", int),
        port_count=row.fact("numports", int),
        ports=tuple(sorted(own, key=lambda port: port.number)),
        source=row.source,
    )


def _port(row: _CsvRow, kind: NodeKind, capacity: Fact[int]) -> IbPort:
    number = row.integer("portnum") or 0
    is_end = kind is not NodeKind.SWITCH or number == 0
    lid: Fact[int] = row.fact("lid", lambda lid: lid if 0 < lid < PERMISSIVE_LID else None) if is_end else NOT_SAID
    return IbPort(
        number=number,
        guid=(row.integer("portguid") or 0) if is_end else 0,
        lid=lid,
        lmc=row.fact("lmc", int) if is_end else NOT_SAID,
        width_lanes=row.fact("linkwidthactv", _LANES.get),
        speed=row.fact("linkspeedactv", _SPEEDS.get),
        mtu_bytes=row.fact("nmtu", _MTUS_BYTES.get),
        pkey_capacity=capacity if is_end else NOT_SAID,
        pkeys=NOT_SAID,
        is_sm=row.fact("capmsk", lambda mask: bool(mask & _IS_SM)) if is_end else NOT_SAID,
        source=row.source,
    )


def _prefix(row: _CsvRow) -> PortRecord | None:
    """Return the subnet prefix that an end port has."""
    guid, prefix = row.integer("portguid"), row.integer("gidprfx")
    if not guid or not prefix or not row.integer("lid"):
        return None
    return PortRecord(PortAddress(guid=guid), row.source, subnet_prefix=Stated(prefix, row.source))


def _link(row: _CsvRow) -> IbLink | None:
    numbers = [row.integer(name) for name in ("nodeguid1", "portnum1", "nodeguid2", "portnum2")]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    here, there = IbEnd(known[0], known[1]), IbEnd(known[2], known[3])
    return IbLink(*((here, there) if here <= there else (there, here)), row.source)
