"""Rows of tables in JSON as remedies look at them: what a row lacks, and what the rows of other ports have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps

from roce_lint.fix.case import Case, Draft, Maker
from roce_lint.fix.edit import Edit
from roce_lint.fix.json_text import JsonText
from roce_lint.model.fact import Unknown
from roce_lint.model.port import Port

_Row = dict[str, str]
OfPort = Callable[[Case, Port, JsonText], Draft | None]
"""Makes a draft for a port, in the file of the finding."""


def at_port(maker: OfPort) -> Maker:
    """Return what makes no draft where the finding is not of a port, or its file is no JSON."""

    @wraps(maker)
    def make(case: Case) -> Draft | None:
        port, database = case.port, case.shop.json(case.place.path)
        return maker(case, port, database) if port is not None and database is not None else None

    return make


def row(database: JsonText, *path: str) -> _Row:
    """Return the fields of a row that are text; none for a row that is absent."""
    found = database.get(*path)
    return {name: text for name, text in found.items() if isinstance(text, str)} if isinstance(found, dict) else {}


def with_field(database: JsonText, path: tuple[str, ...], value: str) -> Edit | None:
    """Return the edit that gives a field a value, whether it is stated or not."""
    return database.replaced(path, value) or database.added(path, value)


def peers(case: Case, port: Port) -> Iterator[Port]:
    """Yield the other ports of the device that run at the speed of a port."""
    if not isinstance(port.speed_gbps, Unknown):
        for other in case.device.ports:
            same = not isinstance(other.speed_gbps, Unknown) and other.speed_gbps.value == port.speed_gbps.value
            if same and other.name != port.name:
                yield other


def only(rows: Iterator[_Row]) -> _Row:
    """Return the row that all are equal to; an empty one where they differ or there is none."""
    distinct = {tuple(sorted(one.items())) for one in rows if one}
    return dict(distinct.pop()) if len(distinct) == 1 else {}


def row_keys(database: JsonText, table: str) -> tuple[str, ...]:
    """Return the keys of the rows of a table."""
    found = database.get(table)
    return tuple(found) if isinstance(found, dict) else ()


def with_fields(database: JsonText, path: tuple[str, ...], wanted: _Row) -> tuple[Edit, ...]:
    """Return the edits that make fields of a row what is wanted; none where one cannot be made."""
    own = row(database, *path)
    edits = [with_field(database, (*path, name), text) for name, text in wanted.items() if own.get(name) != text]
    made = tuple(edit for edit in edits if edit is not None)
    return made if len(made) == len(edits) else ()


def other_databases(case: Case) -> tuple[JsonText, ...]:
    """Return the databases of the other devices of the same system."""
    files = (one.source.file for one in case.shop.fabric.devices if one.os == case.device.os and one is not case.device)
    found = (case.shop.json(file) for file in files if file in case.shop.texts)
    return tuple(database for database in found if database is not None)
