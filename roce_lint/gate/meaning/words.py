"""Values as people read them: sizes, times, lists of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from roce_lint.model.fact import Fact, Unknown
from roce_lint.text.counting import spans

UNKNOWN = "unknown"
_UNITS = {"_ms": " ms", "_us": " us", "_gbps": " Gb/s", "_mbps": " Mb/s", "_m": " m", "_percent": " %"}


def shown(name: str, fact: Fact[object]) -> str:
    """Return the value of a fact; the end of its name tells the unit (`_bytes`, `_ms`, `_gbps`, `_m`, `_percent`)."""
    return UNKNOWN if isinstance(fact, Unknown) else shown_value(name, fact.value)


def shown_value(name: str, value: object) -> str:
    """Return a value as people write it."""
    match value:
        case bool():
            return "on" if value else "off"
        case int() | float() if name.endswith("_bytes"):
            return size(int(value))
        case int() | float():
            number = str(int(value)) if float(value).is_integer() else f"{value:.6g}"
            return number + next((unit for end, unit in _UNITS.items() if name.endswith(end)), "")
        case Enum():
            return str(value.value)
        case frozenset() | tuple():
            return numbers(value)
        case _:
            return str(value)


def size(count: int) -> str:
    """Return a size exactly and short: `150 kB`, `1.5 MB`, `208 KiB`, `1501 bytes`.

    kB and MB count 1000, KiB and MiB 1024.
    """
    for unit, name in ((1_000_000, "MB"), (1000, "kB")):
        if count >= unit and count * 1000 % unit == 0 and len(f"{count / unit:.3f}".rstrip("0")) <= 6:
            return f"{count / unit:.3f}".rstrip("0").rstrip(".") + f" {name}"
    for unit, name in ((1024 * 1024, "MiB"), (1024, "KiB")):
        if count >= unit and count % unit == 0:
            return f"{count // unit} {name}"
    return f"{count} bytes"


def numbers(members: Iterable[object]) -> str:
    """Return whole numbers as ranges (`3, 5, 24-31`), other members in order; `none` for nothing."""
    items = list(members)
    whole = {item for item in items if isinstance(item, int)}
    if len(whole) != len(set(items)):
        return ", ".join(sorted(map(str, items))) or "none"
    return ", ".join(_span(first, last) for first, last in spans(whole)) or "none"


def _span(first: int, last: int) -> str:
    if first == last:
        return str(first)
    return f"{first}, {last}" if last == first + 1 else f"{first}-{last}"
