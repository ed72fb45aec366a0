"""Everything derived for the ports of one device, once per distinct QoS of a port."""

from __future__ import annotations

from collections import Counter

from roce_lint.facts.derive.marking_state import (
    MarkingState,
    class_for,
    classes_of,
    marking_state,
    unmarked_is_lossless,
)
from roce_lint.facts.derive.port_state import trusts_dscp
from roce_lint.facts.derive.queue_state import QueueState, incast_exceeds_slope, pause_point, queue_state
from roce_lint.facts.design import Design
from roce_lint.facts.fact import Fact, Unknown, known
from roce_lint.facts.logic import is_true
from roce_lint.facts.model import Device, Port


class DeviceDerivation:
    """Derives markings and queues of one device's ports; ports with the same QoS object share the result."""

    def __init__(self, device: Device, inside: frozenset[str], design: Design) -> None:
        self.device = device
        self.inside = inside
        self.design = design
        self.classes = classes_of(device, inside)
        self.roce_dscps = known(design.roce_dscps, frozenset())
        self.cnp_dscps = known(design.cnp_dscps, frozenset()) - self.roce_dscps
        self._markings: dict[int, tuple[MarkingState, ...]] = {}
        self._queues: dict[int, tuple[QueueState, ...]] = {}
        self._roce_classes = self._usual_classes(self.roce_dscps)
        self._cnp_classes = self._usual_classes(self.cnp_dscps)

    def markings(self, port: Port) -> tuple[MarkingState, ...]:
        """Return what each RoCE and CNP code point becomes on this port."""
        found = self._markings.get(id(port.qos))
        if found is None:
            found = tuple(
                marking_state(port, dscp, purpose, self.classes, self.roce_dscps)
                for purpose, dscps in (("roce", self.roce_dscps), ("cnp", self.cnp_dscps))
                for dscp in sorted(dscps)
            )
            self._markings[id(port.qos)] = found
        return found

    def unmarked_is_lossless(self, port: Port) -> Fact[bool]:
        """Say whether packets without a marking get a class that pauses on this port."""
        return unmarked_is_lossless(port, self.classes, self.roce_dscps)

    def queues(self, port: Port) -> tuple[QueueState, ...]:
        """Return the port's queues."""
        found = self._queues.get(id(port.qos))
        if found is None:
            roce = self._queues_of(port, self._roce_classes)
            cnp = self._queues_of(port, self._cnp_classes)
            lossless = self._queues_of(port, self.classes.lossless)
            found = tuple(
                queue_state(
                    queue,
                    carries_roce=queue.index in roce,
                    carries_cnp=queue.index in cnp,
                    carries_lossless=queue.index in lossless,
                    pause=pause_point(self.device, port, queue, self.design.maximum_incast),
                    exceeds=incast_exceeds_slope(port, queue, self.design.maximum_incast),
                )
                for queue in port.qos.queues
            )
            self._queues[id(port.qos)] = found
        return found

    def _usual_classes(self, dscps: frozenset[int]) -> frozenset[str]:
        """Return the class that most RoCE ports give each code point: what arrives elsewhere and leaves here.

        Ports that do not look at the DSCP have no say where others do: their classes are a fault of their own.
        """
        ports = [port for port in self.device.ports if port.name in self.inside]
        looking = [port for port in ports if is_true(trusts_dscp(port))] or ports
        usual: set[str] = set()
        for dscp in dscps:
            votes: Counter[str] = Counter()
            for port in looking:
                if not isinstance(name := class_for(port, dscp), Unknown):
                    votes[name.value] += 1
            if votes:
                usual.add(min(votes, key=lambda name: (-votes[name], name not in self.classes.lossless, name)))
        return frozenset(usual)

    @staticmethod
    def _queues_of(port: Port, names: frozenset[str]) -> frozenset[int]:
        return frozenset(
            item.queue.value for item in port.qos.classes if item.name in names and not isinstance(item.queue, Unknown)
        )
