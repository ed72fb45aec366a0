"""The RoCE classes of an intent: code points, priorities and shares, as most ports have them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.intent.classes import BEST_EFFORT_SHARE_PERCENT, LOSSLESS_PROFILES
from roce_lint.intent.model_roce import Cnp, Profile, RoceClass
from roce_lint.intent.model_tuning import Trimming
from roce_lint.learn.observed import Observed
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual, usual_fact
from roce_lint.model.device import Port
from roce_lint.model.fact import Stated, Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.model.qos import DSCP_COUNT, Queue, TrafficClass
from roce_lint.model.terms import Scheduling
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace

LARGEST_LIST = 8
"""Code points that an intent takes for one class."""
_CLASS_NAME = lazy_pattern(r"[a-z][a-z0-9-]{1,23}")
MOST_OTHERS = 4
"""Classes of other traffic that an intent takes."""


@dataclass(frozen=True, slots=True)
class LearntClass:
    """One class: its priority, code points in the order of the hosts, share of the bandwidth, and name if any."""

    priority: int
    dscps: tuple[int, ...]
    share_percent: int | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of a fabric, RoCE first, as most ports have them; `others` have no RoCE, and a share of their own."""

    profile: Profile
    roce: tuple[LearntClass, ...]
    cnp: LearntClass
    others: tuple[LearntClass, ...] = ()


def classes_of(observed: Observed) -> Classes:
    """Return the classes of the fabric that was read."""
    design = observed.fabric.design
    lossless = known(design.lossless_priorities, frozenset[int]())
    profile = _profile(known(design.profile, ""))
    pauses = profile in LOSSLESS_PROFILES
    priorities: dict[int, list[int]] = {}
    for dscp in _in_order(observed, known(design.roce_dscps, frozenset[int]())):
        number = _priority(observed, dscp, pauses=pauses)
        if number is not None:
            priorities.setdefault(number, []).append(dscp)
    if pauses and lossless:
        priorities = {one: _pausing(observed, one, priorities.get(one, ())) for one in sorted(lossless)}
        marked = _in_order(observed, [dscp for dscps in priorities.values() for dscp in dscps])[:1]
        priorities = dict(sorted(priorities.items(), key=lambda item: (not set(marked) & set(item[1]), item[0])))
    roce = tuple(LearntClass(number, tuple(dscps), None) for number, dscps in priorities.items() if dscps)
    if profile is Profile.LOSSLESS and len(roce) == 2:
        profile = Profile.TWO_LOSSLESS
    if profile is Profile.LOSSLESS and _is_sprayed(observed):
        profile = Profile.SPECTRUM_X
    ports = observed.cabled_ports
    shared = tuple(
        replace(one, share_percent=_share(roce_queue_of(port, one) for port in ports))
        for one in roce or _usual_class(lossless)
    )
    found = Classes(profile, shared, _cnp(observed))
    return replace(found, others=_others(observed, found))


def _others(observed: Observed, classes: Classes) -> tuple[LearntClass, ...]:
    """Return the classes of other traffic that most ports give code points and a stated share of the bandwidth."""
    trimming = [one.trimming for one in observed.switches if one.trimming is not None]
    of_trimmed = {known(one.dscp, -1) for one in trimming}
    tables = [
        table if table is None else tuple(one for one in table if of_trimmed.isdisjoint(one.dscps))
        for table in (_shared_out(port, classes) for port in observed.cabled_ports)
    ]
    found = usual(table for table in tables if table is not None) or ()
    total = sum(one.share_percent or 0 for one in (*classes.roce, *found))
    is_sayable = len(found) <= MOST_OTHERS and all(len(one.dscps) <= LARGEST_LIST for one in found)
    if not is_sayable or total >= 100 or 2 * tables.count(found) <= len(tables):
        return ()
    return tuple(replace(one, name=_class_name(observed, one)) for one in found)


def _class_name(observed: Observed, one: LearntClass) -> str:
    """Return what most switches that name a class call it, in small letters; empty where none fits an intent."""
    names = {
        (port.name, name.lower().replace("_", "-"))
        for port in observed.cabled_ports
        if (name := known(class_for(port, one.dscps[0]), ""))
    }
    return usual(name for _, name in sorted(names) if _CLASS_NAME.fullmatch(name)) or ""


def _shared_out(port: Port, classes: Classes) -> tuple[LearntClass, ...] | None:
    """Return the classes of other traffic at one port; None where its classes are not known."""
    taken = {dscp for one in (*classes.roce, classes.cnp) for dscp in one.dscps}
    queues = {dscp: queue_of(port, dscp) for dscp in range(DSCP_COUNT)}
    rest = queues[0]
    if rest is None:
        return None
    used = {rest.index} | {queue.index for dscp in taken if (queue := queues[dscp]) is not None}
    by_queue: dict[int, list[int]] = {}
    weights: dict[int, float] = {}
    for dscp, queue in queues.items():
        if queue is not None and dscp not in taken and queue.index not in used:
            by_queue.setdefault(queue.index, []).append(dscp)
            if isinstance(queue.weight_percent, Stated) and known(queue.scheduling, None) is Scheduling.WEIGHTED:
                weights[queue.index] = queue.weight_percent.value
    return tuple(
        LearntClass(index, tuple(dscps), round(weights[index]))
        for index, dscps in sorted(by_queue.items())
        if weights.get(index, 0) > 0
    )


def _pausing(observed: Observed, priority: int, known_ones: Sequence[int]) -> list[int]:
    """Return the code points of a lossless priority on most ports, those of the design where they are too many."""
    tables = [
        tuple(dscp for dscp in range(1, DSCP_COUNT) if priority in _paused_by(port, dscp))
        for port in observed.cabled_ports
    ]
    found = usual(table for table in tables if table) or ()
    cnp = _cnp(observed).dscps
    wanted = found if 0 < len(found) <= LARGEST_LIST else known_ones
    return _in_order(observed, [dscp for dscp in wanted if dscp not in cnp])


def _paused_by(port: Port, dscp: int) -> frozenset[int]:
    found = _class(port, dscp)
    return known(found.pause_priorities, frozenset[int]()) if found is not None else frozenset()


def _cnp(observed: Observed) -> LearntClass:
    """Return the class of CNPs: as hosts mark them, else the usual one."""
    fallback = Cnp()
    dscps = known(observed.fabric.design.cnp_dscps, frozenset({fallback.dscp}))
    priority = usual_fact(nic.cnp_priority for device in observed.fabric.devices for nic in device.nics)
    return LearntClass(fallback.priority if priority is None else priority, (min(dscps, default=fallback.dscp),), None)


def with_cnp_as_read(classes: Classes, pairs: Sequence[tuple[Port, Port]]) -> Classes:
    """Return the classes with the queue of CNPs that most ports have, where the rendered one is another."""
    dscp = classes.cnp.dscps[0]
    queues = [(queue_of(mine, dscp), queue_of(made, dscp)) for mine, made in pairs]
    odd = [mine.index for mine, made in queues if mine is not None and made is not None and mine.index != made.index]
    index = usual(odd)
    if index is None or index == 0 or 2 * len(odd) <= len(queues) or index in {one.priority for one in classes.roce}:
        return classes
    return replace(classes, cnp=replace(classes.cnp, priority=index))


def _usual_class(lossless: frozenset[int]) -> tuple[LearntClass, ...]:
    """Return the standard class, of the only lossless priority where there is one."""
    standard = RoceClass()
    return (LearntClass(min(lossless, default=standard.priority), standard.dscp, None),)


def _is_sprayed(observed: Observed) -> bool:
    """Say whether all NICs of RoCE ask for adaptive routing, which makes an accepted fabric one of Spectrum-X."""
    nics = [nic for device in observed.fabric.devices for nic in device.nics]
    return bool(nics) and all(is_true(nic.adaptive_routing_enabled) for nic in nics)


def _profile(name: str) -> Profile:
    found = next((one for one in Profile if one.value == name), Profile.LOSSLESS)
    return Profile.LOSSLESS if found is Profile.TWO_LOSSLESS else found


def _in_order(observed: Observed, dscps: Iterable[int]) -> list[int]:
    """Return code points with that which most hosts mark first, and those that are known to be RoCE's before others."""
    marked = usual(
        tos >> 2
        for device in observed.fabric.devices
        for nic in device.nics
        for fact in (nic.application_tos, nic.rdma_cm_tos, nic.device_tos)
        if (tos := known(fact, -1)) >= 0
    )
    meant = known(observed.fabric.design.roce_dscps, frozenset[int]())
    return sorted(dscps, key=lambda dscp: (dscp != marked, dscp not in meant, dscp))


def _class(port: Port, dscp: int) -> TrafficClass | None:
    found = class_named(port, class_for(port, dscp))
    return None if isinstance(found, Unknown) else found


def _priority(observed: Observed, dscp: int, *, pauses: bool) -> int | None:
    """Return the priority of a code point: the one that its class pauses, else its queue, as on most ports."""
    votes: list[int] = []
    for port in observed.cabled_ports:
        found = _class(port, dscp)
        if found is None:
            continue
        paused = known(found.pause_priorities, frozenset[int]())
        if pauses and len(paused) == 1:
            votes += paused
        elif (queue := known(found.queue, -1)) >= 0:
            votes.append(queue)
    return usual(votes)


def queue_of(port: Port, dscp: int) -> Queue | None:
    """Return the queue that packets with a code point wait in; None where that is not known."""
    found = _class(port, dscp)
    index = known(found.queue, -1) if found is not None else -1
    return next((queue for queue in port.qos.queues if queue.index == index), None)


def roce_queue_of(port: Port, one: LearntClass) -> Queue | None:
    """Return the queue of a RoCE class: of its code point, or where that is not looked at, the one that it pauses."""
    found = _class(port, one.dscps[0])
    priority = port.qos.priorities[one.priority]
    paused = known(priority.paused_queues, frozenset[int]())
    looked_at = found is not None and one.priority in known(found.pause_priorities, frozenset[int]())
    if not looked_at and known(priority.generates_pause, False) and len(paused) == 1:
        return next((queue for queue in port.qos.queues if queue.index in paused), None)
    return queue_of(port, one.dscps[0])


def _share(queues: Iterable[Queue | None]) -> int | None:
    shares = []
    for queue in queues:
        if queue is not None and known(queue.scheduling, None) is Scheduling.WEIGHTED:
            weight = known(queue.weight_percent, -1.0)
            shares += [round(weight)] if weight > 0 else []
    return usual(shares)


class RoceQueues:
    """Tells which queues of a port the classes of an intent have."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self.dscps = frozenset(dscp for one in (*classes.roce, classes.cnp) for dscp in one.dscps)
        self.priorities = frozenset(one.priority for one in (*classes.roce, classes.cnp))

    def of_roce(self, port: Port) -> frozenset[int]:
        """Return the queues of the RoCE classes."""
        return _indices(roce_queue_of(port, one) for one in self._classes.roce)

    def of_cnps(self, port: Port) -> frozenset[int]:
        """Return the queue of CNPs, as a set."""
        return _indices([queue_of(port, self._classes.cnp.dscps[0])])

    def of_others(self, port: Port) -> frozenset[int]:
        """Return the queue of unmarked packets, as a set."""
        return _indices([queue_of(port, 0)])


def _indices(queues: Iterable[Queue | None]) -> frozenset[int]:
    return frozenset(queue.index for queue in queues if queue is not None)


def roce_section(classes: Classes) -> IntentSection:
    """Return the classes as an intent says them: nothing where there is only the standard one."""
    section: IntentSection = {}
    standard = RoceClass()
    is_usual = [(one.priority, one.dscps) for one in classes.roce] == [(standard.priority, standard.dscp)]
    wanted = _shares_wanted(classes)
    shares: Sequence[int | None] = wanted or [None] * len(classes.roce)
    if not is_usual or wanted:
        section["classes"] = [
            _class_section(one, number, share)
            for number, (one, share) in enumerate(zip(classes.roce, shares, strict=True))
        ]
    if classes.others:
        section["other_classes"] = [
            {
                "name": one.name or f"class-{one.priority}",
                "priority": one.priority,
                "dscp": one.dscps[0] if len(one.dscps) == 1 else list(one.dscps),
                "share": f"{one.share_percent}%",
            }
            for one in classes.others
        ]
    if (classes.cnp.priority, classes.cnp.dscps[0]) != (Cnp().priority, Cnp().dscp):
        section["cnp"] = {"priority": classes.cnp.priority, "dscp": classes.cnp.dscps[0]}
    return section


def trimming_section(observed: Observed, classes: Classes) -> IntentSection:
    """Return how most switches trim packets, where an intent would do it otherwise."""
    found = [one.trimming for one in observed.switches if one.trimming is not None]
    if classes.profile is not Profile.LOSSY_TRIMMING or not found:
        return {}
    queue = usual_fact(one.queue for one in found)
    if queue is None:
        named = usual_fact(one.traffic_class for one in found)
        queue = int(named) if named is not None and named.isdecimal() else None
    learnt = {
        "size": usual_fact(one.size_bytes for one in found),
        "dscp": usual_fact(one.dscp for one in found),
        "priority": queue,
    }
    standard = Trimming()
    section = {name: value for name, value in learnt.items() if value not in (None, getattr(standard, name))}
    return {"trimming": section} if section else {}


def _class_section(one: LearntClass, number: int, share: int | None) -> IntentSection:
    section: IntentSection = {"name": ("roce", "roce-storage")[number] if number < 2 else f"roce-{number + 1}"}
    section |= {"priority": one.priority, "dscp": one.dscps[0] if len(one.dscps) == 1 else list(one.dscps)}
    return section | ({"share": f"{share}%"} if share is not None else {})


def _shares_wanted(classes: Classes) -> Sequence[int] | None:
    """Return the shares of the RoCE classes where an intent has to give them; None where they are not all known.

    What RoCE leaves is best effort's: it is not given where it follows.
    """
    shares = [one.share_percent for one in classes.roce if one.share_percent is not None]
    if len(shares) != len(classes.roce) or not 0 < sum(shares) < 100:
        return None
    left = 100 - BEST_EFFORT_SHARE_PERCENT - sum(one.share_percent or 0 for one in classes.others)
    each, extra = divmod(left, len(shares))
    planned = [each + (number < extra) for number in range(len(shares))]
    return None if shares == planned else shares
