"""What a run yields: figures of each flow and of each port and priority, the same from every engine."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import Enum

from roce_lint.values import dataclass

UNFINISHED = math.inf
"""The completion time of a flow that was still running at the end."""


def nobody(_: float) -> None:
    """Look on, and do nothing."""


class EngineName(Enum):
    """The engines: each packet as an event, or bytes of flows in equal steps of time."""

    PACKETS = "packets"
    STEPS = "steps"


@dataclass(frozen=True, slots=True)
class FlowOutcome:
    """What one flow got. Throughput is payload delivered in order, from start or warm-up to completion or end.

    `sent`, `resent` and `dropped` are data packets; `dropped_at` says at which ports most of them were lost.
    """

    throughput_gbps: float
    completion_ns: float
    delivered_bytes: float
    sent_packets: float
    resent_packets: float
    resent_bytes: float
    dropped_packets: float
    marked_packets: float
    cnps: float
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class QueueOutcome:
    """What one port saw in one priority: the queue that leaves by it, and the group of what comes in by it.

    `paused_ns` is how long its queue was stopped by the peer, `pausing_ns` how long it stopped the peer. Drops are
    counted at the port that the packet came in by where the group was full, at the port it would have left by else.
    """

    port: int
    priority: int
    sent_bytes: float
    dropped_packets: float
    dropped_bytes: float
    marked_packets: float
    queue_largest_bytes: float
    queue_mean_bytes: float
    paused_ns: float
    pausing_ns: float
    pauses_sent: float
    group_largest_bytes: float
    watchdog_ns: float


@dataclass(frozen=True, slots=True)
class RunSample:
    """How things stand at a time: what each flow has delivered, and how deep and how long paused each queue is.

    Flows are in their order, queues by (port, priority); only those where anything happened.
    """

    at_ns: float
    delivered_bytes: tuple[float, ...]
    queued_bytes: Mapping[tuple[int, int], float]
    paused_ns: Mapping[tuple[int, int], float]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A whole run. `deadlock` holds the ports, with priority, of a cycle of buffers that wait for each other.

    `samples` are evenly over the time, none unless asked for.
    """

    engine: EngineName
    flows: tuple[FlowOutcome, ...]
    queues: tuple[QueueOutcome, ...]
    deadlock: tuple[tuple[int, int], ...] = ()
    samples: tuple[RunSample, ...] = ()


@dataclass(frozen=True, slots=True)
class RunWatch:
    """Who looks on while a run goes: `progress` gets the share that is done; `samples` are kept where wanted."""

    progress: Callable[[float], None] = nobody
    samples: bool = False


NOBODY_WATCHES = RunWatch()
SLICES = 100
"""So many times a run is looked at."""
