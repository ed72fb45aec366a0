"""What a device has counted of a PFC priority, beside what its configuration does for the priority."""

from __future__ import annotations

from collections import defaultdict

from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.port_basics import pfc_on
from roce_lint.model.device import Port, PortRef
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown
from roce_lint.model.judged import Judged
from roce_lint.model.logic import all_of, map_fact
from roce_lint.model.qos import Priority
from roce_lint.model.reading import CounterKind, PriorityCounter
from roce_lint.values import dataclass

_NOT_SHOWN = Default(0, NOWHERE, "no capture shows it")
_NO_PRIORITY = Unknown("the configuration does not speak of the priority", NOWHERE)


@dataclass(frozen=True, slots=True)
class CounterState:
    """What captures show of one PFC priority of one port, where anything was counted."""

    priority: int
    """The priority, 0 to 7."""
    pauses_received: Fact[int]
    """Pause frames that the port has received for it; 0 where no capture shows any."""
    pauses_sent: Fact[int]
    """Pause frames that the port has sent for it; 0 where no capture shows any."""
    discards: Fact[int]
    """Packets of the priority that the port has dropped for want of a receive buffer; 0 where no capture shows any."""
    obeys_pause: Fact[bool]
    """By its configuration the port stops sending on pauses for the priority."""
    sends_pause: Fact[bool]
    """By its configuration the port sends pauses for the priority."""
    is_lossless: Fact[bool]
    """The fabric means the priority to be lossless."""


def judge_counters(fabric: Fabric, found: dict[str, list[Judged]]) -> None:
    """Add the scope `counter`: each priority of a port of which a capture shows that something was counted."""
    grouped: dict[tuple[PortRef, int], dict[CounterKind, PriorityCounter]] = defaultdict(dict)
    for counter in fabric.counters:
        if counter.count:
            grouped[PortRef(counter.device, counter.port), counter.priority][counter.kind] = counter
    ports = fabric.ports() if grouped else {}
    for (name, number), counted in sorted(grouped.items(), key=lambda item: item[0]):
        _, port = ports[name]
        variables = {"counter": _state(port, number, counted, fabric), "design": fabric.design}
        first = min(counter.source for counter in counted.values())
        found["counter"].append(Judged(name.device, f"{name.port}/priority {number}", first, variables))


def _state(port: Port, number: int, counted: dict[CounterKind, PriorityCounter], fabric: Fabric) -> CounterState:
    priority = next((one for one in port.qos.priorities if one.number == number), None)
    obeys, sends = _configured(port, priority)
    return CounterState(
        priority=number,
        pauses_received=_count(counted.get(CounterKind.PAUSES_RECEIVED)),
        pauses_sent=_count(counted.get(CounterKind.PAUSES_SENT)),
        discards=_count(counted.get(CounterKind.DISCARDS)),
        obeys_pause=obeys,
        sends_pause=sends,
        is_lossless=map_fact(lambda lossless: number in lossless, fabric.design.lossless_priorities),
    )


def _configured(port: Port, priority: Priority | None) -> tuple[Fact[bool], Fact[bool]]:
    """Return whether the port obeys pauses for a priority, and whether it sends them."""
    if priority is None:
        return _NO_PRIORITY, _NO_PRIORITY
    on = pfc_on(port)
    return all_of(on, priority.honours_pause), all_of(on, priority.generates_pause)


def _count(counter: PriorityCounter | None) -> Fact[int]:
    return _NOT_SHOWN if counter is None else Stated(counter.count, counter.source)
