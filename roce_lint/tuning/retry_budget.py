"""How long a queue pair goes on when nothing is acknowledged: a pause storm has to end before."""

from __future__ import annotations

import math

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
