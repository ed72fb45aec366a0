"""What a system does where its configuration is silent, why, and where a reader can look that up."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic, TypeVar

from roce_lint.model.fact import NOWHERE, Default, Source, Unknown
from roce_lint.model.releases import EVERY_RELEASE, ReleaseNumbers, Releases
from roce_lint.values import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class VendorDefault(Generic[T]):
    """A default, its reason, and the document that states it.

    `source` is empty where the value follows from the absence of lines by itself: without one, there is no description.
    `releases`: those that have it; others have one of their own, or none.
    """

    value: T
    because: str
    source: str = ""
    releases: Releases = EVERY_RELEASE

    def at(self, place: Source) -> Default[T]:
        """Return the default as a fact; `place` is the block that would state it.

        Queues, priorities and neighbours lack the same lines one after the other: the fact is made once.
        """
        if place is not _LAST[0]:
            _LAST[0] = place
            _MADE.clear()
        known = _MADE.get(id(self))
        if known is None or known[1].source is not place:
            # Another thread may have been at another place meanwhile.
            known = _MADE[id(self)] = self, Default(self.value, place, _reason(self.because, self.source))
        found: Default[T] = known[1]
        return found

    @property
    def reason(self) -> str:
        """Return the reason with its source in brackets."""
        return _reason(self.because, self.source)


def default_of(release: ReleaseNumbers, *defaults: VendorDefault[T]) -> VendorDefault[T]:
    """Return the default of a release, of several that are given in the order of their releases.

    Where it is not stated, or none has it, the newest is returned: it is the one that people look up.
    """
    return next((one for one in reversed(defaults) if one.releases.hold(release) is not False), defaults[-1])


_LAST: list[Source] = [NOWHERE]
_MADE: dict[int, tuple[VendorDefault[Any], Default[Any]]] = {}
"""Facts at the last place, by the identity of their defaults, which are kept with them."""


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
