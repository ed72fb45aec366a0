"""What follows from a name that nothing defines, and what of a port's QoS is as it should be whatever else is not."""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.fabric.design import Design
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import trusts_dscp
from roce_lint.judge.derive.ecn.queue_state import QueueState
from roce_lint.model.device import IdleDefinition, Port, UndefinedReference
from roce_lint.model.fact import Stated, Unknown, known
from roce_lint.model.judged import NO_PARTS, AffectedQos
from roce_lint.model.logic import is_true
from roce_lint.model.terms import QosPart

QosParts: TypeAlias = frozenset[QosPart]

_CLASSIFICATION: QosParts = frozenset({QosPart.CLASSIFICATION})
_CLASSES: QosParts = frozenset({QosPart.CLASSIFICATION, QosPart.PAUSE})


def reach_of_missing(reference: UndefinedReference, inside: frozenset[str]) -> AffectedQos:
    """Return what follows from a name that nothing defines; `inside` are the ports of the device that RoCE crosses."""
    return AffectedQos(reference.brings, reference.ports, bool(reference.ports) and inside <= reference.ports)


def reach_of_idle(idle: IdleDefinition, inside: frozenset[str]) -> AffectedQos | None:
    """Return what ports lack while a definition is bound nowhere, which is nothing where another of its kind is."""
    if idle.others_are_bound or not idle.brings:
        return None
    return AffectedQos(idle.brings, inside, is_whole=True)


def sound_parts_of_marking(port: Port, dscp: int) -> QosParts:
    """Return the classification where a line gives the code point its class, and the port looks at it."""
    by_line = isinstance(port.qos.classification.traffic_class_by_dscp[dscp], Stated)
    return _CLASSIFICATION if by_line and is_true(trusts_dscp(port)) else NO_PARTS


def sound_parts_of_queue(port: Port, queue: QueueState, design: Design) -> QosParts:
    """Return the classes where RoCE's queue is that of a lossless class, or a line leads lossy RoCE or CNPs there.

    The class has to be one that the design makes lossless.
    A lossy queue that RoCE leaves through although the design is lossless may be the wrong one.
    """
    wanted = [port.qos.priorities[number] for number in known(design.lossless_priorities, frozenset())]
    is_wanted = not wanted or any(queue.index in known(one.paused_queues, frozenset({one.number})) for one in wanted)
    if queue.carries_roce and queue.carries_lossless and is_wanted:
        return _CLASSES
    if queue.carries_roce and known(design.lossless_priorities, frozenset()):
        return NO_PARTS
    dscps = known(design.roce_dscps, frozenset()) if queue.carries_roce else frozenset[int]()
    dscps |= known(design.cnp_dscps, frozenset()) if queue.carries_cnp else frozenset()
    selected = [dscp for dscp in sorted(dscps) if _leads_to(port, dscp, queue.index)]
    return _CLASSES if selected and len(selected) == len(dscps) else NO_PARTS


def _leads_to(port: Port, dscp: int, index: int) -> bool:
    """Say whether a line gives the code point a class whose queue is that one."""
    if not sound_parts_of_marking(port, dscp):
        return False
    traffic_class = class_named(port, class_for(port, dscp))
    return not isinstance(traffic_class, Unknown) and known(traffic_class.queue, -1) == index
