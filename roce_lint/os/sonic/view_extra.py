"""SONiC: lines of the user's own, which are rows of tables or lines of frr.conf."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from roce_lint.errors import ExtraLineError
from roce_lint.intent.view import SwitchView
from roce_lint.os.sonic.view_ports import Table

Fields = Mapping[str, "str | list[str]"]
"""The fields of a row; those of real databases have lists besides texts."""
_ROW = re.compile(r"([A-Z][A-Z0-9_]*)\|(\S+) +(\{.*\})")


def extra_rows(view: SwitchView) -> dict[str, dict[str, dict[str, str | list[str]]]]:
    """Return the rows that `TABLE|key {"field": "value"}` adds, and the fields that `{...}` adds to a port.

    Raises ExtraLineError for what is no JSON object of texts and lists of them, and for a line of a port that is none.
    """
    found: dict[str, dict[str, dict[str, str | list[str]]]] = {}
    for line in view.extra:
        if row := _ROW.fullmatch(line.strip()):
            found.setdefault(row[1], {}).setdefault(row[2], {}).update(_fields(row[3], line))
    for extra in view.port_extra:
        for line in extra.lines:
            found.setdefault("PORT", {}).setdefault(extra.port, {}).update(_fields(line.strip(), line))
    return found


def extra_frr_lines(view: SwitchView) -> tuple[str, ...]:
    """Return the lines that are no rows of a table; they stand at the end of frr.conf."""
    return tuple(line for line in view.extra if not _ROW.fullmatch(line.strip()))


def with_rows(
    tables: Mapping[str, Table], added: Mapping[str, Mapping[str, Fields]]
) -> dict[str, Mapping[str, Fields]]:
    """Return the tables with rows added; a field that is there already has the value that is added."""
    merged: dict[str, Mapping[str, Fields]] = dict(tables)
    for name, rows in added.items():
        table = dict(merged.get(name, {}))
        for key, fields in rows.items():
            table[key] = {**table.get(key, {}), **fields}
        merged[name] = table
    return merged


def _fields(text: str, line: str) -> dict[str, str | list[str]]:
    """Return the fields of a row, the JSON object `text` in a line of the user's own."""
    try:
        fields = json.loads(text)
    except ValueError:
        fields = None
    if not isinstance(fields, dict) or not all(map(_is_value, fields.values())):
        form = 'write {"field": "value"} for a port, and TABLE|key {"field": "value"} for the switch'
        raise ExtraLineError(line, f"{line.strip()!r} adds nothing to a table of SONiC; {form}")
    return fields


def _is_value(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))
