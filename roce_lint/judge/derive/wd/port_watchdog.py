"""The PFC watchdog of one port."""

from __future__ import annotations

from roce_lint.fabric.port_basics import pfc_priorities
from roce_lint.model.device import AnyPort, Device, Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import combine, is_false, is_true, map_fact
from roce_lint.model.terms import WatchdogAction
from roce_lint.os.registry import behaviour_of
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PortWatchdog:
    """Whether stuck queues are noticed, when, and what happens to them."""

    watchdog_enabled: Fact[bool]
    """The PFC watchdog is on."""
    hosts_lack_watchdog_alike: bool
    """Host ports of this device lack the watchdog for the same cause, so one fault explains both."""
    watchdog_covers_pfc: Fact[bool]
    """The watchdog monitors all `pfc_priorities`."""
    watchdog_gaps: Fact[frozenset[int]]
    """The `pfc_priorities` that the watchdog does not monitor, without those that only some links have intentionally:
    no NIC there could pause endlessly.
    """
    watchdog_detection_ms: Fact[int]
    """How long a queue is paused before the watchdog acts, in ms."""
    watchdog_recovery_ms: Fact[int]
    """How long pauses must be absent before it restores the queue, in ms."""
    watchdog_shortest_ms: Fact[int]
    """The shortest time that the system accepts for both, in ms; unknown if it accepts any time."""
    watchdog_longest_ms: Fact[int]
    """The longest time that the system accepts for both, in ms."""
    watchdog_polls: bool
    """It polls the queues at intervals; otherwise each queue has its own timer."""
    watchdog_polling_ms: Fact[int]
    """The polling interval, in ms."""
    watchdog_polling_is_kept: Fact[bool]
    """The polling interval fits the other timers, so that the system does not replace it."""
    watchdog_action: Fact[WatchdogAction]
    """What it does with a stuck queue."""
    watchdog_shuts_port: bool
    """It certainly error-disables the port."""
    watchdog_only_notifies: bool
    """It certainly only logs."""
    watchdog_recovers: Fact[bool]
    """It restores the queue automatically when the pauses end."""
    watchdog_recovers_by_timer: bool
    """It restores the queue after a configurable time, not after one interval without pauses."""


def port_watchdog(
    device: Device, port: Port, host_causes: frozenset[str], of_some_links: frozenset[int]
) -> PortWatchdog:
    """Return the watchdog of a port.

    `host_causes` is what keeps it off on ports that do not lead to the fabric; `of_some_links` are priorities that only
    some links have lossless.
    """
    watchdog = port.qos.watchdog
    shortest, longest = _limits(device, port)
    gaps = watchdog_gaps(port, map_fact(lambda every: every - of_some_links, pfc_priorities(port)))
    return PortWatchdog(
        watchdog_enabled=watchdog.enabled,
        hosts_lack_watchdog_alike=cause_of_no_watchdog(port) in host_causes,
        watchdog_covers_pfc=map_fact(lambda gaps: not gaps, gaps),
        watchdog_gaps=gaps,
        watchdog_detection_ms=watchdog.detection_ms,
        watchdog_recovery_ms=watchdog.recovery_ms,
        watchdog_shortest_ms=shortest,
        watchdog_longest_ms=longest,
        watchdog_polls=behaviour_of(device.os).watchdog_polls,
        watchdog_polling_ms=watchdog.polling_ms,
        watchdog_polling_is_kept=_polling_is_kept(device, port),
        watchdog_action=watchdog.action,
        watchdog_shuts_port=is_true(map_fact(lambda action: action is WatchdogAction.ERRDISABLE, watchdog.action)),
        watchdog_only_notifies=is_true(map_fact(lambda action: action is WatchdogAction.NOTIFY_ONLY, watchdog.action)),
        watchdog_recovers=watchdog.recovers,
        watchdog_recovers_by_timer=behaviour_of(device.os).watchdog_recovers_by_timer,
    )


def watchdog_gaps(port: Port, pausing: Fact[frozenset[int]]) -> Fact[frozenset[int]]:
    """Return the priorities that pause and that the watchdog does not watch."""
    return combine(lambda watched, paused: paused - watched, port.qos.watchdog.priorities, pausing)


def cause_of_no_watchdog(port: Port) -> str:
    """Return what keeps the watchdog of a pausing port off: the line that says so, or the reason of the default.

    Empty if the watchdog is on or unknown, or where nothing pauses.
    """
    enabled = port.values.qos.watchdog.enabled
    if isinstance(enabled, Unknown) or not lacks_watchdog(port.values):
        return ""
    if isinstance(enabled, Default):
        return enabled.because
    place = port.place(enabled.source)
    return f"{place.file}:{place.line}"


def lacks_watchdog(port: AnyPort) -> bool:
    """Say whether the port pauses and its watchdog is off."""
    return is_false(port.qos.watchdog.enabled) and is_true(map_fact(bool, pfc_priorities(port)))


def _limits(device: Device, port: Port) -> tuple[Fact[int], Fact[int]]:
    """Return the shortest and the longest time that the system takes for detection and recovery."""
    limits = behaviour_of(device.os).watchdog_timers_ms
    if limits is None:
        every = Unknown("the system accepts every valid time", port.source)
        return every, every
    return (
        Default(limits.shortest_ms, port.source, limits.because),
        Default(limits.longest_ms, port.source, limits.because),
    )


def _polling_is_kept(device: Device, port: Port) -> Fact[bool]:
    """Say whether the system keeps the polling interval: some take at most half the shorter of the other timers."""
    bounded = behaviour_of(device.os).watchdog_polls_within_timers
    watchdog = port.qos.watchdog
    polling = watchdog.polling_ms
    timers = [fact.value for fact in (watchdog.detection_ms, watchdog.recovery_ms) if not isinstance(fact, Unknown)]
    if not bounded or not isinstance(polling, Stated) or not timers:
        return Default(True, polling.source, "no configured polling interval contradicts the other timers")
    return Stated(2 * polling.value <= min(timers), polling.source)
