"""The PFC watchdog of one platform: given timers are kept or refused, the others adapted to what the device accepts."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.intent.classes import LOSSLESS_PROFILES
from roce_lint.intent.model import Intent
from roce_lint.intent.model_tuning import WatchdogActionChoice
from roce_lint.intent.view import WatchdogView
from roce_lint.model.terms import WatchdogAction
from roce_lint.os.registry import switch_os
from roce_lint.platforms.datum import Datum, SourcedValue
from roce_lint.platforms.pause_limits import PollingMultiples
from roce_lint.platforms.platform import SwitchPlatform, Timer
from roce_lint.values import dataclass

DEFAULT_US: Mapping[str, int] = {"detection": 200_000, "recovery": 400_000, "polling": 100_000}
"""200 ms is the time after which Microsoft and Meta call a queue stuck; 400 ms is twice that, as SONiC derives it."""

POLLS_PER_TIMER = 2
"""How often a watchdog polls at least within detection and recovery where its timers bound it."""

_ACTIONS: Mapping[str, WatchdogAction] = {
    "drop": WatchdogAction.DROP,
    "errdisable": WatchdogAction.ERRDISABLE,
    "notify-only": WatchdogAction.NOTIFY_ONLY,
    "disable-action": WatchdogAction.NOTIFY_ONLY,
    "alert": WatchdogAction.NOTIFY_ONLY,
    "ignore-pause": WatchdogAction.IGNORE_PAUSE,
    "forward": WatchdogAction.IGNORE_PAUSE,
}


@dataclass(frozen=True, slots=True)
class WatchdogTrouble:
    """Why a platform does not accept what the intent says under `roce.watchdog.<key>`."""

    key: str
    message: str


def plan_watchdog(intent: Intent, platform: SwitchPlatform) -> WatchdogView | WatchdogTrouble:
    """Return the watchdog of a switch of this model, or what of the intent it does not accept."""
    wish = intent.roce.watchdog
    if intent.design not in LOSSLESS_PROFILES or not wish.enabled:
        return WatchdogView(False, 0, 0, 0, _action(WatchdogActionChoice.AUTO, platform) or WatchdogAction.DROP)
    given = {"detection": wish.detection, "recovery": wish.recovery, "polling": wish.polling}
    limits = platform.watchdog
    times: dict[str, int] = {}
    for key, timer in (("detection", limits.detect), ("recovery", limits.restore), ("polling", limits.poll)):
        time = _accepted(key, given[key], timer, platform)
        if isinstance(time, WatchdogTrouble):
            return time
        times[key] = time
    trouble = _relate(times, given, platform)
    if trouble is not None:
        return trouble
    action = _action(wish.action, platform)
    if action is None:
        return WatchdogTrouble("action", f"{platform.model} offers {_offered(platform)}, not {wish.action.value}")
    return WatchdogView(True, times["detection"] // 1000, times["recovery"] // 1000, times["polling"] // 1000, action)


def _accepted(key: str, wanted_us: int | None, limits: Datum[Timer], platform: SwitchPlatform) -> int | WatchdogTrouble:
    time_us = DEFAULT_US[key] if wanted_us is None else wanted_us
    if wanted_us is not None and wanted_us % 1000:
        return WatchdogTrouble(key, f"{wanted_us} us is no whole number of milliseconds; write {key} in ms")
    if not isinstance(limits, SourcedValue):
        return time_us
    timer = limits.value
    if timer.accepts(time_us):
        return time_us
    if wanted_us is None:
        nearest = max(timer.minimum_us, min(timer.maximum_us, time_us))
        return nearest - nearest % timer.step_us
    span = f"{timer.minimum_us // 1000} to {timer.maximum_us // 1000} ms in steps of {max(1, timer.step_us // 1000)} ms"
    return WatchdogTrouble(key, f"{platform.model} accepts {span}, not {wanted_us // 1000} ms")


def _relate(times: dict[str, int], given: Mapping[str, int | None], platform: SwitchPlatform) -> WatchdogTrouble | None:
    """Fit the polling time to the other two as the OS demands; return what cannot be fitted."""
    system = switch_os(platform.os)
    if system.behaviour.watchdog_polls_within_timers:
        most_us = min(times["detection"], times["recovery"]) // POLLS_PER_TIMER
        if times["polling"] > most_us and given["polling"] is not None:
            message = f"polls at least twice within detection and recovery: at most {most_us // 1000} ms"
            words = f"{system.short_label} {message}, not {times['polling'] // 1000} ms"
            return WatchdogTrouble("polling", words)
        times["polling"] = min(times["polling"], most_us)
    multiples = platform.pause_limits.polling
    return None if multiples is None else _relate_polls(times, given, multiples, system.short_label)


def _relate_polls(
    times: dict[str, int], given: Mapping[str, int | None], multiples: PollingMultiples, system: str
) -> WatchdogTrouble | None:
    """Choose a poll time of which detection and recovery are multiples that the system accepts."""
    polls, stuck, restore = multiples.polling_ms, multiples.detection, multiples.recovery
    choices = range(polls.minimum, polls.maximum + 1)
    if given["polling"] is not None:
        choices = range(times["polling"] // 1000, times["polling"] // 1000 + 1)
    for poll_ms in choices:
        poll_us = poll_ms * 1000
        if given["recovery"] is None:
            times["recovery"] = multiples.usual_recovery * poll_us
        if times["detection"] % poll_us or times["recovery"] % poll_us:
            continue
        if times["detection"] // poll_us in stuck and times["recovery"] // poll_us in restore:
            times["polling"] = poll_us
            return None
    message = (
        f"{system} counts detection in {stuck.minimum} to {stuck.maximum} polls and recovery in"
        f" {restore.minimum} to {restore.maximum}, each of {polls.minimum} to"
        f" {polls.maximum} ms; {times['detection'] // 1000} ms and {times['recovery'] // 1000} ms have no such"
        " poll time in common"
    )
    key = next((key for key in ("detection", "recovery", "polling") if given[key] is not None), "detection")
    return WatchdogTrouble(key, message)


def _action(wish: WatchdogActionChoice, platform: SwitchPlatform) -> WatchdogAction | None:
    """Return the action, for `auto` the first that the platform offers and that keeps the link up."""
    offered = platform.watchdog.actions
    words = offered.value if isinstance(offered, SourcedValue) else tuple(_ACTIONS)
    actions = [_ACTIONS[word] for word in words if word in _ACTIONS]
    if wish is not WatchdogActionChoice.AUTO:
        wanted = WatchdogAction(wish.value)
        return wanted if wanted in actions else None
    for preferred in (WatchdogAction.DROP, WatchdogAction.IGNORE_PAUSE):
        if preferred in actions:
            return preferred
    return actions[0] if actions else None


def _offered(platform: SwitchPlatform) -> str:
    offered = platform.watchdog.actions
    return (
        ", ".join(_ACTIONS[word].value for word in offered.value if word in _ACTIONS)
        if isinstance(offered, SourcedValue)
        else ""
    )
