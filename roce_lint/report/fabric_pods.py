"""The pods of a large fabric: what hangs together without its top tier, and what each is called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from roce_lint.values import dataclass

GROUPED_FROM = 64
"""A fabric of three tiers with so many switches is drawn pod by pod."""
_LEFT_OVER = "no pod"


@dataclass(frozen=True, slots=True)
class Part:
    """Boxes of a drawing by index, and what they are called together; no name for the top tier."""

    name: str
    boxes: tuple[int, ...]


def parts_of(names: Sequence[str], tiers: Sequence[int], pairs: Iterable[tuple[int, int]]) -> tuple[Part, ...]:
    """Return the top tier and the pods below it; nothing for a fabric that falls into no pods.

    `names` and `tiers` (0 for hosts) are those of the boxes, `pairs` those with cables between them. Boxes that are
    cabled to nothing but the top tier are the last part.
    """
    top = max(tiers, default=0)
    if top < 3 or sum(tier > 0 for tier in tiers) < GROUPED_FROM:
        return ()
    around: dict[int, list[int]] = defaultdict(list)
    for one, other in pairs:
        if tiers[one] < top and tiers[other] < top:
            around[one].append(other)
            around[other].append(one)
    below = [box for box, tier in enumerate(tiers) if tier < top]
    found = _connected(below, around)
    pods = [boxes for boxes in found if len(boxes) > 1]
    if len(pods) < 2:
        return ()
    alone = tuple(boxes[0] for boxes in found if len(boxes) == 1)
    uppers = tuple(box for box, tier in enumerate(tiers) if tier == top)
    called = _called([[names[box] for box in boxes if tiers[box]] for boxes in pods])
    return (
        Part("", uppers),
        *(Part(name, boxes) for name, boxes in zip(called, pods, strict=True)),
        *([Part(_LEFT_OVER, alone)] if alone else []),
    )


def _connected(boxes: Sequence[int], around: Mapping[int, Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the boxes that hang together, in the order of their first."""
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in boxes:
        if start in seen:
            continue
        part, pending = [start], [start]
        seen.add(start)
        while pending:
            for other in around.get(pending.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    part.append(other)
                    pending.append(other)
        found.append(tuple(sorted(part)))
    return found


def _called(pods: Sequence[Sequence[str]]) -> list[str]:
    """Return the names of pods: how the names of all switches of each begin, or numbers where that tells none apart."""
    found = [_beginning(names).rstrip("-_. ") for names in pods]
    distinct = len(set(found)) == len(found) and all(found)
    return found if distinct else [f"pod {number}" for number in range(1, len(pods) + 1)]


def _beginning(names: Sequence[str]) -> str:
    """Return the whole words that all names begin with; a number is not taken apart."""
    common = "".join(letters[0] for letters in takewhile(lambda found: len(set(found)) == 1, zip(*names, strict=False)))
    if common and common[-1].isdigit() and any(name[len(common) : len(common) + 1].isdigit() for name in names):
        common = common.rstrip("0123456789")
    return common
