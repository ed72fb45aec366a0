"""Findings on a drawing: which boxes and cables they touch, and the ways through the fabric that they tell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from roce_lint.judge.entity import spot_of
from roce_lint.judge.finding import Finding
from roce_lint.judge.rule import Severity
from roce_lint.model.device import PortRef
from roce_lint.report.fabric_layout import Layout
from roce_lint.values import dataclass

WAYS_DRAWN = 20
"""More ways than these make a drawing unreadable; the report lists them all."""
_CIRCLE = re.compile(r"cycle|loop")
"""Rules whose steps lead back to the first one say so in their names; the steps of others are a way with two ends."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The worst severity of some findings, and their numbers in the report, in order."""

    severity: Severity
    findings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawnPath:
    """A way through boxes, by index, as finding number `finding` tells it; `is_cycle`: it leads back to its start."""

    finding: int
    boxes: tuple[int, ...]
    is_cycle: bool


@dataclass(frozen=True, slots=True)
class DrawingMarks:
    """What findings do to a drawing: marks of boxes and of bundles by index, and ways. `boxes_of`: by finding."""

    nodes: Mapping[int, Mark]
    bundles: Mapping[int, Mark]
    ways: tuple[DrawnPath, ...]
    boxes_of: tuple[tuple[int, ...], ...]


NO_MARKS = DrawingMarks({}, {}, (), ())


def mark(layout: Layout, findings: Sequence[Finding]) -> DrawingMarks:
    """Return the marks of findings; their numbers are their places in `findings`."""
    index = layout.index()
    bundle_of = {end: number for number, one in enumerate(layout.bundles) for cable in one.cables for end in cable}
    nodes: dict[int, dict[int, Severity]] = defaultdict(dict)
    bundles: dict[int, dict[int, Severity]] = defaultdict(dict)
    boxes_of: list[tuple[int, ...]] = []
    for number, finding in enumerate(findings):
        touched: dict[int, None] = {}
        for place in finding.places:
            # Findings on an InfiniBand subnet name the subnet as device, and the node as object.
            if place.device not in index and place.object in index:
                touched[index[place.object]] = None
            for device, port in spot_of(place.device, place.object).device_ports:
                if device in index:
                    touched[index[device]] = None
                cable = bundle_of.get(PortRef(device, port))
                if cable is not None:
                    bundles[cable][number] = finding.severity
        for box in touched:
            nodes[box][number] = finding.severity
        for step in finding.steps:
            if step.device in index:
                touched[index[step.device]] = None
        boxes_of.append(tuple(touched))
    return DrawingMarks(_worst(nodes), _worst(bundles), _ways(findings, index), tuple(boxes_of))


def _worst(found: Mapping[int, Mapping[int, Severity]]) -> dict[int, Mark]:
    return {
        place: Mark(max(marks.values(), key=lambda severity: severity.rank), tuple(marks))
        for place, marks in sorted(found.items())
    }


def _ways(findings: Sequence[Finding], index: Mapping[str, int]) -> tuple[DrawnPath, ...]:
    """Return the first ways of the report; steps at one device in a row are one stop."""
    ways: list[DrawnPath] = []
    for number, finding in enumerate(findings):
        stops: list[int] = []
        for step in finding.steps:
            box = index.get(step.device)
            if box is not None and (not stops or stops[-1] != box):
                stops.append(box)
        is_cycle = bool(_CIRCLE.search(finding.rule)) and len(stops) > 1
        if is_cycle and stops[0] == stops[-1]:
            stops.pop()
        if len(stops) > 1:
            ways.append(DrawnPath(number, tuple(stops), is_cycle))
    return tuple(ways[:WAYS_DRAWN])
