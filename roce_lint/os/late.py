"""Functions that are imported when they are called for the first time: a check needs one or two of the systems."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from roce_lint.model.vendor_default import VendorDefault

T = TypeVar("T")


class _Late(Generic[T]):
    """Calls a function of a module that may not be imported yet."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name
        self._function: Callable[..., T] | None = None

    def __call__(self, *arguments: object, **named: object) -> T:
        if self._function is None:
            self._function = getattr(importlib.import_module(self._module), self._name)
        return self._function(*arguments, **named)


def late_defaults(module: str) -> Callable[[], Mapping[str, VendorDefault[object]]]:
    """Return what returns the defaults of a module of roce_lint by their names there."""

    def defaults() -> Mapping[str, VendorDefault[object]]:
        names = vars(importlib.import_module(f"roce_lint.{module}"))
        return {name: value for name, value in names.items() if isinstance(value, VendorDefault)}

    return defaults


def late(module: str, name: str) -> Callable[..., T]:
    """Return what calls the function `name` of a module of roce_lint, such as `read_eos` of `os.eos.reader`."""
    return _Late(f"roce_lint.{module}", name)
