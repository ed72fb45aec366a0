"""What ports of one cast have in common: all that they say but for lines, names, descriptions and addresses.

Most ports of a switch come from a few casts. A port made from one is the port that its own lines would make.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from sys import maxsize
from typing import TypeAlias

from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PortQos, Watchdog
from roce_lint.values import field_names

Place: TypeAlias = tuple[int, int, int]
"""Which block of a port, and from which of its lines to which, counted from 0."""
ANY_NUMBER: Sequence[int] = range(maxsize)
"""Line numbers, each made when it is asked for."""
STAYS = -1
"""Stands for the place of a fact that says the same of all ports of a cast, at the same lines."""


def _fact_names(kind: type) -> list[str]:
    """Return the fields of a class that hold one fact."""
    return [name for name in field_names(kind) if str(kind.__annotations__[name]).startswith("Fact[")]


_PORT, _QOS, _WATCHDOG = _fact_names(Port), _fact_names(PortQos), _fact_names(Watchdog)
FACTS = (*_PORT, *(f"qos.{name}" for name in _QOS), *(f"qos.watchdog.{name}" for name in _WATCHDOG))
"""The facts of a port. Where facts are counted, those of its addresses follow."""
_FIRST_OF_QOS, _FIRST_OF_WATCHDOG = len(_PORT), len(_PORT) + len(_QOS)
_facts_of = attrgetter(*FACTS)
_NUMBERS_IN_QOS = [(name, _FIRST_OF_QOS + _QOS.index(name) if name in _QOS else STAYS) for name in field_names(PortQos)]
_WHOLE_WATCHDOG = range(_FIRST_OF_WATCHDOG, len(FACTS))
_QOS_OF: Callable[..., PortQos] = PortQos
_WATCHDOG_OF: Callable[..., Watchdog] = Watchdog
_DESCRIPTION = FACTS.index("description")


def facts_of(port: Port) -> tuple[Fact[object], ...]:
    """Return the facts of a port as they are counted: see FACTS."""
    return *_facts_of(port), *port.addresses


class Cast:
    """Makes ports like one that was read.

    `places` are those that its facts have in its blocks, the first that of the port itself; `moved` gives each fact one
    of these by number, or STAYS. `own` has the number of each fact whose value a port states for itself, and which
    of its own values it is. Parts of QoS that hold facts of their own stay.
    """

    __slots__ = ("_addresses", "_description", "_facts", "_numbers", "_own", "moved", "own", "places", "port")

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
        self._own = dict(own)
        self._numbers = numbers
        self._facts = facts_of(port)
        self._description = self._told(_DESCRIPTION)
        self._addresses = [self._told(number) for number in range(len(FACTS), len(self._facts))]

    def packed_parts(self) -> tuple[object, ...]:
        """Return what makes this cast."""
        return self.port, self.places, self.moved, self.own

    def source(self, place: int, lines: Sequence[int]) -> Source:
        """Return a place of the port whose blocks begin in these lines."""
        block, start, end = self.places[place]
        first = lines[block]
        last = first + end
        numbers = self._numbers if last < len(self._numbers) else ANY_NUMBER
        return Source(self.port.source.file, numbers[first + start], numbers[last])

    def fact(self, number: int, lines: Sequence[int], own: Sequence[str]) -> Fact[object]:
        """Return one fact of the port whose blocks begin in these lines, with its own values."""
        fact, place = self._facts[number], self.moved[number]
        if place == STAYS:
            return fact
        source = self.source(place, lines)
        if number in self._own:
            return Stated(own[self._own[number]], source)
        if isinstance(fact, Stated):
            return Stated(fact.value, source)
        return Default(fact.value, source, fact.because) if isinstance(fact, Default) else Unknown(fact.because, source)

    def addresses(self, lines: Sequence[int], own: Sequence[str]) -> tuple[Fact[object], ...]:
        """Return the addresses of the port whose blocks begin in these lines."""
        return tuple([self.fact(number, lines, own) for number in range(len(FACTS), len(self._facts))])

    def _told(self, number: int) -> int | str | None:
        """Return which of a port's own values a fact states, or the text that it states for all; None for neither."""
        if number in self._own and self.moved[number] != STAYS:
            return self._own[number]
        fact = self._facts[number]
        return str(fact.value) if isinstance(fact, Stated) else None

    def stated_description(self, own: Sequence[str]) -> str | None:
        """Return the description that a port with these values states, without its place."""
        told = self._description
        return own[told] if isinstance(told, int) else told

    def stated_addresses(self, own: Sequence[str]) -> list[str]:
        """Return the addresses that a port with these values states, without their places."""
        return [own[told] if isinstance(told, int) else told for told in self._addresses if told is not None]

    def qos(self, lines: Sequence[int], own: Sequence[str]) -> PortQos:
        """Return the QoS of the port whose blocks begin in these lines."""
        first = self.port.qos
        if all(place == STAYS for place in self.moved[_FIRST_OF_QOS : len(FACTS)]):
            return first
        parts = {name: getattr(first, name) for name, number in _NUMBERS_IN_QOS if number == STAYS}
        parts |= {name: self.fact(number, lines, own) for name, number in _NUMBERS_IN_QOS if number != STAYS}
        if any(self.moved[number] != STAYS for number in _WHOLE_WATCHDOG):
            parts["watchdog"] = _WATCHDOG_OF(*[self.fact(number, lines, own) for number in _WHOLE_WATCHDOG])
        return _QOS_OF(**parts)
