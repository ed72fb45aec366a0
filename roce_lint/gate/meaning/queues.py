"""What changed in the egress queues of a port: marking, scheduling, limits."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.gate.meaning.change import Direction, FactChange
from roce_lint.gate.meaning.fields import compare_fields, result, same
from roce_lint.gate.meaning.words import shown
from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.qos import Queue
from roce_lint.model.terms import Scheduling

_CURVE = {
    "ecn_kmin_bytes": "Kmin",
    "ecn_kmax_bytes": "Kmax",
    "ecn_pmax_percent": "Pmax",
    "ecn_averaging_weight": "ECN averaging weight",
}
_IN_PERCENT = {"ecn_kmin_percent": "Kmin in percent of the queue", "ecn_kmax_percent": "Kmax in percent of the queue"}
_RATIO = {"ecn_kmin_over_kmax": "ratio of Kmin to Kmax"}
_OTHERS = {
    "guaranteed_percent": "guaranteed bandwidth",
    "shape_percent": "shaper",
    "limit_bytes": "limit",
    "alpha": "alpha",
}


def compare_queues(old: Port, new: Port) -> Iterator[FactChange]:
    """Yield what changed in each queue that exists before and after."""
    if old.qos.queues is new.qos.queues:
        return
    before = {queue.index: queue for queue in old.qos.queues}
    after = {queue.index for queue in new.qos.queues}
    for index, queue in sorted(before.items()):
        if index not in after and is_true(queue.ecn_enabled):
            places = queue.ecn_enabled.source, new.source
            text = f"queue {index}: no longer in the configuration, which had ECN"
            yield FactChange("queue.ecn_enabled", text, "on", "absent", *places, Direction.WORSE)
    for queue in new.qos.queues:
        if queue.index in before and before[queue.index] != queue:
            yield from _compare_queue(before[queue.index], queue)


def _compare_queue(old: Queue, new: Queue) -> Iterator[FactChange]:
    lead = f"queue {new.index}: "
    yield from _compare_marking(old, new, lead)
    if not same(old.wred_drop_enabled, new.wred_drop_enabled):
        direction = Direction.WORSE if is_true(new.wred_drop_enabled) else Direction.OTHER
        facts = old.wred_drop_enabled, new.wred_drop_enabled
        yield result("queue.wred_drop_enabled", "early drop (WRED)", *facts, before=lead, direction=direction)
    if not same(old.scheduling, new.scheduling):
        yield result("queue.scheduling", "scheduling", old.scheduling, new.scheduling, before=lead)
    if _is_weighted(old) and _is_weighted(new):
        yield from compare_fields("queue", old, new, {"weight_percent": "bandwidth share"}, lead)
    yield from compare_fields("queue", old, new, _OTHERS, lead)


def _is_weighted(queue: Queue) -> bool:
    scheduling = queue.scheduling
    return not isinstance(scheduling, Unknown) and scheduling.value is Scheduling.WEIGHTED


def _compare_marking(old: Queue, new: Queue, lead: str) -> Iterator[FactChange]:
    """Yield whether ECN was switched, or how its curve differs."""
    if same(old.ecn_enabled, new.ecn_enabled):
        if not is_false(new.ecn_enabled):
            yield from compare_fields("queue", old, new, _CURVE, lead)
            if isinstance(new.ecn_kmin_bytes, Unknown):
                in_percent = not isinstance(new.ecn_kmin_percent, Unknown)
                yield from compare_fields("queue", old, new, _IN_PERCENT if in_percent else _RATIO, lead)
        return
    worse = is_false(new.ecn_enabled) or is_true(old.ecn_enabled)
    direction = Direction.WORSE if worse else Direction.BETTER if is_true(new.ecn_enabled) else Direction.OTHER
    was, is_now = shown("enabled", old.ecn_enabled), shown("enabled", new.ecn_enabled)
    text = f"{lead}ECN {is_now}{f' ({_curve(new)})' if is_true(new.ecn_enabled) else ''}"
    yield FactChange("queue.ecn_enabled", text, was, is_now, old.ecn_enabled.source, new.ecn_enabled.source, direction)


def _curve(queue: Queue) -> str:
    facts: dict[str, tuple[str, Fact[float]]] = {
        "Kmin": ("_bytes", queue.ecn_kmin_bytes),
        "Kmax": ("_bytes", queue.ecn_kmax_bytes),
    }
    if not isinstance(queue.ecn_kmin_percent, Unknown):
        facts = {"Kmin": ("_percent", queue.ecn_kmin_percent), "Kmax": ("_percent", queue.ecn_kmax_percent)}
    parts = [f"{name} {shown(unit, fact)}" for name, (unit, fact) in facts.items()]
    return ", ".join([*parts, f"Pmax {shown('_percent', queue.ecn_pmax_percent)}"])
