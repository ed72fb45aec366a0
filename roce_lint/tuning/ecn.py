"""ECN marking thresholds: where marking must begin so that it acts before PFC."""

from __future__ import annotations

import math

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.values import dataclass


def alpha_from_exponent(dynamic_th: int) -> float:
    """Return the dynamic threshold multiplier 2 ** dynamic_th.

    Raises ValueError outside -8 to 8. Source: SAI and SONiC BUFFER_PROFILE dynamic_th.
    """
    if not -8 <= dynamic_th <= 8:
        raise ValueError(f"dynamic_th is {dynamic_th}; it must be -8 to 8")
    return float(2.0**dynamic_th)


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


def ecn_bound_static_bytes(pfc_threshold_bytes: float, egress_queues: int) -> float:
    """Return the value below which Kmin must stay under a static PFC threshold of one ingress queue.

    Raises ValueError for arguments that are not positive. Source: DCQCN, SIGCOMM 2015, section 4.
    """
    require_positive("pfc_threshold_bytes", pfc_threshold_bytes)
    require_positive("egress_queues", egress_queues)
    return pfc_threshold_bytes / egress_queues


def shared_pool_bytes(total_bytes: int, ports: int, headroom_bytes: int, priorities: int = 8) -> int:
    """Return the buffer left when headroom is reserved for every port and priority; never below 0.

    Raises ValueError for a negative size or count. Source: DCQCN, SIGCOMM 2015, section 4.
    """
    require_positive("total_bytes", total_bytes)
    require_positive("ports", ports)
    require_not_negative("headroom_bytes", headroom_bytes)
    require_positive("priorities", priorities)
    return max(0, total_bytes - priorities * ports * headroom_bytes)


def pfc_threshold_static_bytes(pool_bytes: float, ports: int, priorities: int = 8) -> float:
    """Return the largest static PFC threshold that every port and priority can be given at once.

    Raises ValueError for arguments that are not positive. Source: DCQCN, SIGCOMM 2015, section 4.
    """
    require_positive("pool_bytes", pool_bytes)
    require_positive("ports", ports)
    require_positive("priorities", priorities)
    return pool_bytes / (ports * priorities)


def reachable_queue_bytes(egress_limit_bytes: float, pool_bytes: float, alpha: float, ingress_ports: int) -> float:
    """Return how long an egress queue can grow before its feeders are paused: a threshold above it never acts.

    The least of the egress limit, the pool, and k * a*B / (1 + k*a) for `ingress_ports` (k) that feed the queue.
    Raises ValueError for arguments that are not positive. Source: Choudhury and Hahne, dynamic thresholds.
    """
    require_positive("egress_limit_bytes", egress_limit_bytes)
    paused = ingress_ports * dynamic_threshold_bytes(pool_bytes, alpha, ingress_ports)
    return min(egress_limit_bytes, pool_bytes, paused)


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


def hpcc_dcqcn_curve(speed_gbps: float) -> MarkingCurve:
    """Return the curve of the HPCC simulator for DCQCN: 100 KB and 400 KB at 25 Gb/s, proportional, 20 %.

    Raises ValueError for a speed that is not positive. Source: HPCC run.py (SIGCOMM 2019 artefact).
    """
    return MarkingCurve(threshold_bytes(32, speed_gbps), threshold_bytes(128, speed_gbps), 20)


def hpcc_dctcp_cutoff_bytes(speed_gbps: float) -> int:
    """Return the cut-off of the HPCC simulator for DCTCP: 30 KB at 10 Gb/s, proportional.

    Raises ValueError for a speed that is not positive. Source: HPCC run.py (SIGCOMM 2019 artefact).
    """
    return threshold_bytes(24, speed_gbps)
