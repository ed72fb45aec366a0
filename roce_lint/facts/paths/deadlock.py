"""Can paused buffers of this fabric wait for each other in a circle? One answer for each view of its forwarding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from roce_lint.facts.derive.domain import Domain
from roce_lint.facts.fabric import Fabric
from roce_lint.facts.fact import NOWHERE, Unknown, known
from roce_lint.facts.paths.bgp_sessions import Sessions, find_sessions
from roce_lint.facts.paths.forwarding_table import Destination, ForwardingTable, host_prefixes, static_hops
from roce_lint.facts.paths.igp_links import IgpLinks, igp_links
from roce_lint.facts.paths.pausing_hops import PausingHops, pausing_hops
from roce_lint.facts.paths.policy_plan import PolicyPlanner
from roce_lint.facts.paths.switch_graph import SwitchGraph, switch_graph
from roce_lint.facts.paths.tiers import tiers_of
from roce_lint.facts.pause.bgp_plan import BgpPlan
from roce_lint.facts.pause.forwarding import Tree
from roce_lint.facts.pause.path_vector import NotSettled
from roce_lint.facts.pause.permitted import OriginPlan, local_waits, permitted_cycle
from roce_lint.facts.pause.screen import never_turns_up
from roce_lint.facts.pause.topology import Cable, Hop, Node, Topology
from roce_lint.facts.pause.twins import distinct_cables, distinct_nodes, twin_classes
from roce_lint.facts.pause.views import (
    Failure,
    Found,
    State,
    cable_failures,
    converge,
    cycles_of,
    first_cycle_after,
    first_transient_cycle,
    node_failures,
)
from roce_lint.facts.pause.waits import Waits

MOST_WORK = 150_000
"""Hops times destinations times failures that are looked at one by one; beyond it one of each kind stands for all."""
MOST_REDUCED_WORK = 8_000_000
"""The same after one of each kind was chosen; beyond it a view is skipped and said to be."""


class View(Enum):
    """In which states of the fabric packets are looked at."""

    NOMINAL = "nominal"
    """Everything works and routing has settled."""
    FAILURE = "failure"
    """One cable or one switch failed, and routing has settled."""
    SETTLING = "settling"
    """One cable failed, and some routers know while others do not."""
    PERMITTED = "permitted"
    """Any state: several failures, slow convergence."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one view says: the cycles found (none: there is none), or why it cannot be told (`doubt`)."""

    view: View
    found: tuple[Found, ...]
    doubt: Unknown | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """The fabric with what is not known taken one way: lossless and permitted where possible, or where certain."""

    topology: Topology
    table: ForwardingTable


class DeadlockAnalysis:
    """Builds the abstract fabric once and answers one view after the other."""

    def __init__(self, fabric: Fabric, domain: Domain) -> None:
        """Read off who is cabled to whom; everything else is derived when a view asks for it."""
        self.fabric = fabric
        self.graph: SwitchGraph = switch_graph(fabric, domain)
        self.hops: PausingHops = pausing_hops(self.graph)

    @property
    def concerns_anything(self) -> bool:
        """Say whether hosts behind two switches can pause a cable between switches."""
        return len(self.graph.host_ports) > 1 and any(self.hops.possible.values())

    @cached_property
    def sessions(self) -> Sessions:
        """Return the BGP sessions that come up."""
        return find_sessions(self.graph)

    @cached_property
    def igp(self) -> IgpLinks:
        """Return the adjacencies of OSPF and IS-IS."""
        return igp_links(self.graph)

    @cached_property
    def tiers(self) -> tuple[int, ...]:
        """Return the tier of every switch."""
        near: list[set[int]] = [set() for _ in self.graph.devices]
        for a, b in self.graph.strands:
            near[a].add(b)
        counts = [len(self.graph.host_ports.get(node, ())) for node in range(len(near))]
        return tiers_of(self.graph.devices, [frozenset(others) for others in near], counts)

    @cached_property
    def lenient(self) -> Variant:
        """Return the fabric in which everything that may be is."""
        return self._variant(self.hops.possible, lenient=True)

    @cached_property
    def strict(self) -> Variant:
        """Return the fabric in which only what is certain is; the same as `lenient` where everything is known."""
        variant = self._variant(self.hops.certain, lenient=False)
        same = (variant.table.plans, variant.topology.lossless) == (
            self.lenient.table.plans,
            self.lenient.topology.lossless,
        )
        return self.lenient if same else variant

    @cached_property
    def planner(self) -> PolicyPlanner:
        """Return what evaluates policies."""
        return PolicyPlanner(self.graph, self.sessions)

    def verdict(self, view: View) -> Verdict:
        """Return what can be said of one view."""
        doubt = self.routing_doubt
        if doubt is not None and self.has_any_circle:
            return Verdict(view, (), doubt)
        try:
            found = self._found(view, self.lenient)
            if self.strict is self.lenient:
                return Verdict(view, found)
            certain = self._found(view, self.strict)
        except TooLargeError as reason:
            return Verdict(view, (), Unknown(str(reason), NOWHERE))
        except NotSettled:
            return Verdict(view, (), Unknown("BGP does not settle with these policies", NOWHERE))
        if found and certain:
            return Verdict(view, certain)
        if found or certain:
            return Verdict(view, (), self.first_doubt)
        return Verdict(view, ())

    @property
    def first_doubt(self) -> Unknown:
        """Return the first thing that was not known and on which the verdict depends."""
        for doubt in (*self.planner.doubts.values(), *self.hops.doubts):
            return doubt
        return Unknown("not everything is known", NOWHERE)

    @cached_property
    def has_any_circle(self) -> bool:
        """Say whether packets could go round at all without turning back on a cable, were there no routing."""
        topology = self.lenient.topology
        waits = Waits(topology)
        for u, v in topology.hops:
            for w in topology.near[v]:
                if w != u:
                    waits.add((u, v), (v, w))
        return waits.is_cyclic()

    @cached_property
    def routing_doubt(self) -> Unknown | None:
        """Return why forwarding is not known, if it is not: a switch on the way has no routing that could be read."""
        for node, device in enumerate(self.graph.devices):
            pausing = any(self.hops.possible.get(hop) for hop in self.graph.strands if hop[0] == node)
            routing = device.routing
            routed = any(
                known(strand.near.routed, True)
                for hop, strands in self.graph.strands.items()
                if hop[0] == node
                for strand in strands
            )
            if pausing and routed and not (routing.bgp or routing.igp or routing.static_routes):
                return Unknown(f"no routing of {device.name} was read", device.source)
        lossless_outside = [
            ref for ref in self.graph.outside if any(ref.device == device.name for device in self.graph.devices)
        ]
        if lossless_outside:
            ref = lossless_outside[0]
            device = next(device for device in self.graph.devices if device.name == ref.device)
            port = next(port for port in device.ports if port.name == ref.port)
            number = len(lossless_outside)
            words = f"{ref} leads to a router whose configuration was not read"
            return Unknown(words + (f", and {number - 1} more ports do" if number > 1 else ""), port.source)
        return None

    def _variant(self, lossless: Mapping[Hop, frozenset[int]], *, lenient: bool) -> Variant:
        topology = Topology(
            self.graph.names,
            self.tiers,
            frozenset(self.graph.host_ports),
            tuple(self._cable(pair) for pair in self.graph.pairs()),
            dict(lossless),
            frozenset(),
        )
        plans: list[BgpPlan] = []
        destinations: dict[Node, tuple[Destination, ...]] = {}
        statics = static_hops(self.graph)
        by_prefix = bool(self.planner.prefix_lists) or bool(statics)
        whole: dict[str, int] = {}
        owned = {node: host_prefixes(self.graph, node) if by_prefix else () for node in sorted(topology.endpoints)}
        owners: dict[str, frozenset[Node]] = defaultdict(frozenset)
        for node, prefixes in owned.items():
            for prefix in prefixes:
                owners[prefix] |= {node}
        for node, prefixes in owned.items():
            chosen: dict[int, Destination] = {}
            for prefix in self._distinct(prefixes):
                if prefix not in whole:
                    foreign = next((one for one in owners if node not in owners[one]), "")
                    plan = self.planner.plan(prefix, owners[prefix], foreign, lenient=lenient)
                    if plan not in plans:
                        plans.append(plan)
                    whole[prefix] = plans.index(plan)
                chosen.setdefault(whole[prefix], Destination(node, prefix, whole[prefix]))
            destinations[node] = tuple(chosen.values())
        table = ForwardingTable(self.graph, tuple(plans), self.igp, destinations, statics)
        return Variant(topology, table)

    def _distinct(self, prefixes: Sequence[str]) -> list[str]:
        """Return one prefix of each sort that policies treat alike; no prefix where none matters."""
        sorts: dict[object, str] = {}
        for prefix in prefixes:
            sorts.setdefault(self.planner.signature(prefix), prefix)
        return list(sorts.values()) or [""]

    def _cable(self, pair: Hop) -> Cable:
        a, b = pair
        costs = self.igp.costs
        return Cable(a, b, costs.get((a, b), 1), costs.get((b, a), 1), len(self.graph.strands[pair]))

    def _found(self, view: View, variant: Variant) -> tuple[Found, ...]:
        if view is View.PERMITTED:
            return self._permitted(variant)
        if not self._may_be_cyclic(view, variant):
            return ()
        if view is View.NOMINAL:
            return cycles_of(variant.topology, self._healthy(variant).all_trees(), None)
        healthy = self._healthy(variant)
        forward = variant.table.forward
        if view is View.SETTLING:
            return first_transient_cycle(healthy, self._failures(variant, cables=True), forward)
        after_cable = first_cycle_after(healthy, self._failures(variant, cables=True), forward)
        return after_cable or first_cycle_after(healthy, self._failures(variant, cables=False), forward)

    def _may_be_cyclic(self, view: View, variant: Variant) -> bool:
        """Say whether the quick answers leave the question open."""
        if not variant.table.is_bgp_only:
            return True
        if all(never_turns_up(variant.topology, plan) for plan in variant.table.plans):
            return False
        return view is View.SETTLING or self._local(variant).is_cyclic()

    def _local(self, variant: Variant) -> Waits:
        """Return the dependencies that the switches' own settings permit, for any kind of prefix."""
        if id(variant) not in self._locals:
            waits = Waits(variant.topology)
            for plan in variant.table.plans:
                waits.merge(local_waits(variant.topology, plan))
            self._locals[id(variant)] = waits
        return self._locals[id(variant)]

    @cached_property
    def _locals(self) -> dict[int, Waits]:
        return {}

    @cached_property
    def _states(self) -> dict[int, State]:
        return {}

    def healthy_trees(self, variant: Variant) -> list[Tree]:
        """Return where packets go while nothing has failed. Raises TooLargeError."""
        return self._healthy(variant).all_trees()

    def _healthy(self, variant: Variant) -> State:
        if id(variant) not in self._states:
            topology = variant.topology
            if len(topology.hops) * len(topology.endpoints) > MOST_REDUCED_WORK:
                hops, destinations = len(topology.hops), len(topology.endpoints)
                raise TooLargeError(f"the view was skipped: {hops} hops and {destinations} destinations are too many")
            self._states[id(variant)] = converge(topology, variant.table.forward)
        return self._states[id(variant)]

    def _permitted(self, variant: Variant) -> tuple[Found, ...]:
        """Return a cycle of routes that BGP permits; other protocols permit only what they choose."""
        origins: dict[int, set[Node]] = defaultdict(set)
        for node, destinations in variant.table.destinations.items():
            for destination in destinations:
                origins[destination.plan].add(node)
        plans = [
            OriginPlan(plan, frozenset(origins[number]))
            for number, plan in enumerate(variant.table.plans)
            if plan.sessions
        ]
        if not plans or all(never_turns_up(variant.topology, one.plan) for one in plans):
            return ()
        verdict = permitted_cycle(variant.topology, plans, screen=self._local(variant))
        if not verdict.is_decided:
            raise TooLargeError("the view was skipped: the search for a permitted route was too long")
        if verdict.cycle is None:
            return ()
        return (Found(verdict.cycle, None, verdict.witnesses),)

    def _failures(self, variant: Variant, *, cables: bool) -> Sequence[Failure]:
        """Return the failures to look at: all, or one of each kind in a large fabric."""
        topology = variant.topology
        every = cable_failures(topology) if cables else node_failures(topology)
        once = len(topology.hops) * max(len(topology.endpoints), 1)
        if once * len(every) <= MOST_WORK:
            return every
        if variant.table.statics or len(variant.table.plans) > 1:
            classes = tuple(range(len(topology.names)))
        else:
            classes = twin_classes(topology, variant.table.plans[0] if self.sessions.ends else None)
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
