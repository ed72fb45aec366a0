"""What a description says of a cable: the device at its other end, and what may be that one's interface."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

from roce_lint.model.digit_look import digit_look
from roce_lint.text.patterns import lazy_pattern

_INTERFACE = lazy_pattern(r"(?<![A-Za-z])(?:ethernet|eth|et|e)[- ]?\d+(?:[/-]\d+)*", re.IGNORECASE)
_NAME = lazy_pattern(r"[A-Za-z][\w.-]*\d\w*")
_PART_OF_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_MOST_REMEMBERED = 20_000

_Spans: TypeAlias = tuple[tuple[int, int], ...]


def short_name(name: str) -> str:
    """Return a device name without its domain, in lower case; an address is kept whole."""
    lowered = name.strip().lower()
    return lowered if re.fullmatch(r"[\d.]+", lowered) else lowered.split(".", 1)[0]


class CableNames:
    """Finds what a description says of a cable: the device that it names, and what may be its interface."""

    def __init__(self, devices: Iterable[str]) -> None:
        """Look for these names of devices, without their domains, and for no others."""
        self._names = frozenset(map(short_name, devices))
        looks: defaultdict[int, set[bytes]] = defaultdict(set)
        for name in self._names:
            looks[len(name)].add(digit_look(name))
        self._looks = sorted(looks.items(), reverse=True)
        self._spans: dict[bytes, _Spans] = {}
        self._written: dict[str, tuple[str, ...]] = {}

    def named_in(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the device as it is written, and what may be an interface of it, the likeliest first; or None.

        Of several names the first in the text counts, and of two that begin there the longer one.
        """
        lowered = text.lower()
        look = digit_look(lowered)
        spans = self._spans.get(look)
        if spans is None:
            spans = self._spans[look] = self._possible(lowered)
        for start, end in spans:
            if lowered[start:end] in self._names:
                return lowered[start:end], self._interfaces(f"{text[:start]} {text[end:]}")
        return None

    def _possible(self, text: str) -> _Spans:
        """Return where texts of one look may name a device, by itself."""
        found: list[tuple[int, int]] = []
        for start in range(len(text) + 1):
            if start and text[start - 1] in _PART_OF_NAME:
                continue
            for length, looks in self._looks:
                end = start + length
                is_whole = end == len(text) or (end < len(text) and text[end] not in _PART_OF_NAME)
                if is_whole and digit_look(text[start:end]) in looks:
                    found.append((start, end))
        return tuple(found)

    def _interfaces(self, rest: str) -> tuple[str, ...]:
        """Return what may be an interface in the rest of a text; switches of a fleet have the same ones."""
        written = self._written.get(rest)
        if written is None:
            written = tuple([one.group() for one in (*_INTERFACE.finditer(rest), *_NAME.finditer(rest))])
            if len(self._written) < _MOST_REMEMBERED:
                self._written[rest] = written
        return written
