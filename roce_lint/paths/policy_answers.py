"""What policies of switches say of routes; sessions with the same policies are asked once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

from roce_lint.fabric.transit import PolicyEvaluator
from roce_lint.model.fact import NOWHERE, Default, Fact, Unknown
from roce_lint.model.route_match import Route
from roce_lint.model.route_policy import CommunityChange, MatchAsPath, PolicyChain, RouteCondition
from roce_lint.model.routing import PeerFamily, RouteOrigin
from roce_lint.paths.bgp_sessions import BgpSessions
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.session_terms import families_of, policies_of
from roce_lint.paths.switch_graph import SwitchGraph

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
