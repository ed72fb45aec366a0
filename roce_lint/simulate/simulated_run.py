"""What a run shows: the victims, the places of loss, and all of it in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.simulate.fair_share import fair_shares
from roce_lint.simulate.outcome import FlowOutcome, QueueOutcome, RunOutcome
from roce_lint.simulate.plant import Plant
from roce_lint.values import dataclass

SUFFERS_BELOW = 0.8
"""A flow that gets less than this of its fair share suffers."""
FULL_FROM = 0.8
"""A port that carries this share of its speed is full."""
PAUSED_FROM = 0.01
"""Pauses of less than this share of the time hurt nobody."""


@dataclass(frozen=True, slots=True)
class SimulatedRun:
    """A run with what follows from it. `fair_gbps` are shares of payload; `victims` are indices of flows."""

    plant: Plant
    run: RunOutcome
    fair_gbps: tuple[float, ...]
    congested_ports: frozenset[int]
    victims: tuple[int, ...]
    verdict: str

    @property
    def measured_ns(self) -> float:
        """Return the time that figures of ports count over."""
        return self.plant.duration_ns - self.plant.warm_up_ns


def with_verdict(plant: Plant, run: RunOutcome) -> SimulatedRun:
    """Return a run with its victims and its verdict.

    A victim crosses no port that is full or that takes nothing, and still gets less than 80 % of its fair share,
    because queues on its path were paused or its packets dropped.
    """
    fair = fair_shares(plant, [flow.path for flow in run.flows])
    measured = plant.duration_ns - plant.warm_up_ns
    sent, paused = dict[int, float](), dict[int, float]()
    for queue in run.queues:
        sent[queue.port] = sent.get(queue.port, 0.0) + queue.sent_bytes
        paused[queue.port] = max(paused.get(queue.port, 0.0), queue.paused_ns)
    full = {
        port for port in fair.congested_ports if sent[port] * 8 >= FULL_FROM * plant.ports[port].speed_gbps * measured
    }
    victims = []
    for index, flow in enumerate(run.flows):
        expected = fair.shares_gbps[index]
        if full & set(flow.path) or flow.throughput_gbps >= SUFFERS_BELOW * expected or not _ran(plant, index):
            continue
        if flow.dropped_packets or any(paused[port] >= PAUSED_FROM * measured for port in flow.path):
            victims.append(index)
    verdict = "; ".join(_clauses(plant, run, fair.shares_gbps, victims))
    return SimulatedRun(plant, run, fair.shares_gbps, fair.congested_ports, tuple(victims), f"{_capital(verdict)}.")


def _ran(plant: Plant, index: int) -> bool:
    return plant.flows[index].start_ns < plant.duration_ns


def _clauses(plant: Plant, run: RunOutcome, fair: tuple[float, ...], victims: list[int]) -> Iterator[str]:
    if run.deadlock:
        names = ", ".join(plant.port_label(port) for port, _ in run.deadlock[:4])
        yield f"deadlock: {len(run.deadlock)} queues wait for each other for ever ({names})"
    sent, dropped = sum(flow.sent_packets for flow in run.flows), sum(flow.dropped_packets for flow in run.flows)
    if dropped:
        worst = max(run.queues, key=lambda queue: queue.dropped_packets)
        yield f"{_percent(dropped / max(sent, dropped))} of packets are dropped, most at {_place(plant, worst)}"
    else:
        yield "nothing is dropped"
    if victims:
        worst_victim = min(victims, key=lambda one: run.flows[one].throughput_gbps / max(fair[one], 1e-9))
        flow = run.flows[worst_victim]
        shown = f"{plant.flows[worst_victim].name} gets {_rate(flow.throughput_gbps)} of {_rate(fair[worst_victim])}"
        many = "1 flow suffers" if len(victims) == 1 else f"{len(victims)} flows suffer"
        yield f"{many} though no link on the way is full ({shown} Gb/s)"
    measured = plant.duration_ns - plant.warm_up_ns
    paused = max(run.queues, key=lambda queue: queue.paused_ns, default=None)
    if paused is not None and paused.paused_ns >= PAUSED_FROM * measured:
        yield f"{_place(plant, paused)} is paused {_percent(paused.paused_ns / measured)} of the time"
    else:
        yield "pauses are rare" if any(queue.pausing_ns for queue in run.queues) else "nobody is paused"
    yield _shares(run.flows, fair)


def _shares(flows: tuple[FlowOutcome, ...], fair: tuple[float, ...]) -> str:
    rates = [flow.throughput_gbps for flow in flows]
    share = sum(rates) / max(sum(fair), 1e-9)
    spread = f"{_rate(min(rates))} to {_rate(max(rates))}" if len(rates) > 1 else _rate(rates[0])
    return f"flows get {spread} Gb/s, {_percent(min(share, 1.0))} of what the cables could carry"


def _place(plant: Plant, queue: QueueOutcome) -> str:
    return f"{plant.port_label(queue.port)} priority {queue.priority}"


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.1 else f"{100 * share:.0f} %"


def _rate(gbps: float) -> str:
    return f"{gbps:.2f}" if gbps < 10 else f"{gbps:.1f}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
