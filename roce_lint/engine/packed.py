"""Values as bytes and back: dataclasses, enums and plain collections of ours, and nothing else.

Bytes that name anything else are refused: unpacking makes values of known classes and never calls or imports more.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from datetime import date
from enum import Enum
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TypeAlias, TypeVar

from roce_lint.values import field_names, is_dataclass

try:
    # The module itself has the slow forms besides, whose import takes as long as to unpack a report.
    from _pickle import Pickler, Unpickler, UnpicklingError
except ImportError:
    from pickle import Pickler, Unpickler, UnpicklingError

_VALUES_IN = ("model", "fabric", "paths", "infiniband", "read", "text", "os", "hosts", "judge", "engine")
_PACKAGES = (*(f"roce_lint.{name}." for name in _VALUES_IN), "roce_lint.errors")
_PLAIN: Mapping[tuple[str, str], type] = {("builtins", "frozenset"): frozenset, ("datetime", "date"): date}
_OWN_PARTS = "packed_parts"
"""The method of classes that say themselves what a value is made of: it returns the arguments of the class."""
T = TypeVar("T")

_Reduced: TypeAlias = tuple[type, tuple[object, ...]]
"""A class, and the arguments that make a value of it."""
_Reduce: TypeAlias = Callable[[object], _Reduced]


class Unpackable(Exception):
    """The bytes are damaged, of another version, or name a class that is no plain value."""


def pack(value: object) -> bytes:
    """Return the value as bytes. Parts that are the same object stay so."""
    stream = io.BytesIO()
    _Packer(stream, protocol=5).dump(value)
    return stream.getvalue()


Makers: TypeAlias = Mapping[type, Callable[..., object]]
"""What makes the values of some classes: it takes what the class takes, and may give an equal value made before."""
_NO_MAKERS: Makers = {}


def unpack(packed: bytes, kind: type[T], makers: Makers = _NO_MAKERS) -> T:
    """Return the value that was packed. Raises Unpackable unless it is one of `kind`."""
    try:
        value = _Unpacker(io.BytesIO(packed), makers).load()
    except (UnpicklingError, EOFError, AttributeError, ImportError) as error:
        raise Unpackable(str(error)) from error
    except (TypeError, ValueError, LookupError, OverflowError, MemoryError, RecursionError) as error:
        raise Unpackable(f"the values do not fit: {error}") from error
    if not isinstance(value, kind):
        raise Unpackable(f"a {type(value).__name__} instead of a {kind.__name__}")
    return value


class _Reducers(dict[type, _Reduce]):
    """Takes dataclasses and named tuples apart into the arguments that make them; the rest is packed the usual way."""

    def __missing__(self, kind: type) -> _Reduce:
        if issubclass(kind, type | Enum) or not _is_of_values(kind):
            raise KeyError(kind)
        reduce = self[kind] = _reduce_of(kind)
        return reduce


def _is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _is_of_values(kind: type) -> bool:
    return is_dataclass(kind) or issubclass(kind, Enum) or _is_named_tuple(kind) or hasattr(kind, _OWN_PARTS)


def _reduce_of(kind: type) -> _Reduce:
    own: Callable[[object], tuple[object, ...]] | None = getattr(kind, _OWN_PARTS, None)
    if own is not None:
        take_apart = own
        return lambda value: (kind, take_apart(value))
    names = getattr(kind, "_fields", None) or field_names(kind)
    if len(names) > 1:
        parts = attrgetter(*names)
        return lambda value: (kind, parts(value))
    return lambda value: (kind, tuple(getattr(value, name) for name in names))


class _Packer(Pickler):
    """Packs dataclasses five times as fast as the usual way. A table is looked up faster than a method is called."""

    dispatch_table = _Reducers()


class _Unpacker(Unpickler):
    """Makes values of our own dataclasses and enums only."""

    def __init__(self, stream: io.BytesIO, makers: Makers) -> None:
        super().__init__(stream)
        self._makers = makers

    def find_class(self, module: str, name: str) -> Callable[..., object]:
        kind = _plain_class(module, name)
        return self._makers.get(kind, kind)


@cache
def _plain_class(module: str, name: str) -> type:
    """Return a class of plain values. Raises UnpicklingError for anything else, and remembers none of it."""
    plain = _PLAIN.get((module, name))
    if plain is not None:
        return plain
    if module.startswith(_PACKAGES) and name.isidentifier():
        found: object = getattr(import_module(module), name, None)
        if isinstance(found, type) and found.__module__ == module and _is_of_values(found):
            return found
    raise UnpicklingError(f"{module}.{name} is no plain value")
