"""Numbers, lists and ranges as fields and keys of SONiC's database have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.releases import Releases
from roce_lint.os.sonic.releases import LONG_POLLING, SHORT_POLLING, SPEED_800G, SPEED_1600G
from roce_lint.text.json_rows import Field, Row
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

T = TypeVar("T")
_INDEX = lazy_pattern(r"(\d{1,2})(?:-(\d{1,2}))?")
_LIST = lazy_pattern(r"[0-7](?:,[0-7])*")
_LEADING = lazy_pattern(r"\s*(\d+)")
_DIGITS = 12
_BYTES = (0, 1 << 40)
RANGES: Mapping[str, tuple[int, int]] = {
    "mtu": (68, 9216),
    "weight": (1, 100),
    "cir": (1, 1 << 40),
    "pir": (1, 1 << 40),
    "green_min_threshold": _BYTES,
    "green_max_threshold": _BYTES,
    "green_drop_probability": (0, 100),
    "size": _BYTES,
    "xoff": _BYTES,
    "xon_offset": _BYTES,
    "static_th": _BYTES,
    "dynamic_th": (-8, 7),
    "default_dynamic_th": (-8, 7),
    "detection_time": (100, 5000),
    "restoration_time": (100, 60_000),
}
"""Lowest and highest number of each field, in bytes, percent, exponents of two and ms (sonic-yang-models)."""


@dataclass(frozen=True, slots=True)
class DatedRange:
    """The lowest and the highest number that some releases take."""

    low: int
    high: int
    releases: Releases


DATED_RANGES: Mapping[str, tuple[DatedRange, ...]] = {
    "POLL_INTERVAL": (DatedRange(100, 3000, LONG_POLLING), DatedRange(100, 1000, SHORT_POLLING)),
    "speed": (DatedRange(1, 800_000, SPEED_800G), DatedRange(1, 1_600_000, SPEED_1600G)),
}
"""Fields whose range changed, in ms and Mb/s (sonic-yang-models by branch)."""


def number_of(stated: Field, low: int, high: int, diagnostics: Diagnostics, name: str) -> Fact[int]:
    """Return a number; one that the schema does not take is refused."""
    text = stated.value.strip()
    digits = text.removeprefix("-")
    if digits.isdecimal() and len(digits) <= _DIGITS and low <= int(text) <= high:
        return Stated(int(text), stated.source)
    because = f"{name} is a number from {low} to {high}, not {stated.value!r}"
    diagnostics.refused(f"{name} {stated.value}", because, stated.source)
    return Unknown(because, stated.source)


def column(row: Row | None, name: str, absent: Fact[int], diagnostics: Diagnostics) -> Fact[int]:
    """Return the number in a field of the tables above; `absent` where there is no row, or it lacks the field."""
    stated = row.fields.get(name) if row else None
    if stated is None:
        return absent
    if name in DATED_RANGES:
        return _dated_number(stated, DATED_RANGES[name], diagnostics, name)
    return number_of(stated, *RANGES[name], diagnostics, name)


def _dated_number(stated: Field, ranges: tuple[DatedRange, ...], diagnostics: Diagnostics, name: str) -> Fact[int]:
    """Return a number that one of the releases takes which it may be; report one that only some of these take.

    Without a release nothing is said of a number that any release takes.
    """
    possible = [one for one in ranges if one.releases.hold(diagnostics.release) is not False]
    taking = [one for one in ranges if stated.value.isdecimal() and one.low <= int(stated.value[:_DIGITS]) <= one.high]
    doubting = [one for one in possible if one not in taking]
    if not taking or not doubting or not diagnostics.release:
        return number_of(stated, min(one.low for one in ranges), max(one.high for one in ranges), diagnostics, name)
    wanted = f"releases {doubting[0].releases.words} take {name} from {doubting[0].low} to {doubting[0].high}"
    if doubting == possible:
        because = f"{wanted}, not {stated.value}, which releases {taking[0].releases.words} take"
        diagnostics.refused(f"{name} {stated.value}", because, stated.source)
        return Unknown(because, stated.source)
    because = f"{wanted}, and {stated.value} is for images of {diagnostics.release[0]} before that"
    diagnostics.doubtful(f"{name} {stated.value}", because, stated.source)
    return Stated(int(stated.value), stated.source)


def choice_of(
    stated: Field, choices: Mapping[str, T], diagnostics: Diagnostics, name: str, place: str = ""
) -> Stated[T] | Unknown:
    """Return what a word stands for; one that is none of the choices is refused. `place` is the row in words."""
    if stated.value in choices:
        return Stated(choices[stated.value], stated.source)
    because = f"{name} is one of {', '.join(choices)}, not {stated.value!r}"
    diagnostics.refused(f"{place}{name} {stated.value}", because, stated.source)
    return Unknown(because, stated.source)


def indices(text: str) -> range:
    """Return the numbers of `3` or `3-4`, none for anything else."""
    found = _INDEX.fullmatch(text)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)


@dataclass(frozen=True, slots=True)
class PriorityList:
    """What a list such as `pfc_enable` switches on: `applied` by orchagent, `sized` by the buffer manager."""

    applied: frozenset[int]
    sized: frozenset[int]


def priority_list(stated: Field, name: str, diagnostics: Diagnostics) -> PriorityList:
    """Return the priorities of `3,4`, and report what is no such list.

    orchagent splits at commas and converts what a number begins with, so that `3-4` is 3; the buffer manager passes
    over such an item (sonic-swss orchagent/qosorch.cpp, cfgmgr/buffermgr.cpp).
    """
    if stated.is_list:
        because = f"it is a text such as 3,4; a list is kept as {name}@, which nothing reads: no priority is on"
        diagnostics.refused(f"{name} {stated.value}", because, stated.source)
        return PriorityList(frozenset(), frozenset())
    if not stated.value or _LIST.fullmatch(stated.value):
        numbers = frozenset(map(int, filter(None, stated.value.split(","))))
        return PriorityList(numbers, numbers)
    items = stated.value.split(",")
    leading = [int(found[1][:4]) for item in items if (found := _LEADING.match(item))]
    applied = frozenset(number for number in leading if number < 8)
    sized = frozenset(int(item) for item in items if item in "01234567" and len(item) == 1)
    shown = ", ".join(map(str, sorted(applied))) or "nothing"
    because = f"it is a list of digits between commas such as 3,4, and orchagent takes {shown} from this"
    if applied - sized:
        because += f"; the buffer manager reserves no headroom for {', '.join(map(str, sorted(applied - sized)))}"
    diagnostics.refused(f"{name} {stated.value}", because, stated.source)
    return PriorityList(applied, sized)
