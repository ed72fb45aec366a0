"""Linear forwarding tables: `ibroute`, `dump_fts` / `dump_lfts.sh`, and the two dumps of OpenSM."""

from __future__ import annotations

import re

from roce_lint.infiniband.ib_fabric import NO_ROUTE
from roce_lint.infiniband.ib_records import ForwardingRecord, IbRecords
from roce_lint.infiniband.ibdiag.words import unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document

_SWITCH = re.compile(
    r"(?:Unicast lids \[(?:0x)?[0-9a-fA-F]+-(?:0x)?[0-9a-fA-F]+\] of switch (?:DR path .*?|(?:Lid )?(?P<lid>\d+)) "
    r"guid 0x(?P<guid>[0-9a-fA-F]{1,16}) \((?P<name>.*)\)|"
    r"dump_ucast_routes: Switch 0x(?P<routes_guid>[0-9a-fA-F]{1,16})):?\s*"
)
_ROW = re.compile(r"0x(?P<lid>[0-9a-fA-F]{1,4})\s+:?\s*(?P<port>\d{1,3}|UNREACHABLE)\b.*")
_QUIET = re.compile(
    r"\s*$|#|\s*Lid\s+Out\s+Destination|\s*Port\s+Info|LID\s+: Port : Hops|\d+ (?:valid )?lids dumped|LID\s*:|"
    r"Switch \S+ has no|%"
)
_START = re.compile(r"^(?:Unicast lids \[|dump_ucast_routes: Switch 0x)", re.MULTILINE)
LARGEST_LID = 0xBFFF
"""Unicast LIDs end here (IBA 1.7, 4.1.3)."""


def is_forwarding_dump(text: str) -> bool:
    """Return whether a text has the header of a switch's forwarding table."""
    return _START.search(text) is not None


def read_forwarding(document: Document) -> Reading:
    """Read every table; a line that is no entry is unread."""
    tables: list[ForwardingRecord] = []
    unread: list[UnreadLine] = []
    header: re.Match[str] | None = None
    rows: dict[int, int] = {}
    first = last = 0

    def close() -> None:
        if header is not None:
            tables.append(_table(header, rows, Source(document.path, first, last)))

    for number, line in enumerate(document.text.splitlines(), 1):
        if (row := _ROW.match(line)) and header is not None:
            lid = int(row["lid"], 16)
            port = NO_ROUTE if row["port"] == "UNREACHABLE" else int(row["port"])
            if lid > LARGEST_LID or port > NO_ROUTE:
                unread.append(unread_line(document, number, line, "no unicast LID, or no port of a switch"))
            else:
                rows[lid], last = port, number
        elif found := _SWITCH.fullmatch(line):
            close()
            header, rows, first, last = found, {}, number, number
        elif not _QUIET.match(line):
            unread.append(unread_line(document, number, line, "no line of a forwarding table looks like this"))
    close()
    return Reading((), (), tuple(unread), (IbRecords(Source(document.path, 1, 1), forwarding=tuple(tables)),))


def _table(header: re.Match[str], rows: dict[int, int], source: Source) -> ForwardingRecord:
    ports = bytearray([NO_ROUTE]) * (max(rows, default=0) + 1)
    for lid, port in rows.items():
        ports[lid] = port
    guid = int(header["guid"] or header["routes_guid"], 16)
    return ForwardingRecord(guid, int(header["lid"] or 0), 0, bytes(ports), source)
