"""Where packets go while nothing has failed and after each single failure, as far as the fabric's size allows.

In a large fabric one cable or switch of each kind fails, and one destination of each kind is looked at: exchanging two
switches of a kind maps the fabric, its packets and what ports do with them onto themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from roce_lint.model.fact import Fact, Unknown
from roce_lint.paths.abstract_fabric import Variant
from roce_lint.paths.deadlock import MOST_REDUCED_WORK, MOST_WORK, DeadlockAnalysis, TooLargeError
from roce_lint.paths.packet_ground import Ground
from roce_lint.paths.pause.equivalent_switches import (
    distinct_cables,
    distinct_nodes,
    equivalence_classes,
    tree_of_equivalent,
)
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.topology import Cable, SwitchIndex, SwitchTopology
from roce_lint.paths.pause.views import Failure, cable_failures, node_failures
from roce_lint.values import dataclass, replace

MOST_TREES_WORK = 1_000_000
"""Hops times destinations that are looked at one by one while nothing has failed."""
MOST_FAILED_WORK = 2_000_000
"""Hops times destinations times failures, of one of each kind, beyond which failures are skipped and said to be."""


@dataclass(frozen=True, slots=True)
class FailedState:
    """Forwarding after one failure: the trees that the failure changed, and the fabric that is left."""

    failure: Failure
    left: SwitchTopology
    trees: Sequence[Tree]


class ForwardingStates:
    """The states of one variant of a fabric."""

    def __init__(self, analysis: DeadlockAnalysis, variant: Variant, ground: Ground, *, may_share: bool) -> None:
        """`may_share` false: none stands for another, because something tells them apart that is not looked at here."""
        self._may_share = may_share
        self._analysis = analysis
        self._variant = variant
        self._ground = ground
        self._topology = variant.topology

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """Return the number of each switch's kind; each is one of its own where prefixes are treated differently."""
        table, topology = self._variant.table, self._topology
        if table.statics or len(table.plans) > 1 or not self._may_share:
            return tuple(range(len(topology.names)))
        plan = table.plans[0] if self._analysis.sessions.ends and table.plans else None
        return equivalence_classes(self._with_treatments(), plan)

    def _with_treatments(self) -> SwitchTopology:
        """Return the fabric with treatments by ports in place of priorities, and of host ports in place of tiers."""
        ground, topology = self._ground, self._topology
        numbers: dict[object, int] = {}
        pairs = {
            hop: [(lane.out.number, lane.into.number, lane.is_seen) for lane in ground.lanes[hop]]
            for hop in topology.hops
        }
        treatments = {
            hop: frozenset(numbers.setdefault(pair, len(numbers)) for pair in pairs[hop]) for hop in topology.hops
        }
        hosts = tuple(numbers.setdefault(self._hosts_of(node), len(numbers)) for node in range(len(topology.names)))
        return replace(topology, lossless=treatments, tiers=hosts)

    def _hosts_of(self, node: SwitchIndex) -> object:
        """Return what hosts of a switch meet, and the switch's tier."""
        ground, overlay = self._ground, self._ground.graph.devices[node].overlay
        return (
            self._topology.tiers[node],
            frozenset((start.treatment.number, start.is_tunnelled) for start in ground.starts.get(node, ())),
            frozenset((one.out.number, one.into.number) for one in ground.deliveries.get(node, ())),
            _value(overlay.outer_dscp),
            tuple((one.traffic_class, _value(one.dscp)) for one in overlay.outer_rewrites),
        )

    @cached_property
    def is_reduced(self) -> bool:
        """Say whether one destination of each kind stands for all while nothing has failed."""
        return len(self._topology.hops) * len(self._topology.endpoints) > MOST_TREES_WORK

    def healthy(self) -> list[Tree]:
        """Return the trees while nothing has failed. Raises TooLargeError."""
        topology = self._topology
        if not self.is_reduced:
            return self._analysis.healthy_trees(self._variant)
        chosen = self._one_of_each(frozenset())
        if len(topology.hops) * len(chosen) > MOST_REDUCED_WORK:
            hops = len(topology.hops)
            raise TooLargeError(f"paths were not followed: {hops} hops and {len(chosen)} destinations are too many")
        return self._trees_to(chosen)

    def _trees_to(self, nodes: Sequence[SwitchIndex]) -> list[Tree]:
        """Return the trees to the hosts of some switches; that to a twin for BGP follows from the first one's."""
        table, topology = self._variant.table, self._topology
        if not table.is_bgp_only or len(table.plans) != 1 or not table.plans[0].lengthens_paths:
            return [tree for node in nodes for tree in table.forward(topology, node)]
        classes = equivalence_classes(topology, table.plans[0])
        first: dict[int, Tree] = {}
        found: list[Tree] = []
        for node in nodes:
            known = first.get(classes[node])
            twin = tree_of_equivalent(known, node) if known is not None else None
            own = (twin,) if twin is not None else table.forward(topology, node)
            if len(own) == 1:
                first.setdefault(classes[node], own[0])
            found += own
        return found

    def _one_of_each(self, apart: frozenset[SwitchIndex]) -> list[SwitchIndex]:
        chosen: dict[object, SwitchIndex] = {}
        for node in sorted(self._topology.endpoints):
            chosen.setdefault((node,) if node in apart else self.kinds[node], node)
        return list(chosen.values())

    def after_failures(self) -> Iterator[FailedState]:
        """Yield what each failure changes: first cables, then switches. Raises TooLargeError before the first."""
        topology = self._topology
        every = [*cable_failures(topology), *node_failures(topology)]
        if self._is_small(every):
            for failure in every:
                yield self._after(failure, sorted(topology.endpoints))
            return
        cables = distinct_cables(topology, self.kinds)
        chosen = [Failure(cable, None, count) for cable, count in cables if cable.count == 1]
        chosen += [Failure(None, node, count) for node, count in distinct_nodes(self.kinds) if topology.near[node]]
        destinations = [self._one_of_each(_broken(failure)) for failure in chosen]
        if len(topology.hops) * sum(map(len, destinations)) > MOST_FAILED_WORK:
            raise TooLargeError(
                f"paths after failures were not followed: {len(chosen)} kinds of cables and switches that can fail are "
                f"too many for {len(topology.hops)} hops"
            )
        for failure, nodes in zip(chosen, destinations, strict=True):
            yield self._after(failure, nodes)

    def _is_small(self, failures: Sequence[Failure]) -> bool:
        return len(self._topology.hops) * max(len(self._topology.endpoints), 1) * len(failures) <= MOST_WORK

    def every_failure(self) -> Iterator[FailedState]:
        """Yield the whole state after each failure, trees included that did not change. Raises TooLargeError."""
        every = [*cable_failures(self._topology), *node_failures(self._topology)]
        if not self._is_small(every):
            raise TooLargeError(f"{len(every)} cables and switches that can fail are too many")
        for failure in every:
            yield self._after(failure, sorted(self._topology.endpoints), is_whole=True)

    def _after(self, failure: Failure, destinations: Sequence[SwitchIndex], *, is_whole: bool = False) -> FailedState:
        topology = self._topology
        cable, node = failure.cable, failure.node
        if cable is not None and not is_whole:
            destinations = [one for one in destinations if self._may_use(one, cable)]
        left = topology.without_cable(cable) if cable else topology.without_node(node) if node is not None else topology
        trees = [
            tree
            for destination in destinations
            if destination in left.endpoints
            for tree in self._variant.table.forward(left, destination)
        ]
        return FailedState(failure, left, trees)

    @cached_property
    def _healthy_by_destination(self) -> dict[SwitchIndex, list[Tree]]:
        found: dict[SwitchIndex, list[Tree]] = {}
        for tree in self.healthy():
            found.setdefault(tree.destination, []).append(tree)
        return found

    def _may_use(self, destination: SwitchIndex, cable: Cable) -> bool:
        """Say whether packets to a destination cross a cable before it fails; only then anything changes for them."""
        before = self._healthy_by_destination.get(destination)
        return before is None or any(tree.uses(cable.a, cable.b) for tree in before)


def _value(fact: Fact[object]) -> object:
    return None if isinstance(fact, Unknown) else fact.value


def _broken(failure: Failure) -> frozenset[SwitchIndex]:
    """Return the switches that a failure makes different from all others."""
    if failure.cable is not None:
        return frozenset({failure.cable.a, failure.cable.b})
    return frozenset() if failure.node is None else frozenset({failure.node})
