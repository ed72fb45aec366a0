"""Dataclasses whose methods are written when they are first needed.

The standard library writes and compiles six methods for each class when its module is imported. For the four hundred
classes that a check imports this took 200 of its 420 ms, and most of them have no instance in a run. Here a class
costs 25 us, and its methods are written at the first call of each. Besides, a frozen instance is made in a third of
the time: fields are set through their slots. Everything else is as in the standard library: `fields`, `replace`,
`match`, equality, order, hashes, copies and pickles. The standard library itself is imported when somebody asks it for
something: with it come those that read and compile Python, 8 ms that a check has no use for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter, ge, gt, le, lt
from typing import Any, NoReturn, TypeVar

from roce_lint.late_constructor import constructor
from roce_lint.late_fields import ABSENT, Field, asked

T = TypeVar("T")
_Method = Callable[..., object]
_ORDER: Mapping[str, _Method] = {"__lt__": lt, "__le__": le, "__gt__": gt, "__ge__": ge}


def dataclass(
    *, slots: bool, frozen: bool = False, eq: bool = True, order: bool = False
) -> Callable[[type[T]], type[T]]:
    """Return a decorator that makes a class a dataclass with slots.

    Raises TypeError without slots, and at the first instance for `kw_only`, which is not known here.
    """
    if not slots:
        raise TypeError("a class without slots is one for the decorator of the standard library")
    return lambda source: _slotted(_Declaration(source, frozen, eq, order))


class _Declaration:
    """A class as it stands in the source, what its decorator says, and its own fields with their defaults."""

    __slots__ = ("eq", "fields", "frozen", "order", "source")

    def __init__(self, source: type[Any], frozen: bool, eq: bool, order: bool) -> None:
        self.source = source
        self.frozen = frozen
        self.eq = eq
        self.order = order
        # The standard library takes what `field()` gave away from the source when it reads it.
        own = [name for name, kind in source.__annotations__.items() if not str(kind).startswith("ClassVar")]
        self.fields = {name: source.__dict__.get(name, ABSENT) for name in own}


def replace(value: T, /, **changes: Any) -> T:
    """Return a copy of a value in which some fields are others; raises TypeError for a name that is no field."""
    make: Callable[..., T] | None = getattr(value, "__replace__", None)
    if make is not None:
        return make(**changes)
    import dataclasses

    copied: Any = dataclasses.replace(value, **changes)  # type: ignore[type-var]  # which it checks itself
    return copied  # type: ignore[no-any-return]  # of the same class


def is_dataclass(kind: type) -> bool:
    """Say whether a class is a dataclass, one of ours or of the standard library."""
    return hasattr(kind, "_declaration") or hasattr(kind, "__dataclass_fields__")


def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of what makes an instance of a dataclass, in order; raises TypeError for another class."""
    if hasattr(kind, "_declaration"):
        return tuple(one.name for one in asked(kind) if one.init)
    import dataclasses

    return tuple(one.name for one in dataclasses.fields(kind) if one.init)


class _Unwritten:
    """Stands in a class for a member that is written when it is first asked for."""

    __slots__ = ("_home", "_name")

    def __set_name__(self, home: type, name: str) -> None:
        self._home = home
        self._name = name

    def __get__(self, value: object, kind: type) -> object:
        member = _WRITERS[self._name](self._home)
        setattr(self._home, self._name, member)
        return member.__get__(value, kind) if hasattr(member, "__get__") else member


def _slotted(told: _Declaration) -> type[Any]:
    """Return the class with slots for its own fields, and what is still to be written for the rest."""
    source = told.source
    not_taken = {"__dict__", "__weakref__", *told.fields}
    members: dict[str, Any] = {name: value for name, value in source.__dict__.items() if name not in not_taken}
    written = ["__init__", "__replace__", "__match_args__", "__dataclass_fields__", "__dataclass_params__"]
    written += ["__eq__"] if told.eq else []
    written += _ORDER if told.order else []
    if told.eq and members.get("__hash__") is None:
        has_own_equality = "__eq__" in members
        members.pop("__hash__", None)
        if told.frozen:
            written.append("__hash__")
        elif not has_own_equality or "__hash__" in source.__dict__:
            members["__hash__"] = None
    if told.frozen:
        members |= {
            "__setattr__": _refuse_change,
            "__delattr__": _refuse_change,
            "__getstate__": _state,
            "__setstate__": _restore,
        }
    for name in written:
        members.setdefault(name, _Unwritten())
    members.setdefault("__repr__", _shown)
    inherited = {name for base in source.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    members["__slots__"] = tuple(name for name in told.fields if name not in inherited)
    members["_declaration"] = told
    make: Callable[..., type[Any]] = type(source)
    made = make(source.__name__, source.__bases__, members)
    made.__qualname__ = source.__qualname__
    return made


def _told(home: type[Any]) -> _Declaration:
    told: _Declaration = home.__dict__["_declaration"]
    return told


def _field_table(home: type[Any]) -> object:
    """Return `__dataclass_fields__`: the standard library reads the declaration, and writes no method that is used."""
    import dataclasses

    told = _told(home)
    for name, value in told.fields.items():
        if isinstance(value, Field):
            said = {key: getattr(value, key) for key in Field.__slots__ if getattr(value, key) is not ABSENT}
            setattr(told.source, name, dataclasses.field(**said))
    # Without this it would import `inspect` for a docstring.
    told.source.__doc__ = told.source.__doc__ or told.source.__name__
    inherits = any(hasattr(base, "__dataclass_fields__") for base in told.source.__bases__)
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, frozen=told.frozen and inherits)(told.source)
    return made.__dataclass_fields__


def _parameters(home: type[Any]) -> object:
    import dataclasses

    told = _told(home)
    empty = type("Empty", (), {"__doc__": "Has no field."})
    made: Any = dataclasses.dataclass(eq=told.eq, order=told.order, frozen=told.frozen)(empty)
    return made.__dataclass_params__


def _match_args(home: type[Any]) -> object:
    return tuple(field.name for field in asked(home) if field.init)


def _replacing(home: type[Any]) -> _Method:
    """Return `__replace__`, under which Python 3.13 looks for what `replace` does."""
    names = [field.name for field in asked(home) if field.init]

    def __replace__(self: Any, /, **changes: Any) -> object:
        for name in names:
            if name not in changes:
                changes[name] = getattr(self, name)
        return self.__class__(**changes)

    return __replace__


def _values(names: list[str]) -> Callable[[object], object]:
    """Return what gives the values of some fields as something that can be compared."""
    return attrgetter(*names) if names else lambda value: ()


def _compared(home: type[Any]) -> Callable[[object], object]:
    return _values([field.name for field in asked(home) if field.compare])


def _equality(home: type[Any]) -> _Method:
    values = _compared(home)

    def __eq__(self: object, other: object) -> object:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _ordering(name: str) -> Callable[[type[Any]], _Method]:
    operator = _ORDER[name]

    def written(home: type[Any]) -> _Method:
        values = _compared(home)

        def compare(self: object, other: object) -> object:
            return operator(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented

        return compare

    return written


def _hashing(home: type[Any]) -> _Method:
    values = _values([field.name for field in asked(home) if field.hashed])

    def __hash__(self: object) -> int:
        return hash(values(self))

    return __hash__


def _shown(self: Any) -> str:
    told = (f"{field.name}={getattr(self, field.name)!r}" for field in asked(self.__class__) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(told)})"


def _refuse_change(self: object, name: str, *value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in asked(self.__class__)]


def _restore(self: Any, state: list[object]) -> None:
    for field, value in zip(asked(self.__class__), state, strict=True):
        object.__setattr__(self, field.name, value)


_WRITERS: Mapping[str, Callable[[type[Any]], Any]] = {
    "__init__": constructor,
    "__replace__": _replacing,
    "__eq__": _equality,
    "__hash__": _hashing,
    "__match_args__": _match_args,
    "__dataclass_fields__": _field_table,
    "__dataclass_params__": _parameters,
    **{name: _ordering(name) for name in _ORDER},
}
