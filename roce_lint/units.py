"""Conversions between what vendors print and what we keep: bytes, microseconds, Gb/s, metres."""

from __future__ import annotations

import math
from fractions import Fraction

BYTES_PER_UNIT = {"bytes": 1, "kbytes": 1000, "mbytes": 1_000_000}
US_PER_UNIT = {"microseconds": 1, "milliseconds": 1000, "us": 1, "ms": 1000}


def bytes_from(amount: int | Fraction, unit: str, cell_bytes: int = 0) -> int:
    """Return `amount` of `unit` in bytes.

    Units are `bytes`, `kbytes` (1000), `mbytes` (1,000,000), and `segments` or `cells` when `cell_bytes` (> 0)
    says how large a buffer cell is. Raises ValueError for another unit or an unknown cell size.
    """
    if unit in ("segments", "segment", "cells", "cell"):
        if cell_bytes <= 0:
            raise ValueError(f"{unit} cannot be converted to bytes without the platform's cell size")
        return math.ceil(amount * cell_bytes)
    if unit not in BYTES_PER_UNIT:
        raise ValueError(f"unknown unit of size {unit!r}; known are {', '.join(BYTES_PER_UNIT)}, segments, cells")
    return math.ceil(amount * BYTES_PER_UNIT[unit])


def us_from(amount: int | Fraction, unit: str) -> int:
    """Return `amount` of `unit` (`us`, `ms`, `microseconds`, `milliseconds`) in microseconds.

    Raises ValueError for another unit.
    """
    if unit not in US_PER_UNIT:
        raise ValueError(f"unknown unit of time {unit!r}; known are {', '.join(US_PER_UNIT)}")
    return math.ceil(amount * US_PER_UNIT[unit])


def bytes_in_us(duration_us: float, speed_gbps: float) -> int:
    """Return the bytes that a line of `speed_gbps` carries in `duration_us`, rounded up."""
    return math.ceil(duration_us * speed_gbps * 1000 / 8)
