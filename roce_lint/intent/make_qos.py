"""The QoS of a switch's ports: headroom, xoff thresholds and marking curves for each speed and purpose."""

from __future__ import annotations

from fractions import Fraction

from roce_lint.intent.check_classes import fabric_mtu_bytes
from roce_lint.intent.classes import ECN_PROFILES, LOSSLESS_PROFILES, class_views, roce_classes
from roce_lint.intent.expand_topology import TIER_KEYS
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_roce import RoceClass
from roce_lint.intent.model_tuning import Ecn
from roce_lint.intent.own_platforms import own_headroom_bytes
from roce_lint.intent.plan import DevicePlan, LinkPlan, StatedMarking
from roce_lint.intent.quantity import MAX_LENGTH_M, ThresholdKind, ThresholdSetting
from roce_lint.intent.view import ClassPurpose, ClassView, QosProfileView, QueueView
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.platforms.datum import SourcedValue, value_or
from roce_lint.platforms.headroom import platform_headroom
from roce_lint.platforms.pause_limits import HeadroomScope
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.tuning.advised_headroom import Advice
from roce_lint.tuning.ecn import ecn_bound_bytes, shared_pool_bytes, threshold_bytes
from roce_lint.tuning.pause import PAUSE_QUANTA
from roce_lint.tuning.starting_curve import SHORTEST_RAMP, PoolSize, SharedPool, starting_curve
from roce_lint.values import dataclass, replace

QUEUE_COUNT = 8
FASTEST_PAUSE_GBPS = int(max(PAUSE_QUANTA))
FRAME_HEADER_BYTES = 22
"""Ethernet header 14, one VLAN tag 4 and frame check sequence 4 around an IP packet."""

ASSUMED_ALPHA = 1 / 8
"""Dynamic PFC threshold against which marking is checked where the platform's own is not known.

Source: "Empowering Azure Storage with RDMA", NSDI 2023; most lossless profiles that SONiC ships have a larger one.
"""

STATIC_PAUSE_OVER_KMIN = 2
"""A fixed xoff threshold is put this many times above the largest Kmin, so that marking has the time to act first."""


@dataclass(frozen=True, slots=True)
class PortGroup:
    """Ports of one device that are alike: their speed, what they connect to, how many, and their longest cable.

    `stated_bytes` is the largest headroom that the intent states for one of them, 0 for none, and `open_length_m` the
    longest cable of those without, -1 where each has one. `has_own_headroom`: the size sets them apart from others.
    `mtu_bytes` is the largest packet that the intent states for one of them, and `marking` what it states for all.
    """

    speed_gbps: int
    to_host: bool
    count: int
    cable_length_m: int
    stated_bytes: int = 0
    open_length_m: int = -1
    has_own_headroom: bool = False
    mtu_bytes: int = 0
    marking: StatedMarking | None = None

    @property
    def profile_name(self) -> str:
        """Return the name of the profile of these ports, unique on the device."""
        name = f"ROCE-{self.speed_gbps}G-{'HOST' if self.to_host else 'FABRIC'}"
        name = f"{name}-H{self.stated_bytes}" if self.has_own_headroom else name
        return f"{name}-L{self.marking.at[1]}" if self.marking is not None else name


@dataclass(frozen=True, slots=True)
class _MarkingCurve:
    """A marking curve in bytes and per cent."""

    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: int


def port_groups(device: DevicePlan, links: tuple[LinkPlan, ...]) -> dict[LinkPlan, PortGroup]:
    """Return the group of the port of each link: hosts first, by speed, and by headroom and marking of their own."""
    scope = device.platform.pause_limits.headroom
    alike: dict[tuple[bool, int, int, YamlPath], list[LinkPlan]] = {}
    for link in links:
        own = _stated_bytes(link, scope) if scope is HeadroomScope.PORT else 0
        marked = link.marking.at if link.marking is not None else ()
        alike.setdefault((not link.to_host, link.speed_gbps, own, marked), []).append(link)
    return {link: _group(alike[key], scope, bool(key[2])) for key in sorted(alike) for link in alike[key]}


def _group(links: list[LinkPlan], scope: HeadroomScope, has_own_headroom: bool) -> PortGroup:
    return PortGroup(
        speed_gbps=links[0].speed_gbps,
        to_host=links[0].to_host,
        count=len(links),
        cable_length_m=max(one.length_m for one in links),
        stated_bytes=max(_stated_bytes(one, scope) for one in links),
        open_length_m=max((one.length_m for one in links if not _stated_bytes(one, scope)), default=-1),
        has_own_headroom=has_own_headroom,
        mtu_bytes=max(one.mtu_bytes for one in links),
        marking=links[0].marking,
    )


def _stated_bytes(link: LinkPlan, scope: HeadroomScope) -> int:
    return link.headroom.size_bytes if link.headroom is not None and scope is not HeadroomScope.NONE else 0


def qos_profiles(
    intent: Intent, device: DevicePlan, groups: tuple[PortGroup, ...], faults: IntentFaults
) -> tuple[QosProfileView, ...]:
    """Return one profile for each group of ports; thresholds that cannot work on this device are complained about."""
    _check_speeds(intent, device, groups, faults)
    headrooms = headrooms_of(intent, device.platform, groups)
    pool = _pool(intent, device, headrooms, faults)
    latest = {group: _latest_pause_bytes(intent, device, headrooms, group) for group in groups}
    curves = {
        (group, one.name): _curve(intent, device, groups, group, one, pool, latest[group], faults)
        for group in groups
        for one in roce_classes(intent)
        if intent.design in ECN_PROFILES
    }
    largest_kmin = max((curve.kmin_bytes for curve in curves.values()), default=0)
    return tuple(
        replace(
            _profile(
                intent, group, headrooms[group], xoff_threshold_bytes(intent, device, headrooms, largest_kmin), curves
            ),
            headroom_is_given=bool(group.stated_bytes or own_headroom_bytes(intent, device.platform, group.speed_gbps)),
        )
        for group in groups
    )


def _check_speeds(intent: Intent, device: DevicePlan, groups: tuple[PortGroup, ...], faults: IntentFaults) -> None:
    """Complain about lossless ports for whose speed no pause response is published."""
    fast = sorted({one.speed_gbps for one in groups if one.speed_gbps > FASTEST_PAUSE_GBPS})
    if fast and intent.design in LOSSLESS_PROFILES:
        message = (
            f"{device.name}: nobody has published how long a port of {fast[-1]}G may take to obey a pause, so that"
            " no headroom follows; use lossy-roce, or slower ports"
        )
        faults.refuse(("topology", TIER_KEYS[device.role], "platform"), message)


def headrooms_of(intent: Intent, platform: SwitchPlatform, groups: tuple[PortGroup, ...]) -> dict[PortGroup, Advice]:
    """Return the headroom of each group of ports: the largest of all where one buffer profile serves the switch."""
    found = {group: headroom_of(intent, platform, group) for group in groups}
    if platform.pause_limits.headroom is not HeadroomScope.SWITCH:
        return found
    largest = max(found.values(), key=lambda advice: advice.xoff_bytes)
    return dict.fromkeys(groups, largest)


def headroom_of(intent: Intent, platform: SwitchPlatform, group: PortGroup) -> Advice:
    """Return the headroom of one lossless priority of one port: as stated, else for the longest cable of its group."""
    is_open = group.open_length_m >= 0
    length_m = group.open_length_m if is_open else group.cable_length_m
    advice = advised_headroom(intent, platform, group.speed_gbps, length_m, group.to_host, group.mtu_bytes)
    others = (own_headroom_bytes(intent, platform, group.speed_gbps) or advice.xoff_bytes) if is_open else 0
    return replace(advice, xoff_bytes=max(group.stated_bytes, others))


def advised_headroom(
    intent: Intent, platform: SwitchPlatform, speed_gbps: int, length_m: int, to_host: bool, own_mtu_bytes: int = 0
) -> Advice:
    """Return the headroom that is worked out for one lossless priority of a port, which may have a larger MTU."""
    usual_bytes = intent.mtu.hosts if to_host else fabric_mtu_bytes(intent)
    mtu_bytes = max(usual_bytes, own_mtu_bytes) + FRAME_HEADER_BYTES
    # Of a faster port nobody has published how long it may take to obey: `qos_profiles` refuses PFC on it.
    speed_gbps = min(speed_gbps, FASTEST_PAUSE_GBPS)
    return platform_headroom(platform, speed_gbps, length_m, mtu_bytes, mtu_bytes)


def xoff_threshold_bytes(
    intent: Intent, device: DevicePlan, headrooms: dict[PortGroup, Advice], largest_kmin_bytes: int
) -> int:
    """Return a fixed xoff threshold for the ingress of every port: twice the largest Kmin of the device.

    Where the buffer is known it stays within the share of one priority of one port, so that all ports can be
    congested at once.
    """
    wanted = max(
        STATIC_PAUSE_OVER_KMIN * largest_kmin_bytes,
        max(headroom.xon_offset_bytes for headroom in headrooms.values()) * STATIC_PAUSE_OVER_KMIN,
    )
    share = _pause_share_bytes(intent, device, headrooms)
    return min(wanted, share) if share else wanted


def _pause_share_bytes(intent: Intent, device: DevicePlan, headrooms: dict[PortGroup, Advice]) -> int:
    """Return the share of the buffer of one priority of one port, without headroom; 0 for a buffer that is not known.

    It is never less than what an xoff threshold and the resume point below it need.
    """
    total = device.platform.buffer.total_bytes
    if not isinstance(total, SourcedValue):
        return 0
    ports = len(roce_classes(intent)) * sum(group.count for group in headrooms)
    share = total.value // ports - max(headroom.xoff_bytes for headroom in headrooms.values())
    return max(2 * max(headroom.xon_offset_bytes for headroom in headrooms.values()), share)


def _latest_pause_bytes(
    intent: Intent, device: DevicePlan, headrooms: dict[PortGroup, Advice], group: PortGroup
) -> int:
    """Return the latest xoff threshold that ports can be given, 0 where they are given none or nobody knows.

    Some systems pause within a burst, some at a fixed size, others by what is left of the buffer.
    """
    if intent.design not in LOSSLESS_PROFILES:
        return 0
    limits = device.platform.pause_limits
    if limits.largest_pause_bytes:
        return limits.largest_pause_bytes
    given = group.stated_bytes or own_headroom_bytes(intent, device.platform, group.speed_gbps)
    is_fixed = limits.pauses_at_fixed_size(MAX_LENGTH_M if given else group.cable_length_m)
    return _pause_share_bytes(intent, device, headrooms) if is_fixed else 0


def _pool(
    intent: Intent, device: DevicePlan, headrooms: dict[PortGroup, Advice], faults: IntentFaults
) -> SharedPool | PoolSize:
    """Return the buffer that is shared after every lossless priority of every port got its headroom.

    Of a memory in several parts it is that of one part, with the ports spread over all of them.
    """
    total = device.platform.buffer.total_bytes
    if not isinstance(total, SourcedValue) or intent.design not in LOSSLESS_PROFILES:
        return PoolSize.UNKNOWN
    priorities = len(roce_classes(intent))
    parts = value_or(device.platform.buffer.partitions, 1)
    memory = total.value // parts
    reserved = sum(-(-group.count // parts) * priorities * one.xoff_bytes for group, one in headrooms.items())
    if reserved >= memory:
        whose = "all ports" if parts == 1 else f"the ports of one of {parts} slices"
        message = (
            f"{_tier(device)}: the headroom of {whose} is {reserved // 1000} KB and the buffer"
            f" {memory // 1000} KB; use shorter cables, fewer ports, or fewer lossless classes"
        )
        faults.warn(("topology", "cables"), message)
        return PoolSize.UNKNOWN
    return SharedPool(shared_pool_bytes(memory, 1, reserved, 1), ASSUMED_ALPHA)


def _curve(
    intent: Intent,
    device: DevicePlan,
    groups: tuple[PortGroup, ...],
    group: PortGroup,
    one: RoceClass,
    pool: SharedPool | PoolSize,
    latest: int,
    faults: IntentFaults,
) -> _MarkingCurve:
    wish = one.ecn or intent.roce.ecn
    at: YamlPath = ("roce", "classes", roce_classes(intent).index(one), "ecn") if one.ecn else ("roce", "ecn")
    if group.marking is not None:
        wish, at = group.marking.ecn, group.marking.at
    fastest = max(other.speed_gbps for other in groups)
    slower_ports = group.count if group.speed_gbps < fastest else 1
    priorities = len(roce_classes(intent))
    alpha = one.alpha or intent.roce.alpha
    if isinstance(pool, SharedPool) and alpha:
        pool = replace(pool, alpha=float(Fraction(alpha)))
    try:
        auto = starting_curve(group.speed_gbps, pool, slower_ports, priorities).curve
    except ValueError:
        # A pool too small for any ramp: the line rate alone decides, and the bound below is complained about.
        auto = starting_curve(group.speed_gbps).curve
    begins = _below(latest, _MarkingCurve(auto.kmin_bytes, auto.kmax_bytes, round(auto.pmax_percent)))
    curve = _merged(wish, begins, group.speed_gbps)
    _check_curve(device, group, curve, pool, at, faults)
    if latest and curve.kmin_bytes >= latest:
        message = f"{group.speed_gbps}G ports of {_tier(device)}: PFC pauses a sender at {latest} bytes at the latest"
        advice = "lower kmin, or use shorter cables or fewer ports"
        faults.warn((*at, "kmin"), f"{message}, before marking begins at {curve.kmin_bytes}; {advice}")
    return curve


def _below(latest_pause_bytes: int, auto: _MarkingCurve) -> _MarkingCurve:
    """Return a curve that begins at half of the latest xoff threshold, if there is such a one."""
    if not latest_pause_bytes:
        return auto
    kmin = min(auto.kmin_bytes, latest_pause_bytes // 2000 * 1000)
    return _MarkingCurve(kmin, min(auto.kmax_bytes, SHORTEST_RAMP * kmin), auto.pmax_percent)


def _merged(wish: Ecn, auto: _MarkingCurve, speed_gbps: int) -> _MarkingCurve:
    """Return the curve wished for; an end that is `auto` keeps its distance to the one that is given."""
    kmin, kmax = _bytes(wish.kmin, auto.kmin_bytes, speed_gbps), _bytes(wish.kmax, auto.kmax_bytes, speed_gbps)
    if wish.kmax.kind is ThresholdKind.AUTO:
        kmax = max(kmax, SHORTEST_RAMP * kmin)
    if wish.kmin.kind is ThresholdKind.AUTO:
        kmin = min(kmin, kmax // SHORTEST_RAMP)
    return _MarkingCurve(kmin, kmax, auto.pmax_percent if wish.pmax == "auto" else wish.pmax)


def _bytes(threshold: ThresholdSetting, auto_bytes: int, speed_gbps: int) -> int:
    if threshold.kind is ThresholdKind.AUTO:
        return auto_bytes
    if threshold.kind is ThresholdKind.TIME:
        return threshold_bytes(threshold.amount, speed_gbps)
    return threshold.amount


def _check_curve(
    device: DevicePlan,
    group: PortGroup,
    curve: _MarkingCurve,
    pool: SharedPool | PoolSize,
    at: YamlPath,
    faults: IntentFaults,
) -> None:
    where = f"{group.speed_gbps}G ports of {_tier(device)}"
    if curve.kmin_bytes >= curve.kmax_bytes:
        message = (
            f"{where}: kmin is {curve.kmin_bytes} bytes and kmax {curve.kmax_bytes}; marking rises from kmin to kmax"
        )
        faults.refuse((*at, "kmin"), message)
    chances = device.platform.ecn.probability_percent
    if isinstance(chances, SourcedValue) and curve.pmax_percent not in chances.value:
        message = f"{device.platform.model} accepts {chances.value.minimum}% to {chances.value.maximum}%"
        faults.refuse((*at, "pmax"), f"{where}: {message}, not {curve.pmax_percent}%")
    if not isinstance(pool, SharedPool):
        return
    bound = int(ecn_bound_bytes(pool.pool_bytes, pool.alpha, 1, 1))
    if curve.kmin_bytes >= bound:
        message = (
            f"{where}: PFC can pause a sender at {bound} bytes (shared buffer {pool.pool_bytes} bytes, alpha"
            f" {Fraction(pool.alpha)}),"
            f" before marking begins at {curve.kmin_bytes}; lower kmin, or PFC will be what controls congestion"
        )
        faults.warn((*at, "kmin"), message)


def _tier(device: DevicePlan) -> str:
    return f"the {TIER_KEYS[device.role].replace('_', '-')} ({device.platform.model})"


def _profile(
    intent: Intent,
    group: PortGroup,
    headroom: Advice,
    pause_bytes: int,
    curves: dict[tuple[PortGroup, str], _MarkingCurve],
) -> QosProfileView:
    lossless = intent.design in LOSSLESS_PROFILES
    by_queue = {one.priority: one for one in class_views(intent)}
    queues = tuple(_queue(index, by_queue.get(index), group, curves) for index in range(QUEUE_COUNT))
    return QosProfileView(
        name=group.profile_name,
        speed_gbps=group.speed_gbps,
        cable_length_m=group.cable_length_m,
        headroom_bytes=headroom.xoff_bytes if lossless else 0,
        pause_threshold_bytes=pause_bytes if lossless else 0,
        resume_threshold_bytes=pause_bytes - headroom.xon_offset_bytes if lossless else 0,
        queues=queues,
    )


def _queue(
    index: int, one: ClassView | None, group: PortGroup, curves: dict[tuple[PortGroup, str], _MarkingCurve]
) -> QueueView:
    if one is None:
        return QueueView(index, "", False, False, 0, False, 0, 0, 0)
    curve = curves.get((group, one.name)) if one.purpose is ClassPurpose.ROCE else None
    marking = (curve.kmin_bytes, curve.kmax_bytes, curve.pmax_percent) if curve is not None else (0, 0, 0)
    return QueueView(index, one.name, one.lossless, one.strict, one.bandwidth_percent, curve is not None, *marking)
