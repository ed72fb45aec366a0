"""NX-OS: the PFC watchdog of a switch view, as a poll interval and multiples of it."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import WatchdogView
from roce_lint.model.terms import WatchdogAction
from roce_lint.os.nxos.dialect import NxosDialect
from roce_lint.platforms.datum import Datum, Range, SourcedValue
from roce_lint.platforms.platform import SwitchPlatform

RECALLED_LINES = ("priority-flow-control watch-dog interval", "priority-flow-control auto-restore multiplier")
"""The YANG of 10.3(10) has their values; their spelling is in no source that could be read."""


def watchdog_lines(watchdog: WatchdogView, platform: SwitchPlatform, dialect: NxosDialect) -> tuple[str, ...]:
    """Return the global lines: the switch, and the timers that differ from the device's defaults.

    Raises PlatformError for times that are no multiple of the poll interval or out of range.
    """
    poll_ms = watchdog.polling_ms
    _require(poll_ms, dialect.watchdog_interval_ms, platform, "a poll interval in milliseconds")
    shutdown = _polls(watchdog.detection_ms, poll_ms, platform, "detection")
    restore = _polls(watchdog.recovery_ms, poll_ms, platform, "recovery")
    _require(shutdown, dialect.shutdown_multiplier, platform, "a detection time in polls")
    _require(restore, dialect.auto_restore_multiplier, platform, "a recovery time in polls")
    lines = ["watch-dog-interval on"]
    if not _is(dialect.watchdog_interval_default_ms, poll_ms):
        lines.append(f"watch-dog interval {poll_ms}")
    if not _is(dialect.shutdown_multiplier_default, shutdown):
        lines.append(f"watch-dog shutdown-multiplier {shutdown}")
    if not _is(dialect.auto_restore_multiplier_default, restore):
        lines.append(f"auto-restore multiplier {restore}")
    return tuple(f"priority-flow-control {line}" for line in lines)


def watchdog_port_line(watchdog: WatchdogView, platform: SwitchPlatform) -> str:
    """Return the line that switches the watchdog on on a port. Raises PlatformError for an action it lacks."""
    if watchdog.action is WatchdogAction.DROP:
        return "priority-flow-control watch-dog-interval on"
    if watchdog.action is WatchdogAction.NOTIFY_ONLY:
        return "priority-flow-control watch-dog-interval on disable-action"
    raise PlatformError(
        f"{platform.id}: the PFC watchdog of NX-OS drops or only notifies, it cannot {watchdog.action.value};"
        " choose drop or notify-only"
    )


def _polls(time_ms: int, poll_ms: int, platform: SwitchPlatform, name: str) -> int:
    if poll_ms <= 0 or time_ms % poll_ms:
        raise PlatformError(
            f"{platform.id}: NX-OS counts watchdog {name} in polls, and {time_ms} ms is no multiple of {poll_ms} ms"
        )
    return time_ms // poll_ms


def _is(default: Datum[int], number: int) -> bool:
    return isinstance(default, SourcedValue) and default.value == number


def _require(number: int, limits: Datum[Range], platform: SwitchPlatform, what: str) -> None:
    if isinstance(limits, SourcedValue) and number not in limits.value:
        span = f"{limits.value.minimum} to {limits.value.maximum}"
        raise PlatformError(f"{platform.id} takes {what} of {span}, not {number}; change roce.watchdog")
