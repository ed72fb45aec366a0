"""Floors of PFC headroom: what still arrives after a pause is sent, by physics and by the standards."""

from __future__ import annotations

import math
from fractions import Fraction

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.tuning.pause import pause_response_bytes

LIGHT_M_PER_S = 198_000_000
"""Speed of light in fibre. Source: SONiC buffer_headroom_mellanox.lua (tables made by Broadcom fit 200e6)."""

MIN_FRAME_BYTES = 64
FRAME_GAP_BYTES = 20
"""Preamble and inter-frame gap. Source: IEEE 802.3 clause 4.4.2."""

PFC_FRAME_AND_GAPS_BYTES = 124
"""One 64-byte PFC frame with its gap, and the gaps of the two largest frames around it."""


def cable_delay_bytes(speed_gbps: float, length_m: float) -> int:
    """Return the bytes in flight on a fibre during one round trip, rounded up.

    A port that reserves less than this loses frames whatever its peer does. 2 * length_m * speed / (8 * 1.98e8 m/s).
    Raises ValueError for a speed that is not positive or a negative length.
    Source: speed of light as in SONiC buffer_headroom_mellanox.lua.
    """
    require_positive("speed_gbps", speed_gbps)
    require_not_negative("length_m", length_m)
    bits = 2 * Fraction(length_m) * Fraction(speed_gbps) * 10**9 / LIGHT_M_PER_S
    return math.ceil(bits / 8)


def certain_floor_bytes(speed_gbps: float, length_m: float, port_mtu_bytes: int, lossless_mtu_bytes: int) -> int:
    """Return the headroom below which loss is certain for full-size frames: cable, own frame, peer's lossless frame.

    The own frame (`port_mtu_bytes`) delays the PFC frame; the peer's (`lossless_mtu_bytes`) has already begun. No
    reaction time and no cell waste are counted. Raises ValueError for negative arguments.
    """
    require_positive("port_mtu_bytes", port_mtu_bytes)
    require_positive("lossless_mtu_bytes", lossless_mtu_bytes)
    return cable_delay_bytes(speed_gbps, length_m) + port_mtu_bytes + lossless_mtu_bytes


def headroom_floor_bytes(speed_gbps: float, length_m: float, mtu_bytes: int) -> int:
    """Return cable delay, the peer's allowed response and two frames of `mtu_bytes`, without cell waste.

    Below it only a peer that is quicker than IEEE 802.3 demands keeps the class lossless.
    Raises ValueError for negative arguments or a speed whose pause response is not known.
    Source: IEEE 802.3 clause 31B.3.7 for the response.
    """
    return certain_floor_bytes(speed_gbps, length_m, mtu_bytes, mtu_bytes) + pause_response_bytes(speed_gbps)


def ieee_floor_bytes(speed_gbps: float, length_m: float, port_mtu_bytes: int, lossless_mtu_bytes: int) -> int:
    """Return what the standards count for a port with a standard peer, without interface delay and cell waste.

    Cable, own frame, peer's lossless frame, the PFC frame with gaps, and the peer's allowed response. It is a floor:
    chips need more, since buffers count in cells and answer slower (`tuning/advised_headroom.py`). Raises ValueError
    for negative arguments or an unknown speed.
    Source: IEEE 802.1Q annex on PFC; IEEE 802.3 clause 31B.3.7 for the response.
    """
    floor = certain_floor_bytes(speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes)
    return floor + PFC_FRAME_AND_GAPS_BYTES + pause_response_bytes(speed_gbps)


def cell_factor(cell_bytes: int) -> Fraction:
    """Return how many buffer bytes one byte on the wire can occupy at worst, at least 1.

    The worst frame is the smallest one (64 bytes and 20 of gap: cell/84 for large cells) or one that starts another
    cell with a single byte. Raises ValueError for a cell size that is not positive.
    """
    require_positive("cell_bytes", cell_bytes)
    cells = -(-MIN_FRAME_BYTES // cell_bytes)
    smallest = Fraction(cells * cell_bytes, MIN_FRAME_BYTES + FRAME_GAP_BYTES)
    one_byte_over = Fraction((cells + 1) * cell_bytes, cells * cell_bytes + 1 + FRAME_GAP_BYTES)
    return max(Fraction(1), smallest, one_byte_over)


def round_up_to_cells(size_bytes: int | Fraction, cell_bytes: int) -> int:
    """Return the smallest whole number of cells that holds `size_bytes`, in bytes."""
    require_positive("cell_bytes", cell_bytes)
    return math.ceil(size_bytes / Fraction(cell_bytes)) * cell_bytes


DEFAULT_CABLE_M = 7
"""Cable length that the driver assumes until `mlnx_qos --cable_len` says otherwise."""

MIN_SPEED_GBPS = 40


def mlx5_driver_headroom_bytes(speed_gbps: int, mtu_bytes: int, cable_m: int = DEFAULT_CABLE_M) -> int:
    """Return what the mlx5 driver itself computes, with its integer divisions and its minimum speed of 40 Gb/s.

    Raises ValueError for a speed or MTU that is not positive or a negative length.
    Source: Linux mlx5 port_buffer.c, calculate_xoff.
    """
    require_positive("speed_gbps", speed_gbps)
    require_not_negative("cable_m", cable_m)
    require_positive("mtu_bytes", mtu_bytes)
    speed_mbps = max(speed_gbps, MIN_SPEED_GBPS) * 1000
    return (301 + 216 * cable_m // 100) * speed_mbps // 1000 + 272 * mtu_bytes // 100
