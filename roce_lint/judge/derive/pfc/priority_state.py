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
    """One PFC priority of one port."""

    number: int
    """The priority, 0 to 7."""
    intended: bool
    """It is meant to be lossless in this fabric."""
    is_of_some_links: bool
    """It is intentionally lossless only on some links, with separate code points."""
    sends_pause: Fact[bool]
    """The port sends pause frames for it and PFC is on; unknown if DCBX decides."""
    obeys_pause: Fact[bool]
    """The port obeys received pause frames for it and PFC is on."""
    pauses: Fact[bool]
    """It sends pause frames and obeys them."""
    configured_no_drop: Fact[bool]
    """The priority is no-drop by configuration, even if PFC is off on the port."""
    configured_to_obey: Fact[bool]
    """A received pause is configured to stop a queue, even if PFC is off on the port."""
    headroom_is_stated: bool
    """The configuration sets `headroom_bytes`, or determines what the system computes."""
    headroom_origin: str
    """What the system computes the headroom from, in parentheses, if it does so."""
    left_to_system: str
    """The sizes that the configuration leaves to unpublished defaults, in words."""
    headroom_bytes: Fact[int]
    """Ingress memory beyond the xoff threshold, in bytes."""
    cable_delay_bytes: Fact[int]
    """Bytes in flight on the cable during one round trip."""
    headroom_floor_bytes: Fact[int]
    """The IEEE minimum in bytes: cable, the peer's response time and one frame each way. Chips need more."""
    advised_headroom_bytes: Fact[int]
    """The headroom to configure in bytes, as `tune` and `render` use it: published for the model or its chip, or
    computed.
    """
    published_headroom_bytes: Fact[int]
    """The headroom in bytes that is published for exactly this model, speed and cable length; unknown if none is."""
    response_bytes: Fact[int]
    """`headroom_floor_bytes` without a cable and with the smallest frames."""
    resume_offset_is_stated: bool
    """The configuration sets `resume_offset_bytes`."""
    resume_offset_bytes: Fact[int]
    """How far below the xoff threshold sending resumes, in bytes."""
    two_frames_bytes: Fact[int]
    """Two of the largest frames, in bytes."""
    alpha_is_stated: bool
    """The configuration sets `alpha`."""
    alpha: Fact[float]
    """The factor of a dynamic threshold: how much of the free buffer this priority may use."""
    is_best_effort_or_control: bool
    """The priority is 0, 1, 6 or 7."""
    is_reached: Fact[bool]
    """Some marking that the port trusts gets a class that pauses for it."""
    class_mtu_bytes: Fact[int]
    """The largest IP packet of the classes that pause for it, in bytes; 65535 if the system has no limit per class."""


def priority_state(
    port: Port,
    priority: Priority,
    *,
    advised: Fact[int],
    published: Fact[int],
    intended: bool,
    of_some_links: bool,
    reached: Fact[bool],
    length: Fact[int],
    frame_bytes: Fact[int],
) -> PriorityState:
    """Return the priority as rules see it.

    `advised` is the headroom to configure on the port, `published` that of its model; `reached` says whether some
    marking uses it; `frame_bytes` is the largest lossless frame of the link; `of_some_links` as in
    `Design.priorities_of_some_links`.
    """
    on = pfc_on(port)
    sends, obeys = all_of(on, priority.generates_pause), all_of(on, priority.honours_pause)
    return PriorityState(
        number=priority.number,
        intended=intended,
        is_of_some_links=of_some_links,
        sends_pause=sends,
        obeys_pause=obeys,
        pauses=all_of(sends, obeys),
        configured_no_drop=priority.generates_pause,
        configured_to_obey=priority.honours_pause,
        left_to_system=priority.group.left_to_system,
        headroom_is_stated=isinstance(priority.group.headroom_bytes, Stated) or bool(priority.group.sized_by),
        headroom_origin=f" ({priority.group.sized_by})" if priority.group.sized_by else "",
        headroom_bytes=priority.group.headroom_bytes,
        cable_delay_bytes=_cable_delay(port, length),
        headroom_floor_bytes=_floor(port, length, frame_bytes),
        advised_headroom_bytes=advised,
        published_headroom_bytes=published,
        response_bytes=_floor(port, Default(0, port.source, "for any cable length"), _SMALLEST_FRAME),
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
    speed = port.values.speed_gbps
    if isinstance(length, Unknown):
        return length
    if isinstance(speed, Unknown):
        return port.speed_gbps
    if speed.value <= 0 or length.value < 0:
        return Unknown("a speed or a cable length of 0", length.source)
    return Default(cable_delay_bytes(speed.value, length.value), length.source, "2 * length * speed in fiber")


def _floor(port: Port, length: Fact[int], frame_bytes: Fact[int]) -> Fact[int]:
    speed = port.values.speed_gbps
    if isinstance(length, Unknown):
        return length
    if isinstance(speed, Unknown):
        return port.speed_gbps
    if isinstance(frame_bytes, Unknown):
        return frame_bytes
    try:
        size = headroom_floor_bytes(speed.value, length.value, frame_bytes.value)
    except ValueError as problem:
        return Unknown(str(problem), port.speed_gbps.source)
    return Default(size, length.source, "cable delay, pause response time and one frame each way")
