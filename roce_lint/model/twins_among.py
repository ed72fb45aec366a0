"""Ports that turn out to say the same, at other lines, once they are made."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter, sub
from typing import TypeAlias

from roce_lint.model.cast import FACTS, STAYS, Cast, Place
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import SAID, Default, Fact, Stated
from roce_lint.model.twin import Twin
from roce_lint.values import replace

_Key: TypeAlias = tuple[object, ...]
_Lines: TypeAlias = tuple[int, ...]
_Member: TypeAlias = tuple[int, _Lines, tuple[str, ...]]
"""Which port, its line and that of each of its facts, and the values that it states for itself."""
_COUNT = FACTS.index("qos.watchdog.enabled")
"""So many facts are compared, and addresses: watchdogs are the same object, or ports are no twins."""
_OF_WATCHDOG = len(FACTS) - _COUNT
_DESCRIPTION = FACTS.index("description")
_first_facts_of = attrgetter(*FACTS[:_COUNT])
_shared_parts = attrgetter(
    "kind", *(f"qos.{name}" for name in ("classification", "classes", "priorities", "queues", "watchdog", "rewrites"))
)
_said, _source = attrgetter(SAID), attrgetter("source")
_file, _line, _end_line = attrgetter("file"), attrgetter("line"), attrgetter("end_line")


def with_twins(device: Device) -> Device:
    """Return the same device, with each port a twin of the first that says the same and has the same parts of QoS."""
    ports = list(device.ports)
    alike: dict[_Key, list[_Member]] = {}
    for number, port in enumerate(ports):
        if type(port) is Port:
            key, member = _looked_at(number, port)
            alike.setdefault(key, []).append(member)
    for members in alike.values():
        if len(members) > 1:
            _cast_all(members, ports)
    return replace(device, ports=tuple(ports))


def _facts_of(port: Port) -> tuple[Fact[object], ...]:
    return *_first_facts_of(port), *port.addresses


def _own_facts(count: int) -> Sequence[int]:
    """Return the numbers of the description and the addresses among so many facts."""
    return (_DESCRIPTION, *range(_COUNT, count))


def _looked_at(number: int, port: Port) -> tuple[_Key, _Member]:
    """Return what two ports have in common that differ in their lines and their own values at most.

    What stands in the block of one, elsewhere or nowhere does so for the other.
    """
    facts = _facts_of(port)
    kinds, said = tuple(map(type, facts)), list(map(_said, facts))
    own = []
    for which in _own_facts(len(facts)):
        if kinds[which] is Stated:
            own.append(said[which])
            said[which] = None
    places = (port.source, *map(_source, facts))
    lines = tuple(map(_line, places))
    first, last = lines[0], port.source.end_line
    key = (
        *map(id, _shared_parts(port)),
        kinds,
        *said,
        *[fact.because for fact in facts if isinstance(fact, Default)],
        *map(sub, map(_end_line, places), lines),
        *map(_file, places),
        *[line and first <= line <= last for line in lines],
    )
    return key, (number, lines, tuple(own))


def _cast_all(members: Sequence[_Member], ports: list[Port]) -> None:
    """Put twins of the first of these ports in the places of the others. What all have in the same line stays."""
    model = ports[members[0][0]]
    facts = _facts_of(model)
    own = [which for which in _own_facts(len(facts)) if isinstance(facts[which], Stated)]
    blocks: dict[_Lines, int] = {}
    places: dict[Place, int] = {}

    def place(column: _Lines, lines: int) -> int:
        """Return the place that ports have in these lines, `lines` below its first."""
        return places.setdefault((blocks.setdefault(column, len(blocks)), 0, lines), len(places))

    of_port, *of_facts = zip(*[lines for _, lines, _ in members], strict=True)
    place(of_port, model.source.end_line - model.source.line)
    moved = [
        STAYS if len(set(column)) == 1 and which not in own else place(column, fact.source.end_line - fact.source.line)
        for which, (fact, column) in enumerate(zip(facts, of_facts, strict=True))
    ]
    moved[_COUNT:_COUNT] = [STAYS] * _OF_WATCHDOG
    counted = [which if which < _COUNT else which + _OF_WATCHDOG for which in own]
    cast = Cast(model, tuple(places), tuple(moved), tuple([(which, at) for at, which in enumerate(counted)]))
    rows = zip(*blocks, strict=True)
    for (number, _, said), lines in list(zip(members, rows, strict=True))[1:]:
        ports[number] = Twin(cast, ports[number].name, lines, said)
