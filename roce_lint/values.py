"""What values are made with: `@dataclass(frozen=True, slots=True)` in the words of the standard library, over msgspec.

A class becomes a `msgspec.Struct`: its constructor, equality, order, hash and pickles are C code, and making the class
writes and compiles no methods. Type checkers see the standard library, which means the same.
"""

from __future__ import annotations

from collections.abc import Container
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

__all__ = ["dataclass", "field", "field_names", "is_dataclass", "replace"]


Struct: Any = msgspec.Struct

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a copy of a value in which some fields are others; raises TypeError for a name that is no field."""
        if hasattr(value, "__replace__"):
            return value.__replace__(**changes)
        import dataclasses

        return dataclasses.replace(value, **changes)

    class _Uncompared:
        """A field that equality and hashes leave out."""

        def __init__(self, said: object) -> None:
            self.said = said

    def field(*, compare: bool = True, **default: Any) -> Any:
        """Return a field with a default, or a `default_factory` that makes one for each instance."""
        said = msgspec.field(**default)
        return said if compare else _Uncompared(said)

    def dataclass(*, slots: bool, frozen: bool = False, eq: bool = True, order: bool = False) -> Any:
        """Return a decorator that makes a class a Struct.

        Raises TypeError without slots, and for a default that can be changed and would be shared.
        """
        if not slots:
            raise TypeError("a class without slots is one for the decorator of the standard library")
        return lambda source: _struct(source, frozen=frozen, eq=eq, order=order, gc=not frozen)

    def _struct(source: type, **options: bool) -> type:
        if issubclass(source, Struct):
            # A class that inherits from one of ours is a Struct already, with the options of that one.
            return source
        members = {name: value for name, value in source.__dict__.items() if name not in ("__dict__", "__weakref__")}
        members["__qualname__"] = source.__qualname__
        uncompared = {name: value.said for name, value in members.items() if isinstance(value, _Uncompared)}
        members |= uncompared
        bases = [Struct, *[base for base in source.__bases__ if base is not object]]
        made = type(Struct)(source.__name__, tuple(bases), members, **options)
        return _comparing(made, uncompared) if uncompared else made

    def _comparing(made: type, uncompared: Container[str]) -> type:
        """Have a class compared and hashed by its fields without some."""
        names = [name for name in made.__struct_fields__ if name not in uncompared]
        values = attrgetter(*names) if names else lambda value: ()
        made.__eq__ = lambda self, other: values(self) == values(other) if type(other) is made else NotImplemented
        made.__hash__ = lambda self: hash(values(self))
        return made


def is_dataclass(kind: type) -> bool:
    """Say whether a class is a dataclass, one of ours or of the standard library."""
    return issubclass(kind, Struct) or hasattr(kind, "__dataclass_fields__")


def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of what makes an instance of a dataclass, in order; raises TypeError for another class."""
    if issubclass(kind, Struct):
        structure: Any = kind
        return tuple(structure.__struct_fields__)
    import dataclasses

    return tuple(one.name for one in dataclasses.fields(kind) if one.init)
