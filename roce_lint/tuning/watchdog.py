"""PFC watchdog timers: what each platform accepts, and whether a storm is broken before queue pairs give up."""

from __future__ import annotations

import math
from enum import Enum

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.tuning.dcqcn_relations import Relation
from roce_lint.tuning.receipt import Term
from roce_lint.values import dataclass

QP_TIMEOUT_UNIT_US = 4.096
NEVER = 0
"""A local ACK timeout of 0 switches the timer off. Source: InfiniBand Architecture Specification, volume 1."""


class Timer(Enum):
    """One of the three times of a PFC watchdog."""

    DETECT = "detection"
    RESTORE = "restoration"
    POLL = "poll"


@dataclass(frozen=True, slots=True)
class Range:
    """What a platform accepts for a timer, in milliseconds."""

    least_ms: float
    most_ms: float


@dataclass(frozen=True, slots=True)
class WatchdogBounds:
    """The timer limits of a platform.

    Detection and restoration must be at least `poll_multiple` times the poll period.
    """

    platform: str
    detect: Range
    restore: Range
    poll: Range
    poll_multiple: int
    source: str

    def of(self, timer: Timer) -> Range:
        """Return the limits of one timer."""
        return {Timer.DETECT: self.detect, Timer.RESTORE: self.restore, Timer.POLL: self.poll}[timer]


SONIC = WatchdogBounds(
    "SONiC", Range(100, 5000), Range(100, 60000), Range(100, 1000), 1, "sonic-utilities pfcwd, 691b1bbc"
)
EOS = WatchdogBounds(
    "Arista EOS", Range(10, 60000), Range(10, 60000), Range(5, 30000), 2, "Arista AVD schema, priority_flow_control"
)

SONIC_DEFAULT_MS = 200
SONIC_PORTS_PER_STEP = 32
SONIC_RESTORE_OVER_DETECT = 2
"""Restoration when `pfcwd start` names only a detection time."""

CUMULUS_POLL_MS = 100
CUMULUS_ROBUSTNESS = 3
"""Polls with pause before a queue counts as stuck. Source: Cumulus Linux 5.9 documentation."""


@dataclass(frozen=True, slots=True)
class WatchdogTimers:
    """The times of one watchdog, in milliseconds."""

    detect_ms: float
    restore_ms: float
    poll_ms: float

    def of(self, timer: Timer) -> float:
        """Return one of the three times."""
        return {Timer.DETECT: self.detect_ms, Timer.RESTORE: self.restore_ms, Timer.POLL: self.poll_ms}[timer]


def sonic_default_timers(ports: int) -> WatchdogTimers:
    """Return what `pfcwd start_default` sets: 200 ms for each started 32 ports, poll at most 1000 ms.

    Raises ValueError for a number of ports that is not positive. Source: sonic-utilities pfcwd, 691b1bbc.
    """
    require_positive("ports", ports)
    scaled_ms = SONIC_DEFAULT_MS * math.ceil(ports / SONIC_PORTS_PER_STEP)
    return WatchdogTimers(scaled_ms, scaled_ms, min(scaled_ms, SONIC.poll.most_ms))


def cumulus_detection_ms(poll_ms: float = CUMULUS_POLL_MS, robustness: int = CUMULUS_ROBUSTNESS) -> float:
    """Return how long a queue is paused before Cumulus Linux acts.

    Raises ValueError for arguments that are not positive. Source: Cumulus Linux 5.9 documentation.
    """
    require_positive("poll_ms", poll_ms)
    require_positive("robustness", robustness)
    return poll_ms * robustness


def watchdog_relations(timers: WatchdogTimers, bounds: WatchdogBounds) -> tuple[Relation, ...]:
    """Return every limit of a platform with the timers it concerns, whether kept or not."""
    limits = [_limits(timer, timers.of(timer), bounds) for timer in Timer]
    polls = [_poll_relation(timer, timers, bounds) for timer in (Timer.DETECT, Timer.RESTORE)]
    return tuple(relation for pair in limits for relation in pair) + tuple(polls)


def _limits(timer: Timer, value_ms: float, bounds: WatchdogBounds) -> tuple[Relation, Relation]:
    allowed = bounds.of(timer)
    stated = Term(f"{timer.value} time", value_ms, "ms", "as configured")
    least = Term("least", allowed.least_ms, "ms", bounds.platform)
    most = Term("most", allowed.most_ms, "ms", bounds.platform)
    why = f"{bounds.platform} refuses the value"
    return (
        Relation(f"{timer.value} time >= least", value_ms >= allowed.least_ms, stated, least, why, bounds.source),
        Relation(f"{timer.value} time <= most", value_ms <= allowed.most_ms, stated, most, why, bounds.source),
    )


def _poll_relation(timer: Timer, timers: WatchdogTimers, bounds: WatchdogBounds) -> Relation:
    needed_ms = bounds.poll_multiple * timers.poll_ms
    return Relation(
        rule=f"{timer.value} time >= {bounds.poll_multiple} * poll period",
        holds=timers.of(timer) >= needed_ms,
        left=Term(f"{timer.value} time", timers.of(timer), "ms", "as configured"),
        right=Term("poll period", needed_ms, "ms", f"{bounds.poll_multiple} * {timers.poll_ms:g}"),
        why="the time is shorter than the watchdog can observe",
        source=bounds.source,
    )


def qp_retry_budget_ms(timeout: int, retries: int) -> float:
    """Return how long a queue pair retries before it fails: 4.096 us * 2^timeout * (retries + 1), in milliseconds.

    Infinite for a timeout of 0. Raises ValueError for a timeout outside 0 to 31 or retries outside 0 to 7.
    Source: InfiniBand Architecture Specification, volume 1 (local ACK timeout, retry count).
    """
    if not 0 <= timeout <= 31:
        raise ValueError(f"timeout is {timeout}; it must be 0 to 31")
    if not 0 <= retries <= 7:
        raise ValueError(f"retries is {retries}; it must be 0 to 7")
    if timeout == NEVER:
        return math.inf
    return QP_TIMEOUT_UNIT_US * 2.0**timeout * (retries + 1) / 1000


def storm_ends_within_retry_budget(timers: WatchdogTimers, timeout: int, retries: int) -> Relation:
    """Compare detection, restoration and one poll with half the time that a queue pair retries.

    Raises ValueError for negative times, or a timeout or retry count out of range.
    """
    for timer in Timer:
        require_not_negative(f"{timer.value} time", timers.of(timer))
    total_ms = timers.detect_ms + timers.restore_ms + timers.poll_ms
    budget_ms = qp_retry_budget_ms(timeout, retries)
    return Relation(
        rule="detection + restoration + poll < half the retry budget",
        holds=total_ms < budget_ms / 2,
        left=Term("watchdog", total_ms, "ms", "detection + restoration + one poll"),
        right=Term("half of budget", budget_ms / 2, "ms", f"timeout {timeout}, {retries} retries"),
        why="queue pairs fail before the watchdog has ended a pause storm",
        source="InfiniBand Architecture Specification, volume 1; sonic-utilities pfcwd",
    )
