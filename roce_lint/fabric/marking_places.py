"""The class that a code point gets on a port, and the line to change where it is the wrong one."""

from __future__ import annotations

from roce_lint.fabric.port_basics import TRUST_DSCP, trusts_dscp
from roce_lint.model.device import AnyPort, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import combine, is_false, is_true
from roce_lint.model.qos import Priority, TrafficClass
from roce_lint.model.terms import Scheduling


def class_for(port: AnyPort, dscp: int) -> Fact[str]:
    """Return the class that an untagged packet with this DSCP gets on the port."""
    qos = port.qos
    if isinstance(qos.trust, Unknown):
        return qos.trust
    # Most ports do, and all their code points are asked for.
    if qos.trust.value in TRUST_DSCP:
        return qos.classification.traffic_class_by_dscp[dscp]
    trust, otherwise = trusts_dscp(port), qos.classification.traffic_class_otherwise
    # The marking is ignored because of the trust mode, so that is what has to change.
    return combine(lambda _, name: name, trust, otherwise)


def class_named(port: AnyPort, name: Fact[str]) -> TrafficClass | Unknown:
    """Return the port's class of that name; unknown when the name or the class is."""
    if isinstance(name, Unknown):
        return name
    for traffic_class in port.qos.classes:
        if traffic_class.name == name.value:
            return traffic_class
    return Unknown(f"traffic class {name.value} is described nowhere", name.source)


def class_at_line_to_change(port: Port, dscp: int, name: Fact[str], others: frozenset[int]) -> Fact[str]:
    """Return the class of a code point at the line to change, where one line selects it and another gives the class.

    That is the selecting line where one of the code points `others` gets its class from the same line, because then
    it is the selection that is odd; else the line that gives the class.
    """
    table = port.qos.classification
    if not isinstance(name, Stated) or not table.selected_at or not table.selected_at[dscp].line:
        return name
    sharing = any(table.traffic_class_by_dscp[other].source == name.source for other in others)
    return Stated(name.value, table.selected_at[dscp]) if sharing else name


def at_strict_class(port: Port, name: Fact[str]) -> Fact[str]:
    """Return the class of CNPs that no line selects at the only line that leads others into a strict queue."""
    table = port.qos.classification
    if not isinstance(name, Default) or not table.selected_at:
        return name
    strict = {queue.index for queue in port.qos.queues if known(queue.scheduling, None) is Scheduling.STRICT}
    lines = {
        place
        for place, other in zip(table.selected_at, table.traffic_class_by_dscp, strict=True)
        if place.line and isinstance(other, Stated) and _queue_of(port, other) in strict
    }
    return Default(name.value, next(iter(lines)), name.because) if len(lines) == 1 else name


def at_entrance(
    port: Port, dscp: int, lossless: Fact[bool], lossless_classes: frozenset[str], others: frozenset[int]
) -> Fact[bool]:
    """Return that RoCE is lossy at the line to change, where some other code point gets a lossless class in its place.

    That is the line which takes RoCE elsewhere, or, where no line speaks of it, the one that lets the other in, which
    is none of RoCE's `others`.
    """
    table = port.qos.classification
    if not is_false(lossless) or not is_true(trusts_dscp(port)):
        return lossless
    entrances = [
        table.selected_at[other] if table.selected_at else name.source
        for other, name in enumerate(table.traffic_class_by_dscp)
        if other and other not in others and isinstance(name, Stated) and name.value in lossless_classes
    ]
    odd = _pause_line_of_other(port, dscp) or _line_that_loses_pause(port, dscp)
    if odd is not None:
        return Stated(False, odd)
    if not entrances or not entrances[0].line:
        return lossless
    if table.selected_at:
        return Stated(False, table.selected_at[dscp] if table.selected_at[dscp].line else entrances[0])
    return lossless if isinstance(table.traffic_class_by_dscp[dscp], Stated) else Stated(False, entrances[0])


def _pause_line_of_other(port: Port, dscp: int) -> Source | None:
    """Return the line that makes another class pause, where RoCE's own queue marks ECN and that of the other does not.

    Class and queue of RoCE then agree, and what pauses is odd. None where nothing shows it.
    """
    marking = {queue.index for queue in port.qos.queues if is_true(queue.ecn_enabled)}
    pausing = [one for one in port.qos.priorities if is_true(one.generates_pause)]
    for priority in pausing:
        if _queue_of(port, port.qos.classification.traffic_class_by_dscp[dscp]) in known(
            priority.paused_queues, frozenset()
        ):
            return _line_that_pauses_another(port, priority)
    if len(pausing) != 1 or _queue_of(port, port.qos.classification.traffic_class_by_dscp[dscp]) not in marking:
        return None
    if known(pausing[0].paused_queues, frozenset()) & marking or not isinstance(pausing[0].generates_pause, Stated):
        return None
    return pausing[0].generates_pause.source


def _line_that_loses_pause(port: Port, dscp: int) -> Source | None:
    """Return the line by which RoCE's class does not pause although the priority of its number is no-drop.

    Class and queue have that number, and the queue marks ECN: the code point, the queue and the priority agree.
    """
    one = class_named(port, port.qos.classification.traffic_class_by_dscp[dscp])
    if isinstance(one, Unknown) or isinstance(one.pause_priorities, Unknown) or one.pause_priorities.value:
        return None
    queue = known(one.queue, -1)
    agree = one.name == str(queue) and is_true(port.qos.priorities[queue].generates_pause)
    marks = any(queue == other.index and is_true(other.ecn_enabled) for other in port.qos.queues)
    return one.pause_priorities.source if agree and marks and one.pause_priorities.source.line else None


def _line_that_pauses_another(port: Port, priority: Priority) -> Source | None:
    """Return the line that makes a class pause for a priority although received pauses for it stop another queue."""
    for one in port.qos.classes:
        pauses = one.pause_priorities
        if isinstance(pauses, Stated) and priority.number in pauses.value and is_stray_pause(port, one):
            return pauses.source
    return None


def is_stray_pause(port: Port, one: TrafficClass) -> bool:
    """Say whether a class pauses for priorities none of which stops its own queue: the pause is odd, not the class."""
    queue = known(one.queue, -1)
    numbers = known(one.pause_priorities, frozenset[int]())
    stopped = [known(port.qos.priorities[number].paused_queues, frozenset({queue})) for number in numbers]
    return bool(stopped) and not any(queue in queues for queues in stopped)


def _queue_of(port: Port, name: Fact[str]) -> int:
    traffic_class = class_named(port, name)
    return -1 if isinstance(traffic_class, Unknown) else known(traffic_class.queue, -1)
