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
from roce_lint.paths.tiers import tiers_of
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
    tiers.update(zip(place, tiers_of(switches, around, counts), strict=True))
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
_WIDE = 112
_NARROW = 20
_ROW = 24
_LABELLED_ROW = 110
_USUAL_WIDTH = 1180
_MARGIN = 110
_LABELS = ("hosts", "leaves", "spines", "super-spines")


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box: one device, or several hosts with the same neighbours. `is_read`: its configuration was among the inputs.

    `x` and `y` are its centre; `is_wide` boxes hold their name, the others carry it beside them, if `is_named`.
    """

    name: str
    members: tuple[str, ...]
    tier: int
    is_read: bool
    x: int = 0
    y: int = 0
    is_wide: bool = True
    is_named: bool = True


@dataclass(frozen=True, slots=True)
class CableBundle:
    """All cables between two boxes, by the index of each; `a` is the upper one."""

    a: int
    b: int
    cables: tuple[tuple[PortRef, PortRef], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A fabric laid out in a plane of `width` times `height` units; `tiers` are labels with their heights.

    `meshes`: where all boxes of two tiers are cabled to each other.
    """

    nodes: tuple[DrawnBox, ...]
    bundles: tuple[CableBundle, ...]
    tiers: tuple[tuple[str, int], ...]
    width: int
    height: int
    meshes: tuple[Mesh, ...] = ()

    def index(self) -> dict[str, int]:
        """Return the box of every device by its name."""
        return {member: index for index, node in enumerate(self.nodes) for member in node.members}


def lay_out(fabric: Fabric) -> Layout:
    """Return the layout of a fabric: tiers by role or by the distance from hosts, few crossings, boxes for crowds."""
    plan = plan_of(fabric)
    nodes = _boxes(plan)
    index = {member: place for place, node in enumerate(nodes) for member in node.members}
    rows = _ordered(nodes, index, plan.near())
    pairs = Counter(tuple(sorted((index[a.device], index[b.device]))) for a, b in plan.cables)
    joined = {(first, second): count for (first, second), count in pairs.items()}
    meshes = meshes_of(joined, [node.tier for node in nodes])
    placed, labels, width, height = _placed(nodes, rows, _density(nodes, joined, meshes))
    return Layout(tuple(placed), _bundles(plan, placed, index), labels, width, height, meshes)


def tier_views(layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield the label of each tier and the part of the plane (`x y width height`) that its boxes take."""
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


def _placed(
    nodes: Sequence[DrawnBox], rows: Mapping[int, Sequence[int]], density: Mapping[int, int]
) -> tuple[list[DrawnBox], tuple[tuple[str, int], ...], int, int]:
    """Return the boxes with their places, the labels of tiers with their heights, and the size of the plane."""
    longest = max((min(len(row), LONGEST_ROW) for row in rows.values()), default=1)
    width = max(_USUAL_WIDTH, longest * _NARROW)
    gap = 0
    placed = list(nodes)
    labels: list[tuple[str, int]] = []
    y = 40
    for tier in sorted(rows, reverse=True):
        lines = [rows[tier][start : start + LONGEST_ROW] for start in range(0, len(rows[tier]), LONGEST_ROW)]
        is_wide = len(rows[tier]) * _WIDE <= width
        is_named = is_wide or len(lines) <= 2
        top = y if is_wide or tier != max(rows) else y + 70
        labels.append((_label(tier, [nodes[box] for box in rows[tier]]), top))
        step = _LABELLED_ROW if is_named else _ROW
        for number, line in enumerate(lines):
            pitch = min(width / max(len(line), 1), 160 if is_wide else 60)
            left = _MARGIN + (width - pitch * len(line)) / 2
            for column, box in enumerate(line):
                x = round(left + pitch * (column + 0.5))
                placed[box] = replace(nodes[box], x=x, y=top + number * step, is_wide=is_wide, is_named=is_named)
        # Many crossing cables need height to be distinguished.
        gap = 180 + min(density.get(tier, 0) // 8, 220)
        y = top + (len(lines) - 1) * step + gap
    return placed, tuple(labels), width + _MARGIN + 30, y - gap + 110


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
