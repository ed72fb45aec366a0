"""A cabling plan as a table: one cable a line, columns found by their headings."""

from __future__ import annotations

import math
import re
from itertools import islice

from roce_lint.model.device import Link, PortRef, UnreadLine
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.model.terms import LinkOrigin
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_DEVICE = ("device", "node", "host", "hostname", "switch", "system")
_PORT = ("port", "interface", "intf", "if", "iface", "ifname")
_SIDES = {
    "a": ("a", "1", "source", "src", "local", "from", "left", "near", "x"),
    "b": ("b", "2", "destination", "dest", "dst", "remote", "to", "right", "far", "peer", "neighbor", "neighbour", "z"),
}
_METRES = {"m": 1.0, "meter": 1.0, "meters": 1.0, "metre": 1.0, "metres": 1.0, "": 1.0}
_METRES |= {"cm": 0.01, "km": 1000.0, "ft": 0.3048, "feet": 0.3048, "in": 0.0254}
_LENGTH_HEADING = lazy_pattern(r"(?:cable)?length(?P<unit>m|meters?|metres?|cm|km|ft|feet|in)?")
_LENGTH = lazy_pattern(r"(?P<number>\d{1,6}(?:[.,]\d{1,6})?)\s*(?P<unit>[a-zA-Z]*)")

_SPEED_HEADING = lazy_pattern(r"(?:cable|link|port)?(?:speed|rate)(?P<unit>g|gbps|gbits?|gbe|mbps|m|mbits?)?")
_SPEED = lazy_pattern(r"(?P<number>\d{1,7})\s*(?P<unit>[gGmM]?)(?:bps|be|bit/s|b/s|-\d{1,2})?", re.IGNORECASE)
_LEAST_MBPS = 10_000
"""No cable has so many Gb/s: numbers from here on are Mb/s."""


def _headings() -> dict[str, tuple[str, str]]:
    """Return every accepted spelling of the four end columns, without punctuation."""
    found: dict[str, tuple[str, str]] = {}
    for side, sides in _SIDES.items():
        for kind, words in (("device", _DEVICE), ("port", _PORT)):
            for word in words:
                for name in sides:
                    found[word + name] = found[name + word] = (side, kind)
        for name in sides:
            found.setdefault(name, (side, "device"))
    netbox = {
        f"side{side}{word}": (side, kind) for side in "ab" for word, kind in (("device", "device"), ("name", "port"))
    }
    return found | netbox


_HEADINGS = _headings()


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the columns of one table stand; `length` and `speed` are -1 and their units empty where there is none."""

    ends: dict[tuple[str, str], int]
    length: int
    length_unit: str
    length_unit_column: int
    speed: int
    speed_unit: str
    count: int


def read_table(document: Document) -> Reading:
    """Read a table of cables separated by commas, semicolons, tabs or bars.

    The first line that is not a comment has to name the columns of both ends (`device_a`, `a_port`,
    `source_interface`, `remote device` ...); a length column is optional, in metres unless its heading or its cells
    say otherwise; so is a speed column, in Gb/s (`400`, `400G`) or Mb/s. Other columns are left alone. Every other line
    that is not a cable is unread.
    """
    rows = _rows(document)
    if not rows:
        return Reading((), (), ())
    (line, cells), body = rows[0], rows[1:]
    columns = _columns(cells)
    if columns is None:
        because = "no heading names the device and port of both ends; write device_a, port_a, device_b, port_b"
        return Reading((), (), (_unread(document, line, cells, because),))
    links: list[Link] = []
    unread: list[UnreadLine] = []
    for number, row in body:
        outcome = _link(document, columns, number, row)
        if isinstance(outcome, UnreadLine):
            unread.append(outcome)
            continue
        links.append(outcome)
        if isinstance(outcome.length_m, Unknown) and outcome.length_m.source.line and _cell(row, columns.length):
            unread.append(_unread(document, number, row, outcome.length_m.because))
    return Reading((), tuple(links), (*unread, *_taken_twice(document, links)))


def _rows(document: Document, most: int | None = None) -> list[tuple[int, list[str]]]:
    """Return the lines that are no comments as cells, by number; the first `most` of them where that is given."""
    lines = document.text.lstrip("\ufeff").splitlines()
    said = (
        (number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")
    )
    kept = list(islice(said, most))
    if not kept:
        return []
    delimiter = max(",;\t|", key=kept[0][1].count)
    rows = []
    for number, line in kept:
        rows.append((number, [cell.strip() for cell in _split(line, delimiter)]))
    return rows


def _split(line: str, delimiter: str) -> list[str]:
    if '"' not in line and "\0" not in line:
        return line.split(delimiter)
    # Most texts are no table, and most tables have no quotes.
    import csv

    try:
        return next(iter(csv.reader([line.replace("\0", "")], delimiter=delimiter)), [])
    except csv.Error:  # a cell beyond the csv module's size limit
        return line.split(delimiter)


def _columns(cells: list[str]) -> _Columns | None:
    ends: dict[tuple[str, str], int] = {}
    length, unit, unit_column = -1, "", -1
    speed, speed_unit = -1, ""
    for index, cell in enumerate(cells):
        word = re.sub(r"[^a-z0-9]", "", cell.lower())
        found = _LENGTH_HEADING.fullmatch(word)
        if found:
            length, unit = index, found["unit"] or ""
        elif fast := _SPEED_HEADING.fullmatch(word):
            speed, speed_unit = index, fast["unit"] or ""
        elif word == "lengthunit":
            unit_column = index
        elif word in _HEADINGS:
            ends.setdefault(_HEADINGS[word], index)
    if len(ends) < 4:
        return None
    return _Columns(ends, length, unit, unit_column, speed, speed_unit, len(cells))


def _cell(row: list[str], index: int) -> str:
    return row[index] if 0 <= index < len(row) else ""


def _link(document: Document, columns: _Columns, number: int, row: list[str]) -> Link | UnreadLine:
    if len(row) > columns.count:
        return _unread(document, number, row, f"{len(row)} cells where the heading has {columns.count}")
    values = {end: _cell(row, index) for end, index in columns.ends.items()}
    for (side, kind), value in sorted(values.items()):
        if not value:
            return _unread(document, number, row, f"the {kind} of end {side} is missing")
    a = PortRef(values["a", "device"], values["a", "port"])
    b = PortRef(values["b", "device"], values["b", "port"])
    if a == b:
        return _unread(document, number, row, "both ends are the same port")
    source = Source(document.path, number, number)
    speed = _speed(columns, row, source)
    return Link(a, b, _length(columns, row, source), LinkOrigin.CABLING, source, speed)


def _speed(columns: _Columns, row: list[str], source: Source) -> Fact[int]:
    """Return the speed of the cable; what is no speed of whole Gb/s is left alone."""
    found = _SPEED.fullmatch(_cell(row, columns.speed))
    unit = (found["unit"].lower() if found else "") or columns.speed_unit[:1] or "g"
    number = int(found["number"]) if found else 0
    gbps = number // 1000 if unit == "m" or number >= _LEAST_MBPS else number
    if not gbps:
        return Unknown("the cabling plan gives no speed for this cable", source)
    return Stated(gbps, source)


def _length(columns: _Columns, row: list[str], source: Source) -> Fact[int]:
    text = _cell(row, columns.length)
    if not text:
        return Unknown("the cabling plan gives no length for this cable", source)
    found = _LENGTH.fullmatch(text)
    unit = (found["unit"].lower() if found else "") or _cell(row, columns.length_unit_column).lower()
    unit = unit or columns.length_unit
    if found is None or unit not in _METRES:
        return Unknown(f"{text!r} is not a length; write metres, such as 40", source)
    metres = float(found["number"].replace(",", ".")) * _METRES[unit]
    if metres <= 0:
        return Unknown("a cable is longer than 0 m", source)
    return Stated(math.ceil(round(metres, 6)), source)


def _taken_twice(document: Document, links: list[Link]) -> list[UnreadLine]:
    """Return the rows that plug a second, different cable into a port."""
    taken: dict[PortRef, Link] = {}
    found = []
    for link in links:
        for port in (link.a, link.b):
            first = taken.setdefault(port, link)
            if {first.a, first.b} != {link.a, link.b}:
                because = f"{port} already has another cable in line {first.source.line}"
                found.append(UnreadLine(port.device, link.source, f"{link.a} -- {link.b}", because))
    return found


def _unread(document: Document, number: int, row: list[str], because: str) -> UnreadLine:
    return UnreadLine("", Source(document.path, number, number), ", ".join(row), because)


def is_table(document: Document) -> bool:
    """Return whether the first line that is not a comment names the device and port of both ends of a cable."""
    head = Document(document.path, document.text[:4000])
    rows = _rows(head, 1)
    return bool(rows) and len(rows[0][1]) >= 4 and _columns(rows[0][1]) is not None
