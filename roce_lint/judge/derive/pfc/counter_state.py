"""What a device has counted of a PFC priority, beside what its configuration does for the priority."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.port_basics import pfc_on
from roce_lint.model.device import Port, PortRef
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.model.judged import Judged
from roce_lint.model.logic import all_of, any_of, map_fact
from roce_lint.model.qos import Priority
from roce_lint.model.reading import ALL_PRIORITIES, CounterKind, PriorityCounter
from roce_lint.values import dataclass

_NOT_SHOWN = Default(0, NOWHERE, "no capture shows it")
_NO_PRIORITY = Unknown("the configuration does not mention the priority", NOWHERE)


@dataclass(frozen=True, slots=True)
class CounterState:
    """What captures show about one PFC priority of one port, if anything was counted."""

    priority: int
    """The priority, 0 to 7; -1 where the port counts all priorities together."""
    subject: str
    """What was counted, in words: `priority 4`, or `some priority` if the port counts all priorities together."""
    pauses_received: Fact[int]
    """Pause frames received for it; 0 if no capture shows any."""
    pauses_sent: Fact[int]
    """Pause frames sent for it; 0 if no capture shows any."""
    discards: Fact[int]
    """Packets of the priority that the port has dropped for lack of a receive buffer; 0 if no capture shows any."""
    storms: Fact[int]
    """How often the PFC watchdog found the queue of the priority paused for too long; 0 if no capture shows
    any."""
    obeys_pause: Fact[bool]
    """The port is configured to stop sending when it receives pauses for the priority."""
    sends_pause: Fact[bool]
    """The port is configured to send pauses for the priority."""
    is_lossless: Fact[bool]
    """The priority is meant to be lossless in this fabric."""


def judge_counters(fabric: Fabric, found: dict[str, list[Judged]]) -> None:
    """Add the scope `counter`: each priority of a port of which a capture shows that something was counted."""
    ports = fabric.ports() if fabric.counters else {}
    grouped: dict[tuple[PortRef, int], dict[CounterKind, PriorityCounter]] = defaultdict(dict)
    for counter in fabric.counters:
        if counter.count:
            name = PortRef(counter.device, counter.port)
            grouped[name, _priority(ports[name][1], counter)][counter.kind] = counter
    for (name, number), counted in sorted(grouped.items(), key=lambda item: item[0]):
        _, port = ports[name]
        variables = {"counter": _state(port, number, counted, fabric), "design": fabric.design}
        first = min(counter.source for counter in counted.values())
        found["counter"].append(Judged(name.device, f"{name.port}/{_part(number)}", first, variables))


def _priority(port: Port, counter: PriorityCounter) -> int:
    """Return the priority that a counter is of: for a queue the one whose pauses stop it, else that of its number."""
    if counter.kind is not CounterKind.STORMS:
        return counter.priority
    pausing = [one.number for one in port.qos.priorities if counter.priority in known(one.paused_queues, frozenset())]
    return pausing[0] if len(pausing) == 1 else counter.priority


def _part(number: int) -> str:
    return "all priorities" if number == ALL_PRIORITIES else f"priority {number}"


def _state(port: Port, number: int, counted: dict[CounterKind, PriorityCounter], fabric: Fabric) -> CounterState:
    meant = [one for one in port.qos.priorities if number in (one.number, ALL_PRIORITIES)]
    obeys, sends = _configured(port, meant)
    return CounterState(
        priority=number,
        subject="some priority" if number == ALL_PRIORITIES else f"priority {number}",
        pauses_received=_count(counted.get(CounterKind.PAUSES_RECEIVED)),
        pauses_sent=_count(counted.get(CounterKind.PAUSES_SENT)),
        discards=_count(counted.get(CounterKind.DISCARDS)),
        storms=_count(counted.get(CounterKind.STORMS)),
        obeys_pause=obeys,
        sends_pause=sends,
        is_lossless=map_fact(
            lambda lossless: bool(lossless) if number == ALL_PRIORITIES else number in lossless,
            fabric.design.lossless_priorities,
        ),
    )


def _configured(port: Port, meant: Sequence[Priority]) -> tuple[Fact[bool], Fact[bool]]:
    """Return whether the port obeys pauses for any of the priorities, and whether it sends them."""
    if not meant:
        return _NO_PRIORITY, _NO_PRIORITY
    on = pfc_on(port)
    return (
        all_of(on, any_of(*(one.honours_pause for one in meant))),
        all_of(on, any_of(*(one.generates_pause for one in meant))),
    )


def _count(counter: PriorityCounter | None) -> Fact[int]:
    return _NOT_SHOWN if counter is None else Stated(counter.count, counter.source)
