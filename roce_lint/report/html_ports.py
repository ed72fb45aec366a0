"""The ports of a fabric for its page: who is cabled to whom, and one picture for all ports that do the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.entity import spot_of
from roce_lint.judge.finding import Finding
from roce_lint.model.device import Device, Link, Port, PortRef
from roce_lint.model.fact import NOWHERE, Fact, Unknown, known
from roce_lint.model.terms import PortKind
from roce_lint.report.fabric_layout import Layout
from roce_lint.report.pipeline_svg import draw_pipeline
from roce_lint.report.port_pipeline import Pipeline, pipeline_of
from roce_lint.report.printable import printable
from roce_lint.text.json_value import Json
from roce_lint.values import dataclass

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
            for device, port in spot_of(place.device, place.object).hops:
                ref = PortRef(device, port)
                worst[ref] = max(worst.get(ref, -1), finding.severity.rank)
    return worst


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


def port_section(fabric: Fabric, layout: Layout, rows: PortRows, worst: Mapping[PortRef, int]) -> Iterator[str]:
    """Yield the panel that shows a chosen device and port, its data as hidden text, and the pictures as templates."""
    numbers, pictures = _pictures(rows, worst)
    yield '<div id="panel" class="panel" hidden><h3 id="panel-title" tabindex="-1"></h3>'
    yield '<p class="quiet" id="panel-about"></p><label id="panel-members">Device <select id="member"></select></label>'
    yield '<ul class="ports" id="panel-ports" aria-label="Ports"></ul><div class="ends" id="panel-ends"></div></div>'
    yield f'<div id="port-data" hidden>{as_text(_document(fabric, layout, rows, numbers, worst))}</div>'
    for number, picture in enumerate(pictures):
        yield f'<template id="pipeline-{number}">{picture}</template>'


def _pictures(rows: PortRows, worst: Mapping[PortRef, int]) -> tuple[dict[Pipeline, int], list[str]]:
    """Return the pictures that fit, and the number of each by its pipeline."""
    ends = [*(end for a, b, _ in rows.cables for end in (a, b)), *rows.single]
    counts: Counter[Pipeline] = Counter()
    rank: dict[Pipeline, int] = {}
    for end in ends:
        if not isinstance(end.pipeline, Unknown):
            counts[end.pipeline] += 1
            rank[end.pipeline] = max(rank.get(end.pipeline, -1), worst.get(end.ref, -1))
    numbers: dict[Pipeline, int] = {}
    pictures: list[str] = []
    letters = 0
    for pipeline in sorted(counts, key=lambda one: (-rank[one], -counts[one])):
        picture = draw_pipeline(pipeline)
        letters += len(picture)
        if letters > MOST_PICTURE_LETTERS:
            break
        numbers[pipeline] = len(pictures)
        pictures.append(picture)
    return numbers, pictures


def _document(
    fabric: Fabric, layout: Layout, rows: PortRows, numbers: Mapping[Pipeline, int], worst: Mapping[PortRef, int]
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
            picture = numbers.get(end.pipeline, _NOT_DRAWN)
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
