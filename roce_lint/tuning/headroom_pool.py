"""Shared buffer arithmetic: what all headroom adds up to, and whether the chip has it."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class ReservedHeadroom:
    """Headroom of `priority_groups` equal lossless priority groups (ports times lossless priorities)."""

    xoff_bytes: int
    priority_groups: int


@dataclass(frozen=True, slots=True)
class BufferPlan:
    """How a chip's packet buffer is divided, all in bytes.

    `reserved_bytes` is the sum of guaranteed minimums; `other_bytes` is private, mirror and management buffer.
    """

    total_bytes: int
    shared_bytes: int
    headroom_pool_bytes: int
    reserved_bytes: int = 0
    other_bytes: int = 0


def reserved_headroom_bytes(groups: Iterable[ReservedHeadroom]) -> int:
    """Return the headroom that would be in use if every lossless priority group were paused at once.

    Raises ValueError for a negative size or count.
    """
    total = 0
    for group in groups:
        require_not_negative("xoff_bytes", group.xoff_bytes)
        require_not_negative("priority_groups", group.priority_groups)
        total += group.xoff_bytes * group.priority_groups
    return total


def oversubscription_ratio(reserved_bytes: int, headroom_pool_bytes: int) -> float:
    """Return promised headroom over the pool that backs it; above 1 not every group can be paused in full.

    Dedicated headroom must stay at or below 1. Raises ValueError for a pool that is not positive.
    Source: SONiC over_subscribe_ratio; shared headroom pools of "Empowering Azure Storage with RDMA", NSDI 2023.
    """
    require_not_negative("reserved_bytes", reserved_bytes)
    require_positive("headroom_pool_bytes", headroom_pool_bytes)
    return reserved_bytes / headroom_pool_bytes


def pausable_groups(headroom_pool_bytes: int, xoff_bytes: int) -> int:
    """Return how many priority groups can use their full headroom at the same time.

    Raises ValueError when either size is not positive.
    """
    require_positive("headroom_pool_bytes", headroom_pool_bytes)
    require_positive("xoff_bytes", xoff_bytes)
    return headroom_pool_bytes // xoff_bytes


def spare_bytes(plan: BufferPlan) -> int:
    """Return what the plan leaves of the chip's buffer; negative when it promises more than there is.

    Raises ValueError for a negative size.
    """
    parts = {
        "shared_bytes": plan.shared_bytes,
        "headroom_pool_bytes": plan.headroom_pool_bytes,
        "reserved_bytes": plan.reserved_bytes,
        "other_bytes": plan.other_bytes,
    }
    require_positive("total_bytes", plan.total_bytes)
    for name, size_bytes in parts.items():
        require_not_negative(name, size_bytes)
    return plan.total_bytes - sum(parts.values())
