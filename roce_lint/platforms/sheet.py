"""Strict reading of the catalogue's YAML files: unknown keys, missing keys and wrong kinds are refused with a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from roce_lint.errors import PlatformError, Problem
from roce_lint.platforms.datum import Certainty, Datum, NotKnown, Range, SourcedValue

T = TypeVar("T")
E = TypeVar("E", bound=Enum)
Decode = Callable[[object, str], T]
SheetFields = tuple[tuple[str, str], ...]
"""Texts by name."""
Rows = tuple[tuple[str, SheetFields], ...]
"""Fields by the name of their row."""
_SPAN = re.compile(r"(\d+)(?:-(\d+)/(\d+))?")


def fault(where: str, message: str) -> PlatformError:
    """Return the error for a fault at `where` (`file: key.key`)."""
    path, _, key = where.partition(": ")
    return PlatformError(Problem(path, 0, 0, f"{key}: {message}" if key else message))


class Section:
    """A mapping of the file with its place; reading a key that is absent raises PlatformError."""

    __slots__ = ("_entries", "where")

    def __init__(self, entries: Mapping[str, object], where: str) -> None:
        self._entries = entries
        self.where = where

    def allow(self, *keys: str) -> Section:
        """Return the section itself; raise PlatformError for a key that is not among `keys`."""
        for key in self._entries:
            if key not in keys:
                raise fault(self.where, f"unknown key {key!r}; known are {', '.join(keys)}")
        return self

    def has(self, key: str) -> bool:
        """Return whether the section has `key`."""
        return key in self._entries

    def names(self) -> tuple[str, ...]:
        """Return the keys in the order of the file."""
        return tuple(self._entries)

    def get(self, key: str, decode: Decode[T]) -> T:
        """Return the value of `key`, read by `decode`."""
        if key not in self._entries:
            raise fault(self.where, f"key {key!r} is missing")
        return decode(self._entries[key], _join(self.where, key))

    def get_or(self, key: str, decode: Decode[T], absent: T) -> T:
        """Return the value of `key`, or `absent`."""
        return self.get(key, decode) if key in self._entries else absent

    def datum(self, key: str, decode: Decode[T]) -> Datum[T]:
        """Return `{value, source, certainty}` as SourcedValue or `{unknown: why}` as NotKnown."""
        section = self.get(key, section_of)
        if section.has("unknown"):
            return NotKnown(section.allow("unknown").get("unknown", text))
        section.allow("value", "source", "certainty")
        return SourcedValue(
            section.get("value", decode), section.get("source", text), section.get("certainty", certainty)
        )

    def sections(self, key: str) -> tuple[Section, ...]:
        """Return a list of mappings."""
        items = self.get(key, list_of)
        return tuple(section_of(item, f"{_join(self.where, key)}[{n}]") for n, item in enumerate(items))


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if ": " in where else f"{where}: {key}"


def section_of(value: object, where: str) -> Section:
    """Read a mapping with text keys."""
    if not isinstance(value, dict):
        raise fault(where, f"a mapping is wanted, not {value!r}")
    return Section({str(key): entry for key, entry in value.items()}, where)


def list_of(value: object, where: str) -> list[object]:
    """Read a list."""
    if not isinstance(value, list):
        raise fault(where, f"a list is wanted, not {value!r}")
    return list(value)


def text(value: object, where: str) -> str:
    """Read a text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise fault(where, f"a text is wanted, not {value!r}")
    return value.strip()


def integer(value: object, where: str) -> int:
    """Read a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise fault(where, f"a whole number is wanted, not {value!r}")
    return value


def integer_or_text(value: object, where: str) -> int | str:
    """Read a whole number or a word."""
    return text(value, where) if isinstance(value, str) else integer(value, where)


def boolean(value: object, where: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise fault(where, f"true or false is wanted, not {value!r}")
    return value


def texts(value: object, where: str) -> tuple[str, ...]:
    """Read a list of texts."""
    return tuple(text(item, where) for item in list_of(value, where))


def integers(value: object, where: str) -> tuple[int, ...]:
    """Read a list of whole numbers."""
    return tuple(integer(item, where) for item in list_of(value, where))


def number_range(value: object, where: str) -> Range:
    """Read `[minimum, maximum]`."""
    numbers = integers(value, where)
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        raise fault(where, f"[minimum, maximum] is wanted, not {value!r}")
    return Range(*numbers)


def cage_numbers(value: object, where: str) -> tuple[int, ...]:
    """Read cage numbers: `1-32`, `9,12,15-18`, or one number."""
    numbers: list[int] = []
    for part in str(value).split(","):
        first, _, last = part.strip().partition("-")
        if not first.isdigit() or (last and not last.isdigit()):
            raise fault(where, f"cage numbers such as 1-32 or 9,12 are wanted, not {value!r}")
        numbers.extend(range(int(first), int(last or first) + 1))
    return tuple(numbers)


def words_by_name(value: object, where: str) -> SheetFields:
    """Read a mapping from names to texts."""
    section = section_of(value, where)
    return tuple((name, section.get(name, text)) for name in section.names())


def rows_by_name(value: object, where: str) -> Rows:
    """Read rows of which the fields are in one text: `size=0 dynamic_th=3`."""
    rows = words_by_name(value, where)
    return tuple((name, tuple(_field(word, where) for word in words.split())) for name, words in rows)


def _field(word: str, where: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise fault(where, f"fields such as size=0 are wanted, not {word!r}")
    return name, value


def number_spans(value: object, where: str) -> tuple[int, ...]:
    """Read numbers and rows of them: `0-504/8,512` is 0, 8, 16 and so on to 504, and 512."""
    numbers: list[int] = []
    for part in text(value, where).split(","):
        found = _SPAN.fullmatch(part)
        if found is None:
            raise fault(where, f"numbers such as 0-504/8,512 are wanted, not {part!r}")
        first, last, step = int(found[1]), int(found[2] or found[1]), int(found[3] or 1)
        numbers.extend(range(first, last + 1, step))
    return tuple(numbers)


def fraction_table(value: object, where: str) -> tuple[tuple[str, Fraction], ...]:
    """Read a mapping from a device's word to a fraction such as `1/8`."""
    section = section_of(value, where)
    return tuple((word, section.get(word, _fraction)) for word in section.names())


def _fraction(value: object, where: str) -> Fraction:
    try:
        return Fraction(str(value))
    except ValueError as error:
        raise fault(where, f"a fraction such as 1/8 is wanted, not {value!r}") from error


def certainty(value: object, where: str) -> Certainty:
    """Read how sure an entry is."""
    for member in Certainty:
        if member.value == value:
            return member
    raise fault(where, f"certainty is one of {', '.join(c.value for c in Certainty)}, not {value!r}")


def merge(general: Mapping[str, object], special: Mapping[str, object]) -> dict[str, object]:
    """Return `general` overlaid by `special`: the entries of a section one by one, everything else whole."""
    merged = dict(general)
    for key, value in special.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(value, dict) and not {"value", "unknown"} & (below.keys() | value):
            merged[key] = {**below, **value}
        else:
            merged[key] = value
    return merged


def member_of(kind: type[E]) -> Decode[E]:
    """Return a decoder for the values of an enumeration."""

    def decode(value: object, where: str) -> E:
        for member in kind:
            if member.value == value:
                return member
        raise fault(where, f"{value!r} is none of {', '.join(str(member.value) for member in kind)}")

    return decode
