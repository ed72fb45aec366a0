"""The constructor of a class with late methods: interpreted for the first instances, written for all others.

To write and compile one takes 90 us, as much as a hundred instances that are made without; a check of one file makes
values of 170 classes, and a few of most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roce_lint.late_fields import ABSENT, Asked, asked

Constructor = Callable[..., None]
_INTERPRETED = 64
"""Instances of a class that are made before its constructor is written."""


def constructor(home: type[Any]) -> Constructor:
    """Return `__init__` of a class, which takes its own place when it is called often, or wrongly.

    Raises TypeError for a field that may be given by name only.
    """
    frozen: bool = home.__dict__["_declaration"].frozen
    fields = asked(home)
    for field in fields:
        if field.kw_only:
            raise TypeError(f"{home.__name__}.{field.name}: kw_only is not known here")
    puts = [_put(home, field.name, frozen) for field in fields]
    simple = all(field.init for field in fields)
    settled = hasattr(home, "__post_init__")
    left = _INTERPRETED

    def __init__(self: Any, *given: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        values: tuple[Any, ...] | None = None
        if left >= 0:
            values = given if simple and not named and len(given) == len(puts) else _values(fields, given, named)
        if values is None:
            written = _written(home, frozen)
            setattr(home, "__init__", written)  # noqa: B010  # mypy takes a plain one for a mistake
            written(self, *given, **named)
            return
        for put, value in zip(puts, values, strict=True):
            if value is not ABSENT:
                put(self, value)
        if settled:
            self.__post_init__()

    __init__.__qualname__ = f"{home.__qualname__}.__init__"
    return __init__


def _put(home: type[Any], name: str, frozen: bool) -> Callable[[Any, Any], None]:
    """Return what sets a field: through its slot where assignment is refused."""
    if frozen:
        put: Callable[[Any, Any], None] = getattr(home, name).__set__
        return put
    return lambda value, content: setattr(value, name, content)


def _values(fields: list[Asked], given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return the value of each field, ABSENT for none; nothing where the arguments do not fit."""
    values: list[Any] = []
    left, taken = list(reversed(given)), 0
    for field in fields:
        if field.init and left:
            values.append(left.pop())
        elif field.init and field.name in named:
            values.append(named[field.name])
            taken += 1
        elif field.factory is not ABSENT:
            values.append(field.factory())
        elif field.default is ABSENT and field.init:
            return None
        else:
            values.append(field.default)
    return None if left or taken != len(named) else tuple(values)


def _written(home: type[Any], frozen: bool) -> Constructor:
    """Return `__init__`, which sets each field through its slot where assignment is refused."""
    names: dict[str, Any] = {"absent": ABSENT}
    arguments, lines = ["self"], []
    for field in asked(home):
        name = value = field.name
        if field.factory is not ABSENT:
            names[f"make_{name}"] = field.factory
            value = f"make_{name}() if {name} is absent else {name}" if field.init else f"make_{name}()"
        elif field.default is not ABSENT:
            names[f"default_{name}"] = field.default
            value = name if field.init else f"default_{name}"
        elif not field.init:
            continue
        if field.init:
            arguments.append(name + _default(field))
        names[f"set_{name}"] = getattr(home, name).__set__
        lines.append(f" set_{name}(self, {value})" if frozen else f" self.{name} = {value}")
    if hasattr(home, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec(f"def __init__({', '.join(arguments)}):\n" + "\n".join(lines or [" pass"]), names)
    constructor: Constructor = names["__init__"]
    constructor.__qualname__ = f"{home.__qualname__}.__init__"
    return constructor


def _default(field: Asked) -> str:
    if field.factory is not ABSENT:
        return "=absent"
    return f"=default_{field.name}" if field.default is not ABSENT else ""
