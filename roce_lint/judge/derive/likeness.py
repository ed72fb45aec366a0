"""When two things look the same to every rule: equal values, wherever they were read.

A fleet has tens of thousands of ports and a few dozen ways to configure one. What is equal is numbered alike here, so
that one of them can be derived and judged for all (see `Alike` in `judged.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TypeAlias, TypeVar

from roce_lint.model.device import AnyPort, PortValues
from roce_lint.model.fact import SAID, Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PortQos, Watchdog
from roce_lint.values import field_names, is_dataclass

_OF_ONE_PORT_ONLY = frozenset({"name", "source", "description", "addresses", "vlans", "lag", "qos", "parts_in_blocks"})
"""Fields of a port that tell it from all others. What its description and its bundle mean is asked for apart."""


def _paths_of(kind: type, before: str = "") -> tuple[list[str], list[str]]:
    """Return the paths to the facts of a class, and to what else it has."""
    notes = {name: note for one in kind.__mro__[::-1] for name, note in getattr(one, "__annotations__", {}).items()}
    names = field_names(kind)
    facts = [before + name for name in names if str(notes.get(name)).startswith("Fact[")]
    return facts, [before + name for name in names if before + name not in facts]


_PORT_FACTS, _PORT_PARTS = [
    [name for name in names if name not in _OF_ONE_PORT_ONLY] for names in _paths_of(PortValues)
]
_QOS_FACTS, _QOS_PARTS = _paths_of(PortQos, "qos.")
_WATCHDOG_FACTS, _WATCHDOG_PARTS = _paths_of(Watchdog, "qos.watchdog.")
_FACTS = (*_PORT_FACTS, *_QOS_FACTS, *_WATCHDOG_FACTS)
_PARTS = (*_PORT_PARTS, *(path for path in _QOS_PARTS if path != "qos.watchdog"), *_WATCHDOG_PARTS)
_facts_of_port = attrgetter(*_FACTS)
_parts_of_port = attrgetter(*_PARTS)
_said = attrgetter(SAID)
_KINDS_OF_FACT = frozenset({Stated, Default, Unknown})


T = TypeVar("T")
_Taker: TypeAlias = Callable[[object], tuple[object, ...]]


def _taker(names: Sequence[str]) -> _Taker:
    """Return what gives the values of some fields."""
    if not names:
        return lambda value: ()
    getter = attrgetter(*names)
    return getter if len(names) > 1 else lambda value: (getter(value),)


def brief(fact: Fact[object]) -> object:
    """Return a fact without its source, as far as a rule can tell."""
    return fact.because if isinstance(fact, Unknown) else (fact.__class__, fact.value)


class Likeness:
    """Numbers values, so that two get the same number when they differ in their sources at most.

    What differs in being stated or a default differs; of a default the reason does not count, of an unknown it does.
    """

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self._by_identity: dict[int, tuple[object, int]] = {}
        self._parts: dict[tuple[int, object], tuple[object, int]] = {}
        self._shared: dict[tuple[int, ...], int] = {}
        self._takers: dict[type, tuple[_Taker, _Taker]] = {}
        self._scalars: set[type] = set()

    def number(self, value: object) -> int:
        """Return the number of a value of any size; the same object is looked at once, and kept."""
        known = self._by_identity.get(id(value))
        if known is not None:
            return known[1]
        number = self._counted(self.plain(value))
        self._by_identity[id(value)] = (value, number)
        return number

    def part(self, value: T, taken: Callable[[T], object]) -> int:
        """Return the number of what is `taken` of a value; the same object is looked at once, and kept."""
        key = id(value), taken
        known = self._parts.get(key)
        if known is None:
            known = self._parts[key] = value, self._counted(self.plain(taken(value)))
        return known[1]

    def port(self, port: AnyPort) -> int:
        """Return the number of a port's own settings: everything but its name, its addresses and its description."""
        facts, parts = _facts_of_port(port), _parts_of_port(port)
        # Large parts are shared by many ports.
        shared = tuple(map(id, parts))
        if shared not in self._shared:
            self._shared[shared] = self._counted(tuple([self.number(part) for part in parts]))
        return self._counted((self._shared[shared], *map(type, facts), *map(_said, facts)))

    def plain(self, value: object) -> object:
        """Return a value without sources, that compares and hashes by what it says."""
        kind = value.__class__
        if kind in self._scalars:
            return value
        if kind in _KINDS_OF_FACT:
            return kind, self.plain(_said(value))
        if kind is Source:
            return None
        if kind is tuple:
            return self._row(value)  # type: ignore[arg-type]  # a tuple
        takers = self._takers.get(kind)
        if takers is None:
            if not is_dataclass(kind):
                self._scalars.add(kind)
                return value
            facts, rest = _paths_of(kind)
            takers = self._takers[kind] = _taker(facts), _taker(rest)
        return kind, self._row(takers[0](value)), self._row(takers[1](value))

    def _row(self, parts: tuple[object, ...]) -> object:
        """Return values in a row without their sources; facts of plain values, as most are, without a call for each."""
        if _KINDS_OF_FACT.issuperset(map(type, parts)):
            said = tuple(map(_said, parts))
            if self._scalars.issuperset(map(type, said)) or all(self._is_scalar(one) for one in said):
                return *map(type, parts), *said
        return tuple([self.plain(part) for part in parts])

    def _is_scalar(self, value: object) -> bool:
        """Say whether a value is compared as it is."""
        self.plain(value)
        return value.__class__ in self._scalars

    def without_name(self, state: object) -> object:
        """Return a derived state without sources and without the name that it carries."""
        kind = state.__class__
        if not is_dataclass(kind):
            return self.plain(state)
        return tuple([self.plain(getattr(state, name)) for name in field_names(kind) if name != "name"])

    def _counted(self, plain: object) -> int:
        return self._numbers.setdefault(plain, len(self._numbers))
