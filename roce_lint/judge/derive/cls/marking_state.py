"""What one marking (a RoCE or CNP code point) becomes when it enters one port."""

from __future__ import annotations

from roce_lint.fabric.marking_places import (
    at_entrance,
    at_strict_class,
    class_at_line_to_change,
    class_for,
    class_named,
    is_stray_pause,
)
from roce_lint.fabric.port_basics import trusts_dscp
from roce_lint.judge.derive.cls.device_classes import DeviceClasses, is_lossless
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import any_of, combine, is_false, is_true, map_fact
from roce_lint.model.qos import BEST_EFFORT_OR_CONTROL, TrafficClass
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class MarkingState:
    """One code point of RoCE or of CNPs on one port."""

    dscp: int
    """The code point, 0 to 63."""
    purpose: str
    """`roce` or `cnp`."""
    trusts_dscp: Fact[bool]
    """The port classifies by DSCP."""
    traffic_class: Fact[str]
    """The class that the packet actually gets, taking the port's trust into account."""
    class_is_lossless: Fact[bool]
    """Ports of this device pause for that class."""
    lossless_by_stray_priority: bool
    """That class pauses only because of PFC on a best-effort or control priority, which is a separate fault."""
    class_pauses_by_design: bool
    """That class pauses for a lossless priority of the design, and a pause received for it stops the class's queue."""
    some_class_is_lossless: bool
    """Ports of this device pause for some class, or have a no-drop priority that no class uses."""
    pause_priorities: Fact[frozenset[int]]
    """The priorities of the pause frames that the class sends from this port."""
    hosts_priority: int
    """The priority that hosts use for the code point unless configured otherwise: the DSCP divided by 8."""
    pauses_hosts_priority: Fact[bool]
    """The class pauses `hosts_priority`, or something besides the pause priority is not of that number, or lines give
    the code point its class and the class its queue, or the configuration of hosts is known."""
    queue: Fact[int]
    """The egress queue of the class."""
    pauses_stop_its_queue: Fact[bool]
    """A pause received for the priority of the class stops that queue and not another."""
    shares_roce_queue: Fact[bool]
    """RoCE data uses the same queue."""
    shares_best_effort_queue: Fact[bool]
    """Unmarked packets (DSCP 0) use the same queue."""
    class_mtu_bytes: Fact[int]
    """The largest IP packet that the class carries, in bytes."""
    is_mapped_explicitly: Fact[bool]
    """The configuration maps the code point explicitly instead of relying on a vendor default."""
    leaves_as: Fact[int]
    """The code point to which the port rewrites the class."""
    is_rewritten: bool
    """`leaves_as` is another code point than `dscp`."""
    leaves_as_intended: Fact[bool]
    """`leaves_as` is a code point of the same purpose."""
    next_hop_keeps_class: Fact[bool]
    """The next switch maps both code points to the same class."""
    next_hop_tells_it: bool
    """Some port of this device has a next hop that does not."""
    class_in_idle_map: Fact[str]
    """The class that an egress rewrite map assigns to the code point while rewriting is off; its actual class if there
    is none.
    """
    is_in_that_class: Fact[bool]
    """The code point gets `class_in_idle_map` on arrival."""
    is_policed: Fact[bool]
    """An ingress rate limit drops packets that exceed it."""


def marking_state(
    port: Port,
    dscp: int,
    purpose: str,
    classes: DeviceClasses,
    roce_dscps: frozenset[int],
    alike: frozenset[int],
    *,
    hosts_are_known: bool,
    is_named: bool = False,
) -> MarkingState:
    """Return the marking as rules see it; `alike` are all code points of its purpose.

    `is_named`: a line of the device asks for what its vendor sets for RoCE, which includes the maps.
    """
    name = class_at_line_to_change(
        port, dscp, class_for(port, dscp), roce_dscps - {dscp} if purpose == "cnp" else frozenset()
    )
    if purpose == "cnp":
        name = at_strict_class(port, name)
    lossless = is_lossless(name, classes)
    leaves_as = _leaves_as(port, dscp, name)
    idle = _class_in_idle_map(port, dscp, name)
    own_class = Default(True, port.source, "every map of egress marks takes effect")
    traffic_class = class_named(port, name)
    queue, pausing, mtu = _of_class(traffic_class)
    stops = _stops(port, name, queue, pausing)
    return MarkingState(
        dscp=dscp,
        purpose=purpose,
        trusts_dscp=trusts_dscp(port),
        traffic_class=name,
        class_is_lossless=at_entrance(port, dscp, lossless, classes.lossless, roce_dscps - {dscp})
        if purpose == "roce"
        else _at_stray_pause(traffic_class, port, lossless),
        lossless_by_stray_priority=not isinstance(name, Unknown) and name.value in classes.by_stray_priority,
        class_pauses_by_design=known(name, "") in classes.of_design and not is_false(stops),
        some_class_is_lossless=classes.some_priority_pauses,
        pause_priorities=pausing,
        hosts_priority=dscp >> 3,
        pauses_hosts_priority=_pauses(dscp >> 3, pausing, queue)
        if purpose == "roce" and not hosts_are_known and not _is_meant(name, queue, pausing)
        else Default(True, port.source, "not compared"),
        queue=queue,
        pauses_stop_its_queue=stops,
        shares_roce_queue=_shared(port, name, queue, roce_dscps if purpose != "roce" else frozenset()),
        shares_best_effort_queue=_shared(port, name, queue, frozenset({0})),
        class_mtu_bytes=mtu,
        is_mapped_explicitly=_explicit(name, is_named=is_named),
        leaves_as=leaves_as,
        is_rewritten=not isinstance(leaves_as, Unknown) and leaves_as.value != dscp,
        leaves_as_intended=map_fact(lambda left: left in alike, leaves_as),
        next_hop_keeps_class=Default(True, port.source, "the configuration of the next hop is not known"),
        next_hop_tells_it=False,
        class_in_idle_map=idle,
        is_policed=_is_policed(port, dscp),
        is_in_that_class=own_class if idle is name else combine(lambda meant, got: meant == got, idle, name),
    )


def _is_meant(name: Fact[str], queue: Fact[int], pausing: Fact[frozenset[int]]) -> bool:
    """Say whether lines give the code point a class that is called after the priority which it pauses, and a queue."""
    stated = isinstance(name, Stated) and isinstance(queue, Stated)
    return stated and {known(name, "")} == {str(number) for number in known(pausing, frozenset[int]())}


def _of_class(found: TrafficClass | Unknown) -> tuple[Fact[int], Fact[frozenset[int]], Fact[int]]:
    """Return the queue, the pause priorities and the MTU of a traffic class."""
    if isinstance(found, Unknown):
        return found, found, found
    return found.queue, found.pause_priorities, found.mtu_limit_bytes


def _pauses(priority: int, pausing: Fact[frozenset[int]], queue: Fact[int]) -> Fact[bool]:
    """Say whether a class pauses the priority of its code point, where its queue has that number too."""
    is_numbered_alike = not isinstance(queue, Unknown) and queue.value == priority
    if not isinstance(pausing, Stated) or not pausing.value or priority in pausing.value or not is_numbered_alike:
        return Default(True, pausing.source, "nothing else has the number of the priority")
    return Stated(False, pausing.source)


def _is_policed(port: Port, dscp: int) -> Fact[bool]:
    for policer in port.qos.classification.policers:
        if dscp in policer.dscps:
            return Stated(True, policer.source)
    return Default(False, port.source, "no policer applies to this code point")


def _class_in_idle_map(port: Port, dscp: int, name: Fact[str]) -> Fact[str]:
    """Return the class that a line of an egress map without effect names for the code point, or its own class."""
    if is_false(port.qos.rewrite_enabled):
        tied = [one for one in port.qos.rewrites if isinstance(one.dscp, Stated) and one.dscp.value == dscp]
        if tied:
            return Stated(tied[0].traffic_class, tied[0].dscp.source)
    return name


def _leaves_as(port: Port, dscp: int, name: Fact[str]) -> Fact[int]:
    """Return the DSCP that the port's rewriting gives the class; what a default map writes is due to its switch.

    A policy at ingress writes before the map of the egress does, and EOS rewrites by the class, whatever was written.
    """
    remarked = next((one for one in port.qos.classification.remarks if dscp in one.dscps), None)
    if remarked and is_false(port.qos.rewrite_enabled):
        return Stated(remarked.dscp, remarked.source)
    enabled = port.qos.rewrite_enabled
    if isinstance(enabled, Unknown):
        return enabled
    unchanged = Default(dscp, enabled.source, "the port does not rewrite the DSCP of this class")
    if not enabled.value:
        return unchanged
    if isinstance(name, Unknown):
        return name
    for rewrite in port.qos.rewrites:
        if rewrite.traffic_class == name.value:
            written = rewrite.dscp
            return Stated(written.value, enabled.source) if isinstance(written, Default) else written
    return unchanged


def unmarked_is_lossless(port: Port, classes: DeviceClasses, roce_dscps: frozenset[int]) -> Fact[bool]:
    """Say whether packets without a marking (ARP, neighbor discovery, DSCP 0) get a class that pauses.

    A routed port forwards IP packets only, so where it trusts the DSCP every packet has one. Where a default decides
    the class, the place is what makes that class lossless.
    """
    otherwise = port.qos.classification.traffic_class_otherwise
    if 0 in roce_dscps:
        return is_lossless(otherwise, classes)
    unmarked = class_for(port, 0)
    by_dscp = _at_pause(port, unmarked, is_lossless(class_at_line_to_change(port, 0, unmarked, roce_dscps), classes))
    if is_true(port.routed) and is_true(trusts_dscp(port)):
        return by_dscp
    return any_of(_at_pause(port, otherwise, is_lossless(otherwise, classes)), by_dscp)


def unmarked_stays_off_roce(port: Port, roce_dscps: frozenset[int]) -> Fact[bool]:
    """Say whether the port's rewriting certainly gives packets with DSCP 0 no code point of RoCE."""
    written = _leaves_as(port, 0, class_for(port, 0))
    if isinstance(written, Stated) and 0 not in roce_dscps and written.value in roce_dscps:
        return Stated(False, written.source)
    return Default(True, port.source, "no rewriting writes a RoCE DSCP into packets without a marking")


def mtu_of_unmarked(port: Port) -> Fact[int]:
    """Return the largest IP packet (bytes) that the class of packets with DSCP 0 takes."""
    traffic_class = class_named(port, class_for(port, 0))
    return traffic_class if isinstance(traffic_class, Unknown) else traffic_class.mtu_limit_bytes


def _at_pause(port: Port, name: Fact[str], lossless: Fact[bool]) -> Fact[bool]:
    """Return `lossless` at the line that makes the class pause, where a default put the packet there.

    So it is where the priority is one of best effort: then the pause is odd, and not the class.
    """
    if not is_true(lossless):
        return lossless
    traffic_class = class_named(port, name)
    if isinstance(traffic_class, Unknown) or not isinstance(traffic_class.pause_priorities, Stated):
        return lossless
    if isinstance(name, Stated) and not traffic_class.pause_priorities.value <= BEST_EFFORT_OR_CONTROL:
        return _at_stray_pause(traffic_class, port, lossless)
    return Stated(True, traffic_class.pause_priorities.source)


def _at_stray_pause(one: TrafficClass | Unknown, port: Port, lossless: Fact[bool]) -> Fact[bool]:
    """Return that a class is lossless at the line that makes it pause, where nothing else ties it to that priority."""
    if not is_true(lossless) or isinstance(one, Unknown) or not isinstance(one.pause_priorities, Stated):
        return lossless
    return Stated(True, one.pause_priorities.source) if is_stray_pause(port, one) else lossless


def _explicit(name: Fact[str], *, is_named: bool) -> Fact[bool]:
    if isinstance(name, Unknown):
        return name
    if isinstance(name, Stated):
        return Stated(True, name.source)
    return Default(is_named, name.source, name.because)


def _stops(port: Port, name: Fact[str], queue: Fact[int], pausing: Fact[frozenset[int]]) -> Fact[bool]:
    """Say whether a pause for each of the class's priorities stops the class's own queue.

    Where class and queue have one number, and the priority and the queue that it stops have another, the place is what
    gives the class that priority.
    """
    if isinstance(pausing, Unknown):
        return pausing
    if isinstance(queue, Unknown):
        return queue
    for number in sorted(pausing.value):
        stopped = port.qos.priorities[number].paused_queues
        if isinstance(stopped, Unknown):
            return stopped
        obeys = port.qos.priorities[number].honours_pause
        if is_true(obeys) and queue.value not in stopped.value:
            # Where the stopped queue marks ECN and that of the class does not, it is the class that went astray.
            marking = {one.index for one in port.qos.queues if is_true(one.ecn_enabled)}
            is_astray = bool(stopped.value & marking) and queue.value not in marking
            is_numbered_alike = known(name, "") == str(queue.value) and stopped.value == {number}
            odd = queue if is_astray else pausing if is_numbered_alike and isinstance(pausing, Stated) else stopped
            return Stated(False, odd.source)
    return Default(True, queue.source, "a pause for its priority stops its queue")


def _moved(port: Port, name: str, other: TrafficClass, queue: Fact[int]) -> Source:
    """Return the line that sends one of two classes to the queue of the other.

    Where classes are numbers, it is that of the class whose queue has another number.
    """
    own = class_named(port, Stated(name, port.source))
    stopped = (
        []
        if isinstance(own, Unknown)
        else [
            queues
            for number in known(own.pause_priorities, frozenset())
            if not isinstance(queues := port.qos.priorities[number].paused_queues, Unknown)
        ]
    )
    if isinstance(other.queue, Stated) and any(known(queue, -1) in queues.value for queues in stopped):
        # A pause stops the queue of the one, so that it is the other that came to it.
        return other.queue.source
    sides = ((name, queue), (other.name, other.queue))
    lines = [(side, fact.source) for side, fact in sides if isinstance(fact, Stated)]
    odd = [line for side, line in lines if side != str(known(queue, -1))]
    return (odd or [line for _, line in lines] or [port.source])[0]


def _shared(port: Port, name: Fact[str], queue: Fact[int], dscps: frozenset[int]) -> Fact[bool]:
    """Say whether packets with one of these code points leave through the same queue.

    The place is what brings them together: the line that gives them one class, or else the one that gives two classes
    one queue.
    """
    if isinstance(queue, Unknown):
        return queue
    if isinstance(name, Unknown):
        return name
    for dscp in sorted(dscps):
        other = class_named(port, class_for(port, dscp))
        if isinstance(other, Unknown):
            return other
        if isinstance(other.queue, Unknown):
            return other.queue
        if other.queue.value == queue.value:
            return Stated(True, name.source if other.name == name.value else _moved(port, name.value, other, queue))
    return Default(False, queue.source, "the others use another queue")
