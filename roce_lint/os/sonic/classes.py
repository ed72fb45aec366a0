"""Maps: DSCP and PCP to traffic class, class to queue, priority group and DSCP, priority to queue and group."""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT
from roce_lint.model.qos_tables import QosMap
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.numbers import number_of
from roce_lint.text.json_rows import Row

_TO_CLASS = {"DSCP_TO_TC_MAP": (DSCP_COUNT - 1, 15), "DOT1P_TO_TC_MAP": (PRIORITY_COUNT - 1, 15)}
_TO_NUMBER = {
    "TC_TO_QUEUE_MAP": (15, 9),
    "TC_TO_PRIORITY_GROUP_MAP": (15, PRIORITY_COUNT - 1),
    "TC_TO_DSCP_MAP": (15, DSCP_COUNT - 1),
    "MAP_PFC_PRIORITY_TO_QUEUE": (PRIORITY_COUNT - 1, 9),
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": (PRIORITY_COUNT - 1, PRIORITY_COUNT - 1),
}
"""Highest key and value of each table of maps (sonic-yang-models)."""


def class_maps(database: Database, diagnostics: Diagnostics) -> dict[int, QosMap[str]]:
    """Return the maps of markings to traffic classes by the identity of their rows."""
    return {
        id(row): QosMap(
            f"{row.table}|{row.key}",
            row.first_line,
            {key: _named(value) for key, value in _numbers(row, *_TO_CLASS[row.table], diagnostics).items()},
            defaults.UNLISTED_DSCP.at(row.first_line),
        )
        for row in database.rows(*_TO_CLASS)
    }


def number_maps(database: Database, diagnostics: Diagnostics) -> dict[int, QosMap[int]]:
    """Return the other maps by the identity of their rows."""
    return {
        id(row): QosMap(f"{row.table}|{row.key}", row.first_line, _numbers(row, *_TO_NUMBER[row.table], diagnostics))
        for row in database.rows(*_TO_NUMBER)
    }


def _numbers(row: Row, highest_key: int, highest: int, diagnostics: Diagnostics) -> dict[int, Fact[int]]:
    found: dict[int, Fact[int]] = {}
    for key, stated in row.fields.items():
        if not key.isdecimal() or len(key) > 2 or int(key) > highest_key:
            because = f"a key of {row.table} is a number from 0 to {highest_key}"
            diagnostics.refused(f"{row.table}|{row.key} {key}", because, stated.source)
        else:
            found[int(key)] = number_of(stated, 0, highest, diagnostics, f"{row.table}|{row.key} {key}")
    return found


def _named(number: Fact[int]) -> Fact[str]:
    return number if isinstance(number, Unknown) else Stated(str(number.value), number.source)
