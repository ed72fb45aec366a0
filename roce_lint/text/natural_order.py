"""The order in which people sort names: leaf-2 before leaf-10."""

from __future__ import annotations

from roce_lint.text.patterns import lazy_pattern

_NUMBERS = lazy_pattern(r"(\d+)")


def natural_order(text: str) -> tuple[str | int, ...]:
    """Return what a name is sorted by: its numbers count as numbers."""
    return tuple(int(part) if index % 2 else part for index, part in enumerate(_NUMBERS.split(text)))
