"""What can be laid over the drawing of a fabric: how far a pause reaches, and which way packets take."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.paths.deadlock import DeadlockAnalysis, TooLargeError
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause_reach import FabricReach, fabric_reach, too_far_for_a_check
from roce_lint.report.printable import printable
from roce_lint.report.reach import reach_lines
from roce_lint.text.json_value import Json
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Overlays:
    """The reach of pauses, and where packets go for each destination; `doubt`: why there is none of both, or empty."""

    names: tuple[str, ...]
    reach: FabricReach | None
    trees: tuple[Tree, ...]
    doubt: str


def overlays_of(fabric: Fabric) -> Overlays:
    """Return what can be laid over the drawing; nothing for a fabric without switches that hosts hang on."""
    analysis = DeadlockAnalysis(fabric, roce_domain(fabric))
    if len(analysis.graph.host_ports) < 2:
        return Overlays((), None, (), "hosts behind fewer than two switches are known")
    too_far = too_far_for_a_check(analysis)
    if too_far:
        return Overlays((), None, (), too_far)
    reach = fabric_reach(analysis)
    if reach.doubt is not None:
        return Overlays(analysis.graph.names, None, (), reach.doubt.because)
    try:
        trees = analysis.healthy_trees(analysis.strict)
    except TooLargeError as reason:
        return Overlays(analysis.graph.names, reach, (), str(reason))
    return Overlays(analysis.graph.names, reach, tuple(trees), "")


def overlay_document(overlays: Overlays) -> Json:
    """Return overlays for the script: hops as `from * number of switches + to`, in ranges."""
    count = len(overlays.names)
    rows = overlays.reach.rows if overlays.reach else ()
    node = {name: number for number, name in enumerate(overlays.names)}
    reach: list[Json] = [
        [
            node[row.device],
            "; ".join(printable(line.strip()) for line in reach_lines(overlays.reach, row)),
            ranges(u * count + v for u, v in row.unguarded.channels),
            ranges(row.unguarded.stalled),
        ]
        for row in rows
        if overlays.reach
    ]
    hops: dict[int, set[int]] = {}
    for tree in overlays.trees:
        found = hops.setdefault(tree.destination, set())
        for here in tree.reached():
            found.update(here * count + there for there in tree.next_hops[here])
    return {
        "switches": [printable(name) for name in overlays.names],
        "reach": reach,
        "paths": {str(destination): ranges(found) for destination, found in sorted(hops.items())},
        "doubt": printable(overlays.doubt),
    }


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers as `3-5,9`, sorted."""
    rows: list[list[int]] = []
    for number in sorted(set(numbers)):
        if rows and rows[-1][1] == number - 1:
            rows[-1][1] = number
        else:
            rows.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in rows)
