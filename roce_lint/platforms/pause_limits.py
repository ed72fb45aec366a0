"""What the configuration of a platform can state about pauses, buffers and the watchdog, in words of all systems."""

from __future__ import annotations

from enum import Enum

from roce_lint.platforms.datum import Range
from roce_lint.values import dataclass


class HeadroomScope(Enum):
    """For what a configuration can state a headroom."""

    PORT = "port"
    SWITCH = "switch"
    """One size for all ports."""
    NONE = "none"


class AlphaScope(Enum):
    """For which lossless classes a configuration can state a dynamic threshold."""

    EACH = "each"
    ALL = "all"
    """One for all of them."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PollingMultiples:
    """A watchdog whose times are multiples of its polling interval: ranges of the interval in ms and of both.

    `usual_recovery` is the device's own multiple, for a recovery that nobody asks for.
    """

    polling_ms: Range
    detection: Range
    recovery: Range
    usual_recovery: int


@dataclass(frozen=True, slots=True)
class PauseLimits:
    """What can be stated on one platform; without further words nothing can.

    `largest_pause_bytes`: the latest xoff threshold that a queue can be given, 0 where none is documented.
    `fixed_pause_from_m`: ports with cables of so many metres, or more, pause at a fixed fill level and not by what is
    left; None where no port does. `polling`: how the times of the watchdog follow from its polling interval; None where
    they do not.
    """

    headroom: HeadroomScope = HeadroomScope.NONE
    alpha: AlphaScope = AlphaScope.NONE
    largest_pause_bytes: int = 0
    fixed_pause_from_m: int | None = None
    polling: PollingMultiples | None = None

    def pauses_at_fixed_size(self, cable_length_m: int) -> bool:
        """Say whether a port with such a cable pauses at a fixed fill level."""
        return self.fixed_pause_from_m is not None and cable_length_m >= self.fixed_pause_from_m
