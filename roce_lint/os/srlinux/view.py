"""What an SR Linux template prints beyond the switch view: SR Linux names, units, order and limits."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.os.srlinux.dialect import SrlDialect
from roce_lint.os.srlinux.limits import balances_dynamically
from roce_lint.os.srlinux.releases import EBGP_PATHS, SWITCHED_BY_PRIORITY, release_numbers
from roce_lint.os.srlinux.view_ports import (
    SrlBreakout,
    SrlLag,
    SrlLoopback,
    SrlPort,
    srl_breakouts,
    srl_lags,
    srl_loopbacks,
    srl_ports,
)
from roce_lint.os.srlinux.view_qos import SrlQos, srl_qos
from roce_lint.os.srlinux.view_routing import SrlRouting, srl_routing
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.platform import Feature, Platform, SwitchPlatform
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class SrlWatchdog:
    """The deadlock timers of the mapping profile, in milliseconds."""

    enabled: bool
    detection_ms: int
    recovery_ms: int


@dataclass(frozen=True, slots=True)
class SrlView:
    """Final values for the templates in `templates/srlinux`.

    `qos_ports` are what QoS is bound to: a LAG in place of its ports.
    """

    device_comment: str
    qos: SrlQos
    watchdog: SrlWatchdog
    breakouts: tuple[SrlBreakout, ...]
    ports: tuple[SrlPort, ...]
    lags: tuple[SrlLag, ...]
    qos_ports: tuple[SrlPort | SrlLag, ...]
    loopbacks: tuple[SrlLoopback, ...]
    routing: SrlRouting
    multipath: str
    bfd_interval_us: int
    balances_dynamically: bool


def srl_view(view: SwitchView, platform: Platform) -> SrlView:
    """Return the printable values of an SR Linux switch.

    Raises PlatformError when the platform does not run SR Linux, or lacks what the view asks of it: PFC, VXLAN,
    EVPN, a watchdog timer, an MTU, a release.
    """
    if not isinstance(platform, SwitchPlatform) or not isinstance(platform.dialect, SrlDialect):
        raise PlatformError(f"{platform.id} does not run SR Linux; a Nokia 7220 or 7250 is wanted for {view.name}")
    release = release_numbers(view.release)
    _check_features(view, platform)
    loopbacks = srl_loopbacks(view)
    ports, lags = srl_ports(view, platform), srl_lags(view, platform)
    named = f", SR Linux {view.release}" if view.release else ", SR Linux"
    return SrlView(
        balances_dynamically=balances_dynamically(view, platform),
        device_comment=f"{view.name}{named}, {platform.model}",
        qos=srl_qos(view, platform, platform.dialect, SWITCHED_BY_PRIORITY.hold(release) is True),
        watchdog=_watchdog(view, platform),
        breakouts=srl_breakouts(view),
        ports=ports,
        lags=lags,
        qos_ports=(*(one for one in ports if not one.lag), *lags),
        loopbacks=loopbacks,
        bfd_interval_us=1000 * view.bgp_guard.bfd_interval_ms,
        routing=srl_routing(view, tuple(f"{loopback.interface}.0" for loopback in loopbacks)),
        multipath="multipath ebgp maximum-paths" if EBGP_PATHS.hold(release) else "multipath maximum-paths",
    )


def _check_features(view: SwitchView, platform: SwitchPlatform) -> None:
    needed: list[tuple[Feature, str]] = [(Feature.QOS, "QoS")]
    if view.lossless_profile:
        needed.append((Feature.PFC, "PFC, which a lossless class needs"))
    if any(queue.ecn_enabled for profile in view.profiles for queue in profile.queues):
        needed.append((Feature.ECN, "ECN marking"))
    if view.tenants:
        needed.append((Feature.VXLAN, "VXLAN, which the tenants need"))
    if view.tenants or view.overlay_peers:
        needed.append((Feature.EVPN, "EVPN, which the overlay needs"))
    for feature, words in needed:
        support = platform.support(feature)
        if not isinstance(support, SourcedValue) or not support.value:
            source = support.source if isinstance(support, SourcedValue) else support.because
            raise PlatformError(f"{view.name}: {platform.model} has no {words} ({source}); choose another platform")


def _watchdog(view: SwitchView, platform: SwitchPlatform) -> SrlWatchdog:
    watchdog = view.watchdog
    if not (view.lossless_profile and watchdog.enabled):
        return SrlWatchdog(False, 0, 0)
    for name, time_ms, timer in (
        ("detection", watchdog.detection_ms, platform.watchdog.detect),
        ("recovery", watchdog.recovery_ms, platform.watchdog.restore),
    ):
        if isinstance(timer, SourcedValue) and not timer.value.accepts(1000 * time_ms):
            least, most = timer.value.minimum_us // 1000, timer.value.maximum_us // 1000
            raise PlatformError(
                f"{view.name}: {platform.model} takes a watchdog {name} time of {least} to {most} ms, not {time_ms}"
            )
    return SrlWatchdog(True, watchdog.detection_ms, watchdog.recovery_ms)
