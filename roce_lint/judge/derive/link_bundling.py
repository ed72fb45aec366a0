"""Whether the two ends of a cable come together in a bundle (IEEE 802.1AX)."""

from __future__ import annotations

from roce_lint.model.fact import Fact, known
from roce_lint.model.logic import combine
from roce_lint.model.terms import BundleMode


def word_of(mode: BundleMode) -> str:
    """Return how a member joins, as systems write it."""
    return mode.value


def bundling(a: Fact[BundleMode], b: Fact[BundleMode]) -> Fact[bool]:
    """Return whether a bundle comes up, at the end that asks for nothing: by LACP, or without it at both ends."""
    first, second = (b, a) if known(a, None) is BundleMode.ACTIVE else (a, b)
    return combine(_come_together, first, second)


def _come_together(one: BundleMode, other: BundleMode) -> bool:
    if BundleMode.NO_LAG in (one, other):
        return False
    if BundleMode.STATIC in (one, other):
        return one is other
    return BundleMode.ACTIVE in (one, other)
