"""Remedies for SONiC."""

from __future__ import annotations

from roce_lint.fix import put_back
from roce_lint.os.contract import Remedies


def remedies() -> Remedies:
    """Return what mends faults, by rule."""
    return Remedies({}, put_back.typed)
