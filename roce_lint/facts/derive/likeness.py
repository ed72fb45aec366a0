"""When two things look the same to every rule: equal values, wherever they were read.

A fleet has tens of thousands of ports and a few dozen ways to configure one. What is equal is numbered alike here, so
that one of them can be derived and judged for all (see `Alike` in `judged.py`).
"""

from __future__ import annotations

from operator import attrgetter

from roce_lint.facts.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.facts.model import Port
from roce_lint.facts.qos import PortQos, Watchdog
from roce_lint.values import field_names, is_dataclass

_OF_ONE_PORT_ONLY = frozenset({"name", "source", "description", "addresses", "vlans", "lag", "qos"})
"""Fields of a port that tell it from all others. What its description and its bundle mean is asked for apart."""
_IN_ITSELF = attrgetter(*(name for name in field_names(Port) if name not in _OF_ONE_PORT_ONLY))
_OF_QOS = attrgetter(*(name for name in field_names(PortQos) if name != "watchdog"))
_OF_WATCHDOG = attrgetter(*field_names(Watchdog))


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
        self._getters: dict[type, attrgetter[object]] = {}
        self._small: set[type] = set()

    def number(self, value: object) -> int:
        """Return the number of a value of any size; the same object is looked at once, and kept."""
        known = self._by_identity.get(id(value))
        if known is not None:
            return known[1]
        number = self._counted(self.plain(value))
        self._by_identity[id(value)] = (value, number)
        return number

    def port(self, port: Port) -> int:
        """Return the number of a port's own settings: everything but its name, its addresses and its description."""
        qos = port.qos
        return self._counted(
            (
                *[self._short(value) for value in _IN_ITSELF(port)],
                *[self._short(value) for value in _OF_QOS(qos)],
                *[self._short(value) for value in _OF_WATCHDOG(qos.watchdog)],
                qos.watchdog.__class__,
            )
        )

    def plain(self, value: object) -> object:
        """Return a value without sources, that compares and hashes by what it says."""
        kind = value.__class__
        if kind is Stated or kind is Default:
            return kind, self.plain(value.value)  # type: ignore[attr-defined]  # both have a value
        if kind is Unknown:
            return kind, value.because  # type: ignore[attr-defined]  # an Unknown has a reason
        if kind is Source:
            return None
        if kind is tuple:
            return tuple([self.plain(part) for part in value])  # type: ignore[attr-defined]  # a tuple
        getter = self._getters.get(kind)
        if getter is None and is_dataclass(kind):
            getter = self._getters[kind] = attrgetter("__class__", *field_names(kind))
        return value if getter is None else self.plain(getter(value))

    def without_name(self, state: object) -> object:
        """Return a derived state without sources and without the name that it carries."""
        kind = state.__class__
        if not is_dataclass(kind):
            return self.plain(state)
        return tuple([self.plain(getattr(state, name)) for name in field_names(kind) if name != "name"])

    def _short(self, value: object) -> object:
        """Return a fact as plain values, and anything larger as its number: large parts are shared by many ports."""
        kind = value.__class__
        if kind is Stated or kind is Default:
            return kind, value.value  # type: ignore[attr-defined]  # both have a value
        if kind is Unknown:
            return value.because  # type: ignore[attr-defined]  # an Unknown has a reason
        if kind in self._small:
            return value
        if kind is tuple or kind in self._getters or is_dataclass(kind):
            return self.number(value)
        self._small.add(kind)
        return value

    def _counted(self, plain: object) -> int:
        return self._numbers.setdefault(plain, len(self._numbers))
