"""What happens to packets that cross one cable: whether the buffer they arrive in can still stop who sends them."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from roce_lint.fabric.marking_places import class_named
from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Stated, Unknown, known
from roce_lint.model.logic import all_of, is_false, is_true
from roce_lint.paths.port_treatments import (
    PortTreatment,
    Sorted,
    leaves_as,
    obeys_pause,
    pauses_anything,
    queue_of,
    sends_pause,
    sort_arriving,
)
from roce_lint.values import dataclass


class Loss(Enum):
    """How packets lose what keeps them from being dropped."""

    CLASS = "class"
    """Their code point gets a class that does not pause, on a port that pauses for others."""
    PFC = "pfc"
    """No pause goes back over the cable: the receiver sends none, or the sender obeys none."""
    QUEUE = "queue"
    """The pause that goes back stops another queue than the one that holds them."""
    REMAP = "remap"
    """Pauses work, but for another priority than on the cable before."""
    REWRITE = "rewrite"
    """Another switch on the way wrote another code point, and because of that one of the first three holds."""
    TUNNEL = "tunnel"
    """The outer header of a tunnel has another code point, and because of that one of the first three holds."""
    CNP = "cnp"
    """CNPs, which should never wait, arrive in a class that pauses because their code point was rewritten."""


@dataclass(frozen=True, slots=True)
class CrossingDoubt:
    """What is not known of a crossing; `about`: the loss that it may be."""

    because: Unknown
    about: Loss


CrossingOutcome: TypeAlias = Loss | CrossingDoubt | None
_Held: TypeAlias = tuple[int, int]


class Crossings:
    """Answers for treatments instead of ports, and each question once."""

    def __init__(self) -> None:
        """Start without answers."""
        self._sorted: dict[tuple[int, int], Sorted] = {}
        self._leaving: dict[tuple[int, int, int], Fact[int]] = {}
        self._outcomes: dict[tuple[int, int, int, int, int], CrossingOutcome] = {}

    def sorted(self, into: PortTreatment, dscp: int) -> Sorted:
        """Return what becomes of a code point that arrives at a port."""
        key = into.number, dscp
        if key not in self._sorted:
            self._sorted[key] = sort_arriving(into.port, dscp)
        return self._sorted[key]

    def leaving(self, into: PortTreatment, out: PortTreatment, dscp: int) -> Fact[int]:
        """Return the code point with which packets leave a switch by `out` that came in by `into`."""
        key = into.number, out.number, dscp
        if key not in self._leaving:
            name = self.sorted(into, dscp).name
            self._leaving[key] = leaves_as(into.device, into.port, out.port, dscp, name)
        return self._leaving[key]

    def outcome(
        self, held: PortTreatment, held_dscp: int, out: PortTreatment, into: PortTreatment, dscp: int
    ) -> CrossingOutcome:
        """Return what becomes of data over the cable from `out` to `into`.

        The sending switch took the packets in by `held` with `held_dscp`; they are on the cable with `dscp`.
        """
        key = held.number, held_dscp, out.number, into.number, dscp
        if key not in self._outcomes:
            self._outcomes[key] = self._judged(held, held_dscp, out, into, dscp)
        return self._outcomes[key]

    def _judged(
        self, held: PortTreatment, held_dscp: int, out: PortTreatment, into: PortTreatment, dscp: int
    ) -> CrossingOutcome:
        arrived = self.sorted(into, dscp)
        if isinstance(arrived.pausing, Unknown):
            return CrossingDoubt(arrived.pausing, Loss.CLASS)
        if not arrived.pausing.value:
            anything = pauses_anything(into.port)
            if isinstance(anything, Unknown):
                return CrossingDoubt(anything, Loss.PFC)
            return Loss.CLASS if is_true(anything) else Loss.PFC
        working, doubt = self._working(out, into, arrived.pausing.value)
        if not working:
            return CrossingDoubt(doubt, Loss.PFC) if doubt is not None else Loss.PFC
        return self._held_back(self.sorted(held, held_dscp), out, working)

    @staticmethod
    def _working(
        out: PortTreatment, into: PortTreatment, priorities: frozenset[int]
    ) -> tuple[frozenset[int], Unknown | None]:
        """Return the priorities for which a pause goes back and is obeyed, and what is not known of the others."""
        working: set[int] = set()
        doubt: Unknown | None = None
        for priority in sorted(priorities):
            both = all_of(sends_pause(into.port, priority), obeys_pause(out.port, priority))
            if is_true(both):
                working.add(priority)
            elif isinstance(both, Unknown):
                doubt = doubt or both
        return frozenset(working), doubt

    @staticmethod
    def _held_back(held: Sorted, out: PortTreatment, working: frozenset[int]) -> CrossingOutcome:
        """Say whether the pause stops the packets; those that the sender holds in a lossy class are lost already."""
        leaving = class_named(out.port, held.name)
        own = known(held.pausing, frozenset())
        own |= frozenset() if isinstance(leaving, Unknown) else known(leaving.pause_priorities, frozenset())
        if not own:
            return None
        queue = queue_of(out.port, held.name)
        if not isinstance(queue, Unknown):
            stopped = [out.port.qos.priorities[priority].paused_queues for priority in sorted(working)]
            if all(not isinstance(queues, Unknown) and queue.value not in queues.value for queues in stopped):
                return Loss.QUEUE
        return None if working & own else Loss.REMAP

    def pausing(self, out: PortTreatment, into: PortTreatment, dscp: int) -> frozenset[int]:
        """Return the priorities of the pauses that packets with a code point certainly cause over a cable."""
        arrived = self.sorted(into, dscp)
        return self._working(out, into, known(arrived.pausing, frozenset()))[0]


def missing_pause(out: Port, into: Port, priorities: frozenset[int]) -> tuple[bool, Fact[bool], int]:
    """Return why no pause goes back: whether the receiver is to blame, the fact that says so, and the priority."""
    for priority in sorted(priorities):
        for is_receiver, fact in ((True, sends_pause(into, priority)), (False, obeys_pause(out, priority))):
            if is_false(fact):
                return is_receiver, fact, priority
    return True, Stated(False, into.source), -1
