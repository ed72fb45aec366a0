"""Tiers in which everything is cabled to everything: one shape says so, where hundreds of lines would hide the rest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from roce_lint.values import dataclass

FEWEST_PAIRS = 128
"""Fewer pairs of boxes are drawn as lines."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """Boxes of an upper tier of which each has cables to all of some boxes of a lower tier, by index."""

    uppers: tuple[int, ...]
    lowers: tuple[int, ...]
    cables: int

    @property
    def pairs(self) -> int:
        """Return how many pairs of boxes it joins."""
        return len(self.uppers) * len(self.lowers)

    def joined(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of boxes that it joins, in both directions."""
        for upper in self.uppers:
            for lower in self.lowers:
                yield upper, lower
                yield lower, upper


def meshes_of(pairs: Mapping[tuple[int, int], int], tiers: Sequence[int]) -> tuple[Mesh, ...]:
    """Return the meshes among pairs of boxes (with their cables counted); `tiers`: the tier of each box.

    A box with another set of neighbours, for example with one cable missing, is in no mesh with the others.
    """
    below: dict[tuple[int, int], set[int]] = defaultdict(set)
    for one, other in pairs:
        if tiers[one] != tiers[other]:
            upper, lower = (one, other) if tiers[one] > tiers[other] else (other, one)
            below[upper, tiers[lower]].add(lower)
    groups: dict[tuple[int, frozenset[int]], list[int]] = defaultdict(list)
    for (upper, _), lowers in sorted(below.items()):
        groups[tiers[upper], frozenset(lowers)].append(upper)
    found = []
    for (_, lowers_of), uppers in groups.items():
        if len(uppers) > 1 and len(lowers_of) > 1 and len(uppers) * len(lowers_of) >= FEWEST_PAIRS:
            cables = sum(pairs.get((a, b), 0) + pairs.get((b, a), 0) for a in uppers for b in lowers_of)
            found.append(Mesh(tuple(uppers), tuple(sorted(lowers_of)), cables))
    return tuple(found)
