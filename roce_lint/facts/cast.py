"""What ports of one cast have in common: all that they say but for lines, names, descriptions and addresses.

Most ports of a switch come from a few casts. A port made from one is the port that its own lines would make.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from sys import maxsize
from typing import TypeAlias, TypeVar

from roce_lint.facts.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.facts.model import Port
from roce_lint.facts.qos import PortQos, Watchdog
from roce_lint.values import field_names

T = TypeVar("T")
Place: TypeAlias = tuple[int, int, int]
"""Which block of a port, and from which of its lines to which, counted from 0."""
_Set: TypeAlias = Callable[[object, object], None]
ANY_NUMBER: Sequence[int] = range(maxsize)
"""Line numbers, each made when it is asked for."""
STAYS = -1
"""Stands for the place of a fact that says the same of all ports of a cast, at the same lines."""


def _fact_names(kind: type) -> list[str]:
    """Return the fields of a class that hold one fact."""
    return [name for name in field_names(kind) if str(kind.__annotations__[name]).startswith("Fact[")]


def _setters(kind: type, names: Sequence[str]) -> list[_Set]:
    """Return what sets fields of a new value through their slots."""
    return [getattr(kind, name).__set__ for name in names]


_PORT, _QOS, _WATCHDOG = _fact_names(Port), _fact_names(PortQos), _fact_names(Watchdog)
FACTS = (*_PORT, *(f"qos.{name}" for name in _QOS), *(f"qos.watchdog.{name}" for name in _WATCHDOG))
"""The facts of a port. Where facts are counted, those of its addresses follow."""
_QOS_FIRST, _WATCHDOG_FIRST = len(_PORT), len(_PORT) + len(_QOS)
_facts_of = attrgetter(*FACTS)
_PORT_SETTERS, _QOS_SETTERS, _WATCHDOG_SETTERS = (
    _setters(Port, _PORT),
    _setters(PortQos, _QOS),
    _setters(Watchdog, _WATCHDOG),
)
_set_own_place, _set_kind, _set_addresses, _set_qos = _setters(Port, ("source", "kind", "addresses", "qos"))
(_set_watchdog,) = _setters(PortQos, ("watchdog",))
_QOS_PARTS = [name for name in field_names(PortQos) if name not in {*_QOS, "watchdog"}]
_parts_of = attrgetter(*_QOS_PARTS)
_QOS_PART_SETTERS = _setters(PortQos, _QOS_PARTS)
_set_file, _set_line, _set_end_line = _setters(Source, ("file", "line", "end_line"))
_set_value, _set_place = _setters(Stated, ("value", "source"))
_set_default, _set_block, _set_reason = _setters(Default, ("value", "source", "because"))
_set_missing, _set_there = _setters(Unknown, ("because", "source"))


_new: Callable[[type[T]], T] = object.__new__


def facts_of(port: Port) -> tuple[Fact[object], ...]:
    """Return the facts of a port as they are counted: see FACTS."""
    return *_facts_of(port), *port.addresses


class Cast:
    """Makes ports like one that was read.

    `places` are those that its facts have in its blocks, the first that of the port itself; `moved` gives each fact one
    of these by number, or STAYS. `own` has the number of each fact whose value a port states for itself, and which
    of its own values it is. Parts of QoS that hold facts of their own stay.
    """

    __slots__ = ("_facts", "_groups", "_numbers", "moved", "own", "places", "port")

    def __init__(
        self,
        port: Port,
        places: tuple[Place, ...],
        moved: tuple[int, ...],
        own: tuple[tuple[int, int], ...],
        numbers: Sequence[int] = ANY_NUMBER,
    ) -> None:
        """`numbers` has the objects that stand for line numbers, as far as they are shared."""
        self.port = port
        self.places = places
        self.moved = moved
        self.own = own
        self._numbers = numbers
        self._facts = facts_of(port)
        self._groups: _Groups | None = None

    def packed_parts(self) -> tuple[object, ...]:
        """Return what makes this cast."""
        return self.port, self.places, self.moved, self.own

    def source(self, place: int, lines: Sequence[int]) -> Source:
        """Return a place of the port whose blocks begin in these lines."""
        block, start, end = self.places[place]
        return Source(self.port.source.file, lines[block] + start, lines[block] + end)

    def fact(self, number: int, lines: Sequence[int], own: Sequence[str]) -> Fact[object]:
        """Return one fact of the port whose blocks begin in these lines, with its own values."""
        fact = self._facts[number]
        if self.moved[number] == STAYS:
            return fact
        place = self.source(self.moved[number], lines)
        for stated, which in self.own:
            if stated == number:
                return Stated(own[which], place)
        match fact:
            case Stated(value=value):
                return Stated(value, place)
            case Default(value=value, because=because):
                return Default(value, place, because)
            case Unknown(because=because):
                return Unknown(because, place)

    def addresses(self, lines: Sequence[int], own: Sequence[str]) -> tuple[Fact[object], ...]:
        """Return the addresses of the port whose blocks begin in these lines."""
        return tuple([self.fact(number, lines, own) for number in range(len(FACTS), len(self._facts))])

    def fill(self, port: Port, lines: Sequence[int], own: Sequence[str]) -> None:
        """Give a new port everything but its name."""
        if self._groups is None:
            self._groups = _Groups(self._facts, self.moved, self.own)
        groups, first = self._groups, self.port
        sources = self._sources(lines)
        facts = groups.moved_to(sources, own)
        _set_own_place(port, sources[0])
        _set_kind(port, first.kind)
        for put, fact in zip(_PORT_SETTERS, facts, strict=False):
            put(port, fact)
        _set_addresses(port, tuple(facts[len(FACTS) :]))
        _set_qos(port, self._qos(facts) if groups.moves_qos else first.qos)

    def _qos(self, facts: list[Fact[object]]) -> PortQos:
        qos: PortQos = _new(PortQos)
        first = self.port.qos
        for put, fact in zip(_QOS_SETTERS, facts[_QOS_FIRST:_WATCHDOG_FIRST], strict=True):
            put(qos, fact)
        for put, part in zip(_QOS_PART_SETTERS, _parts_of(first), strict=True):
            put(qos, part)
        watchdog = first.watchdog
        if self._groups and self._groups.moves_watchdog:
            watchdog = _new(Watchdog)
            for put, fact in zip(_WATCHDOG_SETTERS, facts[_WATCHDOG_FIRST : len(FACTS)], strict=True):
                put(watchdog, fact)
        _set_watchdog(qos, watchdog)
        return qos

    def _sources(self, lines: Sequence[int]) -> list[Source]:
        """Return all places, of shared line numbers as far as they go."""
        file = self.port.source.file
        shared, many = self._numbers, len(self._numbers)
        sources = []
        for block, start, end in self.places:
            line = lines[block] + start
            last = line + end - start
            numbers = shared if last < many else ANY_NUMBER
            made = _new(Source)
            _set_file(made, file)
            _set_line(made, numbers[line])
            _set_end_line(made, numbers[last])
            sources.append(made)
        return sources


class _Groups:
    """The facts of a cast by kind, as they are made fastest: those that move, and their places."""

    __slots__ = ("_again", "_defaults", "_facts", "_own", "_stated", "_unknown", "moves_qos", "moves_watchdog")

    def __init__(self, facts: Sequence[Fact[object]], moved: Sequence[int], own: Sequence[tuple[int, int]]) -> None:
        self._facts = list(facts)
        self._stated: list[tuple[int, int, object]] = []
        self._defaults: list[tuple[int, int, object, str]] = []
        self._unknown: list[tuple[int, int, str]] = []
        self._own = [(number, moved[number], which) for number, which in own]
        self._again: list[tuple[int, int]] = []
        """Facts that are the same object as an earlier one."""
        firsts: dict[int, int] = {}
        stated = {number for number, _ in own}
        for number, (fact, place) in enumerate(zip(facts, moved, strict=True)):
            first = firsts.setdefault(id(fact), number)
            if place == STAYS or number in stated:
                continue
            if first != number:
                self._again.append((number, first))
                continue
            match fact:
                case Stated(value=value):
                    self._stated.append((number, place, value))
                case Default(value=value, because=because):
                    self._defaults.append((number, place, value, because))
                case Unknown(because=because):
                    self._unknown.append((number, place, because))
        self.moves_watchdog = any(place != STAYS for place in moved[_WATCHDOG_FIRST : len(FACTS)])
        self.moves_qos = any(place != STAYS for place in moved[_QOS_FIRST : len(FACTS)])

    def moved_to(self, sources: Sequence[Source], own: Sequence[str]) -> list[Fact[object]]:
        """Return the facts at these places. Values are set through their slots: a constructor takes as long again."""
        facts = self._facts.copy()
        for number, place, value in self._stated:
            stated: Stated[object] = _new(Stated)
            _set_value(stated, value)
            _set_place(stated, sources[place])
            facts[number] = stated
        for number, place, value, because in self._defaults:
            default: Default[object] = _new(Default)
            _set_default(default, value)
            _set_block(default, sources[place])
            _set_reason(default, because)
            facts[number] = default
        for number, place, because in self._unknown:
            unknown = _new(Unknown)
            _set_missing(unknown, because)
            _set_there(unknown, sources[place])
            facts[number] = unknown
        for number, place, which in self._own:
            facts[number] = Stated(own[which], sources[place])
        for number, first in self._again:
            facts[number] = facts[first]
        return facts
