"""What Cumulus Linux can state about pauses; nothing of it depends on the model."""

from __future__ import annotations

from roce_lint.platforms.datum import Range
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.pause_limits import AlphaScope, HeadroomScope, PauseLimits, PollingMultiples
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.sheet import Section

POLLING_MS, ROBUSTNESS = Range(100, 5000), Range(1, 1000)
"""Source: NVUE, qos pfc-watchdog."""


class CumulusDialect(Dialect):
    """Cumulus Linux: headroom follows from speed and cable-length, which NVIDIA advises to leave to the switch."""

    __slots__ = ()

    def pause_limits(self, platform: SwitchPlatform) -> PauseLimits:
        """Return what can be stated: a watchdog in multiples of its polling interval, which is also its recovery."""
        polling = PollingMultiples(POLLING_MS, ROBUSTNESS, Range(1, 1), 1)
        return PauseLimits(HeadroomScope.NONE, AlphaScope.ALL, polling=polling)


def cumulus_dialect(section: Section) -> CumulusDialect:
    """Return the dialect. Raises PlatformError for any key: there is none."""
    section.allow()
    return CumulusDialect()
