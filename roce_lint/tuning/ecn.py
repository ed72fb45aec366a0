"""ECN marking thresholds: where marking must begin so that it acts before PFC."""

from __future__ import annotations

import math

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.values import dataclass


def dynamic_threshold_bytes(pool_bytes: float, alpha: float, congested_queues: int) -> float:
    """Return the largest backlog of each of k congested queues under a dynamic threshold: a*B / (1 + k*a).

    Raises ValueError unless pool, alpha and count are positive. Source: Choudhury and Hahne, dynamic queue length
    thresholds (steady state).
    """
    require_positive("pool_bytes", pool_bytes)
    require_positive("alpha", alpha)
    require_positive("congested_queues", congested_queues)
    return alpha * pool_bytes / (1 + congested_queues * alpha)


def ecn_bound_bytes(
    pool_bytes: float, alpha: float, egress_queues: int, priorities: int = 1, occupied_bytes: float = 0
) -> float:
    """Return the value below which Kmin must stay for ECN to mark before a dynamic PFC threshold pauses.

    alpha * (pool - occupied) / (m * (1 + alpha * P)): `egress_queues` (m) that one ingress queue can fill at once,
    `priorities` (P) lossless priorities congested at once. m = P = 1 is the least that any device needs.
    Raises ValueError for arguments that are not positive, or an occupation above the pool.
    Source: generalised from DCQCN, SIGCOMM 2015, section 4.
    """
    require_positive("pool_bytes", pool_bytes)
    require_positive("alpha", alpha)
    require_positive("egress_queues", egress_queues)
    require_positive("priorities", priorities)
    require_not_negative("occupied_bytes", occupied_bytes)
    if occupied_bytes > pool_bytes:
        raise ValueError(f"occupied_bytes is {occupied_bytes}, above pool_bytes {pool_bytes}")
    return alpha * (pool_bytes - occupied_bytes) / (egress_queues * (1 + alpha * priorities))


def shared_pool_bytes(total_bytes: int, ports: int, headroom_bytes: int, priorities: int = 8) -> int:
    """Return the buffer left when headroom is reserved for every port and priority; never below 0.

    Raises ValueError for a negative size or count. Source: DCQCN, SIGCOMM 2015, section 4.
    """
    require_positive("total_bytes", total_bytes)
    require_positive("ports", ports)
    require_not_negative("headroom_bytes", headroom_bytes)
    require_positive("priorities", priorities)
    return max(0, total_bytes - priorities * ports * headroom_bytes)


def threshold_us(size_bytes: float, speed_gbps: float) -> float:
    """Return a threshold as microseconds of line rate, the only way to compare it across speeds.

    Raises ValueError for a negative size or a speed that is not positive.
    """
    require_not_negative("size_bytes", size_bytes)
    require_positive("speed_gbps", speed_gbps)
    return size_bytes * 8 / (speed_gbps * 1000)


def threshold_bytes(duration_us: float, speed_gbps: float) -> int:
    """Return what a line carries in `duration_us`, in bytes, rounded down.

    Raises ValueError for a negative duration or a speed that is not positive.
    """
    require_not_negative("duration_us", duration_us)
    require_positive("speed_gbps", speed_gbps)
    return math.floor(duration_us * speed_gbps * 1000 / 8)


@dataclass(frozen=True, slots=True)
class MarkingCurve:
    """A RED marking curve: no mark up to Kmin, then a ramp to Pmax at Kmax, then every packet."""

    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: float

    def __post_init__(self) -> None:
        """Raise ValueError for thresholds out of order or a percentage out of 0 to 100."""
        require_not_negative("kmin_bytes", self.kmin_bytes)
        if self.kmax_bytes < self.kmin_bytes:
            raise ValueError(f"kmax_bytes is {self.kmax_bytes}, below kmin_bytes {self.kmin_bytes}")
        if not 0 < self.pmax_percent <= 100:
            raise ValueError(f"pmax_percent is {self.pmax_percent}; it must be above 0 and at most 100")
