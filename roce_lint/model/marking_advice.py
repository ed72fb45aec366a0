"""Marking thresholds that a vendor or a paper gives."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class MarkingAdvice:
    """What somebody gives for one speed; `speed_gbps` is 0 for one curve at every speed."""

    who: str
    speed_gbps: int
    kmin_bytes: int
    kmax_bytes: int
    source: str
