"""Priority flow control and its watchdog: global lines, and the facts of a port."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import Priority, PriorityGroup, TrafficClass, Watchdog
from roce_lint.model.terms import PfcMode, WatchdogAction
from roce_lint.os.eos import defaults
from roce_lint.os.eos.command import SILENT, Command, Said, Silence
from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass

ACTIONS = {
    "drop": WatchdogAction.DROP,
    "notify-only": WatchdogAction.NOTIFY_ONLY,
    "errdisable": WatchdogAction.ERRDISABLE,
}
_SECONDS = r"(\d{1,6}(?:\.\d{1,6})?)"
_DEFAULT_TIMER = late_pattern(
    rf"priority-flow-control pause watchdog default (timeout|recovery-time|polling-interval)"
    rf" (?:{_SECONDS}|(auto))( forced)?",
    re.ASCII,
)
_CLEARED_TIMER = late_pattern(
    r"priority-flow-control pause watchdog default (timeout|recovery-time|polling-interval)\b.*"
)
_PORT_TIMER = late_pattern(
    rf"priority-flow-control pause watchdog port timer timeout {_SECONDS} polling-interval (?:{_SECONDS}|auto)"
    rf" recovery-time {_SECONDS}(?: forced)?",
    re.ASCII,
)
AUTO = -1


@dataclass(frozen=True, slots=True)
class PortTimers:
    """The watchdog timers of a port in milliseconds; `polling_ms` is `AUTO` where EOS chooses."""

    detection_ms: int
    polling_ms: int
    recovery_ms: int


def milliseconds(seconds: str) -> int:
    """Return seconds as typed (`0.2`) in whole milliseconds, rounded up."""
    return math.ceil(Fraction(seconds) * 1000)


def port_timers(text: str) -> PortTimers | None:
    """Return the three timers of a `watchdog port timer` line, or None when it is not in its form."""
    found = _PORT_TIMER.fullmatch(text)
    if not found:
        return None
    polling = milliseconds(found[2]) if found[2] else AUTO
    return PortTimers(milliseconds(found[1]), polling, milliseconds(found[3]))


@dataclass(slots=True)
class GlobalPfc:
    """What the global lines say."""

    all_off: Said[bool] = SILENT
    timeout_ms: Said[int] = SILENT
    recovery_ms: Said[int] = SILENT
    polling_ms: Said[int] = SILENT
    action: Said[WatchdogAction] = SILENT
    forced_drop: Said[WatchdogAction] = SILENT
    errdisable_recovery: Said[bool] = SILENT
    refused_mode: Unknown | None = None
    refused_watchdog: Unknown | None = None

    def read(self, command: Command, source: Source) -> str:
        """Take a global `priority-flow-control` line; return why it was not understood, or an empty text."""
        text = command.text
        if text == "priority-flow-control all off":
            self.all_off = Stated(True, source) if command.plain else SILENT
            return ""
        if text.startswith("priority-flow-control pause watchdog override action"):
            self.forced_drop = Stated(WatchdogAction.DROP, source) if command.plain else SILENT
            return "" if text.endswith("action drop") or not command.plain else self.refuse(command, source)
        if text.startswith("priority-flow-control pause watchdog action"):
            return self._read_action(command, source)
        if not command.plain and _CLEARED_TIMER.fullmatch(text):
            self._set_timer(text.split()[4], SILENT)
            return ""
        found = _DEFAULT_TIMER.fullmatch(text) if command.plain else None
        if found is None or (found[4] and found[1] != "recovery-time") or (found[3] and found[1] != "polling-interval"):
            return self.refuse(command, source)
        self._set_timer(found[1], Stated(AUTO if found[3] else milliseconds(found[2]), source))
        return ""

    def _read_action(self, command: Command, source: Source) -> str:
        if not command.plain:
            self.action = SILENT
            return ""
        word = command.words[-1]
        if word in ACTIONS and len(command.words) == 5:
            self.action = Stated(ACTIONS[word], source)
            return ""
        because = f"EOS refuses the action `{word}`; it takes {', '.join(ACTIONS)}"
        self.action = Unknown(because, source)
        return because

    def _set_timer(self, name: str, value: Said[int]) -> None:
        if name == "timeout":
            self.timeout_ms = value
        elif name == "recovery-time":
            self.recovery_ms = value
        else:
            self.polling_ms = value

    def refuse(self, command: Command, source: Source) -> str:
        """Keep what a foreign line was meant to be, for where nothing else says it; return why it is refused."""
        because = f"EOS has no global command `{command.text}`"
        if command.plain and "watchdog" in command.text.replace("-", ""):
            self.refused_watchdog = self.refused_watchdog or Unknown(because, source)
        elif command.plain:
            self.refused_mode = self.refused_mode or Unknown(because, source)
        return because


def pfc_mode(said: Said[bool], network: GlobalPfc, home: Source) -> Fact[PfcMode]:
    """Return whether the port does PFC; a global `all off` beats what the port says."""
    if isinstance(network.all_off, Stated):
        return Stated(PfcMode.OFF, network.all_off.source)
    if isinstance(said, Stated):
        return Stated(PfcMode.ON if said.value else PfcMode.OFF, said.source)
    if isinstance(said, Unknown):
        return said
    return network.refused_mode or Default(PfcMode.OFF, home, defaults.PFC_OFF)


def lossless_facts(said: dict[int, Said[bool]], home: Source) -> tuple[Fact[bool], ...]:
    """Return for each of the eight priorities whether it is no-drop.

    The place to add another is the one line that makes a priority no-drop, or else `home`.
    """
    lines = [entry.source for entry in said.values() if isinstance(entry, Stated) and entry.value]
    lossy = Default(False, lines[0] if len(lines) == 1 else home, defaults.PRIORITY_LOSSY)
    found = tuple(said.get(number, SILENT) for number in range(8))
    return tuple(lossy if isinstance(entry, Silence) else entry for entry in found)


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
    no_drop: tuple[Fact[bool], ...], queues: tuple[Fact[int], ...], home: Source
) -> tuple[TrafficClass, ...]:
    """Return the eight traffic classes: class n is paused by priority n."""
    no_limit = Default(65535, home, defaults.NO_LIMIT_PER_CLASS)
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

    port_on: Said[bool]
    timers: Said[PortTimers]
    action: Said[WatchdogAction]


def watchdog_facts(said: WatchdogLines, network: GlobalPfc, no_drop: tuple[Fact[bool], ...], home: Source) -> Watchdog:
    """Return the watchdog as it is effective on a port: its own timers and action over the global ones."""
    detection, recovery, polling = _timers(said.timers, network, home)
    action = _action(said.action, network, home)
    return Watchdog(
        enabled=_enabled(said.port_on, detection, home),
        priorities=_watched(no_drop, home),
        detection_ms=detection,
        recovery_ms=recovery,
        polling_ms=polling,
        action=action,
        recovers=_recovers(action, network, home),
    )


def _timers(timers: Said[PortTimers], network: GlobalPfc, home: Source) -> tuple[Fact[int], Fact[int], Fact[int]]:
    if isinstance(timers, Unknown):
        return timers, timers, timers
    detection: Fact[int]
    recovery: Fact[int]
    if isinstance(timers, Stated):
        detection = Stated(timers.value.detection_ms, timers.source)
        recovery = Stated(timers.value.recovery_ms, timers.source)
        chosen: Said[int] = Stated(timers.value.polling_ms, timers.source)
    else:
        idle = network.refused_watchdog or Default(0, home, defaults.WATCHDOG_IDLE)
        detection = idle if isinstance(network.timeout_ms, Silence) else network.timeout_ms
        missing = Unknown(
            "no `priority-flow-control pause watchdog default recovery-time`; its default is not documented", home
        )
        recovery = missing if isinstance(network.recovery_ms, Silence) else network.recovery_ms
        chosen = network.polling_ms
    return detection, recovery, _polling(chosen, detection, recovery, home)


def _polling(chosen: Said[int], detection: Fact[int], recovery: Fact[int], home: Source) -> Fact[int]:
    if isinstance(chosen, Unknown) or (isinstance(chosen, Stated) and chosen.value != AUTO):
        return chosen
    source = chosen.source if isinstance(chosen, Stated) else home
    if isinstance(detection, Unknown) or isinstance(recovery, Unknown) or not detection.value:
        return Unknown(
            "EOS derives the polling interval from timeout and recovery time, and one of them is missing", source
        )
    return Default(min(detection.value, recovery.value) // 2, source, defaults.WATCHDOG_POLLING)


def _action(said: Said[WatchdogAction], network: GlobalPfc, home: Source) -> Fact[WatchdogAction]:
    for entry in (network.forced_drop, said, network.action):
        if not isinstance(entry, Silence):
            return entry
    return Default(defaults.WATCHDOG_DEFAULT_ACTION, home, defaults.WATCHDOG_ACTION)


def _enabled(port_on: Said[bool], detection: Fact[int], home: Source) -> Fact[bool]:
    if isinstance(port_on, Unknown) or (isinstance(port_on, Stated) and not port_on.value):
        return port_on
    if isinstance(detection, Unknown):
        return detection
    source = port_on.source if isinstance(port_on, Stated) else detection.source
    if isinstance(detection, Default):
        return Default(False, source, defaults.WATCHDOG_IDLE)
    return Stated(True, source) if detection.value else Stated(False, detection.source)


def _watched(no_drop: tuple[Fact[bool], ...], home: Source) -> Fact[frozenset[int]]:
    numbers, source = set(), home
    for number, lossless in enumerate(no_drop):
        if isinstance(lossless, Unknown):
            return lossless
        if lossless.value:
            numbers.add(number)
            source = lossless.source
    if numbers:
        return Stated(frozenset(numbers), source)
    return Default(frozenset(), home, "the watchdog watches no-drop priorities, and there is none")


def _recovers(action: Fact[WatchdogAction], network: GlobalPfc, home: Source) -> Fact[bool]:
    if isinstance(action, Unknown):
        return action
    if action.value is not WatchdogAction.ERRDISABLE:
        return Stated(True, action.source)
    if isinstance(network.errdisable_recovery, Silence):
        return Default(False, home, defaults.RECOVERY_OFF)
    return network.errdisable_recovery
