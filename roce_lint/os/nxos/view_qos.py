"""NX-OS: classification, no-drop classes and queuing policies of a switch view.

Queue, qos-group and network-qos class of one traffic class have the same number: that of its priority, except that the
strict class takes queue 7.
"""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import ClassView, QosProfileView, QueueView, SwitchView
from roce_lint.os.nxos.dialect import LONG_CABLE_M, NxosDialect, is_silicon_one
from roce_lint.platforms.datum import Datum, Range, SourcedValue, value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass, replace

"""Up to this length the buffer that the system carves is enough (Nexus 9300-GX PFC guidelines)."""


@dataclass(frozen=True, slots=True)
class NxosClass:
    """A class map of type qos and the qos-group of its class."""

    name: str
    dscps: str
    group: int


@dataclass(frozen=True, slots=True)
class NxosNetworkClass:
    """One class of the network-qos policy; `pause_priority` has one entry for a no-drop class, else none."""

    name: str
    mtu_bytes: int
    pause_priority: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NxosQueue:
    """One class of an egress queuing policy: its scheduler line, and its random-detect line or an empty text."""

    name: str
    scheduler: str
    random_detect: str


@dataclass(frozen=True, slots=True)
class NxosEgressPolicy:
    """An egress queuing policy and the profiles whose ports use it; queues from the highest to the default one."""

    name: str
    queues: tuple[NxosQueue, ...]
    profiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NxosIngressPolicy:
    """An ingress queuing policy that sizes the pause buffers of one profile; one line per no-drop class."""

    name: str
    profile: str
    queues: tuple[str, ...]
    pause: str


STRICT_QUEUE = 7
"""The queue that is strict by default, and in every published configuration that serves CNPs first.

Source: `show policy-map interface` of 8-queue switches (default-8q-out-policy); Cisco's public RoCE automation. No
source shows a strict queue below one in round robin.
"""


def group_of(view: SwitchView, entry: ClassView) -> int:
    """Return the qos-group of a class: 7 for the strict one unless another class has that priority."""
    taken = any(other.priority == STRICT_QUEUE for other in view.classes if not other.strict)
    return STRICT_QUEUE if entry.strict and not taken else entry.priority


def classes(view: SwitchView) -> tuple[NxosClass, ...]:
    """Return the classes that code points select, in the order of the view; all else is in the default group."""
    return tuple(
        NxosClass(f"CM-{entry.name.upper()}"[:40], ",".join(str(dscp) for dscp in entry.dscps), group_of(view, entry))
        for entry in view.classes
        if entry.dscps
    )


def network_classes(view: SwitchView, platform: SwitchPlatform, dialect: NxosDialect) -> tuple[NxosNetworkClass, ...]:
    """Return a class with the MTU for every class in use, from the highest qos-group to the default one."""
    _require(view.mtu_bytes, dialect.network_qos_mtu_bytes, platform, "an MTU in network-qos")
    by_group: dict[int, ClassView] = {group_of(view, entry): entry for entry in view.classes}
    groups = sorted(by_group.keys() | {0}, reverse=True)
    return tuple(
        NxosNetworkClass(
            name=f"c-8q-nq{group or '-default'}",
            mtu_bytes=view.mtu_bytes,
            pause_priority=(group,) if view.lossless_profile and group in by_group and by_group[group].lossless else (),
        )
        for group in groups
    )


def egress_policies(view: SwitchView, platform: SwitchPlatform) -> tuple[NxosEgressPolicy, ...]:
    """Return one policy for each different set of queues; profiles with equal queues share it."""
    found: dict[tuple[NxosQueue, ...], list[str]] = {}
    for profile in view.profiles:
        queues = tuple(_queue(queue, platform) for queue in reversed(_numbered(view, profile)))
        found.setdefault(queues, []).append(profile.name)
    single = len(found) == 1
    return tuple(
        NxosEgressPolicy("PM-EGRESS" if single else f"PM-{names[0]}-OUT"[:40], queues, tuple(names))
        for queues, names in found.items()
    )


def system_egress(view: SwitchView, policies: tuple[NxosEgressPolicy, ...]) -> str:
    """Return the policy of most ports, which is put into service for the whole system; empty without ports."""

    def port_count(policy: NxosEgressPolicy) -> int:
        return sum(1 for port in view.ports if port.profile in policy.profiles)

    return max(policies, key=port_count).name if policies else ""


def _numbered(view: SwitchView, profile: QosProfileView) -> tuple[QueueView, ...]:
    """Return the eight queues of a profile with the strict one in its place, and an unused one in the place it left."""
    places = {entry.priority: group_of(view, entry) for entry in view.classes}
    moved = {places.get(queue.index, queue.index): queue for queue in profile.queues if queue.class_name}
    unused = {queue.index: queue for queue in profile.queues if not queue.class_name}
    spare = next(iter(unused.values()), None)
    return tuple(
        replace(moved.get(index) or unused.get(index) or spare or profile.queues[index], index=index)
        for index in range(len(profile.queues))
    )


def _queue(queue: QueueView, platform: SwitchPlatform) -> NxosQueue:
    scheduler = "priority level 1" if queue.strict else f"bandwidth remaining percent {queue.bandwidth_percent}"
    random_detect = ""
    if queue.ecn_enabled:
        kmin, kmax = _sizes(queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, platform)
        random_detect = (
            f"random-detect minimum-threshold {kmin} maximum-threshold {kmax}"
            f" drop-probability {queue.ecn_pmax_percent} weight 0 ecn"
        )
    return NxosQueue(f"c-out-8q-q{queue.index or '-default'}", scheduler, random_detect)


def _sizes(kmin_bytes: int, kmax_bytes: int, platform: SwitchPlatform) -> tuple[str, str]:
    """Return two thresholds in the largest unit that states both exactly and that the device accepts."""
    limits = platform.ecn.threshold
    for factor, unit in ((1000, "kbytes"), (1, "bytes")):
        amounts = (kmin_bytes // factor, kmax_bytes // factor)
        exact = kmin_bytes % factor == kmax_bytes % factor == 0
        if exact and (not isinstance(limits, SourcedValue) or all(amount in limits.value for amount in amounts)):
            return f"{amounts[0]} {unit}", f"{amounts[1]} {unit}"
    raise PlatformError(
        f"{platform.id}: marking thresholds of {kmin_bytes} and {kmax_bytes} bytes cannot be typed; round them to"
        " whole kilobytes"
    )


def ingress_policies(view: SwitchView, platform: SwitchPlatform, dialect: NxosDialect) -> tuple[NxosIngressPolicy, ...]:
    """Return the pause buffers of profiles with a headroom that is given, or cables too long for the system's own.

    Raises PlatformError when the sizes are out of the device's range or the chip has no documented command for them.
    """
    longest = value_or(dialect.ingress_pause_mandatory_over_m, LONG_CABLE_M)
    sized = [one for one in view.profiles if one.cable_length_m > longest or one.headroom_is_given]
    if not view.lossless_profile or not sized:
        return ()
    if is_silicon_one(platform):
        raise PlatformError(
            f"{platform.id}: no source documents how {value_or(platform.asic, 'its chip')} takes pause buffers, which"
            f" cables over {longest} m and a headroom of your own need; use shorter cables or another platform for"
            f" {view.name}"
        )
    return tuple(_ingress_policy(profile, platform, dialect) for profile in sized)


def _ingress_policy(profile: QosProfileView, platform: SwitchPlatform, dialect: NxosDialect) -> NxosIngressPolicy:
    xoff, xon = profile.pause_threshold_bytes, profile.resume_threshold_bytes
    size = xoff + profile.headroom_bytes
    _require(size, dialect.pause_buffer_bytes, platform, f"a pause buffer (profile {profile.name})")
    _require(xoff, dialect.pause_threshold_bytes, platform, f"a pause threshold (profile {profile.name})")
    _require(xon, dialect.pause_threshold_bytes, platform, f"a resume threshold (profile {profile.name})")
    return NxosIngressPolicy(
        name=f"PM-{profile.name}-IN"[:40],
        profile=profile.name,
        queues=tuple(f"c-in-q{queue.index}" for queue in reversed(profile.queues) if queue.lossless),
        pause=f"pause buffer-size {size} pause-threshold {xoff} resume-threshold {xon}",
    )


def _require(size_bytes: int, limits: Datum[Range], platform: SwitchPlatform, what: str) -> None:
    if isinstance(limits, SourcedValue) and size_bytes not in limits.value:
        span = f"{limits.value.minimum} to {limits.value.maximum} bytes"
        raise PlatformError(f"{platform.id} takes {what} of {span}, not {size_bytes}; change the intent accordingly")
