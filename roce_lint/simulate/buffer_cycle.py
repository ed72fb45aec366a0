"""Queues that wait for each other in a cycle: a deadlock."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TypeAlias

PortQueue: TypeAlias = tuple[int, int]
"""The index of a port, and a queue of it."""


def waiting_cycle(waits: Mapping[PortQueue, Set[PortQueue]]) -> tuple[PortQueue, ...]:
    """Return one cycle of (port, queue) in which each waits for the next; empty where there is none."""
    remaining = {place: {other for other in others if other in waits} for place, others in waits.items()}
    while True:
        ends = [place for place, others in remaining.items() if not others]
        if not ends:
            break
        for place in ends:
            del remaining[place]
        for others in remaining.values():
            others.difference_update(ends)
    if not remaining:
        return ()
    at = min(remaining)
    seen: list[PortQueue] = []
    while at not in seen:
        seen.append(at)
        at = min(remaining[at])
    return tuple(seen[seen.index(at) :])
