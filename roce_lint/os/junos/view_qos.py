"""Class-of-service of a switch as the templates of Junos print it."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.intent.view import ClassPurpose, ClassView, QosProfileView, QueueView, SwitchView, WatchdogView
from roce_lint.model.qos import DSCP_COUNT
from roce_lint.model.terms import WatchdogAction
from roce_lint.os.junos.code_points import bits
from roce_lint.os.junos.family import EVOLVED_FAMILIES
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass

CLASSIFIER = "ROCE"
FULL_MARKING_FILL = 90
"""The fill level, in percent of the memory of a queue, that stands for Kmax.

How many bytes a queue can hold is not published, so that Kmin and Kmax cannot be stated. Juniper's validated design for
AI back ends marks every packet from 90 percent on; Kmin keeps its ratio to Kmax.
"""
_INGRESS = (("lossless", 66), ("lossless-headroom", 24), ("lossy", 10))
"""Percent of the ingress shared buffer in Juniper's validated design for AI back ends (QFX5240)."""
_EGRESS = (("lossless", 66), ("lossy", 10))
"""Percent of the egress shared buffer there; Junos Evolved has no multicast partition and does not want all 100."""
_CLASSIC_EGRESS = (("lossless", 66), ("lossy", 24), ("multicast", 10))
"""The same where all 100 have to be given; 10 for multicast as in Juniper's validated design with QFX5120."""


@dataclass(frozen=True, slots=True)
class JunosClass:
    """One forwarding class: its queue, its code points as bits, and the priority of its pauses (-1: lossy)."""

    name: str
    queue: int
    pause_priority: int
    code_points: str


@dataclass(frozen=True, slots=True)
class JunosScheduler:
    """The scheduler of one class at the ports of a profile; `fill` and `chance` are empty where it does not mark."""

    name: str
    forwarding_class: str
    is_strict: bool
    percent: int
    fill: tuple[int, int] | None
    chance: int


@dataclass(frozen=True, slots=True)
class JunosProfile:
    """What all ports of one speed and purpose bind: a notification profile and a scheduler map of one name."""

    name: str
    cable_length_m: int
    schedulers: tuple[JunosScheduler, ...]


@dataclass(frozen=True, slots=True)
class JunosWatchdog:
    """The PFC watchdog: `detection` counts polling intervals, `action` is empty for the system's own."""

    polling_ms: int
    detection: int
    recovery_ms: int
    action: str


@dataclass(frozen=True, slots=True)
class JunosBinding:
    """One interface that carries RoCE, and the profile that it binds."""

    interface: str
    profile: str


@dataclass(frozen=True, slots=True)
class JunosQos:
    """Final values for `templates/junos/qos.j2`; `pauses` has code point and queue of each lossless priority."""

    classifier: str
    classes: tuple[JunosClass, ...]
    paused_code_points: tuple[str, ...]
    pauses: tuple[tuple[str, int], ...]
    profiles: tuple[JunosProfile, ...]
    watchdog: JunosWatchdog | None
    ingress: tuple[tuple[str, int], ...]
    egress: tuple[tuple[str, int], ...]
    bindings: tuple[JunosBinding, ...]


def qos_view(view: SwitchView, platform: SwitchPlatform) -> JunosQos:
    """Return the printable values of class-of-service; nothing is to be printed where there are no profiles."""
    lossless = [one for one in view.classes if one.lossless]
    evolved = platform.family in EVOLVED_FAMILIES
    return JunosQos(
        classifier=CLASSIFIER,
        classes=tuple(_class(one, view) for one in view.classes),
        paused_code_points=tuple(bits("dscp", dscp) for one in lossless for dscp in one.dscps),
        pauses=tuple((bits("ieee-802.1", one.priority), one.priority) for one in lossless),
        profiles=tuple(_profile(one, view) for one in view.profiles),
        watchdog=_watchdog(view.watchdog) if view.watchdog.enabled and lossless else None,
        ingress=_INGRESS if lossless else (),
        egress=() if not lossless else _EGRESS if evolved else _CLASSIC_EGRESS,
        bindings=tuple(_bindings(view)),
    )


def class_name(one: ClassView) -> str:
    """Return the name of a forwarding class; best effort keeps that of the system."""
    return "best-effort" if one.purpose is ClassPurpose.BEST_EFFORT else one.name.upper()


def _class(one: ClassView, view: SwitchView) -> JunosClass:
    points = one.dscps
    if one.purpose is ClassPurpose.BEST_EFFORT and one.priority:
        # What a classifier does not list gets the class of queue 0.
        chosen = {dscp for other in view.classes for dscp in other.dscps}
        points = tuple(dscp for dscp in range(DSCP_COUNT) if dscp not in chosen)
    words = [bits("dscp", dscp) for dscp in points]
    listed = words[0] if len(words) == 1 else f"[ {' '.join(words)} ]" if words else ""
    return JunosClass(class_name(one), one.priority, one.priority if one.lossless else -1, listed)


def _profile(profile: QosProfileView, view: SwitchView) -> JunosProfile:
    names = {one.priority: class_name(one) for one in view.classes}
    schedulers = tuple(
        _scheduler(profile.name, names[queue.index], queue) for queue in profile.queues if queue.index in names
    )
    return JunosProfile(profile.name, max(1, profile.cable_length_m), schedulers)


def _scheduler(profile: str, name: str, queue: QueueView) -> JunosScheduler:
    fill = None
    if queue.ecn_enabled:
        share = queue.ecn_kmin_bytes / max(1, queue.ecn_kmax_bytes)
        fill = (min(FULL_MARKING_FILL - 1, max(1, round(FULL_MARKING_FILL * share))), FULL_MARKING_FILL)
    return JunosScheduler(
        f"{profile}-{name}", name, queue.strict, queue.bandwidth_percent, fill, max(1, round(queue.ecn_pmax_percent))
    )


def _watchdog(watchdog: WatchdogView) -> JunosWatchdog:
    return JunosWatchdog(
        watchdog.polling_ms,
        max(1, watchdog.detection_ms // max(1, watchdog.polling_ms)),
        watchdog.recovery_ms,
        "forward" if watchdog.action is WatchdogAction.IGNORE_PAUSE else "",
    )


def _bindings(view: SwitchView) -> Iterator[JunosBinding]:
    """Yield the interfaces that bind a profile; a bundle binds it for its members."""
    for port in view.ports:
        if port.profile and not port.bundle:
            yield JunosBinding(port.name, port.profile)
    for bundle in view.bundles:
        if bundle.profile:
            yield JunosBinding(f"ae{bundle.number}", bundle.profile)
