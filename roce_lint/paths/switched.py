"""Frames that are switched: where they go inside a VLAN, from hosts behind one switch to hosts behind another."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TypeAlias

from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.shortest import shortest_tree
from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology
from roce_lint.paths.switch_graph import SwitchGraph
from roce_lint.paths.vlan_cables import VlanCables, is_looped

_Segment: TypeAlias = tuple[frozenset[Hop], frozenset[SwitchIndex]]


class SwitchedForwarding:
    """The VLANs that more than one switch has hosts in.

    Frames take the shortest way. Two switches with a peer link are as near as one, because a bundle to both is used
    evenly; the peer link is taken by frames to what only the other one reaches, now or after a failure.
    """

    def __init__(self, graph: SwitchGraph) -> None:
        """Nothing is looked at yet."""
        self._graph = graph

    @cached_property
    def _segments(self) -> tuple[_Segment, ...]:
        """Return the hops and the switches with hosts of each VLAN, of VLANs alike once."""
        vlans = VlanCables(self._graph)
        hops = {vlan: found for vlan, found in vlans.hops().items() if found}
        ends: dict[int, set[SwitchIndex]] = defaultdict(set)
        for node, ports in self._graph.host_ports.items() if hops else ():
            for bridge in self._graph.devices[node].routing.bridge_domains:
                if bridge.vlan in hops and any(vlans.has(bridge, one.port) for one in ports):
                    ends[bridge.vlan].add(node)
        found = {(frozenset(hops[vlan]), frozenset(nodes)): None for vlan, nodes in ends.items() if len(nodes) > 1}
        return tuple(found)

    @property
    def is_used(self) -> bool:
        """Say whether any frames are switched between switches."""
        return bool(self._segments)

    @cached_property
    def looped(self) -> frozenset[Hop]:
        """Return the hops of VLANs whose loops a spanning tree opens, so that their ways are not known."""
        return frozenset(hop for hops, _ in self._segments if is_looped(self._graph, hops) for hop in hops)

    def trees(self, left: SwitchTopology) -> list[Tree]:
        """Return where frames go over the cables that are left, for every destination of every VLAN without a loop."""
        found: list[Tree] = []
        for hops, ends in self._segments:
            if hops & self.looped:
                continue
            costs = {hop: 0 if self._is_peer(hop) else 1 for hop in hops if hop in left.hop_number}
            here = ends & left.endpoints
            for destination in sorted(here):
                tree = shortest_tree(left, destination, costs)
                found.append(Tree(destination, self._past_peers(tree), here - {destination}))
        return found

    def _past_peers(self, tree: Tree) -> tuple[tuple[SwitchIndex, ...], ...]:
        """Return the next hops with peer links only where there is no other."""
        return tuple(
            tuple(other for other in others if not self._is_peer((node, other))) or others
            for node, others in enumerate(tree.next_hops)
        )

    def _is_peer(self, hop: Hop) -> bool:
        return all(self._graph.devices[node].routing.peer_links for node in hop)
