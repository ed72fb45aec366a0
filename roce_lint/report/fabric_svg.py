"""A fabric as SVG: boxes by tiers, cables between them, findings in colour, and pause cycles as arrows."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.rule import Severity
from roce_lint.report.fabric_layout import LETTERS_BESIDE, CableBundle, DrawnBox, Layout, Pod, lay_out
from roce_lint.report.fabric_marks import NO_MARKS, DrawingMarks, DrawnPath, Mark
from roce_lint.report.printable import cut, printable
from roce_lint.text.counting import counted

DRAWN_ONE_BY_ONE = 400
"""Above this number of bundles the healthy ones are one shape without names, so that a large fabric stays light."""
_NAMED_CABLES = 8
_HAIRS = 5_000
"""Above this number of bundles even thin lines fill the plane."""
_MARKED_IN_A_MESH = 100
"""More lines on the shape of a mesh than these would hide it; the shape takes their colour instead."""
_HALF = 17
_HALF_NARROW = 7
_BEND = 14

PICTURE_STYLE = """
.picture { --ink: #1c2733; --faint: #5b6b7a; --paper: #ffffff; --line: #90a0ae; --box: #eef2f5; --error: #c62828;
  --warning: #a85b00; --info: #1565c0; --way: #8e24aa; font: 12px system-ui, "DejaVu Sans", Arial, sans-serif; }
@media (prefers-color-scheme: dark) { .picture { --ink: #e6edf3; --faint: #9fb0bf; --paper: #11181f; --line: #5d7080;
  --box: #22303c; --error: #ff6b6b; --warning: #ffb454; --info: #6cb6ff; --way: #e08cff; } }
.picture .paper { fill: var(--paper); }
.picture text { fill: var(--ink); }
.picture .tier { fill: var(--faint); font-size: 13px; }
.picture .pod rect { fill: none; stroke: var(--line); stroke-width: 2; }
.picture .pod text { fill: var(--faint); }
.picture .pod.error rect { stroke: var(--error); stroke-width: 8; } .picture .pod.error text { fill: var(--error); }
.picture .pod.warning rect { stroke: var(--warning); stroke-width: 8; }
.picture .pod.warning text { fill: var(--warning); }
.picture .pod.info rect { stroke: var(--info); stroke-width: 5; } .picture .pod.info text { fill: var(--info); }
.picture .cable { fill: none; stroke: var(--line); }
.picture .mesh { fill: var(--line); fill-opacity: .16; stroke: none; }
.picture .mesh.error { fill: var(--error); } .picture .mesh.warning { fill: var(--warning); }
.picture .mesh.info { fill: var(--info); }
.picture .meshed { fill: var(--faint); font-size: 12px; }
.picture .box rect { fill: var(--box); stroke: var(--line); stroke-width: 1.5; }
.picture .box.unread rect { stroke-dasharray: 3 3; }
.picture .box.error rect { fill: var(--error); stroke: var(--error); }
.picture .box.warning rect { fill: var(--warning); stroke: var(--warning); }
.picture .box.info rect { stroke: var(--info); stroke-width: 3; }
.picture .box.error .inside, .picture .box.warning .inside { fill: var(--paper); font-weight: bold; }
.picture .box .beside { font-size: 11px; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
.picture .box.error .beside { fill: var(--error); font-weight: bold; }
.picture .box.warning .beside { fill: var(--warning); font-weight: bold; }
.picture .cable.error { stroke: var(--error); }
.picture .cable.warning { stroke: var(--warning); }
.picture .cable.info { stroke: var(--info); }
.picture .way path, .picture .pause path { fill: none; stroke: var(--way); stroke-width: 3; stroke-linecap: round; }
.picture .way rect { fill: none; stroke: var(--way); stroke-width: 3; }
.picture .way text, .picture .pause text { fill: var(--way); font-weight: bold; paint-order: stroke;
  stroke: var(--paper); stroke-width: 4px; }
.picture .lost rect { fill: none; stroke: var(--error); stroke-width: 3; }
.picture .suffers rect { fill: none; stroke: var(--warning); stroke-width: 3; stroke-dasharray: 5 3; }
.picture .tip { fill: var(--way); stroke: none; }
"""
"""Colours for light and dark screens; severities differ in form too: filled, filled, framed."""


def fabric_svg(fabric: Fabric) -> str:
    """Return the drawing of a fabric as a file of its own."""
    return draw(lay_out(fabric), NO_MARKS, in_page=False) + "\n"


def draw(layout: Layout, marks: DrawingMarks, *, in_page: bool, over: Sequence[str] = ()) -> str:
    """Return the drawing, with the elements `over` on top. In a page the style is its own, and boxes can be chosen."""
    devices = sum(len(node.members) for node in layout.nodes)
    cables = sum(len(bundle.cables) for bundle in layout.bundles)
    title = f"Fabric: {counted(devices, 'device')}, {counted(cables, 'cable')}"
    role = "group" if in_page else "img"
    top = max((node.tier for node in layout.nodes), default=0)
    near = _neighbours(layout) if in_page else None
    kind = "picture grouped" if layout.pods else "picture"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="0 0 {layout.width} {layout.height}" '
        f'role="{role}" aria-labelledby="picture-title picture-description">'
    )
    parts = [
        head,
        f'<title id="picture-title">{title}</title>',
        f'<desc id="picture-description">{_described(layout, marks)}</desc>',
        "" if in_page else f"<style>{PICTURE_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4" markerHeight="4" '
        'orient="auto-start-reverse"><path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>',
        f'<rect class="paper" width="{layout.width}" height="{layout.height}"/>',
        *(
            (_pod(pod, marks) for pod in layout.pods)
            if layout.pods
            else (f'<text class="tier" x="12" y="{y + 4}">{escape(label)}</text>' for label, y in layout.tiers)
        ),
        *_cables(layout, marks),
        *(_box(number, node, marks.nodes.get(number), top, near) for number, node in enumerate(layout.nodes)),
        *(_way(way, layout) for way in marks.ways),
        *over,
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _described(layout: Layout, marks: DrawingMarks) -> str:
    """Return the drawing in words, for those who cannot see it."""
    tiers = [
        f"{label}: {counted(sum(len(node.members) for node in layout.nodes if node.tier == tier), 'device')}"
        for (label, _), tier in zip(
            layout.tiers, sorted({node.tier for node in layout.nodes}, reverse=True), strict=True
        )
    ]
    words = ["From top to bottom " + ", ".join(tiers) + "."] if tiers else ["No device."]
    for severity in Severity:
        boxes = sum(mark.severity is severity for mark in marks.nodes.values())
        words += [f"{counted(boxes, 'box')} with {severity.value} findings."] if boxes else []
    words += [f"{counted(len(marks.ways), 'way')} drawn as arrows."] if marks.ways else []
    return escape(" ".join(words))


def _cables(layout: Layout, marks: DrawingMarks) -> Iterator[str]:
    """Yield healthy cables first, so that marked ones lie on top, the worst last; those of a mesh are its shape."""
    in_mesh = {pair: number for number, mesh in enumerate(layout.meshes) for pair in mesh.joined()}
    healthy: list[int] = []
    marked: list[int] = []
    meshed: dict[int, list[Mark]] = defaultdict(list)
    for number, bundle in enumerate(layout.bundles):
        mark, mesh = marks.bundles.get(number), in_mesh.get((bundle.a, bundle.b))
        if mesh is not None and mark is not None:
            meshed[mesh].append(mark)
        if mark is not None:
            marked.append(number)
        elif mesh is None and not _leaves_pod(layout, bundle):
            healthy.append(number)
    crowded = {mesh for mesh, found in meshed.items() if len(found) > _MARKED_IN_A_MESH}
    yield from (_mesh(layout, mesh, meshed[mesh] if mesh in crowded else []) for mesh in range(len(layout.meshes)))
    opacity = max(0.12, min(0.8, 60 / (len(healthy) or 1)))
    if len(healthy) > DRAWN_ONE_BY_ONE:
        yield _together(layout, healthy, "", opacity)
    else:
        yield from (_cable(layout, layout.bundles[number], "", opacity) for number in healthy)
    lone = [one for one in marked if in_mesh.get((layout.bundles[one].a, layout.bundles[one].b)) not in crowded]
    strength = max(0.2, min(1.0, 150 / (len(lone) or 1)))
    for severity in sorted(Severity, key=lambda one: one.rank):
        these = [number for number in lone if marks.bundles[number].severity is severity]
        if len(these) > DRAWN_ONE_BY_ONE:
            yield _together(layout, these, severity.value, strength)
        else:
            yield from (_cable(layout, layout.bundles[number], severity.value, strength) for number in these)


def _leaves_pod(layout: Layout, bundle: CableBundle) -> bool:
    """Say whether a cable leads to the top tier of a fabric in pods; it is drawn where a finding or the reader asks."""
    return bool(layout.pods) and bundle.a in layout.pods[0].boxes


def _pod(pod: Pod, marks: DrawingMarks) -> str:
    """Return the frame of a pod with its name, and how many findings of which severity are inside."""
    inside = [mark for box in pod.boxes if (mark := marks.nodes.get(box)) is not None]
    found = len({number for mark in inside for number in mark.findings})
    worst = max((mark.severity for mark in inside), key=lambda severity: severity.rank, default=None)
    words = f"{counted(found, 'finding')}" if found else ""
    title = escape(f"{printable(pod.name)}: {pod.about}" + (f"; {words}, {worst.value} at worst" if worst else ""))
    name = escape(printable(pod.name)) + (f" \u2013 {words}" if words else "")
    kind = f"pod {worst.value}" if worst else "pod"
    size = f'x="{pod.x}" y="{pod.y}" width="{pod.width}" height="{pod.height}"'
    return (
        f'<g class="{kind}" data-pod="{pod.x} {pod.y} {pod.width} {pod.height}"><title>{title}</title>'
        f'<rect {size} rx="10"/><text x="{pod.x + 16}" y="{pod.y + pod.letter_height}" '
        f'font-size="{pod.letter_height}">{name}</text></g>'
    )


def _together(layout: Layout, numbers: Sequence[int], severity: str, opacity: float) -> str:
    """Return many cables as one shape, without their names."""
    lines = " ".join(_line(layout.nodes, layout.bundles[number]) for number in numbers)
    thin = 1 if len(numbers) <= _HAIRS else 0.25
    kind = f"cable {severity}".rstrip()
    return f'<path class="{kind}" stroke-width="{thin}" stroke-opacity="{opacity:.2f}" d="{lines}"/>'


def _mesh(layout: Layout, number: int, marks: Sequence[Mark]) -> str:
    """Return a shape from the boxes of one tier to those of another that are all cabled to each other."""
    mesh = layout.meshes[number]
    above, below = [layout.nodes[box] for box in mesh.uppers], [layout.nodes[box] for box in mesh.lowers]
    top = max(node.y for node in above) + _half(above[0])
    foot = min(node.y for node in below) - _half(below[0])
    a, b = (min(node.x for node in row) for row in (above, below))
    c, d = (max(node.x for node in row) for row in (above, below))
    words = f"{mesh.cables:,} cables: each of {len(above)} with each of {len(below)}"
    kind = "mesh"
    if marks:
        worst = max((mark.severity for mark in marks), key=lambda severity: severity.rank)
        kind = f"mesh {worst.value}"
        words += f"; {len(marks):,} pairs with findings, {worst.value} at worst"
    middle = (min(a, b) + max(c, d)) // 2
    return (
        f'<path class="{kind}" d="M{a} {top}H{c}L{d} {foot}H{b}z"><title>{words}</title></path>'
        f'<text class="meshed" x="{middle}" y="{(top + foot) // 2}" text-anchor="middle">{words}</text>'
    )


def _cable(layout: Layout, bundle: CableBundle, severity: str, opacity: float) -> str:
    """Return the cables between two boxes as one line; its title names them."""
    names = [f"{a} - {b}" for a, b in bundle.cables[:_NAMED_CABLES]]
    more = f"\nand {len(bundle.cables) - _NAMED_CABLES} more" if len(bundle.cables) > _NAMED_CABLES else ""
    title = escape("\n".join(printable(name) for name in names) + more)
    thick = min(1 + math.log2(len(bundle.cables)) / 2, 3.5) + (1 if severity else 0)
    line = _line(layout.nodes, bundle)
    return (
        f'<path class="cable{" " if severity else ""}{severity}" data-ends="{bundle.a} {bundle.b}" '
        f'stroke-width="{thick:.1f}" '
        f'stroke-opacity="{opacity:.2f}" d="{line}"><title>{title}</title></path>'
    )


def _line(nodes: Sequence[DrawnBox], bundle: CableBundle) -> str:
    """Return the line of a bundle; boxes of one row are joined by an arc above them."""
    a, b = nodes[bundle.a], nodes[bundle.b]
    if a.y == b.y:
        rise = _half(a) + 12 + min(abs(b.x - a.x) // 12, 30)
        return f"M{a.x} {a.y - _half(a)}Q{(a.x + b.x) // 2} {a.y - 2 * rise} {b.x} {b.y - _half(b)}"
    return f"M{a.x} {a.y + _half(a)}L{b.x} {b.y - _half(b)}"


def _half(node: DrawnBox) -> int:
    """Return half the height of a box."""
    return _HALF if node.is_wide else _HALF_NARROW


def _neighbours(layout: Layout) -> dict[int, set[int]]:
    """Return the boxes that each box has cables to."""
    near: dict[int, set[int]] = defaultdict(set)
    for bundle in layout.bundles:
        near[bundle.a].add(bundle.b)
        near[bundle.b].add(bundle.a)
    return near


def _box(number: int, node: DrawnBox, mark: Mark | None, top: int, near: Mapping[int, set[int]] | None) -> str:
    """Return one box with its name, and all that it stands for as its title; `near`: its neighbours, in a page."""
    count = len(mark.findings) if mark else 0
    found = f"{counted(count, 'finding')}, {mark.severity.value} at worst" if mark else "no finding"
    label = printable(node.name)
    members = f": {printable(node.members[0])} to {printable(node.members[-1])}" if len(node.members) > 1 else ""
    title = escape(f"{label}{members}; {found}{'' if node.is_read else '; its configuration was not read'}")
    classes = " ".join(
        word for word in ("box", mark.severity.value if mark else "", "" if node.is_read else "unread") if word
    )
    active = ""
    if near is not None:
        beside = " ".join(str(other) for other in sorted(near[number]))
        active = f' tabindex="0" role="button" aria-pressed="false" aria-label="{title}" data-at="{node.x} {node.y}"'
        active += f' data-near="{beside}"'
    head = f'<g class="{classes}" data-box="{number}"{active}><title>{title}</title>'
    half = _half(node)
    if node.is_wide:
        width = node.width
        rect = f'<rect x="{node.x - width // 2}" y="{node.y - half}" width="{width}" height="{2 * half}" rx="4"/>'
        lines = [(cut(label, (width - 12) // 7), node.y - 2 if count else node.y + 4)]
        lines += [(counted(count, "finding"), node.y + 12)] if count else []
        texts = "".join(
            f'<text class="inside" x="{node.x}" y="{y}" text-anchor="middle">{escape(text)}</text>' for text, y in lines
        )
        return f"{head}{rect}{texts}</g>"
    rect = f'<rect x="{node.x - half}" y="{node.y - half}" width="{2 * half}" height="{2 * half}" rx="2"/>'
    is_top = node.tier == top
    x, y, anchor = node.x + 4, node.y + (-half - 5 if is_top else half + 5), "start" if is_top else "end"
    text = f'<text class="beside" transform="translate({x} {y}) rotate(-90)" text-anchor="{anchor}">'
    return f"{head}{rect}{text}{escape(cut(label, LETTERS_BESIDE))}</text></g>"


def _way(way: DrawnPath, layout: Layout) -> str:
    """Return a way as numbered arrows from box to box, bent so that both directions of a cable can be seen."""
    stops = [layout.nodes[box] for box in way.boxes]
    hops = list(zip(stops, [*stops[1:], stops[0]] if way.is_cycle else stops[1:], strict=False))
    rings = [ring(node) for node in dict.fromkeys(stops)]
    arrows = [arrow(str(number), start, end) for number, (start, end) in enumerate(hops, 1)]
    return f'<g class="way" data-finding="{way.finding}">{"".join((*rings, *arrows))}</g>'


def ring(node: DrawnBox) -> str:
    """Return a frame around a box."""
    across, half = (node.width // 2 + 4, _half(node) + 4) if node.is_wide else (_half(node) + 4, _half(node) + 4)
    return f'<rect x="{node.x - across}" y="{node.y - half}" width="{2 * across}" height="{2 * half}" rx="6"/>'


def arrow(label: str, start: DrawnBox, end: DrawnBox, label_at: float = 0.35) -> str:
    """Return a curve from the edge of one box to that of another; its label is `label_at` (0 to 1) of the way."""
    wide, high = end.x - start.x, end.y - start.y
    length = math.hypot(wide, high) or 1.0
    across = -high / length * _BEND, wide / length * _BEND
    leave = min((_half(start) + 5) / (abs(high) or length), 0.4)
    reach = 1 - min((_half(end) + 8) / (abs(high) or length), 0.4)
    first = start.x + wide * leave + across[0] / 3, start.y + high * leave
    last = start.x + wide * reach + across[0] / 3, start.y + high * reach
    middle = (start.x + end.x) / 2 + across[0] * 2, (start.y + end.y) / 2 + across[1] * 2
    curve = f"M{first[0]:.0f} {first[1]:.0f}Q{middle[0]:.0f} {middle[1]:.0f} {last[0]:.0f} {last[1]:.0f}"
    x = start.x + (end.x - start.x) * label_at + across[0] * 1.5
    y = start.y + (end.y - start.y) * label_at + across[1] * 1.5 + 4
    words = f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle">{escape(label)}</text>'
    return f'<path marker-end="url(#tip)" d="{curve}"/>{words}'
