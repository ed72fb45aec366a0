"""Who announces routes to whom: AS numbers, loop checks, and routes that are not passed on."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Protocol

from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology
from roce_lint.values import dataclass, field

NO_NODES: frozenset[SwitchIndex] = frozenset()


class RouteJudge(Protocol):
    """Knows what policies do with whole routes."""

    def __call__(self, way: tuple[SwitchIndex, ...]) -> bool:
        """Say whether policies let a route come to the last of these switches; the first announces it."""

    def may(self, way: tuple[SwitchIndex, ...]) -> bool:
        """Say whether they may let it come there, wherever it came from to the first."""


class PathChange(Enum):
    """What a switch does to the AS path of routes that it sends to a neighbour."""

    OVERRIDE = "the neighbour's number is replaced by one's own"
    REPLACE_PRIVATE = "private numbers are replaced by one's own"
    REMOVE_PRIVATE = "private numbers are removed, if there are no others"
    REMOVE_ALL_PRIVATE = "private numbers are removed"


def is_private(asn: int) -> bool:
    """Say whether an AS number is for private use (RFC 6996)."""
    return 64512 <= asn <= 65534 or 4200000000 <= asn <= 4294967294


@dataclass(frozen=True, slots=True)
class BgpPlan:
    """The sessions of a fabric as far as they decide paths.

    `asns` by switch. `allowas_in` by (receiver, sender): how often the receiver's own number may be in a path that
    the sender announces; missing pairs have 0. `sessions`: (receiver, sender) pairs that exchange routes.
    `withheld` by (switch, neighbour): from whom it learned the routes that it does not pass on to that neighbour; the
    switch itself stands for its own routes. `refused`: (receiver, sender) pairs whose routes are all refused.
    `clients`: (reflector, client) pairs of route reflection. `changes` by (sender, receiver): what the sender does to
    the AS path.
    `rank`: what decides between equal paths for the one that is announced; the lowest is.
    `judge`: asked about whole routes, where policies look at more of them than from whom they come; what is withheld
    and refused is then what no route can pass.
    """

    asns: tuple[int, ...]
    sessions: frozenset[Hop]
    allowas_in: Mapping[Hop, int] = field(default_factory=dict)
    withheld: Mapping[Hop, frozenset[SwitchIndex]] = field(default_factory=dict)
    refused: frozenset[Hop] = frozenset()
    clients: frozenset[Hop] = frozenset()
    changes: Mapping[Hop, PathChange] = field(default_factory=dict)
    rank: tuple[int, ...] = ()
    judge: RouteJudge | None = None

    def allows(self, receiver: SwitchIndex, sender: SwitchIndex) -> int:
        """Return how often the receiver's own number may be in the path."""
        return self.allowas_in.get((receiver, sender), 0)

    def hears(self, receiver: SwitchIndex, sender: SwitchIndex) -> bool:
        """Say whether the receiver takes routes from the sender at all."""
        return (receiver, sender) in self.sessions and (receiver, sender) not in self.refused

    def passes_on(self, node: SwitchIndex, learned_from: SwitchIndex, to: SwitchIndex) -> bool:
        """Say whether the switch announces to one neighbour what it learned from another.

        What comes by iBGP goes to no other by iBGP, unless one of the two is the switch's client (RFC 4456).
        """
        internal = self.asns[node] == self.asns[learned_from] == self.asns[to]
        if internal and (node, learned_from) not in self.clients and (node, to) not in self.clients:
            return False
        return learned_from not in self.kept_back(node, to)

    def kept_back(self, node: SwitchIndex, to: SwitchIndex) -> frozenset[SwitchIndex]:
        """Return from whom the switch learned what it does not pass on to a neighbour; itself for its own routes."""
        return self.withheld.get((node, to), NO_NODES)

    def announces_own(self, node: SwitchIndex, to: SwitchIndex) -> bool:
        """Say whether the switch announces the routes to its own hosts to a neighbour."""
        return node not in self.kept_back(node, to)

    def sent_path(self, sender: SwitchIndex, receiver: SwitchIndex, path: tuple[int, ...]) -> tuple[int, ...]:
        """Return the AS path as the receiver gets it from a neighbour with another number; `path` is the sender's."""
        own = self.asns[sender]
        match self.changes.get((sender, receiver)):
            case None:
                left = path
            case PathChange.OVERRIDE:
                theirs = self.asns[receiver]
                left = tuple(own if number == theirs else number for number in path)
            case PathChange.REPLACE_PRIVATE:
                left = tuple(own if is_private(number) else number for number in path)
            case PathChange.REMOVE_PRIVATE if not all(map(is_private, path)):
                left = path
            case PathChange.REMOVE_PRIVATE | PathChange.REMOVE_ALL_PRIVATE:
                left = tuple(number for number in path if not is_private(number))
        return (own, *left)

    @property
    def lengthens_paths(self) -> bool:
        """Say whether every hop between AS numbers makes the path longer, so that shorter ones settle first."""
        removing = (PathChange.REMOVE_PRIVATE, PathChange.REMOVE_ALL_PRIVATE)
        asns = self.asns
        return not any(change in removing and asns[a] != asns[b] for (a, b), change in self.changes.items())

    def order(self, node: SwitchIndex) -> int:
        """Return the rank of a switch among equal ones."""
        return self.rank[node] if self.rank else node

    def may_carry_valley(self, topology: SwitchTopology, v: SwitchIndex, u: SwitchIndex, w: SwitchIndex) -> bool:
        """Say whether v can pass on to u, above it, a route that it learned from w, above it too.

        The loop check at u refuses the route where u and w share an AS number, unless u allows its own.
        """
        if not (self.hears(u, v) and self.hears(v, w) and self.passes_on(v, w, u)):
            return False
        hidden = (v, u) in self.changes or (w, v) in self.changes
        return self.asns[u] != self.asns[w] or self.allows(u, v) > 0 or self.asns[v] == self.asns[u] or hidden
