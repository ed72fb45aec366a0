"""What routing policies let through, as a plan for each kind of destination prefix."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from roce_lint.facts.fact import NOWHERE, Default, Fact, Unknown
from roce_lint.facts.logic import is_true
from roce_lint.facts.paths.bgp_sessions import SessionEnd, Sessions
from roce_lint.facts.paths.switch_graph import SwitchGraph
from roce_lint.facts.pause.bgp_plan import BgpPlan, PathChange
from roce_lint.facts.pause.topology import Hop, Node
from roce_lint.facts.route_match import Route
from roce_lint.facts.route_policy import CommunityChange
from roce_lint.facts.routing import PeerFamily, PrivateAsns, RouteOrigin
from roce_lint.facts.transit import Passage, PolicyEvaluator

_PASSES: Fact[bool] = Default(True, NOWHERE, "no policy is configured")
_CHANGES = {
    PrivateAsns.REMOVED: PathChange.REMOVE_PRIVATE,
    PrivateAsns.ALL_REMOVED: PathChange.REMOVE_ALL_PRIVATE,
    PrivateAsns.REPLACED: PathChange.REPLACE_PRIVATE,
}


@dataclass(slots=True)
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

    def plan(self, prefix: str, owners: frozenset[Node], *, lenient: bool) -> BgpPlan:
        """Return the plan for routes to a prefix; what cannot be decided passes if `lenient`, else not.

        The prefix's owners deliver packets for it, so that it does not matter what else they would pass on; that they
        pass on nothing makes the plans of switches that let out their own prefixes only the same.
        """
        ends = self.sessions.ends
        asns = tuple(self._asn(node) for node in range(len(self.graph.devices)))
        allowas_in: dict[Hop, int] = {}
        changes: dict[Hop, PathChange] = {}
        refused: set[Hop] = set()
        for pair, own in ends.items():
            if count := max((_allowed(family) for end in own for family in end.families), default=0):
                allowas_in[pair] = count
            if (change := _change(own)) is not None:
                changes[pair] = change
            if not self._any(self._taken(pair, own, prefix), pair, lenient=lenient):
                refused.add(pair)
        withheld: dict[Hop, frozenset[Node]] = {}
        shared: dict[frozenset[Node], frozenset[Node]] = {}
        near: dict[Node, list[Node]] = {}
        for a, b in ends:
            near.setdefault(a, []).append(b)
        for (node, to), sending in ends.items():
            if not any(family.exports or family.imports for end in sending for family in end.families) and not any(
                family.imports for other in near[node] for end in ends[node, other] for family in end.families
            ):
                continue
            kept = {
                other
                for other in near[node]
                if other != to
                and (
                    node in owners or not self._any(self._carried(node, other, to, prefix), (node, to), lenient=lenient)
                )
            }
            if node in owners and not self._any(self._announced(node, to, prefix), (node, to), lenient=lenient):
                kept.add(node)
            if kept:
                withheld[node, to] = shared.setdefault(frozenset(kept), frozenset(kept))
        clients = frozenset(pair for pair, own in ends.items() if any(map(_is_client, _families(own))))
        return BgpPlan(asns, frozenset(ends), allowas_in, withheld, frozenset(refused), clients, changes, self._ranks())

    def _asn(self, node: Node) -> int:
        """Return the switch's AS number; one of its own, below zero, where it has none or none is known."""
        asn = self.sessions.asns.get(node)
        return -1 - node if asn is None or isinstance(asn, Unknown) else asn.value

    def _ranks(self) -> tuple[int, ...]:
        """Return what decides between equal paths: the router id where all have one, else the order of names."""
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


def has_policies(sessions: Sessions) -> bool:
    """Say whether any session has a policy, so that routes to different prefixes may fare differently."""
    return any(
        family.imports or family.exports for own in sessions.ends.values() for end in own for family in end.families
    )
