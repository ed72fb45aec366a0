"""Which of the prefix lists that policies look at a prefix is in, and which switches look at them."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from roce_lint.model.addresses import BITS, plain_ipv4, subnet_of
from roce_lint.model.route_policy import PrefixRange
from roce_lint.paths.pause.topology import SwitchIndex

Held: TypeAlias = frozenset[int]
"""Numbers of the lists that permit a prefix; the others do not, by an entry or by their end."""
NO_PREFIX: Held = frozenset({-1})
"""Of a text that is no prefix no list can tell."""


class PrefixLists:
    """Finds the lists of a prefix by its leading bits, so that ten thousand lists cost as much as ten."""

    def __init__(self, lists: Mapping[tuple[PrefixRange, ...], Iterable[SwitchIndex]]) -> None:
        """`lists` has every list that a policy looks at, with the switches whose policies do."""
        self._matching = tuple(tuple(nodes) for nodes in lists.values())
        self._all_matching = frozenset(node for nodes in self._matching for node in nodes)
        self._at: dict[tuple[int, int, int], list[tuple[int, int, PrefixRange]]] = defaultdict(list)
        for number, ranges in enumerate(lists):
            for place, one in enumerate(ranges):
                listed = _bits(one.prefix)
                if listed is not None:
                    self._at[listed].append((number, place, one))
        self._lengths: dict[int, list[int]] = defaultdict(list)
        for version, length in sorted({(version, length) for version, length, _ in self._at}):
            self._lengths[version].append(length)
        self._held: dict[str, Held] = {}
        self._by_bits: dict[tuple[int, int, int], Held] = {}
        self._behind: dict[tuple[int, int], int] = {}

    def __bool__(self) -> bool:
        """Say whether any policy looks at a list."""
        return bool(self._matching)

    def held(self, prefix: str) -> Held:
        """Return the lists that permit the prefix; prefixes with equal ones fare alike everywhere."""
        found = self._held.get(prefix)
        if found is None:
            found = self._held[prefix] = self._permitting(prefix) if self._matching else frozenset()
        return found

    def switches_matching(self, held: Held) -> set[SwitchIndex]:
        """Return the switches that look at one of these lists."""
        if -1 in held:
            return set(self._all_matching)
        return {node for number in held for node in self._matching[number]}

    def _permitting(self, prefix: str) -> Held:
        plain = plain_ipv4(prefix)
        if plain is not None:
            version, (number, length) = 4, plain
        else:
            wanted = subnet_of(prefix)
            if wanted is None:
                return NO_PREFIX
            version, length, number = wanted
        behind = self._behind.get((version, length))
        if behind is None:
            behind = self._behind[version, length] = self._deciding_nothing(version, length)
        key = version, length, number >> behind
        found = self._by_bits.get(key)
        if found is None:
            found = self._by_bits[key] = self._by_leading(version, length, number >> (BITS[version] - length))
        return found

    def _deciding_nothing(self, version: int, length: int) -> int:
        """Return how many last bits of such a prefix lie behind the longest length that is listed."""
        lengths = self._lengths[version]
        listed = bisect_right(lengths, length)
        return BITS[version] - (lengths[listed - 1] if listed else 0)

    def _by_leading(self, version: int, length: int, leading: int) -> Held:
        first: dict[int, tuple[int, bool]] = {}
        for shorter in self._lengths[version]:
            if shorter > length:
                break
            for number, place, one in self._at.get((version, shorter, leading >> (length - shorter)), ()):
                if one.shortest <= length <= one.longest and (number not in first or place < first[number][0]):
                    first[number] = place, one.permits
        return frozenset(number for number, (_, permits) in first.items() if permits)


def _bits(prefix: str) -> tuple[int, int, int] | None:
    """Return version, length and leading bits of a prefix; None for what is none."""
    found = subnet_of(prefix)
    if found is None:
        return None
    return found.version, found.length, found.number >> (BITS[found.version] - found.length)
