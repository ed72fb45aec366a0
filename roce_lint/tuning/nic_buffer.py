"""Receive buffer headroom of mlx5 NICs: what the Linux driver reserves after it sends a pause."""

from __future__ import annotations

from roce_lint.tuning.arguments import require_not_negative, require_positive

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
