"""How the scheduler of a port serves one queue, and what competes with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.model.device import Port
from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.qos import Queue
from roce_lint.model.terms import Scheduling
from roce_lint.os.behaviour import Behaviour
from roce_lint.values import dataclass

CONTROL_DSCPS = frozenset(range(48, 64))
"""Marks of control traffic: CS6 and CS7 with their blocks (RFC 4594)."""
BULK_DSCPS = frozenset(range(48)) - {46}
"""Marks of ordinary traffic; 46 (EF) is left out, which voice and time protocols share."""

_CONTROL_QUEUE = 7
"""Traffic class 7 and queue 7 belong to the switch's own control traffic (EOS User Manual, Quality of Service)."""


@dataclass(frozen=True, slots=True)
class QueueUse:
    """Queues (by index) of one port that some kind of traffic leaves through.

    `lossless`: the queues of classes that pause, RoCE or not. `cnp_entrances`: the lines that bring CNPs to a queue,
    where lines do; `roce_entrance` that which gives RoCE its class.
    """

    roce: frozenset[int]
    lossless: frozenset[int]
    cnp: frozenset[int]
    best_effort: frozenset[int]
    bulk: frozenset[int]
    control: frozenset[int]
    cnp_entrances: Mapping[int, Source]
    roce_entrance: Source


@dataclass(frozen=True, slots=True)
class ServiceState:
    """How one queue is served among the queues of its port."""

    carries_best_effort: bool
    """It carries unmarked packets."""
    carries_bulk: bool
    """It carries host traffic other than RoCE, CNPs and control traffic."""
    carries_control: bool
    """It carries packets with DSCP 48 to 63, CNPs or not."""
    strict_is_stated: bool
    """A line of the configuration makes the queue strict."""
    weight_is_stated: bool
    """A line of the configuration, or a mode that one sets, gives the queue its weight."""
    is_above_roce: bool
    """It is strict and served before weighted RoCE; on EOS only a queue with a higher index."""
    is_behind_strict_roce: Fact[bool]
    """It is strict and served after a strict RoCE queue; placed at the line that sets its index if there is one."""
    roce_is_weighted: bool
    """Every RoCE queue of the port is weighted."""
    roce_weight_percent: Fact[float]
    """The largest weight of a RoCE queue."""
    roce_weights_sum_percent: Fact[float]
    """The weights of all RoCE queues and of those of other lossless classes together."""
    best_effort_weight_percent: Fact[float]
    """The weight of a queue that carries only best effort; 0 if there is none."""
    is_scheduled: Fact[bool]
    """The scheduler lists the queue."""
    weights_sum_percent: Fact[float]
    """The sum of all stated weights of the port's weighted queues, if they are percentages."""
    others_have_weights: bool
    """Some other weighted queue states a weight."""
    control_is_weighted: bool
    """A queue with CNPs or control traffic, and without RoCE, is weighted."""
    pulled_down: Fact[bool]
    """It is configured as strict below a queue that is configured as weighted, on a system that then makes lower
    queues weighted (except below queue 7) or allows strict queues only at the top.
    """
    cnp_entrance: Fact[bool]
    """True, at the line that maps CNPs to this queue."""
    roce_entrance: Fact[bool]
    """True, at the line that sets the class of RoCE on this port."""


def services(behaviour: Behaviour, port: Port, use: QueueUse) -> tuple[ServiceState, ...]:
    """Return the service of each queue of the port, in order."""
    queues = port.qos.queues
    takes_lower = behaviour.round_robin_takes_lower_queues
    roce = [queue for queue in queues if queue.index in use.roce]
    beside = [queue for queue in queues if queue.index in use.control | use.cnp and queue.index not in use.roce]
    sure = [queue for queue in queues if queue.index in use.roce | (use.lossless - use.best_effort)]
    weight, total = _largest_weight(roce, port.source), _sum_of_weights(behaviour, queues, port.source)
    others = [queue for queue in queues if queue.index in use.best_effort - use.roce and _weighs(queue)]
    other = _largest_weight(others, port.source) if others else Default(0.0, port.source, "no share is configured")
    roce_is_weighted = bool(roce) and all(_is(queue, Scheduling.WEIGHTED) for queue in roce)
    control_is_weighted = any(_is(queue, Scheduling.WEIGHTED) for queue in beside)
    return tuple(
        ServiceState(
            carries_best_effort=queue.index in use.best_effort,
            carries_bulk=queue.index in use.bulk,
            carries_control=queue.index in use.control,
            strict_is_stated=_is_stated(queue, Scheduling.STRICT),
            weight_is_stated=_has_weight(queue),
            is_above_roce=roce_is_weighted and (not takes_lower or queue.index > max(use.roce)),
            is_behind_strict_roce=_is_behind(behaviour, queue, roce, use.cnp_entrances.get(queue.index, NOWHERE)),
            roce_is_weighted=roce_is_weighted,
            roce_weight_percent=weight,
            roce_weights_sum_percent=_together(sure, weight),
            best_effort_weight_percent=other,
            is_scheduled=Stated(queue.is_scheduled, queue.scheduling.source),
            weights_sum_percent=total,
            others_have_weights=any(_weighs(other) for other in queues if other.index != queue.index),
            control_is_weighted=control_is_weighted,
            pulled_down=_pulled_down(behaviour, queue, queues),
            roce_entrance=Default(True, use.roce_entrance, "the line that gives RoCE its class here"),
            cnp_entrance=Default(True, use.cnp_entrances.get(queue.index, NOWHERE), "the line that brings CNPs here"),
        )
        for queue in queues
    )


def _has_weight(queue: Queue) -> bool:
    """Say whether a weight is stated, or a default that is more than nothing."""
    weight = queue.weight_percent
    return isinstance(weight, Stated) or (isinstance(weight, Default) and weight.value > 0)


def _is_behind(behaviour: Behaviour, queue: Queue, roce: Sequence[Queue], entrance: Source) -> Fact[bool]:
    """Say whether a strict queue of RoCE goes before this strict one, where the highest index is served first."""
    place = next((one for one in (queue.index_at, entrance) if one.line), queue.scheduling.source)
    first = [one for one in roce if one.index > queue.index and _is(one, Scheduling.STRICT)]
    if behaviour.strict_queues_by_index and first and _is(queue, Scheduling.STRICT):
        return Stated(True, place)
    return Default(False, place, "no strict queue of RoCE goes before it")


def _is(queue: Queue, kind: Scheduling) -> bool:
    return not isinstance(queue.scheduling, Unknown) and queue.scheduling.value is kind


def _is_stated(queue: Queue, kind: Scheduling) -> bool:
    return isinstance(queue.scheduling, Stated) and queue.scheduling.value is kind


def _weighs(queue: Queue) -> bool:
    return _is(queue, Scheduling.WEIGHTED) and isinstance(queue.weight_percent, Stated)


def _largest_weight(roce: Sequence[Queue], source: Source) -> Fact[float]:
    weights = [queue.weight_percent for queue in roce if not isinstance(queue.weight_percent, Unknown)]
    if not weights:
        return Unknown("no queue of RoCE has a known weight", source)
    return max(weights, key=lambda fact: fact.value)


def _together(sure: Sequence[Queue], largest: Fact[float]) -> Fact[float]:
    """Return the sum of the known weights of RoCE's and other lossless queues, at the largest of RoCE's."""
    weights = [queue.weight_percent.value for queue in sure if not isinstance(queue.weight_percent, Unknown)]
    return map_fact(lambda _: sum(weights), largest)


def _sum_of_weights(behaviour: Behaviour, queues: Sequence[Queue], source: Source) -> Fact[float]:
    """Return the sum at the last line that adds to it.

    Weights that are shares of each scheduler make up one whole per scheduler by themselves.
    """
    if behaviour.weights_are_shares_of_scheduler:
        return Default(0.0, source, "weights are relative on this system")
    weights = [queue.weight_percent for queue in queues if _weighs(queue)]
    stated = [fact for fact in weights if isinstance(fact, Stated)]
    if not stated:
        return Default(0.0, source, "no weighted queue has a weight")
    return Stated(sum(fact.value for fact in stated), max(fact.source for fact in stated))


def _pulled_down(behaviour: Behaviour, queue: Queue, queues: Sequence[Queue]) -> Fact[bool]:
    weighted = {other.index for other in queues if other.index > queue.index and _is_stated(other, Scheduling.WEIGHTED)}
    taken = behaviour.round_robin_takes_lower_queues and min(weighted, default=_CONTROL_QUEUE) < _CONTROL_QUEUE
    pulled = (taken or (behaviour.strict_queues_are_highest and bool(weighted))) and _is_stated(
        queue, Scheduling.STRICT
    )
    if isinstance(queue.scheduling, Stated):
        return Stated(pulled, queue.scheduling.source)
    return Default(False, queue.scheduling.source, "no line makes the queue strict")
