"""One cable: what its two ends must agree on.

Whether the two ends of a cable come together in a bundle (IEEE 802.1AX).
"""

from __future__ import annotations

from roce_lint.judge.derive.cls.marking_state import MarkingState
from roce_lint.judge.derive.pfc.priority_state import PriorityState
from roce_lint.judge.derive.port_state import PortState
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import combine, is_false, is_true, map_fact
from roce_lint.model.terms import BundleMode
from roce_lint.os.registry import behaviour_of
from roce_lint.values import dataclass


def word_of(mode: BundleMode) -> str:
    """Return how a member joins, as systems write it."""
    return mode.value


def bundling(a: Fact[BundleMode], b: Fact[BundleMode]) -> Fact[bool]:
    """Return whether a bundle comes up, at the end that asks for nothing: by LACP, or without it at both ends."""
    first, second = (b, a) if known(a, None) is BundleMode.ACTIVE else (a, b)
    return combine(_come_together, first, second)


def _come_together(one: BundleMode, other: BundleMode) -> bool:
    if BundleMode.NO_LAG in (one, other):
        return False
    if BundleMode.STATIC in (one, other):
        return one is other
    return BundleMode.ACTIVE in (one, other)


_COUNTED_BYTES = 36
"""How far jumbo MTUs of two systems lie apart that count headers differently (Ethernet with tags, and FCS, twice)."""
_JUMBO_BYTES = 9000


@dataclass(frozen=True, slots=True)
class LinkState:
    """One cable. Its ends `a` and `b` are printed as `device port`."""

    a: str
    """One end."""
    b: str
    """The other end."""
    learnt_by: str
    """Where the cable is known from: `intent`, `cabling file`, `LLDP`, `/31 addresses` or `interface description`."""
    in_domain: bool
    """RoCE crosses the cable according to at least one end."""
    pfc_is_negotiated: bool
    """An end leaves PFC to DCBX."""
    cable_length_m: Fact[int]
    """The length of the cable in m; unknown if neither the cabling nor the intent states it."""
    a_ip_mtu_bytes: Fact[int]
    """The largest IP packet at `a`, in bytes."""
    b_ip_mtu_bytes: Fact[int]
    """The largest IP packet at `b`, in bytes."""
    this_end_ip_mtu_bytes: Fact[int]
    """The largest IP packet at the end where `mtu_agrees` is placed, in bytes."""
    other_end_ip_mtu_bytes: Fact[int]
    """The largest IP packet at the other end, in bytes."""
    mtu_agrees: Fact[bool]
    """Both ends accept packets of the same size; placed at the smaller one, or at the host if its switch port matches
    most ports of the switch. Ends of different systems also agree if the smaller MTU is the maximum of its system, or
    if both are jumbo and differ only by headers.
    """
    mtu_other_end: Fact[bool]
    """`mtu_agrees`, at the place of the other end."""
    a_speed_gbps: Fact[int]
    """The speed of `a` in Gb/s."""
    b_speed_gbps: Fact[int]
    """The speed of `b` in Gb/s."""
    speeds_are_stated: bool
    """Both ends state their speed."""
    speed_agrees: Fact[bool]
    """Both ends have the same speed; placed at the slower one."""
    a_bundle_mode: Fact[str]
    """How `a` joins a LAG: `active` or `passive` (LACP), `on` or `static` (without), `no LAG` (a bond such as
    active-backup)."""
    b_bundle_mode: Fact[str]
    """How `b` joins a LAG."""
    bundling_agrees: Fact[bool]
    """The ends form one LAG, either with LACP that at least one end initiates or without LACP; placed at the end that
    does not initiate it.
    """


@dataclass(frozen=True, slots=True)
class LinkPriorityState:
    """One PFC priority on one cable."""

    number: int
    """The priority, 0 to 7."""
    intended: bool
    """It is meant to be lossless in this fabric."""
    faulty_end: str
    """The end to fix, as `device port`: a priority that should be lossless is not, or vice versa."""
    healthy_end: str
    """The other end."""
    faulty_end_pauses: Fact[bool]
    """The end to fix pauses for the priority."""
    faulty_end_is_off: bool
    """The end to fix pauses for no priority."""
    healthy_end_pauses: Fact[bool]
    """The other end pauses for the priority."""
    difference: str
    """The priorities for which each end pauses, or the end that does not obey, in words."""
    intended_one_differs: bool
    """The ends disagree about a priority that is meant to be lossless; a difference in another priority is a
    consequence of that fault.
    """
    is_best_effort_or_control: bool
    """The priority is 0, 1, 6 or 7."""
    reported_for_lower_priority: bool
    """The same line makes the ends disagree about a lower priority, or the same end has an extra lower priority: one
    wrong mask is one fault.
    """
    ends_agree: Fact[bool]
    """Pauses are obeyed in both directions; placed at the end to fix."""
    other_end: Fact[bool]
    """`ends_agree`, at the place of the other end."""


@dataclass(frozen=True, slots=True)
class LinkMarkingState:
    """One RoCE code point that crosses one cable from `sender` to `receiver`."""

    dscp: int
    """The code point, 0 to 63."""
    sender: str
    """The sending end, as `device port`."""
    receiver: str
    """The receiving end, as `device port`."""
    both_ends_lossless: bool
    """Both ends give the code point a class that pauses."""
    pfc_ends_agree: bool
    """The ends are not known to pause for different priorities, which would be a separate fault."""
    sender_is_consistent: bool
    """The sender's own pauses for the code point are not known to stop a queue other than the one it uses."""
    receiver_priorities: Fact[frozenset[int]]
    """The priorities of the pause frames that the receiver sends for the code point."""
    sender_priorities: Fact[frozenset[int]]
    """The priorities of the pause frames that the sender sends for it."""
    sender_queue: Fact[int]
    """The queue in which the sender holds it."""
    pause_reaches_its_queue: Fact[bool]
    """The receiver's pause frames for the code point stop `sender_queue`."""


@dataclass(frozen=True, slots=True)
class LinkEndState:
    """One end of a link: its name and what was derived for its port."""

    label: str
    port: PortState
    priorities: tuple[PriorityState, ...]
    markings: tuple[MarkingState, ...]
    stops: tuple[Fact[frozenset[int]], ...]
    """Egress queues that a received pause stops, per priority."""
    is_host: bool
    mtu_is_usual: bool = False
    """Most RoCE ports of the switch, and at least two, have this IP MTU."""


def link_state(
    a: LinkEndState,
    b: LinkEndState,
    learnt_by: str,
    length: Fact[int],
    modes: tuple[Fact[BundleMode], Fact[BundleMode]],
) -> LinkState:
    """Return the cable as rules see it; `modes`: how either end joins a bundle."""
    mtu_a, mtu_b = a.port.mtu.ip_mtu_bytes, b.port.mtu.ip_mtu_bytes
    small_end, large_end = (a, b) if _value(mtu_a) <= _value(mtu_b) else (b, a)
    smaller, larger = small_end.port.mtu.ip_mtu_bytes, large_end.port.mtu.ip_mtu_bytes
    host_exceeds = large_end.is_host and small_end.mtu_is_usual
    return LinkState(
        a=a.label,
        b=b.label,
        learnt_by=learnt_by,
        in_domain=is_true(a.port.in_domain) or is_true(b.port.in_domain),
        pfc_is_negotiated=a.port.pauses.pfc_is_negotiated or b.port.pauses.pfc_is_negotiated,
        cable_length_m=length,
        a_ip_mtu_bytes=mtu_a,
        b_ip_mtu_bytes=mtu_b,
        this_end_ip_mtu_bytes=larger if host_exceeds else smaller,
        other_end_ip_mtu_bytes=smaller if host_exceeds else larger,
        mtu_agrees=_from(large_end if host_exceeds else small_end, _fits(smaller, larger, small_end, large_end)),
        mtu_other_end=_from(
            small_end if host_exceeds else large_end, combine(lambda one, other: one == other, larger, smaller)
        ),
        a_speed_gbps=a.port.speed_gbps,
        b_speed_gbps=b.port.speed_gbps,
        speeds_are_stated=isinstance(a.port.speed_gbps, Stated) and isinstance(b.port.speed_gbps, Stated),
        speed_agrees=combine(lambda one, other: one == other, a.port.speed_gbps, b.port.speed_gbps),
        a_bundle_mode=map_fact(word_of, modes[0]),
        b_bundle_mode=map_fact(word_of, modes[1]),
        bundling_agrees=bundling(*modes),
    )


def _fits(smaller: Fact[int], larger: Fact[int], small_end: LinkEndState, large_end: LinkEndState) -> Fact[bool]:
    """Say whether the MTUs agree; a host may use less than its switch takes, but not more."""
    if small_end.is_host and not large_end.is_host:
        return combine(lambda one, other: one <= other, smaller, larger)
    if small_end.port.os != large_end.port.os and not small_end.is_host and not large_end.is_host:
        most = behaviour_of(small_end.port.os).largest_ip_mtu_bytes
        return combine(lambda one, other: one in (other, most) or _counted_otherwise(one, other), smaller, larger)
    return combine(lambda one, other: one == other, smaller, larger)


def _counted_otherwise(smaller: int, larger: int) -> bool:
    """Say whether both carry what a host sends in jumbo frames, and only differ by what a system counts."""
    return smaller > _JUMBO_BYTES and larger - smaller <= _COUNTED_BYTES


def _from(end: LinkEndState, fact: Fact[bool]) -> Fact[bool]:
    """Return the fact placed at the MTU of one end."""
    mtu = end.port.mtu.ip_mtu_bytes
    if isinstance(fact, Unknown) or isinstance(mtu, Unknown):
        return fact
    return map_fact(lambda _: fact.value, mtu)


def _value(fact: Fact[int]) -> int:
    return 0 if isinstance(fact, Unknown) else fact.value


def link_priority_state(a: LinkEndState, b: LinkEndState, number: int) -> LinkPriorityState:
    """Return one priority of the cable as rules see it."""
    one, other = a.priorities[number], b.priorities[number]
    intended = one.intended or other.intended
    faulty_end, healthy_end = _faulty_end_first(a, b, number)
    odd, good = faulty_end.priorities[number], healthy_end.priorities[number]
    agree = _agreement(odd, good)
    return LinkPriorityState(
        number=number,
        intended=intended,
        faulty_end=faulty_end.label,
        healthy_end=healthy_end.label,
        faulty_end_pauses=odd.pauses,
        faulty_end_is_off=not known(faulty_end.port.pauses.pfc_priorities, frozenset({number})),
        healthy_end_pauses=good.pauses,
        difference=_difference(faulty_end, healthy_end, number),
        intended_one_differs=any(
            not ends_agree_on(a, b, priority.number)
            for priority, peer in zip(a.priorities, b.priorities, strict=True)
            if priority.intended or peer.intended
        ),
        is_best_effort_or_control=one.is_best_effort_or_control,
        reported_for_lower_priority=is_false(agree) and _reported_for_lower_priority(a, b, number, agree.source),
        ends_agree=agree,
        other_end=good.pauses,
    )


def _difference(faulty_end: LinkEndState, healthy_end: LinkEndState, number: int) -> str:
    odd, good = faulty_end.priorities[number], healthy_end.priorities[number]
    if is_true(odd.sends_pause) and is_true(good.sends_pause):
        deaf = "the other end" if is_true(odd.obeys_pause) else "this end"
        return f"both ends send pauses for it, but {deaf} ignores them"
    this, other = (_numbers(end.port.pauses.pfc_priorities) for end in (faulty_end, healthy_end))
    return f"this end pauses for {this}, the other end for {other}"


def _numbers(priorities: Fact[frozenset[int]]) -> str:
    if isinstance(priorities, Unknown):
        return "an unknown set"
    return ", ".join(map(str, sorted(priorities.value))) or "none"


def _faulty_end_first(a: LinkEndState, b: LinkEndState, number: int) -> tuple[LinkEndState, LinkEndState]:
    """Return the ends with the one to fix first: it lacks an intended priority, or has one that is not intended."""
    one, other = a.priorities[number], b.priorities[number]
    intended = one.intended or other.intended
    if (is_false(other.pauses) and intended) or (is_true(other.pauses) and not intended):
        return b, a
    return a, b


def _reported_for_lower_priority(a: LinkEndState, b: LinkEndState, number: int, place: Source) -> bool:
    intended = a.priorities[number].intended or b.priorities[number].intended
    for lower in range(number):
        if (a.priorities[lower].intended or b.priorities[lower].intended) != intended:
            continue
        faulty_end, healthy_end = _faulty_end_first(a, b, lower)
        agree = _agreement(faulty_end.priorities[lower], healthy_end.priorities[lower])
        is_one_more = not intended and faulty_end is _faulty_end_first(a, b, number)[0]
        if is_false(agree) and (agree.source == place or is_one_more):
            return True
    return False


def _agreement(odd: PriorityState, good: PriorityState) -> Fact[bool]:
    """Say whether each end obeys what the other sends; placed at the deciding fact of the odd end."""
    for fact in (odd.sends_pause, odd.obeys_pause, good.sends_pause, good.obeys_pause):
        if isinstance(fact, Unknown):
            return fact
    forth = combine(lambda sends, obeys: sends == obeys, odd.sends_pause, good.obeys_pause)
    back = combine(lambda obeys, sends: sends == obeys, odd.obeys_pause, good.sends_pause)
    if is_true(forth) and is_true(back):
        return forth
    deciding = odd.configured_no_drop if is_true(odd.pauses) else odd.pauses
    if isinstance(deciding, Stated):
        return Stated(False, deciding.source)
    because = deciding.because
    return Default(False, deciding.source, because)


def ends_agree_on(a: LinkEndState, b: LinkEndState, number: int) -> bool:
    """Say whether nothing known about the two ends contradicts each other for this priority."""
    return not is_false(_agreement(a.priorities[number], b.priorities[number]))


def link_marking_state(sender: LinkEndState, receiver: LinkEndState, dscp: int) -> LinkMarkingState | None:
    """Return what happens to one marking from `sender` to `receiver`; None where an end does not classify it."""
    sent = next((marking for marking in sender.markings if marking.dscp == dscp), None)
    received = next((marking for marking in receiver.markings if marking.dscp == dscp), None)
    if sent is None or received is None:
        return None
    return LinkMarkingState(
        dscp=dscp,
        sender=sender.label,
        receiver=receiver.label,
        both_ends_lossless=is_true(sent.class_is_lossless) and is_true(received.class_is_lossless),
        pfc_ends_agree=all(ends_agree_on(sender, receiver, number) for number in range(len(sender.priorities))),
        sender_is_consistent=not is_false(sent.pauses_stop_its_queue),
        receiver_priorities=received.pause_priorities,
        sender_priorities=sent.pause_priorities,
        sender_queue=sent.queue,
        pause_reaches_its_queue=_reaches(sender, sent, received),
    )


def _reaches(sender: LinkEndState, sent: MarkingState, received: MarkingState) -> Fact[bool]:
    pausing, queue = received.pause_priorities, sent.queue
    if isinstance(pausing, Unknown):
        return pausing
    if isinstance(queue, Unknown):
        return queue
    for number in sorted(pausing.value):
        stopped = sender.stops[number]
        if isinstance(stopped, Unknown):
            return stopped
        if is_true(sender.priorities[number].obeys_pause) and queue.value not in stopped.value:
            return Stated(False, received.traffic_class.source)
    if not isinstance(sent.pause_priorities, Unknown) and not (pausing.value & sent.pause_priorities.value):
        return Stated(False, received.traffic_class.source)
    return Default(True, received.traffic_class.source, "the pause stops the queue that holds the marking")
