"""Who can talk to whom by P_Keys, and what a change opens or closes.

Two ports can talk when they share the lower 15 bits of a key and at least one of them holds it full, bit 15 set
(IBA 1.7, 10.9.3). Ports with the same keys are one class, so that ten thousand ports cost as much as their classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from roce_lint.values import dataclass

FULL = 0x8000
KEY_BITS = 0x7FFF


@dataclass(frozen=True, slots=True)
class PortClass:
    """Ports (by GUID, sorted) that hold the same keys. `full` and `limited` are 15-bit keys; none is in both."""

    ports: tuple[int, ...]
    full: frozenset[int]
    limited: frozenset[int]

    def shared_keys(self, other: PortClass) -> frozenset[int]:
        """Return the 15-bit keys over which a port of this class and another of `other` can talk."""
        return (self.full & (other.full | other.limited)) | (self.limited & other.full)


@dataclass(frozen=True, slots=True)
class Isolation:
    """The classes of all ports, in order of their lowest port."""

    classes: tuple[PortClass, ...]

    def talking(self) -> Iterator[tuple[PortClass, PortClass, frozenset[int]]]:
        """Yield every pair of classes whose ports can talk, each once, and the keys over which.

        A class is paired with itself where two ports of it can talk to each other.
        """
        for number, one in enumerate(self.classes):
            for other in self.classes[number:]:
                keys = one.shared_keys(other)
                if keys and (one is not other or len(one.ports) > 1):
                    yield one, other, keys

    def class_of(self, port: int) -> PortClass | None:
        """Return the class of a port, None for a port that is in no table."""
        return next((one for one in self.classes if port in one.ports), None)

    def can_talk(self, port: int, other: int) -> bool:
        """Return whether two ports can talk; a port that is in no table talks to nobody."""
        one, two = self.class_of(port), self.class_of(other)
        return one is not None and two is not None and bool(one.shared_keys(two))


@dataclass(frozen=True, slots=True)
class Pairing:
    """Every port of `ports` can talk to every port of `peers`, or could: the first of each over `key` (15 bits).

    Where both sides are the same ports, each talks to each other one.
    """

    ports: tuple[int, ...]
    peers: tuple[int, ...]
    key: int

    @property
    def example(self) -> tuple[int, int]:
        """Return one pair of different ports."""
        return self.ports[0], next(peer for peer in self.peers if peer != self.ports[0])

    @property
    def pair_count(self) -> int:
        """Return the number of pairs of ports."""
        if self.ports == self.peers:
            return len(self.ports) * (len(self.ports) - 1) // 2
        return len(self.ports) * len(self.peers)


@dataclass(frozen=True, slots=True)
class IsolationChange:
    """What a change does to ports that exist before and after it.

    `opened`: pairs that could not talk and now can; `closed`: the opposite. `appeared`, `vanished`: ports of one
    state only, of which nothing is opened or closed.
    """

    opened: tuple[Pairing, ...]
    closed: tuple[Pairing, ...]
    appeared: tuple[int, ...]
    vanished: tuple[int, ...]


def isolation(tables: Mapping[int, Sequence[int]]) -> Isolation:
    """Return the classes of ports, from the P_Key table of each port by GUID.

    Keys have bit 15 set where the membership is full; 0x0000 and 0x8000 are no keys. A key that a table holds both
    full and limited counts as full. Linear in table entries.
    """
    members: dict[tuple[int, ...], list[int]] = {}
    for port, table in tables.items():
        members.setdefault(tuple(table), []).append(port)
    merged: dict[tuple[frozenset[int], frozenset[int]], list[int]] = {}
    for table, ports in members.items():
        merged.setdefault(_memberships(table), []).extend(ports)
    classes = [PortClass(tuple(sorted(ports)), full, limited) for (full, limited), ports in merged.items()]
    return Isolation(tuple(sorted(classes, key=lambda one: one.ports[0])))


def _memberships(table: Sequence[int]) -> tuple[frozenset[int], frozenset[int]]:
    full = frozenset(key & KEY_BITS for key in table if key & FULL and key & KEY_BITS)
    limited = frozenset(key for key in table if not key & FULL and key)
    return full, limited - full


def compare(before: Mapping[int, Sequence[int]], after: Mapping[int, Sequence[int]]) -> IsolationChange:
    """Return which ports can talk after a change and could not before, and the opposite; tables as for `isolation`.

    Ports are grouped by what they hold before and after; a group's reach is one number with a bit for each group, so
    that the cost is groups times keys times bits, and never pairs of ports.
    """
    common = before.keys() & after.keys()
    old = isolation({port: before[port] for port in common})
    new = isolation({port: after[port] for port in common})
    was = {port: one for one in old.classes for port in one.ports}
    groups: dict[tuple[int, int], list[int]] = {}
    sides: dict[tuple[int, int], tuple[PortClass, PortClass]] = {}
    for one in new.classes:
        for port in one.ports:
            key = id(was[port]), id(one)
            groups.setdefault(key, []).append(port)
            sides[key] = was[port], one
    ports = [tuple(sorted(members)) for members in groups.values()]
    earlier = [sides[key][0] for key in groups]
    later = [sides[key][1] for key in groups]
    reach_before, reach_after = _reach(earlier), _reach(later)
    opened = [after_mask & ~before_mask for before_mask, after_mask in zip(reach_before, reach_after, strict=True)]
    closed = [before_mask & ~after_mask for before_mask, after_mask in zip(reach_before, reach_after, strict=True)]
    return IsolationChange(
        opened=_pairings(opened, ports, later),
        closed=_pairings(closed, ports, earlier),
        appeared=tuple(sorted(after.keys() - common)),
        vanished=tuple(sorted(before.keys() - common)),
    )


def _reach(classes: Sequence[PortClass]) -> list[int]:
    """Return for each group the groups that it can talk to, as bits."""
    full: dict[int, int] = {}
    everyone: dict[int, int] = {}
    for number, one in enumerate(classes):
        bit = 1 << number
        for key in one.full:
            full[key] = full.get(key, 0) | bit
            everyone[key] = everyone.get(key, 0) | bit
        for key in one.limited:
            everyone[key] = everyone.get(key, 0) | bit
    found = []
    for one in classes:
        mask = 0
        for key in one.full:
            mask |= everyone[key]
        for key in one.limited:
            mask |= full.get(key, 0)
        found.append(mask)
    return found


def _pairings(
    masks: Sequence[int], ports: Sequence[tuple[int, ...]], classes: Sequence[PortClass]
) -> tuple[Pairing, ...]:
    """Return the pairs that the masks name. Groups with equal masks are one side; each pair of sides stands once."""
    together: dict[int, list[int]] = {}
    for number, mask in enumerate(masks):
        if mask:
            together.setdefault(mask, []).append(number)
    side_of = {number: members[0] for members in together.values() for number in members}
    found = []
    for mask, members in together.items():
        mine = tuple(sorted(port for number in members for port in ports[number]))
        for first in sorted({side_of[number] for number in _bits(mask)}):
            if first < members[0]:
                continue
            others = together[masks[first]]
            theirs = tuple(sorted(port for number in others for port in ports[number]))
            if mine == theirs and len(mine) == 1:
                continue
            keys = _class_of(mine[0], members, ports, classes).shared_keys(
                _class_of(theirs[0] if mine != theirs else theirs[1], others, ports, classes)
            )
            sides = sorted((mine, theirs))
            found.append(Pairing(sides[0], sides[1], min(keys)))
    return tuple(sorted(found, key=lambda one: (one.ports, one.peers)))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _class_of(
    port: int, members: Sequence[int], ports: Sequence[tuple[int, ...]], classes: Sequence[PortClass]
) -> PortClass:
    return next(classes[number] for number in members if port in ports[number])
