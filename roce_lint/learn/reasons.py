"""The reasons why an intent renders something else than was read."""

from __future__ import annotations

import re
from enum import Enum

from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.gate.meaning.change import Change, ChangedPlace
from roce_lint.gate.meaning.words import shown
from roce_lint.learn.classes import RoceQueues
from roce_lint.learn.learnt import Learnt
from roce_lint.model.device import Port, PortRef
from roce_lint.model.fact import Unknown, known
from roce_lint.model.qos import DSCP_COUNT


class Why(Enum):
    """Why an intent renders something else than was read, as the heading of a list."""

    FAULT = "Likely faults, by the finding that reports them; the intent repairs them"
    ODD = "Differs from most ports, and an intent says it once for all"
    OPEN = "No file states it; the intent decides"
    DERIVED = "Worked out by the intent, from speeds, cable lengths, models and other shares"
    OTHERS = "An intent has RoCE, CNPs and best effort; other traffic becomes best effort"
    NAMED = "Classes are named by the intent; what becomes of their packets is the same"
    ADDED = "What an intent always has: loopbacks, addresses of routed ports, eBGP"
    SILENT = "Not stated in what is rendered"
    BEYOND = "Beyond what an intent says"
    UNEXPLAINED = "Differs without a reason that is known"

    @property
    def changes_behaviour(self) -> bool:
        """Whether the switches and NICs would do something else than what was read says."""
        return self not in (Why.OPEN, Why.NAMED, Why.SILENT)


ONCE_FOR_HOSTS = ("nic.", "dcqcn.")
_ONCE = ("queue.", "priority.", "class.", "watchdog.", "port.pfc", "port.traffic_class", "port.ip_mtu", "port.trust")
_DERIVED = (
    *("priority.headroom", "priority.xoff", "priority.resume", "priority.reserved", "priority.alpha", "buffer."),
    *("queue.limit", "queue.alpha", "nic.cable_length"),
)
_BEYOND = (
    *("port.enabled", "port.vrf", "port.lag", "port.vlans", "port.routed", "port.link_pause", "port.rewrite"),
    *("port.policers", "port.trust", "port.frame_mtu", "port.traffic_class_by_pcp", "class.mtu", "load_balancing."),
    *("overlay.", "device.carries_fcoe", "routing.", "watchdog.recovers"),
)
_SILENT = ("device.platform", "device.release")
_GROUP = re.compile(r"links to (\S+)")
_INDEX = re.compile(r"(?:queue|priority) (\d+)\b")


def why_of(change: Change, ports: PortChanges, *, is_of_most: bool, unread: bool) -> Why:
    """Return the reason of a change; `unread`: it is about something of which no file was read."""
    fact = change.fact
    if change.before == "unknown" or unread or ports.rests_on_unknown(change):
        return Why.OPEN
    if fact.startswith(_DERIVED):
        return Why.DERIVED
    if (why := ports.why(change)) is not None:
        return why
    if fact.startswith((*_ONCE, *ONCE_FOR_HOSTS)) and not is_of_most:
        return Why.ODD
    if fact == "link" and not any(ports.is_cabled(spot, change.text) for spot in change.spots):
        return Why.ODD if change.before == "no cable" else Why.BEYOND
    if fact.startswith(ports.refused):
        return Why.BEYOND
    if fact in _SILENT and change.after == "unknown":
        return Why.SILENT
    if change.before in ("absent", "none") and (fact.startswith("routing") or fact in ("port", "port.addresses")):
        return Why.ADDED
    if fact.startswith(_BEYOND) or change.after == "absent" or ports.are_outside(change):
        return Why.BEYOND
    return Why.UNEXPLAINED


class PortChanges:
    """Tells which traffic a change on ports is about."""

    def __init__(self, learnt: Learnt) -> None:
        self._read = learnt.observed.ports
        self._made = {
            PortRef(device.name, port.name): port for device in learnt.rendered.devices for port in device.ports
        }
        self._joined = {frozenset((cable.lower.device, cable.upper.device)) for cable in learnt.observed.every_cable}
        self._cabled = {end for cable in learnt.observed.every_cable for end in (cable.lower, cable.upper)}
        self.refused = tuple(fact for one in learnt.refused for fact in one.facts)
        self._classes = learnt.classes
        self._queues = RoceQueues(learnt.classes)
        self._roce_is_unknown = isinstance(learnt.observed.fabric.design.roce_dscps, Unknown)

    def is_cabled(self, spot: ChangedPlace, text: str) -> bool:
        """Say whether a port has a cable of those that were learnt, or two devices that several cables join."""
        if spot.object:
            return PortRef(spot.device, spot.object) in self._cabled
        group = _GROUP.search(text)
        return group is not None and frozenset((spot.device, group[1])) in self._joined

    def are_outside(self, change: Change) -> bool:
        """Say whether a change is about ports alone that have no cable of those that were learnt."""
        return all(spot.object and PortRef(spot.device, spot.object) not in self._cabled for spot in change.spots)

    def rests_on_unknown(self, change: Change) -> bool:
        """Say whether a change is about the code points of RoCE, which nothing states."""
        return self._roce_is_unknown and change.fact == "port.traffic_class_by_dscp"

    def why(self, change: Change) -> Why | None:
        """Return why a change of classes or queues concerns no RoCE, or changes names only; else None."""
        fact = change.fact
        both = self._pair(change.spots[0])
        if both is None:
            return None
        read, made = both
        if fact == "port.traffic_class_by_dscp":
            return self._why_of_marking(change, read, made)
        if fact == "port.traffic_class_otherwise" or (
            fact.startswith("class.") and not self._is_of_roce_class(change, made)
        ):
            return Why.OTHERS
        index = _INDEX.search(change.text)
        if index is None or not fact.startswith(("queue.", "priority.", "nic.")):
            return None
        return self._why_of_queue(fact, int(index[1]), read, made)

    def _pair(self, spot: ChangedPlace) -> tuple[Port, Port] | None:
        ref = PortRef(spot.device, spot.object)
        read, made = self._read.get(ref), self._made.get(ref)
        return None if read is None or made is None else (read, made)

    def _why_of_marking(self, change: Change, read: Port, made: Port) -> Why | None:
        moved = [
            dscp
            for dscp in range(DSCP_COUNT)
            if (shown("class", class_for(read, dscp)), shown("class", class_for(made, dscp)))
            == (change.before, change.after)
        ]
        if all(_treated(read, dscp) == _treated(made, dscp) for dscp in moved):
            return Why.NAMED
        if moved and set(moved) <= set(self._classes.cnp.dscps):
            return Why.BEYOND
        return Why.OTHERS if moved and not set(moved) & self._queues.dscps else None

    def _is_of_roce_class(self, change: Change, made: Port) -> bool:
        names = {known(class_for(made, dscp), "") for dscp in self._queues.dscps}
        return any(f"traffic class {name}: " in change.text for name in names if name)

    def _why_of_queue(self, fact: str, index: int, read: Port, made: Port) -> Why | None:
        if fact.startswith(("nic.", "priority.")):
            return Why.OTHERS if index not in {one.priority for one in self._classes.roce} else None
        if not fact.startswith("queue."):
            return None
        of_roce = self._queues.of_roce(read) | self._queues.of_roce(made)
        if index in of_roce:
            if fact == "queue.weight_percent" and _is_rounded(read, made, index):
                return Why.DERIVED
            in_one_step = fact.startswith("queue.ecn") and _marks_in_one_step(read, index)
            return Why.BEYOND if in_one_step or fact == "queue.scheduling" else None
        if index in self._queues.of_cnps(read) | self._queues.of_cnps(made):
            return Why.BEYOND if not fact.startswith("queue.ecn") else Why.OTHERS
        is_best_effort = index in self._queues.of_others(made) and fact == "queue.weight_percent"
        return Why.DERIVED if is_best_effort else Why.OTHERS


def _is_rounded(read: Port, made: Port, index: int) -> bool:
    """Say whether the share of a queue is that of the intent, whose shares are whole percents."""
    shares = [
        known(queue.weight_percent, 0) for port in (read, made) for queue in port.qos.queues if queue.index == index
    ]
    return len(shares) == 2 and abs(shares[0] - shares[1]) < 1


def _marks_in_one_step(port: Port, index: int) -> bool:
    """Say whether a queue marks from Kmin on with no ramp, which no intent asks for."""
    queue = next((one for one in port.qos.queues if one.index == index), None)
    return queue is not None and known(queue.ecn_kmin_bytes, 0) >= known(queue.ecn_kmax_bytes, 1)


def _treated(port: Port, dscp: int) -> tuple[int, frozenset[int]]:
    """Return the queue and the pause priorities of a code point, -1 where the queue is not known."""
    found = class_named(port, class_for(port, dscp))
    if isinstance(found, Unknown):
        return -1, frozenset()
    return known(found.queue, -1), known(found.pause_priorities, frozenset[int]())
