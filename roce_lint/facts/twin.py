"""Ports of one cast, each made when somebody looks at it.

They go from process to process, and into the cache, as their cast, lines and own values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import SupportsIndex, TypeAlias

from roce_lint.facts.cast import FACTS, Cast
from roce_lint.facts.model import Port
from roce_lint.facts.qos import PortQos
from roce_lint.values import field_names

_Said: TypeAlias = tuple[Cast, tuple[int, ...], tuple[str, ...]]
"""What a twin comes from: its cast, the first lines of its blocks, its own values."""
_Set: TypeAlias = Callable[[object, object], None]
_NUMBER = {name: number for number, name in enumerate(FACTS) if "." not in name}


def _setter(name: str) -> _Set:
    """Return what sets a field of a port through its slot."""
    setter: _Set = getattr(Port, name).__set__
    return setter


_SETTERS = {name: _setter(name) for name in (*_NUMBER, "source", "addresses")}
_set_name, _set_kind, _set_said = _setter("name"), _setter("kind"), _setter("qos")
_said: Callable[[object], _Said] = getattr(Port, "qos").__get__  # noqa: B009  # mypy takes a plain one for the value


class Twin(Port):
    """A port of which some is still to be made; one that is made as a whole is a `Port` and nothing else.

    What it comes from lies where its QoS will: whoever asks for that has everything made.
    """

    __slots__ = ()

    def __init__(self, cast: Cast, name: str, lines: tuple[int, ...], own: tuple[str, ...]) -> None:
        """Have the blocks begin in these `lines`; `own` are the values that the port states for itself."""
        _set_name(self, name)
        _set_kind(self, cast.port.kind)
        _set_said(self, (cast, lines, own))

    def __getattr__(self, name: str) -> object:
        """Return a field that is not made yet."""
        setter = _SETTERS.get(name)
        if setter is None:
            raise AttributeError(f"'Port' object has no attribute {name!r}")
        cast, lines, own = _said(self)
        match name:
            case "source":
                made: object = cast.source(0, lines)
            case "addresses":
                made = cast.addresses(lines, own)
            case _:
                made = cast.fact(_NUMBER[name], lines, own)
        setter(self, made)
        return made

    @property
    def qos(self) -> PortQos:
        """Return the QoS of the port."""
        return self.made().qos

    def made(self) -> Port:
        """Return this port with everything made."""
        if self.__class__ is Twin:
            cast, lines, own = _said(self)
            cast.fill(self, lines, own)
            object.__setattr__(self, "__class__", Port)
        return self

    def packed_parts(self) -> tuple[object, ...]:
        """Return what makes this twin."""
        cast, lines, own = _said(self)
        return cast, self.name, lines, own

    def __eq__(self, other: object) -> bool:
        """Compare as a port does."""
        return self.made() == (other.made() if isinstance(other, Twin) else other)

    def __hash__(self) -> int:
        """Count as a port does."""
        return hash(self.made())

    def __repr__(self) -> str:
        """Show a port."""
        return repr(self.made())

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[object, ...]:
        """Copy as a port does."""
        return self.made().__reduce_ex__(protocol)


class MadeTwin(Port):
    """A port with everything made, that remembers the port of its cast; otherwise it is a `Port`."""

    __slots__ = ("model",)

    model: Port

    def __eq__(self, other: object) -> bool:
        """Compare as a port does."""
        return _plain(self) == (_plain(other) if isinstance(other, MadeTwin) else other)

    def __hash__(self) -> int:
        """Count as a port does."""
        return hash(_plain(self))

    def __repr__(self) -> str:
        """Show a port."""
        return repr(_plain(self))

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[object, ...]:
        """Copy as a port does."""
        return Port, tuple([getattr(self, name) for name in field_names(Port)])


_set_model: _Set = getattr(MadeTwin, "model").__set__  # noqa: B009  # mypy takes a plain one for the value


def _plain(port: Port) -> Port:
    """Return a port by itself."""
    return _PORT(*[getattr(port, name) for name in field_names(Port)])


_PORT: Callable[..., Port] = Port


def made_at_once(cast: Cast, name: str, lines: tuple[int, ...], own: tuple[str, ...]) -> Port:
    """Return the twin that these make, with everything made, for those who look at all of it."""
    made: MadeTwin = object.__new__(MadeTwin)
    _set_name(made, name)
    cast.fill(made, lines, own)
    _set_model(made, cast.port)
    return made


def alike(port: Port) -> Port:
    """Return a port that says the same, but for names, lines, descriptions and addresses."""
    kind = port.__class__
    if kind is Port:
        return port
    if kind is MadeTwin:
        model: Port = getattr(port, "model", port)
        return model
    return _said(port)[0].port if kind is Twin else port
