"""What pause frames do that a port receives: which queues they stop, and who sees to it that these start again."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.qos import PfcWatchdog, Priority
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.pfc import Obeying
from roce_lint.os.srlinux.pfc_bound import BoundPfc, all_true


def honours(number: int, obeying: list[Obeying], port: BoundPfc) -> Fact[bool]:
    """Return whether a received pause for this priority stops something."""
    because = port.not_known
    if because:
        return Unknown(because, port.place)
    if port.profile is None:
        return defaults.NOT_OBEYED.at(port.place)
    switch = port.profile.switch(number)
    for item in obeying:
        place = item.switched_on.source if isinstance(item.switched_on, Stated) else item.source
        return all_true(item.switched_on, switch, place=place)
    unclear = [item for item in port.profile.obeying if isinstance(item.priority, Unknown)]
    if unclear:
        return Unknown("a queue of the profile has no known pause priority", unclear[0].source)
    # The one queue that obeys another priority is the line to change.
    entries = port.profile.obeying
    return defaults.NOT_OBEYED.at(entries[0].priority.source if len(entries) == 1 else port.profile.source)


def paused(obeying: list[Obeying], port: BoundPfc) -> Fact[frozenset[int]]:
    """Return the indices of the egress queues that the pause stops."""
    if port.not_known:
        return Unknown(port.not_known, port.place)
    indices: set[int] = set()
    for item in obeying:
        if isinstance(item.queue, Unknown):
            return item.queue
        indices.add(item.queue.value)
    if not obeying:
        return defaults.NO_QUEUE_PAUSED.at(port.profile.source if port.profile else port.place)
    return Stated(frozenset(indices), obeying[0].source)


def watchdog(port: BoundPfc, priorities: tuple[Priority, ...]) -> PfcWatchdog:
    """Return the deadlock watchdog of the bound profile."""
    no_polling = Unknown("SR Linux has no polling interval for its deadlock timer", port.place)
    action, recovers = defaults.WATCHDOG_ACTION.at(port.place), defaults.RECOVERS.at(port.place)
    watched = _watched(port, priorities)
    if port.profile is None:
        off: Fact[bool] = defaults.WATCHDOG_NOT_CONFIGURED.at(port.place)
        if port.not_known:
            off = Unknown(port.not_known, port.place)
        detection, recovery = defaults.DETECTION_MS.at(port.place), defaults.RECOVERY_MS.at(port.place)
        return PfcWatchdog(off, watched, detection, recovery, no_polling, action, recovers)
    profile = port.profile
    return PfcWatchdog(
        profile.watchdog_enabled, watched, profile.detection_ms, profile.recovery_ms, no_polling, action, recovers
    )


def _watched(port: BoundPfc, priorities: tuple[Priority, ...]) -> Fact[frozenset[int]]:
    """Return the priorities that the watchdog covers: all that a received pause can stop."""
    numbers: set[int] = set()
    for priority in priorities:
        if isinstance(priority.honours_pause, Unknown):
            return priority.honours_pause
        if priority.honours_pause.value:
            numbers.add(priority.number)
    if not numbers or port.profile is None:
        return defaults.WATCHDOG_PRIORITIES.at(port.profile.source if port.profile else port.place)
    return Stated(frozenset(numbers), port.profile.source)
