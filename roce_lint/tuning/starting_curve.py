"""A marking curve to start from: Kmin, Kmax and Pmax for a speed, kept below the point where PFC acts."""

from __future__ import annotations

import math
from enum import Enum

from roce_lint.model.marking_advice import MarkingAdvice
from roce_lint.tuning.ecn import MarkingCurve, ecn_bound_bytes, threshold_bytes, threshold_us
from roce_lint.tuning.marking_distance import WHY_BETWEEN, WHY_EARLIER, advice_terms, published_for
from roce_lint.tuning.receipt import Receipt, Term
from roce_lint.values import dataclass

KMIN_TARGET_US = 8
KMAX_TARGET_US = 32
PMAX_START_PERCENT = 20
"""Starting values: between DCQCN as deployed (Kmin 1 us of line rate) and the HPCC simulator (32 us)."""

SMALLEST_KMIN_US = 1
"""The smallest published Kmin: 5 KB at 40 Gb/s. Source: DCQCN, SIGCOMM 2015."""

SHORTEST_RAMP = KMAX_TARGET_US // KMIN_TARGET_US
"""Kmax is kept this many times Kmin: a step in marking acts as a bang-bang controller."""


@dataclass(frozen=True, slots=True)
class SharedPool:
    """The dynamic PFC threshold of a device: the pool it multiplies, and its alpha."""

    pool_bytes: int
    alpha: float


class PoolSize(Enum):
    """Whether the device's shared pool is known."""

    UNKNOWN = "unknown"


class CurveLimit(Enum):
    """What decided a starting value."""

    LINE_RATE = "delay target at line rate"
    ONE_QUEUE = "PFC point of one ingress queue feeding one egress queue"
    STEP_DOWN = "PFC point of one ingress queue feeding all slower ports"


@dataclass(frozen=True, slots=True)
class StartingCurve:
    """A marking curve to start from, and what decided Kmin and Kmax."""

    curve: MarkingCurve
    kmin_limit: CurveLimit
    kmax_limit: CurveLimit


def starting_curve(
    speed_gbps: float,
    pool: SharedPool | PoolSize = PoolSize.UNKNOWN,
    stepdown_ports: int = 1,
    priorities: int = 1,
) -> StartingCurve:
    """Return Kmin of 8 us and Kmax of 32 us of line rate, kept below the PFC point where the pool is known.

    Kmax stays below the PFC point of one queue. Kmin stays below that of `stepdown_ports` slower egress ports and
    `priorities` lossless priorities, unless that would be less than 1 us of line rate; it is never above Kmax / 4.
    Raises ValueError for arguments that are not positive, or a pool too small for one microsecond of line rate.
    Source: compromise between DCQCN (SIGCOMM 2015) and the HPCC simulator; bound of DCQCN section 4.
    """
    kmin, kmax = threshold_bytes(KMIN_TARGET_US, speed_gbps), threshold_bytes(KMAX_TARGET_US, speed_gbps)
    kmin_limit = kmax_limit = CurveLimit.LINE_RATE
    smallest_kmin = threshold_bytes(SMALLEST_KMIN_US, speed_gbps)
    if isinstance(pool, SharedPool):
        one_queue = _largest_below(ecn_bound_bytes(pool.pool_bytes, pool.alpha, 1, 1))
        step_down = _largest_below(ecn_bound_bytes(pool.pool_bytes, pool.alpha, stepdown_ports, priorities))
        if one_queue < SHORTEST_RAMP * smallest_kmin:
            raise ValueError(
                f"pool_bytes is {pool.pool_bytes}: PFC would act at {one_queue} bytes, "
                f"before {SHORTEST_RAMP} us of {speed_gbps:g} Gb/s; use a larger pool or alpha"
            )
        if one_queue < kmax:
            kmax, kmax_limit = one_queue, CurveLimit.ONE_QUEUE
            if kmax // SHORTEST_RAMP < kmin:
                kmin, kmin_limit = kmax // SHORTEST_RAMP, CurveLimit.ONE_QUEUE
        if smallest_kmin <= step_down < kmin:
            kmin, kmin_limit = step_down, CurveLimit.STEP_DOWN
    return StartingCurve(MarkingCurve(kmin, kmax, PMAX_START_PERCENT), kmin_limit, kmax_limit)


def _largest_below(bound_bytes: float) -> int:
    # in whole kilobytes, the finest step that every platform accepts
    return (math.ceil(bound_bytes / 1000) - 1) * 1000


def ecn_receipt(
    speed_gbps: float,
    pool: SharedPool | PoolSize = PoolSize.UNKNOWN,
    stepdown_ports: int = 1,
    priorities: int = 1,
    pool_origin: str = "",
    of_vendor: tuple[MarkingAdvice, ...] = (),
) -> Receipt:
    """Return `starting_curve` with each bound it kept; results are `kmin_bytes`, `kmax_bytes` and `pmax_percent`.

    `pool_origin` says where the size of the pool comes from, and is listed as an assumption. `of_vendor` is what the
    vendor of the switch gives, which the result is compared with, as with the papers that are cited. Raises ValueError
    as `starting_curve` does.
    """
    start = starting_curve(speed_gbps, pool, stepdown_ports, priorities)
    kmin, kmax = start.curve.kmin_bytes, start.curve.kmax_bytes
    bounds = _bound_terms(pool, stepdown_ports, priorities)
    return Receipt(
        title=f"ECN marking of a lossless queue: {speed_gbps:g} Gb/s",
        terms=(
            _target("Kmin target", KMIN_TARGET_US, speed_gbps),
            _target("Kmax target", KMAX_TARGET_US, speed_gbps),
            *bounds,
        ),
        result=(
            Term("kmin_bytes", kmin, "bytes", start.kmin_limit.value),
            Term("kmax_bytes", kmax, "bytes", start.kmax_limit.value),
            Term("pmax_percent", start.curve.pmax_percent, "percent", "marking probability at Kmax"),
            Term("kmin_us", threshold_us(kmin, speed_gbps), "us", "of line rate"),
            Term("kmax_us", threshold_us(kmax, speed_gbps), "us", "of line rate"),
        ),
        margin=(
            *(
                Term(f"{name} to {bound.name}", bound.value - size, "bytes", "negative: PFC can act first")
                for bound in bounds
                for name, size in (("Kmin", kmin), ("Kmax", kmax))
            ),
            *advice_terms(kmin, kmax, published_for(speed_gbps, of_vendor)),
        ),
        assumptions=(*_curve_assumptions(pool), WHY_BETWEEN, WHY_EARLIER, *filter(None, (pool_origin,))),
        sources=(
            "DCQCN, SIGCOMM 2015, section 4 (marking before pausing; 5 KB and 200 KB at 40 Gb/s)",
            "HPCC simulator run.py, SIGCOMM 2019 (thresholds proportional to speed, Pmax 20 %)",
        ),
    )


def _target(name: str, duration_us: int, speed_gbps: float) -> Term:
    return Term(name, threshold_bytes(duration_us, speed_gbps), "bytes", f"{duration_us} us of line rate")


def _bound_terms(pool: SharedPool | PoolSize, stepdown_ports: int, priorities: int) -> tuple[Term, ...]:
    if isinstance(pool, PoolSize):
        return ()
    one = ecn_bound_bytes(pool.pool_bytes, pool.alpha, 1, 1)
    all_ports = ecn_bound_bytes(pool.pool_bytes, pool.alpha, stepdown_ports, priorities)
    how = f"alpha {pool.alpha:g}, pool {pool.pool_bytes:,} bytes"
    step_down = Term("PFC point, step-down", all_ports, "bytes", f"{how}, m = {stepdown_ports}, P = {priorities}")
    return Term("PFC point, one queue", one, "bytes", f"{how}, m = P = 1"), step_down


def _curve_assumptions(pool: SharedPool | PoolSize) -> tuple[str, ...]:
    common = "queues are measured as they are, not averaged; every packet is marked above Kmax"
    if isinstance(pool, PoolSize):
        return common, "shared pool and alpha not known: not checked that marking acts before PFC"
    return common, "PFC thresholds are dynamic: alpha times the free part of the pool"
