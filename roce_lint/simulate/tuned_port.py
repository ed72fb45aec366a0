"""Thresholds of one port against their neighbours: what each costs when many hosts send to one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

from roce_lint.simulate.auto_headroom import standard_response_ns
from roce_lint.simulate.choose_engine import simulated
from roce_lint.simulate.outcome import EngineName, FlowOutcome, nobody
from roce_lint.simulate.plant import (
    NANOSECONDS_PER_M,
    PRIORITIES,
    UNLIMITED,
    Plant,
    PlantDevice,
    PlantFlow,
    PlantGroup,
    PlantPort,
    PlantQueue,
)
from roce_lint.values import dataclass, replace

SENDERS = 16
POOL_BYTES = 32_000_000
UNDAMPED_NS = 1e6
DURATION_NS = 10e6
"""All send at once at first, which fills the buffer; then DCQCN works for some milliseconds."""
MESSAGE_BYTES = 65_536
MESSAGES = 10
_LOSSLESS = 3


@dataclass(frozen=True, slots=True)
class PortThresholds:
    """What is set at every port of a switch for its lossless class; `who` says whose values these are."""

    who: str
    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: float
    alpha: float
    headroom_bytes: int


@dataclass(frozen=True, slots=True)
class ThresholdCost:
    """What a load does with thresholds: goodput and drops of the long flows, pauses of senders, time of messages.

    `undamped_dropped_percent`: drops where no sender reacts to marks, so that PFC alone keeps packets from being lost.
    """

    thresholds: PortThresholds
    throughput_gbps: float
    slowest_gbps: float
    paused_percent: float
    dropped_percent: float
    message_us: float
    undamped_dropped_percent: float


@dataclass(frozen=True, slots=True)
class TunedLoad:
    """Under what thresholds are compared: a speed, a cable, a shared buffer, and how many send to one."""

    speed_gbps: float
    length_m: float
    pool_bytes: int = POOL_BYTES
    senders: int = SENDERS


def neighbours(chosen: PortThresholds, advised: Sequence[PortThresholds]) -> Iterator[PortThresholds]:
    """Yield what is chosen, half and double of each threshold, and what others advise."""
    yield chosen
    for who, times in (("half", 0.5), ("double", 2.0)):
        kmin, kmax = int(chosen.kmin_bytes * times), int(chosen.kmax_bytes * times)
        yield replace(chosen, who=f"{who} Kmin and Kmax", kmin_bytes=kmin, kmax_bytes=kmax)
        yield replace(chosen, who=f"{who} Pmax", pmax_percent=min(100.0, chosen.pmax_percent * times))
        yield replace(chosen, who=f"{who} alpha", alpha=chosen.alpha * times)
        yield replace(chosen, who=f"{who} headroom", headroom_bytes=int(chosen.headroom_bytes * times))
    yield from advised


def costs(
    load: TunedLoad, settings: Sequence[PortThresholds], progress: Callable[[float], None] = nobody
) -> tuple[ThresholdCost, ...]:
    """Return what each setting costs, in their order."""
    found = []
    for number, one in enumerate(settings, 1):
        found.append(_cost(load, one))
        progress(number / len(settings))
    return tuple(found)


def _cost(load: TunedLoad, thresholds: PortThresholds) -> ThresholdCost:
    found = simulated(_plant(load, thresholds), EngineName.PACKETS)
    long, messages = found.run.flows[: load.senders], found.run.flows[load.senders :]
    undamped = replace(
        found.plant,
        flows=tuple(replace(flow, dcqcn=False) for flow in found.plant.flows[: load.senders]),
        duration_ns=UNDAMPED_NS,
    )
    paused = max(queue.paused_ns for queue in found.run.queues) / found.measured_ns
    waits = [
        min(flow.completion_ns, DURATION_NS - plan.start_ns)
        for flow, plan in zip(messages, found.plant.flows[load.senders :], strict=True)
    ]
    return ThresholdCost(
        thresholds=thresholds,
        throughput_gbps=sum(flow.throughput_gbps for flow in found.run.flows[: load.senders]),
        slowest_gbps=min(flow.throughput_gbps for flow in long),
        paused_percent=100 * paused,
        dropped_percent=_dropped_percent(long),
        message_us=fmean(waits) / 1000,
        undamped_dropped_percent=_dropped_percent(simulated(undamped, EngineName.PACKETS).run.flows),
    )


def _dropped_percent(flows: Sequence[FlowOutcome]) -> float:
    sent = sum(max(flow.sent_packets, flow.dropped_packets) for flow in flows)
    return 100 * sum(flow.dropped_packets for flow in flows) / max(1.0, sent)


def _plant(load: TunedLoad, thresholds: PortThresholds) -> Plant:
    """Return a switch at which hosts send to one; a further host sends messages to the same one."""
    hosts = load.senders + 2
    receiver, messenger = load.senders + 1, load.senders
    return Plant(
        devices=(
            PlantDevice("switch", False, float(load.pool_bytes)),
            *(PlantDevice(f"host-{number + 1}", True) for number in range(hosts)),
        ),
        ports=tuple(port for number in range(hosts) for port in _cable(load, thresholds, number)),
        flows=(
            *(_flow(number, receiver, UNLIMITED, 0.0) for number in range(load.senders)),
            *(_flow(messenger, receiver, float(MESSAGE_BYTES), n * DURATION_NS / MESSAGES) for n in range(MESSAGES)),
        ),
        duration_ns=DURATION_NS,
    )


def _cable(load: TunedLoad, thresholds: PortThresholds, host: int) -> tuple[PlantPort, PlantPort]:
    """Return the ends of the cable of a host: at the switch, and at the host."""
    group = PlantGroup(
        lossless=True,
        alpha=thresholds.alpha,
        resume_offset_bytes=10_000.0,
        headroom_bytes=float(thresholds.headroom_bytes),
    )
    queue = PlantQueue(
        marks=True,
        kmin_bytes=float(thresholds.kmin_bytes),
        kmax_bytes=float(thresholds.kmax_bytes),
        pmax=thresholds.pmax_percent / 100,
    )
    at_switch = PlantPort(
        device=0,
        name=f"port-{host + 1}",
        peer=2 * host + 1,
        speed_gbps=load.speed_gbps,
        delay_ns=load.length_m * NANOSECONDS_PER_M,
        response_ns=standard_response_ns(load.speed_gbps),
        stops=tuple((priority,) if priority == _LOSSLESS else () for priority in range(PRIORITIES)),
        groups=tuple(group if priority == _LOSSLESS else PlantGroup() for priority in range(PRIORITIES)),
        queues=tuple(queue if number == _LOSSLESS else PlantQueue(strict=number > 5) for number in range(PRIORITIES)),
        queue_of_priority=tuple(range(PRIORITIES)),
    )
    plain = (PlantGroup(),) * PRIORITIES
    queues = tuple(PlantQueue(strict=number > 5) for number in range(PRIORITIES))
    at_host = replace(at_switch, device=host + 1, name="nic", peer=2 * host, groups=plain, queues=queues)
    return at_switch, at_host


def _flow(source: int, destination: int, size_bytes: float, start_ns: float) -> PlantFlow:
    def path(one: int, other: int) -> tuple[int, ...]:
        return (2 * one + 1, 2 * other)

    return PlantFlow(
        name=f"host-{source + 1}->host-{destination + 1} {start_ns:g}",
        source=source + 1,
        destination=destination + 1,
        size_bytes=size_bytes,
        start_ns=start_ns,
        priority=_LOSSLESS,
        dscp=26,
        paths=(path(source, destination),),
        paths_back=(path(destination, source),),
    )
