"""Egress queues: what schedulers, curves and limits that a port binds mean for each of its queues."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.qos import IN_SIZES, RATE_WITHOUT_SPEED, Queue
from roce_lint.model.qos_tables import Absence, Curve, Depth, QosDefaults, QueueBinding, Rate, Scheduler
from roce_lint.model.terms import Scheduling
from roce_lint.model.vendor_default import VendorDefault

_BITS_IN_PERCENT_OF_GBPS = 1e7


def compose_queues(bindings: Sequence[QueueBinding], speed_gbps: Fact[int], defaults: QosDefaults) -> tuple[Queue, ...]:
    """Return the queues of a port, one for each binding, in order; weights become shares of all weighted queues."""
    weights = [one.scheduler.weight for one in bindings if isinstance(one.scheduler, Scheduler) and _is_weighted(one)]
    total = sum(weight.value for weight in weights if not isinstance(weight, Unknown))
    return tuple([_queue(index, one, total, speed_gbps, defaults) for index, one in enumerate(bindings)])


def _is_weighted(binding: QueueBinding) -> bool:
    scheduler = binding.scheduler
    if not isinstance(scheduler, Scheduler) or isinstance(scheduler.scheduling, Unknown):
        return False
    return scheduler.scheduling.value is Scheduling.WEIGHTED


def _queue(index: int, binding: QueueBinding, total: float, speed_gbps: Fact[int], defaults: QosDefaults) -> Queue:
    scheduler, (limit, alpha) = binding.scheduler, binding.limits
    memory = limit if binding.memory_bytes is None else binding.memory_bytes
    kind, weight, guaranteed, shape = _service(binding, total, speed_gbps, defaults)
    curve = _curve_of(binding, defaults)
    return Queue(
        index=index,
        scheduling=kind,
        weight_percent=weight,
        guaranteed_percent=guaranteed,
        shape_percent=shape,
        ecn_enabled=curve.ecn_enabled,
        ecn_kmin_bytes=bytes_of(curve.kmin, memory),
        ecn_kmax_bytes=bytes_of(curve.kmax, memory),
        ecn_pmax_percent=curve.pmax_percent,
        ecn_averaging_weight=curve.averaging_weight,
        wred_drop_enabled=curve.wred_drop_enabled,
        limit_bytes=limit,
        alpha=alpha,
        ecn_kmin_over_kmax=curve.kmin_over_kmax,
        is_scheduled=scheduler.is_listed if isinstance(scheduler, Scheduler) else True,
        index_at=binding.index_at,
        ecn_kmin_percent=_share_of_queue(curve.kmin),
        ecn_kmax_percent=_share_of_queue(curve.kmax),
    )


def _share_of_queue(depth: Depth) -> Fact[float]:
    return depth.amount if depth.is_percent else IN_SIZES


def _service(
    binding: QueueBinding, total: float, speed_gbps: Fact[int], defaults: QosDefaults
) -> tuple[Fact[Scheduling], Fact[float], Fact[float], Fact[float]]:
    """Return how a queue is served, its share among the weighted ones, and its least and largest rate in percent."""
    scheduler, place = binding.scheduler, binding.absence.place
    if isinstance(scheduler, Unknown):
        return scheduler, scheduler, scheduler, scheduler
    if scheduler is None:
        kind = defaults.scheduling.at(place)
        return kind, defaults.weight.at(place), defaults.guaranteed.at(place), defaults.shape.at(place)
    guaranteed = _percent(scheduler.guaranteed, speed_gbps, defaults.guaranteed, binding.absence)
    shape = _percent(scheduler.shape, speed_gbps, defaults.shape, binding.absence)
    weight = scheduler.weight
    if _is_weighted(binding) and not scheduler.is_percent:
        weight = map_fact(lambda value: round(100 * value / total, 2) if total else 0.0, weight)
    if isinstance(weight, Unknown) and scheduler.is_percent and _is_weighted(binding) and scheduler.guaranteed:
        # A share that is stated as a rate.
        weight = guaranteed
    return scheduler.scheduling, weight, guaranteed, shape


def _percent(
    rate: Rate | None, speed_gbps: Fact[int], otherwise: VendorDefault[float], absence: Absence
) -> Fact[float]:
    """Return a rate as a share of the line, 100 at most."""
    if rate is None:
        return otherwise.at(absence.place)
    if rate.is_percent or isinstance(rate.amount, Unknown):
        return rate.amount
    if isinstance(speed_gbps, Unknown):
        return Unknown(RATE_WITHOUT_SPEED, rate.amount.source)
    speed = speed_gbps.value
    return map_fact(lambda value: min(100.0, value * 8 / (speed * _BITS_IN_PERCENT_OF_GBPS)), rate.amount)


def _curve_of(binding: QueueBinding, defaults: QosDefaults) -> Curve:
    curve, absence = binding.curve, binding.absence
    if isinstance(curve, Curve):
        return curve
    if isinstance(curve, Unknown):
        depth = Depth(curve)
        return Curve(curve, depth, depth, curve, curve, curve)
    off = absence.holds(defaults.not_marked)
    return without_marks(off, defaults.not_dropped_early.at(absence.place), defaults.no_curve, defaults)


def without_marks(enabled: Fact[bool], drops: Fact[bool], because: str, defaults: QosDefaults) -> Curve:
    """Return the curve of a queue that does not mark; `because` is why it has no thresholds."""
    none = Unknown(because, enabled.source)
    depth = Depth(none)
    return Curve(enabled, depth, depth, none, defaults.averaging_weight.at(enabled.source), drops)


def bytes_of(depth: Depth, memory_bytes: Fact[int]) -> Fact[int]:
    """Return a depth in bytes; a percentage is one of the memory of the queue, 0 for none of a fixed size."""
    amount = depth.amount
    if isinstance(amount, Unknown) or not depth.is_percent:
        return amount
    if isinstance(memory_bytes, Unknown) or memory_bytes.value == 0:
        return Unknown("a percentage of the memory of the queue, which has no fixed size", amount.source)
    value = memory_bytes.value * amount.value // 100
    if isinstance(amount, Stated):
        return Stated(value, amount.source)
    return Default(value, amount.source, amount.because)
