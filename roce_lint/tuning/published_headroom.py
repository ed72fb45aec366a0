"""Headroom that vendors publish: bytes by chip, model, speed and length of the cable.

The tables are those of `pg_profile_lookup.ini` in SONiC (sonic-net/sonic-buildimage, Apache License 2.0), for cables up
to 2 km. Rows of a slower speed that merely repeat those of a faster one (two tables of the 7060X6-64PE-B) are left out.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

from roce_lint.values import dataclass

TABLES = Path(__file__).resolve().parent / "data" / "published_headroom.csv"

SOURCE = "SONiC sonic-buildimage, pg_profile_lookup.ini"


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """The headroom of one speed in one published table; `models` are the switches of the catalogue that it is for.

    `rows` are pairs of metres and bytes, the shortest cable first.
    """

    chip: str
    models: tuple[str, ...]
    name: str
    speed_gbps: float
    rows: tuple[tuple[float, int], ...]

    @property
    def longest_m(self) -> float:
        """Return the length of the longest cable of the table."""
        return self.rows[-1][0]

    @property
    def depends_on_cable(self) -> bool:
        """Return whether a longer cable has more headroom; other tables repeat one number, whatever the cable."""
        return len(self.rows) > 1 and self.rows[-1][1] != self.rows[-2][1]

    def covers(self, length_m: float) -> bool:
        """Return whether the table has a cable at least that long."""
        return length_m <= self.longest_m

    def bytes_at(self, length_m: float) -> Fraction:
        """Return the headroom for a cable: of the row, between two rows in proportion, below the first row its own.

        What is in flight grows in proportion to the cable. Raises ValueError for a cable longer than the table has.
        """
        if not self.covers(length_m):
            raise ValueError(f"{self.name} ends at {self.longest_m:g} m; {length_m:g} m is longer")
        shorter = self.rows[0]
        for longer in self.rows:
            if longer[0] >= length_m:
                break
            shorter = longer
        if longer[0] == shorter[0] or length_m <= shorter[0]:
            return Fraction(shorter[1])
        part = (Fraction(length_m) - Fraction(shorter[0])) / (Fraction(longer[0]) - Fraction(shorter[0]))
        return shorter[1] + part * (longer[1] - shorter[1])


@functools.cache
def published_tables() -> tuple[PublishedTable, ...]:
    """Return every table, by chip and model."""
    with TABLES.open(newline="", encoding="utf-8") as file:
        return tuple(
            PublishedTable(chip, tuple(models.split()), name, float(speed), _rows(cells))
            for chip, models, name, speed, cells in _lines(file)
        )


@functools.cache
def tables_of(chip: str, speed_gbps: float) -> tuple[PublishedTable, ...]:
    """Return the tables of a chip at a speed; none for a chip or a speed that nobody publishes."""
    return tuple(table for table in published_tables() if table.chip == chip and table.speed_gbps == speed_gbps)


@functools.cache
def chips() -> tuple[str, ...]:
    """Return the names of the chips with tables, the longest first."""
    return tuple(sorted({table.chip for table in published_tables()}, key=lambda name: (-len(name), name)))


def _lines(file: Iterable[str]) -> Iterator[list[str]]:
    import csv  # 2 ms, needed where headroom is looked up only

    lines = csv.reader(file)
    next(lines)
    return lines


def _rows(cells: str) -> tuple[tuple[float, int], ...]:
    pairs = (cell.split(":") for cell in cells.split())
    return tuple((float(length), int(size)) for length, size in pairs)
