"""Headroom in a packet memory of which nobody says into how many parts it is divided."""

from __future__ import annotations

from roce_lint.intent.view import SwitchView
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.platform import SwitchPlatform

NEGLIGIBLE_PART = 2
UNDIVIDED = "may be divided into parts, each for ports of its own, and no source says into how many"
"""What is said of chips of which no source speaks of parts: more than half cannot be in one of two."""


def crowded_memory(view: SwitchView, platform: SwitchPlatform, *, negligible_part: int, division: str) -> str:
    """Return a warning where the headroom of all ports is more than one in `negligible_part` of the memory.

    Below that, ports may lie unevenly and still fit their part. `division` says what is known of the parts.
    """
    total = platform.buffer.total_bytes
    if (
        not view.lossless_profile
        or not isinstance(total, SourcedValue)
        or isinstance(platform.buffer.partitions, SourcedValue)
    ):
        return ""
    headroom = {profile.name: profile.headroom_bytes for profile in view.profiles}
    asked = sum(entry.lossless for entry in view.classes) * sum(headroom.get(port.profile, 0) for port in view.ports)
    # What the whole memory cannot hold is reported at the tier.
    if asked * negligible_part <= total.value or asked >= total.value:
        return ""
    return (
        f"the {total.value // 1_000_000} MB of {platform.model} {division}; thresholds count all less"
        f" {asked / 1e6:.1f} MB of headroom, so that host ports and uplinks must be spread over the parts"
    )
