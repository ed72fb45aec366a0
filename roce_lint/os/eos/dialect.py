"""Keywords and limits of EOS's own language on one platform."""

from __future__ import annotations

from enum import Enum

from roce_lint.platforms.datum import Datum, Range
from roce_lint.platforms.dialect import Dialect
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


def eos_dialect(section: Section) -> EosDialect:
    """Return what the section says. Raises PlatformError for anything missing, unknown or malformed."""
    section.allow(*EosDialect.__slots__)
    return EosDialect(
        section.datum("queue_keyword", member_of(QueueKeyword)),
        section.datum("headroom_pool_bytes", number_range),
        section.datum("guaranteed_bandwidth_for_watchdog", boolean),
    )
