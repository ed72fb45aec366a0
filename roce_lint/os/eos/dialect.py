"""Keywords and limits of EOS's own language on one platform."""

from __future__ import annotations

from enum import Enum

from roce_lint.platforms.datum import Datum, Range
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.pause_limits import AlphaScope, HeadroomScope, PauseLimits
from roce_lint.platforms.platform import Feature, SwitchPlatform
from roce_lint.platforms.sheet import Section, boolean, member_of, number_range
from roce_lint.values import dataclass


class QueueKeyword(Enum):
    """The EOS sub-mode that holds a unicast queue; exactly one of them is valid on a platform."""

    TX_QUEUE = "tx-queue"
    UC_TX_QUEUE = "uc-tx-queue"


@dataclass(frozen=True, slots=True)
class EosDialect(Dialect):
    """EOS: the queue sub-mode, and the limits of the MMU profile and of the headroom pool."""

    queue_keyword: Datum[QueueKeyword]
    headroom_pool_bytes: Datum[Range]
    guaranteed_bandwidth_for_watchdog: Datum[bool]

    def pause_limits(self, platform: SwitchPlatform) -> PauseLimits:
        """Return what can be stated: one buffer profile serves all ports of a Trident or Tomahawk."""
        has_profile = platform.supports(Feature.MMU_PROFILE)
        return PauseLimits(HeadroomScope.SWITCH if has_profile else HeadroomScope.NONE, AlphaScope.EACH)


def eos_dialect(section: Section) -> EosDialect:
    """Return what the section says. Raises PlatformError for anything missing, unknown or malformed."""
    section.allow(*EosDialect.__slots__)
    return EosDialect(
        section.datum("queue_keyword", member_of(QueueKeyword)),
        section.datum("headroom_pool_bytes", number_range),
        section.datum("guaranteed_bandwidth_for_watchdog", boolean),
    )
