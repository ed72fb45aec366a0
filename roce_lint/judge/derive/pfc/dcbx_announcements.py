"""Priorities that switches tell their peers to send RoCE in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from roce_lint.judge.derive.pfc.priority_state import PriorityState
from roce_lint.model.device import Device, PortRef
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.judged import Judged
from roce_lint.model.logic import is_true
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class AnnouncementState:
    """What a port advertises about RoCE over DCBX."""

    priority: int
    """The priority that it advertises for RoCE, 0 to 7."""
    pauses_for: str
    """The priorities for which the port pauses, in words."""
    is_lossless: Fact[bool]
    """The port pauses for `priority`, or does not pause at all; placed at the line that advertises it."""


def judged_announcements(
    device: Device,
    inside: frozenset[str],
    common: Mapping[str, object],
    priorities: Callable[[PortRef], Sequence[PriorityState]],
) -> list[Judged]:
    """Return what the RoCE ports of a switch tell; `priorities` gives the eight of a port."""
    made = []
    for one in device.announced_priorities:
        if one.port not in inside:
            continue
        states = priorities(PortRef(device.name, one.port))
        pausing = [state.number for state in states if is_true(state.pauses)]
        pauses = states[one.priority].pauses
        lossless: Fact[bool] = Stated(one.priority in pausing or not pausing, one.source)
        if isinstance(pauses, Unknown):
            lossless = pauses
        result = AnnouncementState(one.priority, ", ".join(map(str, pausing)), lossless)
        made.append(Judged(device.name, one.port, one.source, {**common, "announcement": result}))
    return made
