"""The fields of config_db.json, and the lines of frr.conf, one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from roce_lint.os.industry_cli import config_lines as frr
from roce_lint.os.sonic.database import HOST, parse_database
from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document
from roce_lint.text.lines import parse_lines
from roce_lint.values import replace

_PORT, _LENGTHS = "PORT", "CABLE_LENGTH"
_METRES = re.compile(r"([0-9]{1,5})m")
_ROW = 2


def config_lines(document: Document) -> tuple[ConfigLine, ...]:
    """Return the fields as table, key, name and value, a list as JSON; those of several ASICs below the ASIC's name."""
    if not _is_database(document):
        return frr.lines_in(parse_lines(document.text), document.text, document.text)
    return tuple(_fields(document))


def _is_database(document: Document) -> bool:
    return document.text.lstrip().startswith("{")


def _fields(document: Document) -> Iterator[ConfigLine]:
    for asic, database in parse_database(document.path, document.text).databases.items():
        before = () if asic == HOST else (asic,)
        for table, rows in database.tables.items():
            for key, row in rows.items():
                for name, one in row.fields.items():
                    value = json.dumps(one.value.split(",")) if one.is_list else one.value
                    yield ConfigLine((*before, table, key, name, value), one.source.line)
                if not row.fields:
                    yield ConfigLine((*before, table, key), row.source.line)


def without_lines(document: Document, removed: Sequence[ConfigLine]) -> Document:
    """Return the database without some of its fields, or the lines of frr.conf without some."""
    if not _is_database(document):
        return frr.without_lines(document, removed)
    gone = set(removed)
    databases: dict[str, dict[str, dict[str, dict[str, object]]]] = {}
    for one in config_lines(document):
        if one in gone:
            continue
        asic, path = ("", one.path) if one.path[0].isupper() else (one.path[0], one.path[1:])
        database = databases.setdefault(asic, {})
        row = database.setdefault(path[0], {}).setdefault(path[1], {})
        row |= {path[_ROW]: _plain(path[_ROW + 1])} if len(path) > _ROW else {}
    tables: object = databases.get("", {}) if databases.keys() <= {""} else databases
    return replace(document, text=json.dumps(tables, indent=1), original=b"")


def _plain(value: str) -> object:
    return json.loads(value) if value.startswith('["') else value


def extra_lines(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return rows as `TABLE|key {"field": "value"}`, and lines of frr.conf as they are."""
    rows: dict[LinePath, dict[str, object]] = {}
    lines: list[LinePath] = []
    for path in paths:
        if _is_field(path):
            rows.setdefault(path[:_ROW], {}).update({path[_ROW]: _plain(path[_ROW + 1])} if len(path) > _ROW else {})
        else:
            lines.append(path)
    found = [f"{table}|{key} {json.dumps(fields, ensure_ascii=False)}" for (table, key), fields in rows.items()]
    return (*found, *frr.extra_lines(lines))


def _is_field(path: LinePath) -> bool:
    """Say whether a path is of the database; lines of FRRouting begin with small letters."""
    return len(path) in (_ROW, _ROW + 2) and path[0].isupper() and " " not in path[0]


def port_line(path: LinePath) -> tuple[str, LinePath] | None:
    """Return the port that a field of its row in PORT is of, and the field; None for any other."""
    return (path[1], path[_ROW:]) if _is_field(path) and path[0] == _PORT and len(path) > _ROW else None


def port_extra(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return the fields of a port's row as one object."""
    return (json.dumps({name: _plain(value) for name, value in paths}, ensure_ascii=False),)


def cable_length(path: LinePath) -> tuple[str, int] | None:
    """Return port and metres of a field of CABLE_LENGTH; None for any other field, and for what is no length."""
    if len(path) != _ROW + 2 or path[0] != _LENGTHS or not (found := _METRES.fullmatch(path[_ROW + 1])):
        return None
    return path[_ROW], int(found[1])
