"""What a change costs: both states under the same load."""

from __future__ import annotations

from roce_lint.errors import UsageError
from roce_lint.fabric.fabric import Fabric
from roce_lint.simulate.choose_engine import simulated
from roce_lint.simulate.patterns import Load, loaded
from roce_lint.simulate.resolved import resolved
from roce_lint.simulate.simulated_run import SimulatedRun
from roce_lint.values import dataclass

DURATION_NS = 2e6
COST_FIGURES = (
    "verdict", "problem", "throughput_gbps", "slowest_gbps", "dropped_percent", "paused_percent", "victims",
    "deadlocked_queues",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StateCost:
    """How one state does under a load; `problem` says why it was not simulated, and the figures are 0 then."""

    verdict: str = ""
    problem: str = ""
    throughput_gbps: float = 0.0
    slowest_gbps: float = 0.0
    dropped_percent: float = 0.0
    paused_percent: float = 0.0
    victims: int = 0
    deadlocked_queues: int = 0


@dataclass(frozen=True, slots=True)
class ChangeCost:
    """Both states under a pattern; `same_flows` is false where hosts came or went, so that figures compare badly."""

    pattern: str
    before: StateCost
    after: StateCost
    same_flows: bool


def change_cost(old: Fabric, new: Fabric, pattern: str) -> ChangeCost:
    """Return what both states do under a pattern."""
    (before, flows_before), (after, flows_after) = _run(old, pattern), _run(new, pattern)
    return ChangeCost(pattern, before, after, flows_before == flows_after)


def _run(fabric: Fabric, pattern: str) -> tuple[StateCost, tuple[str, ...]]:
    try:
        found = simulated(loaded(resolved(fabric), Load(pattern, duration_ns=DURATION_NS)))
    except UsageError as error:
        return StateCost(problem=str(error)), ()
    return _cost(found), tuple(flow.name for flow in found.plant.flows)


def _cost(found: SimulatedRun) -> StateCost:
    flows = found.run.flows
    sent = sum(max(flow.sent_packets, flow.dropped_packets) for flow in flows)
    return StateCost(
        verdict=found.verdict,
        throughput_gbps=round(sum(flow.throughput_gbps for flow in flows), 2),
        slowest_gbps=round(min(flow.throughput_gbps for flow in flows), 2),
        dropped_percent=round(100 * sum(flow.dropped_packets for flow in flows) / max(1.0, sent), 2),
        paused_percent=round(100 * max(queue.paused_ns for queue in found.run.queues) / found.measured_ns, 1),
        victims=len(found.victims),
        deadlocked_queues=len(found.run.deadlock),
    )


def cost_lines(cost: ChangeCost) -> tuple[str, ...]:
    """Return both states in words: a heading, what each does, and the figures that differ."""
    lines = [f"Under {cost.pattern}, {DURATION_NS / 1e6:g} ms:"]
    for name, state in (("before", cost.before), ("after", cost.after)):
        lines.append(f"  {name}: {state.verdict or f'not simulated: {state.problem}'}")
    if cost.before.problem or cost.after.problem:
        return tuple(lines)
    figures = [
        f"{words} {was:g} -> {now:g}{unit}"
        for words, unit, was, now in (
            ("throughput", " Gb/s", cost.before.throughput_gbps, cost.after.throughput_gbps),
            ("slowest flow", " Gb/s", cost.before.slowest_gbps, cost.after.slowest_gbps),
            ("dropped", " %", cost.before.dropped_percent, cost.after.dropped_percent),
            ("port most paused", " % of the time", cost.before.paused_percent, cost.after.paused_percent),
            ("victims", "", cost.before.victims, cost.after.victims),
            ("queues in deadlock", "", cost.before.deadlocked_queues, cost.after.deadlocked_queues),
        )
        if was != now
    ]
    lines.append(f"  {', '.join(figures) or 'no figure differs'}")
    if not cost.same_flows:
        lines.append("  the hosts differ, and so do the flows: the figures do not compare")
    return tuple(lines)
