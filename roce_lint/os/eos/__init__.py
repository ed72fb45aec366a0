"""Arista EOS: from a running-config, or a part of one, to facts."""

from __future__ import annotations

from roce_lint.os.eos.reader import read_eos

__all__ = ["read_eos"]
