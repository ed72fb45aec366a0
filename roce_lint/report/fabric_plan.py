"""What is drawn of a fabric: devices in tiers and cables between them, Ethernet and InfiniBand alike."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.infiniband.ib_fabric import IbEnd, IbFabric, IbNode, NodeKind
from roce_lint.model.device import Device, PortRef, is_host
from roce_lint.model.fact import known
from roce_lint.model.terms import PortKind
from roce_lint.paths.tiers import tiers_of
from roce_lint.values import dataclass

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
