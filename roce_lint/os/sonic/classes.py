"""Maps: DSCP and PCP to traffic class, class to queue, priority group and DSCP, priority to queue and group."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact
from roce_lint.model.logic import map_fact
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT
from roce_lint.model.qos_tables import Key, QosMap, T
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.numbers import number_of
from roce_lint.text.json_rows import Row

_RANGES = {
    "DSCP_TO_TC_MAP": (DSCP_COUNT - 1, 15),
    "DOT1P_TO_TC_MAP": (PRIORITY_COUNT - 1, 15),
    "TC_TO_QUEUE_MAP": (15, 9),
    "TC_TO_PRIORITY_GROUP_MAP": (15, PRIORITY_COUNT - 1),
    "TC_TO_DSCP_MAP": (15, DSCP_COUNT - 1),
    "MAP_PFC_PRIORITY_TO_QUEUE": (PRIORITY_COUNT - 1, 9),
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": (PRIORITY_COUNT - 1, PRIORITY_COUNT - 1),
}
"""Highest key and value of each table of maps (sonic-yang-models)."""


class Maps:
    """The maps of a database by the identity of the rows that define them."""

    def __init__(self, database: Database, diagnostics: Diagnostics) -> None:
        def listed(*tables: str) -> list[tuple[Row, dict[int, Fact[int]]]]:
            return [(row, _numbers(row, diagnostics)) for row in database.rows(*tables)]

        self.classes_of_markings = {
            id(row): _map(row, {key: map_fact(str, one) for key, one in found.items()}, _unlisted(row))
            for row, found in listed("DSCP_TO_TC_MAP", "DOT1P_TO_TC_MAP")
        }
        self.of_classes = {
            id(row): _map(row, {str(key): one for key, one in sorted(found.items())})
            for row, found in listed("TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP", "TC_TO_DSCP_MAP")
        }
        self.queues_of_priorities = {
            id(row): _map(row, {key: map_fact(_only, one) for key, one in found.items()})
            for row, found in listed("MAP_PFC_PRIORITY_TO_QUEUE")
        }
        self.groups_of_priorities = {
            id(row): _map(row, found) for row, found in listed("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP")
        }


def _map(row: Row, entries: Mapping[Key, Fact[T]], unlisted: Fact[T] | None = None) -> QosMap[Key, T]:
    return QosMap(f"{row.table}|{row.key}", row.first_line, entries, unlisted)


def _unlisted(row: Row) -> Fact[str]:
    return defaults.UNLISTED_DSCP.at(row.first_line)


def _only(number: int) -> frozenset[int]:
    return frozenset({number})


def _numbers(row: Row, diagnostics: Diagnostics) -> dict[int, Fact[int]]:
    highest_key, highest = _RANGES[row.table]
    found: dict[int, Fact[int]] = {}
    for key, stated in row.fields.items():
        if not key.isdecimal() or len(key) > 2 or int(key) > highest_key:
            because = f"a key of {row.table} is a number from 0 to {highest_key}"
            diagnostics.refused(f"{row.table}|{row.key} {key}", because, stated.source)
        else:
            found[int(key)] = number_of(stated, 0, highest, diagnostics, f"{row.table}|{row.key} {key}")
    return found
