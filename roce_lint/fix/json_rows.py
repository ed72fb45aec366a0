"""Rows of config_db.json as remedies look at them."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.fix.case import Case
from roce_lint.fix.edit import Edit
from roce_lint.fix.json_text import JsonText
from roce_lint.model.fact import Unknown
from roce_lint.model.port import Port

Row = dict[str, str]


def row(database: JsonText, *path: str) -> Row:
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


def only(rows: Iterator[Row]) -> Row:
    """Return the row that all are equal to; an empty one where they differ or there is none."""
    distinct = {tuple(sorted(one.items())) for one in rows if one}
    return dict(distinct.pop()) if len(distinct) == 1 else {}


def queue_key(database: JsonText, port: str, number: int) -> str:
    """Return the key of the row of QUEUE that holds for a queue: its own, or a range; empty where there is none."""
    for key in row_keys(database, "QUEUE"):
        name, _, span = key.rpartition("|")
        first, _, last = span.partition("-")
        if name == port and first.isdecimal() and int(first) <= number <= int(last if last.isdecimal() else first):
            return key
    return ""


def row_keys(database: JsonText, table: str) -> tuple[str, ...]:
    """Return the keys of the rows of a table."""
    found = database.get(table)
    return tuple(found) if isinstance(found, dict) else ()


def with_fields(database: JsonText, path: tuple[str, ...], wanted: Row) -> tuple[Edit, ...]:
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
