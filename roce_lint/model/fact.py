"""What is known about one thing, and where it was read: stated, default or unknown."""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

from roce_lint.text.source import Source as Source
from roce_lint.values import dataclass

T = TypeVar("T", covariant=True)


@dataclass(frozen=True, slots=True)
class Stated(Generic[T]):
    """A value that the input states at `source`."""

    value: T
    source: Source


@dataclass(frozen=True, slots=True)
class Default(Generic[T]):
    """A value that holds because the input is silent.

    `source` is the block that would state it (where a remedy goes); `because` names the vendor's
    documented default, release and platform included where they matter.
    """

    value: T
    source: Source
    because: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """No value: what is missing, and the place where it would stand."""

    because: str
    source: Source


Fact: TypeAlias = Stated[T] | Default[T] | Unknown
Known: TypeAlias = Stated[T] | Default[T]

NOWHERE = Source("", 0, 0)

SAID = "said"
"""The attribute that says what a fact of any kind says: its value, or why there is none; for `attrgetter`."""
for _kind, _what in ((Stated, "value"), (Default, "value"), (Unknown, "because")):
    setattr(_kind, SAID, getattr(_kind, _what))


def known(fact: Fact[T], otherwise: T) -> T:  # type: ignore[misc]  # a covariant variable is safe here: nothing is stored
    """Return the fact's value, or `otherwise` when it is unknown."""
    return otherwise if isinstance(fact, Unknown) else fact.value
