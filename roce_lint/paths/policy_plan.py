"""What routing policies let through, as a plan for each kind of destination prefix.

What policies of switches say of routes; sessions with the same policies are asked once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from roce_lint.fabric.transit import PolicyEvaluator
from roce_lint.model.fact import NOWHERE, Default, Fact, Unknown
from roce_lint.model.logic import is_true
from roce_lint.model.route_match import Route
from roce_lint.model.route_policy import (
    CommunityChange,
    MatchAsPath,
    MatchPrefixes,
    PolicyChain,
    PrefixRange,
    RouteCondition,
)
from roce_lint.model.routing import PeerFamily, RouteOrigin
from roce_lint.paths.announcements import is_silent, kept_from_their_as
from roce_lint.paths.bgp_sessions import BgpSessions
from roce_lint.paths.pause.bgp_plan import BgpPlan, PathChange
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.prefix_lists import NO_PREFIX, PrefixLists
from roce_lint.paths.route_judge import FollowedPrefix, PathJudge
from roce_lint.paths.session_terms import (
    allowed_as_loops,
    families_of,
    is_client,
    path_change,
    policies_of,
    router_ranks,
)
from roce_lint.paths.switch_graph import SwitchGraph
from roce_lint.paths.treatment import NO_HOPS, NOTHING_WITHHELD, Withheld
from roce_lint.values import replace

_Chains: TypeAlias = tuple[Fact[PolicyChain], ...]
_PASSES: Fact[bool] = Default(True, NOWHERE, "no policy is configured")
_ADDING = frozenset({CommunityChange.ADD, CommunityChange.REPLACE, CommunityChange.NOT_DECIDED})


class PolicyAnswers:
    """Asks policies about routes that come from a neighbour, go through a switch, or are its own."""

    def __init__(self, graph: SwitchGraph, sessions: BgpSessions) -> None:
        """Ask nothing yet."""
        self._graph = graph
        self._sessions = sessions
        self._evaluators: dict[SwitchIndex, PolicyEvaluator] = {}
        self._known: dict[tuple[object, ...], Fact[bool]] = {}
        self._numbers: dict[object, int] = {}
        self._policies_by_identity: dict[int, int] = {}

    def evaluator(self, node: SwitchIndex) -> PolicyEvaluator:
        """Return what evaluates the policies of a switch."""
        if node not in self._evaluators:
            self._evaluators[node] = PolicyEvaluator(self._graph.devices[node].routing.policies)
        return self._evaluators[node]

    def asn(self, node: SwitchIndex) -> int:
        """Return the switch's AS number; one of its own, below zero, where it has none or none is known."""
        asn = self._sessions.asns.get(node)
        return -1 - node if asn is None or isinstance(asn, Unknown) else asn.value

    def conditions(self, node: SwitchIndex) -> Iterator[RouteCondition]:
        """Yield the conditions of all policies of a switch."""
        for policy in self._graph.devices[node].routing.policies:
            for term in policy.terms:
                yield from term.conditions

    def session_key(self, node: SwitchIndex, other: SwitchIndex) -> object:
        """Return what sessions have in common that a policy cannot distinguish."""
        number = self.asn(other) if node in self._asking_paths else 0
        return (*(self._policies(family) for family in families_of(self._sessions.ends[node, other])), number)

    def taken(self, pair: Hop, prefix: str) -> Iterable[Fact[bool]]:
        """Yield for each session of a (switch, sender) pair whether the switch takes a route to the prefix."""
        node, sender = pair
        for family in families_of(self._sessions.ends[pair]):
            if not family.imports:
                yield _PASSES
                continue
            number = self.asn(sender) if node in self._asking_paths else 0
            yield self._judged(
                ("in", node, number, prefix), node, family, family.imports, lambda: self._learned(prefix, node, sender)
            )

    def carried(
        self, node: SwitchIndex, learned_from: SwitchIndex, to: SwitchIndex, prefix: str
    ) -> Iterable[Fact[bool]]:
        """Yield for each way through a switch whether it passes a route on from one neighbour to another."""
        for learned in families_of(self._sessions.ends[node, learned_from]):
            for sent in families_of(self._sessions.ends[node, to]):
                if learned.family is not sent.family:
                    continue
                key = ("through", node, id(learned), id(sent), self.asn(learned_from), prefix)
                if key not in self._known:
                    route = self._learned(prefix, node, learned_from)
                    self._known[key] = self.evaluator(node).carry(learned, sent, route).permitted
                yield self._known[key]

    def announced(self, node: SwitchIndex, to: SwitchIndex, prefix: str) -> Iterable[Fact[bool]]:
        """Yield for each session with a neighbour whether a switch announces its own prefix there."""
        for sent in families_of(self._sessions.ends[node, to]):
            yield self._judged(
                ("own", node, prefix), node, sent, sent.exports, lambda: Route(prefix, RouteOrigin.CONNECTED)
            )

    def _judged(
        self,
        about: tuple[object, ...],
        node: SwitchIndex,
        family: PeerFamily,
        chains: _Chains,
        route: Callable[[], Route],
    ) -> Fact[bool]:
        """Return whether chains of a session let a route pass; sessions with the same policies are asked once.

        A doubt is reported with the session's own line.
        """
        shared = (*about, self._policies(family))
        found = self._known.get(shared)
        if found is None or isinstance(found, Unknown):
            own = (*about, id(family))
            found = self._known.get(own)
            if found is None:
                found = self._known[own] = self.evaluator(node).judge(chains, route()).permitted
            self._known.setdefault(shared, found)
        return found

    def _policies(self, family: PeerFamily) -> int:
        """Return the number of the policies of a session."""
        found = self._policies_by_identity.get(id(family))
        if found is None:
            found = self._numbers.setdefault(policies_of(family), len(self._numbers))
            self._policies_by_identity[id(family)] = found
        return found

    def _learned(self, prefix: str, node: SwitchIndex, neighbor: SwitchIndex) -> Route:
        """Return a route as a neighbour sends it; it has no communities where no policy of the fabric adds any.

        Its path begins with the neighbour's number, unless that is one's own: then nothing is known of it.
        """
        number = self.asn(neighbor)
        return Route(
            prefix,
            RouteOrigin.BGP,
            (number,) if number != self.asn(node) else (),
            path_is_whole=False,
            communities_are_all=not self._adds_communities,
        )

    @cached_property
    def _adds_communities(self) -> bool:
        return any(
            term.community_change in _ADDING
            for device in self._graph.devices
            for policy in device.routing.policies
            for term in policy.terms
        )

    @cached_property
    def _asking_paths(self) -> frozenset[SwitchIndex]:
        """Return the switches whose policies look at AS paths."""
        return frozenset(
            node
            for node in self._sessions.processes
            if any(isinstance(one, MatchAsPath) for one in self.conditions(node))
        )


@dataclass
class PolicyPlanner:
    """Makes BGP plans; what policies do is evaluated once for equal settings, and for prefixes in the same lists.

    `doubts` are the policies that could not be decided, as far as they were asked.
    """

    graph: SwitchGraph
    sessions: BgpSessions
    doubts: dict[Hop, Unknown] = field(default_factory=dict)
    _refused: dict[tuple[object, ...], frozenset[Hop]] = field(default_factory=dict)
    _kept_back: dict[tuple[object, ...], frozenset[Withheld]] = field(default_factory=dict)
    _groups: dict[SwitchIndex, tuple[list[SwitchIndex], ...]] = field(default_factory=dict)
    _silent: dict[SwitchIndex, bool] = field(default_factory=dict)
    _rank: tuple[int, ...] | None = None

    @cached_property
    def answers(self) -> PolicyAnswers:
        """Return what asks the switches' policies."""
        return PolicyAnswers(self.graph, self.sessions)

    @cached_property
    def speakers(self) -> tuple[SwitchIndex, ...]:
        """Return the switches with BGP sessions, in order."""
        return tuple(self._near)

    def plan(
        self,
        withheld: Mapping[Hop, frozenset[SwitchIndex]],
        refused: frozenset[Hop],
        judged: FollowedPrefix | None = None,
    ) -> BgpPlan:
        """Return the plan in which policies keep back and refuse this, and are asked about whole routes if `judged`."""
        asns, allowas_in, clients, changes = self._common
        sessions = self._sessions
        plan = BgpPlan(asns, sessions, allowas_in, withheld, refused, clients, changes, self._ranks())
        if judged is None:
            return plan
        return replace(plan, judge=PathJudge(self, plan, judged.prefix, lenient=judged.lenient))

    @cached_property
    def _sessions(self) -> frozenset[Hop]:
        return frozenset(self.sessions.ends)

    @cached_property
    def _common(self) -> tuple[tuple[int, ...], dict[Hop, int], frozenset[Hop], dict[Hop, PathChange]]:
        """Return what holds for all prefixes: AS numbers, loop checks, clients, and changes of the AS path."""
        ends = self.sessions.ends
        asns = tuple(self.answers.asn(node) for node in range(len(self.graph.devices)))
        changes = {pair: change for pair, own in ends.items() if (change := path_change(own)) is not None}
        counts = {pair: max(map(allowed_as_loops, families_of(own)), default=0) for pair, own in ends.items()}
        allowas_in = {pair: count for pair, count in counts.items() if count}
        clients = frozenset(pair for pair, own in ends.items() if any(map(is_client, families_of(own))))
        return asns, allowas_in, clients, changes

    def refused(self, node: SwitchIndex, prefix: str, *, lenient: bool) -> frozenset[Hop]:
        """Return the (switch, sender) pairs over which a switch takes no route to the prefix.

        What cannot be decided passes if `lenient`, else not.
        """
        if not self._has_policies[node]:
            return NO_HOPS
        key = node, self.prefix_key(prefix), lenient
        if key not in self._refused:
            self._refused[key] = frozenset(
                (node, sender)
                for sender in self._near[node]
                if any(family.imports for family in families_of(self.sessions.ends[node, sender]))
                and not self._any(self.answers.taken((node, sender), prefix), (node, sender), lenient=lenient)
            )
        return self._refused[key]

    def withheld(self, node: SwitchIndex, prefix: str, own: str | None, *, lenient: bool) -> frozenset[Withheld]:
        """Return for neighbours of a switch from whom it learned what it does not pass on; itself for its `own`."""
        if not self._has_policies[node] and not self._checking[node] and own is None:
            return NOTHING_WITHHELD
        key = node, self.prefix_key(prefix), None if own is None else self.prefix_key(own), lenient
        if key not in self._kept_back:
            near = self._near[node]
            found = dict(self._withheld(node, near, prefix, lenient=lenient)) if self._has_policies[node] else {}
            for to, kept in self._checking[node].items():
                found[node, to] = found.get((node, to), frozenset()) | kept
            for to in near if own is not None else ():
                if self._is_silent(node) or not self._any(
                    self.answers.announced(node, to, own or ""), (node, to), lenient=lenient
                ):
                    found[node, to] = found.get((node, to), frozenset()) | {node}
            self._kept_back[key] = frozenset(found.items())
        return self._kept_back[key]

    def _is_silent(self, node: SwitchIndex) -> bool:
        if node not in self._silent:
            self._silent[node] = is_silent(self.graph, self.sessions, node, self.evaluator)
        return self._silent[node]

    def prefix_key(self, prefix: str) -> object:
        """Return what decides how policies treat a prefix: the lists that it is in, or the text where there is none."""
        held = self.prefix_lists.held(prefix) if prefix else NO_PREFIX
        return prefix if held is NO_PREFIX else held

    def lists_apart(self, prefix: str, other: str) -> set[SwitchIndex]:
        """Return the switches whose policies look at lists that tell two prefixes apart."""
        lists = self.prefix_lists
        one, two = (lists.held(text) if text else NO_PREFIX for text in (prefix, other))
        if prefix == other:
            return set()
        return lists.switches_matching(NO_PREFIX if NO_PREFIX in (one, two) else one ^ two)

    def _withheld(
        self, node: SwitchIndex, near: tuple[SwitchIndex, ...], prefix: str, *, lenient: bool
    ) -> Iterator[tuple[Hop, frozenset[SwitchIndex]]]:
        """Yield for each neighbour from whom the switch learned what it keeps; alike sessions are asked once."""
        groups = self._groups.get(node)
        if groups is None:
            alike: dict[object, list[SwitchIndex]] = {}
            for other in near:
                alike.setdefault(self.answers.session_key(node, other), []).append(other)
            groups = self._groups[node] = tuple(alike.values())
        for receivers in groups:
            kept: set[SwitchIndex] = set()
            for senders in groups:
                one, other = receivers[0], senders[0]
                if not self._any(self.answers.carried(node, other, one, prefix), (node, one), lenient=lenient):
                    kept.update(senders)
            for to in receivers if kept else ():
                yield (node, to), frozenset(kept - {to})

    @cached_property
    def _near(self) -> Mapping[SwitchIndex, tuple[SwitchIndex, ...]]:
        near: dict[SwitchIndex, list[SwitchIndex]] = defaultdict(list)
        for a, b in self.sessions.ends:
            near[a].append(b)
        return {node: tuple(others) for node, others in near.items()}

    @cached_property
    def _has_policies(self) -> Mapping[SwitchIndex, bool]:
        """Say of each switch whether a policy stands between any two of its neighbours."""
        return {
            node: any(
                family.imports or family.exports
                for other in near
                for family in families_of(self.sessions.ends[node, other])
            )
            for node, near in self._near.items()
        }

    @cached_property
    def _checking(self) -> Mapping[SwitchIndex, Mapping[SwitchIndex, frozenset[SwitchIndex]]]:
        return kept_from_their_as(self.sessions, self.plan({}, NO_HOPS))

    @cached_property
    def prefix_lists(self) -> PrefixLists:
        """Return every list of prefixes that a policy of the fabric looks at."""
        found: dict[tuple[PrefixRange, ...], dict[SwitchIndex, None]] = {}
        for node in self._near:
            for one in self.answers.conditions(node):
                if isinstance(one, MatchPrefixes):
                    found.setdefault(one.ranges, {})[node] = None
        return PrefixLists(found)

    def _ranks(self) -> tuple[int, ...]:
        """Return what decides between equal paths: the router id where all have one, else the order of names."""
        if self._rank is None:
            self._rank = router_ranks(self.graph, self.sessions)
        return self._rank

    def _any(self, facts: Iterable[Fact[bool]], pair: Hop, *, lenient: bool) -> bool:
        """Say whether one of the ways is open; parallel sessions are alternatives."""
        for fact in facts:
            if is_true(fact):
                return True
            if isinstance(fact, Unknown):
                self.doubt(pair, fact)
                if lenient:
                    return True
        return False

    def evaluator(self, node: SwitchIndex) -> PolicyEvaluator:
        """Return what evaluates the policies of a switch."""
        return self.answers.evaluator(node)

    def doubt(self, pair: Hop, doubt: Unknown) -> None:
        """Take note that a policy between two switches cannot be decided."""
        self.doubts.setdefault(pair, doubt)
