"""Checks of arguments that every formula shares: a wrong sign is refused, never computed with."""

from __future__ import annotations

import math


def require_positive(name: str, value: float) -> None:
    """Raise ValueError unless `value` is a finite number above zero."""
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"{name} is {value}; it must be above 0")


def require_not_negative(name: str, value: float) -> None:
    """Raise ValueError unless `value` is a finite number and at least zero."""
    if not (math.isfinite(value) and value >= 0):
        raise ValueError(f"{name} is {value}; it must not be negative")
