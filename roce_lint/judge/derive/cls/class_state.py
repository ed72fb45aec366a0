"""The lossless classes of a device that carry RoCE, what else they carry, and whether two of them stay apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from roce_lint.fabric.design_marking import CONTROL_DSCPS, USUAL_ROCE_DSCPS
from roce_lint.fabric.marking_places import class_for
from roce_lint.fabric.port_basics import trusts_dscp
from roce_lint.judge.derive.cls.device_classes import DeviceClasses
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Known, Source, Stated, Unknown
from roce_lint.model.logic import is_true
from roce_lint.model.qos import TrafficClass
from roce_lint.values import dataclass

_ORDINARY_DSCPS = frozenset(range(8, 48))
_NEAR_BEST_EFFORT = frozenset(range(1, 8)) - {4}
"""Unusual marks. The NIC operator marks CNPs with 4 unless configured otherwise, which the NIC's facts say."""
_BLOCK = 8


@dataclass(frozen=True, slots=True)
class LosslessClassState:
    """One class of one device that carries RoCE and pauses, or should, and the other code points that it includes.

    Code points 1 to 7 count where lines other than RoCE's send them there and best effort stays away; those of
    CNPs and those that are RoCE by convention (24, 26) do not.
    """

    name: str
    """The name of the class."""
    takes_best_effort: bool
    """It also includes unmarked packets (DSCP 0), which is a more serious fault."""
    guests: Fact[frozenset[int]]
    """Code points that the configuration maps to it individually."""
    block_guests: Fact[frozenset[int]]
    """Code points that get there by the vendor's default table, or because a whole block of eight (DSCP >> 3) with
    RoCE in it goes there."""
    control_guests: Fact[frozenset[int]]
    """The code points 48 (CS6) and 56 (CS7) if they map to it, unless CNPs use them."""


@dataclass(frozen=True, slots=True)
class LosslessPairState:
    """Two priorities that are meant to be lossless, on one device."""

    first: int
    """The lower priority."""
    second: int
    """The higher priority."""
    kept_apart: Fact[bool]
    """No class pauses for both, and no queue carries classes of both."""


def lossless_classes(
    device: Device, ports: Sequence[Port], classes: DeviceClasses, roce: frozenset[int], cnp: frozenset[int]
) -> tuple[LosslessClassState, ...]:
    """Return the classes that carry RoCE and pause, or should, by name; `ports` are RoCE ports, one of each kind."""
    tables = tuple(_tables(ports))
    names = {table[dscp].value for table in tables for dscp in roce if dscp in table}
    return tuple(
        _class_state(device, name, tables, roce, cnp) for name in sorted(names & (classes.lossless | classes.meant))
    )


_Table = dict[int, Known[str]]


def _tables(ports: Sequence[Port]) -> Iterable[_Table]:
    """Yield each distinct classification by DSCP of the RoCE ports, where it is known."""
    seen: set[int] = set()
    for port in ports:
        table = port.values.qos.classification.traffic_class_by_dscp
        if id(table) not in seen and is_true(trusts_dscp(port.values)):
            seen.add(id(table))
            yield {dscp: name for dscp in range(64) if not isinstance(name := _selected(port, dscp), Unknown)}


def _selected(port: Port, dscp: int) -> Fact[str]:
    """Return the class of a code point, at the line that selects it where that is a line of its own."""
    name, places = class_for(port, dscp), port.qos.classification.selected_at
    if isinstance(name, Stated) and places and places[dscp].line:
        return Stated(name.value, places[dscp])
    return name


def _class_state(
    device: Device, name: str, tables: tuple[_Table, ...], roce: frozenset[int], cnp: frozenset[int]
) -> LosslessClassState:
    taken: _Table = {}
    for table in tables:
        for dscp, fact in table.items():
            if fact.value == name and (dscp not in taken or isinstance(taken[dscp], Default)):
                taken[dscp] = fact
    blocks = {dscp // _BLOCK for dscp in roce & taken.keys()}
    whole = {block for block in blocks if all(block * _BLOCK + step in taken for step in range(_BLOCK))}
    invited = {taken[dscp].source for dscp in roce & taken.keys()}
    low = {
        dscp
        for dscp in _NEAR_BEST_EFFORT & taken.keys()
        if 0 not in taken and isinstance(taken[dscp], Stated) and taken[dscp].source not in invited
    }
    uninvited = (_ORDINARY_DSCPS & taken.keys() | low) - roce - cnp - frozenset(USUAL_ROCE_DSCPS)
    one_by_one = {dscp for dscp in uninvited if isinstance(taken[dscp], Stated) and dscp // _BLOCK not in whole}
    place = _place(device, name, [taken[dscp] for dscp in sorted(roce & taken.keys())])
    return LosslessClassState(
        name=name,
        takes_best_effort=0 in taken and 0 not in roce,
        guests=_named(one_by_one, taken, place),
        block_guests=Default(
            frozenset(uninvited - one_by_one), place, "a default table or a whole block of eight code points"
        ),
        control_guests=_named(CONTROL_DSCPS & taken.keys() - roce - cnp, taken, place),
    )


def _named(dscps: Iterable[int], taken: _Table, otherwise: Source) -> Fact[frozenset[int]]:
    """Return the code points at the first line that states one of them."""
    value = frozenset(dscps)
    stated = sorted(taken[dscp].source for dscp in value if isinstance(taken[dscp], Stated))
    if stated:
        return Stated(value, stated[0])
    return Default(value, otherwise, "no configuration line maps them there")


def _place(device: Device, name: str, roce: list[Known[str]]) -> Source:
    """Return the line that puts RoCE into the class, or else the one that makes the class pause."""
    for fact in roce:
        if isinstance(fact, Stated):
            return fact.source
    for port in device.ports:
        for traffic_class in port.qos.classes:
            pausing = traffic_class.pause_priorities
            if traffic_class.name == name and isinstance(pausing, Stated) and pausing.value:
                return pausing.source
    return device.source


def lossless_pairs(device: Device, ports: Sequence[Port], lossless: frozenset[int]) -> tuple[LosslessPairState, ...]:
    """Return every two lossless priorities of the design, as RoCE ports of the device, one of each kind, treat them."""
    distinct: dict[int, Port] = {}
    for port in ports:
        distinct.setdefault(id(port.values.qos.classes), port)
    return tuple(
        LosslessPairState(first, second, _kept_apart(device, tuple(distinct.values()), first, second))
        for first, second in combinations(sorted(lossless), 2)
    )


def _kept_apart(device: Device, ports: tuple[Port, ...], first: int, second: int) -> Fact[bool]:
    for port in ports:
        one, other = _classes_for(port, first), _classes_for(port, second)
        both = [traffic_class for traffic_class in one if traffic_class in other]
        if both:
            return Stated(False, both[0].pause_priorities.source)
        for traffic_class in one:
            for rival in other:
                together = _queue_of(traffic_class) & _queue_of(rival)
                if together:
                    queues = (rival.queue, traffic_class.queue)
                    stated = [queue.source for queue in queues if isinstance(queue, Stated)]
                    return Stated(False, (stated or [rival.queue.source])[0])
    return Default(True, device.source, "each has classes and queues of its own")


def _classes_for(port: Port, number: int) -> list[TrafficClass]:
    return [
        traffic_class
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.pause_priorities, Unknown) and number in traffic_class.pause_priorities.value
    ]


def _queue_of(traffic_class: TrafficClass) -> frozenset[int]:
    return frozenset() if isinstance(traffic_class.queue, Unknown) else frozenset({traffic_class.queue.value})
