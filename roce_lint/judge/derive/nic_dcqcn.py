"""DCQCN of a NIC against the priorities that RoCE has."""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import all_of, is_true
from roce_lint.model.nic import Nic


def on_for(states: tuple[Fact[bool], ...], priorities: Fact[frozenset[int]]) -> Fact[bool]:
    """Say whether DCQCN's side is on for every priority of RoCE."""
    if isinstance(priorities, Unknown):
        return priorities
    wanted = [states[number] for number in sorted(priorities.value) if number < len(states)]
    if not wanted:
        return Default(True, priorities.source, "no lossless priority")
    return all_of(*wanted)


def switched_where_roce_is(nic: Nic, priorities: Fact[frozenset[int]]) -> tuple[Fact[bool], str]:
    """Say whether a side of DCQCN that is switched on by priority is so for one of RoCE; and for which it is.

    A side that nothing switches by priority has what the firmware says.
    """
    fine: Fact[bool] = Default(True, priorities.source, "DCQCN is not switched by priority")
    if isinstance(priorities, Unknown) or not priorities.value:
        return fine, ""
    for states in (nic.notification_enabled, nic.reaction_enabled):
        stated = {number: fact.source for number, fact in enumerate(states) if isinstance(fact, Stated)}
        on = [number for number in stated if is_true(states[number])]
        if on and not priorities.value & stated.keys():
            return Stated(False, stated[on[0]]), ", ".join(map(str, on))
    return fine, ""
