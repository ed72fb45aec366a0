"""The bounds and the Spectrum formula against every headroom table that SONiC ships."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roce_lint.tuning.headroom import cable_delay_bytes, certain_floor_bytes, headroom_floor_bytes
from roce_lint.tuning.spectrum_headroom import SPECTRUM, PeerResponse, SpectrumPort, spectrum_headroom


@dataclass(frozen=True, slots=True)
class Published:
    asic: str
    sku: str
    path: str
    speed_gbps: float
    length_m: float
    xoff_bytes: int
    xon_bytes: int
    size_bytes: int


@pytest.fixture(scope="module")
def published(shared: Path) -> list[Published]:
    with (shared / "reference/headroom_tables.csv").open(newline="", encoding="utf-8") as file:
        return [
            Published(
                row["asic"],
                row["hwsku"],
                row["path"],
                int(row["speed_mbps"]) / 1000,
                float(row["cable"].removesuffix("m")),
                int(row["xoff"]),
                int(row["xon"]),
                int(row["size_bytes"]),
            )
            for row in csv.DictReader(file)
            if not row["symlink_to"]
        ]


def test_shares_of_published_rows_below_each_bound(published: list[Published]) -> None:
    below: Counter[str] = Counter()
    for row in published:
        speed, length = row.speed_gbps, row.length_m
        below["cable"] += row.xoff_bytes < cable_delay_bytes(speed, length)
        below["cable and two frames of 1500"] += row.xoff_bytes < certain_floor_bytes(speed, length, 1500, 1500)
        below["floor of 1500"] += row.xoff_bytes < headroom_floor_bytes(speed, length, 1500)
        below["floor of 9216"] += row.xoff_bytes < headroom_floor_bytes(speed, length, 9216)
    assert len(published) == 3607
    assert below == {
        "cable": 24,
        "cable and two frames of 1500": 27,
        "floor of 1500": 80,
        "floor of 9216": 1009,
    }


def test_rows_below_their_own_cable_are_all_long_spectrum_links(published: list[Published]) -> None:
    short = [row for row in published if row.xoff_bytes < cable_delay_bytes(row.speed_gbps, row.length_m)]
    assert {row.asic.partition("-")[0] for row in short} == {"Spectrum"}
    assert min(row.length_m for row in short) == 1500
    assert len({row.sku for row in short}) == 9


def test_distinct_tables_below_certain_loss(published: list[Published]) -> None:
    tables: dict[str, list[Published]] = {}
    for row in published:
        tables.setdefault(row.path, []).append(row)
    distinct = {
        (rows[0].asic, tuple((row.speed_gbps, row.length_m, row.xoff_bytes) for row in rows))
        for rows in tables.values()
    }
    below = [
        (asic, speed, length)
        for asic, rows in distinct
        for speed, length, xoff in rows
        if xoff < certain_floor_bytes(speed, length, 9216, 4096)
    ]
    assert (len(distinct), len(below)) == (78, 32)


def worst_case_port(row: Published) -> SpectrumPort:
    return SpectrumPort(
        SPECTRUM[1], row.speed_gbps, row.length_m, small_packet_percent=100, response=PeerResponse.FIXED
    )


def worst_case_port_4(row: Published) -> SpectrumPort:
    return SpectrumPort(SPECTRUM[4], row.speed_gbps, row.length_m, port_mtu_bytes=9216, small_packet_percent=100)


def mixed_port_5(row: Published) -> SpectrumPort:
    return SpectrumPort(
        SPECTRUM[5],
        row.speed_gbps,
        row.length_m,
        port_mtu_bytes=9216,
        lossless_mtu_bytes=4096,
        small_packet_percent=50,
        shared_headroom_pool=True,
    )


SPECTRUM_TABLES = [
    pytest.param("ACS-MSN2700", worst_case_port, 15, 15, id="MSN2700"),
    pytest.param("ACS-SN2201", worst_case_port, 21, 18, id="SN2201"),
    pytest.param("ACS-SN5600", worst_case_port_4, 48, 48, id="SN5600"),
    pytest.param("Mellanox-SN5640-C512X2", mixed_port_5, 42, 42, id="SN5640-C512X2"),
    pytest.param("Mellanox-SN5640-C448O16", mixed_port_5, 36, 36, id="SN5640-C448O16"),
    pytest.param("Mellanox-SN5640-C512S2", mixed_port_5, 36, 36, id="SN5640-C512S2"),
]


@pytest.mark.parametrize(("sku", "port_of", "rows", "equal"), SPECTRUM_TABLES)
def test_spectrum_formula_reproduces_published_xoff(
    published: list[Published], sku: str, port_of: Callable[[Published], SpectrumPort], rows: int, equal: int
) -> None:
    errors = [spectrum_headroom(port_of(row)).xoff_bytes - row.xoff_bytes for row in published if row.sku == sku]
    assert (len(errors), errors.count(0)) == (rows, equal)
    assert max(abs(error) for error in errors) <= 1024


def test_spectrum_1_reserves_headroom_and_resume_level(published: list[Published]) -> None:
    for row in published:
        if row.sku != "ACS-MSN2700":
            continue
        profile = spectrum_headroom(worst_case_port(row))
        assert (profile.xon_bytes, profile.size_bytes) == (row.xon_bytes, row.size_bytes)


def test_eight_lanes_double_the_resume_level_of_spectrum_4(published: list[Published]) -> None:
    port = SpectrumPort(SPECTRUM[4], 800, 40, small_packet_percent=100, lanes=8)
    row = next(row for row in published if (row.sku, row.speed_gbps, row.length_m) == ("ACS-SN5600", 800, 40))
    profile = spectrum_headroom(port)
    assert (profile.xoff_bytes, profile.xon_bytes, profile.size_bytes) == (
        row.xoff_bytes,
        row.xon_bytes,
        row.size_bytes,
    )
