"""Other values for any field of the model, made of the field's type: a type that is none of these is a TypeError."""

from __future__ import annotations

import types
from collections.abc import Iterator
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from roce_lint.model.device import PortRef
from roce_lint.model.fact import Default, Source, Stated, Unknown
from roce_lint.values import field_names, is_dataclass, replace

PLACE = Source("changed.cfg", 3, 3)
CODE_POINTS = 64
TABLES = {8: 3, CODE_POINTS: 26}
"""Which entry of a table is changed, that of RoCE: of priorities, queues and code points none can be left out."""
_SIMPLE: dict[Any, Any] = {bool: True, int: 7, float: 1.5, str: "5"}
"""The text is also the name of a traffic class, which a host has as a number."""


def hints_of(kind: type) -> dict[str, Any]:
    """Return the fields of a class with their types."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in field_names(kind)}


def _fact_of(hint: Any) -> Any:
    """Return what a fact is about, None for a type that is no fact."""
    about = [get_args(one)[0] for one in get_args(hint) if get_origin(one) is Stated]
    return about[0] if about else None


def example(hint: Any) -> Any:
    """Return some value of a type."""
    origin, inside = get_origin(hint), get_args(hint)
    if (about := _fact_of(hint)) is not None:
        return Stated(example(about), PLACE)
    if origin in (Union, types.UnionType):
        return example(next(one for one in inside if one is not type(None)))
    if origin is tuple and inside[0] is Source:
        # Places are told for each code point, or for none.
        return (PLACE,) * CODE_POINTS
    if origin is tuple:
        return (example(inside[0]),) if inside[-1] is Ellipsis else tuple(map(example, inside))
    if origin is frozenset:
        return frozenset([example(inside[0])])
    if hint is Source:
        return PLACE
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if is_dataclass(hint):
        return hint(**{name: example(kind) for name, kind in hints_of(hint).items()})
    raise TypeError(f"nothing says what other values of {hint} are")


def others(hint: Any, value: Any, depth: int) -> Iterator[Any]:
    """Yield values of a type that are not `value`; in those made of parts, one part differs, down to a `depth`."""
    origin, inside = get_origin(hint), get_args(hint)
    if (about := _fact_of(hint)) is not None:
        yield Unknown("changed", PLACE)
        if isinstance(value, Unknown):
            yield Stated(example(about), PLACE)
            return
        if depth:
            is_stated = isinstance(value, Stated)
            yield Default(value.value, PLACE, "changed") if is_stated else Stated(value.value, PLACE)
        yield from (Stated(one, value.source) for one in others(about, value.value, depth))
    elif type(None) in inside:
        yield example(next(one for one in inside if one is not type(None))) if value is None else None
    elif origin is tuple and inside[-1] is Ellipsis:
        if not value:
            yield example(hint)
        elif len(value) not in TABLES:
            yield ()
        if value and depth:
            number = TABLES.get(len(value), len(value) - 1)
            for one in others(inside[0], value[number], depth - 1):
                yield (*value[:number], one, *value[number + 1 :])
    elif origin is frozenset:
        yield frozenset() if value else example(hint)
        yield value ^ example(hint)
    elif hint is bool:
        yield not value
    elif hint in (int, float):
        yield value + 1
        yield value // 2
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield from (one for one in hint if one is not value)
    elif is_dataclass(hint) and hint is not Source:
        for name, kind in hints_of(hint).items() if depth else ():
            for one in others(kind, getattr(value, name), depth - 1):
                yield replace(value, **{name: one})
    elif hint is PortRef:
        raise TypeError("which port a cable leads to is a matter of the fabric")
    elif (one := example(hint)) != value:
        yield one
