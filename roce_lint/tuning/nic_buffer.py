"""Receive buffer thresholds of mlx5 NICs: what the Linux driver reserves after it sends a pause."""

from __future__ import annotations

import math
from fractions import Fraction

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.values import dataclass

DEFAULT_CABLE_M = 7
"""Cable length that the driver assumes until `mlnx_qos --cable_len` says otherwise."""

MIN_SPEED_GBPS = 40
MIN_MAX_MTU_BYTES = 9216


@dataclass(frozen=True, slots=True)
class NicThresholds:
    """Where a lossless NIC buffer of `buffer_bytes` pauses and resumes, counted from an empty buffer."""

    xoff_threshold_bytes: int
    xon_threshold_bytes: int


def nic_headroom_bytes(speed_gbps: float, length_m: float, mtu_bytes: int) -> int:
    """Return the room a NIC needs above its pause threshold: (301 + 2.16 * m) * Gb/s + 2.72 * MTU, rounded up.

    Raises ValueError for a speed or MTU that is not positive or a negative length.
    Source: Linux mlx5 port_buffer.c.
    """
    require_positive("speed_gbps", speed_gbps)
    require_not_negative("length_m", length_m)
    require_positive("mtu_bytes", mtu_bytes)
    per_gbps = 301 + Fraction(216, 100) * Fraction(length_m)
    return math.ceil(per_gbps * Fraction(speed_gbps) + Fraction(272, 100) * mtu_bytes)


def mlx5_driver_headroom_bytes(speed_gbps: int, mtu_bytes: int, cable_m: int = DEFAULT_CABLE_M) -> int:
    """Return what the mlx5 driver itself computes, with its integer divisions and its minimum speed of 40 Gb/s.

    It is up to 2.16 bytes per Gb/s less than `nic_headroom_bytes`. Raises ValueError as that does.
    Source: Linux mlx5 port_buffer.c, calculate_xoff.
    """
    require_positive("speed_gbps", speed_gbps)
    require_not_negative("cable_m", cable_m)
    require_positive("mtu_bytes", mtu_bytes)
    speed_mbps = max(speed_gbps, MIN_SPEED_GBPS) * 1000
    return (301 + 216 * cable_m // 100) * speed_mbps // 1000 + 272 * mtu_bytes // 100


def nic_thresholds(buffer_bytes: int, headroom_bytes: int, mtu_bytes: int, cell_bytes: int) -> NicThresholds:
    """Return pause and resume thresholds of a lossless NIC buffer.

    `mtu_bytes` is the largest the device supports, taken as 9216 at least. Raises ValueError when the buffer cannot
    hold headroom, one frame and one cell: the driver refuses such a buffer.
    Source: Linux mlx5 port_buffer.c, update_xoff_threshold.
    """
    require_positive("buffer_bytes", buffer_bytes)
    frame_bytes = max(mtu_bytes, MIN_MAX_MTU_BYTES)
    needed = headroom_bytes + frame_bytes + cell_bytes
    if buffer_bytes < needed:
        raise ValueError(f"buffer_bytes is {buffer_bytes}; a lossless buffer needs at least {needed}")
    xoff = buffer_bytes - headroom_bytes
    return NicThresholds(xoff, xoff - frame_bytes)
