"""One PFC priority of one port: whether it pauses, and whether its headroom can hold what is in flight."""

from __future__ import annotations

from roce_lint.fabric.port_basics import pfc_on
from roce_lint.model.device import Port
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import all_of, map_fact
from roce_lint.model.qos import BEST_EFFORT_OR_CONTROL, Priority
from roce_lint.tuning.headroom import cable_delay_bytes, headroom_floor_bytes
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PriorityState:
    """`sends_pause`, `obeys_pause`: effective on the port, PFC's own switch included. `pauses` is both.

    `configured_no_drop`: the priority is no-drop in the configuration, whatever the port's PFC switch says;
    `configured_to_obey`: likewise, a received pause stops a queue.
    `intended`: the fabric means it to be lossless. `differs_from_peer`: the other end of the cable does something
    else (then the link is judged, not the port). `cable_tells_it`: the line that keeps this priority from pausing makes
    the ends of a cable of this device differ as well, and is told there. `headroom_is_stated`: the configuration gives
    a number of bytes. `left_to_system`: the sizes that it leaves to defaults which nobody can compare.
    `resume_offset_bytes`: how far below the pause point sending resumes; `two_frames_bytes`: two of the largest frames.
    `cable_delay_bytes`: bytes in flight on the cable, both ways; `headroom_floor_bytes`: that, the peer's response
    time and one frame each way; `response_bytes`: the same without a cable and with the smallest frames.
    `is_best_effort_or_control`: 0, 1, 6 or 7. `is_reached`: some marking that the port looks at gets a class that
    pauses for it. `class_mtu_bytes`: largest IP packet of the
    classes that pause for it; 65535 where an OS has no limit per class.
    """

    number: int
    intended: bool
    differs_from_peer: bool
    cable_tells_it: bool
    sends_pause: Fact[bool]
    obeys_pause: Fact[bool]
    pauses: Fact[bool]
    configured_no_drop: Fact[bool]
    configured_to_obey: Fact[bool]
    headroom_is_stated: bool
    left_to_system: str
    headroom_bytes: Fact[int]
    cable_length_is_known: bool
    cable_delay_bytes: Fact[int]
    headroom_floor_bytes: Fact[int]
    response_bytes: Fact[int]
    resume_offset_is_stated: bool
    resume_offset_bytes: Fact[int]
    two_frames_bytes: Fact[int]
    alpha_is_stated: bool
    alpha: Fact[float]
    is_best_effort_or_control: bool
    is_reached: Fact[bool]
    class_mtu_bytes: Fact[int]


def priority_state(
    port: Port,
    priority: Priority,
    *,
    intended: bool,
    differs: bool,
    reached: Fact[bool],
    length: Fact[int],
    frame_bytes: Fact[int],
) -> PriorityState:
    """Return the priority as rules see it.

    `reached` says whether some marking uses it; `frame_bytes` is the largest lossless frame of the link.
    """
    on = pfc_on(port)
    sends, obeys = all_of(on, priority.generates_pause), all_of(on, priority.honours_pause)
    return PriorityState(
        number=priority.number,
        intended=intended,
        differs_from_peer=differs,
        cable_tells_it=False,
        sends_pause=sends,
        obeys_pause=obeys,
        pauses=all_of(sends, obeys),
        configured_no_drop=priority.generates_pause,
        configured_to_obey=priority.honours_pause,
        left_to_system=priority.group.left_to_system,
        headroom_is_stated=isinstance(priority.group.headroom_bytes, Stated),
        headroom_bytes=priority.group.headroom_bytes,
        cable_length_is_known=not isinstance(length, Unknown),
        cable_delay_bytes=_cable_delay(port, length),
        headroom_floor_bytes=_floor(port, length, frame_bytes),
        response_bytes=_floor(port, Default(0, port.source, "however short the cable"), _SMALLEST_FRAME),
        resume_offset_is_stated=isinstance(priority.group.resume_offset_bytes, Stated),
        resume_offset_bytes=priority.group.resume_offset_bytes,
        two_frames_bytes=map_fact(lambda size: 2 * size, frame_bytes),
        alpha_is_stated=isinstance(priority.group.alpha, Stated),
        alpha=priority.group.alpha,
        is_best_effort_or_control=priority.number in BEST_EFFORT_OR_CONTROL,
        is_reached=reached,
        class_mtu_bytes=_class_mtu(port, priority),
    )


_SMALLEST_FRAME: Fact[int] = Default(64, NOWHERE, "the smallest frame")


def _class_mtu(port: Port, priority: Priority) -> Fact[int]:
    smallest: Fact[int] = Default(65_535, port.source, "no class that pauses for this priority limits the packet size")
    for traffic_class in port.qos.classes:
        if priority.number in known(traffic_class.pause_priorities, frozenset()):
            limit = traffic_class.mtu_limit_bytes
            if isinstance(limit, Unknown):
                return limit
            if limit.value < known(smallest, 0):
                smallest = limit
    return smallest


def _cable_delay(port: Port, length: Fact[int]) -> Fact[int]:
    speed = port.speed_gbps
    if isinstance(length, Unknown):
        return length
    if isinstance(speed, Unknown):
        return speed
    if speed.value <= 0 or length.value < 0:
        return Unknown("a speed or a cable length of nothing", length.source)
    return Default(cable_delay_bytes(speed.value, length.value), length.source, "2 * length * speed in fibre")


def _floor(port: Port, length: Fact[int], frame_bytes: Fact[int]) -> Fact[int]:
    speed = port.speed_gbps
    if isinstance(length, Unknown):
        return length
    if isinstance(speed, Unknown):
        return speed
    if isinstance(frame_bytes, Unknown):
        return frame_bytes
    try:
        size = headroom_floor_bytes(speed.value, length.value, frame_bytes.value)
    except ValueError as problem:
        return Unknown(str(problem), speed.source)
    return Default(size, length.source, "cable delay, pause response time and one frame each way")
