"""From a fabric to a network of plain numbers: each known from the configurations, or assumed and listed as such."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from roce_lint.errors import UsageError
from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Fact, Unknown, known
from roce_lint.model.terms import PortKind
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.path_vector import NotSettled
from roce_lint.platforms.catalog import platform as platform_called
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.simulate.assumptions import Assumptions
from roce_lint.simulate.auto_headroom import needed_headroom_bytes, shared_pool_after, standard_response_ns
from roce_lint.simulate.plant import (
    NANOSECONDS_PER_M,
    PRIORITIES,
    UNLIMITED,
    PlantDevice,
    PlantGroup,
    PlantPort,
    PlantQueue,
    with_slices,
)
from roce_lint.simulate.resolved_nic import marked_dscp, rate_control, reacts, with_cnp_class
from roce_lint.simulate.resolved_port import PortNumbers, PortProjection
from roce_lint.simulate.shortest_paths import MOST_PATHS, PathFinder
from roce_lint.values import dataclass, replace

SWITCH_CABLE_M = 40
HOST_CABLE_M = 5
CABLE_GBPS = 100
SWITCH_BUFFER_BYTES = 32_000_000
FRAME_BYTES = 4158
DATA_DSCP = 26
_DIGITS = re.compile(r"([0-9]+)")


@dataclass(frozen=True, slots=True)
class SimulatedNic:
    """One cabled RoCE port of a host: the device and the port of the plant, and what its flows are marked with.

    `rail` counts the NICs of a host in order. `priority` is the one by which the host sends, `ecn` whether its
    packets may be marked and its flows react.
    """

    name: str
    host: str
    rail: int
    device: int
    port: int
    priority: int
    dscp: int
    dcqcn: bool


class ResolvedNetwork:
    """A fabric in numbers: devices, ports, NICs, and the paths between NICs."""

    def __init__(self, fabric: Fabric) -> None:
        """Project a fabric. Raises UsageError for one without two NICs that a cable joins to a switch."""
        self._assumptions = Assumptions()
        self._fabric = fabric
        self._analysis = DeadlockAnalysis(fabric, roce_domain(fabric))
        self._graph = self._analysis.graph
        self._meant = known(fabric.design.lossless_priorities, frozenset())
        self._dscp = min(known(fabric.design.roce_dscps, frozenset()) or {DATA_DSCP})
        if not known(fabric.design.roce_dscps, frozenset()):
            self._assumptions.note(f"RoCE is marked with DSCP {DATA_DSCP}: no configuration says with which", "fabric")
        self._ports: list[PlantPort] = []
        self._devices: list[PlantDevice] = []
        self._hops: dict[tuple[int, int], list[int]] = defaultdict(list)
        self._trees: dict[int, Sequence[Tree]] = {}
        self.nics = self._build()
        self._finder = PathFinder(self._ports, frozenset([one.device for one in self.nics]))

    @property
    def devices(self) -> tuple[PlantDevice, ...]:
        """Return switches, and then one device for each NIC."""
        return tuple(self._devices)

    @property
    def ports(self) -> tuple[PlantPort, ...]:
        """Return every end of a cable."""
        return tuple(self._ports)

    @property
    def assumed(self) -> tuple[str, ...]:
        """Return what was assumed so far; paths add to it."""
        return self._assumptions.lines()

    # Cables and ports.

    def _build(self) -> tuple[SimulatedNic, ...]:
        graph = self._graph
        self._projections = [PortProjection(device, self._meant, self._assumptions) for device in graph.devices]
        self._devices = [PlantDevice(device.name, False) for device in graph.devices]
        seen: set[Link] = set()
        for (near, far), strands in graph.strands.items():
            for strand in strands:
                if strand.link in seen:
                    continue
                seen.add(strand.link)
                self._cable(strand.link, near, strand.near, far, strand.far)
        nics = tuple(self._nics())
        if len(nics) < 2:
            raise UsageError(
                "no two hosts are cabled to switches that were read, so that there is no path to simulate; name the "
                "hosts' configurations, or list the cables with --cabling or --intent"
            )
        for node, device in enumerate(graph.devices):
            own = [place for place, port in enumerate(self._ports) if port.device == node]
            slices = buffer_slices(device.platform)
            if slices > 1:
                self._assumptions.note(
                    f"ports share the {slices} slices of buffer in equal parts, in their order", device.name
                )
                listed = {port.name for port in device.ports if port.kind is PortKind.ETHERNET}
                names = sorted(listed | {self._ports[place].name for place in own}, key=_natural)
                for place in own:
                    part = names.index(self._ports[place].name) * slices // len(names)
                    self._ports[place] = replace(self._ports[place], slice=part)
            numbers = switch_numbers(device, [self._ports[place] for place in own], self._assumptions)
            self._devices[node] = with_slices(numbers, slices)
        return nics

    def _cable(self, link: Link, near: int, near_port: Port, far: int, far_port: Port) -> None:
        name = f"{self._graph.devices[near].name}:{near_port.name}"
        speed = self._speed((near_port.speed_gbps, far_port.speed_gbps, link.speed_gbps), name)
        length = self._assumptions.known(
            link.length_m, SWITCH_CABLE_M, f"cables between switches are {SWITCH_CABLE_M} m", name
        )
        first = len(self._ports)
        for node, port, peer in ((near, near_port, first + 1), (far, far_port, first)):
            self._ports.append(self._switch_port(node, port, peer, speed, length * NANOSECONDS_PER_M))
        self._hops[near, far].append(first)
        self._hops[far, near].append(first + 1)

    def _speed(self, facts: Sequence[Fact[int]], place: str) -> float:
        for fact in facts:
            if not isinstance(fact, Unknown) and fact.value > 0:
                return float(fact.value)
        return self._assumptions.known(facts[0], CABLE_GBPS, f"cables carry {CABLE_GBPS} Gb/s", place)

    def _switch_port(self, node: int, port: Port, peer: int, speed: float, delay_ns: float) -> PlantPort:
        return with_cable(self._projections[node].of(port), node, port.name, peer, speed, delay_ns)

    def _nics(self) -> Iterator[SimulatedNic]:
        hosts = {device.name: device for device in self._fabric.devices if is_host(device)}
        links = self._fabric.peers()
        listed = {end: link.other_end(end) for link in self._fabric.listed for end in (link.a, link.b)}
        found: list[tuple[str, str, int, Port, Link | None]] = []
        for node, host_ports in self._graph.host_ports.items():
            leaf = self._graph.devices[node].name
            for one in host_ports:
                ref = PortRef(leaf, one.port.name)
                link = links.get(ref)
                other = link.other_end(ref) if link else listed.get(ref)
                host = other.device if other else f"{leaf}-{one.port.name}"
                found.append((host, other.port if other else "", node, one.port, link))
        found.sort(key=lambda one: (_natural(one[0]), _natural(one[1])))
        count: dict[str, int] = defaultdict(int)
        nic_counts = Counter(host for host, *_ in found)
        for host, nic_port, node, port, link in found:
            rail = count[host]
            count[host] += 1
            name = f"{host}:{nic_port}" if nic_counts[host] > 1 else host
            yield self._nic(name, host, rail, hosts.get(host), nic_port, node, port, link)

    def _nic(
        self, name: str, host: str, rail: int, device: Device | None, nic_port: str, node: int, leaf_port: Port,
        link: Link | None,
    ) -> SimulatedNic:  # fmt: skip
        own = next((port for port in device.ports if port.name == nic_port), None) if device else None
        nic = next((one for one in device.nics if one.port == nic_port), None) if device else None
        place = f"{self._graph.devices[node].name}:{leaf_port.name}"
        speeds = [leaf_port.speed_gbps, *([own.speed_gbps] if own else []), *([link.speed_gbps] if link else [])]
        speed = self._speed(speeds, place)
        length: Fact[int] = link.length_m if link else leaf_port.values.speed_gbps
        if link is None:
            self._assumptions.note(f"cables to hosts are {HOST_CABLE_M} m: no input lists them", place)
            metres = HOST_CABLE_M
        else:
            metres = self._assumptions.known(length, HOST_CABLE_M, f"cables to hosts are {HOST_CABLE_M} m", place)
        index, first = len(self._devices), len(self._ports)
        delay = metres * NANOSECONDS_PER_M
        control = rate_control(nic, name, self._assumptions)
        self._ports.append(self._switch_port(node, leaf_port, first + 1, speed, delay))
        leaf = self._ports[first]
        dscp = marked_dscp(nic, self._dscp)
        if own is not None and device is not None:
            numbers = PortProjection(device, self._meant, self._assumptions).of(own)
            priority = numbers.priority_of_dscp[dscp]
            control = with_cnp_class(control, own, numbers.priority_of_dscp)
            host_side = with_cable(numbers, index, nic_port, first, speed, delay)
            host_side = replace(host_side, priority_of_dscp=(), dscp_of_priority=())
        else:
            self._assumptions.note(
                "hosts obey the pauses that their switch sends: their configuration was not read", name
            )
            priority = leaf.priority_of_dscp[dscp]
            host_side = plain_host(index, nic_port or "nic", first, speed, delay, leaf)
        self._ports.append(host_side)
        self._devices.append(PlantDevice(name, True, nic=control))
        return SimulatedNic(
            name, host, rail, index, first + 1, priority, dscp, reacts(nic, priority, name, self._assumptions)
        )

    # Paths.

    def paths(self, source: SimulatedNic, destination: SimulatedNic) -> tuple[tuple[int, ...], ...]:
        """Return the paths that routing gives packets from one NIC to another, as the ports that they leave by."""
        leaf_out, goal_in = self._ports[source.port].peer, self._ports[destination.port].peer
        start, goal = self._ports[leaf_out].device, self._ports[goal_in].device
        if start == goal:
            return ((source.port, goal_in),)
        for tree in self._trees_to(goal):
            found = list(self._along(tree, start, goal))
            if found:
                return tuple((source.port, *path, goal_in) for path in found[:MOST_PATHS])
        self._assumptions.note(
            "packets take the shortest paths: no routing that was read leads there", f"to {destination.name}"
        )
        return self._finder.between(source.device, destination.device)

    def cable_between(self, end: str, other: str) -> int:
        """Return the port at one end of a cable between two devices or ports, by name; -1 where there is none."""
        for index, port in enumerate(self._ports):
            peer = self._ports[port.peer]
            names = [(self._devices[one.device].name, one.name) for one in (port, peer)]
            if all(asked in (name, f"{name}:{at}") for asked, (name, at) in zip((end, other), names, strict=True)):
                return index
        return -1

    def _trees_to(self, goal: int) -> Sequence[Tree]:
        if goal not in self._trees:
            variant = self._analysis.lenient
            try:
                self._trees[goal] = variant.table.forward(variant.topology, goal)
            except NotSettled:
                self._trees[goal] = ()
        return self._trees[goal]

    def _along(self, tree: Tree, start: int, goal: int) -> Iterator[tuple[int, ...]]:
        waiting: list[tuple[int, tuple[int, ...], frozenset[int]]] = [(start, (), frozenset({start}))]
        while waiting:
            node, path, seen = waiting.pop()
            if node == goal:
                yield path
                continue
            for after in reversed(tree.next_hops[node]):
                if after not in seen:
                    waiting += [(after, (*path, port), seen | {after}) for port in reversed(self._hops[node, after])]


def switch_numbers(device: Device, own: Sequence[PlantPort], assumptions: Assumptions) -> PlantDevice:
    """Return the memory of a switch with these ports."""
    buffer = device.buffer
    headrooms = tuple(group.headroom_bytes for port in own for group in port.groups if group.lossless)
    pooled = known(buffer.headroom_pool_bytes, 0)
    headroom_pool = float(pooled) if pooled else UNLIMITED
    shared = known(buffer.shared_bytes, 0)
    if shared:
        return PlantDevice(device.name, False, float(shared), headroom_pool)
    total = assumptions.known(buffer.total_bytes, SWITCH_BUFFER_BYTES, "switches have 32 MB of buffer", device.name)
    pool = shared_pool_after(float(total), headrooms, headroom_pool)
    if pool < total / 4:
        assumptions.note("a quarter of the buffer is shared: the headroom of all ports would leave less", device.name)
        pool = total / 4
    return PlantDevice(device.name, False, pool, headroom_pool)


def buffer_slices(platform: Fact[str]) -> int:
    """Return into how many parts the buffer of a model is divided; 1 where that is not known."""
    found = None if isinstance(platform, Unknown) else platform_called(platform.value)
    return value_or(found.buffer.partitions, 1) if isinstance(found, SwitchPlatform) else 1


def with_cable(
    numbers: PortNumbers, device: int, name: str, peer: int, speed_gbps: float, delay_ns: float
) -> PlantPort:
    """Return a port with what its cable adds: speed, delay, and the headroom that no configuration states."""
    response = standard_response_ns(speed_gbps)
    needed = float(needed_headroom_bytes(speed_gbps, delay_ns, response, FRAME_BYTES))
    groups = tuple(
        replace(
            group,
            headroom_bytes=needed if group.headroom_bytes < 0 else group.headroom_bytes,
            resume_offset_bytes=2.0 * FRAME_BYTES if group.resume_offset_bytes < 0 else group.resume_offset_bytes,
        )
        for group in numbers.groups
    )
    return PlantPort(
        device=device,
        name=name,
        peer=peer,
        speed_gbps=speed_gbps,
        delay_ns=delay_ns,
        response_ns=response,
        stops=numbers.stops,
        groups=groups,
        queues=tuple(_shaped(queue, speed_gbps) for queue in numbers.queues),
        queue_of_priority=numbers.queue_of_priority,
        priority_of_dscp=numbers.priority_of_dscp,
        dscp_of_priority=numbers.dscp_of_priority,
        watchdog_detect_ns=numbers.watchdog_detect_ns,
        watchdog_restore_ns=numbers.watchdog_restore_ns,
    )


def _shaped(queue: PlantQueue, speed_gbps: float) -> PlantQueue:
    """Return a queue with the rate that its share of the line is."""
    return replace(queue, shaper_gbps=-queue.shaper_gbps / 100 * speed_gbps) if queue.shaper_gbps < 0 else queue


def plain_host(device: int, name: str, peer: int, speed: float, delay: float, leaf: PlantPort) -> PlantPort:
    """Return the port of a host that obeys the pauses that its switch sends."""
    return PlantPort(
        device=device,
        name=name,
        peer=peer,
        speed_gbps=speed,
        delay_ns=delay,
        response_ns=standard_response_ns(speed),
        stops=tuple((p,) if leaf.groups[p].lossless else () for p in range(PRIORITIES)),
        groups=(PlantGroup(),) * PRIORITIES,
        queues=tuple(PlantQueue(strict=queue >= 6) for queue in range(PRIORITIES)),
        queue_of_priority=tuple(range(PRIORITIES)),
    )


def _natural(text: str) -> list[tuple[int, str]]:
    """Return what sorts names as people do: `gpu-2` before `gpu-10`."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in _DIGITS.split(text)]


def resolved(fabric: Fabric) -> ResolvedNetwork:
    """Return a fabric as plain numbers. Raises UsageError for one in which nothing can be sent."""
    return ResolvedNetwork(fabric)
