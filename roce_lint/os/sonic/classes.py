"""From the marking of a packet to its traffic class, and from the class to queue and priority group."""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT, Classification, DscpRewrite, TrafficClass
from roce_lint.model.terms import Trust
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
NumberMap = dict[int, Fact[int]]


class Maps:
    """The maps of a database by table and name, and what follows from them; equal parts are shared."""

    def __init__(self, database: Database, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._numbers: dict[int, NumberMap] = {}
        self._classifications: dict[tuple[int, int], Classification] = {}
        for row in database.rows(*_RANGES):
            self._numbers[id(row)] = self._read(row)

    def _read(self, row: Row) -> NumberMap:
        highest_key, highest = _RANGES[row.table]
        found: NumberMap = {}
        for key, stated in row.fields.items():
            if not key.isdecimal() or len(key) > 2 or int(key) > highest_key:
                because = f"a key of {row.table} is a number from 0 to {highest_key}"
                self._diagnostics.refused(f"{row.table}|{row.key} {key}", because, stated.source)
            else:
                found[int(key)] = number_of(stated, 0, highest, self._diagnostics, f"{row.table}|{row.key} {key}")
        return found

    def of(self, row: Row | None) -> NumberMap | None:
        """Return what a row maps, None for no row."""
        return self._numbers[id(row)] if row else None

    def classification(self, dscp: Row | None, dot1p: Row | None, place: Source) -> Classification:
        """Return the class of each marking."""
        at = None if dscp and dot1p else place
        key = (id(dscp), id(dot1p)) if at is None else (id(dscp), hash(place))
        found = self._classifications.get(key)
        if found is None:
            nothing: Fact[str] = defaults.CLASS_0.at(place)
            found = self._classifications[key] = Classification(
                self._table(dscp, DSCP_COUNT, place), self._table(dot1p, PRIORITY_COUNT, place), nothing
            )
        return found

    def _table(self, row: Row | None, size: int, place: Source) -> tuple[Fact[str], ...]:
        if row is None:
            return (defaults.CLASS_0.at(place),) * size
        unlisted, listed = defaults.UNLISTED_DSCP.at(row.first_line), self._numbers[id(row)]
        return tuple(_named(listed[number]) if number in listed else unlisted for number in range(size))

    def classes(
        self, queues: Row | None, groups: Row | None, pausing: dict[int, frozenset[int]], place: Source
    ) -> tuple[TrafficClass, ...]:
        """Return the traffic classes; `pausing` has the priorities that pause for each priority group."""
        return tuple(
            TrafficClass(
                str(number),
                self._queue(queues, number, place),
                self._priorities(groups, number, pausing, place),
                defaults.NO_CLASS_MTU.at(place),
            )
            for number in range(PRIORITY_COUNT)
        )

    def _queue(self, row: Row | None, number: int, place: Source) -> Fact[int]:
        if row is None:
            return defaults.QUEUE_0.at(place)
        listed = self._numbers[id(row)].get(number)
        if listed is not None and not isinstance(listed, Unknown) and listed.value >= PRIORITY_COUNT:
            return Unknown(f"queue {listed.value} is beyond the eight that are evaluated", listed.source)
        return listed or Unknown(f"{row.table}|{row.key} does not list traffic class {number}", row.first_line)

    def group(self, row: Row | None, number: int, place: Source) -> Fact[int]:
        """Return the priority group of a traffic class."""
        if row is None:
            return defaults.GROUP_0.at(place)
        listed = self._numbers[id(row)].get(number)
        return listed or Unknown(f"{row.table}|{row.key} does not list traffic class {number}", row.first_line)

    def _priorities(
        self, row: Row | None, number: int, pausing: dict[int, frozenset[int]], place: Source
    ) -> Fact[frozenset[int]]:
        group = self.group(row, number, place)
        if isinstance(group, Unknown):
            return group
        found = pausing.get(group.value, frozenset())
        return Stated(found, group.source) if found else defaults.NO_PAUSE_CLASS.at(group.source)

    def rewrites(self, row: Row | None) -> tuple[DscpRewrite, ...]:
        """Return the DSCP that each class leaves with."""
        return tuple(DscpRewrite(str(number), dscp) for number, dscp in sorted((self.of(row) or {}).items()))


def trust_of(dscp: Row | None, dot1p: Row | None, place: Source) -> Fact[Trust]:
    """Return which marking selects the class; `place` is where the maps are named, or would be."""
    if dscp is None and dot1p is None:
        return defaults.NO_TRUST.at(place)
    trust = Trust.DSCP_AND_PCP if dscp and dot1p else Trust.DSCP if dscp else Trust.PCP
    return Stated(trust, place)


def _named(number: Fact[int]) -> Fact[str]:
    return number if isinstance(number, Unknown) else Stated(str(number.value), number.source)
