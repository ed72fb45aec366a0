"""SR Linux: the QoS of a switch view: names, policies, profiles, buffers and headroom."""

from __future__ import annotations

import math

from roce_lint.errors import PlatformError
from roce_lint.intent.view import ClassView, QosProfileView, QueueView, SwitchView
from roce_lint.os.srlinux.dialect import SrlDialect, SrlModelClass
from roce_lint.platforms.datum import Range, SourcedValue, value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass

DSCP_POLICY = "roce-dscp"
PLAIN_DSCP_POLICY = "no-roce"
"""Gives the code points of every class to best effort, at ports towards hosts without RoCE."""
MAPPING_PROFILE = "roce-pfc"
REWRITE_POLICY = "roce-marking"

DNX_COMMITTED_BURST_BYTES = Range(1536, 262_144)
"""Source: srl_nokia-qos YANG 25.3.1, pfc-queue committed-burst-size."""

DNX_QUEUE_LIMIT_BYTES = 268_435_456
"""Limit of a queue that is given none. Source: srl_nokia-qos YANG 25.3.1, maximum-burst-size."""

PUBLISHED_RESERVATION_PERCENT = 10
"""Share of the chip's buffer that Nokia's validated AI designs reserve for headroom."""

MOST_RESERVED_SHARE_BYTES = 104_857_600
"""Source: srl_nokia-qos YANG 25.3.1, maximum-pfc-reserved-share-bytes."""


@dataclass(frozen=True, slots=True)
class SrlClass:
    """One forwarding class with its queue, both of number `number`. `rewrite_dscp` is the DSCP it leaves with."""

    number: int
    forwarding_class: str
    queue: str
    pfc_queue: str
    lossless: bool
    dscps: tuple[int, ...]
    rewrite_dscp: int


@dataclass(frozen=True, slots=True)
class SrlMarking:
    """One queue-management-profile: an ECN slope in bytes."""

    name: str
    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: int


@dataclass(frozen=True, slots=True)
class SrlInput:
    """One queue of a scheduler; `weight` is 0 for a strict one."""

    queue: str
    weight: int


@dataclass(frozen=True, slots=True)
class SrlScheduler:
    """One scheduler policy."""

    name: str
    strict: tuple[SrlInput, ...]
    weighted: tuple[SrlInput, ...]


@dataclass(frozen=True, slots=True)
class SrlIngressBuffer:
    """The pfc-queues of one kind of port; on 7220 the bytes and percents of 7250 are 0, and the reverse."""

    name: str
    pfc_queues: tuple[str, ...]
    maximum_burst_bytes: int
    committed_burst_bytes: int
    on_percent: int
    off_percent: int
    reserved_share_bytes: int


@dataclass(frozen=True, slots=True)
class SrlEgressBuffer:
    """Fixed limits of the queues that mark ECN on one kind of port."""

    name: str
    limits: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class SrlQosProfile:
    """What is bound to every port of one kind; empty names where nothing is. `markings` by queue name."""

    name: str
    ingress_buffer: str
    egress_buffer: str
    scheduler: str
    markings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SrlQos:
    """Everything below `/qos` except the bindings."""

    is_dnx: bool
    marks_ecn: bool
    ecn_dscp_policy: str
    vxlan_dscp_policy: str
    dscp_policy: str
    plain_dscp_policy: str
    mapping_profile: str
    classes: tuple[SrlClass, ...]
    lossless: tuple[SrlClass, ...]
    switched_by_priority: bool
    markings: tuple[SrlMarking, ...]
    schedulers: tuple[SrlScheduler, ...]
    ingress_buffers: tuple[SrlIngressBuffer, ...]
    egress_buffers: tuple[SrlEgressBuffer, ...]
    profiles: tuple[SrlQosProfile, ...]
    forwarding_complexes: tuple[str, ...]
    reservation_percent: int


def srl_qos(view: SwitchView, platform: SwitchPlatform, dialect: SrlDialect, switched_by_priority: bool) -> SrlQos:
    """Return the QoS objects of a switch.

    Raises PlatformError for a headroom or a number of profiles that the chassis does not hold.
    """
    is_dnx = value_or(dialect.model_class, SrlModelClass.XGS) is SrlModelClass.DNX
    classes = tuple(
        _class(entry, view.lossless_profile) for entry in sorted(view.classes, key=lambda one: one.priority)
    )
    lossless = tuple(entry for entry in classes if entry.lossless)
    marks = any(queue.ecn_enabled for profile in view.profiles for queue in profile.queues)
    ingress = tuple(_ingress_buffer(profile, lossless, is_dnx) for profile in view.profiles) if lossless else ()
    egress = tuple(_egress_buffer(view, profile, platform, is_dnx) for profile in view.profiles) if marks else ()
    egress = tuple(buffer for buffer in egress if buffer.limits)
    _check_profile_count(view, platform, dialect, len(ingress) + len(egress))
    return SrlQos(
        is_dnx=is_dnx,
        marks_ecn=marks,
        ecn_dscp_policy=REWRITE_POLICY if marks and value_or(dialect.ecn_dscp_policy_mandatory, False) else "",
        vxlan_dscp_policy=REWRITE_POLICY if view.tenants else "",
        dscp_policy=DSCP_POLICY,
        plain_dscp_policy="" if all(port.profile for port in view.ports) else PLAIN_DSCP_POLICY,
        mapping_profile=MAPPING_PROFILE if lossless else "",
        classes=classes,
        lossless=lossless,
        switched_by_priority=switched_by_priority,
        markings=_markings(view),
        schedulers=tuple(_scheduler(profile) for profile in view.profiles),
        ingress_buffers=ingress,
        egress_buffers=egress,
        profiles=tuple(_profile(profile, bool(lossless), egress) for profile in view.profiles),
        forwarding_complexes=value_or(dialect.forwarding_complexes, ("0",)) if lossless and not is_dnx else (),
        reservation_percent=_reservation_percent(view, platform) if lossless and not is_dnx else 0,
    )


def _class(entry: ClassView, lossless_profile: bool) -> SrlClass:
    number = entry.priority
    return SrlClass(
        number=number,
        forwarding_class=f"fc{number}",
        queue=f"unicast-{number}",
        pfc_queue=f"pfc-{number}",
        lossless=entry.lossless and lossless_profile,
        dscps=entry.dscps,
        rewrite_dscp=entry.dscps[0] if entry.dscps else 0,
    )


def _ingress_buffer(profile: QosProfileView, lossless: tuple[SrlClass, ...], is_dnx: bool) -> SrlIngressBuffer:
    """Return the xoff threshold and headroom of a kind of port.

    On 7250 the xoff threshold is a committed burst of at most 262144 bytes, and sending resumes at a whole percent of
    it.
    """
    pause = profile.pause_threshold_bytes
    share = min(profile.headroom_bytes, MOST_RESERVED_SHARE_BYTES)
    names = tuple(entry.pfc_queue for entry in lossless)
    if not is_dnx:
        return SrlIngressBuffer(f"{profile.name}-in", names, pause, 0, 0, 0, share)
    committed = DNX_COMMITTED_BURST_BYTES.clamp(pause)
    gap = pause - profile.resume_threshold_bytes
    off_percent = max(1, min(99, 100 * (committed - gap) // committed))
    return SrlIngressBuffer(f"{profile.name}-in", names, 0, committed, 100, off_percent, share)


def _egress_buffer(
    view: SwitchView, profile: QosProfileView, platform: SwitchPlatform, is_dnx: bool
) -> SrlEgressBuffer:
    """Return fixed limits for the queues that mark: ECN needs one (srl_nokia-qos YANG 25.3.1)."""
    limits = tuple(
        (f"unicast-{queue.index}", _queue_limit_bytes(view, queue, platform, is_dnx))
        for queue in profile.queues
        if queue.ecn_enabled
    )
    return SrlEgressBuffer(f"{profile.name}-out", limits)


def _queue_limit_bytes(view: SwitchView, queue: QueueView, platform: SwitchPlatform, is_dnx: bool) -> int:
    """Return the tail-drop limit of a queue.

    A lossless queue must hold whatever its ingress may still accept: the whole buffer where its size is known, else
    what all cages together may hold, cabled or not, so that leaves of one model have one limit. A lossy one gets the
    quarter of the buffer that the untouched queue has.
    """
    if is_dnx:
        return max(DNX_QUEUE_LIMIT_BYTES, 2 * queue.ecn_kmax_bytes)
    total = platform.buffer.total_bytes
    by_name = {profile.name: profile for profile in view.profiles}
    of_ports = [
        by_name[port.profile].pause_threshold_bytes + by_name[port.profile].headroom_bytes
        for port in view.ports
        if port.profile
    ]
    accepted = max(sum(of_ports), max(of_ports, default=0) * sum(len(group.cages) for group in platform.cage_groups))
    if queue.lossless and view.lossless_profile:
        return max(total.value if isinstance(total, SourcedValue) else accepted, 2 * queue.ecn_kmax_bytes)
    return max(total.value // 4 if isinstance(total, SourcedValue) else 0, 2 * queue.ecn_kmax_bytes)


def _markings(view: SwitchView) -> tuple[SrlMarking, ...]:
    found = {
        _marking_name(profile, queue): SrlMarking(
            _marking_name(profile, queue), queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent
        )
        for profile in view.profiles
        for queue in profile.queues
        if queue.ecn_enabled
    }
    return tuple(found.values())


def _marking_name(profile: QosProfileView, queue: QueueView) -> str:
    return f"{profile.name}-{queue.class_name}"


def _scheduler(profile: QosProfileView) -> SrlScheduler:
    used = [queue for queue in profile.queues if queue.class_name]
    return SrlScheduler(
        profile.name,
        tuple(SrlInput(f"unicast-{queue.index}", 0) for queue in used if queue.strict),
        tuple(SrlInput(f"unicast-{queue.index}", queue.bandwidth_percent) for queue in used if not queue.strict),
    )


def _profile(profile: QosProfileView, lossless: bool, egress: tuple[SrlEgressBuffer, ...]) -> SrlQosProfile:
    name = f"{profile.name}-out"
    return SrlQosProfile(
        name=profile.name,
        ingress_buffer=f"{profile.name}-in" if lossless else "",
        egress_buffer=name if any(buffer.name == name for buffer in egress) else "",
        scheduler=profile.name,
        markings=tuple(
            (f"unicast-{queue.index}", _marking_name(profile, queue)) for queue in profile.queues if queue.ecn_enabled
        ),
    )


def _reservation_percent(view: SwitchView, platform: SwitchPlatform) -> int:
    """Return the share of the chip's buffer that is kept for headroom: that of all ports, at least the published 10."""
    total = platform.buffer.total_bytes
    if not isinstance(total, SourcedValue):
        return PUBLISHED_RESERVATION_PERCENT
    headroom = {profile.name: profile.headroom_bytes for profile in view.profiles}
    count = sum(1 for entry in view.classes if entry.lossless)
    needed = math.ceil(100 * count * sum(headroom.get(port.profile, 0) for port in view.ports) / total.value)
    if needed > 100:
        raise PlatformError(
            f"{view.name}: the headroom of all ports is {needed} % of the buffer of {platform.model}"
            f" ({total.value} bytes); use shorter cables, fewer ports or fewer lossless classes"
        )
    return max(PUBLISHED_RESERVATION_PERCENT, needed)


def _check_profile_count(view: SwitchView, platform: SwitchPlatform, dialect: SrlDialect, count: int) -> None:
    most = dialect.buffer_profiles_max
    if isinstance(most, SourcedValue) and count > most.value:
        raise PlatformError(
            f"{view.name}: {count} buffer profiles are needed and {platform.model} holds {most.value}; give fewer"
            " ports a speed of their own"
        )
