"""Hosts to which the rest of a fabric has no route by BGP: their switch announces nothing, or something stops it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property

from roce_lint.model.addresses import subnet_of
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import is_false
from roce_lint.model.route_match import Route
from roce_lint.model.route_policy import MatchPrefixes, PolicyAction, PolicyChain
from roce_lint.model.routing import Origination, PeerFamily, RouteOrigin
from roce_lint.os.registry import behaviour_of
from roce_lint.paths.abstract_fabric import AbstractFabric
from roce_lint.paths.announcements import announces, is_open, originations, states_networks
from roce_lint.paths.forwarding_table import Destination
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.paths.session_terms import families_of
from roce_lint.values import dataclass

_GLOBAL = "default"
MOST_WORK = 1_000_000
"""Hops times destinations up to which routes are followed beyond the switch that announces them."""


@dataclass(frozen=True, slots=True)
class UnreachedHosts:
    """Something that keeps routes to hosts from others: at `place` of switch `node`, in words."""

    node: SwitchIndex
    place: Source
    because: str


class Unreachable:
    """Looks for hosts without routes to them. Where one switch is like all others, the fabric is taken to mean it."""

    def __init__(self, analysis: AbstractFabric) -> None:
        """Look at nothing yet."""
        self._analysis = analysis
        self._graph = analysis.graph
        self._sessions = analysis.sessions
        self._near: dict[SwitchIndex, list[SwitchIndex]] = defaultdict(list)
        for node, other in self._sessions.ends:
            self._near[node].append(other)

    def silent_sessions(self) -> list[UnreachedHosts]:
        """Return sessions over which a switch takes or sends nothing because no policy is applied."""
        found: dict[tuple[SwitchIndex, Source], list[SwitchIndex]] = defaultdict(list)
        words: dict[tuple[SwitchIndex, Source], str] = {}
        for (node, to), ends in sorted(self._sessions.ends.items()):
            families = list(families_of(ends))
            if not families or any(known(one.default_originated, True) for one in families):
                continue
            for verb, way in (("takes no route from", "imports"), ("announces no route to", "exports")):
                chains = [_rejects_all(_chains(one, way)) for one in families]
                places = [one for one in chains if one is not None]
                if len(places) == len(chains):
                    found[node, places[0]].append(to)
                    words[node, places[0]] = verb
        names = self._graph.names
        return [
            UnreachedHosts(
                node,
                place,
                f"Without a policy {names[node]} {words[node, place]} {_listed([names[to] for to in several])}",
            )
            for (node, place), several in found.items()
        ]

    def unannounced(self) -> list[UnreachedHosts]:
        """Return the switches that announce none or not all of the subnets of their hosts, where others do."""
        held = {node: self._announced(node) for node in self._graph.host_ports if self._is_asked(node)}
        if not any(place is None for subnets in held.values() for place in subnets.values()):
            return []
        made: list[UnreachedHosts] = []
        for node, subnets in sorted(held.items()):
            lost = {prefix: place for prefix, place in subnets.items() if place is not None}
            if not lost or any(node == one.node for one in self.silent_sessions()):
                continue
            place = next(iter(lost.values()))
            name = self._graph.names[node]
            words = f"{name} does not announce {len(lost)} of the {len(subnets)} subnets of its hosts"
            made.append(UnreachedHosts(node, place, f"{words}: {_listed(sorted(lost))}"))
        return made

    def _is_asked(self, node: SwitchIndex) -> bool:
        """Say whether BGP alone announces the hosts of a switch, and a session of it is up."""
        device = self._graph.devices[node]
        speaks = bool(self._near.get(node)) and bool(self._graph.prefixes[node])
        return speaks and not device.routing.igp

    def _announced(self, node: SwitchIndex) -> dict[str, Source | None]:
        """Return for each subnet of a switch's hosts what keeps it back; None for one that is announced or may be."""
        origins = list(originations(self._sessions, node))
        device = self._graph.devices[node]
        prefixes = self._in_bgp(node)
        by_policy = behaviour_of(device.os).bgp_announces_by_policy_alone
        place: Source | None = None
        if not by_policy and not origins:
            if any(states_networks(self._graph, self._sessions, other) for other in self._graph.host_ports):
                place = self._sessions.processes[node][0].source
            return dict.fromkeys(prefixes, place)
        tags = {one.prefix: one.tag for one in device.routing.tagged_prefixes}
        is_free = by_policy or any(is_open(one) for one in origins)
        found: dict[str, Source | None] = {}
        entries: dict[object, Source | None] = {}
        for prefix in prefixes:
            key = self._analysis.planner.prefix_key(prefix), tags.get(prefix, 0)
            is_known_key = key[0] != prefix and not any(one.prefix for one in origins)
            if not is_known_key or key not in entries:
                kept = None if is_free else self._not_originated(node, prefix, tags.get(prefix, 0), origins)
                kept = kept or self._not_exported(node, prefix)
                entries[key] = kept and self._nearest_entry(node, kept, prefix)
            found[prefix] = entries[key]
        return found

    def _in_bgp(self, node: SwitchIndex) -> tuple[str, ...]:
        """Return the subnets of a switch's hosts in VRFs that are in BGP, there or on another switch.

        A VRF that no switch has in BGP is local on purpose.
        """
        prefixes = self._graph.prefixes[node]
        vrfs = {
            str(subnet): known(port.vrf, _GLOBAL)
            for port in self._graph.devices[node].ports
            for subnet in (() if known(port.vrf, _GLOBAL) in self._vrfs_in_bgp else port.subnets)
        }
        return tuple([one for one in prefixes if one not in vrfs]) if vrfs else prefixes

    @cached_property
    def _vrfs_in_bgp(self) -> frozenset[str]:
        return frozenset(
            {process.vrf for several in self._sessions.processes.values() for process in several} | {_GLOBAL}
        )

    def _not_originated(
        self, node: SwitchIndex, prefix: str, tag: int, origins: Sequence[Origination]
    ) -> Source | None:
        """Return the line by which no route to a connected subnet comes into BGP, None where one may."""
        evaluator = self._analysis.planner.evaluator(node)
        route = Route(prefix, RouteOrigin.CONNECTED, tag=tag)
        if any(announces(one, route, evaluator) for one in origins):
            return None
        tagged = self._graph.devices[node].routing.tagged_prefixes
        if tagged and not tag and (untagged := self._address_in(node, prefix)):
            return untagged
        for one in origins:
            if one.origin is RouteOrigin.CONNECTED:
                return evaluator.judge((one.policy,), route).permitted.source
        return origins[0].source

    def _address_in(self, node: SwitchIndex, prefix: str) -> Source | None:
        """Return where an address of a subnet is stated that has no tag, where policies go by tags."""
        wanted = subnet_of(prefix)
        for port in self._graph.devices[node].ports:
            if wanted is not None and wanted in port.subnets:
                return next((fact.source for fact in port.addresses if isinstance(fact, Stated)), None)
        return None

    def _not_exported(self, node: SwitchIndex, prefix: str) -> Source | None:
        """Return the line that keeps a subnet from every neighbour, None where one may get it."""
        answers = self._analysis.planner.answers
        facts = [fact for to in self._near[node] for fact in answers.announced(node, to, prefix)]
        return facts[0].source if facts and all(map(is_false, facts)) else None

    def _nearest_entry(self, node: SwitchIndex, place: Source, prefix: str) -> Source:
        """Return the entry of a prefix list that is most like the prefix, where a policy ends because none has it."""
        wanted = subnet_of(prefix)
        names = {name for chain in self._chains_at(node, place) for name in chain.policies}
        policies = self._graph.devices[node].routing.policies
        ended = [policy for policy in policies if policy.source == place or policy.name in names]
        entries = [
            (subnet, at)
            for policy in ended
            for term in policy.terms
            for one in term.conditions
            if isinstance(one, MatchPrefixes)
            for listed, at in zip(one.ranges, one.places, strict=False)
            if wanted is not None and (subnet := subnet_of(listed.prefix)) is not None
        ]
        if wanted is None or not entries:
            return place
        return max(entries, key=lambda entry: (entry[0].covers(wanted), _likeness(str(entry[0]), prefix)))[1]

    def _chains_at(self, node: SwitchIndex, place: Source) -> Iterator[PolicyChain]:
        """Yield the chains of policies that a line applies to neighbours."""
        for process in self._sessions.processes[node]:
            for family in (one for peer in process.neighbors for one in peer.settings.families):
                for chain in (*family.exports, *family.imports):
                    if isinstance(chain, Stated) and chain.source == place:
                        yield chain.value

    def blocked(self, trees: Iterable[Tree], settled: Iterable[UnreachedHosts]) -> list[UnreachedHosts]:
        """Return what stops routes on their way to switches with hosts that then have none; not again at `settled`."""
        settled_places = {(one.node, one.place) for one in settled}
        silent = {one.node for one in settled}
        causes: dict[tuple[SwitchIndex, Source], tuple[str, set[SwitchIndex], set[SwitchIndex]]] = {}
        component = self._components()
        for tree in trees:
            d = tree.destination
            if d in silent or d not in component:
                continue
            reached = {node for node, hops in enumerate(tree.next_hops) if hops} | {d}
            lost = {node for node in tree.sources if node not in reached and component.get(node) == component[d]}
            for x, t in self._edges(reached, component, d) if lost else ():
                # Where no policy asks for a prefix there are no classes of prefixes, and any subnet stands for all.
                prefix = next((one.prefix for one in self._destinations(d) if one.prefix), "")
                prefix = prefix or next(iter(self._graph.prefixes[d]), "")
                for cause, because in self._stops(x, t, d, tree, prefix):
                    entry = causes.setdefault(cause, (because, set(), set()))
                    entry[1].add(d)
                    entry[2].update(lost)
        names = self._graph.names
        made: list[UnreachedHosts] = []
        for (node, place), (because, to, lost) in sorted(causes.items()):
            if (node, place) not in settled_places:
                without, hosts = (_listed([names[one] for one in sorted(several)]) for several in (lost, to))
                verb = "have" if len(lost) > 1 else "has"
                made.append(
                    UnreachedHosts(node, place, f"{because}, and {without} {verb} no route to hosts of {hosts}")
                )
        return made

    def _destinations(self, node: SwitchIndex) -> Sequence[Destination]:
        return self._analysis.lenient.table.destinations.get(node, ())

    def _components(self) -> Mapping[SwitchIndex, SwitchIndex]:
        """Return for each switch with sessions the first of those that sessions join it to."""
        found: dict[SwitchIndex, SwitchIndex] = {}
        for start in sorted(self._near):
            pending = [start] if start not in found else []
            while pending:
                node = pending.pop()
                if node not in found:
                    found[node] = start
                    pending += self._near[node]
        return found

    def _edges(
        self, reached: set[SwitchIndex], component: Mapping[SwitchIndex, SwitchIndex], d: SwitchIndex
    ) -> Iterator[tuple[SwitchIndex, SwitchIndex]]:
        for x in sorted(self._near):
            if x not in reached and component.get(x) == component[d]:
                yield from ((x, t) for t in self._near[x] if t in reached and (t, x) in self._sessions.ends)

    def _stops(
        self, x: SwitchIndex, t: SwitchIndex, d: SwitchIndex, tree: Tree, prefix: str
    ) -> Iterator[tuple[tuple[SwitchIndex, Source], str]]:
        """Yield what keeps a route to hosts of d, which t has, from x."""
        answers, names = self._analysis.planner.answers, self._graph.names
        if not prefix:
            return
        taken = list(answers.taken((x, t), prefix))
        if taken and all(map(is_false, taken)):
            place = self._nearest_entry(x, taken[0].source, prefix)
            yield (x, place), f"{names[x]} refuses the route that {names[t]} sends"
            return
        sent = list(answers.announced(t, x, prefix)) if t == d else []
        for hop in tree.next_hops[t]:
            if (t, hop) in self._sessions.ends:
                sent += answers.carried(t, hop, x, prefix)
        if sent and all(map(is_false, sent)):
            place = self._nearest_entry(t, sent[0].source, prefix)
            yield (t, place), f"{names[t]} does not send the route to {names[x]}"
            return
        own, other = self._sessions.asns.get(x), self._sessions.asns.get(d)
        if (
            own
            and other
            and not isinstance(own, Unknown)
            and not isinstance(other, Unknown)
            and own.value == other.value
        ):
            words = f"{names[x]} has the AS number {own.value} of {names[d]} and takes its routes for loops"
            yield (x, own.source), words


def _likeness(one: str, other: str) -> float:
    """Return how alike two prefixes are written, whatever their lengths: what is mistyped differs little."""
    return SequenceMatcher(None, one.partition("/")[0], other.partition("/")[0], autojunk=False).ratio()


def _chains(family: PeerFamily, way: str) -> tuple[Fact[PolicyChain], ...]:
    return family.imports if way == "imports" else family.exports


def _rejects_all(chains: tuple[Fact[PolicyChain], ...]) -> Source | None:
    """Return the place that says that chains without any policy let nothing pass."""
    for chain in chains:
        if not isinstance(chain, Unknown) and not chain.value.policies and chain.value.otherwise is PolicyAction.DENY:
            return chain.source
    return None


def _listed(names: Sequence[str]) -> str:
    """Return `a, b and 3 more`."""
    if len(names) <= 3:
        return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
    return f"{names[0]}, {names[1]} and {len(names) - 2} more"


def covers_hosts_otherwise(analysis: AbstractFabric) -> bool:
    """Say whether defaults or aggregates may lead to hosts without a route of their own, in the VRFs that RoCE uses."""
    own = {id(process) for several in analysis.sessions.processes.values() for process in several}
    vrfs = {process.vrf for several in analysis.sessions.processes.values() for process in several}
    for device in analysis.graph.devices:
        routing = device.routing
        for process in routing.bgp:
            if id(process) not in own:
                continue
            if any(one.prefix and _is_wide(one) for one in process.originations):
                return True
            for neighbor in process.neighbors:
                if any(known(one.default_originated, False) for one in neighbor.settings.families):
                    return True
        if any(one.vrf in vrfs and _length(one.prefix) == 0 for one in routing.static_routes):
            return True
    return False


def _is_wide(one: Origination) -> bool:
    return one.origin is RouteOrigin.AGGREGATE or _length(one.prefix) == 0


def _length(prefix: str) -> int:
    found = subnet_of(prefix)
    return -1 if found is None else found.length
