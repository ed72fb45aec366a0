"""Reads Cisco NX-OS (Nexus 9000) configurations into facts."""

from __future__ import annotations

from roce_lint.os.nxos.reader import read_nxos

__all__ = ["read_nxos"]
