"""How much a port holds for link-layer retry until the other end acknowledges it.

No standard gives the numbers. The design document of SONiC has four rows of 200G and 400G and calls them illustrative;
the formula below is fitted to them (within 3.2 %), and as illustrative as they are.
"""

from __future__ import annotations

import math

from roce_lint.values import dataclass

NS_PER_METRE = 5.0
"""Light in fibre, one way."""
ANSWER_NS = 1185.0
FITTED_NS_PER_METRE = 5.3
FRAME_BYTES = 511
"""Sources: fitted to SONiC doc/llr/llr_profile_lookup.ini.sample (SONiC 98de38fd), rows of 5 m and 40 m."""


@dataclass(frozen=True, slots=True)
class ReplaySize:
    """Sizes of a replay buffer: `replay_bytes` and `replay_frames`."""

    replay_bytes: int
    replay_frames: int


def round_trip_ns(length_m: float) -> float:
    """Return how long an acknowledgement takes at least: both ways through the cable, in ns."""
    return 2 * NS_PER_METRE * length_m


def answer_ns(length_m: float) -> float:
    """Return how long an acknowledgement takes as in the sample: both ways, and the time that the other end needs."""
    return round_trip_ns(length_m) + ANSWER_NS


def smallest_replay_bytes(speed_gbps: float, length_m: float) -> int:
    """Return what is in flight until an acknowledgement can be there; with less the link cannot run at its speed.

    2 * length_m * 5 ns * speed_gbps / 8.
    """
    return math.ceil(speed_gbps / 8 * round_trip_ns(length_m))


def illustrative_replay(speed_gbps: float, length_m: float) -> ReplaySize:
    """Return sizes like those of the sample: (1185 ns + 5.3 ns/m * length_m) * speed_gbps / 8, frames of 511 bytes."""
    size = math.ceil(speed_gbps / 8 * (ANSWER_NS + FITTED_NS_PER_METRE * length_m))
    return ReplaySize(size, math.ceil(size / FRAME_BYTES))
