"""Over which cables an interior gateway protocol runs, and what they cost."""

from __future__ import annotations

from collections import defaultdict

from roce_lint.model.addresses import Subnet
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Source, Unknown, known
from roce_lint.model.interface_names import canonical_interface, same_interface
from roce_lint.model.logic import is_true
from roce_lint.model.routing import IgpInterface, IgpLevel, IgpProcess, IgpProtocol, RouteOrigin
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.switch_graph import Strand, SwitchGraph
from roce_lint.values import dataclass, field

_FAMILY = {IgpProtocol.OSPF: "ospf", IgpProtocol.OSPF3: "ospf", IgpProtocol.ISIS: "isis"}
_MOST_COST = 65535


@dataclass(frozen=True, slots=True)
class IgpLinks:
    """`costs` by hop, for hops over which both ends run the same protocol; `lines` states it at the first switch.

    `announcing`: switches that announce the subnets of their hosts. `doubts`: costs that are not known and count 1.
    `areas`: the OSPF area of each hop, empty for IS-IS; `homes`: the areas of each switch's hosts.
    """

    costs: dict[Hop, int]
    lines: dict[Hop, Source]
    announcing: frozenset[SwitchIndex]
    protocols: dict[SwitchIndex, str]
    doubts: tuple[Unknown, ...]
    areas: dict[Hop, str] = field(default_factory=dict)
    homes: dict[SwitchIndex, frozenset[str]] = field(default_factory=dict)

    @property
    def has_areas(self) -> bool:
        """Say whether there are several areas."""
        return len(set(self.areas.values())) > 1


@dataclass(frozen=True, slots=True)
class _Speaker:
    """One interface on which a switch forms adjacencies."""

    process: IgpProcess
    interface: IgpInterface
    port: Port


def igp_links(graph: SwitchGraph) -> IgpLinks:
    """Return the adjacencies of OSPF and IS-IS between cabled switches."""
    speakers = {node: _speakers(device) for node, device in enumerate(graph.devices) if device.routing.igp}
    costs: dict[Hop, int] = {}
    lines: dict[Hop, Source] = {}
    doubts: list[Unknown] = []
    areas: dict[Hop, str] = {}
    for hop, strands in graph.strands.items():
        mine, theirs = speakers.get(hop[0], []), speakers.get(hop[1], [])
        for one, other in _adjacent(mine, theirs, strands):
            cost = _cost(one)
            if isinstance(cost, Unknown):
                doubts.append(cost)
            number = known(cost, 1)
            if hop not in costs or number < costs[hop]:
                costs[hop], lines[hop] = number, one.interface.source
                areas[hop] = known(one.interface.area, "")
            del other
    announcing = frozenset(node for node in speakers if _announces_hosts(graph, node))
    protocols = {node: _FAMILY[found[0].process.protocol] for node, found in speakers.items() if found}
    homes = {node: _home_areas(graph, node) for node in speakers} if len(set(areas.values())) > 1 else {}
    return IgpLinks(costs, lines, announcing, protocols, tuple(doubts), areas, homes)


def _speakers(device: Device) -> list[_Speaker]:
    found = []
    by_name: dict[str, Port] = {canonical_interface(port.name).lower(): port for port in device.ports}
    for process in device.routing.igp:
        for interface in process.interfaces:
            name = canonical_interface(interface.interface).lower()
            port = by_name.get(name) or by_name.get(name.rsplit(".", 1)[0])
            if port is not None and not is_true(interface.passive):
                found.append(_Speaker(process, interface, port))
    return found


def _adjacent(
    mine: list[_Speaker], theirs: list[_Speaker], strands: tuple[Strand, ...]
) -> list[tuple[_Speaker, _Speaker]]:
    """Return the pairs of interfaces that are neighbours: on the same cable, or in the same subnet."""
    found: list[tuple[_Speaker, _Speaker]] = []
    for strand in strands:
        near = [one for one in mine if same_interface(strand.near, one.interface.interface)]
        far = [one for one in theirs if same_interface(strand.far, one.interface.interface)]
        found += [(one, other) for one in near for other in far if _agree(one, other)]
    if found:
        return found
    subnets: dict[Subnet, list[_Speaker]] = defaultdict(list)
    for one in theirs:
        for subnet in one.port.subnets:
            subnets[subnet].append(one)
    return [
        (one, other) for one in mine for subnet in one.port.subnets for other in subnets[subnet] if _agree(one, other)
    ]


def _agree(one: _Speaker, other: _Speaker) -> bool:
    """Say whether nothing known keeps the two interfaces from becoming neighbours."""
    if one.process.protocol is not other.process.protocol:
        return False
    mine, theirs = one.interface, other.interface
    if one.process.protocol is not IgpProtocol.ISIS:
        return (
            isinstance(mine.area, Unknown) or isinstance(theirs.area, Unknown) or mine.area.value == theirs.area.value
        )
    levels = {known(mine.level, IgpLevel.LEVEL_1_2), known(theirs.level, IgpLevel.LEVEL_1_2)}
    return levels != {IgpLevel.LEVEL_1, IgpLevel.LEVEL_2}


def _cost(one: _Speaker) -> Fact[int]:
    """Return the interface's cost; where it follows from the bandwidth, the reference divided by it, at least 1."""
    if not isinstance(one.interface.cost, Unknown):
        return one.interface.cost
    reference = known(one.process.reference_bandwidth_mbps, 0)
    speed = known(one.port.speed_gbps, 0)
    if reference and speed:
        cost = min(max(reference // (speed * 1000), 1), _MOST_COST)
        return Default(cost, one.interface.source, "the reference bandwidth divided by the port's speed")
    return one.interface.cost


def _home_areas(graph: SwitchGraph, node: SwitchIndex) -> frozenset[str]:
    """Return the areas of the interfaces to hosts; all areas of the switch where hosts come from elsewhere."""
    processes = graph.devices[node].routing.igp
    mine = [(interface, known(interface.area, "")) for process in processes for interface in process.interfaces]
    ports = [one.port for one in graph.host_ports.get(node, ())]
    vlans = {f"vlan{vlan}" for port in ports for vlan in known(port.values.vlans, frozenset())}
    homes = {
        area
        for interface, area in mine
        if canonical_interface(interface.interface).lower() in vlans
        or any(same_interface(port, interface.interface) for port in ports)
    }
    return frozenset(homes or {area for _, area in mine})


def _announces_hosts(graph: SwitchGraph, node: SwitchIndex) -> bool:
    """Say whether the IGP carries the subnets of the switch's hosts, or the address of its tunnels."""
    device = graph.devices[node]
    if device.routing.tunnels:
        return True
    ports = [one.port for one in graph.host_ports.get(node, ())]
    vlans = {f"vlan{vlan}" for port in ports for vlan in known(port.values.vlans, frozenset())}
    for process in device.routing.igp:
        if any(one.origin in (RouteOrigin.CONNECTED, RouteOrigin.OTHER) for one in process.originations):
            return True
        for interface in process.interfaces:
            if canonical_interface(interface.interface).lower() in vlans:
                return True
            if any(same_interface(port, interface.interface) for port in ports):
                return True
    return False
