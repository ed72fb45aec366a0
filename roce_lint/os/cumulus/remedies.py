"""Remedies in the language of NVUE."""

from __future__ import annotations

from roce_lint.fix.edit import put_back
from roce_lint.os.contract import Remedies


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(by_rule={}, typed=put_back)
