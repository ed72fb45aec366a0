"""EOS: queues, maps, buffers and watchdog of a switch view, as the device wants them typed."""

from __future__ import annotations

from fractions import Fraction

from roce_lint.errors import PlatformError
from roce_lint.intent.make_qos import ASSUMED_ALPHA
from roce_lint.intent.view import ClassPurpose, ClassView, QosProfileView, QueueView, SwitchView, WatchdogView
from roce_lint.model.terms import WatchdogAction
from roce_lint.os.eos.dialect import EosDialect, QueueKeyword
from roce_lint.platforms.datum import Datum, SourcedValue, value_or
from roce_lint.platforms.platform import Feature, SwitchPlatform, Timer
from roce_lint.values import dataclass

DSCP_COUNT = 64
GUARANTEED_FOR_WATCHDOG_PERCENT = 1
_ERRDISABLE_INTERVALS_S = range(30, 86401)
_ACTIONS = {
    WatchdogAction.DROP: "drop",
    WatchdogAction.ERRDISABLE: "errdisable",
    WatchdogAction.NOTIFY_ONLY: "notify-only",
}


@dataclass(frozen=True, slots=True)
class EosEcnCurve:
    """A marking curve as typed: both thresholds in `unit` (`kbytes` or `bytes`)."""

    minimum: int
    maximum: int
    unit: str
    probability_percent: int


@dataclass(frozen=True, slots=True)
class EosQueue:
    """One queue sub-mode; `weight_percent` and `guaranteed_percent` are 0, `ecn` empty, where no line is printed."""

    index: int
    strict: bool
    weight_percent: int
    guaranteed_percent: int
    ecn: tuple[EosEcnCurve, ...]


@dataclass(frozen=True, slots=True)
class EosQosProfile:
    """One `qos profile`."""

    name: str
    queues: tuple[EosQueue, ...]


@dataclass(frozen=True, slots=True)
class EosDscpMap:
    """One `qos map dscp` line; the code points are joined by blanks."""

    dscps: str
    traffic_class: int


@dataclass(frozen=True, slots=True)
class EosMmu:
    """The buffer profile that the whole switch applies; `threshold` is empty where EOS keeps its own.

    `group_thresholds` are those of priorities that have another one.
    """

    name: str
    headroom_bytes: int
    resume_bytes: int
    threshold: str
    group_thresholds: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EosWatchdog:
    """Global watchdog lines; timers in seconds as typed. `errdisable_interval_s` is 0 where ports need no recovery."""

    timeout_s: str
    recovery_s: str
    polling_s: str
    action: str
    errdisable_interval_s: int


def dialect_of(platform: SwitchPlatform) -> EosDialect:
    """Return the EOS part of the platform. Raises PlatformError for a platform of another OS."""
    if isinstance(platform.dialect, EosDialect):
        return platform.dialect
    raise PlatformError(f"{platform.id} runs {platform.os}, not EOS; choose an Arista platform")


def queue_keyword(platform: SwitchPlatform) -> str:
    """Return the queue sub-mode. Raises PlatformError where the catalogue does not know it."""
    keyword: Datum[QueueKeyword] = dialect_of(platform).queue_keyword
    if isinstance(keyword, SourcedValue):
        return keyword.value.value
    raise PlatformError(f"{platform.id}: {keyword.because}; the queue sub-mode cannot be chosen")


def qos_profiles(view: SwitchView, platform: SwitchPlatform) -> tuple[EosQosProfile, ...]:
    """Return the profiles in the order in which the device prints them: by name."""
    made = (EosQosProfile(profile.name, _queues(profile, platform)) for profile in view.profiles)
    return tuple(sorted(made, key=lambda profile: profile.name))


def _queues(profile: QosProfileView, platform: SwitchPlatform) -> tuple[EosQueue, ...]:
    # `no priority` takes the queues below it along into round robin (EOS User Manual, Quality of Service), so that an
    # unused queue above a strict one stays strict, as it is by default.
    highest_strict = max((queue.index for queue in profile.queues if queue.strict), default=len(profile.queues))
    watched_need_bandwidth = value_or(dialect_of(platform).guaranteed_bandwidth_for_watchdog, False)
    return tuple(
        EosQueue(
            index=queue.index,
            strict=queue.strict or (not queue.class_name and queue.index > highest_strict),
            weight_percent=0 if queue.strict else queue.bandwidth_percent,
            guaranteed_percent=GUARANTEED_FOR_WATCHDOG_PERCENT if watched_need_bandwidth and queue.lossless else 0,
            ecn=(_curve(queue, platform),) if queue.ecn_enabled else (),
        )
        for queue in sorted(profile.queues, key=lambda queue: queue.index)
    )


def _curve(queue: QueueView, platform: SwitchPlatform) -> EosEcnCurve:
    """Return both thresholds in the coarsest unit that holds them exactly and that the platform takes."""
    limits = platform.ecn.threshold
    for unit, size in (("kbytes", 1000), ("bytes", 1)):
        low, high = divmod(queue.ecn_kmin_bytes, size), divmod(queue.ecn_kmax_bytes, size)
        fits = not isinstance(limits, SourcedValue) or (low[0] in limits.value and high[0] in limits.value)
        if not low[1] and not high[1] and fits:
            return EosEcnCurve(low[0], high[0], unit, queue.ecn_pmax_percent)
    raise PlatformError(
        f"{platform.id}: no unit holds the ECN thresholds {queue.ecn_kmin_bytes} and {queue.ecn_kmax_bytes} bytes; "
        "choose multiples of 1000"
    )


def dscp_maps(classes: tuple[ClassView, ...]) -> tuple[EosDscpMap, ...]:
    """Return one line per class; together they place all 64 code points, so that no default of EOS is left.

    EOS puts DSCP 24 to 31 in one class and DSCP 0 to 7 in class 1: a code point that no class claims goes to best
    effort by name, never into a lossless class by default.
    """
    claimed = {dscp for entry in classes for dscp in entry.dscps}
    others = tuple(dscp for dscp in range(DSCP_COUNT) if dscp not in claimed)
    chosen = [
        (others if entry.purpose is ClassPurpose.BEST_EFFORT else tuple(sorted(entry.dscps)), entry.priority)
        for entry in classes
    ]
    # The device prints the lines in the order of their first code point.
    return tuple(EosDscpMap(" ".join(map(str, dscps)), priority) for dscps, priority in sorted(chosen) if dscps)


def mmu_profile(view: SwitchView, platform: SwitchPlatform) -> tuple[EosMmu, ...]:
    """Return the buffer profile of the switch, or nothing where the chip has none or no class is lossless.

    One profile holds for the whole switch, so that it takes the largest headroom among the port profiles.
    """
    if not view.lossless_profile or not view.profiles or not platform.supports(Feature.MMU_PROFILE):
        return ()
    largest = max(view.profiles, key=lambda profile: profile.headroom_bytes)
    resume = max(profile.pause_threshold_bytes - profile.resume_threshold_bytes for profile in view.profiles)
    of_all = _threshold(view, platform)
    given = {one.priority: _word(one.alpha, platform) for one in view.classes if one.alpha}
    of_groups = tuple(sorted((priority, word) for priority, word in given.items() if word != of_all))
    return (EosMmu("ROCE-MMU", largest.headroom_bytes, max(resume, 0), of_all, of_groups),)


def _word(alpha: str, platform: SwitchPlatform) -> str:
    """Return a dynamic threshold as EOS prints it."""
    return next(word for word, value in value_or(platform.buffer.alphas, ()) if value == Fraction(alpha))


def _threshold(view: SwitchView, platform: SwitchPlatform) -> str:
    """Return the smallest dynamic threshold at which one congested ingress may fill up to the wanted xoff threshold.

    It is never below `ASSUMED_ALPHA`, for which the ECN thresholds were planned: with less, PFC would act before ECN.

    A queue alone on a shared buffer B with threshold alpha settles at alpha * B / (1 + alpha) (Choudhury and Hahne,
    Dynamic queue length thresholds, IEEE/ACM ToN 1998). B is what headroom of all ports leaves.
    """
    if view.alpha:
        return _word(view.alpha, platform)
    total, alphas = platform.buffer.total_bytes, platform.buffer.alphas
    if not isinstance(total, SourcedValue) or not isinstance(alphas, SourcedValue):
        return ""
    headroom = {profile.name: profile.headroom_bytes for profile in view.profiles}
    lossless = sum(entry.lossless for entry in view.classes)
    shared = total.value - lossless * sum(headroom.get(port.profile, 0) for port in view.ports)
    wanted = max(profile.pause_threshold_bytes for profile in view.profiles)
    ordered = sorted((entry for entry in alphas.value if entry[1] >= ASSUMED_ALPHA), key=lambda entry: entry[1])
    for word, alpha in ordered:
        if shared * alpha / (1 + alpha) >= Fraction(wanted):
            return word
    return ordered[-1][0] if ordered else ""


def watchdog_lines(watchdog: WatchdogView, platform: SwitchPlatform) -> tuple[EosWatchdog, ...]:
    """Return the global watchdog, or nothing where it is not wanted.

    EOS wants a polling interval of at most half the shorter timer; a longer one is shortened. Raises PlatformError
    for a timer or an action that EOS does not take.
    """
    if not watchdog.enabled:
        return ()
    if watchdog.action not in _ACTIONS:
        raise PlatformError(
            f"EOS has no watchdog action {watchdog.action.value}; it takes {', '.join(_ACTIONS.values())}"
        )
    polling_ms = min(watchdog.polling_ms, watchdog.detection_ms // 2, watchdog.recovery_ms // 2)
    limits = platform.watchdog
    interval_s = 0
    if watchdog.action is WatchdogAction.ERRDISABLE:
        wanted = -(-watchdog.recovery_ms // 1000)
        interval_s = max(_ERRDISABLE_INTERVALS_S[0], min(wanted, _ERRDISABLE_INTERVALS_S[-1]))
    return (
        EosWatchdog(
            timeout_s=_seconds("detection", watchdog.detection_ms, limits.detect),
            recovery_s=_seconds("recovery", watchdog.recovery_ms, limits.restore),
            polling_s=_seconds("polling", polling_ms, limits.poll),
            action=_ACTIONS[watchdog.action],
            errdisable_interval_s=interval_s,
        ),
    )


def _seconds(name: str, duration_ms: int, timer: Datum[Timer]) -> str:
    """Return milliseconds as the decimal seconds that EOS prints: `0.2`."""
    if isinstance(timer, SourcedValue) and not timer.value.accepts(duration_ms * 1000):
        low, high, step = (
            number / 1000 for number in (timer.value.minimum_us, timer.value.maximum_us, timer.value.step_us)
        )
        raise PlatformError(
            f"watchdog {name} time is {duration_ms} ms; EOS takes {low:g} to {high:g} ms in steps of {step:g} ms"
        )
    whole, rest = divmod(duration_ms, 1000)
    return f"{whole}.{f'{rest:03d}'.rstrip('0') or '0'}"
