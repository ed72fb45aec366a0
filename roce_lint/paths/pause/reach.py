"""How far a pause from one host can climb: head of line blocking, walked backwards along what waits for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.paths.pause.forwarding import Tree, waits_of
from roce_lint.paths.pause.topology import Hop, SwitchIndex, SwitchTopology
from roce_lint.paths.pause.waits import bits
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PauseExtent:
    """What a pause from a host can stop.

    `depth`: hops that it climbs, the last one to a host included. `channels`: the hops between switches whose buffers
    fill, in order of distance. `stalled`: by switch, how many of its host ports can be stopped.
    """

    depth: int
    channels: tuple[Hop, ...]
    stalled: Mapping[SwitchIndex, int]

    @property
    def stalled_count(self) -> int:
        """Return the number of host ports that can be stopped."""
        return sum(self.stalled.values())


class PauseReach:
    """Finds what a pause reaches, for the host ports of any switch of one fabric."""

    def __init__(
        self,
        topology: SwitchTopology,
        trees: Sequence[Tree],
        hosts: Mapping[SwitchIndex, int],
        cut: frozenset[Hop] = frozenset(),
    ) -> None:
        """`hosts`: host ports by switch. `cut`: hops that a watchdog keeps from pausing their feeder."""
        self._topology = topology
        self._hosts = hosts
        self._cut = cut
        waits = waits_of(topology, trees)
        self._before: list[list[int]] = [[] for _ in topology.hops]
        for number, mask in enumerate(waits.after):
            for after in bits(mask):
                self._before[after].append(number)
        self._into: dict[SwitchIndex, set[int]] = {}
        self._first: dict[SwitchIndex, int] = {}
        for tree in trees:
            reached = tree.reached()
            for node in reached:
                for other in tree.next_hops[node]:
                    hop = topology.hop_number[node, other]
                    if other == tree.destination:
                        self._into.setdefault(other, set()).add(hop)
                    if node in tree.sources:
                        self._first[node] = self._first.get(node, 0) | 1 << hop

    def of(self, node: SwitchIndex, priority: int) -> PauseExtent:
        """Return the reach of a pause from one host of the switch, for one priority.

        Its neighbours on the same switch are stopped first; they send to it without leaving the switch.
        """
        own = max(self._hosts.get(node, 0) - 1, 0)
        stalled = {node: own} if own else {}
        level = [hop for hop in sorted(self._into.get(node, ())) if self._pauses(hop, priority)]
        filled: dict[int, None] = dict.fromkeys(level)
        depth, climbed = (1 if own else 0), 0
        while level:
            climbed += 1
            following: list[int] = []
            for hop in level:
                source = self._topology.hops[hop][0]
                if source != node and source not in stalled and self._hosts.get(source) and self._starts(source, hop):
                    stalled[source] = self._hosts[source]
                    depth = max(depth, climbed + 1)
                for before in self._before[hop]:
                    if before not in filled and self._pauses(before, priority):
                        filled[before] = None
                        following.append(before)
            depth = max(depth, climbed)
            level = following
        return PauseExtent(depth, tuple(self._topology.hops[hop] for hop in filled), stalled)

    def _starts(self, node: SwitchIndex, hop: int) -> bool:
        return bool(self._first.get(node, 0) >> hop & 1)

    def _pauses(self, hop: int, priority: int) -> bool:
        pair = self._topology.hops[hop]
        return pair not in self._cut and self._topology.pauses(pair, priority)
