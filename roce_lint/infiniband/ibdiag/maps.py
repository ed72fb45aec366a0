"""Files with a GUID a line: node-name maps, guid2lid, neighbors, lists of GUIDs; and what ibdmchk takes besides."""

from __future__ import annotations

import re
from collections.abc import Callable

from roce_lint.infiniband.ib_fabric import IbEnd, IbLink, PathLevel, SlToVl
from roce_lint.infiniband.ib_records import GuidList, IbRecords, LidRecord, NameRecord
from roce_lint.infiniband.ibdiag.words import unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document

_GUID = r"0x(?P<guid>[0-9a-fA-F]{1,16})"
_NAME = re.compile(rf'\s*{_GUID}\s+"(?P<name>[^"]*)"\s*(?:#.*)?')
_LID = re.compile(rf"{_GUID}\s+0x(?P<first>[0-9a-fA-F]{{1,4}})\s+0x(?P<last>[0-9a-fA-F]{{1,4}})\s*")
_NEIGHBOUR = re.compile(rf"{_GUID}:(?P<port>\d{{1,3}})\s+0x(?P<peer>[0-9a-fA-F]{{1,16}}):(?P<peer_port>\d{{1,3}})\s*")
_ALONE = re.compile(r"\s*0x(?P<guid>[0-9a-fA-F]{16})\s*(?:#.*)?")
_LEVEL = re.compile(r"0x(?P<guid>[0-9a-fA-F]{16}) (?P<lid>\d{1,5}) (?P<level>\d{1,2})\s*")
_LANES = re.compile(
    r"0x(?P<guid>[0-9a-fA-F]{16}) (?P<in>\d{1,3}) (?P<out>\d{1,3})(?P<pairs>(?: 0x[0-9a-fA-F]{2}){8})\s*"
)
_FORMS = {
    "names": _NAME,
    "lids": _LID,
    "neighbours": _NEIGHBOUR,
    "guids": _ALONE,
    "levels": _LEVEL,
    "lanes": _LANES,
}


def map_form(text: str) -> str:
    """Return which of the forms a text has, by its first lines; empty if there are none."""
    lines = [line for line in text[:4000].splitlines() if line.strip() and not line.lstrip().startswith("#")][:20]
    if text[4000:]:
        lines = lines[:-1] or lines
    for form, pattern in _FORMS.items():
        hits = sum(pattern.fullmatch(line) is not None for line in lines)
        if hits and hits * 4 >= len(lines) * 3:
            return form
    return ""


def is_guid_map(text: str) -> bool:
    """Return whether a text is one of these files."""
    return bool(map_form(text))


def read_guid_map(document: Document) -> Reading:
    """Read the file line by line; a line of another form is unread."""
    form = map_form(document.text)
    found: list[tuple[re.Match[str], Source]] = []
    unread: list[UnreadLine] = []
    for number, line in enumerate(document.text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _FORMS[form].fullmatch(line)
        if match is None:
            because = "not of the form of the other lines"
            if form == "names":
                because += "; the tools then drop the whole map"
            unread.append(unread_line(document, number, line, because))
        else:
            found.append((match, Source(document.path, number, number)))
    return Reading((), (), tuple(unread), (_RECORDS[form](Source(document.path, 1, 1), found),))


_Rows = list[tuple[re.Match[str], Source]]


def _names(source: Source, rows: _Rows) -> IbRecords:
    return IbRecords(source, names=tuple(NameRecord(_hex(row["guid"]), row["name"], place) for row, place in rows))


def _lids(source: Source, rows: _Rows) -> IbRecords:
    return IbRecords(
        source,
        lids=tuple(LidRecord(_hex(row["guid"]), _hex(row["first"]), _hex(row["last"]), place) for row, place in rows),
    )


def _neighbours(source: Source, rows: _Rows) -> IbRecords:
    """Return cables; OpenSM names an adapter by the GUID of its port here, so that the join has to find its node."""
    links: dict[tuple[IbEnd, IbEnd], IbLink] = {}
    for row, place in rows:
        here, there = IbEnd(_hex(row["guid"]), int(row["port"])), IbEnd(_hex(row["peer"]), int(row["peer_port"]))
        ends = (here, there) if here <= there else (there, here)
        links.setdefault(ends, IbLink(*ends, place))
    return IbRecords(source, links=tuple(links[key] for key in sorted(links)))


def _guids(source: Source, rows: _Rows) -> IbRecords:
    return IbRecords(source, guid_list=GuidList(tuple((_hex(row["guid"]), place) for row, place in rows)))


def _levels(source: Source, rows: _Rows) -> IbRecords:
    levels = (PathLevel(_hex(row["guid"]), int(row["lid"]), int(row["level"])) for row, _ in rows)
    return IbRecords(source, path_levels=tuple(levels))


def _lanes(source: Source, rows: _Rows) -> IbRecords:
    tables = []
    for row, _ in rows:
        lanes = bytes(half for pair in row["pairs"].split() for half in divmod(_hex(pair[2:]), 16))
        tables.append(SlToVl(_hex(row["guid"]), int(row["in"]), int(row["out"]), lanes))
    return IbRecords(source, sl_to_vl=tuple(tables))


_RECORDS: dict[str, Callable[[Source, _Rows], IbRecords]] = {
    "names": _names,
    "lids": _lids,
    "neighbours": _neighbours,
    "guids": _guids,
    "levels": _levels,
    "lanes": _lanes,
}


def _hex(text: str) -> int:
    return int(text, 16)
