"""What the catalogue says about a number: its value with a source and a certainty, or why it is not known."""

from __future__ import annotations

from enum import Enum
from typing import Generic, TypeVar

from roce_lint.model.fact import Default, Fact, Source, Unknown
from roce_lint.values import dataclass

T = TypeVar("T")


class Certainty(Enum):
    """Say how sure a catalogue entry is.

    `verified`: read in the vendor's own model, schema, feature list, captured configuration or driver source.
    `reported`: stated by a data sheet, guide or third party that was not checked against a device.
    `inferred`: derived from other entries; the source says from which.
    """

    VERIFIED = "verified"
    REPORTED = "reported"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class SourcedValue(Generic[T]):
    """A value with the public name of its source."""

    value: T
    source: str
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The absence of a value, and why nobody could be quoted for it."""

    because: str


Datum = SourcedValue[T] | NotKnown


@dataclass(frozen=True, slots=True)
class Range:
    """An inclusive range of whole numbers; the unit is in the name of the field that holds it."""

    minimum: int
    maximum: int

    def __contains__(self, number: int) -> bool:
        """Return whether `number` lies in the range, ends included."""
        return self.minimum <= number <= self.maximum

    def clamp(self, number: int) -> int:
        """Return the number of the range that is nearest to `number`."""
        return max(self.minimum, min(self.maximum, number))


def value_or(datum: Datum[T], fallback: T) -> T:
    """Return the value of a known datum, else `fallback`; the caller says why the fallback is right."""
    return datum.value if isinstance(datum, SourcedValue) else fallback


def from_catalogue(datum: Datum[int], place: Source) -> Fact[int]:
    """Return a number of the catalogue as a fact; `place` is what states the platform."""
    if isinstance(datum, NotKnown):
        return Unknown(datum.because, place)
    return Default(datum.value, place, datum.source)
