"""The configuration database of SONiC: tables of rows of fields, each with its lines, whatever form a file has.

A file holds tables of rows (`config_db.json`, `show runningconfiguration all`), rows under names such as
`TABLE|key` (dumps of Redis), or the databases of several ASICs under `localhost`, `asic0`, ...
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from roce_lint.model.fact import Source
from roce_lint.text.json_places import Members, PlacedJson, Plain, numbered, parse_json, steps_behind, text_of
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

HOST = "localhost"
"""The database that a device with one ASIC has alone."""
_NAMESPACE = lazy_pattern(r"localhost|asic\d{1,2}")
_OF_ONE_ASIC = lazy_pattern(r"config_?db(\d{1,2})(?!\d)")
_ROUTING = "bgpraw"
_BEGINNING = lazy_pattern(r"^[ \t]*\{", 8)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a row; a list is its items between commas."""

    value: str
    source: Source


@dataclass(eq=False, slots=True)
class Row:
    """One row of a table: its lines, and its fields by name."""

    table: str
    key: str
    source: Source
    fields: dict[str, Field] = field(default_factory=dict)

    @property
    def keys(self) -> list[str]:
        """Return the parts of the key: port and queue, VLAN and member."""
        return self.key.split("|")

    @property
    def first_line(self) -> Source:
        """Return the line that opens the row."""
        return Source(self.source.file, self.source.line, self.source.line)

    def get(self, name: str) -> str:
        """Return the value of a field, an empty text where it is absent."""
        found = self.fields.get(name)
        return found.value if found else ""


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A piece of a file that is no row or field."""

    text: str
    because: str
    source: Source


@dataclass(eq=False, slots=True)
class Database:
    """The tables of one ASIC; `file` is the first file that holds any of it.

    `routing` is what `show runningconfiguration all` adds: the configuration of FRRouting as one text.
    """

    file: str
    routing: Field | None = None
    tables: dict[str, dict[str, Row]] = field(default_factory=dict)
    misplaced: list[Misplaced] = field(default_factory=list)

    def rows(self, *tables: str) -> Iterator[Row]:
        """Yield the rows of tables, in the order of the text."""
        for table in tables:
            yield from self.tables.get(table, {}).values()

    def row(self, table: str, key: str) -> Row | None:
        """Return one row, None where it is absent."""
        return self.tables.get(table, {}).get(key)

    @property
    def is_part(self) -> bool:
        """Return whether this is a part of a database, such as what `config qos reload` renders: it has no ports."""
        return not self.tables.get("PORT")

    def metadata(self, name: str) -> Field | None:
        """Return a field of `DEVICE_METADATA|localhost`."""
        row = self.row("DEVICE_METADATA", HOST)
        return row.fields.get(name) if row else None


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """What a file of JSON holds: databases by the name of their ASIC, and the text before and behind them.

    `after_line` is the number of the line where the text behind begins.
    """

    databases: dict[str, Database]
    before: str
    after: str
    after_line: int
    fault: str


def parse_database(file: str, text: str) -> ParsedFile:
    """Return the databases of a file, of which the JSON may stand among other lines. Never raises."""
    begins = _BEGINNING.search(text)
    start = begins.start() if begins else len(text)
    placed = parse_json(text[start:], text.count("\n", 0, start) + 1)
    filler = _Filler(file, placed)
    databases: dict[str, Database] = {}
    if isinstance(placed.value, tuple):
        filler.top(placed.value, databases)
    after_line = filler.lines(placed.first_step + steps_behind(placed.value)).end_line
    return ParsedFile(databases, text[:start], placed.rest, after_line, placed.fault)


class _Filler:
    """Puts members of JSON into rows."""

    def __init__(self, file: str, placed: PlacedJson) -> None:
        self._file = file
        self._placed = placed

    def lines(self, step: int, end_step: int = -1) -> Source:
        """Return the lines from the step of a value to that of its end."""
        placed = self._placed
        if not placed.first_lines:
            return Source(self._file, 0, 0)
        last = len(placed.first_lines) - 1
        first = placed.first_lines[min(step, last)]
        return Source(self._file, first, max(first, placed.last_lines[min(max(step, end_step), last)]))

    def top(self, members: Members, databases: dict[str, Database]) -> None:
        """Put the members of the whole text into databases."""
        step = self._placed.first_step
        if members and all(_NAMESPACE.fullmatch(name) for name, _ in members):
            for name, value, at in numbered(members, step):
                if isinstance(value, tuple):
                    self._tables(value, at, databases.setdefault(name, Database(self._file)))
            return
        database = Database(self._file)
        self._tables(members, step, database)
        asic = database.metadata("asic_name")
        named = _OF_ONE_ASIC.search(posixpath.basename(self._file))
        databases[asic.value.lower() if asic else f"asic{named[1]}" if named else HOST] = database

    def _tables(self, members: Members, step: int, database: Database) -> None:
        for name, value, at in numbered(members, step):
            table, bar, key = name.partition("|")
            if isinstance(value, tuple) and {"type", "ttl", "value"} <= {member for member, _ in value} and not bar:
                continue  # A key of Redis beside the tables.
            if name == _ROUTING and isinstance(value, str):
                database.routing = Field(value, self.lines(at))
            elif not isinstance(value, tuple):
                because = f"{name!r} is no table: a table holds rows"
                database.misplaced.append(Misplaced(f'"{name}"', because, self.lines(at)))
            elif bar:
                self._row(database, table, key, value, at)
            else:
                database.tables.setdefault(table, {})
                for row, fields, row_at in numbered(value, at):
                    self._row(database, table, row, fields, row_at)

    def _row(self, database: Database, table: str, key: str, value: Plain, step: int) -> None:
        if not isinstance(value, tuple):
            because = f"{table}|{key} is no row: a row holds fields"
            database.misplaced.append(Misplaced(f'"{key}"', because, self.lines(step)))
            return
        rows = database.tables.setdefault(table, {})
        place = self.lines(step, step + steps_behind(value))
        if key in rows:
            because = f"the row {table}|{key} is stated twice; the last one counts"
            database.misplaced.append(Misplaced(f'"{key}"', because, place))
        row = rows[key] = Row(table, key, place)
        for name, inner, at in numbered(value, step):
            if name == "value" and isinstance(inner, tuple):
                # A dump of Redis puts the fields below `value`, beside `type` and `ttl`.
                row.fields = {one: Field(_text(given), self.lines(where)) for one, given, where in numbered(inner, at)}
                return
            row.fields[name] = Field(_text(inner), self.lines(at))
        row.fields.pop("NULL", None)


def _text(value: Plain) -> str:
    """Return a value as text; a list is its items between commas."""
    if isinstance(value, list):
        return ",".join(text_of(one) for one in value if not isinstance(one, tuple | list))
    return "" if isinstance(value, tuple) else text_of(value)


def merge(into: Database, other: Database) -> bool:
    """Add the rows of another file of the same database; return whether it has rows that differ from those there."""
    differs = False
    for table, rows in other.tables.items():
        known = into.tables.setdefault(table, {})
        for key, row in rows.items():
            there = known.get(key)
            if there is None:
                known[key] = row
                continue
            for name, one in row.fields.items():
                differs |= name in there.fields and there.fields[name].value != one.value
                there.fields.setdefault(name, one)
    into.misplaced += other.misplaced
    return differs
