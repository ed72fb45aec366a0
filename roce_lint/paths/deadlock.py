"""Can paused buffers of this fabric wait for each other in a cycle? One answer for each view of its forwarding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import Enum
from functools import cached_property

from roce_lint.model.fact import NOWHERE, Unknown
from roce_lint.paths.abstract_fabric import AbstractFabric, Variant
from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.equivalent_switches import distinct_cables, distinct_nodes, equivalence_classes
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.path_vector import NotSettled
from roce_lint.paths.pause.permitted import OriginPlan, local_waits, permitted_cycle
from roce_lint.paths.pause.screen import may_wait_in_any_mixture, never_turns_up
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.paths.pause.views import (
    Failure,
    ForwardingState,
    Found,
    cable_failures,
    converge,
    cycles_of,
    first_cycle_after,
    first_transient_cycle,
    node_failures,
)
from roce_lint.paths.pause.waits import Waits
from roce_lint.values import dataclass, replace

MOST_WORK = 150_000
"""Hops times destinations times failures that are looked at one by one; beyond it one of each kind stands for all."""
MOST_REDUCED_WORK = 8_000_000
"""The same after one of each kind was chosen; beyond it a view is skipped and said to be."""


class View(Enum):
    """The states of the fabric in which packets are followed."""

    NOMINAL = "nominal"
    """Everything works and routing has settled."""
    FAILURE = "failure"
    """One cable or one switch failed, and routing has settled."""
    SETTLING = "settling"
    """One cable failed, and some routers know while others do not."""
    PERMITTED = "permitted"
    """Any state: several failures, slow convergence."""


@dataclass(frozen=True, slots=True)
class DeadlockVerdict:
    """What one view says: the cycles found (none: there is none), or why it cannot be decided (`doubt`)."""

    view: View
    found: tuple[Found, ...]
    doubt: Unknown | None = None


class DeadlockAnalysis(AbstractFabric):
    """Answers one view after the other."""

    def verdict(self, view: View) -> DeadlockVerdict:
        """Return what can be said of one view."""
        if self.inner_doubt is not None and self.has_any_cycle:
            return DeadlockVerdict(view, (), self.inner_doubt)
        try:
            found = self._found(view, self.lenient)
            certain = found if self.strict is self.lenient else self._found(view, self.strict)
            if not found and not certain:
                return self._no_cycle(view)
        except TooLargeError as reason:
            return DeadlockVerdict(view, (), Unknown(str(reason), NOWHERE))
        except NotSettled:
            return DeadlockVerdict(
                view, (), Unknown("BGP does not settle with these policies, or in several ways", NOWHERE)
            )
        return DeadlockVerdict(view, certain) if found and certain else DeadlockVerdict(view, (), self.first_doubt)

    def _no_cycle(self, view: View) -> DeadlockVerdict:
        """Return that there is no cycle, unless something that was not followed may close one."""
        if self.edge_doubt is not None and self.has_any_cycle:
            return DeadlockVerdict(view, (), self.edge_doubt)
        doubtful = bool(self.planner.doubts) and view is not View.PERMITTED and self._may_be_cyclic(view, self.lenient)
        if doubtful:
            return DeadlockVerdict(view, (), self.first_doubt)
        if self.remap_doubt is not None and self._found(view, self._merged):
            return DeadlockVerdict(view, (), self.remap_doubt)
        return DeadlockVerdict(view, ())

    @cached_property
    def _merged(self) -> Variant:
        """Return the fabric in which all lossless priorities are one."""
        topology = self.lenient.topology
        one = {hop: frozenset({0}) if priorities else priorities for hop, priorities in topology.lossless.items()}
        return Variant(replace(topology, lossless=one), self.lenient.table)

    def _found(self, view: View, variant: Variant) -> tuple[Found, ...]:
        if view is View.PERMITTED:
            return self._permitted(variant)
        if not self._may_be_cyclic(view, variant):
            return ()
        if view is View.NOMINAL:
            return cycles_of(variant.topology, self.healthy_state(variant).all_trees(), None)
        healthy = self.healthy_state(variant)
        forward = variant.table.forward
        if view is View.SETTLING:
            return first_transient_cycle(healthy, self.failures(variant, cables=True), forward)
        after_cable = first_cycle_after(healthy, self.failures(variant, cables=True), forward)
        after_any = after_cable or first_cycle_after(healthy, self.failures(variant, cables=False), forward)
        spare = next((cable for cable in variant.topology.cables if cable.count > 1), None)
        if after_any or spare is None:
            return after_any
        return cycles_of(variant.topology, healthy.all_trees(), Failure(spare, None))

    def never_turns_up(self, variant: Variant) -> bool:
        """Say whether no plan of BGP ever sends packets up again: see `screen.never_turns_up`."""
        return all(self._stays_down(plan) for plan in variant.table.plans)

    def _stays_down(self, plan: BgpPlan) -> bool:
        """Say so of one plan; variants of the fabric differ in nothing else that bears on it."""
        if id(plan) not in self._staying:
            self._staying[id(plan)] = never_turns_up(self.lenient.topology, plan)
        return self._staying[id(plan)]

    @cached_property
    def _staying(self) -> dict[int, bool]:
        return {}

    def _may_be_cyclic(self, view: View, variant: Variant) -> bool:
        """Say whether the quick answers leave the question open."""
        if not variant.table.is_bgp_only:
            return True
        if self.never_turns_up(variant):
            return False
        grows = all(plan.lengthens_paths for plan in variant.table.plans)
        if view is View.SETTLING and grows:
            return self._may_mix_in_a_circle(variant)
        return not grows or self._local(variant).is_cyclic()

    def _may_mix_in_a_circle(self, variant: Variant) -> bool:
        """Say whether old and new routes together leave the question open, in a fabric that is not too large to ask."""
        topology, table = variant.topology, variant.table
        several = [(one.node, table.plans[one.plan]) for ones in table.destinations.values() for one in ones]
        if len(topology.hops) * len(several) > MOST_REDUCED_WORK:
            return True
        return may_wait_in_any_mixture(topology, self._local(variant), several)

    def _local(self, variant: Variant) -> Waits:
        """Return the dependencies that the switches' own settings permit, for any kind of prefix."""
        if id(variant) not in self._locals:
            self._locals[id(variant)] = local_waits(variant.topology, *variant.table.plans)
        return self._locals[id(variant)]

    @cached_property
    def _locals(self) -> dict[int, Waits]:
        return {}

    @cached_property
    def _states(self) -> dict[int, ForwardingState]:
        return {}

    def healthy_trees(self, variant: Variant) -> list[Tree]:
        """Return where packets go while nothing has failed. Raises TooLargeError."""
        return self.healthy_state(variant).all_trees()

    def healthy_state(self, variant: Variant) -> ForwardingState:
        """Return forwarding while nothing has failed. Raises TooLargeError."""
        if id(variant) not in self._states:
            topology = variant.topology
            if len(topology.hops) * len(topology.endpoints) > MOST_REDUCED_WORK:
                hops, destinations = len(topology.hops), len(topology.endpoints)
                raise TooLargeError(f"the view was skipped: {hops} hops and {destinations} destinations are too many")
            self._states[id(variant)] = converge(topology, variant.table.forward)
        return self._states[id(variant)]

    def _permitted(self, variant: Variant) -> tuple[Found, ...]:
        """Return a cycle of routes that BGP permits; other protocols permit only what they choose."""
        origins: dict[int, set[SwitchIndex]] = defaultdict(set)
        for node, destinations in variant.table.destinations.items():
            for destination in destinations:
                origins[destination.plan].add(node)
        plans = [
            OriginPlan(plan, frozenset(origins[number]))
            for number, plan in enumerate(variant.table.plans)
            if plan.sessions
        ]
        if not plans or all(self._stays_down(one.plan) for one in plans):
            return ()
        verdict = permitted_cycle(variant.topology, plans, screen=self._local(variant))
        if not verdict.is_decided:
            raise TooLargeError("the view was skipped: the search for a permitted route was too long")
        if verdict.cycle is None:
            return ()
        return (Found(verdict.cycle, None, verdict.witnesses),)

    def failures(self, variant: Variant, *, cables: bool) -> Sequence[Failure]:
        """Return the failures to look at: all, or one of each kind in a large fabric."""
        topology = variant.topology
        every = cable_failures(topology) if cables else node_failures(topology)
        once = len(topology.hops) * max(len(topology.endpoints), 1)
        if once * len(every) <= MOST_WORK:
            return every
        if variant.table.statics or len(variant.table.plans) > 1:
            classes = tuple(range(len(topology.names)))
        else:
            classes = equivalence_classes(topology, variant.table.plans[0] if self.sessions.ends else None)
        if cables:
            kinds = distinct_cables(topology, classes)
            chosen = [Failure(cable, None, count) for cable, count in kinds if cable.count == 1]
        else:
            chosen = [Failure(None, node, count) for node, count in distinct_nodes(classes) if topology.near[node]]
        if once * len(chosen) > MOST_REDUCED_WORK:
            what = "cables" if cables else "switches"
            raise TooLargeError(
                f"the view was skipped: {len(chosen)} kinds of {what} that can fail, for {len(topology.endpoints)} "
                "destinations, are too many"
            )
        return chosen


class TooLargeError(Exception):
    """A view would take too long; the text says what is too much."""
