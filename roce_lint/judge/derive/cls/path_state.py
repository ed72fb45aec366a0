"""What RoCE loses on the paths that it takes, as rules see it."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.paths.packet_crossing import Loss
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PathState:
    """One cause of packet loss, with one path on which it occurs if there is any."""

    loss: Loss
    """How packets lose what keeps them from being dropped: `class`, `pfc`, `queue`, `remap`, `rewrite` or `tunnel`."""
    is_absent: Fact[bool]
    """It occurs on no path; placed at the line that causes it."""
    dscp: int
    """The code point that the host sends."""
    arrives_as: int
    """The code point on the cable where packets are lost."""
    senders: str
    """The switch of the sending host."""
    receivers: str
    """The switch of the receiving host."""
    way: str
    """The switches of the path in order."""
    at: str
    """The switch and ingress port at which packets are lost."""
    because: str
    """What is wrong there, in words."""
    cause: str
    """The switch to fix."""
    when: str
    """What failed; empty if nothing did."""
    places: int
    """The number of cables at which the same cause has this effect, on this path or others."""
