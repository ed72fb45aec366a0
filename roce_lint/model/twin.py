"""Ports of one cast, of which each part is made when somebody looks at it.

They go from process to process, and into the cache, as their cast, lines and own values.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import SupportsIndex, TypeAlias

from roce_lint.model.cast import FACTS, Cast
from roce_lint.model.device import Port
from roce_lint.model.fact import Stated
from roce_lint.values import field_names

_Lines: TypeAlias = tuple[int, ...]
_Own: TypeAlias = tuple[str, ...]
_Set: TypeAlias = Callable[[object, object], None]
_Make: TypeAlias = Callable[[Cast, _Lines, _Own], object]


def _fact(number: int) -> _Make:
    return lambda cast, lines, own: cast.fact(number, lines, own)


_MAKERS: dict[str, _Make] = {name: _fact(number) for number, name in enumerate(FACTS) if "." not in name} | {
    "source": lambda cast, lines, own: cast.source(0, lines),
    "addresses": lambda cast, lines, own: cast.addresses(lines, own),
    "qos": lambda cast, lines, own: cast.qos(lines, own),
}
_SETTERS: dict[str, _Set] = {name: getattr(Port, name).__set__ for name in ("name", "kind", *_MAKERS)}
_set_name, _set_kind = _SETTERS["name"], _SETTERS["kind"]
_PARTS = {name: (make, _SETTERS[name]) for name, make in _MAKERS.items()}
_values = attrgetter(*field_names(Port))


class Twin(Port):
    """A port that is made bit by bit, and nobody can tell.

    `comes_from`: its cast, the first lines of its blocks, and the values that it states for itself.
    """

    __slots__ = ("comes_from",)

    comes_from: tuple[Cast, _Lines, _Own]

    def __init__(self, cast: Cast, name: str, lines: _Lines, own: _Own) -> None:
        """Have the blocks begin in these `lines`; `own` are the values that the port states for itself."""
        _set_name(self, name)
        _set_kind(self, cast.port.kind)
        _set_origin(self, (cast, lines, own))

    def __getattr__(self, name: str) -> object:
        """Return a field that is not made yet."""
        part = _PARTS.get(name)
        if part is None:
            raise AttributeError(f"'Port' object has no attribute {name!r}")
        make, setter = part
        made = make(*self.comes_from)
        setter(self, made)
        return made

    @property  # type: ignore[misc]  # nobody sets it
    def __class__(self) -> type[Port]:  # type: ignore[override]  # a port of this class counts as any other
        """Return what this counts as, for comparisons and copies."""
        return Port

    def packed_parts(self) -> tuple[object, ...]:
        """Return what makes this twin."""
        cast, lines, own = self.comes_from
        return cast, self.name, lines, own

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[object, ...]:
        """Copy as a port does."""
        return Port, _values(self)


_set_origin: _Set = getattr(Twin, "comes_from").__set__  # noqa: B009  # mypy takes a plain one for the value


def stated_description(port: Port) -> str | None:
    """Return the description that a port states, None where it states none; no fact is made for it."""
    if type(port) is Twin:
        cast, _, own = port.comes_from
        return cast.stated_description(own)
    fact = port.description
    return fact.value if isinstance(fact, Stated) else None


def has_addresses(port: Port) -> bool:
    """Say whether a port has addresses, known or not; ports that look alike have as many."""
    return bool(alike(port).addresses)


def stated_addresses(port: Port) -> list[str]:
    """Return the addresses that a port states; no fact is made for them."""
    if type(port) is Twin:
        cast, _, own = port.comes_from
        return cast.stated_addresses(own)
    return [fact.value for fact in port.addresses if isinstance(fact, Stated)]


def alike(port: Port) -> Port:
    """Return a port that says the same, but for names, lines, descriptions and addresses."""
    return port.comes_from[0].port if type(port) is Twin else port
