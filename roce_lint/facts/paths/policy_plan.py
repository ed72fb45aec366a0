"""What routing policies let through, as a plan for each kind of destination prefix."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from roce_lint.facts.fact import NOWHERE, Default, Fact, Unknown
from roce_lint.facts.logic import is_true
from roce_lint.facts.paths.bgp_sessions import SessionEnd, Sessions
from roce_lint.facts.paths.switch_graph import SwitchGraph
from roce_lint.facts.pause.bgp_plan import BgpPlan, PathChange
from roce_lint.facts.pause.topology import Hop, Node
from roce_lint.facts.route_match import Route, RouteMatcher
from roce_lint.facts.route_policy import CommunityChange, Condition, MatchAsPath, MatchPrefixes, PrefixRange
from roce_lint.facts.routing import PeerFamily, PrivateAsns, RouteOrigin
from roce_lint.facts.transit import Passage, PolicyEvaluator

_PASSES: Fact[bool] = Default(True, NOWHERE, "no policy is configured")
_CHANGES = {
    PrivateAsns.REMOVED: PathChange.REMOVE_PRIVATE,
    PrivateAsns.ALL_REMOVED: PathChange.REMOVE_ALL_PRIVATE,
    PrivateAsns.REPLACED: PathChange.REPLACE_PRIVATE,
}


@dataclass
class PolicyPlanner:
    """Makes BGP plans; what policies do is evaluated once for equal settings.

    `doubts` are the policies that could not be decided, as far as they were asked.
    """

    graph: SwitchGraph
    sessions: Sessions
    doubts: dict[Hop, Unknown] = field(default_factory=dict)
    _evaluators: dict[Node, PolicyEvaluator] = field(default_factory=dict)
    _known: dict[tuple[object, ...], Fact[bool]] = field(default_factory=dict)
    _tags: bool | None = None
    _matcher: RouteMatcher = field(default_factory=RouteMatcher)
    _rank: tuple[int, ...] | None = None

    def plan(self, prefix: str, owners: frozenset[Node], foreign: str, *, lenient: bool) -> BgpPlan:
        """Return the plan for routes to a prefix; what cannot be decided passes if `lenient`, else not.

        The prefix's owners deliver packets for it, so that it does not matter what else they would pass on. They are
        taken to treat it like `foreign`, another switch's prefix: then the plans of switches that let out their own
        prefixes only are the same.
        """
        ends = self.sessions.ends
        asns = tuple(self._asn(node) for node in range(len(self.graph.devices)))
        changes = {pair: change for pair, own in ends.items() if (change := _change(own)) is not None}
        allowas_in = {
            pair: count for pair, own in ends.items() if (count := max(map(_allowed, _families(own)), default=0))
        }
        clients = frozenset(pair for pair, own in ends.items() if any(map(_is_client, _families(own))))
        refused = frozenset(
            pair
            for pair, own in ends.items()
            if any(family.imports for family in _families(own))
            and not self._any(self._taken(pair, own, prefix), pair, lenient=lenient)
        )
        withheld: dict[Hop, frozenset[Node]] = {}
        for node, near in self._near.items():
            if self._has_policies[node]:
                asked = foreign if node in owners and foreign else prefix
                withheld.update(self._withheld(node, near, asked, lenient=lenient))
            if node in owners:
                for to in near:
                    if not self._any(self._announced(node, to, prefix), (node, to), lenient=lenient):
                        withheld[node, to] = withheld.get((node, to), frozenset()) | {node}
        return BgpPlan(asns, frozenset(ends), allowas_in, withheld, refused, clients, changes, self._ranks())

    def _withheld(
        self, node: Node, near: tuple[Node, ...], prefix: str, *, lenient: bool
    ) -> Iterator[tuple[Hop, frozenset[Node]]]:
        """Yield for each neighbour from whom the switch learned what it keeps; alike sessions are asked once."""
        groups: dict[object, list[Node]] = {}
        for other in near:
            groups.setdefault(self._look(node, other), []).append(other)
        for receivers in groups.values():
            kept: set[Node] = set()
            for senders in groups.values():
                one, other = receivers[0], senders[0]
                if not self._any(self._carried(node, other, one, prefix), (node, one), lenient=lenient):
                    kept.update(senders)
            for to in receivers if kept else ():
                yield (node, to), frozenset(kept - {to})

    def _look(self, node: Node, other: Node) -> object:
        """Return what sessions have in common that a policy cannot tell apart."""
        number = self._asn(other) if node in self._asking_paths else 0
        return (*(_policies_of(family) for family in _families(self.sessions.ends[node, other])), number)

    @cached_property
    def _near(self) -> Mapping[Node, tuple[Node, ...]]:
        near: dict[Node, list[Node]] = defaultdict(list)
        for a, b in self.sessions.ends:
            near[a].append(b)
        return {node: tuple(others) for node, others in near.items()}

    @cached_property
    def _has_policies(self) -> Mapping[Node, bool]:
        """Say of each switch whether a policy stands between any two of its neighbours."""
        return {
            node: any(
                family.imports or family.exports
                for other in near
                for family in _families(self.sessions.ends[node, other])
            )
            for node, near in self._near.items()
        }

    @cached_property
    def _asking_paths(self) -> frozenset[Node]:
        """Return the switches whose policies look at AS paths."""
        return frozenset(
            node for node in self._near if any(isinstance(one, MatchAsPath) for one in self._conditions(node))
        )

    def _conditions(self, node: Node) -> Iterator[Condition]:
        for policy in self.graph.devices[node].routing.policies:
            for term in policy.terms:
                yield from term.conditions

    @cached_property
    def prefix_lists(self) -> tuple[tuple[PrefixRange, ...], ...]:
        """Return every list of prefixes that a policy of the fabric looks at."""
        found: dict[tuple[PrefixRange, ...], None] = {}
        for node in self._near:
            for one in self._conditions(node):
                if isinstance(one, MatchPrefixes):
                    found[one.ranges] = None
        return tuple(found)

    def signature(self, prefix: str) -> tuple[object, ...]:
        """Return what the lists say of a prefix; prefixes of one signature fare alike."""
        route = Route(prefix, RouteOrigin.BGP)
        holds = (self._matcher.holds(MatchPrefixes(ranges), route, NOWHERE) for ranges in self.prefix_lists)
        return tuple(one if isinstance(one, bool) else None for one in holds)

    def _asn(self, node: Node) -> int:
        """Return the switch's AS number; one of its own, below zero, where it has none or none is known."""
        asn = self.sessions.asns.get(node)
        return -1 - node if asn is None or isinstance(asn, Unknown) else asn.value

    def _ranks(self) -> tuple[int, ...]:
        """Return what decides between equal paths: the router id where all have one, else the order of names."""
        if self._rank is None:
            self._rank = self._computed_ranks()
        return self._rank

    def _computed_ranks(self) -> tuple[int, ...]:
        ids: list[tuple[int, ...]] = []
        for node in range(len(self.graph.devices)):
            processes = self.sessions.processes.get(node, ())
            router_id = processes[0].router_id if processes else Unknown("no BGP", self.graph.devices[node].source)
            if isinstance(router_id, Unknown):
                return ()
            parts = router_id.value.split(".")
            ids.append(tuple(int(part) if part.isdigit() else 0 for part in parts))
        order = sorted(range(len(ids)), key=lambda node: (ids[node], node))
        ranks = [0] * len(ids)
        for place, node in enumerate(order):
            ranks[node] = place
        return tuple(ranks)

    def _any(self, facts: Iterable[Fact[bool]], pair: Hop, *, lenient: bool) -> bool:
        """Say whether one of the ways is open; parallel sessions are alternatives."""
        for fact in facts:
            if is_true(fact):
                return True
            if isinstance(fact, Unknown):
                self.doubts.setdefault(pair, fact)
                if lenient:
                    return True
        return False

    def _evaluator(self, node: Node) -> PolicyEvaluator:
        if node not in self._evaluators:
            self._evaluators[node] = PolicyEvaluator(self.graph.devices[node].routing.policies)
        return self._evaluators[node]

    def _learned(self, prefix: str, neighbor: Node) -> Route:
        """Return a route as a neighbour sends it; it has no communities where no policy of the fabric adds any."""
        return Route(
            prefix,
            RouteOrigin.BGP,
            (self._asn(neighbor),),
            path_is_whole=False,
            communities_are_all=not self._adds_communities(),
        )

    def _adds_communities(self) -> bool:
        if self._tags is None:
            adding = (CommunityChange.ADD, CommunityChange.REPLACE, CommunityChange.NOT_DECIDED)
            self._tags = any(
                term.community_change in adding
                for device in self.graph.devices
                for policy in device.routing.policies
                for term in policy.terms
            )
        return self._tags

    def _taken(self, pair: Hop, own: tuple[SessionEnd, ...], prefix: str) -> Iterable[Fact[bool]]:
        node, sender = pair
        for family in _families(own):
            if not family.imports:
                yield _PASSES
                continue
            key = ("in", node, id(family), self._asn(sender), prefix)
            if key not in self._known:
                passage = self._evaluator(node).judge(family.imports, self._learned(prefix, sender))
                self._known[key] = passage.permitted
            yield self._known[key]

    def _carried(self, node: Node, learned_from: Node, to: Node, prefix: str) -> Iterable[Fact[bool]]:
        for learned in _families(self.sessions.ends[node, learned_from]):
            for sent in _families(self.sessions.ends[node, to]):
                if learned.family is not sent.family:
                    continue
                key = ("through", node, id(learned), id(sent), self._asn(learned_from), prefix)
                if key not in self._known:
                    route = self._learned(prefix, learned_from)
                    passage: Passage = self._evaluator(node).carry(learned, sent, route)
                    self._known[key] = passage.permitted
                yield self._known[key]

    def _announced(self, node: Node, to: Node, prefix: str) -> Iterable[Fact[bool]]:
        for sent in _families(self.sessions.ends[node, to]):
            key = ("own", node, id(sent), prefix)
            if key not in self._known:
                own = Route(prefix, RouteOrigin.CONNECTED)
                self._known[key] = self._evaluator(node).judge(sent.exports, own).permitted
            yield self._known[key]


def _policies_of(family: PeerFamily) -> tuple[object, ...]:
    """Return the policies of a session by name, wherever they were bound."""
    return (
        family.family,
        *(
            chain.because if isinstance(chain, Unknown) else (chain.value.policies, chain.value.otherwise)
            for chains in (family.imports, (), family.exports)
            for chain in chains
        ),
        len(family.imports),
    )


def _families(ends: tuple[SessionEnd, ...]) -> Iterable[PeerFamily]:
    return (family for end in ends for family in end.families)


def _is_client(family: PeerFamily) -> bool:
    return is_true(family.route_reflector_client)


def _allowed(family: PeerFamily) -> int:
    return 0 if isinstance(family.allowas_in, Unknown) else family.allowas_in.value


def _change(ends: tuple[SessionEnd, ...]) -> PathChange | None:
    """Return what a switch does to the paths that it sends over a session; the same everywhere or none."""
    for family in _families(ends):
        if not isinstance(family.as_override, Unknown) and family.as_override.value:
            return PathChange.OVERRIDE
        if not isinstance(family.private_asns, Unknown) and family.private_asns.value in _CHANGES:
            return _CHANGES[family.private_asns.value]
    return None
