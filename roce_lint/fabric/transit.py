"""What routing policies do with a route: permitted, denied, or undecided, and by which line."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.model.fact import NOWHERE, Default, Fact, Known, Stated, Unknown
from roce_lint.model.route_match import Route, RouteMatcher
from roce_lint.model.route_policy import CommunityChange, PolicyAction, PolicyChain, PolicyTerm, RoutePolicy
from roce_lint.model.routing import PeerFamily, RouteOrigin
from roce_lint.values import dataclass, replace

_NO_POLICY: Default[bool] = Default(True, NOWHERE, "no policy is configured")


@dataclass(frozen=True, slots=True)
class Passage:
    """Whether a route passes a policy, by which line, and the route as it comes out."""

    permitted: Fact[bool]
    route: Route


def learned_route(prefix: str, neighbor_asn: int) -> Route:
    """Return a route as it arrives from a neighbour when nothing else is known of it; empty `prefix`: whatever one."""
    return Route(prefix, RouteOrigin.BGP, (neighbor_asn,), path_is_whole=False, communities_are_all=False)


class PolicyEvaluator:
    """Evaluates the policies of one device."""

    def __init__(self, policies: Iterable[RoutePolicy]) -> None:
        self._policies = {policy.name: policy for policy in policies}
        self._matcher = RouteMatcher()

    def carry(self, learned: PeerFamily, sent: PeerFamily, route: Route) -> Passage:
        """Return whether a route learned from one neighbour is sent to another, as far as policies decide it."""
        taken = self.judge(learned.imports, route)
        if not isinstance(taken.permitted, Unknown) and not taken.permitted.value:
            return taken
        passage = self.judge(sent.exports, taken.route)
        denied = not isinstance(passage.permitted, Unknown) and not passage.permitted.value
        return taken if isinstance(taken.permitted, Unknown) and not denied else passage

    def judge(self, chains: tuple[Fact[PolicyChain], ...], route: Route) -> Passage:
        """Return whether every chain permits `route`; without chains it passes."""
        permitted: Known[bool] = _NO_POLICY
        undecided: Unknown | None = None
        for chain in chains:
            passage = self._judge_chain(chain, route)
            route = passage.route
            if isinstance(passage.permitted, Unknown):
                undecided = undecided or passage.permitted
            elif not passage.permitted.value:
                return passage
            else:
                permitted = passage.permitted
        return Passage(undecided or permitted, route)

    def _judge_chain(self, chain: Fact[PolicyChain], route: Route) -> Passage:
        if isinstance(chain, Unknown):
            return Passage(chain, replace(route, communities=frozenset(), communities_are_all=False))
        walk = _Walk(route)
        for name in chain.value.policies:
            policy = self._policies.get(name)
            if policy is None:
                walk.doubt(Unknown(f"the policy {name} is not defined", chain.source))
            elif self._follow(policy, walk):
                return walk.passage()
        if chain.value.otherwise is PolicyAction.NEXT_POLICY:
            walk.doubt(Unknown("the default action for a route that no policy decides is not documented", chain.source))
        permits = chain.value.otherwise is PolicyAction.PERMIT
        because = chain.because if isinstance(chain, Default) else "no policy decides it"
        walk.end(Default(permits, chain.source, because))
        return walk.passage()

    def _follow(self, policy: RoutePolicy, walk: _Walk) -> bool:
        """Take the route through one policy; return whether that decides about it."""
        for term in policy.terms:
            matched = self._matches(term, walk.route)
            if isinstance(matched, Unknown):
                walk.suppose(term, matched)
            elif matched:
                walk.change(term)
                if term.action is PolicyAction.NEXT_POLICY:
                    return False
                if term.action is not PolicyAction.NEXT_TERM:
                    walk.end(Stated(term.action is PolicyAction.PERMIT, term.source))
                    return True
        if policy.otherwise is PolicyAction.NEXT_POLICY:
            return False
        because = f"no entry of {policy.name} decides it"
        walk.end(Default(policy.otherwise is PolicyAction.PERMIT, policy.source, because))
        return True

    def _matches(self, term: PolicyTerm, route: Route) -> bool | Unknown:
        doubt: Unknown | None = None
        for condition in term.conditions:
            holds = self._matcher.holds(condition, route, term.source)
            if holds is False:
                return False
            if isinstance(holds, Unknown):
                doubt = doubt or holds
        return doubt or True


class _Walk:
    """The way of one route through a chain: what it may come to, and what was changed on it."""

    def __init__(self, route: Route) -> None:
        self._route = route
        self._may_end: set[bool] = set()
        self._doubt: Unknown | None = None
        self._end: Known[bool] = _NO_POLICY

    @property
    def route(self) -> Route:
        """Return the route as far as it was changed."""
        return self._route

    def doubt(self, doubt: Unknown) -> None:
        """Take note that either end is possible."""
        self._doubt = self._doubt or doubt
        self._may_end |= {True, False}

    def suppose(self, term: PolicyTerm, doubt: Unknown) -> None:
        """Take note that `term` may match, and that the way goes on where it does not."""
        self._doubt = self._doubt or doubt
        if term.action is PolicyAction.NEXT_POLICY:
            self.doubt(doubt)
        elif term.action is not PolicyAction.NEXT_TERM:
            self._may_end.add(term.action is PolicyAction.PERMIT)
        if term.community_change is not CommunityChange.NONE and term.action is not PolicyAction.DENY:
            self._forget_communities()

    def change(self, term: PolicyTerm) -> None:
        """Apply what `term` does to the communities."""
        route, named = self._route, term.communities
        match term.community_change:
            case CommunityChange.ADD:
                self._route = replace(route, communities=route.communities | named)
            case CommunityChange.REPLACE:
                self._route = replace(route, communities=named, communities_are_all=True)
            case CommunityChange.REMOVE:
                self._route = replace(route, communities=route.communities - named)
            case CommunityChange.NOT_DECIDED:
                self._forget_communities()
            case CommunityChange.NONE:
                pass

    def end(self, end: Known[bool]) -> None:
        """Take note of what the route comes to where no earlier term matched."""
        self._may_end.add(end.value)
        self._end = end

    def passage(self) -> Passage:
        """Return the end, unknown where several are possible."""
        if len(self._may_end) > 1 and self._doubt is not None:
            return Passage(self._doubt, self._route)
        return Passage(self._end, self._route)

    def _forget_communities(self) -> None:
        self._route = replace(self._route, communities=frozenset(), communities_are_all=False)
