"""The configuration database of SONiC, whatever form a file has.

A file holds tables of rows (`config_db.json`, `show runningconfiguration all`), rows under names such as
`TABLE|key` (dumps of Redis), or the databases of several ASICs under `localhost`, `asic0`, ...
"""

from __future__ import annotations

import posixpath

from roce_lint.text.json_places import Members, numbered, parse_json, steps_behind
from roce_lint.text.json_rows import Field, MisplacedPiece, Row, RowReader, Tables
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

HOST = "localhost"
"""The database that a device with one ASIC has alone."""
_NAMESPACE = lazy_pattern(r"localhost|asic\d{1,2}")
_OF_ONE_ASIC = lazy_pattern(r"config_?db(\d{1,2})(?!\d)")
_ROUTING = "bgpraw"
_BEGINNING = lazy_pattern(r"^[ \t]*\{", 8)
_OF_REDIS = {"type", "ttl", "value"}
"""What a dump of Redis has of each row, its fields below `value`."""


@dataclass(eq=False, slots=True)
class Database(Tables):
    """The tables of one ASIC.

    `routing` is what `show runningconfiguration all` adds: the configuration of FRRouting as one text.
    `has_ports_of_sku`: its ports are those of the hardware SKU, of which nothing says whether they are up.
    """

    routing: Field | None = None
    has_ports_of_sku: bool = False

    @property
    def is_part(self) -> bool:
        """Return whether this is a part of a database, such as what `config qos reload` renders: it has no ports."""
        return self.has_ports_of_sku or not self.tables.get("PORT")

    def metadata(self, name: str) -> Field | None:
        """Return a field of `DEVICE_METADATA|localhost`."""
        return stated(self.row("DEVICE_METADATA", HOST), name)


def stated(row: Row | None, name: str) -> Field | None:
    """Return a field of a row, None where there is no row or it has no such field."""
    return row.fields.get(name) if row else None


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """What a file of JSON holds: databases by the name of their ASIC, and the text behind them.

    `after_line` is the number of the line where the text behind begins.
    """

    databases: dict[str, Database]
    after: str
    after_line: int
    fault: str


def parse_database(file: str, text: str) -> ParsedFile:
    """Return the databases of a file, of which the JSON may stand among other lines. Never raises."""
    begins = _BEGINNING.search(text)
    start = begins.start() if begins else len(text)
    placed = parse_json(text[start:], text.count("\n", 0, start) + 1)
    reader = RowReader(file, placed, inner="value")
    databases: dict[str, Database] = {}
    members, step = placed.value, placed.first_step
    if isinstance(members, tuple) and members and all(_NAMESPACE.fullmatch(name) for name, _ in members):
        for name, value, at in numbered(members, step):
            if not isinstance(value, tuple):
                continue
            database = Database(file)
            if name in databases:
                because = f"the database {name} is stated twice; the last one counts"
                database.misplaced.append(MisplacedPiece(f'"{name}"', because, reader.lines(at)))
            databases[name] = _filled(database, value, at, reader)
    elif isinstance(members, tuple):
        database = _filled(Database(file), members, step, reader)
        asic, named = database.metadata("asic_name"), _OF_ONE_ASIC.search(posixpath.basename(file))
        databases[asic.value.lower() if asic else f"asic{named[1]}" if named else HOST] = database
    after_line = reader.lines(step + steps_behind(members)).end_line
    return ParsedFile(databases, placed.rest, after_line, placed.fault)


def _filled(database: Database, members: Members, step: int, reader: RowReader) -> Database:
    for name, value, at in numbered(members, step):
        table, bar, key = name.partition("|")
        if name == _ROUTING and isinstance(value, str):
            database.routing = Field(value, reader.lines(at))
        elif bar and isinstance(value, tuple):
            reader.row(database, table, key, value, at)
        # A key of Redis may stand beside the tables.
        elif bar or not (isinstance(value, tuple) and {member for member, _ in value} >= _OF_REDIS):
            reader.table(database, name, value, at)
    for row in database.rows(*database.tables):
        row.fields.pop("NULL", None)
    return database
