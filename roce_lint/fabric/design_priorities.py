"""Which priorities the fabric means to be lossless, by what its devices pause for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from roce_lint.model.device import AnyPort, Device
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, known
from roce_lint.model.logic import is_true
from roce_lint.model.qos import BEST_EFFORT_OR_CONTROL
from roce_lint.values import dataclass

SetsOfPriorities: TypeAlias = tuple[tuple[frozenset[int], int], ...]
Moves: TypeAlias = frozenset[tuple[int, int]]
_DECIDING_SWITCHES = 2
"""From here switches that agree decide over hosts: one switch alone may be the one with the fault."""


@dataclass(frozen=True, slots=True)
class PriorityVotes:
    """What one device says of the lossless priorities.

    `sure`: sets of no-drop priorities with their numbers of ports, of ports that take part in PFC; `stated`: of all.
    `used`: the priorities in which a host sends RoCE, where it pauses for none of them and so contradicts itself.
    `moves`: see `moved_pauses`.
    """

    is_host: bool
    sure: SetsOfPriorities
    stated: SetsOfPriorities
    used: frozenset[int] = frozenset()
    moves: Moves = frozenset()


def priorities_in_use(device: Device) -> frozenset[int]:
    """Return the priorities that a host gives the marking of its own RoCE, where it pauses for others only."""
    marked = {
        tos.value >> 2
        for nic in device.nics
        for tos in (nic.application_tos, nic.device_tos, nic.rdma_cm_tos)
        if isinstance(tos, Stated) and tos.value > 0
    }
    used: set[int] = set()
    paused: set[int] = set()
    for port in device.ports:
        named = {known(port.qos.classification.traffic_class_by_dscp[dscp], "") for dscp in marked}
        used |= {int(name) for name in named if name.isdigit()}
        paused |= no_drop_priorities(port)
    return frozenset(used) if paused and paused.isdisjoint(used) else frozenset()


def no_drop_priorities(port: AnyPort) -> frozenset[int]:
    """Return the priorities for which a port is configured to pause."""
    return frozenset(priority.number for priority in port.qos.priorities if is_true(priority.generates_pause))


def moved_pauses(port: AnyPort) -> Moves:
    """Return the priorities for which a port pauses while its other lines agree on another one, each with that one.

    Where a class pauses for one priority, while its queue and every marking that lines give it are of another one, the
    line about pauses is the odd one of three, and has no vote on what it is compared with. A class that is called after
    the priority which it pauses, and which a line gives another queue, is meant so.
    """
    no_drop, found = no_drop_priorities(port), set[tuple[int, int]]()
    for one in port.qos.classes:
        pauses, queue = known(one.pause_priorities, frozenset[int]()), known(one.queue, -1)
        is_other = len(pauses) == 1 and pauses <= no_drop and queue not in pauses
        if is_other and isinstance(one.queue, Stated) and {one.name} == {str(number) for number in pauses}:
            continue
        if is_other and _priorities_marked(port, one.name) == {queue}:
            found.update((number, queue) for number in pauses)
    return frozenset(found)


def _as_meant(own: SetsOfPriorities, moves: Moves, of_hosts: frozenset[int]) -> SetsOfPriorities:
    """Return sets with the priorities that are meant, unless hosts pause for the configured one."""
    meant = {number: other for number, other in moves if number not in of_hosts}
    if not meant:
        return own
    found: Counter[frozenset[int]] = Counter()
    for numbers, ports in own:
        found[frozenset(meant.get(number, number) for number in numbers)] += ports
    return tuple(found.items())


def _priorities_marked(port: AnyPort, name: str) -> set[int]:
    """Return the priorities of markings that lines give a class: the PCP, or the upper three bits of the DSCP."""
    table = port.qos.classification
    found = {pcp for pcp, fact in enumerate(table.traffic_class_by_pcp) if _is_stated(fact, name)}
    return found | {dscp >> 3 for dscp, fact in enumerate(table.traffic_class_by_dscp) if _is_stated(fact, name)}


def _is_stated(fact: Fact[str], name: str) -> bool:
    return isinstance(fact, Stated) and fact.value == name


def usual_priorities(votes: Sequence[PriorityVotes]) -> Fact[frozenset[int]]:
    """Return the set with most votes.

    Hosts are configured by one script, and a fault of it is on all of them: two switches that agree decide, and a host
    that pauses for another priority than it sends RoCE in has no vote.
    """
    sure = any(vote.sure for vote in votes)
    of_hosts = frozenset[int]().union(*(own for vote in votes if vote.is_host for own, _ in vote.stated))
    asked = [(vote, _as_meant(vote.sure if sure else vote.stated, vote.moves, of_hosts)) for vote in votes]
    sound = [(vote, own) for vote, own in asked if own and not vote.used]
    if not sound and any(own for _, own in asked):
        used = Counter(vote.used for vote in votes if vote.used)
        if used:
            first = min(used, key=lambda found: (-used[found], sorted(found)))
            return Default(first, NOWHERE, "hosts send RoCE in it")
    switches = [own for vote, own in sound if not vote.is_host]
    deciding = switches if _agree(switches) else [own for _, own in sound]
    ports, opinions = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for own in map(Counter, map(dict, deciding)):
        ports += own
        opinions[_usual_set(own, own)] += 1
    if not ports:
        return Default(frozenset(), NOWHERE, "no port has a no-drop priority")
    usual = _usual_set(opinions, ports)
    # One of best effort or control beside another is a line too many, however many ports have it.
    usual = usual - BEST_EFFORT_OR_CONTROL or usual
    names = ", ".join(map(str, sorted(usual)))
    every = sum((Counter(dict(own)) for _, own in asked), Counter[frozenset[int]]())
    agreeing = sum(number for found, number in every.items() if usual <= found)
    return Default(usual, NOWHERE, f"{agreeing} of {every.total()} ports with PFC pause for priority {names}")


def _agree(switches: Sequence[SetsOfPriorities]) -> bool:
    """Say whether most of several switches have the same set."""
    opinions = Counter(_usual_set(own, own) for own in map(Counter, map(dict, switches)))
    most = max(opinions.values(), default=0)
    return most >= _DECIDING_SWITCHES and most * 2 > len(switches)


def _usual_set(votes: Counter[frozenset[int]], ports: Counter[frozenset[int]]) -> frozenset[int]:
    """Return the set with most votes: each device has one, so that a large switch with a fault does not outvote others.

    Between equals more ports decide, then the fewer priorities: a no-drop line too many is commoner.
    """
    return min(votes, key=lambda found: (-votes[found], -ports[found], len(found), sorted(found)))
