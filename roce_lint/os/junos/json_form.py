"""JSON of Junos (`show configuration | display json`) as entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from roce_lint.os.junos.data_form import DataEntry
from roce_lint.text.json_places import Members, PlacedJson, Plain, parse_json, text_of

_ATTRIBUTES = "@"
_Pending: TypeAlias = "list[tuple[DataEntry, Plain, int]]"
"""Entries whose values are still to be taken, with the step where each stands."""


def json_entries(text: str) -> tuple[DataEntry, str, int]:
    """Return the members of a text of JSON, and why it is none from some line on. Never raises.

    Older releases wrap each value in a list.
    """
    placed = parse_json(text)
    entry = _Reader(placed).entry("", placed.value, placed.first_step)
    return entry, placed.fault, placed.first_lines[-1] if placed.fault and placed.first_lines else 1


def _sizes(value: Plain) -> dict[int, int]:
    """Return how many steps each object and list takes behind its first, by identity."""
    order = [value]
    for one in order:
        if isinstance(one, tuple):
            order += [below for _, below in one if isinstance(below, tuple | list) and below]
        elif isinstance(one, list):
            order += [below for below in one if isinstance(below, tuple | list) and below]
    found: dict[int, int] = {}
    for one in reversed(order):
        inner = [below for _, below in one] if isinstance(one, tuple) else one if isinstance(one, list) else []
        if inner:
            held = sum(found.get(id(below), 0) for below in inner if isinstance(below, tuple | list))
            found[id(one)] = len(inner) + 1 + held
    return found


class _Reader:
    """Turns members into entries with the lines where they stand."""

    def __init__(self, placed: PlacedJson) -> None:
        self._first = placed.first_lines
        self._last = placed.last_lines
        self._sizes = _sizes(placed.value)

    def entry(self, name: str, value: Plain, step: int) -> DataEntry:
        """Return what one member says; the depth of recursion is bounded by that of the text's brackets."""
        line, end = self._line(self._first, step), self._line(self._last, step + self._behind(value))
        top = DataEntry(name, line, end)
        pending: list[tuple[DataEntry, Plain, int]] = [(top, value, step)]
        while pending:
            entry, plain, at = pending.pop()
            if isinstance(plain, tuple):
                self._members(entry, plain, at, pending)
            elif isinstance(plain, list):
                first = next((one for one in plain if isinstance(one, tuple)), None)
                if first is not None:
                    pending.append((entry, first, at + 1))
            else:
                entry.text = text_of(plain)
        return top

    def _behind(self, value: Plain) -> int:
        """Return how many steps a value takes behind its first."""
        return self._sizes.get(id(value), 0) if isinstance(value, tuple | list) else 0

    @staticmethod
    def _line(lines: Sequence[int], step: int) -> int:
        return lines[min(step, len(lines) - 1)] if lines else 1

    def _members(self, entry: DataEntry, members: Members, at: int, pending: _Pending) -> None:
        attributes: dict[str, list[bool]] = {}
        step = at
        for name, value in members:
            step += 1
            if name == "data" and not isinstance(value, tuple | list):
                entry.text = text_of(value)
            elif name.startswith(_ATTRIBUTES):
                attributes[name[1:]] = _inactive(value)
            elif not name.startswith("junos:") and name != "attributes":
                self._member(entry, name, value, step, pending)
            step += self._behind(value)
        if any(attributes.pop("", [])):
            entry.is_inactive = True
        for one in entry.below:
            flags = attributes.get(one.name)
            if flags:
                one.is_inactive = flags.pop(0) if len(flags) > 1 else flags[0]

    def _member(self, entry: DataEntry, name: str, value: Plain, step: int, pending: _Pending) -> None:
        if not isinstance(value, list):
            self._add(entry, name, value, step, pending)
            return
        at = step
        for item in value:
            at += 1
            self._add(entry, name, item, at, pending)
            at += self._behind(item)
        if not value:
            self._add(entry, name, None, step, pending)

    def _add(self, entry: DataEntry, name: str, value: Plain, step: int, pending: _Pending) -> None:
        end = step + self._behind(value)
        one = DataEntry(name.rpartition(":")[2], self._line(self._first, step), self._line(self._last, end))
        entry.below.append(one)
        pending.append((one, value, step))


def _inactive(value: Plain) -> list[bool]:
    """Return which of the values beside an attribute are deactivated."""
    return [
        isinstance(one, tuple) and any(name == "inactive" and text_of_any(flag) == "true" for name, flag in one)
        for one in (value if isinstance(value, list) else [value])
    ]


def text_of_any(value: Plain) -> str:
    """Return a scalar as text, empty for what is none."""
    return "" if isinstance(value, tuple | list) else text_of(value)
