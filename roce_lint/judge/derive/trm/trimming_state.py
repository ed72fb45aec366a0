"""Where trimmed packets of a port go: which queue and marking they get, and what becomes of them there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import pfc_on, trusts_dscp
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import is_false, is_true, map_fact
from roce_lint.model.place import fact_at
from roce_lint.model.qos import Queue
from roce_lint.model.trimming import PacketTrimming, TrimmingQueue
from roce_lint.values import dataclass

HEADERS_BYTES = {4: 54, 6: 74}
"""Ethernet 14, IPv4 20 or IPv6 40, UDP 8 and the base transport header 12 bytes (IBTA, RoCEv2), by version of IP."""


@dataclass(frozen=True, slots=True)
class TrimmingState:
    """How one port of a switch trims packets, and how it handles trimmed packets."""

    is_set_up: Fact[bool]
    """A line sets the trim size and the marking of trimmed packets."""
    is_on: Fact[bool]
    """Trimming is enabled on the switch for queues that request it; placed where it is disabled."""
    others_trim: Fact[bool]
    """Most switches of the fabric trim packets."""
    in_tunnels: Fact[bool]
    """The switch is a VXLAN tunnel endpoint."""
    trims_tunnelled: Fact[bool]
    """Tunneled packets are trimmed like others; placed where trimming is configured."""
    some_queue_trims: Fact[bool]
    """Some queue of the switch trims packets that do not fit; placed where trimming is configured."""
    size_bytes: Fact[int]
    """The size of a trimmed packet, in bytes."""
    headers_bytes: int
    """The headers that a NIC needs to identify a trimmed packet, in bytes: Ethernet, IP, UDP, transport."""
    size_is_taken: Fact[bool]
    """The chip supports the size, or its limits are not published; placed at the size."""
    size_rule: str
    """The sizes that the chip supports, in words; empty if not published."""
    mtu_bytes: Fact[int]
    """The largest IP packet of the port, in bytes."""
    dscp: Fact[int]
    """The code point of trimmed packets sent from the port, 0 to 63."""
    marks_trimmed: Fact[bool]
    """Trimmed packets get a code point: one for all, or that of their class in a map of the port; placed at the line
    that requires the map.
    """
    traffic_class: Fact[str]
    """The class of trimmed packets, if ports mark them by class."""
    class_is_stated: Fact[bool]
    """The class of trimmed packets is configured, or they are not marked by class."""
    queue: Fact[int]
    """The egress queue of trimmed packets."""
    queue_is_taken: Fact[bool]
    """The chip can use that queue for trimmed packets; false if it is known to support only another one."""
    fixed_queue: Fact[int]
    """The only queue that the chip uses for trimmed packets."""
    queue_is_paused: Fact[bool]
    """A received pause stops the queue of trimmed packets; placed at the queue."""
    queue_trims: Fact[bool]
    """The queue of trimmed packets itself trims packets; placed at its profile."""
    queue_drops_early: Fact[bool]
    """The queue of trimmed packets drops packets early; placed at the line that configures it."""
    lossless_queue_trims: Fact[bool]
    """The queue of a lossless class trims; placed at its profile."""
    lossless_queue: Fact[int]
    """That queue."""
    queue_is_of_bulk: Fact[bool]
    """The queue of trimmed packets is that of unmarked ones; placed at the queue."""
    class_has_queue: Fact[bool]
    """A map of the port assigns a queue to the class of trimmed packets if they use the queue of their class; placed
    at the class.
    """
    data_queues_trim: Fact[bool]
    """The queues that trim on most ports of the switch in this direction trim on this one; placed at the profile of
    the one that does not."""
    silent_queue: int
    """That queue; -1 if all queues trim."""
    marking_is_of_data: Fact[bool]
    """The switch maps the code point of trimmed packets to a lossless or trimming queue; placed at the code point."""
    marking_is_lossless_next: Fact[bool]
    """The peer device maps the code point of trimmed packets to a class that pauses, or to the class of RoCE data."""
    marking_is_best_effort: Fact[bool]
    """The switch maps the code point of trimmed packets to the class of unmarked packets; placed at the code point."""
    next_hop: str
    """The port at the other end of the cable, as `device port`; empty if no cable is known."""
    agrees_with_fabric: Fact[bool]
    """Size and marking match most switches that trim; placed where they differ."""
    usual: str
    """Size and marking of most switches that trim, in words."""


@dataclass(frozen=True, slots=True)
class TrimmedPath:
    """What a port of a trimming switch meets: the queues of lossless classes, those that trim on most ports of the
    switch in its direction, the next switch, ends of tunnels."""

    lossless_queues: frozenset[int]
    usual_queues: frozenset[int]
    peer: Port | None
    peer_label: str
    in_tunnels: bool
    others_trim: bool


def without_trimming(device: Device) -> PacketTrimming:
    """Return the trimming of a switch of which no line speaks."""
    off = Default(False, device.source, "no line mentions packet trimming")
    none = Unknown("no line mentions packet trimming", device.source)
    return PacketTrimming(
        is_on=off,
        is_set_up=off,
        size_bytes=none,
        dscp=none,
        dscp_is_of_port=False,
        port_dscps=(),
        traffic_class=none,
        class_is_stated=none,
        queue=none,
        queue_follows_class=False,
        queues=(),
        dropping_queues=(),
        idle_profiles=(),
        trims_tunnelled=none,
        smallest_size_bytes=none,
        largest_size_bytes=none,
        fixed_queue=none,
    )


def usual_trimming(found: Iterable[PacketTrimming]) -> tuple[tuple[object, ...] | None, str]:
    """Return what most switches with trimming set up state of it, and in words; None without a majority."""
    votes: Counter[tuple[object, ...]] = Counter(_stated(one) for one in found if is_true(one.is_set_up))
    if not votes:
        return None, ""
    most = max(sorted(votes, key=str), key=lambda one: votes[one])
    # Of two switches that differ neither is the usual one, and one of them is named.
    return most, f"{most[0]} bytes and {most[1]}"


def _stated(trimming: PacketTrimming) -> tuple[object, ...]:
    size = known(trimming.size_bytes, 0)
    if trimming.dscp_is_of_port:
        return size, "a DSCP of each port"
    return size, f"DSCP {known(trimming.dscp, -1)}"


def trimming_state(
    port: Port, trimming: PacketTrimming, around: TrimmedPath, usual: tuple[tuple[object, ...] | None, str]
) -> TrimmingState:
    """Return how the port trims, as rules see it."""
    dscp, marks = _dscp(port, trimming)
    queue = _queue(port, trimming, dscp)
    own = _queue_of(port.qos.queues, known(queue, -1))
    at = queue.source
    lossless = next(
        (one for one in trimming.queues if one.port == port.name and one.index in around.lossless_queues), None
    )
    trims = next((one for one in trimming.queues if one.port == port.name and one.index == known(queue, -1)), None)
    first = trimming.queues[0].source if trimming.queues else trimming.is_set_up.source
    has_queue = _class_has_queue(port, trimming, queue)
    unknown_queue = queue if isinstance(queue, Unknown) and not is_false(has_queue) else None
    silent = _silent_queue(port, trimming, around.usual_queues)
    size = trimming.size_bytes
    return TrimmingState(
        is_set_up=trimming.is_set_up,
        is_on=trimming.is_on,
        others_trim=Stated(around.others_trim, trimming.is_set_up.source),
        in_tunnels=Stated(around.in_tunnels, trimming.is_set_up.source),
        trims_tunnelled=trimming.trims_tunnelled,
        some_queue_trims=Stated(bool(trimming.queues), trimming.is_set_up.source if not trimming.queues else first),
        size_bytes=size,
        headers_bytes=HEADERS_BYTES[_version(port)],
        size_is_taken=_size_is_taken(trimming),
        size_rule=_size_rule(trimming),
        mtu_bytes=port.ip_mtu_bytes,
        dscp=dscp,
        marks_trimmed=marks,
        traffic_class=trimming.traffic_class,
        class_is_stated=trimming.class_is_stated,
        queue=queue,
        queue_is_taken=_queue_is_taken(trimming, queue),
        fixed_queue=trimming.fixed_queue,
        queue_is_paused=unknown_queue or _paused(port, known(queue, -1), at),
        queue_trims=unknown_queue or (Stated(True, trims.source) if trims else _no(at)),
        queue_drops_early=unknown_queue or (own.wred_drop_enabled if own else _no(at)),
        lossless_queue_trims=Stated(True, lossless.source) if lossless else _no(at),
        lossless_queue=Stated(lossless.index, lossless.source) if lossless else Unknown("no lossless queue trims", at),
        queue_is_of_bulk=unknown_queue or _is_of_bulk(port, queue),
        class_has_queue=has_queue,
        data_queues_trim=Stated(False, silent.source) if silent else Default(True, at, "no other port trims more"),
        silent_queue=silent.index if silent else -1,
        marking_is_of_data=_is_of_data(port, trimming, dscp, around),
        marking_is_lossless_next=_is_lossless_next(dscp, around),
        marking_is_best_effort=_is_best_effort(port, dscp),
        next_hop=around.peer_label,
        agrees_with_fabric=_agrees(trimming, usual[0]),
        usual=usual[1],
    )


def _no(at: Source) -> Fact[bool]:
    return Default(False, at, "no line says so")


def _dscp(port: Port, trimming: PacketTrimming) -> tuple[Fact[int], Fact[bool]]:
    """Return the code point of trimmed packets on a port, and whether they get any."""
    if not trimming.dscp_is_of_port:
        return trimming.dscp, map_fact(lambda _: True, trimming.dscp)
    at = trimming.dscp.source
    own = next((one.dscp for one in trimming.port_dscps if one.port == port.name), None)
    if own is not None:
        return own, Stated(False, own.source) if isinstance(own, Unknown) else Stated(True, own.source)
    if isinstance(trimming.traffic_class, Unknown):
        return trimming.dscp, trimming.traffic_class
    name = trimming.traffic_class.value
    found = next((one.dscp for one in port.qos.rewrites if one.traffic_class == name), None)
    if found is not None:
        return found, map_fact(lambda _: True, found)
    return Unknown(f"no map of the port gives class {name} a DSCP", at), Stated(False, at)


def _queue(port: Port, trimming: PacketTrimming, dscp: Fact[int]) -> Fact[int]:
    if not trimming.queue_follows_class:
        return trimming.queue
    name = trimming.traffic_class
    if isinstance(name, Unknown):
        if isinstance(dscp, Unknown):
            return dscp
        name = class_for(port, dscp.value)
    found = class_named(port, name)
    if isinstance(found, Unknown):
        return found
    # Whoever states the class chose the queue with it.
    return fact_at(found.queue, name.source) if isinstance(trimming.traffic_class, Stated) else found.queue


def _silent_queue(port: Port, trimming: PacketTrimming, usual: frozenset[int]) -> TrimmingQueue | None:
    """Return the queue of a port that does not trim, of those that trim on most ports of its direction."""
    own = {one.index for one in trimming.queues if one.port == port.name}
    index = min(usual - own, default=-1)
    if index < 0:
        return None
    stated = next((one for one in trimming.dropping_queues if (one.port, one.index) == (port.name, index)), None)
    return stated or TrimmingQueue(port.name, index, port.source)


def _class_has_queue(port: Port, trimming: PacketTrimming, queue: Fact[int]) -> Fact[bool]:
    """Say whether trimmed packets that leave by the queue of their stated class have one."""
    name = trimming.traffic_class
    if not trimming.queue_follows_class or not isinstance(name, Stated) or not is_true(port.qos.bound):
        return Default(True, queue.source, "trimmed packets have a queue regardless of their class")
    return Stated(not isinstance(queue, Unknown), name.source)


def _is_of_bulk(port: Port, queue: Fact[int]) -> Fact[bool]:
    if isinstance(queue, Unknown) or not is_true(trusts_dscp(port)):
        return _no(queue.source)
    unmarked = class_for(port, 0)
    return Stated(not isinstance(unmarked, Unknown) and _queue_number(port, unmarked) == queue.value, queue.source)


def _queue_of(queues: Sequence[Queue], index: int) -> Queue | None:
    return next((one for one in queues if one.index == index), None)


def _paused(port: Port, queue: int, at: Source) -> Fact[bool]:
    if not is_true(pfc_on(port.values)):
        return _no(at)
    for priority in port.qos.priorities:
        if is_true(priority.honours_pause) and queue in known(priority.paused_queues, frozenset()):
            return Stated(True, at)
    return _no(at)


def _is_of_data(port: Port, trimming: PacketTrimming, dscp: Fact[int], around: TrimmedPath) -> Fact[bool]:
    """Say whether the code point of trimmed packets gets a lossless queue, or one that trims, where it arrives."""
    if isinstance(dscp, Unknown):
        return dscp
    found = class_named(port, class_for(port, dscp.value))
    if isinstance(found, Unknown) or isinstance(found.queue, Unknown):
        return _no(dscp.source)
    trims = {one.index for one in trimming.queues if one.port == port.name}
    return Stated(found.queue.value in around.lossless_queues | trims, dscp.source)


def _version(port: Port) -> int:
    """Return the version of IP that RoCE of a port has: IPv6 where all its addresses are."""
    texts = [one.value for one in port.values.addresses if isinstance(one, Stated)]
    return 6 if texts and all(":" in text for text in texts) else 4


def _is_best_effort(port: Port, dscp: Fact[int]) -> Fact[bool]:
    if isinstance(dscp, Unknown) or not is_true(trusts_dscp(port)):
        return _no(dscp.source)
    own, unmarked = class_for(port, dscp.value), class_for(port, 0)
    if isinstance(own, Unknown) or isinstance(unmarked, Unknown):
        return _no(dscp.source)
    queues = [_queue_number(port, one) for one in (own, unmarked)]
    return Stated(own.value == unmarked.value or queues[0] == queues[1] >= 0, dscp.source)


def _queue_number(port: Port, name: Fact[str]) -> int:
    """Return the queue of a class, -1 where it is not known."""
    found = class_named(port, name)
    return -1 if isinstance(found, Unknown) else known(found.queue, -1)


def _is_lossless_next(dscp: Fact[int], around: TrimmedPath) -> Fact[bool]:
    """Say whether the next switch gives trimmed packets a class that pauses."""
    if isinstance(dscp, Unknown) or around.peer is None:
        return _no(dscp.source)
    found = class_named(around.peer, class_for(around.peer, dscp.value))
    if isinstance(found, Unknown) or not is_true(pfc_on(around.peer.values)):
        return _no(dscp.source)
    return Stated(bool(known(found.pause_priorities, frozenset())), dscp.source)


def _size_is_taken(trimming: PacketTrimming) -> Fact[bool]:
    size = trimming.size_bytes
    low, high = known(trimming.smallest_size_bytes, 0), known(trimming.largest_size_bytes, 1 << 32)
    return map_fact(lambda one: low <= one <= high, size)


def _size_rule(trimming: PacketTrimming) -> str:
    for limit in (trimming.smallest_size_bytes, trimming.largest_size_bytes):
        if isinstance(limit, Default):
            return limit.because
    return ""


def _queue_is_taken(trimming: PacketTrimming, queue: Fact[int]) -> Fact[bool]:
    fixed = trimming.fixed_queue
    if isinstance(fixed, Unknown):
        return Default(True, queue.source, "the chip has no dedicated queue for them")
    return map_fact(lambda one: one == fixed.value, queue)


def _agrees(trimming: PacketTrimming, usual: tuple[object, ...] | None) -> Fact[bool]:
    if usual is None or not is_true(trimming.is_set_up):
        return Default(True, trimming.is_set_up.source, "no other switch configures trimming")
    if isinstance(trimming.size_bytes, Unknown):
        return trimming.size_bytes
    own = _stated(trimming)
    # Where the size is the usual one the marking differs.
    return Stated(own == usual, (trimming.dscp if own[0] == usual[0] else trimming.size_bytes).source)
