"""Where every device of a fabric is in a drawing: tiers from the hosts upwards, the same for the same fabric.

What is drawn of a fabric: devices in tiers and cables between them, Ethernet and InfiniBand alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.infiniband.ib_fabric import IbEnd, IbFabric, IbNode, NodeKind
from roce_lint.model.device import Device, PortRef, is_host
from roce_lint.model.fact import known
from roce_lint.model.terms import PortKind
from roce_lint.paths.tiers import stated_tier, tiers_of
from roce_lint.report.fabric_pods import Part, parts_of
from roce_lint.text.natural_order import natural_order
from roce_lint.values import dataclass, replace

_CableEnds = tuple[PortRef, PortRef]


@dataclass(frozen=True, slots=True)
class DrawnFabric:
    """Every device with its tier (0 for hosts), which of them were read, and the cables."""

    tiers: Mapping[str, int]
    read: frozenset[str]
    cables: tuple[_CableEnds, ...]

    def near(self) -> dict[str, frozenset[str]]:
        """Return the devices at the other ends of each device's cables."""
        return _neighbours(self.cables)


def plan_of(fabric: Fabric) -> DrawnFabric:
    """Return what is drawn: the devices that were read, those that they are cabled to, and InfiniBand subnets."""
    tiers = _tiers(fabric)
    cables = [(link.a, link.b) for link in fabric.links]
    read = {device.name for device in fabric.devices}
    for subnet in fabric.infiniband:
        if isinstance(subnet, IbFabric):
            names = _names(subnet, set(tiers))
            tiers |= _subnet_tiers(subnet, names)
            read |= set(names.values())
            cables += [
                (_end(link.a, names), _end(link.b, names))
                for link in subnet.links
                if _ends_known(link.a, link.b, names)
            ]
    return DrawnFabric(tiers, frozenset(read), tuple(cables))


def _neighbours(cables: Sequence[_CableEnds]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for a, b in cables:
        if a.device != b.device:
            found[a.device].add(b.device)
            found[b.device].add(a.device)
    return {name: frozenset(others) for name, others in found.items()}


def _tiers(fabric: Fabric) -> dict[str, int]:
    """Return the tier of every Ethernet device that was read or is cabled to one."""
    near = _neighbours([(link.a, link.b) for link in fabric.links])
    hosts = {device.name for device in fabric.devices if is_host(device)}
    switches = [device for device in fabric.devices if device.name not in hosts]
    place = {device.name: number for number, device in enumerate(switches)}
    around = [
        frozenset(place[other] for other in near.get(device.name, frozenset()) if other in place) for device in switches
    ]
    counts = [len(near.get(device.name, frozenset()) & hosts) for device in switches]
    if not any(counts):
        counts = _open_ports(fabric, switches)
    if not any(counts):
        counts = [1] * len(switches)
    tiers = dict.fromkeys(sorted(hosts), 0)
    tiers.update(zip(place, tiers_of(list(map(stated_tier, switches)), around, counts), strict=True))
    for name in sorted(set(near) - set(tiers)):
        beside = [tiers[other] for other in near[name] if other in tiers]
        tiers[name] = 0 if max(beside, default=1) <= 1 else max(beside) - 1
    return tiers


def _open_ports(fabric: Fabric, switches: Sequence[Device]) -> list[int]:
    """Return how many enabled ports of each switch lead to nothing that was read: that is where unread hosts are."""
    cabled = {end for link in fabric.links for end in (link.a, link.b)}
    return [
        sum(
            port.kind is PortKind.ETHERNET
            and known(port.enabled, False)
            and PortRef(device.name, port.name) not in cabled
            for port in device.ports
        )
        for device in switches
    ]


def _names(subnet: IbFabric, taken: set[str]) -> dict[int, str]:
    """Return what each node of a subnet is called in the drawing, by GUID; a name in use gets its GUID."""
    names: dict[int, str] = {}
    for node in subnet.nodes:
        name = node.label if node.label not in taken else f"{node.label} 0x{node.guid:016x}"
        taken.add(name)
        names[node.guid] = name
    return names


def _end(end: IbEnd, names: Mapping[int, str]) -> PortRef:
    return PortRef(names[end.node], f"port {end.port}")


def _ends_known(a: IbEnd, b: IbEnd, names: Mapping[int, str]) -> bool:
    return a.node in names and b.node in names


def _subnet_tiers(subnet: IbFabric, names: Mapping[int, str]) -> dict[str, int]:
    """Return the tier of every node: adapters and routers 0, switches with adapters 1, others by their distance."""
    near: dict[int, set[int]] = defaultdict(set)
    for link in subnet.links:
        near[link.a.node].add(link.b.node)
        near[link.b.node].add(link.a.node)
    switches = {node.guid for node in subnet.nodes if node.kind is NodeKind.SWITCH}
    hosts = {guid: len(near[guid] - switches) for guid in sorted(switches)}
    leaves = [guid for guid in hosts if hosts[guid] and not _is_above(guid, hosts, near)]
    tier = {node.guid: 0 for node in subnet.nodes if node.guid not in switches}
    tier |= dict.fromkeys(leaves, 1)
    pending = deque(leaves)
    while pending:
        guid = pending.popleft()
        for other in sorted(near[guid] & switches):
            if other not in tier:
                tier[other] = tier[guid] + 1
                pending.append(other)
    return {names[node.guid]: tier.get(node.guid, 1) for node in _by_name(subnet)}


def _is_above(guid: int, hosts: Mapping[int, int], near: Mapping[int, set[int]]) -> bool:
    """Say whether a switch with adapters is no leaf: it has much fewer than each of several neighbours."""
    below = [other for other in near[guid] if hosts.get(other)]
    return len(below) >= 2 and all(hosts[other] >= 2 * hosts[guid] for other in below)


def _by_name(subnet: IbFabric) -> list[IbNode]:
    return sorted(subnet.nodes, key=lambda node: node.label)


HOSTS_DRAWN_ONE_BY_ONE = 32
"""Above this, hosts with the same neighbours are one box."""
LONGEST_ROW = 64
NARROWEST_WIDE_BOX = 104
_WIDEST_BOX = 240
_LETTER = 7
"""Width of a letter of 12 px, a little more than usual fonts take."""
_BETWEEN = 8
_NARROW = 20
_ROW = 24
_LEAST_WIDTH = 700
_WIDEST_ROW = 1180
"""Wide boxes side by side take at most this; more of them are narrow, with their names beside them."""
LETTERS_BESIDE = 20
"""A longer name is cut where it stands beside its box."""
_MARGIN = 110
_ARC = 30
"""What the arc of a cable between two boxes of one row takes above them."""
_LABELS = ("hosts", "leaves", "spines", "super-spines")


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box: one device, or several hosts with the same neighbours. `is_read`: its configuration was among the inputs.

    `x` and `y` are its centre; `is_wide` boxes hold their name, the others carry it beside them. A wide box is `width`
    wide, which holds the longest name of the drawing.
    """

    name: str
    members: tuple[str, ...]
    tier: int
    is_read: bool
    x: int = 0
    y: int = 0
    is_wide: bool = True
    width: int = NARROWEST_WIDE_BOX


@dataclass(frozen=True, slots=True)
class CableBundle:
    """All cables between two boxes, by the index of each; `a` is the upper one."""

    a: int
    b: int
    cables: tuple[tuple[PortRef, PortRef], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A fabric laid out in a plane of `width` times `height` units; `tiers` are labels with their heights.

    `meshes`: where all boxes of two tiers are cabled to each other. `pods`: the parts of a large fabric below its top
    tier, and that tier; boxes and tiers of a fabric without them are in rows.
    """

    nodes: tuple[DrawnBox, ...]
    bundles: tuple[CableBundle, ...]
    tiers: tuple[tuple[str, int], ...]
    width: int
    height: int
    meshes: tuple[Mesh, ...] = ()
    pods: tuple[Pod, ...] = ()

    def index(self) -> dict[str, int]:
        """Return the box of every device by its name."""
        return {member: index for index, node in enumerate(self.nodes) for member in node.members}


def lay_out(fabric: Fabric) -> Layout:
    """Return the layout of a fabric: tiers by role or by the distance from hosts, few crossings, boxes for crowds."""
    return lay_out_plan(plan_of(fabric))


def lay_out_plan(plan: DrawnFabric) -> Layout:
    """Return the layout of devices whose tiers are known."""
    nodes = _boxes(plan)
    index = {member: place for place, node in enumerate(nodes) for member in node.members}
    rows = _ordered(nodes, index, plan.near())
    pairs = Counter(tuple(sorted((index[a.device], index[b.device]))) for a, b in plan.cables)
    joined = {(first, second): count for (first, second), count in pairs.items()}
    meshes = meshes_of(joined, [node.tier for node in nodes])
    nodes = [replace(node, width=_width_of_boxes(nodes)) for node in nodes]
    parts = parts_of([node.name for node in nodes], [node.tier for node in nodes], joined)
    if parts:
        placed, pods, width, height = _in_pods(nodes, rows, parts)
        labels = tuple(
            (_label(tier, [nodes[box] for box in rows[tier]]), min(placed[box].y for box in rows[tier]))
            for tier in sorted(rows, reverse=True)
        )
        inside = tuple(mesh for mesh in meshes if nodes[mesh.uppers[0]].tier < max(rows))
        return Layout(tuple(placed), _bundles(plan, placed, index), labels, width, height, inside, pods)
    top = max(rows, default=0)
    has_arcs = any(nodes[a].tier == nodes[b].tier == top for a, b in joined)
    placed, labels, width, height = _placed(nodes, rows, _density(nodes, joined, meshes), _ARC if has_arcs else 0)
    return Layout(tuple(placed), _bundles(plan, placed, index), labels, width, height, meshes)


def tier_views(layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield the label of each tier and the part of the plane (`x y width height`) of its boxes; none where pods are."""
    if layout.pods:
        return
    tiers = sorted({node.tier for node in layout.nodes}, reverse=True)
    for (label, _), tier in zip(layout.tiers, tiers, strict=True):
        row = [node for node in layout.nodes if node.tier == tier]
        left, right = max(min(node.x for node in row) - 130, 0), max(node.x for node in row) + 80
        top, foot = min(node.y for node in row) - 90, max(node.y for node in row) + 90
        yield label, f"{left} {top} {right - left} {foot - top}"


def _boxes(plan: DrawnFabric) -> list[DrawnBox]:
    """Return one box for each device, or for each crowd of hosts; in natural order of their names."""
    tiers, read, near = plan.tiers, plan.read, plan.near()
    names = sorted(tiers, key=natural_order)
    hosts = [name for name in names if tiers[name] == 0]
    boxes = [DrawnBox(name, (name,), tiers[name], name in read) for name in names if tiers[name]]
    if len(hosts) <= HOSTS_DRAWN_ONE_BY_ONE:
        return boxes + [DrawnBox(name, (name,), 0, name in read) for name in hosts]
    crowds: dict[tuple[frozenset[str], bool], list[str]] = defaultdict(list)
    for name in hosts:
        crowds[near.get(name, frozenset()), name in read].append(name)
    for (_, is_read), members in crowds.items():
        name = members[0] if len(members) == 1 else f"{len(members)} hosts"
        boxes.append(DrawnBox(name, tuple(members), 0, is_read))
    return boxes


def _ordered(
    nodes: Sequence[DrawnBox], index: Mapping[str, int], near: Mapping[str, frozenset[str]]
) -> dict[int, list[int]]:
    """Return the boxes of each tier from left to right, so that few cables cross: twice to the mean of the others."""
    rows: dict[int, list[int]] = defaultdict(list)
    for place, node in enumerate(nodes):
        rows[node.tier].append(place)
    around = [
        {index[other] for member in node.members for other in near.get(member, ()) if other in index} for node in nodes
    ]
    for tiers in (sorted(rows), sorted(rows, reverse=True), sorted(rows)):
        where = {box: number / len(row) for row in rows.values() for number, box in enumerate(row)}
        for tier in tiers:
            mean = {
                box: round(sum(where[other] for other in around[box]) / len(around[box]), 6) if around[box] else 1.0
                for box in rows[tier]
            }
            rows[tier].sort(key=lambda box: mean[box])
            where.update({box: number / len(rows[tier]) for number, box in enumerate(rows[tier])})
    return rows


def _density(nodes: Sequence[DrawnBox], pairs: Mapping[tuple[int, int], int], meshes: Sequence[Mesh]) -> dict[int, int]:
    """Return how many lines lead from each tier downwards: pairs of boxes with cables, without those of meshes."""
    counts: dict[int, int] = defaultdict(int)
    for one, other in pairs:
        counts[max(nodes[one].tier, nodes[other].tier)] += 1
    for mesh in meshes:
        counts[nodes[mesh.uppers[0]].tier] -= mesh.pairs
    return counts


def _width_of_boxes(nodes: Sequence[DrawnBox]) -> int:
    """Return the width of boxes that hold the longest of their names."""
    longest = max((len(node.name) for node in nodes), default=0)
    return min(max(NARROWEST_WIDE_BOX, longest * _LETTER + 12), _WIDEST_BOX)


def _placed(
    nodes: Sequence[DrawnBox], rows: Mapping[int, Sequence[int]], density: Mapping[int, int], above: int
) -> tuple[list[DrawnBox], tuple[tuple[str, int], ...], int, int]:
    """Return the boxes with their places, the labels of tiers with their heights, and the size of the plane.

    `above` is what cables between boxes of the top tier need over them.
    """
    pitch_of_wide = nodes[0].width + _BETWEEN if nodes else 0
    width = max([_LEAST_WIDTH, *(_width_of_row(len(row), pitch_of_wide) for row in rows.values())])
    beside = min(max((len(node.name) for node in nodes), default=0), LETTERS_BESIDE) * _LETTER + 2 * _BETWEEN
    gap = 0
    placed = list(nodes)
    labels: list[tuple[str, int]] = []
    y = 40 + above
    for tier in sorted(rows, reverse=True):
        lines = [rows[tier][start : start + LONGEST_ROW] for start in range(0, len(rows[tier]), LONGEST_ROW)]
        is_wide = len(rows[tier]) * pitch_of_wide <= _WIDEST_ROW
        top = y if is_wide or tier != max(rows) else y + beside
        labels.append((_label(tier, [nodes[box] for box in rows[tier]]), top))
        step = _ROW + beside
        for number, line in enumerate(lines):
            pitch = min(width / max(len(line), 1), 160 if is_wide else 60)
            left = _MARGIN + (width - pitch * len(line)) / 2
            for column, box in enumerate(line):
                x = round(left + pitch * (column + 0.5))
                placed[box] = replace(nodes[box], x=x, y=top + number * step, is_wide=is_wide)
        # Many crossing cables need height to be distinguished.
        gap = 100 + (0 if is_wide else beside) + min(density.get(tier, 0) // 8, 220)
        y = top + (len(lines) - 1) * step + gap
    return placed, tuple(labels), width + _MARGIN + 30, y - gap + 30 + beside


def _width_of_row(count: int, pitch_of_wide: int) -> int:
    """Return the width that so many boxes take side by side: wide ones as long as there is room for them."""
    wide = count * pitch_of_wide
    return wide if wide <= _WIDEST_ROW else min(count, LONGEST_ROW) * _NARROW


def _label(tier: int, members: Sequence[DrawnBox]) -> str:
    if not any(node.is_read for node in members):
        return "not read"
    return _LABELS[tier] if tier < len(_LABELS) else f"tier {tier}"


def _bundles(plan: DrawnFabric, nodes: Sequence[DrawnBox], index: Mapping[str, int]) -> tuple[CableBundle, ...]:
    """Return the cables gathered by the boxes that they connect, in order of the boxes."""
    found: dict[tuple[int, int], list[tuple[PortRef, PortRef]]] = defaultdict(list)
    for one, other in plan.cables:
        a, b = index[one.device], index[other.device]
        if a == b:
            continue
        turned = (nodes[a].y, nodes[a].x, a) > (nodes[b].y, nodes[b].x, b)
        found[(b, a) if turned else (a, b)].append((other, one) if turned else (one, other))
    return tuple(CableBundle(a, b, tuple(cables)) for (a, b), cables in sorted(found.items()))


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


_BOXES_IN_A_LINE = 8
_LINE = 46
_BETWEEN_TIERS = 70
_POD_MARGIN = 24
_PROPORTION = 1.7
"""Width of the plane by its height, about that of a screen."""


@dataclass(frozen=True, slots=True)
class Pod:
    """A part of the drawing with a frame around it: boxes by index; `x`, `y`, `width`, `height` of the frame.

    Its name is written in letters of `letter_height`, which can be read when the whole fabric is looked at; `about`
    says what is in it.
    """

    name: str
    about: str
    boxes: tuple[int, ...]
    x: int
    y: int
    width: int
    height: int
    letter_height: int


def _in_pods(
    nodes: Sequence[DrawnBox], rows: Mapping[int, Sequence[int]], parts: Sequence[Part]
) -> tuple[list[DrawnBox], tuple[Pod, ...], int, int]:
    """Return the boxes with their places, the top tier above a grid of pods, and the size of the plane."""
    pitch = nodes[0].width + _BETWEEN
    lines = [_lines(part, rows) for part in parts]
    wide = max(len(line) for tiers in lines[1:] for tier in tiers for line in tier) * pitch + 2 * _POD_MARGIN
    body = max(map(_height, lines[1:]))
    columns = max(1, round((_PROPORTION * (len(parts) - 1) * body * 1.3 / wide) ** 0.5))
    width = columns * (wide + _POD_MARGIN) + _POD_MARGIN
    letter = max(24, width // 52)
    head = letter + 24
    placed = list(nodes)
    pods: list[Pod] = []
    y = _POD_MARGIN
    for number, (part, tiers) in enumerate(zip(parts, lines, strict=True)):
        column = (number - 1) % columns if number else 0
        across = wide if number else width - 2 * _POD_MARGIN
        high = head + (body if number else _height(tiers))
        x = _POD_MARGIN + column * (wide + _POD_MARGIN)
        _place(tiers, placed, x + across // 2, y + head + _LINE // 2)
        name = part.name or _label(max(rows), [nodes[box] for box in part.boxes])
        pods.append(Pod(name, _about(part, nodes), part.boxes, x, y, across, high, letter))
        if not number or column == columns - 1:
            y += high + _POD_MARGIN * (2 if number else 3)
    return placed, tuple(pods), width, max(pod.y + pod.height for pod in pods) + _POD_MARGIN


def _lines(part: Part, rows: Mapping[int, Sequence[int]]) -> list[list[Sequence[int]]]:
    """Return the boxes of a part line by line, tier by tier from the top."""
    inside = set(part.boxes)
    found: list[list[Sequence[int]]] = []
    for tier in sorted(rows, reverse=True):
        row = [box for box in rows[tier] if box in inside]
        if row:
            found.append([row[start : start + _BOXES_IN_A_LINE] for start in range(0, len(row), _BOXES_IN_A_LINE)])
    return found


def _height(tiers: Sequence[Sequence[Sequence[int]]]) -> int:
    return sum(len(tier) * _LINE for tier in tiers) + (len(tiers) - 1) * _BETWEEN_TIERS + _POD_MARGIN


def _place(tiers: Sequence[Sequence[Sequence[int]]], placed: list[DrawnBox], middle: int, y: int) -> None:
    """Place the boxes of a part around a middle, from the height of its first line downwards."""
    for tier in tiers:
        for line in tier:
            pitch = placed[line[0]].width + _BETWEEN
            left = middle - pitch * len(line) / 2
            for column, box in enumerate(line):
                placed[box] = replace(placed[box], x=round(left + pitch * (column + 0.5)), y=y)
            y += _LINE
        y += _BETWEEN_TIERS


def _about(part: Part, nodes: Sequence[DrawnBox]) -> str:
    """Return how many devices of each tier are in a part."""
    counts: dict[int, int] = defaultdict(int)
    for box in part.boxes:
        counts[nodes[box].tier] += len(nodes[box].members)
    words = [
        f"{count} {_label(tier, [nodes[box] for box in part.boxes if nodes[box].tier == tier])}"
        for tier, count in sorted(counts.items(), reverse=True)
    ]
    return ", ".join(words)
