"""Tables of rows of fields in JSON, each row and field with its lines."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.text.json_places import Members, PlacedJson, Plain, numbered, steps_behind, text_of
from roce_lint.text.source import Source
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a row; a list is its items between commas."""

    value: str
    source: Source
    is_list: bool = False


@dataclass(eq=False, slots=True)
class Row:
    """One row of a table: its lines, and its fields by name."""

    table: str
    key: str
    source: Source
    fields: dict[str, Field] = field(default_factory=dict)

    @property
    def keys(self) -> list[str]:
        """Return the parts of the key, between bars."""
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
class MisplacedPiece:
    """A piece of a file that is no row or field."""

    text: str
    because: str
    source: Source


@dataclass(eq=False, slots=True)
class Tables:
    """Tables by name, and their rows by key; `file` is the first file that holds any of it."""

    file: str
    tables: dict[str, dict[str, Row]] = field(default_factory=dict)
    misplaced: list[MisplacedPiece] = field(default_factory=list)

    def rows(self, *tables: str) -> Iterator[Row]:
        """Yield the rows of tables, in the order of the text."""
        for table in tables:
            yield from self.tables.get(table, {}).values()

    def row(self, table: str, key: str) -> Row | None:
        """Return one row, None where it is absent."""
        return self.tables.get(table, {}).get(key)

    def merge(self, other: Tables) -> bool:
        """Add the rows of another file of the same tables; return whether it has rows that differ from those there."""
        differs = False
        for table, rows in other.tables.items():
            known = self.tables.setdefault(table, {})
            for key, row in rows.items():
                there = known.setdefault(key, row)
                for name, one in row.fields.items():
                    differs |= there.fields.setdefault(name, one).value != one.value
        self.misplaced += other.misplaced
        return differs


class RowReader:
    """Puts members of JSON into rows of tables; `inner`: a member that holds the fields of a row, if it is there."""

    def __init__(self, file: str, placed: PlacedJson, inner: str) -> None:
        self._file = file
        self._placed = placed
        self._inner = inner
        self._whole: set[tuple[int, str]] = set()

    def lines(self, step: int, end_step: int = -1) -> Source:
        """Return the lines from the step of a value to that of its end."""
        placed = self._placed
        if not placed.first_lines:
            return Source(self._file, 0, 0)
        last = len(placed.first_lines) - 1
        first = placed.first_lines[min(step, last)]
        return Source(self._file, first, max(first, placed.last_lines[min(max(step, end_step), last)]))

    def table(self, into: Tables, name: str, rows: Plain, step: int) -> None:
        """Put a table of rows into `into`."""
        if not isinstance(rows, tuple):
            self._misplace(into, name, f"{name!r} is no table: a table holds rows", self.lines(step))
            return
        if (id(into), name) in self._whole:
            self._misplace(into, name, f"the table {name} is stated twice; the last one counts", self.lines(step))
            into.tables[name] = {}
        self._whole.add((id(into), name))
        into.tables.setdefault(name, {})
        for key, fields, at in numbered(rows, step):
            self.row(into, name, key, fields, at)

    def row(self, into: Tables, table: str, key: str, value: Plain, step: int) -> None:
        """Put a row of a table into `into`."""
        if not isinstance(value, tuple):
            self._misplace(into, key, f"{table}|{key} is no row: a row holds fields", self.lines(step))
            return
        rows = into.tables.setdefault(table, {})
        place = self.lines(step, step + steps_behind(value))
        if key in rows:
            self._misplace(into, key, f"the row {table}|{key} is stated twice; the last one counts", place)
        rows[key] = Row(table, key, place, dict(self._fields(value, step)))

    def _fields(self, members: Members, step: int) -> Iterator[tuple[str, Field]]:
        for name, value, at in numbered(members, step):
            if name == self._inner and isinstance(value, tuple):
                members, step = value, at
        for name, value, at in numbered(members, step):
            yield name, Field(_text(value), self.lines(at), isinstance(value, list))

    @staticmethod
    def _misplace(into: Tables, text: str, because: str, place: Source) -> None:
        into.misplaced.append(MisplacedPiece(f'"{text}"', because, place))


def _text(value: Plain) -> str:
    """Return a value as text; a list is its items between commas."""
    if isinstance(value, list):
        return ",".join(text_of(one) for one in value if not isinstance(one, tuple | list))
    return "" if isinstance(value, tuple) else text_of(value)
