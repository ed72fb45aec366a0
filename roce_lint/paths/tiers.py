"""Which tier a switch is in: what the input states, else what the cabling says. Names prove nothing."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from roce_lint.model.device import Device
from roce_lint.model.fact import Stated
from roce_lint.model.terms import Role

_TIER = {Role.HOST: 0, Role.LEAF: 1, Role.SPINE: 2, Role.SUPER_SPINE: 3}


def stated_tier(device: Device) -> int:
    """Return the tier that the role of a device stands for; 0 where no input states its role."""
    return _TIER[device.role.value] if isinstance(device.role, Stated) else 0


def tiers_of(stated: Sequence[int], near: Sequence[frozenset[int]], host_counts: Sequence[int]) -> tuple[int, ...]:
    """Return the tier of every switch, 1 for leaves; `stated`: the tier that an input states, 0 for none.

    Switches with hosts are leaves, unless they stand where others without hosts stand (the very same neighbours), or
    have much fewer hosts than each of several neighbours: a gateway on a spine makes it no leaf. Of two sides that all
    have hosts, the smaller one is the upper. The others are one tier above the nearest switch below them.
    """
    with_hosts = [node for node, count in enumerate(host_counts) if count]
    twins: dict[frozenset[int], list[int]] = defaultdict(list)
    for node, others in enumerate(near):
        twins[others].append(node)
    leaves = [node for node in with_hosts if not _is_above(node, near, host_counts, twins[near[node]])]
    upper = _upper_side(leaves, near)
    leaves = [node for node in leaves if node not in upper]
    distance: dict[int, int] = dict.fromkeys(leaves or with_hosts, 1)
    pending = deque(distance)
    while pending:
        node = pending.popleft()
        for other in near[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                pending.append(other)
    return tuple(tier or distance.get(node, 1) for node, tier in enumerate(stated))


def _is_above(node: int, near: Sequence[frozenset[int]], host_counts: Sequence[int], twins: Sequence[int]) -> bool:
    """Say whether a switch with hosts is no leaf; `twins` have the same neighbours, itself included."""
    if near[node] and any(not host_counts[twin] for twin in twins):
        return True
    below = [other for other in near[node] if host_counts[other]]
    return len(below) >= 2 and all(host_counts[other] >= 2 * host_counts[node] for other in below)


def _upper_side(leaves: Sequence[int], near: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the smaller of two sides between which all cables of the given switches run."""
    members = set(leaves)
    side: dict[int, int] = {}
    upper: set[int] = set()
    for start in leaves:
        if start in side:
            continue
        side[start] = 0
        part, pending, even = [start], deque([start]), True
        while pending:
            node = pending.popleft()
            for other in near[node] & members:
                if other not in side:
                    side[other] = 1 - side[node]
                    part.append(other)
                    pending.append(other)
                elif side[other] == side[node]:
                    even = False
        halves = [frozenset(node for node in part if side[node] == half) for half in (0, 1)]
        smaller, larger = sorted(halves, key=len)
        complete = all(near[node] & members >= larger for node in smaller)
        if even and smaller and len(smaller) < len(larger) and complete:
            upper |= smaller
    return frozenset(upper)
