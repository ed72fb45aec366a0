"""Converged forwarding by BGP: the fixed point of path-vector routing for one destination."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from typing import TypeAlias

from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.topology import SwitchIndex, SwitchTopology
from roce_lint.values import dataclass

ORDERS_TRIED = 6
"""Orders in which switches speak that are compared where BGP may settle in several ways."""


_Session: TypeAlias = tuple[int, int, frozenset[SwitchIndex]]
"""A neighbour's AS number, how often that may be in a path, and the nodes whose routes it does not get."""


@dataclass(slots=True)
class _Best:
    """The best route of one switch: AS path as it was received, whether by iBGP, and from whom equal ones came.

    `way` are the switches of the chosen one, the destination first; nothing where no policy asks for it.
    """

    path: tuple[int, ...]
    internal: bool
    senders: tuple[SwitchIndex, ...]
    chosen: SwitchIndex
    way: tuple[SwitchIndex, ...]


class PathVector:
    """Settles BGP in one fabric by one plan, for any destination.

    Routes are preferred by the length of their AS path, then eBGP before iBGP; all equal ones are used, and the one of
    the neighbour with the lowest rank is passed on. What is learned by iBGP is not passed on by iBGP. Each switch that
    settles for a length tells its neighbours, shortest first, so that no route is considered twice.
    Source: RFC 4271 section 9.1, RFC 7938 sections 5 and 6.
    """

    def __init__(self, topology: SwitchTopology, plan: BgpPlan, like: PathVector | None = None) -> None:
        """Look at nothing yet; `like` goes by the same plan in a fabric that is much the same."""
        self.topology = topology
        self._plan = plan
        self._like: PathVector | None = None
        if like is not None and like._plan is plan:
            # The first of them all: others are no longer needed.
            self._like = like._like or like
        self._internal: dict[SwitchIndex, tuple[SwitchIndex, ...]] = {}
        self._external: dict[SwitchIndex, tuple[frozenset[SwitchIndex], dict[SwitchIndex, _Session]]] = {}

    def tree(self, destination: SwitchIndex) -> Tree:
        """Return the next hops after convergence. Raises NotSettled."""
        topology, plan = self.topology, self._plan
        best = self._settle(destination) if plan.lengthens_paths else settle_by_rounds(topology, plan, destination)
        next_hops: list[tuple[SwitchIndex, ...]] = [()] * len(topology.names)
        for node, one in best.items():
            if node != destination:
                next_hops[node] = tuple(sorted(one.senders)) if len(one.senders) > 1 else one.senders
        return Tree(destination, tuple(next_hops), topology.endpoints - {destination})

    def _settle(self, destination: SwitchIndex) -> dict[SwitchIndex, _Best]:
        """Return the best route of each switch that has one, walking outwards from the destination."""
        best = {destination: _Best((), internal=False, senders=(), chosen=destination, way=(destination,))}
        level = [destination]
        while level:
            # A hop between equal AS numbers does not lengthen the path: those of this length come first.
            internal = self._by_ibgp(best, level)
            while internal:
                level = _by_rank(self._plan, level + internal)
                internal = self._by_ibgp(best, internal)
            level = self._by_ebgp(best, level)
        return best

    def _by_ebgp(self, best: dict[SwitchIndex, _Best], level: list[SwitchIndex]) -> list[SwitchIndex]:
        found: dict[SwitchIndex, list[tuple[SwitchIndex, tuple[int, ...]]]] = {}
        plan, judge, changes = self._plan, self._plan.judge, self._plan.changes
        for sender in level:
            mine = best[sender]
            chosen, plain = mine.chosen, (plan.asns[sender], *mine.path)
            offer = sender, plain
            receivers, sessions = self._sessions_of(sender)
            for receiver in receivers.difference(best):
                own, allowed, kept = sessions[receiver]
                if chosen in kept:
                    continue
                path = plan.sent_path(sender, receiver, mine.path) if changes else plain
                if own in path and path.count(own) > allowed:
                    continue
                if judge is None or judge((*mine.way, receiver)):
                    own_offer = offer if path is plain else (sender, path)
                    if receiver in found:
                        found[receiver].append(own_offer)
                    else:
                        found[receiver] = [own_offer]
        return _accept(plan, best, found, internal=False)

    def _sessions_of(self, sender: SwitchIndex) -> tuple[frozenset[SwitchIndex], dict[SwitchIndex, _Session]]:
        """Return the neighbours with other AS numbers that hear a switch."""
        known = self._external.get(sender)
        if known is None and self._like and self._like.topology.near[sender] == self.topology.near[sender]:
            known = self._external[sender] = self._like._sessions_of(sender)
        if known is None:
            plan = self._plan
            sessions = {
                receiver: (plan.asns[receiver], plan.allows(receiver, sender), plan.kept_back(sender, receiver))
                for receiver in self.topology.near[sender]
                if plan.asns[receiver] != plan.asns[sender] and plan.hears(receiver, sender)
            }
            known = self._external[sender] = frozenset(sessions), sessions
        return known

    def _by_ibgp(self, best: dict[SwitchIndex, _Best], level: list[SwitchIndex]) -> list[SwitchIndex]:
        found: dict[SwitchIndex, list[tuple[SwitchIndex, tuple[int, ...]]]] = {}
        plan = self._plan
        for sender in level:
            mine = best[sender]
            for receiver in self._own_of(sender):
                if receiver in best or not _passes(plan, sender, mine, receiver):
                    continue
                if mine.path.count(plan.asns[sender]) <= plan.allows(receiver, sender):
                    found.setdefault(receiver, []).append((sender, mine.path))
        return _accept(plan, best, found, internal=True)

    def _own_of(self, sender: SwitchIndex) -> tuple[SwitchIndex, ...]:
        """Return the neighbours with the same AS number that hear a switch."""
        known = self._internal.get(sender)
        if known is None:
            plan = self._plan
            known = self._internal[sender] = tuple(
                [
                    receiver
                    for receiver in self.topology.near[sender]
                    if plan.asns[receiver] == plan.asns[sender] and plan.hears(receiver, sender)
                ]
            )
        return known


def _passes(plan: BgpPlan, sender: SwitchIndex, mine: _Best, receiver: SwitchIndex) -> bool:
    """Say whether the sender announces its best route to the receiver, and policies let it come there."""
    if mine.chosen == sender:
        announced = plan.announces_own(sender, receiver)
    else:
        announced = mine.chosen != receiver and plan.passes_on(sender, mine.chosen, receiver)
    return announced and (plan.judge is None or plan.judge((*mine.way, receiver)))


def _accept(
    plan: BgpPlan,
    best: dict[SwitchIndex, _Best],
    found: dict[SwitchIndex, list[tuple[SwitchIndex, tuple[int, ...]]]],
    *,
    internal: bool,
) -> list[SwitchIndex]:
    asked = plan.judge is not None
    for receiver, offers in found.items():
        # Those who rank first have offered first.
        chosen, path = offers[0]
        way = (*best[chosen].way, receiver) if asked else ()
        best[receiver] = _Best(path, internal, tuple([sender for sender, _ in offers]), chosen, way)
    return _by_rank(plan, found)


def _by_rank(plan: BgpPlan, nodes: Iterable[SwitchIndex]) -> list[SwitchIndex]:
    """Return switches in the order that decides between equal paths."""
    return sorted(nodes, key=plan.rank.__getitem__ if plan.rank else None)


def settle_by_rounds(topology: SwitchTopology, plan: BgpPlan, destination: SwitchIndex) -> dict[SwitchIndex, _Best]:
    """Return the best route of each switch by rounds of announcements, for paths that do not always grow.

    Raises NotSettled when they go on changing, or when it depends on who speaks first where they end, as far as the
    orders that are tried show.
    """
    nodes = [node for node in range(len(topology.names)) if node != destination]
    chance = random.Random(destination)
    first = _rounds(topology, plan, destination, nodes)
    for _ in range(ORDERS_TRIED):
        chance.shuffle(nodes)
        if _rounds(topology, plan, destination, nodes) != first:
            raise NotSettled
    return first


def _rounds(
    topology: SwitchTopology, plan: BgpPlan, destination: SwitchIndex, order: list[SwitchIndex]
) -> dict[SwitchIndex, _Best]:
    best = {destination: _Best((), internal=False, senders=(), chosen=destination, way=(destination,))}
    for _ in range(4 * len(topology.names) + 4):
        before = dict(best)
        for receiver in order:
            offers = [
                (len(path), _internal_hops(plan, best[sender], receiver), plan.order(sender), sender, path)
                for sender in topology.near[receiver]
                if sender in best and (path := _offered(plan, best[sender], sender, receiver)) is not None
            ]
            if not offers:
                best.pop(receiver, None)
                continue
            _, internal, _, chosen, path = min(offers)
            equal = tuple(offer[3] for offer in offers if offer[:2] == (len(path), internal))
            best[receiver] = _Best(path, internal > 0, equal, chosen, (*best[chosen].way, receiver))
        if best == before:
            return best
    raise NotSettled


def _internal_hops(plan: BgpPlan, mine: _Best, receiver: SwitchIndex) -> int:
    """Return how many hops by iBGP a route ends with when it comes to the receiver, 0 when it comes by eBGP."""
    asns, count = plan.asns, 0
    for one, other in itertools.pairwise((*mine.way, receiver)):
        count = count + 1 if asns[one] == asns[other] else 0
    return count


class NotSettled(Exception):
    """Announcements go on changing, or can end in several states, so that there is no one converged state."""


def _offered(plan: BgpPlan, mine: _Best, sender: SwitchIndex, receiver: SwitchIndex) -> tuple[int, ...] | None:
    """Return the path that the receiver takes from the sender, None where it gets or takes none."""
    if not plan.hears(receiver, sender) or not _passes(plan, sender, mine, receiver):
        return None
    internal = plan.asns[sender] == plan.asns[receiver]
    path = mine.path if internal else plan.sent_path(sender, receiver, mine.path)
    return path if path.count(plan.asns[receiver]) <= plan.allows(receiver, sender) else None
