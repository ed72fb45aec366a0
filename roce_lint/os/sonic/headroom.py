"""The headroom that the buffer manager reserves by itself: the row of the platform's table for speed and cable.

The traditional model takes it from `pg_profile_lookup.ini`, and makes no lossless priority group for a pair that has no
row (sonic-swss cfgmgr/buffermgr.cpp). The dynamic model computes it from the same quantities.
"""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.dialect import HeadroomRow, SonicDialect
from roce_lint.os.sonic.side_files import HEADROOM
from roce_lint.platforms.catalog import platform_of_device_text
from roce_lint.platforms.datum import NotKnown
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.json_rows import Field, Row
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_METRES = lazy_pattern(r"(\d{1,6})m")


@dataclass(frozen=True, slots=True)
class TableHeadroom:
    """What the table gives for one port; `because` names platform, speed and cable, `source` states the cable."""

    xoff_bytes: int
    reserved_bytes: int
    resume_offset_bytes: int
    dynamic_th: int
    because: str
    source: Source


@dataclass(frozen=True, slots=True)
class NoHeadroom:
    """Why the buffer manager makes no lossless priority group, and the line that decides."""

    because: str
    source: Source


class HeadroomTable:
    """Looks headroom up for the ports of one database."""

    def __init__(self, database: Database) -> None:
        hwsku = database.metadata("hwsku")
        self._hwsku = hwsku.value if hwsku else ""
        found = platform_of_device_text("sonic", self._hwsku) if self._hwsku else None
        self.platform = found if isinstance(found, SwitchPlatform) else None
        self._switch = self._hwsku or "the platform"
        self._rows = tuple(_row_of_file(row) for row in database.rows(HEADROOM) if _is_whole(row))
        self._is_part = database.is_part and not database.tables.get("CABLE_LENGTH")
        self._has_file = HEADROOM in database.tables
        self._cables = {name: field for row in database.rows("CABLE_LENGTH") for name, field in row.fields.items()}

    @property
    def _table(self) -> Sequence[HeadroomRow] | None:
        """Return the rows of the file beside the database, else those of the catalogue; None where neither is there."""
        if self._has_file:
            return self._rows
        dialect = self.platform.dialect if self.platform else None
        if not isinstance(dialect, SonicDialect) or isinstance(dialect.headroom, NotKnown):
            return None
        return dialect.headroom.value

    def profile(self, port: str, speed: Fact[int]) -> tuple[str, str]:
        """Return the profile that the buffer manager gives a port in the traditional model, and for what.

        It takes the place of any other that BUFFER_PG names (cfgmgr/buffermgr.cpp, doSpeedUpdateTask). The first is
        empty where the platform's table has no row, both where it is not at hand.
        """
        cable = self._cables.get(port)
        metres = _METRES.fullmatch(cable.value) if cable else None
        rows = self._table
        if cable is None or metres is None or isinstance(speed, Unknown) or rows is None:
            return "", ""
        has_row = _rows_of(rows, speed.value, int(metres[1]))
        name = f"pg_lossless_{speed.value * 1000}_{cable.value}_profile"
        return name if has_row else "", f"{speed.value}G and {cable.value}"

    def cable(self, port: str) -> Field | None:
        """Return the length that is stated for a port's cable."""
        return self._cables.get(port)

    def cable_place(self, port: str, otherwise: Source) -> Source:
        """Return the line that states the length of a port's cable."""
        cable = self._cables.get(port)
        return cable.source if cable else otherwise

    def headroom(
        self, port: str, speed: Fact[int], is_dynamic: bool, place: Source
    ) -> TableHeadroom | NoHeadroom | Unknown:
        """Return the headroom of a port; unknown where the platform's table is not at hand."""
        cable = self._cables.get(port)
        if cable is None and self._is_part:
            return Unknown("CABLE_LENGTH is in another file", place)
        if cable is None:
            because = "CABLE_LENGTH does not list the port: the buffer manager makes no lossless priority group"
            return NoHeadroom(because, place)
        metres = _METRES.fullmatch(cable.value)
        if metres is None:
            return NoHeadroom(f"CABLE_LENGTH is a number of metres such as 40m, not {cable.value!r}", cable.source)
        if int(metres[1]) == 0:
            return NoHeadroom("a CABLE_LENGTH of 0m takes the lossless priority group away", cable.source)
        rows = self._table
        if rows is None:
            because = f"headroom follows from pg_profile_lookup.ini of {self._switch}, which is not known"
            return Unknown(because, cable.source)
        if isinstance(speed, Unknown):
            return Unknown(f"headroom follows from speed and cable, and {speed.because}", speed.source)
        of_pair = _rows_of(rows, speed.value, int(metres[1]))
        pair = f"{speed.value}G and {cable.value}"
        if not of_pair and is_dynamic:
            return Unknown(f"the dynamic buffer model computes headroom for {pair}", cable.source)
        if not of_pair:
            because = (
                f"pg_profile_lookup.ini of {self._switch} has no row for {pair}: no lossless priority group is made"
            )
            return NoHeadroom(because, cable.source)
        row = of_pair[0]
        reserved = row.size_bytes - row.xoff_bytes if row.size_bytes >= row.xoff_bytes else row.size_bytes
        because = f"pg_profile_lookup.ini of {self._switch} for {pair}"
        return TableHeadroom(row.xoff_bytes, reserved, row.xon_offset_bytes, row.dynamic_th, because, cable.source)


def _is_whole(row: Row) -> bool:
    cable = _METRES.fullmatch(row.get("cable"))
    numbers = [row.get(name) for name in ("speed", "size", "xon", "xoff")]
    return cable is not None and all(one.isdecimal() and len(one) < 12 for one in numbers)


def _row_of_file(row: Row) -> HeadroomRow:
    """Return a row of the file beside the database; its threshold is an exponent of two."""
    threshold, offset = row.get("threshold"), row.get("xon_offset")
    return HeadroomRow(
        speed_mbps=int(row.get("speed")),
        cable_m=int(row.get("cable").removesuffix("m")),
        size_bytes=int(row.get("size")),
        xon_bytes=int(row.get("xon")),
        xoff_bytes=int(row.get("xoff")),
        dynamic_th=int(threshold) if threshold.removeprefix("-").isdecimal() and len(threshold) < 3 else 0,
        xon_offset_bytes=int(offset) if offset.isdecimal() and len(offset) < 12 else 0,
    )


def _rows_of(rows: Sequence[HeadroomRow], speed_gbps: int, cable_m: int) -> list[HeadroomRow]:
    return [row for row in rows if (row.speed_mbps, row.cable_m) == (speed_gbps * 1000, cable_m)]
