"""Fabrics as configurations of switches."""

from __future__ import annotations

from tests.paths.conftest import clos

__all__ = ["clos"]
