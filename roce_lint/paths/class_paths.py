"""On which paths RoCE loses what keeps it from being dropped: nominal forwarding, and every single failure.

First packets are let go anywhere they ever may. What they lose then, no routing can make worse, and a fabric in which
they lose nothing is done, whatever is known of its routing. Otherwise packets are followed along the next hops of every
destination, and after failures as far as cables are left at which something may be lost.

Frames that are switched: where they go inside a VLAN, from hosts behind one switch to hosts behind another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from roce_lint.fabric.domain import Domain
from roce_lint.model.fact import NOWHERE, Unknown, known
from roce_lint.paths.abstract_fabric import Variant
from roce_lint.paths.deadlock import DeadlockAnalysis, TooLargeError
from roce_lint.paths.forwarding_states import ForwardingStates
from roce_lint.paths.packet_crossing import CrossingDoubt, Loss
from roce_lint.paths.packet_ground import Ground, packet_ground
from roce_lint.paths.packet_walk import Lost, PacketWalker, Walk
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.path_vector import NotSettled
from roce_lint.paths.pause.shortest import shortest_tree
from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology
from roce_lint.paths.pause.views import Failure
from roce_lint.paths.switch_graph import SwitchGraph
from roce_lint.paths.vlan_cables import BLOCKED, VlanCables, is_looped
from roce_lint.values import dataclass, field

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


@dataclass(frozen=True, slots=True)
class PathLoss:
    """Packets that are lost on a path to a tree's destination; `failure` is None while nothing has failed."""

    lost: Lost
    walk: Walk
    tree: Tree
    failure: Failure | None


@dataclass(slots=True)
class PathVerdict:
    """Every loss that was found, and why others cannot be decided."""

    found: list[PathLoss] = field(default_factory=list)
    doubts: dict[Loss, Unknown] = field(default_factory=dict)


_LossLocation: TypeAlias = tuple[Hop, Loss, bool]
"""Where something is lost, how, and whether rules of ports and cables cannot see it."""


class ClassPaths:
    """Follows RoCE through one fabric."""

    def __init__(self, analysis: DeadlockAnalysis, domain: Domain) -> None:
        """Look at ports; nothing is followed yet."""
        design = analysis.fabric.design
        self._analysis = analysis
        self.ground: Ground = packet_ground(analysis.fabric, analysis.graph, domain)
        data = known(design.roce_dscps, frozenset())
        self._switched = SwitchedForwarding(analysis.graph)
        self.walker = PacketWalker(self.ground, data, known(design.cnp_dscps, frozenset()))

    def anywhere(self) -> list[Lost]:
        """Return what packets lose if they go everywhere; first up, then down where routing never turns them up again.

        Where it is BGP alone that decides, a packet that came down goes up again in no converged state of many plans.
        """
        lenient = self._analysis.lenient
        topology = lenient.topology
        ends, near = topology.endpoints, topology.near
        quiet = lenient.table.is_bgp_only and self._analysis.never_turns_up(lenient)
        if self._switched.is_used or not quiet:
            return self.walker.walk(near, sorted(ends), ends, tracked=False).lost
        tiers = topology.tiers
        above = [tuple(other for other in others if tiers[other] > tiers[node]) for node, others in enumerate(near)]
        below = [tuple(other for other in others if tiers[other] < tiers[node]) for node, others in enumerate(near)]
        up = self.walker.walk(above, sorted(ends), ends, tracked=False)
        return up.lost + self.walker.walk_on(up.came, below, ends, tracked=False).lost

    def verdict(self) -> PathVerdict:
        """Return all losses on paths that packets take."""
        verdict = PathVerdict()
        suspects = self.anywhere()
        if not suspects:
            return verdict
        doubt = self._analysis.inner_doubt
        if doubt is not None:
            _doubt(verdict, (lost for lost in suspects if lost.is_new), doubt)
            return verdict
        self._follow_routes(verdict, suspects)
        if self._analysis.edge_doubt is not None:
            certain = {_spot(one.lost) for one in verdict.found}
            rest = [lost for lost in suspects if _spot(lost) not in certain and lost.is_new]
            _doubt(verdict, rest, self._analysis.edge_doubt)
        return verdict

    def _follow_routes(self, verdict: PathVerdict, suspects: Sequence[Lost]) -> None:
        """Add what is lost along the paths that routing among the switches that were read chooses."""
        spots = {_spot(lost): lost for lost in suspects}
        lenient, strict = self._analysis.lenient, self._analysis.strict
        if lenient.table.plans == strict.table.plans:
            self._follow(verdict, lenient, spots)
            return
        self._follow(verdict, strict, spots)
        possible = PathVerdict()
        self._follow(possible, lenient, spots)
        certain = {_spot(one.lost) for one in verdict.found}
        more = [one.lost for one in possible.found if _spot(one.lost) not in certain and one.lost.is_new]
        _doubt(verdict, more, self._analysis.first_doubt)

    def _follow(self, verdict: PathVerdict, variant: Variant, spots: dict[_LossLocation, Lost]) -> None:
        """Add what is lost along the paths of one variant."""
        switched = self._switched
        states = ForwardingStates(self._analysis, variant, self.ground, may_share=not switched.is_used)
        left = dict(spots)
        blocked = [lost for lost in left.values() if lost.is_new and (lost.before[0], lost.node) in switched.looped]
        _doubt(verdict, blocked, Unknown(BLOCKED, NOWHERE))
        try:
            self._take(verdict, [*states.healthy(), *switched.trees(variant.topology)], None, left)
            left = {spot: lost for spot, lost in left.items() if lost.is_new}
            for state in states.after_failures() if left else ():
                self._take(verdict, [*state.trees, *switched.trees(state.left)], state.failure, left)
                if not left:
                    break
        except TooLargeError as reason:
            _doubt(verdict, (lost for lost in left.values() if lost.is_new), Unknown(str(reason), NOWHERE))
        except NotSettled:
            unsettled = Unknown("BGP does not settle with these policies", NOWHERE)
            _doubt(verdict, (lost for lost in left.values() if lost.is_new), unsettled)

    def _take(
        self, verdict: PathVerdict, trees: Sequence[Tree], failure: Failure | None, left: dict[_LossLocation, Lost]
    ) -> None:
        """Add what packets lose along trees at places that are left; those that are found are left no longer."""
        wanted = {hop for hop, _, _ in left}
        found: dict[tuple[object, ...], PathLoss] = {}
        met: set[_LossLocation] = set()
        for tree in trees:
            if not _touches(tree, wanted):
                continue
            leading = _leading_to(tree, wanted)
            next_hops = tuple([others if kept else () for others, kept in zip(tree.next_hops, leading, strict=True)])
            sources = [node for node in sorted(tree.sources) if leading[node]]
            walk = self.walker.walk(next_hops, sources, frozenset({tree.destination}), tracked=True)
            for lost in walk.lost:
                spot = _spot(lost)
                if spot not in left:
                    continue
                met.add(spot)
                if isinstance(lost.outcome, CrossingDoubt):
                    _doubt(verdict, (lost,) if lost.is_new else (), lost.outcome.because)
                else:
                    found.setdefault((spot, id(lost.onto), lost.changed_by), PathLoss(lost, walk, tree, failure))
        verdict.found += found.values()
        for spot in met:
            del left[spot]


def _touches(tree: Tree, hops: Iterable[Hop]) -> bool:
    """Say whether a tree sends packets over one of the hops, or to hosts where they may be lost."""
    return any(v in tree.next_hops[u] or (u == v and u == tree.destination) for u, v in hops)


def _leading_to(tree: Tree, hops: Iterable[Hop]) -> bytearray:
    """Return for each switch whether packets there may still come to one of the hops; none that may not leads to it.

    Walks that leave the others out find the same losses at these hops, in the same order and by the same ways.
    """
    before: dict[SwitchIndex, list[SwitchIndex]] = {}
    for node, others in enumerate(tree.next_hops):
        for other in others:
            before.setdefault(other, []).append(node)
    leading = bytearray(len(tree.next_hops))
    pending = [u for u, v in hops if v in tree.next_hops[u] or u == v == tree.destination]
    while pending:
        node = pending.pop()
        if not leading[node]:
            leading[node] = 1
            pending += before.get(node, ())
    return leading


def _spot(lost: Lost) -> _LossLocation:
    return (lost.before[0], lost.node), lost.loss, lost.is_new


def _doubt(verdict: PathVerdict, about: Iterable[Lost], because: Unknown) -> None:
    for lost in about:
        verdict.doubts.setdefault(lost.loss, because)
