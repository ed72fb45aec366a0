"""What RoCE loses on the paths that it takes, as rules see it."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.paths.packet_crossing import Loss
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PathState:
    """One way to lose packets, with one path on which it happens if there is any.

    `loss`: which way. `is_absent`: no path has it; the place is the line that causes it. `dscp`: what the host sends;
    `arrives_as`: the code point on the cable where packets are lost. `senders`, `receivers`: the switches of the two
    hosts. `way`: the switches of the path in order. `at`: the switch and port that takes the packets in where they
    are lost. `because`: what is wrong there. `cause`: the switch to mend. `when`: what failed, if anything did.
    `places`: cables at which the same cause has this effect, on this path or others.
    """

    loss: Loss
    is_absent: Fact[bool]
    dscp: int
    arrives_as: int
    senders: str
    receivers: str
    way: str
    at: str
    because: str
    cause: str
    when: str
    places: int
