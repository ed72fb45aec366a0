"""The abstract fabric of a real one: switches by number, what pauses, and where packets go, as far as it is known.

For which priorities the buffer at the end of a cable can pause the switch that feeds it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import pfc_on
from roce_lint.model.addresses import Subnet, Supernets, subnet_of
from roce_lint.model.device import AnyPort, Port
from roce_lint.model.fact import NOWHERE, Source, Unknown, known
from roce_lint.model.logic import all_of, is_false, is_true
from roce_lint.paths.bgp_sessions import BgpSessions, find_sessions
from roce_lint.paths.forwarding_table import (
    Destination,
    ForwardingTable,
    deciding,
    static_hops,
)
from roce_lint.paths.host_side import HostSides
from roce_lint.paths.igp_links import IgpLinks, igp_links
from roce_lint.paths.pause.topology import Cable, Hop, SwitchIndex, SwitchTopology
from roce_lint.paths.pause.waits import Waits
from roce_lint.paths.policy_plan import PolicyPlanner
from roce_lint.paths.prefix_plans import PrefixPlans
from roce_lint.paths.session_terms import change_doubt
from roce_lint.paths.switch_graph import Strand, SwitchGraph, switch_graph
from roce_lint.paths.tiers import stated_tier, tiers_of
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PausingHops:
    """Priorities by hop: those that certainly pause, and those that may. `doubts` say what is not known of the rest."""

    certain: dict[Hop, frozenset[int]]
    possible: dict[Hop, frozenset[int]]
    doubts: tuple[Unknown, ...]


def pausing_hops(graph: SwitchGraph) -> PausingHops:
    """Return where PFC is effective: the receiver sends pauses and the sender obeys them."""
    certain: dict[Hop, frozenset[int]] = {}
    possible: dict[Hop, frozenset[int]] = {}
    doubts: dict[Unknown, None] = {}
    known: dict[tuple[object, ...], tuple[frozenset[int], frozenset[int], tuple[Unknown, ...]]] = {}
    by_priorities: dict[int, object] = {}
    by_values: dict[int, tuple[object, object]] = {}
    for hop, strands in graph.strands.items():
        sure: set[int] = set()
        maybe: set[int] = set()
        for strand in strands:
            key = (
                *_pause_facts(strand.near, by_priorities, by_values),
                *_pause_facts(strand.far, by_priorities, by_values),
            )
            if key not in known:
                known[key] = _effective(strand)
            sure |= known[key][0]
            maybe |= known[key][1]
            doubts.update(dict.fromkeys(known[key][2]))
        certain[hop], possible[hop] = frozenset(sure), frozenset(maybe)
    return PausingHops(certain, possible, tuple(doubts))


def _pause_facts(
    port: Port, by_priorities: dict[int, object], by_values: dict[int, tuple[object, object]]
) -> tuple[object, object]:
    """Return what decides about the pauses of a port, and about the doubts where something is not known.

    `by_priorities` remembers what priorities say, which ports of a device share, and `by_values` what equal ports have
    in common.
    """
    model = port.values
    found = by_values.get(id(model))
    if found is not None:
        return found
    on, priorities = pfc_on(model), model.qos.priorities
    said = by_priorities.get(id(priorities))
    if said is None:
        facts = [fact for one in priorities for fact in (one.honours_pause, one.generates_pause)]
        values = tuple([fact.value for fact in facts if not isinstance(fact, Unknown)])
        said = (tuple([one.number for one in priorities]), values) if len(values) == len(facts) else id(priorities)
        by_priorities[id(priorities)] = said
    if isinstance(on, Unknown):
        return said, id(port.qos)
    found = by_values[id(model)] = (said, on.value)
    return found


def _effective(strand: Strand) -> tuple[frozenset[int], frozenset[int], tuple[Unknown, ...]]:
    certain: set[int] = set()
    possible: set[int] = set()
    doubts: list[Unknown] = []
    sender_on, receiver_on = pfc_on(strand.near), pfc_on(strand.far)
    for obeying, sending in zip(strand.near.qos.priorities, strand.far.qos.priorities, strict=True):
        both = all_of(sender_on, obeying.honours_pause, receiver_on, sending.generates_pause)
        if is_true(both):
            certain.add(sending.number)
        if not is_false(both):
            possible.add(sending.number)
        if isinstance(both, Unknown):
            doubts.append(both)
    return frozenset(certain), frozenset(possible), tuple(doubts)


MOST_FOLLOWED = 1_000_000
"""Hops times destinations times failures up to which policies are asked about whole routes."""

_NO_ASN = Unknown("no AS number was read", NOWHERE)


@dataclass(frozen=True, slots=True)
class Variant:
    """The fabric with what is not known taken one way: lossless and permitted where possible, or where certain."""

    topology: SwitchTopology
    table: ForwardingTable


class AbstractFabric:
    """Derives each part when it is first asked for."""

    def __init__(self, fabric: Fabric, domain: Domain, sides: HostSides | None = None) -> None:
        """Read off who is cabled to whom; everything else is derived when a view asks for it.

        `sides` are those of this fabric, where somebody else asks for them, too.
        """
        self.fabric = fabric
        self.graph: SwitchGraph = switch_graph(fabric, sides or HostSides(fabric, domain))
        self.hops: PausingHops = pausing_hops(self.graph)

    @property
    def concerns_anything(self) -> bool:
        """Say whether hosts behind two switches can pause a cable between switches."""
        return len(self.graph.host_ports) > 1 and any(self.hops.possible.values())

    @cached_property
    def sessions(self) -> BgpSessions:
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
        return tiers_of(list(map(stated_tier, self.graph.devices)), [frozenset(others) for others in near], counts)

    @cached_property
    def lenient(self) -> Variant:
        """Return the fabric in which everything that may be is."""
        return self._judged if self.follows_routes else self._by_sender

    @property
    def strict(self) -> Variant:
        """Return the fabric in which only what is certain is; the same as `lenient` where everything is known.

        Where routes are followed, that is as far as they were followed.
        """
        if not self.planner.doubts and self.lenient.topology.lossless == self.hops.certain:
            return self.lenient
        return self._strict

    @cached_property
    def _strict(self) -> Variant:
        lenient = self.lenient
        variant = self._variant(self.hops.certain, lenient=False, judged=self.follows_routes)
        same = (variant.table.plans, variant.topology.lossless) == (lenient.table.plans, lenient.topology.lossless)
        return lenient if same else variant

    @cached_property
    def follows_routes(self) -> bool:
        """Say whether policies are asked about whole routes: it is not enough to know from whom they come.

        A large fabric is not looked at so closely.
        """
        topology = self._by_sender.topology
        work = len(topology.hops) * len(topology.endpoints) * (len(topology.cables) + len(topology.names))
        if not self.planner.doubts or work > MOST_FOLLOWED:
            return False
        self.planner.doubts.clear()
        return True

    @cached_property
    def _by_sender(self) -> Variant:
        return self._variant(self.hops.possible, lenient=True)

    @cached_property
    def _judged(self) -> Variant:
        return self._variant(self.hops.possible, lenient=True, judged=True)

    @cached_property
    def planner(self) -> PolicyPlanner:
        """Return what evaluates policies."""
        return PolicyPlanner(self.graph, self.sessions)

    @property
    def first_doubt(self) -> Unknown:
        """Return the first thing that was not known and on which the verdict depends."""
        for doubt in (*self.planner.doubts.values(), *self.hops.doubts):
            return doubt
        return Unknown("not everything is known", NOWHERE)

    @cached_property
    def has_any_cycle(self) -> bool:
        """Say whether packets could go round at all without turning back on a cable, were there no routing."""
        topology = self.lenient.topology
        waits = Waits(topology)
        for u, v in topology.hops:
            for w in topology.near[v]:
                if w != u:
                    waits.add((u, v), (v, w))
        return waits.is_cyclic()

    @property
    def routing_doubt(self) -> Unknown | None:
        """Return why forwarding is not known, if it is not: among the switches that were read, or at their edge."""
        return self.inner_doubt or self.edge_doubt

    @cached_property
    def inner_doubt(self) -> Unknown | None:
        """Return why forwarding among the switches that were read is not known: one on the way has no routing."""
        for node, device in enumerate(self.graph.devices):
            leaving = self.graph.leaving.get(node, ())
            pausing = any(self.hops.possible.get((node, other)) for other, _ in leaving)
            routing = device.routing
            routed = any(known(strand.near.values.routed, True) for _, strands in leaving for strand in strands)
            if pausing and routed and not (routing.bgp or routing.igp or routing.static_routes):
                return Unknown(f"no routing of {device.name} was read", device.source)
        return self._change_doubt()

    @cached_property
    def edge_doubt(self) -> Unknown | None:
        """Return that packets may take ways through routers that were not read, if there are such at the edge.

        They add ways and take none away: what goes wrong among the switches that were read does so all the same.
        """
        if not self.graph.outside:
            return None
        ref = self.graph.outside[0]
        device = next(device for device in self.graph.devices if device.name == ref.device)
        port = next(port for port in device.ports if port.name == ref.port)
        number = len(self.graph.outside)
        words = f"{ref} leads to a router whose configuration was not read"
        return Unknown(words + (f", and {number - 1} more ports do" if number > 1 else ""), port.source)

    def _change_doubt(self) -> Unknown | None:
        """Return why AS paths are not known, if some eBGP session changes them in two ways."""
        asns = self.sessions.asns
        for (node, to), ends in self.sessions.ends.items():
            external = known(asns.get(node, _NO_ASN), -1) != known(asns.get(to, _NO_ASN), -2)
            if external and (doubt := change_doubt(ends)) is not None:
                return doubt
        return None

    @cached_property
    def remap_doubt(self) -> Unknown | None:
        """Return why RoCE may change its pause priority on the way, if it may: then cycles can cross priorities."""
        seen: dict[int, dict[frozenset[int], Source]] = {}
        looked: set[tuple[int, int]] = set()
        for strands in self.graph.strands.values():
            for strand in strands:
                port, model = strand.near, strand.near.values
                for dscp in sorted(known(self.fabric.design.roce_dscps, frozenset())):
                    if (id(model.qos), dscp) in looked:
                        continue
                    looked.add((id(model.qos), dscp))
                    pausing = _pausing(model, dscp)
                    if pausing:
                        seen.setdefault(dscp, {}).setdefault(pausing, port.source)
        for dscp, kinds in seen.items():
            if len(kinds) > 1:
                words = " and ".join(str(sorted(one)) for one in kinds)
                return Unknown(
                    f"packets with DSCP {dscp} pause with different priorities on the way: {words}", max(kinds.values())
                )
        return None

    def _variant(self, lossless: Mapping[Hop, frozenset[int]], *, lenient: bool, judged: bool = False) -> Variant:
        topology = SwitchTopology(
            self.graph.names,
            self.tiers,
            frozenset(self.graph.host_ports),
            tuple(self._cable(pair) for pair in self.graph.pairs()),
            dict(lossless),
            frozenset(),
        )
        plans = PrefixPlans(self.planner, lenient=lenient, judged=judged)
        destinations: dict[SwitchIndex, tuple[Destination, ...]] = {}
        statics = static_hops(self.graph)
        networks = Supernets(hop.network for hops in statics.values() for hop in hops)
        by_prefix = bool(self.planner.prefix_lists) or bool(statics)
        whole: dict[str, int] = {}
        owned = {node: self.graph.prefixes[node] if by_prefix else () for node in sorted(topology.endpoints)}
        owners: dict[str, set[SwitchIndex]] = defaultdict(set)
        for node, prefixes in owned.items():
            for prefix in prefixes:
                owners[prefix].add(node)
        if not by_prefix:
            owners[""] = set(topology.endpoints)
        for node, prefixes in owned.items():
            chosen: dict[tuple[int, object], Destination] = {}
            for prefix, covering in self._distinct(prefixes, networks):
                if prefix not in whole:
                    foreign = next((one for one in owners if node not in owners[one]), "")
                    whole[prefix] = plans.number(prefix, frozenset(owners[prefix]), foreign)
                chosen.setdefault((whole[prefix], covering), Destination(node, prefix, whole[prefix]))
            destinations[node] = tuple(chosen.values())
        statics = deciding(statics, (one for several in destinations.values() for one in several))
        table = ForwardingTable(self.graph, plans.plans, self.igp, destinations, statics)
        return Variant(topology, table)

    def _distinct(self, prefixes: Sequence[str], networks: Supernets) -> list[tuple[str, tuple[Subnet, ...]]]:
        """Return one prefix of each sort that policies and static routes treat alike; no prefix where none matters.

        `networks` are those of static routes; each prefix comes with those that it is in.
        """
        sorts: dict[object, tuple[str, tuple[Subnet, ...]]] = {}
        for prefix in prefixes:
            subnet = subnet_of(prefix) if networks else None
            covering = () if subnet is None else networks.of(subnet)
            sorts.setdefault((self.planner.prefix_lists.held(prefix), covering), (prefix, covering))
        return list(sorts.values()) or [("", ())]

    def _cable(self, pair: Hop) -> Cable:
        a, b = pair
        costs = self.igp.costs
        return Cable(a, b, costs.get((a, b), 1), costs.get((b, a), 1), len(self.graph.strands[pair]))


def _pausing(port: AnyPort, dscp: int) -> frozenset[int]:
    """Return the priorities of the pauses that a code point causes at a port, those of its rewriting too."""
    found = class_named(port, class_for(port, dscp))
    if isinstance(found, Unknown):
        return frozenset()
    pausing = known(found.pause_priorities, frozenset())
    if is_true(port.qos.rewrite_enabled):
        for rewrite in port.qos.rewrites:
            left = known(rewrite.dscp, dscp)
            if rewrite.traffic_class == found.name and left != dscp:
                other = class_named(port, class_for(port, left))
                pausing |= frozenset() if isinstance(other, Unknown) else known(other.pause_priorities, frozenset())
    return pausing
