"""Where each switch sends packets for the hosts behind another: BGP, IGP and static routes together."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from roce_lint.model.addresses import Subnet, subnet_of
from roce_lint.model.device import Device
from roce_lint.model.fact import known
from roce_lint.model.interface_names import same_interface
from roce_lint.model.routing import StaticRoute
from roce_lint.os.behaviour import Distances
from roce_lint.os.registry import behaviour_of
from roce_lint.paths.igp_links import IgpLinks
from roce_lint.paths.pause.areas import area_tree
from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.path_vector import PathVector
from roce_lint.paths.pause.shortest import shortest_tree
from roce_lint.paths.pause.topology import SwitchIndex, SwitchTopology
from roce_lint.paths.switch_graph import SwitchGraph

_STATIC_DISTANCE = 1


@dataclass(frozen=True, slots=True)
class Destination:
    """Subnets behind one switch that all routers treat alike; `prefix` is one of them, empty where none is known."""

    node: SwitchIndex
    prefix: str
    plan: int


@dataclass(frozen=True, slots=True)
class StaticHop:
    """A static route that sends to a neighbour; None for one that drops."""

    network: Subnet
    neighbor: SwitchIndex | None
    route: StaticRoute


@dataclass(frozen=True)
class ForwardingTable:
    """Everything that decides next hops. `plans` are the BGP plans that `Destination.plan` counts."""

    graph: SwitchGraph
    plans: Sequence[BgpPlan]
    igp: IgpLinks
    destinations: Mapping[SwitchIndex, tuple[Destination, ...]]
    statics: Mapping[SwitchIndex, tuple[StaticHop, ...]] = field(default_factory=dict)
    _path_vectors: dict[int, PathVector] = field(default_factory=dict, init=False, repr=False, compare=False)

    def forward(self, topology: SwitchTopology, node: SwitchIndex) -> Sequence[Tree]:
        """Return the trees to the hosts of one switch, one for each kind of prefix, in the fabric as it is now."""
        return [self._tree(topology, destination) for destination in self.destinations.get(node, ())]

    @property
    def is_bgp_only(self) -> bool:
        """Say whether nothing but BGP decides where packets go."""
        return not self.igp.costs and not any(self.statics.values())

    def _tree(self, topology: SwitchTopology, destination: Destination) -> Tree:
        node = destination.node
        by_igp = self._by_igp(topology, node) if self._in_igp(node) else None
        plan = self.plans[destination.plan]
        is_heard = any(plan.hears(other, node) for other in topology.near[node])
        by_bgp = self._path_vector(topology, destination.plan).tree(node) if is_heard else None
        if by_igp and by_bgp:
            tree = self._preferred(by_igp, by_bgp, plan)
        else:
            nothing = Tree(node, tuple(() for _ in topology.names), topology.endpoints - {node})
            tree = by_bgp or (nothing if self._is_silent(node) else by_igp) or nothing
        return self._with_statics(topology, tree, destination) if self.statics else tree

    def _path_vector(self, topology: SwitchTopology, plan: int) -> PathVector:
        """Return what settles BGP by a plan: the same one as long as the fabric is the same."""
        known = self._path_vectors.get(plan)
        if known is None or known.topology is not topology:
            known = self._path_vectors[plan] = PathVector(topology, self.plans[plan], known)
        return known

    def _by_igp(self, topology: SwitchTopology, node: SwitchIndex) -> Tree:
        igp = self.igp
        if igp.has_areas:
            return area_tree(topology, node, igp.costs, igp.areas, igp.homes.get(node, frozenset()))
        return shortest_tree(topology, node, igp.costs)

    def _is_silent(self, node: SwitchIndex) -> bool:
        """Say whether the IGP surely carries none of the subnets of a switch's hosts, but those of others."""
        announcing = self.igp.announcing
        return bool(announcing) and node not in announcing and bool(self.graph.prefixes[node])

    def _in_igp(self, node: SwitchIndex) -> bool:
        return node in self.igp.protocols

    def _preferred(self, by_igp: Tree, by_bgp: Tree, plan: BgpPlan) -> Tree:
        """Take each switch's next hops from the protocol that it prefers, where that has a route at all.

        Routes of iBGP are resolved by the IGP, so that packets take its paths.
        """
        in_igp = by_igp.destination in self.igp.announcing
        next_hops: list[tuple[SwitchIndex, ...]] = []
        for node, (igp, bgp) in enumerate(zip(by_igp.next_hops, by_bgp.next_hops, strict=True)):
            external = tuple(other for other in bgp if plan.asns[other] != plan.asns[node])
            igp_first = in_igp and self._prefers_igp(node)
            next_hops.append((igp or external or bgp) if igp_first else (external or igp or bgp))
        beneath = (by_igp.next_hops, by_bgp.next_hops)
        return Tree(by_igp.destination, tuple(next_hops), by_igp.sources, beneath)

    def _prefers_igp(self, node: SwitchIndex) -> bool:
        """Say whether a switch prefers a route of its IGP to one of eBGP."""
        protocol = self.igp.protocols.get(node)
        return protocol is not None and _distances(self.graph.devices[node]).prefers_igp(protocol)

    def _with_statics(self, topology: SwitchTopology, tree: Tree, destination: Destination) -> Tree:
        """Let static routes decide: more specific ones over anything, others where no protocol has a route."""
        if not destination.prefix:
            return tree
        wanted = subnet_of(destination.prefix)
        if wanted is None:
            return tree
        next_hops = list(tree.next_hops)
        for node, hops in self.statics.items():
            if node == destination.node:
                continue
            near = topology.near[node]
            covering = [
                hop for hop in hops if (hop.neighbor is None or hop.neighbor in near) and hop.network.covers(wanted)
            ]
            if not covering:
                continue
            longest = max(hop.network.length for hop in covering)
            chosen = [hop for hop in covering if hop.network.length == longest]
            nearest = min(known(hop.route.distance, _STATIC_DISTANCE) for hop in chosen)
            chosen = [hop for hop in chosen if known(hop.route.distance, _STATIC_DISTANCE) == nearest]
            decides = longest >= wanted.length and nearest < _distances(self.graph.devices[node]).lowest
            if decides or not next_hops[node]:
                next_hops[node] = tuple(sorted({hop.neighbor for hop in chosen if hop.neighbor is not None}))
        return Tree(tree.destination, tuple(next_hops), tree.sources, (tree.next_hops, *tree.beneath))


def _distances(device: Device) -> Distances:
    return behaviour_of(device.os).distances


def static_hops(graph: SwitchGraph) -> dict[SwitchIndex, tuple[StaticHop, ...]]:
    """Return the static routes that send to a neighbouring switch or drop; those that lead out are left out."""
    found: dict[SwitchIndex, list[StaticHop]] = defaultdict(list)
    networks: dict[str, Subnet | None] = {}
    for node, device in enumerate(graph.devices):
        vrfs = _vrfs(device)
        for route in device.routing.static_routes:
            if route.prefix not in networks:
                networks[route.prefix] = subnet_of(route.prefix)
            network = networks[route.prefix]
            if network is None:
                continue
            if route.discards and route.vrf in vrfs:
                found[node].append(StaticHop(network, None, route))
            found[node] += [StaticHop(network, other, route) for other in _next_switches(graph, node, route)]
    return {node: tuple(hops) for node, hops in found.items() if hops}


def deciding(
    statics: Mapping[SwitchIndex, tuple[StaticHop, ...]], destinations: Iterable[Destination]
) -> dict[SwitchIndex, tuple[StaticHop, ...]]:
    """Return the static routes that cover a destination: real switches have hundreds that no packet here meets."""
    wanted = {subnet for one in destinations if one.prefix and (subnet := subnet_of(one.prefix)) is not None}
    ordered = {version: sorted(one.number for one in wanted if one.version == version) for version in (4, 6)}
    known_to_cover: dict[Subnet, bool] = {}

    def covers(network: Subnet) -> bool:
        if network not in known_to_cover:
            numbers = ordered[network.version]
            place = bisect_left(numbers, network.number)
            near = place < len(numbers) and numbers[place] < network.number + network.size
            known_to_cover[network] = near and any(network.covers(one) for one in wanted)
        return known_to_cover[network]

    found = {node: tuple(hop for hop in hops if covers(hop.network)) for node, hops in statics.items()}
    return {node: hops for node, hops in found.items() if hops}


def _vrfs(device: Device) -> set[str]:
    """Return the routing tables in which a protocol of the fabric runs; the global one where none does."""
    routing = device.routing
    vrfs = {process.vrf for process in routing.bgp} | {process.vrf for process in routing.igp}
    return vrfs or {"default"}


def _next_switches(graph: SwitchGraph, node: SwitchIndex, route: StaticRoute) -> set[SwitchIndex]:
    if route.discards:
        return set()
    if route.next_hop:
        owner = graph.owner(route.next_hop)
        return {owner} if owner is not None and (node, owner) in graph.strands else set()
    return {
        other
        for other, strands in graph.leaving.get(node, ())
        if any(same_interface(strand.near, route.interface) for strand in strands)
    }
