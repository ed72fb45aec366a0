"""What a Nexus 9000 takes of an intent."""

from __future__ import annotations

from roce_lint.os.contract import PollingMultiples
from roce_lint.os.nxos.dialect import NxosDialect
from roce_lint.os.nxos.view_qos import LONG_CABLE_M
from roce_lint.platforms.datum import Known, value_or
from roce_lint.platforms.platform import SwitchPlatform


def polling_multiples(platform: SwitchPlatform) -> PollingMultiples | None:
    """Return the interval and the multipliers of the watchdog, as far as they are documented."""
    dialect = platform.dialect
    if not isinstance(dialect, NxosDialect):
        return None
    polls, stuck, restore = dialect.watchdog_interval_ms, dialect.shutdown_multiplier, dialect.auto_restore_multiplier
    if not (isinstance(polls, Known) and isinstance(stuck, Known) and isinstance(restore, Known)):
        return None
    return PollingMultiples(polls.value, stuck.value, restore.value)


def pauses_at_fixed_size(platform: SwitchPlatform, cable_length_m: int) -> bool:
    """Say whether the cable is so long that a pause buffer of a fixed size has to be given."""
    dialect = platform.dialect
    if not isinstance(dialect, NxosDialect):
        return False
    return cable_length_m > value_or(dialect.ingress_pause_mandatory_over_m, LONG_CABLE_M)
