"""Patterns that are compiled when they are first used: of those of all modules, a check of one file needs half."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

_METHODS = ("match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split", "pattern", "flags", "groups")


class _Compiled:
    """Has the methods of a compiled pattern as its own, which are found sooner without a `__getattr__`."""


class LazyPattern(_Compiled):
    """Stands for a pattern; from its first use on it has the methods of the compiled one."""

    def __init__(self, text: str, flags: int = 0) -> None:
        """Keep what `re.compile` takes. A pattern that cannot be compiled raises re.error at its first use."""
        self._said = text, flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern, and return what is asked for."""
        if name not in _METHODS:
            raise AttributeError(name)
        found = re.compile(*self._said)
        for each in _METHODS:
            setattr(self, each, getattr(found, each))
        self.__class__ = _Compiled  # type: ignore[assignment]  # of the same layout
        return getattr(found, name)


if TYPE_CHECKING:
    lazy_pattern = re.compile
else:
    lazy_pattern = LazyPattern
