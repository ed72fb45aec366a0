"""Which classes a device pauses for: those of the priorities that its RoCE ports have as no-drop."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Unknown, known
from roce_lint.model.logic import is_true, map_fact
from roce_lint.model.qos import BEST_EFFORT_OR_CONTROL
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class DeviceClasses:
    """The classes that any RoCE port of a device pauses for, and those for which that could not be decided.

    `some_priority_pauses`: a port has a no-drop priority that the design wants, whether or not any class uses it.
    `by_stray_priority`: classes that pause only by priorities of best effort or control that the design does not want.
    `of_design`: classes that pause for a priority that the design wants; all lossless ones where no design is known.
    `meant`: classes with the queue of a priority that the design wants, where no port pauses for any of these.
    """

    lossless: frozenset[str]
    undecided: frozenset[str]
    some_priority_pauses: bool
    by_stray_priority: frozenset[str]
    of_design: frozenset[str]
    meant: frozenset[str]


def classes_of(ports: Sequence[Port], wanted: frozenset[int]) -> DeviceClasses:
    """Return which classes RoCE ports of a device pause for; `wanted` are the design's lossless priorities."""
    lossless: set[str] = set()
    regular: set[str] = set()
    of_design: set[str] = set()
    undecided: set[str] = set()
    seen: set[int] = set()
    said = [port.values.qos for port in ports]
    for qos in said:
        if id(qos.classes) in seen:
            continue
        seen.add(id(qos.classes))
        for traffic_class in qos.classes:
            pausing = traffic_class.pause_priorities
            if isinstance(pausing, Unknown):
                undecided.add(traffic_class.name)
            elif pausing.value:
                lossless.add(traffic_class.name)
                if pausing.value - (BEST_EFFORT_OR_CONTROL - wanted):
                    regular.add(traffic_class.name)
                if not wanted or pausing.value & wanted:
                    of_design.add(traffic_class.name)
    some = any(
        is_true(priority.generates_pause) and (not wanted or priority.number in wanted)
        for qos in said
        for priority in qos.priorities
    )
    return DeviceClasses(
        frozenset(lossless),
        frozenset(undecided - lossless),
        some,
        frozenset(lossless - regular if wanted else ()),
        frozenset(of_design),
        frozenset(one.name for qos in said for one in qos.classes if known(one.queue, -1) in wanted)
        if wanted and not some
        else frozenset(),
    )


def is_lossless(name: Fact[str], classes: DeviceClasses) -> Fact[bool]:
    """Say whether the device pauses for the class of this name."""
    if isinstance(name, Unknown):
        return name
    if name.value in classes.undecided:
        return Unknown(f"whether traffic class {name.value} pauses could not be read", name.source)
    return map_fact(lambda known_name: known_name in classes.lossless, name)
