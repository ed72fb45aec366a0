"""What a system does where its configuration is silent, why, and where a reader can look that up."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic, TypeVar

from roce_lint.model.fact import Default, Source, Unknown
from roce_lint.values import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class VendorDefault(Generic[T]):
    """A default, its reason, and the document that states it.

    `source` is empty where the value follows from the absence of lines by itself: without one, there is no description.
    """

    value: T
    because: str
    source: str = ""

    def at(self, place: Source) -> Default[T]:
        """Return the default as a fact, the same one for the same place; `place` is the block that would state it."""
        key = id(self), id(place)
        known = _MADE.get(key)
        if known is not None and known[0] is self and known[1].source is place:
            found: Default[T] = known[1]
            return found
        if len(_MADE) >= _MOST:
            _MADE.clear()
        found = Default(self.value, place, self.reason)
        _MADE[key] = self, found
        return found

    @property
    def reason(self) -> str:
        """Return the reason with its source in brackets."""
        return _reason(self.because, self.source)


_MOST = 1024
_MADE: dict[tuple[int, int], tuple[VendorDefault[Any], Default[Any]]] = {}
"""Facts made last, by the identity of the default and of the place: queues of one port lack the same lines."""


@dataclass(frozen=True, slots=True)
class UndocumentedDefault:
    """A default that no document at hand states, and why it is not known."""

    because: str

    def at(self, place: Source) -> Unknown:
        """Return the fact that is not known; `place` is the block that would state it."""
        return Unknown(self.because, place)


@lru_cache(maxsize=1024)
def _reason(because: str, source: str) -> str:
    return f"{because} ({source})" if source else because
