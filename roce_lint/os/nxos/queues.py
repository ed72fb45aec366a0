"""Egress queues: the facts that follow from what the class of a queuing policy says, or from a default policy."""

from __future__ import annotations

from fractions import Fraction

from roce_lint import units
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import RATE_WITHOUT_SPEED, Queue
from roce_lint.model.terms import Scheduling
from roce_lint.os.industry_cli.command import NotStated, Setting, first_stated, stated_or
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.queue_lines import EarlyDrop, NxosQueueLines, TailDropLimit
from roce_lint.values import replace

_OMITTED = "what a queue omitted from a user-defined queuing policy gets is not documented"


def queue_facts(index: int, said: NxosQueueLines, block: Source, speed_gbps: int) -> Queue:
    """Return a queue that a policy lists; `speed_gbps` is 0 where the port's speed is not known."""
    queue = _plain_queue(index, _scheduling(said, block), _weight(said, block), block)
    limit_bytes, alpha = tail_drop(said.queue_limit, block, speed_gbps)
    queue = replace(
        queue,
        guaranteed_percent=stated_or(said.bandwidth_percent, queue.guaranteed_percent),
        shape_percent=_shape_percent(said.shape_gbps, speed_gbps, queue.shape_percent),
        limit_bytes=limit_bytes,
        alpha=alpha,
    )
    return _with_early_drop(queue, first_stated(said.random_detect, said.afd))


def omitted_queue(index: int, block: Source) -> Queue:
    """Return the facts of a queue that a user-defined policy leaves out."""
    unknown = Unknown(_OMITTED, block)
    return replace(_plain_queue(index, unknown, unknown, block), is_scheduled=False)


def default_queue(index: int, count: int, source: Source, because: str) -> Queue:
    """Return the facts of a queue of a system-defined policy: the highest is strict, queue 0 has all the weight."""
    strict = index == count - 1
    weight = 100.0 if index == 0 else 0.0
    return _plain_queue(
        index,
        Default(Scheduling.STRICT if strict else Scheduling.WEIGHTED, source, because),
        Default(weight, source, defaults.STRICT_HAS_NO_WEIGHT.reason if strict else because),
        source,
    )


def _plain_queue(index: int, scheduled: Fact[Scheduling], weight: Fact[float], source: Source) -> Queue:
    """Return a queue without marking, shaper or limit of its own."""
    off, no_curve = defaults.NO_EARLY_DROP.at(source), Unknown("ECN is off", source)
    return Queue(
        index=index,
        scheduling=scheduled,
        weight_percent=weight,
        guaranteed_percent=defaults.NO_GUARANTEE.at(source),
        shape_percent=defaults.NO_SHAPER.at(source),
        ecn_enabled=off,
        ecn_kmin_bytes=no_curve,
        ecn_kmax_bytes=no_curve,
        ecn_pmax_percent=no_curve,
        ecn_averaging_weight=no_curve,
        wred_drop_enabled=off,
        limit_bytes=Unknown("the limit is dynamic", source),
        alpha=defaults.ALPHA.at(source),
    )


def _scheduling(said: NxosQueueLines, block: Source) -> Fact[Scheduling]:
    """Return how the queue is served; `priority` makes it strict whatever else the class says."""
    if isinstance(said.priority, Unknown):
        return said.priority
    if isinstance(said.priority, Stated):
        return Stated(Scheduling.STRICT, said.priority.source)
    share = first_stated(said.bandwidth_remaining, said.bandwidth_percent)
    return defaults.NOT_STRICT.at(block) if isinstance(share, NotStated) else Stated(Scheduling.WEIGHTED, share.source)


def _weight(said: NxosQueueLines, block: Source) -> Fact[float]:
    """Return the share among the weighted queues, 0 to 100; `bandwidth percent` counts as one of the whole port."""
    share = first_stated(said.bandwidth_remaining, said.bandwidth_percent, said.bandwidth)
    if not isinstance(share, NotStated):
        return share
    if not isinstance(said.priority, NotStated):
        return defaults.STRICT_HAS_NO_WEIGHT.at(said.priority.source)
    return Unknown("no bandwidth is configured, and the share of such a queue is not documented", block)


def _shape_percent(said: Setting[Fraction], speed_gbps: int, otherwise: Fact[float]) -> Fact[float]:
    """Return the maximum in percent of the port's speed."""
    if not isinstance(said, Stated):
        return stated_or(said, otherwise)
    if speed_gbps <= 0:
        return Unknown(RATE_WITHOUT_SPEED, said.source)
    return Stated(min(100.0, float(said.value * 100 / speed_gbps)), said.source)


def _with_early_drop(queue: Queue, said: Setting[EarlyDrop]) -> Queue:
    """Return the queue with what it does before it is full: `ecn` marks ECT packets, without it they are dropped."""
    if isinstance(said, NotStated):
        return queue
    marks: Fact[bool] = said if isinstance(said, Unknown) else Stated(bool(said.value.ecn), said.source)
    drops: Fact[bool] = said if isinstance(said, Unknown) else Stated(not said.value.ecn, said.source)
    if isinstance(said, Stated) and said.value.refused:
        marks = drops = Default(False, said.source, f"{defaults.REFUSED}; {defaults.NO_EARLY_DROP.reason}")
    minimum, maximum, probability, weight = _curve(said)
    return replace(
        queue,
        ecn_enabled=marks,
        ecn_kmin_bytes=minimum,
        ecn_kmax_bytes=maximum,
        ecn_pmax_percent=probability,
        ecn_averaging_weight=weight,
        wred_drop_enabled=drops,
    )


def _curve(said: Stated[EarlyDrop] | Unknown) -> tuple[Fact[int], Fact[int], Fact[float], Fact[int]]:
    """Return Kmin, Kmax, Pmax and the averaging weight."""
    if isinstance(said, Unknown):
        return said, said, said, said
    drop, source = said.value, said.source
    because = drop.without_curve if drop.ecn else "ECN is off"
    if because:
        return (Unknown(because, source),) * 4
    no_probability = Unknown("no drop-probability is given, and its default is not documented", source)
    no_weight = Unknown("no weight is given, and its default is not documented", source)
    return (
        _bytes(drop.minimum, drop.minimum_unit, "threshold", source),
        _bytes(drop.maximum, drop.maximum_unit, "threshold", source),
        no_probability if drop.probability is None else Stated(float(drop.probability), source),
        no_weight if drop.weight is None else Stated(drop.weight, source),
    )


def tail_drop(said: Setting[TailDropLimit], block: Source, speed_gbps: int) -> tuple[Fact[int], Fact[float]]:
    """Return fixed limit in bytes and dynamic alpha of a queue; one of the two is Unknown with the reason.

    `speed_gbps` is 0 where it is not known.
    """
    if isinstance(said, NotStated):
        return Unknown("the limit is dynamic", block), defaults.ALPHA.at(block)
    if isinstance(said, Unknown):
        return said, said
    limit, source = said.value, said.source
    if limit.unit == "dynamic":
        return Unknown("the limit is dynamic", source), Stated(defaults.ALPHAS[limit.amount], source)
    return _fixed_limit(limit, speed_gbps, source), Unknown("the limit is fixed", source)


def _fixed_limit(limit: TailDropLimit, speed_gbps: int, source: Source) -> Fact[int]:
    if limit.unit == "percent":
        return Unknown("the limit is a percentage of a buffer of unknown size", source)
    if limit.unit not in ("ms", "us"):
        return _bytes(limit.amount, limit.unit or "packets", "limit", source)
    if speed_gbps <= 0:
        return Unknown("the limit is a time, and the port's speed is not known", source)
    return Stated(units.bytes_in_us(units.us_from(limit.amount, limit.unit), speed_gbps), source)


def _bytes(amount: int, unit: str, what: str, source: Source) -> Fact[int]:
    if unit == "packets":
        return Unknown(f"a {what} in packets has no size in bytes", source)
    return Stated(units.bytes_from(amount, unit), source)
