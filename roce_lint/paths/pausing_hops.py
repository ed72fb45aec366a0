"""For which priorities the buffer at the end of a cable can pause the switch that feeds it."""

from __future__ import annotations

from roce_lint.fabric.port_basics import pfc_on
from roce_lint.model.device import Port
from roce_lint.model.fact import Unknown
from roce_lint.model.logic import all_of, is_false, is_true
from roce_lint.paths.pause.topology import Hop
from roce_lint.paths.switch_graph import Strand, SwitchGraph
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PausingHops:
    """Priorities by hop: those that certainly pause, and those that may. `doubts` say what is not known of the rest."""

    certain: dict[Hop, frozenset[int]]
    possible: dict[Hop, frozenset[int]]
    doubts: tuple[Unknown, ...]


def pausing_hops(graph: SwitchGraph) -> PausingHops:
    """Return where PFC is effective: the receiver sends pauses and the sender obeys them."""
    certain: dict[Hop, frozenset[int]] = {}
    possible: dict[Hop, frozenset[int]] = {}
    doubts: dict[Unknown, None] = {}
    known: dict[tuple[object, ...], tuple[frozenset[int], frozenset[int], tuple[Unknown, ...]]] = {}
    by_priorities: dict[int, object] = {}
    by_values: dict[int, tuple[object, object]] = {}
    for hop, strands in graph.strands.items():
        sure: set[int] = set()
        maybe: set[int] = set()
        for strand in strands:
            key = (
                *_pause_facts(strand.near, by_priorities, by_values),
                *_pause_facts(strand.far, by_priorities, by_values),
            )
            if key not in known:
                known[key] = _effective(strand)
            sure |= known[key][0]
            maybe |= known[key][1]
            doubts.update(dict.fromkeys(known[key][2]))
        certain[hop], possible[hop] = frozenset(sure), frozenset(maybe)
    return PausingHops(certain, possible, tuple(doubts))


def _pause_facts(
    port: Port, by_priorities: dict[int, object], by_values: dict[int, tuple[object, object]]
) -> tuple[object, object]:
    """Return what decides about the pauses of a port, and about the doubts where something is not known.

    `by_priorities` remembers what priorities say, which ports of a device share, and `by_values` what equal ports have
    in common.
    """
    model = port.values
    found = by_values.get(id(model))
    if found is not None:
        return found
    on, priorities = pfc_on(model), model.qos.priorities
    said = by_priorities.get(id(priorities))
    if said is None:
        facts = [fact for one in priorities for fact in (one.honours_pause, one.generates_pause)]
        values = tuple([fact.value for fact in facts if not isinstance(fact, Unknown)])
        said = (tuple([one.number for one in priorities]), values) if len(values) == len(facts) else id(priorities)
        by_priorities[id(priorities)] = said
    if isinstance(on, Unknown):
        return said, id(port.qos)
    found = by_values[id(model)] = (said, on.value)
    return found


def _effective(strand: Strand) -> tuple[frozenset[int], frozenset[int], tuple[Unknown, ...]]:
    certain: set[int] = set()
    possible: set[int] = set()
    doubts: list[Unknown] = []
    sender_on, receiver_on = pfc_on(strand.near), pfc_on(strand.far)
    for obeying, sending in zip(strand.near.qos.priorities, strand.far.qos.priorities, strict=True):
        both = all_of(sender_on, obeying.honours_pause, receiver_on, sending.generates_pause)
        if is_true(both):
            certain.add(sending.number)
        if not is_false(both):
            possible.add(sending.number)
        if isinstance(both, Unknown):
            doubts.append(both)
    return frozenset(certain), frozenset(possible), tuple(doubts)
