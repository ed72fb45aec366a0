"""Routes as they may travel: which sequences of switches the loop checks and policies let through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.topology import SwitchIndex, SwitchTopology

LONGEST_ROUTE = 7
"""Hops of the longest route that is tried: enough for two bounces in a fabric of three tiers."""
MOST_STEPS = 20_000
"""Partial routes that one search may try before it says that it cannot tell."""


class SearchTooLong(Exception):
    """A search tried MOST_STEPS partial routes without an answer."""


def is_permitted(plan: BgpPlan, route: Sequence[SwitchIndex]) -> bool:
    """Say whether a route can travel along the switches, the origin first.

    Every switch must take it (session, and its own AS number in the path at most as often as it allows) and pass it on.
    Nothing is said about whether the first one has a route to announce.
    """
    path: tuple[int, ...] = ()
    for place in range(1, len(route)):
        sender, receiver = route[place - 1], route[place]
        if not plan.hears(receiver, sender):
            return False
        if place > 1 and not plan.passes_on(sender, route[place - 2], receiver):
            return False
        if plan.asns[sender] != plan.asns[receiver]:
            path = plan.sent_path(sender, receiver, path) if plan.changes else (plan.asns[sender], *path)
        if path.count(plan.asns[receiver]) > plan.allows(receiver, sender):
            return False
    return plan.judge is None or plan.judge.may(tuple(route))


def travels(plan: BgpPlan, route: Sequence[SwitchIndex]) -> bool:
    """Say whether a route of a known origin, the first switch, can travel: `is_permitted`, and policies let it."""
    return is_permitted(plan, route) and (plan.judge is None or plan.judge(tuple(route)))


class RouteSearch:
    """Looks for whole routes from a destination's switch to a source's switch that pass over three given switches."""

    def __init__(
        self,
        topology: SwitchTopology,
        plan: BgpPlan,
        classes: tuple[int, ...],
        origins: frozenset[SwitchIndex] | None = None,
    ) -> None:
        """One of each of the `classes` is tried for all; `origins` announce what the plan is for, None: all."""
        self._topology = topology
        self._origins = topology.endpoints if origins is None else origins
        self._plan = plan
        self._classes = classes
        self._steps = 0

    def through(
        self, u: SwitchIndex, v: SwitchIndex, w: SwitchIndex, longest: int = LONGEST_ROUTE
    ) -> tuple[SwitchIndex, ...]:
        """Return the path of packets from a source over u, v and w to a destination; empty if no route permits one.

        The shortest is found first. Raises SearchTooLong.
        """
        self._steps = 0
        core = (w, v, u)
        if not is_permitted(self._plan, core):
            return ()
        for length in range(2, longest + 1):
            for route in self._whole(core, length):
                return tuple(reversed(route))
        return ()

    def _whole(self, core: tuple[SwitchIndex, ...], length: int) -> Iterator[tuple[SwitchIndex, ...]]:
        """Yield the whole routes of exactly `length` hops."""
        endpoints = self._topology.endpoints
        for ahead in range(length - 1):
            for begun in self._extended(core, ahead, at_front=True):
                if begun[0] in self._origins and self._plan.announces_own(begun[0], begun[1]):
                    if self._plan.judge is not None and not self._plan.judge(begun):
                        continue
                    for route in self._extended(begun, length - len(begun) + 1, at_front=False):
                        if route[-1] in endpoints:
                            yield route

    def _extended(
        self, route: tuple[SwitchIndex, ...], more: int, *, at_front: bool
    ) -> Iterator[tuple[SwitchIndex, ...]]:
        if more == 0:
            yield route
            return
        tried: set[int] = set()
        for other in self._topology.near[route[0] if at_front else route[-1]]:
            if other in route or self._classes[other] in tried:
                continue
            tried.add(self._classes[other])
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise SearchTooLong
            longer = (other, *route) if at_front else (*route, other)
            if is_permitted(self._plan, longer) if at_front else travels(self._plan, longer):
                yield from self._extended(longer, more - 1, at_front=at_front)
