"""Headroom as SONiC computes it on NVIDIA Spectrum, to the byte: what such a switch will really reserve."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.tuning.headroom import LIGHT_M_PER_S, MIN_FRAME_BYTES
from roce_lint.tuning.pause import pause_response_bytes
from roce_lint.values import dataclass

KIB = 1024
MAC_PHY_DELAY_BYTES = Fraction(8, 10) * KIB
COMPENSATION_BYTES = 2 * KIB


@dataclass(frozen=True, slots=True)
class SpectrumAsic:
    """The constants of one Spectrum generation. Source: SONiC asic_table.j2 and buffer_headroom_mellanox.lua."""

    generation: int
    cell_bytes: int
    pipeline_latency_kib: int
    tile_bytes_per_gbps: int
    extra_xoff_bytes: int


SPECTRUM: Mapping[int, SpectrumAsic] = MappingProxyType(
    {
        1: SpectrumAsic(1, 96, 19, 0, 0),
        2: SpectrumAsic(2, 144, 19, 0, 0),
        3: SpectrumAsic(3, 144, 19, 0, 0),
        4: SpectrumAsic(4, 192, 19, 15, 0),
        5: SpectrumAsic(5, 192, 19, 15, 0),
        6: SpectrumAsic(6, 256, 42, 0, 18 * KIB),
    }
)


class PeerResponse(Enum):
    """Which reaction time of the peer is counted."""

    BY_SPEED = "pause quanta of the speed"
    FIXED = "3.8 KiB at any speed, as in tables older than the quanta"


FIXED_RESPONSE_BYTES = Fraction(38, 10) * KIB


@dataclass(frozen=True, slots=True)
class SpectrumPort:
    """The inputs of the formula for one port.

    `small_packet_percent` and `lossless_mtu_bytes` are SONiC's LOSSLESS_TRAFFIC_PATTERN (defaults 50 and 1024);
    `gearbox_delay` is 400 on an MSN3800, otherwise 0; `lanes` matters when it is 8.
    """

    asic: SpectrumAsic
    speed_gbps: float
    length_m: float
    port_mtu_bytes: int = 9100
    lossless_mtu_bytes: int = 1024
    small_packet_percent: int = 50
    gearbox_delay: int = 0
    lanes: int = 4
    shared_headroom_pool: bool = False
    response: PeerResponse = PeerResponse.BY_SPEED

    def __post_init__(self) -> None:
        """Raise ValueError for sizes, lengths or percentages out of range."""
        require_positive("speed_gbps", self.speed_gbps)
        require_not_negative("length_m", self.length_m)
        require_positive("port_mtu_bytes", self.port_mtu_bytes)
        require_positive("lossless_mtu_bytes", self.lossless_mtu_bytes)
        require_not_negative("gearbox_delay", self.gearbox_delay)
        if not 0 <= self.small_packet_percent <= 100:
            raise ValueError(f"small_packet_percent is {self.small_packet_percent}; it must be 0 to 100")


@dataclass(frozen=True, slots=True)
class SpectrumHeadroom:
    """What SONiC writes in the buffer profile: headroom, resume level, reserved size."""

    xoff_bytes: int
    xon_bytes: int
    size_bytes: int


def worst_case_cells(cell_bytes: int) -> int:
    """Return the cell waste of the smallest frames as SONiC rounds it: a whole number.

    Source: SONiC buffer_headroom_mellanox.lua.
    """
    if cell_bytes > 2 * MIN_FRAME_BYTES:
        return math.ceil(Fraction(cell_bytes, MIN_FRAME_BYTES))
    return math.ceil(Fraction(2 * cell_bytes, 1 + cell_bytes))


def cell_occupancy(asic: SpectrumAsic, small_packet_percent: int, lossless_mtu_bytes: int) -> Fraction:
    """Return buffer bytes for each byte in flight, for a share of 64-byte frames.

    SONiC's share is not multiplied by the percentage once more, so it errs to the safe side.
    Source: SONiC buffer_headroom_mellanox.lua.
    """
    mean = Fraction(small_packet_percent * MIN_FRAME_BYTES + (100 - small_packet_percent) * lossless_mtu_bytes, 100)
    share = 100 * MIN_FRAME_BYTES / mean
    return (100 - share + share * worst_case_cells(asic.cell_bytes)) / 100


def bytes_in_flight(port: SpectrumPort) -> Fraction:
    """Return what arrives after the pause: own frame, cable, gearbox, MAC and PHY, peer's response, tile."""
    speed_gbps = Fraction(port.speed_gbps)
    cable = 2 * Fraction(port.length_m) * speed_gbps * 10**9 / LIGHT_M_PER_S / 8
    gearbox = speed_gbps * 1000 * port.gearbox_delay / (8 * KIB)
    fixed = port.response is PeerResponse.FIXED
    response = FIXED_RESPONSE_BYTES if fixed else Fraction(pause_response_bytes(port.speed_gbps))
    tile = speed_gbps * port.asic.tile_bytes_per_gbps
    return port.port_mtu_bytes + cable + 2 * gearbox + MAC_PHY_DELAY_BYTES + response + tile


def spectrum_headroom(port: SpectrumPort) -> SpectrumHeadroom:
    """Return the buffer profile that SONiC's dynamic model gives a lossless priority on Spectrum.

    Raises ValueError for a speed without pause quanta (SONiC falls back to 3.8 KiB there, far too little).
    Source: SONiC buffer_headroom_mellanox.lua, sonic-swss e6b0c5b5.
    """
    flight = bytes_in_flight(port)
    occupancy = cell_occupancy(port.asic, port.small_packet_percent, port.lossless_mtu_bytes)
    xoff = _ceil_kib(port.lossless_mtu_bytes + flight * occupancy) + port.asic.extra_xoff_bytes
    if not port.shared_headroom_pool and port.small_packet_percent != 100:
        full = _ceil_kib(port.lossless_mtu_bytes + flight * worst_case_cells(port.asic.cell_bytes))
        if xoff + COMPENSATION_BYTES < full:
            xoff += COMPENSATION_BYTES
    eight_lanes = port.lanes == 8
    xon = port.asic.pipeline_latency_kib * KIB * (2 if eight_lanes else 1)
    size = xon if port.shared_headroom_pool else xoff + xon + (port.port_mtu_bytes if eight_lanes else 0)
    return SpectrumHeadroom(xoff, xon, _ceil_kib(Fraction(size)))


def _ceil_kib(size_bytes: Fraction) -> int:
    return math.ceil(size_bytes / KIB) * KIB
