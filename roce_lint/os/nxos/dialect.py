"""Keywords and limits of NX-OS's own language on one platform."""

from __future__ import annotations

from roce_lint.platforms.datum import Datum, NotKnown, Range, value_or
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.pause_limits import HeadroomScope, PauseLimits, PollingMultiples
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.sheet import Section, integer, number_range, text
from roce_lint.values import dataclass

LONG_CABLE_M = 100
"""Above so many metres a pause buffer has to be given, unless the file of the platform says otherwise."""


def is_silicon_one(platform: SwitchPlatform) -> bool:
    """Say whether the chip is one whose pause buffers no source documents."""
    return "Silicon One" in value_or(platform.asic, "")


@dataclass(frozen=True, slots=True)
class NxosDialect(Dialect):
    """NX-OS: the queuing model and the ranges of the ingress pause buffer and of the watchdog's multipliers.

    Detection takes interval x shutdown multiplier, restoring interval x auto-restore multiplier.
    """

    queuing_model: Datum[int]
    pause_buffer_bytes: Datum[Range]
    pause_threshold_bytes: Datum[Range]
    network_qos_mtu_bytes: Datum[Range]
    watchdog_interval_ms: Datum[Range]
    watchdog_interval_default_ms: Datum[int]
    shutdown_multiplier: Datum[Range]
    shutdown_multiplier_default: Datum[int]
    auto_restore_multiplier: Datum[Range]
    auto_restore_multiplier_default: Datum[int]
    fixed_restore_multiplier: Datum[Range]
    fixed_restore_multiplier_default: Datum[int]
    interface_multiplier: Datum[Range]
    queue_limit_default: Datum[str]
    ingress_pause_mandatory_over_m: Datum[int]

    def pause_limits(self, platform: SwitchPlatform) -> PauseLimits:
        """Return what can be stated: ingress queuing policies of ports; Silicon One has no such line.

        A pause buffer of a fixed size has to be given for long cables.
        """
        return PauseLimits(
            HeadroomScope.NONE if is_silicon_one(platform) else HeadroomScope.PORT,
            fixed_pause_from_m=value_or(self.ingress_pause_mandatory_over_m, LONG_CABLE_M) + 1,
            polling=self._polling(),
        )

    def _polling(self) -> PollingMultiples | None:
        polls, stuck, restore = self.watchdog_interval_ms, self.shutdown_multiplier, self.auto_restore_multiplier
        if isinstance(polls, NotKnown) or isinstance(stuck, NotKnown) or isinstance(restore, NotKnown):
            return None
        # The line of another multiple is recalled, and no source that could be read shows it.
        usual = value_or(self.auto_restore_multiplier_default, restore.value.minimum)
        return PollingMultiples(polls.value, stuck.value, restore.value, usual)


def nxos_dialect(section: Section) -> NxosDialect:
    """Return what the section says. Raises PlatformError for anything missing, unknown or malformed."""
    section.allow(*NxosDialect.__slots__)
    return NxosDialect(
        queuing_model=section.datum("queuing_model", integer),
        pause_buffer_bytes=section.datum("pause_buffer_bytes", number_range),
        pause_threshold_bytes=section.datum("pause_threshold_bytes", number_range),
        network_qos_mtu_bytes=section.datum("network_qos_mtu_bytes", number_range),
        watchdog_interval_ms=section.datum("watchdog_interval_ms", number_range),
        watchdog_interval_default_ms=section.datum("watchdog_interval_default_ms", integer),
        shutdown_multiplier=section.datum("shutdown_multiplier", number_range),
        shutdown_multiplier_default=section.datum("shutdown_multiplier_default", integer),
        auto_restore_multiplier=section.datum("auto_restore_multiplier", number_range),
        auto_restore_multiplier_default=section.datum("auto_restore_multiplier_default", integer),
        fixed_restore_multiplier=section.datum("fixed_restore_multiplier", number_range),
        fixed_restore_multiplier_default=section.datum("fixed_restore_multiplier_default", integer),
        interface_multiplier=section.datum("interface_multiplier", number_range),
        queue_limit_default=section.datum("queue_limit_default", text),
        ingress_pause_mandatory_over_m=section.datum("ingress_pause_mandatory_over_m", integer),
    )
