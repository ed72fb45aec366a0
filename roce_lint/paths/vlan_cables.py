"""Which cables between switches carry which VLANs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.device import Port
from roce_lint.model.fact import known
from roce_lint.model.interface_names import base_interface
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.switch_graph import Strand, SwitchGraph

BLOCKED = "no configuration states which cables of a VLAN with a loop the spanning tree blocks"


class VlanCables:
    """Answers which ports of a switch a VLAN has; names of interfaces are compared once."""

    def __init__(self, graph: SwitchGraph) -> None:
        """Look at the cables of every switch."""
        self.graph = graph
        self._named: dict[str, str] = {}
        self._bases: dict[tuple[str, ...], frozenset[str]] = {}
        self._cables: list[list[tuple[SwitchIndex, Strand, frozenset[str]]]] = [[] for _ in graph.devices]
        for (node, other), strands in graph.strands.items():
            self._cables[node] += [(other, strand, self.names_of(strand.near)) for strand in strands]

    def names_of(self, port: Port) -> frozenset[str]:
        """Return the names by which a VLAN may list a port: its own and its bundle's."""
        bundle = known(port.values.lag, "")
        return frozenset(map(self._base, (port.name, bundle) if bundle else (port.name,)))

    def _base(self, name: str) -> str:
        found = self._named.get(name)
        if found is None:
            found = self._named[name] = base_interface(name)
        return found

    def ports_of(self, names: tuple[str, ...]) -> frozenset[str]:
        """Return the names of interfaces in one form, without their subinterfaces."""
        found = self._bases.get(names)
        if found is None:
            found = self._bases[names] = frozenset(map(self._base, names))
        return found

    def cables(self, node: SwitchIndex, bridge: BridgeDomain) -> Iterable[tuple[SwitchIndex, Strand]]:
        """Return the cables of a switch that a VLAN of it has, each with the switch at the other end."""
        ports = self.ports_of(bridge.ports)
        return [(other, strand) for other, strand, names in self._cables[node] if names & ports]

    def has(self, bridge: BridgeDomain, port: Port) -> bool:
        """Say whether a VLAN has a port."""
        return bool(self.names_of(port) & self.ports_of(bridge.ports))

    def hops(self) -> dict[int, set[Hop]]:
        """Return for each VLAN id the hops whose cable has it at both ends."""
        one_end: dict[int, set[tuple[Hop, str, str]]] = defaultdict(set)
        for node, device in enumerate(self.graph.devices):
            if not self._cables[node]:
                continue
            for bridge in device.routing.bridge_domains:
                for other, strand in self.cables(node, bridge) if bridge.vlan else ():
                    one_end[bridge.vlan].add(((node, other), strand.near.name, strand.far.name))
        return {
            vlan: {hop for hop, near, far in ends if (hop[::-1], far, near) in ends} for vlan, ends in one_end.items()
        }


def is_looped(graph: SwitchGraph, hops: Iterable[Hop]) -> bool:
    """Say whether cables close a loop that a spanning tree has to open; two switches with a peer link count as one."""
    parent = list(range(len(graph.devices)))

    def root(node: SwitchIndex) -> SwitchIndex:
        while parent[node] != node:
            node = parent[node]
        return node

    pairs = {(min(hop), max(hop)) for hop in hops}
    for a, b in pairs:
        if graph.devices[a].routing.peer_links and graph.devices[b].routing.peer_links:
            parent[root(a)] = root(b)
    joined = {(min(root(a), root(b)), max(root(a), root(b))) for a, b in pairs if root(a) != root(b)}
    for a, b in sorted(joined):
        if root(a) == root(b):
            return True
        parent[root(a)] = root(b)
    return False
