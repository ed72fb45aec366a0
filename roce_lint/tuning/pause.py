"""PFC pause timing: how long a peer may take to obey a pause."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

PAUSE_QUANTA: Mapping[float, int] = MappingProxyType(
    {0.1: 1, 1: 2, 10: 67, 25: 80, 40: 118, 50: 147, 100: 394, 200: 453, 400: 905, 800: 905}
)
"""Allowed pause response in quanta of 512 bit times, by speed in Gb/s.

Source: IEEE 802.3 clause 31B.3.7 as encoded in SONiC buffer_headroom_mellanox.lua (sonic-swss e6b0c5b5).
"""

QUANTUM_BYTES = 64


def pause_quanta(speed_gbps: float) -> int:
    """Return the pause quanta (512 bit times each) within which a peer must obey a pause.

    Raises ValueError for a speed that is not in the table: there is no rule to interpolate it.
    Source: IEEE 802.3 clause 31B.3.7 as encoded in SONiC buffer_headroom_mellanox.lua.
    """
    if speed_gbps not in PAUSE_QUANTA:
        known = ", ".join(f"{speed:g}" for speed in PAUSE_QUANTA)
        raise ValueError(f"speed_gbps is {speed_gbps:g}; known speeds are {known}")
    return PAUSE_QUANTA[speed_gbps]


def pause_response_bytes(speed_gbps: float) -> int:
    """Return the bytes a peer may still send between receiving a pause and falling silent.

    Raises ValueError for a speed whose allowed response is not known.
    Source: 64 bytes for each quantum of IEEE 802.3 clause 31B.3.7.
    """
    return pause_quanta(speed_gbps) * QUANTUM_BYTES


QP_TIMEOUT_UNIT_US = 4.096
NEVER = 0
"""A local ACK timeout of 0 switches the timer off. Source: InfiniBand Architecture Specification, volume 1."""


def qp_retry_budget_ms(timeout: int, retries: int) -> float:
    """Return how long a queue pair retries before it fails: 4.096 us * 2^timeout * (retries + 1), in milliseconds.

    Infinite for a timeout of 0. Raises ValueError for a timeout outside 0 to 31 or retries outside 0 to 7.
    Source: InfiniBand Architecture Specification, volume 1 (local ACK timeout, retry count).
    """
    if not 0 <= timeout <= 31:
        raise ValueError(f"timeout is {timeout}; it must be 0 to 31")
    if not 0 <= retries <= 7:
        raise ValueError(f"retries is {retries}; it must be 0 to 7")
    if timeout == NEVER:
        return math.inf
    return QP_TIMEOUT_UNIT_US * 2.0**timeout * (retries + 1) / 1000
