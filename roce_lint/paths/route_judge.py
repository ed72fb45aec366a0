"""Whether policies let a route travel from switch to switch: its AS path and communities are followed on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from roce_lint.fabric.transit import Passage, PolicyEvaluator
from roce_lint.model.fact import Unknown
from roce_lint.model.route_match import Route
from roce_lint.model.routing import PeerFamily, RouteOrigin
from roce_lint.paths.bgp_sessions import BgpSessions
from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.values import dataclass, replace

_NO_COMMUNITIES: frozenset[str] = frozenset()


class _Policies(Protocol):
    """What evaluates routes at each switch."""

    @property
    def sessions(self) -> BgpSessions:
        """Return the sessions with their policies."""

    def evaluator(self, node: SwitchIndex) -> PolicyEvaluator:
        """Return what evaluates the policies of a switch."""

    def doubt(self, pair: Hop, doubt: Unknown) -> None:
        """Take note that a policy between two switches cannot be decided."""


@dataclass(frozen=True, slots=True)
class FollowedPrefix:
    """A prefix whose routes are followed with AS path and communities; what is left open passes if `lenient`."""

    prefix: str
    lenient: bool


class PathJudge:
    """Follows the routes to one prefix; what a route is at a switch is worked out once."""

    def __init__(self, policies: _Policies, plan: BgpPlan, prefix: str, *, lenient: bool) -> None:
        """`plan` has AS numbers and changes of AS paths; what policies leave open passes if `lenient`, else not."""
        self._policies = policies
        self._plan = plan
        self._prefix = prefix
        self._lenient = lenient
        self._known: dict[tuple[SwitchIndex, ...], Route | None] = {}
        self._possible: dict[tuple[SwitchIndex, ...], Route | None] = {}

    def may(self, way: tuple[SwitchIndex, ...]) -> bool:
        """Say whether a route may come to the last of these switches, whatever it is at the first."""
        return self._begun(way) is not None

    def _begun(self, way: tuple[SwitchIndex, ...]) -> Route | None:
        if len(way) == 1:
            return Route(self._prefix, RouteOrigin.BGP, path_is_whole=False, communities_are_all=False)
        if way not in self._possible:
            before = self._begun(way[:-1])
            self._possible[way] = None if before is None else self._sent(way[-2], way[-1], before, in_doubt=True)
        return self._possible[way]

    def __call__(self, way: tuple[SwitchIndex, ...]) -> bool:
        """Say whether the route comes to the last of these switches; the first announces it."""
        return self._arriving(way) is not None

    def _arriving(self, way: tuple[SwitchIndex, ...]) -> Route | None:
        if len(way) == 1:
            return Route(self._prefix, RouteOrigin.CONNECTED)
        if way not in self._known:
            before = self._arriving(way[:-1])
            self._known[way] = None if before is None else self._sent(way[-2], way[-1], before)
        return self._known[way]

    def _sent(
        self, sender: SwitchIndex, receiver: SwitchIndex, route: Route, *, in_doubt: bool = False
    ) -> Route | None:
        """Return the route as the receiver takes it, None where no session carries it; `in_doubt`: what may, passes."""
        for sent, taken in self._families(sender, receiver):
            out = self._policies.evaluator(sender).judge(sent.exports, route)
            if not self._passes(out, (sender, receiver), in_doubt=in_doubt):
                continue
            arrived = self._on_the_wire(sender, receiver, sent, out.route)
            into = self._policies.evaluator(receiver).judge(taken.imports, arrived)
            if self._passes(into, (receiver, sender), in_doubt=in_doubt):
                return into.route
        return None

    def _families(self, sender: SwitchIndex, receiver: SwitchIndex) -> Iterator[tuple[PeerFamily, PeerFamily]]:
        ends = self._policies.sessions.ends
        for near in ends.get((sender, receiver), ()):
            for sent in near.families:
                for far in ends.get((receiver, sender), ()):
                    yield from ((sent, taken) for taken in far.families if taken.family is sent.family)

    def _passes(self, passage: Passage, pair: Hop, *, in_doubt: bool) -> bool:
        permitted = passage.permitted
        if isinstance(permitted, Unknown) and in_doubt:
            return True
        if isinstance(permitted, Unknown):
            self._policies.doubt(pair, permitted)
            return self._lenient
        return permitted.value

    def _on_the_wire(self, sender: SwitchIndex, receiver: SwitchIndex, family: PeerFamily, route: Route) -> Route:
        """Return the route as it leaves: the AS path grows between AS numbers, communities go where they are sent."""
        path, asns = route.as_path, self._plan.asns
        if asns[sender] != asns[receiver]:
            path = self._plan.sent_path(sender, receiver, path)
        sends, communities, known = family.sends_communities, route.communities, route.communities_are_all
        if isinstance(sends, Unknown):
            communities, known = _NO_COMMUNITIES, known and not communities
        elif not sends.value:
            communities, known = _NO_COMMUNITIES, True
        return replace(
            route, origin=RouteOrigin.BGP, as_path=path, communities=communities, communities_are_all=known, tag=0
        )
