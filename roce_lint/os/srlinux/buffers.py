"""Buffer allocation profiles: fixed limits of egress queues, xoff thresholds and headroom of pfc-queues."""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PriorityGroup
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.chassis import Family
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class SrlinuxBufferProfile:
    """One buffer-allocation-profile: bytes by egress queue index (0 means dynamic), groups by pfc-queue name.

    `pfc_index_of` has the index of every pfc-queue listed, with the line of the entry.
    """

    name: str
    source: Source
    burst_by_queue: dict[int, Fact[int]]
    groups: dict[str, PriorityGroup]
    pfc_index_of: dict[str, tuple[Fact[int], Source]]


def read_buffer_profiles(
    qos: Node, objects: QosObjects, family: Family, diagnostics: LeafDiagnostics
) -> dict[str, SrlinuxBufferProfile]:
    """Return the buffer-allocation-profiles by name."""
    entries = qos.select("buffer-management/buffer-allocation-profile")
    return {entry.key: _profile(entry, objects, family, diagnostics) for entry in entries}


def _profile(entry: Node, objects: QosObjects, family: Family, diagnostics: LeafDiagnostics) -> SrlinuxBufferProfile:
    bursts: dict[int, Fact[int]] = {}
    for queue in entry.select("queues/queue"):
        for irrelevant in ("committed-burst-size", "high-threshold-bytes", "mbs-adaptation-rule"):
            queue.take(irrelevant)
        index = objects.queue_index(queue.key, queue.first_line)
        dynamic = Default(0, queue.source, "maximum-burst-size is 0 (srl_nokia-qos YANG 25.3.1)")
        burst = diagnostics.integer(queue, "maximum-burst-size", dynamic)
        if not isinstance(index, Unknown):
            bursts[index.value] = burst
    groups: dict[str, PriorityGroup] = {}
    indices: dict[str, tuple[Fact[int], Source]] = {}
    for queue in entry.select("queues/pfc-queue"):
        indices[queue.key] = (objects.pfc_queue_index(queue.key, queue.first_line), queue.first_line)
        groups[queue.key] = _group(queue, family, diagnostics)
    return SrlinuxBufferProfile(entry.key, entry.source, bursts, groups, indices)


def _group(queue: Node, family: Family, diagnostics: LeafDiagnostics) -> PriorityGroup:
    """Return the ingress buffer that a pfc-queue entry describes; an entry without leaves has the defaults."""
    if family is Family.DNX:
        xoff, resume = _dnx_thresholds(queue, diagnostics)
    elif family is Family.XGS:
        xoff = diagnostics.integer(queue, "maximum-burst-size", defaults.XGS_PAUSE_BYTES.at(queue.source))
        resume = Unknown("the resume offset below the xoff threshold is not configurable on a 7220", queue.source)
    else:
        resume = Unknown("the chassis family is not known", queue.source)
        xoff = diagnostics.integer(queue, "maximum-burst-size", resume)
    return PriorityGroup(
        headroom_bytes=_headroom(queue, diagnostics),
        reserved_bytes=Unknown("SR Linux has no guaranteed minimum per pfc-queue besides its burst", queue.source),
        xoff_threshold_bytes=xoff,
        resume_offset_bytes=resume,
        alpha=Unknown("a pfc-queue pauses at a fixed depth", queue.source),
        left_to_system=", ".join(_left_out(queue, family)),
    )


def _left_out(queue: Node, family: Family) -> list[str]:
    """Return the leaves that the entry lacks and whose defaults say little, with these defaults."""
    left = []
    if family is Family.DNX and not queue.has("committed-burst-size"):
        left.append("committed-burst-size (102400 bytes by default)")
    shares = ("maximum-pfc-reserved-share-bytes", "maximum-pfc-reserved-share-percentage")
    if not any(queue.has(share) for share in shares):
        left.append("maximum-pfc-reserved-share (10 % by default)")
    return left


def _dnx_thresholds(queue: Node, diagnostics: LeafDiagnostics) -> tuple[Fact[int], Fact[int]]:
    """Return xoff threshold and resume offset in bytes: percentages of committed-burst-size on 7250."""
    burst = diagnostics.integer(
        queue, "committed-burst-size", defaults.DNX_PAUSE_BYTES.at(queue.source), *defaults.DNX_PAUSE_BYTES_RANGE
    )
    on = diagnostics.integer(queue, "pfc-on-threshold", defaults.DNX_PAUSE_ON_PERCENT.at(queue.source), 0, 100)
    off = diagnostics.integer(queue, "pfc-off-threshold", defaults.DNX_PAUSE_OFF_PERCENT.at(queue.source), 0, 100)
    if isinstance(burst, Unknown):
        return burst, burst
    if isinstance(on, Unknown):
        return on, on
    xoff = _same_origin(burst.value * on.value // 100, burst, on)
    if isinstance(off, Unknown):
        return xoff, off
    return xoff, _same_origin(burst.value * (on.value - off.value) // 100, burst, on, off)


def _same_origin(value: int, *origins: Stated[int] | Default[int]) -> Fact[int]:
    """Return a computed number as stated if one of its parts is stated, else as the default of the first."""
    for origin in origins:
        if isinstance(origin, Stated):
            return Stated(value, origin.source)
    first = origins[0]
    because = first.because if isinstance(first, Default) else ""
    return Default(value, first.source, because)


def _headroom(queue: Node, diagnostics: LeafDiagnostics) -> Fact[int]:
    """Return the share of the chip's headroom in bytes, where it is stated in bytes."""
    percent = queue.take("maximum-pfc-reserved-share-percentage")
    share = percent.value if percent.line else "10"
    if share == "0" and not queue.has("maximum-pfc-reserved-share-bytes"):
        return Stated(0, percent.source)
    source = percent.source if percent.line else queue.source
    because = f"{share} % of the chip's pfc-buffer-reservation, whose size in bytes the configuration does not state"
    return diagnostics.integer(queue, "maximum-pfc-reserved-share-bytes", Unknown(because, source), 0, 104_857_600)
