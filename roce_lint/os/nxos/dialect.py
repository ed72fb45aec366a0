"""Keywords and limits of NX-OS's own language on one platform."""

from __future__ import annotations

from roce_lint.platforms.datum import Datum, Range
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.sheet import Section, integer, number_range, text
from roce_lint.values import dataclass


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
