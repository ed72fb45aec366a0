"""The ports of a fabric for its page: who is cabled to whom, and one picture for all ports that do the same.

The way of RoCE through one port as a picture: DSCP, class, priority group, queue, and its curve against xoff.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from html import escape

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.entity import spot_of
from roce_lint.judge.finding import Finding
from roce_lint.judge.rule import Severity
from roce_lint.model.device import Device, Link, Port, PortRef
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_false
from roce_lint.model.terms import PortKind
from roce_lint.report.chart_svg import Guide, because_of, curve_chart, label, size, size_text, svg, words_at, wrapped
from roce_lint.report.fabric_layout import Layout
from roce_lint.report.port_pipeline import Pipeline, PipelineLane, Thresholds, pipeline_of
from roce_lint.report.printable import printable
from roce_lint.text.counting import spans
from roce_lint.text.json_value import Json
from roce_lint.values import dataclass

_STAGES = ("Marking", "Class", "Priority group", "Queue")


class Stage(Enum):
    """Where on the way through a port a fault is: a number counts the stages that are drawn."""

    PORT = -1
    MARKING = 0
    CLASS = 1
    PRIORITY_GROUP = 2
    QUEUE = 3


_STAGE_OF_PART = {"DSCP": Stage.CLASS, "priority": Stage.PRIORITY_GROUP, "queue": Stage.QUEUE}
_STAGE_OF_FAMILY = {
    "cls": Stage.MARKING,
    "pfc": Stage.PRIORITY_GROUP,
    "buf": Stage.PRIORITY_GROUP,
    "wd": Stage.PRIORITY_GROUP,
    "ecn": Stage.QUEUE,
    "sch": Stage.QUEUE,
    "trm": Stage.QUEUE,
}


@dataclass(frozen=True, slots=True)
class StageFault:
    """What a finding says is wrong at a stage; `part` and `number` tell which lane is meant, -1 for all of RoCE."""

    stage: Stage
    part: str
    number: int
    severity: Severity
    code: str


NO_FAULTS: frozenset[StageFault] = frozenset()
_WIDE = 126
_STEP = 154
_HIGH = 42
_EASY_IN_A_BOX = 18
_MOST_IN_A_BOX = 30
"""Longer words are set closer, so that all of them are in the box; still longer ones would not be legible."""


def draw_pipeline(pipeline: Pipeline, faults: frozenset[StageFault] = NO_FAULTS) -> str:
    """Return the picture of a pipeline; a box with a broken line is a vendor's default, a dotted one is not known.

    A stage with a fault has the colour of its severity and the codes of its findings.
    """
    parts: list[str] = []
    y = 16.0
    of_port = [fault for fault in faults if fault.stage is Stage.PORT]
    for line in _about(pipeline):
        parts.append(words_at(2, y, line, "faint"))
        y += 16
    if of_port:
        parts.append(words_at(2, y, f"Of the whole port: {_codes(of_port)}", _worst(of_port).value))
        y += 16
    y += 10
    parts += [words_at(2 + number * _STEP, y, stage, "title") for number, stage in enumerate(_STAGES)]
    y += 8
    for lane, broken in zip(pipeline.lanes, _by_lane(pipeline.lanes, faults), strict=True):
        parts += _lane(lane, pipeline, y, broken)
        y += _HIGH + (26 if broken else 12)
    for line in wrapped(pipeline.doubt):
        parts.append(words_at(2, y + 14, line))
        y += 16
    for one in pipeline.thresholds:
        drawn, high = _thresholds(one, y + 8)
        parts += drawn
        y += high + 8
    broken_words = [f"{_codes([fault])} at {fault.stage.name.lower().replace('_', ' ')}" for fault in _ordered(faults)]
    return svg(y + 6, "; ".join((*broken_words, described(pipeline))), parts)


def _ordered(faults: Iterable[StageFault]) -> list[StageFault]:
    return sorted(faults, key=lambda one: (-one.severity.rank, one.code, one.part, one.number))


def _codes(faults: Iterable[StageFault]) -> str:
    """Return the codes of findings, the worst first."""
    return ", ".join(dict.fromkeys(f"{fault.severity.value} {fault.code}" for fault in _ordered(faults)))


def _worst(faults: Iterable[StageFault]) -> Severity:
    return max((fault.severity for fault in faults), key=lambda severity: severity.rank)


def _by_lane(lanes: Sequence[PipelineLane], faults: Iterable[StageFault]) -> list[list[StageFault]]:
    """Return the faults of each lane; one whose number no lane has concerns all lanes of RoCE."""
    found: list[list[StageFault]] = [[] for _ in lanes]
    for fault in faults:
        if fault.stage is not Stage.PORT:
            meant = [number for number, lane in enumerate(lanes) if _is_of(fault, lane)]
            for number in meant or [number for number, lane in enumerate(lanes) if lane.purpose == lanes[0].purpose]:
                found[number].append(fault)
    return found


def _is_of(fault: StageFault, lane: PipelineLane) -> bool:
    match fault.part:
        case "DSCP":
            return fault.number in lane.dscps
        case "priority":
            return fault.number in known(lane.pauses, frozenset())
        case "queue":
            return fault.number == known(lane.queue, -2)
    return False


def described(pipeline: Pipeline) -> str:
    """Return the picture in words, for those who cannot see it."""
    lanes = [
        f"{lane.purpose} DSCP {_numbers(lane.dscps)}: class {_show(lane.traffic_class)}, pauses {_set(lane.pauses)}, "
        f"queue {_show(lane.queue)}"
        for lane in pipeline.lanes
    ]
    curves = [
        f"queue {one.queue}: {_ecn(one)}, xoff {size_text(one.xoff_bytes)}, headroom {size_text(one.headroom_bytes)}"
        for one in pipeline.thresholds
    ]
    return "; ".join((*lanes, *curves)) or "No way of RoCE is known"


def _about(pipeline: Pipeline) -> Iterator[str]:
    """Yield what holds for the whole port."""
    yield f"{_show(pipeline.speed_gbps)} Gb/s, MTU {_show(pipeline.mtu_bytes)}, watchdog {_show(pipeline.watchdog)}"
    yield (
        f"PFC {_show(pipeline.pfc_mode)}: sends pauses for {_set(pipeline.sends)}, "
        f"set to obey them for {_set(pipeline.obeys)}"
    )


def _lane(lane: PipelineLane, pipeline: Pipeline, y: float, faults: Sequence[StageFault]) -> Iterator[str]:
    """Yield the boxes of one lane, joined by arrows; the way is broken where a stage has a fault."""
    boxes: tuple[tuple[str, str, Sequence[Fact[object]]], ...] = (
        (f"{lane.purpose} DSCP {_numbers(lane.dscps)}", f"trust {_show(pipeline.trust)}", (pipeline.trust,)),
        (f"class {_show(lane.traffic_class)}", "", (lane.traffic_class,)),
        (_pauses(lane.pauses), _lossless(lane.pauses, pipeline.sends), (lane.pauses,)),
        (f"queue {_show(lane.queue)}", _scheduling(lane), (lane.queue, lane.scheduling)),
    )
    for number, (first, second, facts) in enumerate(boxes):
        x = 2 + number * _STEP
        here = [fault for fault in faults if fault.stage.value == number]
        kind = _worst(here).value if here else ""
        if number:
            at = y + _HIGH / 2
            yield f'<path class="arrow {kind}" d="M{x - _STEP + _WIDE} {at:.0f}H{x - 5}"/>'
            yield f'<path class="head {kind}" d="M{x - 7} {at - 4:.0f}l7 4l-7 4z"/>'
        yield _box(x, y, first, second, facts, kind)
        if here:
            yield words_at(x, y + _HIGH + 14, _codes(here), kind)


def _box(x: float, y: float, first: str, second: str, facts: Iterable[Fact[object]], severity: str) -> str:
    facts = tuple(facts)
    kind = "unknown" if any(isinstance(fact, Unknown) for fact in facts) else ""
    kind = kind or ("default" if any(isinstance(fact, Default) for fact in facts) else "")
    reasons = "\n".join(dict.fromkeys(filter(None, (because_of(fact) for fact in facts))))
    lines = [(first, y + (19 if second else 26)), *([(second, y + 34)] if second else [])]
    # What is longer than the box stands in its hint in full.
    cut = [words for words, _ in lines if len(words) > _MOST_IN_A_BOX]
    hint = f"<title>{label(chr(10).join((*cut, *filter(None, (reasons,)))))}</title>" if reasons or cut else ""
    texts = "".join(
        words_at(
            x + _WIDE / 2,
            at,
            words if len(words) <= _MOST_IN_A_BOX else f"{words[: _MOST_IN_A_BOX - 1]}\u2026",
            "faint" if row else "",
            "middle",
            width=_WIDE - 8 if len(words) > _EASY_IN_A_BOX else 0,
        )
        for row, (words, at) in enumerate(lines)
    )
    kinds = " ".join(filter(None, ("stage", kind, severity)))
    shape = f'<rect class="{kinds}" x="{x:.0f}" y="{y:.0f}" width="{_WIDE}" height="{_HIGH}" rx="4"/>'
    return f"<g>{hint}{shape}{texts}</g>"


def _thresholds(one: Thresholds, y: float) -> tuple[list[str], float]:
    """Return the curve of a queue against xoff and headroom, what is not known of it in words, and the height."""
    group = f"priority {_show(one.priority)}" if not isinstance(one.priority, Unknown) else "no priority group"
    parts = [words_at(2, y + 14, f"Queue {one.queue} (egress) and {group} (ingress)", "title")]
    at = y + 24
    curve = (one.kmin_bytes, one.kmax_bytes, one.pmax_percent)
    name = "xoff" if one.xoff_is_exact else "xoff at most"
    places = (*curve[:2], one.xoff_bytes)
    if not all(isinstance(fact, Unknown) for fact in places):
        drawn, high = curve_chart(at, curve, [Guide(name, one.xoff_bytes, is_xoff=True)], one.headroom_bytes)
        parts += drawn
        at += high
    for line in [row for words in _threshold_words(one) for row in wrapped(words)]:
        parts.append(words_at(2, at + 16, line, "faint"))
        at += 16
    return parts, at + 8 - y


def _threshold_words(one: Thresholds) -> Iterator[str]:
    """Yield the thresholds in words, and why those that are not known are not."""
    yield f"ECN: {_ecn(one)}"
    if isinstance(one.priority, Unknown):
        yield f"No xoff threshold and no headroom: {one.priority.because}"
        return
    # A xoff threshold that no line states is no vendor's default: it follows from others.
    how = _reason(one.xoff_bytes).replace("(default: ", "(computed: ")
    yield f"xoff: {size_text(one.xoff_bytes)}{how}"
    yield f"Headroom: {size_text(one.headroom_bytes)}{_reason(one.headroom_bytes)}"
    match one.advised_bytes:
        case Unknown(because, _):
            yield f"Headroom to configure: ? (not known: {because})"
        case Stated(value, _):
            yield f"Headroom to configure: {size(value)}"
        case Default(value, _, because):
            yield f"Headroom to configure: {size(value)} ({because})"
    yield f"Sending resumes {size_text(one.resume_offset_bytes)} below xoff{_reason(one.resume_offset_bytes)}"


def _ecn(one: Thresholds) -> str:
    if isinstance(one.ecn_enabled, Unknown):
        return f"?{_reason(one.ecn_enabled)}"
    if is_false(one.ecn_enabled):
        return f"off{_reason(one.ecn_enabled)}"
    pmax = "?" if isinstance(one.pmax_percent, Unknown) else f"{one.pmax_percent.value:g} %"
    curve = (one.kmin_bytes, one.kmax_bytes, one.pmax_percent)
    doubts = [_reason(fact) for fact in curve if isinstance(fact, Unknown)]
    wrong = "; no curve: Kmin is above Kmax" if known(one.kmin_bytes, 0) > known(one.kmax_bytes, 2**63) else ""
    return f"{size_text(one.kmin_bytes)} to {size_text(one.kmax_bytes)}, {pmax}{''.join(doubts[:1])}{wrong}"


def _reason(fact: Fact[object]) -> str:
    reason = because_of(fact)
    return f" ({reason[0].lower()}{reason[1:]})" if reason else ""


def _show(fact: Fact[object]) -> str:
    if isinstance(fact, Unknown):
        return "?"
    value = fact.value
    words = ("on" if value else "off") if isinstance(value, bool) else str(getattr(value, "value", value))
    return f"[{words}]" if isinstance(fact, Default) else words


def _numbers(numbers: Iterable[int]) -> str:
    """Return numbers with those in a row as a range."""
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans(numbers)) or "none"


def _set(fact: Fact[frozenset[int]]) -> str:
    if isinstance(fact, Unknown):
        return "?"
    return f"[{_numbers(fact.value)}]" if isinstance(fact, Default) else _numbers(fact.value)


def _pauses(pauses: Fact[frozenset[int]]) -> str:
    if isinstance(pauses, Unknown):
        return "?"
    return f"priority {_numbers(pauses.value)}" if pauses.value else "no pause"


def _lossless(pauses: Fact[frozenset[int]], sends: Fact[frozenset[int]]) -> str:
    """Return whether the class is lossless, and whether the port sends its pauses."""
    if isinstance(pauses, Unknown):
        return ""
    if not pauses.value:
        return "lossy"
    if isinstance(sends, Unknown):
        return "lossless if PFC is on"
    return "lossless" if pauses.value <= sends.value else "pauses not sent"


def _scheduling(lane: PipelineLane) -> str:
    kind = _show(lane.scheduling)
    weight = known(lane.weight_percent, 0.0)
    return f"{kind} {weight:g} %" if kind == "weighted" and weight else kind


MOST_CABLES = 15_000
"""Cables on one page; a browser takes more, but the page would pass two megabytes."""
MOST_PICTURE_LETTERS = 500_000
"""What the pictures of all ports take at most; those of ports with findings and of most ports come first."""
_NOT_READ = -1
_NOT_DRAWN = -2
_INFINIBAND = -3
_SUBNET = Unknown("a port of an InfiniBand subnet has no way of RoCE", NOWHERE)
_UNREAD = Unknown("no configuration of this port was read", NOWHERE)
_NO_CABLE = Unknown("no cable is known", NOWHERE)


def as_text(document: Json) -> str:
    """Return a document as the text of an HTML element; every string in it is printable already."""
    return escape(json.dumps(document, separators=(",", ":"), ensure_ascii=False), quote=False)


def worst_of_ports(findings: Sequence[Finding]) -> dict[PortRef, int]:
    """Return the rank of the worst finding at each port."""
    worst: dict[PortRef, int] = {}
    for finding in findings:
        for place in finding.places:
            for device, port in spot_of(place.device, place.object).device_ports:
                ref = PortRef(device, port)
                worst[ref] = max(worst.get(ref, -1), finding.severity.rank)
    return worst


def faults_of_ports(findings: Sequence[Finding]) -> dict[PortRef, frozenset[StageFault]]:
    """Return what findings say is wrong on the way through each port."""
    found: dict[PortRef, set[StageFault]] = defaultdict(set)
    for finding in findings:
        for place in finding.places:
            spot = spot_of(place.device, place.object)
            for device, port in spot.device_ports:
                if port:
                    number = int(spot.number) if spot.number.isdigit() else -1
                    fault = StageFault(
                        _stage_of(finding.family, spot.part), spot.part, number, finding.severity, finding.code
                    )
                    found[PortRef(device, port)].add(fault)
    return {ref: frozenset(faults) for ref, faults in found.items()}


def _stage_of(family: str, part: str) -> Stage:
    """Return which stage a rule of a family is about, at an object that may be a part of a port."""
    if part in _STAGE_OF_PART:
        return _STAGE_OF_PART[part]
    return _STAGE_OF_FAMILY.get(family, Stage.PORT)


@dataclass(frozen=True, slots=True)
class _PortEnd:
    """One port of a row: `line` of its block, and what becomes of RoCE on it; unknown of a port that was not read."""

    ref: PortRef
    line: int
    pipeline: Pipeline | Unknown


@dataclass(frozen=True, slots=True)
class PortRows:
    """Cables as pairs of ends with words on the cable, and ports without one; `left_out` cables are none of them."""

    cables: tuple[tuple[_PortEnd, _PortEnd, str], ...]
    single: tuple[_PortEnd, ...]
    left_out: int


class _Pipelines:
    """Finds what becomes of RoCE on ports; those of one device that say the same are looked at once."""

    def __init__(self, fabric: Fabric, layout: Layout) -> None:
        read = {member for node in layout.nodes if node.is_read for member in node.members}
        self._subnet = read - {device.name for device in fabric.devices}
        self._design = fabric.design
        self._ports = fabric.ports()
        self._found: dict[object, Pipeline] = {}

    def end(self, ref: PortRef, length_m: Fact[int]) -> _PortEnd:
        found = self._ports.get(ref)
        if found is None:
            return _PortEnd(ref, 0, _SUBNET if ref.device in self._subnet else _UNREAD)
        device, port = found
        return _PortEnd(ref, port.source.line, self._of(device, port, length_m))

    def _of(self, device: Device, port: Port, length_m: Fact[int]) -> Pipeline:
        key = (device.name, id(port.values), known(length_m, -1))
        if key not in self._found:
            self._found[key] = pipeline_of(device, port, self._design, length_m)
        return self._found[key]


def port_rows(fabric: Fabric, layout: Layout) -> PortRows:
    """Return the cables of a drawing with both ends, and the ports in use that lead nowhere."""
    pipelines = _Pipelines(fabric, layout)
    peers = fabric.peers()
    drawn = [cable for bundle in layout.bundles for cable in bundle.cables]
    cables = []
    for a, b in drawn[:MOST_CABLES]:
        link = peers.get(a)
        length = link.length_m if link else _NO_CABLE
        cables.append((pipelines.end(a, length), pipelines.end(b, length), _words(link) if link else "cable"))
    cabled = {end for cable in drawn for end in cable}
    single = [
        pipelines.end(ref, _NO_CABLE)
        for device in fabric.devices
        for port in device.ports
        if port.kind is PortKind.ETHERNET
        and known(port.values.enabled, True)
        and (ref := PortRef(device.name, port.name)) not in cabled
    ]
    return PortRows(tuple(cables), tuple(single[:MOST_CABLES]), len(drawn) - len(cables))


def _words(link: Link) -> str:
    length = "length not known" if isinstance(link.length_m, Unknown) else f"{link.length_m.value} m"
    return f"{length}, cable known from {link.origin.value}"


def port_panel() -> Iterator[str]:
    """Yield the panel that shows a chosen device and port."""
    yield '<div id="panel" class="panel" hidden><h3 id="panel-title" tabindex="-1"></h3>'
    yield '<p class="quiet" id="panel-about"></p><label id="panel-members">Device <select id="member"></select></label>'
    yield '<ul class="ports" id="panel-ports" aria-label="Ports"></ul><div class="ends" id="panel-ends"></div></div>'


def port_data(fabric: Fabric, layout: Layout, rows: PortRows, findings: Sequence[Finding]) -> Iterator[str]:
    """Yield what the panel shows: the ports as hidden text, and their pictures as templates."""
    worst, faults = worst_of_ports(findings), faults_of_ports(findings)
    numbers, pictures = _pictures(rows, worst, faults)
    yield f'<div id="port-data" hidden>{as_text(_document(fabric, layout, rows, numbers, worst, faults))}</div>'
    for number, picture in enumerate(pictures):
        yield f'<template id="pipeline-{number}">{picture}</template>'


_Picture = tuple[Pipeline, frozenset[StageFault]]


def _pictures(
    rows: PortRows, worst: Mapping[PortRef, int], faults: Mapping[PortRef, frozenset[StageFault]]
) -> tuple[dict[_Picture, int], list[str]]:
    """Return the pictures that fit, and the number of each by its pipeline and what is wrong with it."""
    ends = [*(end for a, b, _ in rows.cables for end in (a, b)), *rows.single]
    counts: Counter[_Picture] = Counter()
    rank: dict[_Picture, int] = {}
    for end in ends:
        if not isinstance(end.pipeline, Unknown):
            key = end.pipeline, faults.get(end.ref, frozenset())
            counts[key] += 1
            rank[key] = max(rank.get(key, -1), worst.get(end.ref, -1))
    numbers: dict[_Picture, int] = {}
    pictures: list[str] = []
    letters = 0
    for key in sorted(counts, key=lambda one: (-rank[one], -counts[one])):
        picture = draw_pipeline(*key)
        letters += len(picture)
        if letters > MOST_PICTURE_LETTERS:
            break
        numbers[key] = len(pictures)
        pictures.append(picture)
    return numbers, pictures


def _document(
    fabric: Fabric,
    layout: Layout,
    rows: PortRows,
    numbers: Mapping[_Picture, int],
    worst: Mapping[PortRef, int],
    faults: Mapping[PortRef, frozenset[StageFault]],
) -> Json:
    """Return what the script needs: names once, then rows of numbers."""
    boxes = layout.index()
    files = {device.name: device.source.file for device in fabric.devices}
    place = {name: number for number, name in enumerate(boxes)}
    ends = [*(end for a, b, _ in rows.cables for end in (a, b)), *rows.single]
    names = {name: number for number, name in enumerate(dict.fromkeys(end.ref.port for end in ends))}
    words = {name: number for number, name in enumerate(dict.fromkeys(said for _, _, said in rows.cables))}

    def row(end: _PortEnd) -> list[Json]:
        if isinstance(end.pipeline, Unknown):
            picture = _INFINIBAND if end.pipeline == _SUBNET else _NOT_READ
        else:
            picture = numbers.get((end.pipeline, faults.get(end.ref, frozenset())), _NOT_DRAWN)
        return [place[end.ref.device], names[end.ref.port], end.line, picture, worst.get(end.ref, -1)]

    devices: list[Json] = [[printable(name), boxes[name], printable(files.get(name, ""))] for name in place]
    return {
        "devices": devices,
        "names": [printable(name) for name in names],
        "words": [printable(said) for said in words],
        "cables": [[*row(a), *row(b), words[said]] for a, b, said in rows.cables],
        "single": [row(end) for end in rows.single if end.ref.device in place],
        "leftOut": rows.left_out,
    }
