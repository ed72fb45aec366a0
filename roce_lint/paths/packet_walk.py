"""Packets followed from switch to switch: what they carry at each, and where they lose what keeps them from drops.

Not paths are followed but states: at a switch, packets that came in by ports that treat them equally, with the same
code point, go on equally. States spread along the next hops until nothing new comes up, so that the cost grows with
cables and not with paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from roce_lint.model.fact import Unknown, known
from roce_lint.paths.packet_crossing import CrossingDoubt, CrossingOutcome, Crossings, Loss
from roce_lint.paths.packet_ground import Delivery, EqualCables, Ground
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.paths.port_treatments import PortTreatment
from roce_lint.values import dataclass, field, replace

NOT_TUNNELLED = -1
ENTERING = -2
NOBODY = -1


class Packets(NamedTuple):
    """Packets at a switch: how the port where they came in treats them, their code point, and the one they had first.

    A tuple, because fabrics have hundreds of thousands. `treatment`: number of one of `Ground.treatments`. `inner`: the
    code point inside a tunnel; NOT_TUNNELLED outside of one, ENTERING where the tunnel begins here.
    `changed_by`: the switch that wrote the code point last, NOBODY where it is the sender's.
    """

    treatment: int
    dscp: int
    sent: int
    inner: int
    changed_by: SwitchIndex


At: TypeAlias = tuple[SwitchIndex, Packets]


@dataclass(frozen=True, slots=True)
class Lost:
    """Packets that leave `before` towards `node`, or to a host there, and may be dropped; `dscp` is that on the cable.

    `outcome`: how they lose what keeps them from it, or why that is not known.
    """

    before: At
    onto: EqualCables | Delivery
    node: SwitchIndex
    dscp: int
    outcome: Loss | CrossingDoubt
    changed_by: SwitchIndex

    @property
    def loss(self) -> Loss:
        """Return how packets are lost, if they are."""
        return self.outcome.about if isinstance(self.outcome, CrossingDoubt) else self.outcome

    @property
    def is_new(self) -> bool:
        """Say whether rules that look at ports and cables one by one cannot see it.

        They look at ports that RoCE is known to cross, and ask what those make of what hosts send.
        """
        return self.dscp != self.before[1].sent or not (isinstance(self.onto, EqualCables) and self.onto.is_seen)


@dataclass(slots=True)
class Walk:
    """All states that packets reach, each with where they came from, and the crossings at which they are lost.

    `links`: every crossing with the states before and behind it, where they were asked for.
    """

    came: dict[At, tuple[At, EqualCables] | None] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)
    links: list[tuple[At, EqualCables, At]] = field(default_factory=list)

    def way_to(self, at: At) -> list[tuple[At, EqualCables | None]]:
        """Return how packets came: each state with the lane that led to it, the start first."""
        way: list[tuple[At, EqualCables | None]] = []
        here: At | None = at
        while here is not None:
            before = self.came[here]
            way.append((here, before[1] if before else None))
            here = before[0] if before else None
        return way[::-1]


_Step: TypeAlias = tuple[Packets | None, int, CrossingOutcome]
"""The packets behind a cable (None: not known), their code point on it, and what they lose there."""


class PacketWalker:
    """Follows the packets of one fabric; what happens at ports is worked out once for all walks."""

    def __init__(self, ground: Ground, data: frozenset[int], cnps: frozenset[int]) -> None:
        """`data` and `cnps`: the code points that hosts send."""
        self._ground = ground
        self.crossings = Crossings()
        self._data = data
        self._sent = (*sorted(data), *sorted(cnps - data))
        self._steps: dict[tuple[Packets, int, int, int], _Step] = {}

    def walk(
        self,
        next_hops: Sequence[tuple[SwitchIndex, ...]],
        sources: Iterable[SwitchIndex],
        ends: frozenset[SwitchIndex],
        *,
        tracked: bool,
        is_linked: bool = False,
    ) -> Walk:
        """Return where packets of the hosts of `sources` come to, and what they lose on the way.

        `ends`: switches whose hosts take them. `tracked` false: who changed a code point is not distinguished.
        """
        return self.walk_on(self.starts(sources), next_hops, ends, tracked=tracked, is_linked=is_linked)

    def walk_on(
        self,
        begun: Iterable[At],
        next_hops: Sequence[tuple[SwitchIndex, ...]],
        ends: frozenset[SwitchIndex],
        *,
        tracked: bool,
        is_linked: bool = False,
    ) -> Walk:
        """Return where packets come to that have come to `begun`, and what they lose from there on."""
        walk = Walk()
        came, lanes = walk.came, self._ground.lanes
        pending = list(begun)
        came.update(dict.fromkeys(pending))
        while pending:
            at = pending.pop()
            node, packets = at
            forced = -1
            if packets.inner == ENTERING:
                forced = self._outer_dscp(at)
                if forced < 0:
                    continue  # a tunnel whose code point is not known is evaluated where it begins
            elif node in ends:
                self._deliver(walk, at)
            for other in next_hops[node]:
                for lane in lanes[node, other]:
                    after = self._cross(walk, at, lane, other, forced, tracked=tracked)
                    if after is None:
                        continue
                    if is_linked:
                        walk.links.append((at, lane, after))
                    if after not in came:
                        came[after] = at, lane
                        pending.append(after)
        return walk

    def starts(self, sources: Iterable[SwitchIndex]) -> list[At]:
        """Return the packets that hosts of `sources` send."""
        starts = self._ground.starts
        return [
            (
                node,
                Packets(start.treatment.number, dscp, dscp, ENTERING if start.is_tunnelled else NOT_TUNNELLED, NOBODY),
            )
            for node in sources
            for start in starts.get(node, ())
            for dscp in self._sent
        ]

    def _outer_dscp(self, at: At) -> int:
        """Return the code point of the outer header of packets that enter a tunnel; -1 where it is not known."""
        node, packets = at
        name = self.crossings.sorted(self._ground.treatments[packets.treatment], packets.dscp).name
        return known(self._ground.outer_dscp(node, name, packets.dscp), -1)

    def _cross(
        self, walk: Walk, at: At, lane: EqualCables, other: SwitchIndex, forced: int, *, tracked: bool
    ) -> At | None:
        """Return the packets behind a lane, None where they are not known; note what they lose."""
        node, packets = at
        after, dscp, outcome = self._step(packets, lane.out, lane.into, forced)
        changed_by = node if tracked and dscp != packets.dscp else packets.changed_by
        if outcome is not None:
            self._note(walk, Lost(at, lane, other, dscp, outcome, changed_by))
        if after is None:
            return None
        return other, after if after.changed_by == changed_by else after._replace(changed_by=changed_by)

    def _step(self, packets: Packets, out: PortTreatment, into: PortTreatment, forced: int) -> _Step:
        """Return what packets become over a cable; `forced` is the code point of a header around them, -1 for none."""
        key = packets, out.number, into.number, forced
        step = self._steps.get(key)
        if step is None:
            dscp, outcome = self._worked_out(packets, out, into, forced)
            inner = packets.dscp if packets.inner == ENTERING else packets.inner
            after = None if dscp < 0 else Packets(into.number, dscp, packets.sent, inner, packets.changed_by)
            step = self._steps[key] = after, packets.dscp if dscp < 0 else dscp, outcome
        return step

    def _worked_out(
        self, packets: Packets, out: PortTreatment, into: PortTreatment, forced: int
    ) -> tuple[int, CrossingOutcome]:
        """Return the code point on the cable, -1 where it is not known, and what packets lose."""
        held, dscp = self._ground.treatments[packets.treatment], forced
        if dscp < 0:
            left = self.crossings.leaving(held, out, packets.dscp)
            if isinstance(left, Unknown):
                return -1, CrossingDoubt(left, Loss.REWRITE)
            dscp = left.value
        if packets.sent not in self._data:
            is_cnp_paused = dscp != packets.sent and bool(self.crossings.pausing(out, into, dscp))
            return dscp, Loss.CNP if is_cnp_paused else None
        outcome = self.crossings.outcome(held, packets.dscp, out, into, dscp)
        if outcome is None or dscp == packets.sent or outcome is Loss.REMAP:
            return dscp, outcome
        unchanged = self.crossings.outcome(held, packets.dscp, out, into, packets.sent)
        return dscp, Loss.REWRITE if isinstance(outcome, Loss) and unchanged in (None, Loss.REMAP) else outcome

    def _deliver(self, walk: Walk, at: At) -> None:
        """Note what packets lose over the cable to their host, where a switch changed their code point."""
        node, packets = at
        for delivery in self._ground.deliveries.get(node, ()):
            after, dscp, outcome = self._step(packets, delivery.out, delivery.into, max(packets.inner, -1))
            if after is not None and dscp != packets.sent and outcome is not None:
                changed_by = node if dscp not in (packets.dscp, packets.inner) else packets.changed_by
                self._note(walk, Lost(at, delivery, node, dscp, outcome, changed_by))

    @staticmethod
    def _note(walk: Walk, lost: Lost) -> None:
        is_tunnelled = lost.before[1].inner != NOT_TUNNELLED and isinstance(lost.onto, EqualCables)
        if is_tunnelled and lost.outcome is Loss.REWRITE and lost.changed_by in (NOBODY, _entrance(walk, lost.before)):
            lost = replace(lost, outcome=Loss.TUNNEL)
        walk.lost.append(lost)


def _entrance(walk: Walk, at: At) -> SwitchIndex:
    """Return the switch at which a tunnel began, NOBODY where the walk began inside of it."""
    return next((node for (node, packets), _ in walk.way_to(at) if packets.inner == ENTERING), NOBODY)
