from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.intent.quantity import KNOWN_SPEEDS_GBPS
from roce_lint.tuning import headroom as h
from roce_lint.tuning.headroom import mlx5_driver_headroom_bytes
from roce_lint.tuning.pause import PAUSE_QUANTA, pause_response_bytes
from roce_lint.tuning.spectrum_headroom import SPECTRUM, SpectrumHeadroom, SpectrumPort, spectrum_headroom

speeds = st.sampled_from([one for one in KNOWN_SPEEDS_GBPS if one in PAUSE_QUANTA])
lengths = st.floats(0, 100_000)
mtus = st.integers(64, 9216)
cells = st.integers(32, 1024)


@given(speeds, speeds, lengths, lengths)
def test_cable_delay_grows_with_speed_and_length(speed: int, other: int, length: float, further: float) -> None:
    slow, fast = sorted((speed, other))
    short, long = sorted((length, further))
    assert h.cable_delay_bytes(slow, short) <= h.cable_delay_bytes(fast, long)


@given(speeds, speeds, lengths, lengths, mtus, mtus)
def test_floor_grows_with_speed_length_and_mtu(
    speed: int, other: int, length: float, further: float, mtu: int, larger: int
) -> None:
    low = h.headroom_floor_bytes(min(speed, other), min(length, further), min(mtu, larger))
    assert low <= h.headroom_floor_bytes(max(speed, other), max(length, further), max(mtu, larger))


@given(speeds, lengths, mtus, mtus)
def test_bounds_stand_in_order(speed: int, length: float, mtu: int, larger: int) -> None:
    lossless, port = sorted((mtu, larger))
    floor = h.ieee_floor_bytes(speed, length, port, lossless)
    assert h.cable_delay_bytes(speed, length) < h.certain_floor_bytes(speed, length, port, lossless) < floor


@given(cells, st.integers(64, 9216))
def test_no_frame_wastes_more_than_the_cell_factor(cell: int, frame: int) -> None:
    occupied = -(-frame // cell) * cell
    assert Fraction(occupied, frame + h.FRAME_GAP_BYTES) <= h.cell_factor(cell)


@pytest.mark.parametrize("cell", [208, 254, 256, 318, 420])
def test_large_cells_are_wasted_by_the_smallest_frame(cell: int) -> None:
    assert h.cell_factor(cell) == Fraction(cell, 84)


def test_ieee_floor_of_400g_over_40_m_adds_response_and_pause_frame() -> None:
    assert h.ieee_floor_bytes(400, 40, 9216, 4200) == 20203 + 9216 + 4200 + 124 + 57920


@pytest.mark.parametrize("speed", [0, -100, 450, 1600, float("nan")], ids=str)
def test_unknown_speed_is_refused(speed: float) -> None:
    with pytest.raises(ValueError, match=r"speed_gbps is .*; (known speeds are 0.1, 1, 10, 25|it must be above 0)"):
        h.headroom_floor_bytes(speed, 40, 9216)


@pytest.mark.parametrize(
    ("pool", "percent", "expected"),
    [
        pytest.param(True, 50, SpectrumHeadroom(117760, 19456, 19456), id="shared pool reserves the resume level only"),
        pytest.param(False, 50, SpectrumHeadroom(119808, 19456, 139264), id="2 KiB more without a pool"),
        pytest.param(False, 100, SpectrumHeadroom(283648, 19456, 303104), id="64-byte frames only"),
    ],
)
def test_spectrum_4_at_400g_over_40_m(pool: bool, percent: int, expected: SpectrumHeadroom) -> None:
    port = SpectrumPort(
        SPECTRUM[4], 400, 40, port_mtu_bytes=9216, small_packet_percent=percent, shared_headroom_pool=pool
    )
    assert spectrum_headroom(port) == expected


@given(
    st.sampled_from(sorted(SPECTRUM)), speeds, lengths, st.integers(0, 100), st.booleans(), st.sampled_from([0, 400])
)
def test_spectrum_headroom_is_whole_kibibytes_above_its_flight(
    generation: int, speed: int, length: float, percent: int, pool: bool, gearbox: int
) -> None:
    port = SpectrumPort(
        SPECTRUM[generation],
        speed,
        length,
        small_packet_percent=percent,
        shared_headroom_pool=pool,
        gearbox_delay=gearbox,
    )
    profile = spectrum_headroom(port)
    assert profile.xoff_bytes % 1024 == profile.xon_bytes % 1024 == profile.size_bytes % 1024 == 0
    assert profile.xoff_bytes >= h.cable_delay_bytes(speed, length) + port.port_mtu_bytes + pause_response_bytes(speed)


def test_spectrum_refuses_a_speed_that_sonic_would_guess() -> None:
    with pytest.raises(ValueError, match="speed_gbps is 1600; known speeds are"):
        spectrum_headroom(SpectrumPort(SPECTRUM[6], 1600, 40))


def test_mlx5_driver_truncates_and_assumes_40g_at_least() -> None:
    assert mlx5_driver_headroom_bytes(400, 9216, 40) == 179_867
    assert mlx5_driver_headroom_bytes(25, 9216) == mlx5_driver_headroom_bytes(40, 9216) == 37_707
