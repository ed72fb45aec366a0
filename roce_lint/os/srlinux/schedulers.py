"""Scheduler policies: which egress queue is strict, which weighted, and how fast each may send."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos_tables import Rate, Scheduler
from roce_lint.model.terms import Scheduling
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class SchedulerPolicy:
    """One scheduler policy: how it serves each queue index that it lists."""

    source: Source
    served: dict[int, Scheduler]


def read_scheduler_policies(qos: Node, objects: QosObjects, diagnostics: LeafDiagnostics) -> dict[str, SchedulerPolicy]:
    """Return the scheduler policies by name."""
    entries = qos.select("scheduler-policies/scheduler-policy")
    return {entry.key: _policy(entry, objects, diagnostics) for entry in entries}


def _policy(entry: Node, objects: QosObjects, diagnostics: LeafDiagnostics) -> SchedulerPolicy:
    shares: dict[int, Scheduler] = {}
    for scheduler in entry.entries("scheduler"):
        priority = scheduler.take("priority")
        if priority.line and priority.value != "strict":
            because = "strict is the only priority of a scheduler"
            diagnostics.refused(f"priority {priority.value}", because, priority.source)
        strict = priority.line > 0
        total = _total_weight(scheduler, diagnostics)
        for served in scheduler.entries("input"):
            served.take("input-type")
            queue = served.take("queue-name")
            if not queue.line:
                diagnostics.not_read("this scheduler input names no queue", served.first_line)
                continue
            index = objects.queue_index(queue.value, queue.source)
            share = _share(served, strict, total, diagnostics)
            if not isinstance(index, Unknown):
                shares[index.value] = share
    return SchedulerPolicy(entry.source, shares)


def _total_weight(scheduler: Node, diagnostics: LeafDiagnostics) -> int:
    """Return the sum of the weights of a scheduler's inputs; one without a weight adds nothing."""
    none = Unknown("the scheduler input has no weight", scheduler.source)
    weights = [diagnostics.integer(served, "weight", none, 1, 255) for served in scheduler.entries("input")]
    return sum(weight.value for weight in weights if not isinstance(weight, Unknown))


def _share(served: Node, strict: bool, total: int, diagnostics: LeafDiagnostics) -> Scheduler:
    peak = diagnostics.integer(served, "peak-rate-percent", Unknown("", served.source), 0, 100)
    shape = Rate(peak if served.has("peak-rate-percent") else defaults.FULL_RATE.at(served.source), is_percent=True)
    if strict:
        served.take("weight")
        nothing = defaults.STRICT_HAS_NO_SHARE.at(served.source)
        return Scheduler(Stated(Scheduling.STRICT, served.first_line), nothing, shape=shape)
    weight = diagnostics.integer(served, "weight", Unknown("the scheduler input has no weight", served.source), 1, 255)
    percent: Fact[float] = weight if isinstance(weight, Unknown) else Stated(100 * weight.value / total, weight.source)
    return Scheduler(Stated(Scheduling.WEIGHTED, served.first_line), percent, shape=shape, is_percent=True)
