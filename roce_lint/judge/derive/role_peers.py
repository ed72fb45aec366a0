"""Who shares RoCE's class at a port, and what is served before it: for the comparison with other ports of the role."""

from __future__ import annotations

from roce_lint.fabric.design import Design
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.qos import Queue
from roce_lint.model.terms import Scheduling

_DSCPS = 64


def peer_facts(port: Port, design: Design, own: Fact[str], index: int) -> dict[str, Fact[object]]:
    """Return the code points of RoCE's class `own`, how CNPs are served, and the strict queues above queue `index`."""
    if isinstance(own, Unknown):
        return {}
    classes = [class_for(port, dscp) for dscp in range(_DSCPS)]
    together = [dscp for dscp, name in enumerate(classes) if not isinstance(name, Unknown) and name.value == own.value]
    guests = [dscp for dscp in together if dscp not in known(design.roce_dscps, frozenset())]
    at = _selecting(port, guests[0], classes[guests[0]], own.source) if guests else own.source
    found: dict[str, Fact[object]] = {"DSCPs in RoCE's class": Stated(_ranges(together), at)}
    for dscp in sorted(known(design.cnp_dscps, frozenset()))[:1]:
        found["CNP queue"] = _served(port, classes[dscp])
    strict = [queue for queue in port.qos.queues if queue.index > index and _is_strict(queue)]
    if not any(isinstance(queue.scheduling, Unknown) for queue in port.qos.queues):
        place = strict[0].scheduling.source if strict else _place(port, index)
        found["strict queues above RoCE's"] = Stated(_ranges([queue.index for queue in strict]), place)
    return found


def _selecting(port: Port, dscp: int, name: Fact[str], otherwise: Source) -> Source:
    """Return the line that selects the class of a code point."""
    places = port.qos.classification.selected_at
    if places and places[dscp].line:
        return places[dscp]
    return name.source if isinstance(name, Stated) else otherwise


def _served(port: Port, name: Fact[str]) -> Fact[object]:
    traffic_class = class_named(port, name)
    if isinstance(traffic_class, Unknown):
        return traffic_class
    for queue in port.qos.queues:
        if queue.index == known(traffic_class.queue, -1):
            if isinstance(queue.scheduling, Unknown):
                return queue.scheduling
            strict = queue.scheduling.value is Scheduling.STRICT
            return Stated("strict" if strict else "weighted", queue.scheduling.source)
    return Unknown("the queue of the CNPs is not known", name.source)


def _is_strict(queue: Queue) -> bool:
    return not isinstance(queue.scheduling, Unknown) and queue.scheduling.value is Scheduling.STRICT


def _place(port: Port, index: int) -> Source:
    for queue in port.qos.queues:
        if queue.index == index:
            return queue.scheduling.source
    return port.source


def _ranges(numbers: list[int]) -> str:
    """Return sorted numbers in words: `24-31, 46`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1][1:] = [number]
        else:
            parts.append([number])
    return ", ".join("-".join(map(str, part)) for part in parts) or "none"
