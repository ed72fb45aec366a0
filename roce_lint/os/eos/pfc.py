"""Priority flow control and its watchdog: the facts of a port.

Lines about priority flow control and its watchdog: those of the global mode, and the timers of a port.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PfcWatchdog, Priority, PriorityGroup, TrafficClass
from roce_lint.model.terms import PfcMode, WatchdogAction
from roce_lint.os.eos import defaults
from roce_lint.os.industry_cli.command import NOT_STATED, Command, NotStated, Setting, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

ACTIONS = {
    "drop": WatchdogAction.DROP,
    "notify-only": WatchdogAction.NOTIFY_ONLY,
    "errdisable": WatchdogAction.ERRDISABLE,
}
_SECONDS = lazy_pattern(r"\d{1,6}(?:\.\d{1,6})?", re.ASCII)
AUTO = -1


@dataclass(frozen=True, slots=True)
class PortTimers:
    """The watchdog timers of a port in milliseconds; `polling_ms` is `AUTO` where EOS chooses."""

    detection_ms: int
    polling_ms: int
    recovery_ms: int


@dataclass(slots=True)
class EosGlobalPfc:
    """What the global lines say."""

    all_off: Setting[bool] = NOT_STATED
    timeout_ms: Setting[int] = NOT_STATED
    recovery_ms: Setting[int] = NOT_STATED
    polling_ms: Setting[int] = NOT_STATED
    action: Setting[WatchdogAction] = NOT_STATED
    forced_drop: Setting[WatchdogAction] = NOT_STATED
    errdisable_recovery: Setting[bool] = NOT_STATED
    refused_mode: Unknown | None = None
    refused_watchdog: Unknown | None = None

    def read(self, command: Command, source: Source) -> str:
        """Take a global `priority-flow-control` line; return why it was not understood, or an empty text."""
        because = _GLOBAL_LINES.read(command.line, self, source)
        return self.refuse(command, source) if because is None else because

    def read_errdisable(self, line: Line, diagnostics: LineDiagnostics) -> None:
        """Take a global `errdisable` line; only whether ports recover from a stuck queue matters here."""
        _GLOBAL_LINES.account(line, self, diagnostics)

    def refuse(self, command: Command, source: Source) -> str:
        """Keep what a foreign line was meant to be, for where nothing else says it; return why it is refused."""
        because = f"EOS has no global command `{command.text}`"
        if command.plain and "watchdog" in command.text.replace("-", ""):
            self.refused_watchdog = self.refused_watchdog or Unknown(because, source)
        elif command.plain:
            self.refused_mode = self.refused_mode or Unknown(because, source)
        return because


def milliseconds(seconds: str) -> int:
    """Return seconds as typed (`0.2`) in whole milliseconds, rounded up; raise ValueError for anything else."""
    if not _SECONDS.fullmatch(seconds):
        raise ValueError(seconds)
    return math.ceil(Fraction(seconds) * 1000)


def polling_milliseconds(seconds: str) -> int:
    """Return the polling interval in milliseconds, `AUTO` where EOS chooses."""
    return AUTO if seconds == "auto" else milliseconds(seconds)


def port_timers(timeout: str, polling: str, recovery: str) -> PortTimers:
    """Return the three timers of a port, given in seconds as typed."""
    return PortTimers(milliseconds(timeout), polling_milliseconds(polling), milliseconds(recovery))


_WATCHDOG = "priority-flow-control pause watchdog"
_GLOBAL_LINES = LineTable(
    CommandRow("errdisable recovery cause stuck-queue [interval <0-99999>]", "errdisable_recovery", value=True),
    CommandRow("priority-flow-control all off", "all_off", value=True),
    CommandRow(
        f"{_WATCHDOG} override action drop",
        "forced_drop",
        WatchdogAction.DROP,
        cleared=f"{_WATCHDOG} override action ...",
    ),
    CommandRow(
        f"{_WATCHDOG} action drop|notify-only|errdisable",
        "action",
        value=ACTIONS.__getitem__,
        near_miss=f"EOS refuses the action `{{last}}`; it takes {', '.join(ACTIONS)}",
    ),
    CommandRow(f"{_WATCHDOG} default timeout <seconds>", "timeout_ms", value=milliseconds),
    CommandRow(f"{_WATCHDOG} default recovery-time <seconds> [forced]", "recovery_ms", value=milliseconds),
    CommandRow(f"{_WATCHDOG} default polling-interval <seconds>", "polling_ms", value=polling_milliseconds),
)


def pfc_mode(said: Setting[bool], network: EosGlobalPfc, default_place: Source) -> Fact[PfcMode]:
    """Return whether the port does PFC; a global `all off` beats what the port says."""
    if isinstance(network.all_off, Stated):
        is_on = isinstance(said, Stated) and said.value
        return Stated(PfcMode.OVERRULED if is_on else PfcMode.OFF, network.all_off.source)
    if isinstance(said, Stated):
        return Stated(PfcMode.ON if said.value else PfcMode.OFF, said.source)
    if isinstance(said, Unknown):
        return said
    return network.refused_mode or defaults.PFC_OFF.at(default_place)


def lossless_facts(said: dict[int, Setting[bool]], default_place: Source) -> tuple[Fact[bool], ...]:
    """Return for each of the eight priorities whether it is no-drop.

    The place to add another is the one line that makes a priority no-drop, or else `default_place`.
    """
    lines = [entry.source for entry in said.values() if isinstance(entry, Stated) and entry.value]
    lossy = defaults.PRIORITY_LOSSY.at(lines[0] if len(lines) == 1 else default_place)
    found = tuple(said.get(number, NOT_STATED) for number in range(8))
    return tuple(stated_or(entry, lossy) for entry in found)


def priority_facts(
    no_drop: tuple[Fact[bool], ...],
    queue_by_class: tuple[Fact[int], ...],
    lossless_groups: tuple[PriorityGroup, ...],
    lossy_group: PriorityGroup,
) -> tuple[Priority, ...]:
    """Return the eight priorities of a port: priority n pauses the queue of traffic class n."""
    made = []
    for number, lossless in enumerate(no_drop):
        queue = queue_by_class[number]
        paused: Fact[frozenset[int]] = queue if isinstance(queue, Unknown) else _sets(queue, frozenset({queue.value}))
        is_lossy = not isinstance(lossless, Unknown) and not lossless.value
        made.append(Priority(number, lossless, lossless, paused, lossy_group if is_lossy else lossless_groups[number]))
    return tuple(made)


def class_facts(
    no_drop: tuple[Fact[bool], ...], queues: tuple[Fact[int], ...], default_place: Source
) -> tuple[TrafficClass, ...]:
    """Return the eight traffic classes: class n is paused by priority n."""
    no_limit = defaults.NO_LIMIT_PER_CLASS.at(default_place)
    made = []
    for number, lossless in enumerate(no_drop):
        pauses: Fact[frozenset[int]]
        if isinstance(lossless, Unknown):
            pauses = lossless
        else:
            chosen = frozenset({number}) if lossless.value else frozenset[int]()
            pauses = Stated(chosen, lossless.source) if isinstance(lossless, Stated) else _sets(lossless, chosen)
        made.append(TrafficClass(str(number), queues[number], pauses, no_limit))
    return tuple(made)


def _sets(origin: Stated[int] | Default[int] | Default[bool], value: frozenset[int]) -> Fact[frozenset[int]]:
    if isinstance(origin, Stated):
        return Stated(value, origin.source)
    return Default(value, origin.source, origin.because)


@dataclass(frozen=True, slots=True)
class WatchdogLines:
    """What interface and profile say about the watchdog of a port."""

    port_on: Setting[bool]
    timers: Setting[PortTimers]
    action: Setting[WatchdogAction]


def watchdog_facts(
    said: WatchdogLines, network: EosGlobalPfc, no_drop: tuple[Fact[bool], ...], default_place: Source
) -> PfcWatchdog:
    """Return the watchdog as it is effective on a port: its own timers and action over the global ones."""
    detection, recovery, polling = _timers(said.timers, network, default_place)
    # What is done with a stuck queue belongs beside the timer that finds it, not beside what switches PFC on.
    place = detection.source if isinstance(detection, Stated) else default_place
    action = _action(said.action, network, place)
    return PfcWatchdog(
        enabled=_enabled(said.port_on, detection, default_place),
        priorities=_watched(no_drop, default_place),
        detection_ms=detection,
        recovery_ms=recovery,
        polling_ms=polling,
        action=action,
        recovers=_recovers(action, network, place),
    )


def _timers(
    timers: Setting[PortTimers], network: EosGlobalPfc, default_place: Source
) -> tuple[Fact[int], Fact[int], Fact[int]]:
    if isinstance(timers, Unknown):
        return timers, timers, timers
    detection: Fact[int]
    recovery: Fact[int]
    if isinstance(timers, Stated):
        detection = Stated(timers.value.detection_ms, timers.source)
        recovery = Stated(timers.value.recovery_ms, timers.source)
        chosen: Setting[int] = Stated(timers.value.polling_ms, timers.source)
    else:
        idle = network.refused_watchdog or defaults.WATCHDOG_TIMEOUT_MS.at(default_place)
        detection = stated_or(network.timeout_ms, idle)
        missing = Unknown(
            "no `priority-flow-control pause watchdog default recovery-time`; its default is not documented",
            default_place,
        )
        recovery = stated_or(network.recovery_ms, missing)
        chosen = network.polling_ms
    return detection, recovery, _polling(chosen, detection, recovery, default_place)


def _polling(chosen: Setting[int], detection: Fact[int], recovery: Fact[int], default_place: Source) -> Fact[int]:
    if isinstance(chosen, Unknown) or (isinstance(chosen, Stated) and chosen.value != AUTO):
        return chosen
    source = chosen.source if isinstance(chosen, Stated) else default_place
    if isinstance(detection, Unknown) or isinstance(recovery, Unknown) or not detection.value:
        return Unknown(
            "EOS derives the polling interval from timeout and recovery time, and one of them is missing", source
        )
    return Default(min(detection.value, recovery.value) // 2, source, defaults.WATCHDOG_POLLING)


def _action(said: Setting[WatchdogAction], network: EosGlobalPfc, default_place: Source) -> Fact[WatchdogAction]:
    for entry in (network.forced_drop, said, network.action):
        if not isinstance(entry, NotStated):
            return entry
    return defaults.WATCHDOG_ACTION.at(default_place)


def _enabled(port_on: Setting[bool], detection: Fact[int], default_place: Source) -> Fact[bool]:
    if isinstance(port_on, Unknown) or (isinstance(port_on, Stated) and not port_on.value):
        return port_on
    if isinstance(detection, Unknown):
        return detection
    source = port_on.source if isinstance(port_on, Stated) else detection.source
    if isinstance(detection, Default):
        return defaults.WATCHDOG_IDLE.at(source)
    return Stated(True, source) if detection.value else Stated(False, detection.source)


def _watched(no_drop: tuple[Fact[bool], ...], default_place: Source) -> Fact[frozenset[int]]:
    numbers, source = set(), default_place
    for number, lossless in enumerate(no_drop):
        if isinstance(lossless, Unknown):
            return lossless
        if lossless.value:
            numbers.add(number)
            source = lossless.source
    if numbers:
        return Stated(frozenset(numbers), source)
    return Default(frozenset(), default_place, "the watchdog watches no-drop priorities, and there is none")


def _recovers(action: Fact[WatchdogAction], network: EosGlobalPfc, default_place: Source) -> Fact[bool]:
    if isinstance(action, Unknown):
        return action
    if action.value is not WatchdogAction.ERRDISABLE:
        return Stated(True, action.source)
    if isinstance(network.errdisable_recovery, NotStated):
        return defaults.RECOVERY_OFF.at(default_place)
    return network.errdisable_recovery
