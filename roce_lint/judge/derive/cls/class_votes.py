"""For which priorities most RoCE ports of a fabric pause when a marking arrives: the votes of each switch."""

from __future__ import annotations

from collections import Counter

from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.judge.derive.port_kinds import Kinds, port_kinds
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Fact, Unknown, known


def alike_for_classes(device: Device, inside: frozenset[str]) -> Kinds:
    """Return the ports `inside` by how they give a marking its class: one port of each kind, and how many there are."""
    return joined_for_classes(port_kinds(device, inside))


def joined_for_classes(kinds: Kinds) -> Kinds:
    """Return kinds of ports joined to those that give a marking the same class."""
    first: dict[tuple[object, ...], Port] = {}
    count: dict[tuple[object, ...], int] = {}
    for port, number in kinds:
        qos = port.values.qos
        trust = qos.trust
        key = id(qos.classification), id(qos.classes), None if isinstance(trust, Unknown) else trust.value
        first.setdefault(key, port)
        count[key] = count.get(key, 0) + number
    return tuple(zip(first.values(), count.values(), strict=True))


def pause_votes(kinds: Kinds, dscp: int) -> Counter[frozenset[int]]:
    """Return how many ports pause for which priorities when a marking arrives; `kinds`: see `alike_for_classes`."""
    votes: Counter[frozenset[int]] = Counter()
    for port, number in kinds:
        traffic_class = class_named(port, class_for(port, dscp))
        pausing: Fact[frozenset[int]] = (
            traffic_class if isinstance(traffic_class, Unknown) else (traffic_class.pause_priorities)
        )
        votes[known(pausing, frozenset())] += number
    return votes


def most_usual(votes: Counter[frozenset[int]]) -> frozenset[int]:
    """Return the priorities with most votes; of equals the lower ones."""
    return min(votes, key=lambda priorities: (-votes[priorities], sorted(priorities)), default=frozenset[int]())
