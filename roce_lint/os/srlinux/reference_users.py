"""Which ports would have their QoS from an object of SR Linux that a leaf names and nothing defines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Stated
from roce_lint.model.terms import QosPart
from roce_lint.text.tree import Node
from roce_lint.values import replace

_CLASSIFICATION = frozenset({QosPart.CLASSIFICATION})
_PAUSE = frozenset({QosPart.PAUSE})
_QUEUE = frozenset({QosPart.ECN, QosPart.SCHEDULING, QosPart.BUFFER})
_BRINGS: Mapping[str, frozenset[QosPart]] = {
    "dscp-policy": _CLASSIFICATION,
    "dot1p-policy": _CLASSIFICATION,
    "rewrite dscp-policy": _CLASSIFICATION,
    "forwarding class": _CLASSIFICATION | _PAUSE,
    "queue": _CLASSIFICATION | _PAUSE | _QUEUE,
    "pfc-queue": _PAUSE | {QosPart.BUFFER},
    "pfc-mapping-profile": _PAUSE | {QosPart.WATCHDOG},
    "buffer-allocation-profile": _PAUSE | _QUEUE,
    "queue-template": _QUEUE,
    "queue-management-profile": _QUEUE,
    "scheduler-policy": _QUEUE,
}
"""The parts of QoS that each kind of object brings."""

Way: TypeAlias = tuple[Node, ...]
"""The nodes from the root to a leaf, the root and lists left out."""


def with_users(
    references: Iterable[UndefinedReference], root: Node, ports: Sequence[Port]
) -> Iterator[UndefinedReference]:
    """Yield the references with what their objects would bring to which ports."""
    ways: list[Way] = []
    for one in references:
        parts = _BRINGS.get(one.kind, frozenset())
        if parts:
            ways = ways or [*_ways(root, ())]
            begin = [way for way in ways if way[-1].line == one.source.line and _names(way, one.name)]
            found = frozenset[str]().union(*(_ports_of(way, ways, set()) for way in begin))
            found |= {port.name for port in ports if isinstance(port.lag, Stated) and port.lag.value in found}
            one = replace(one, brings=parts, ports=found)
        yield one


def _ways(node: Node, above: Way) -> Iterator[Way]:
    """Yield the way to each leaf, and to each entry without leaves."""
    for child in node.children.values():
        way = above if child.is_list else (*above, child)
        if child.children:
            yield from _ways(child, way)
        elif not child.is_list:
            yield way


def _names(way: Way, name: str) -> bool:
    """Say whether a leaf has the name as a value, or an entry on the way to it has it as a key."""
    return name in way[-1].values or any(name in node.keys for node in way)


def _ports_of(way: Way, ways: Sequence[Way], seen: set[tuple[str, str]]) -> frozenset[str]:
    """Return the ports that have something from a leaf, through the names of the objects that it belongs to."""
    owner = next((node for node in way if node.keys), None)
    if owner is None:
        return frozenset()
    if owner.name == "interface":
        bound = owner.find("interface-ref/interface")
        return frozenset({bound.value if bound else owner.key})
    if (owner.name, owner.key) in seen:
        return frozenset()
    seen.add((owner.name, owner.key))
    using = [other for other in ways if owner not in other and _names(other, owner.key)]
    return frozenset[str]().union(*(_ports_of(other, ways, seen) for other in using))
