"""What Junos can state about pauses; nothing of it depends on the model."""

from __future__ import annotations

from roce_lint.platforms.datum import Range
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.pause_limits import AlphaScope, HeadroomScope, PauseLimits, PollingMultiples
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.sheet import Section

POLLING_MS, DETECTION, RECOVERY = Range(100, 1000), Range(2, 10), Range(1, 100)
"""Polling intervals, and how many of them detection and recovery last.

Source: Juniper, PFC Watchdog, for the defaults of 100 ms, 2 intervals and 200 ms, which are the least that is written.
"""


class JunosDialect(Dialect):
    """Junos: headroom follows from speed and cable-length, the threshold of pauses from an index of no known worth."""

    __slots__ = ()

    def pause_limits(self, platform: SwitchPlatform) -> PauseLimits:
        """Return what can be stated: a watchdog whose times count polling intervals."""
        polling = PollingMultiples(POLLING_MS, DETECTION, RECOVERY, 2)
        return PauseLimits(HeadroomScope.NONE, AlphaScope.NONE, polling=polling)


def junos_dialect(section: Section) -> JunosDialect:
    """Return the dialect. Raises PlatformError for any key: there is none."""
    section.allow()
    return JunosDialect()
