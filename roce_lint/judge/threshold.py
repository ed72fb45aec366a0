"""Numbers of a rule that a site may set: `threshold.kmin_us` in a condition, `[thresholds]` in the settings."""

from __future__ import annotations

from roce_lint.values import dataclass

THRESHOLD = "threshold"
"""What a rule writes before the name of one of its thresholds."""
NAME_PATTERN = "[a-z][a-z0-9]*(_[a-z0-9]+)*"


@dataclass(frozen=True, slots=True)
class RuleThreshold:
    """One number; the end of its name is its unit. `value` is in force, `default` is the rule's own."""

    name: str
    value: int | float
    default: int | float


def shown_number(value: float) -> str:
    """Return a number as people write it."""
    return f"{value:g}" if abs(value) < 1_000_000 else f"{value:.0f}"
