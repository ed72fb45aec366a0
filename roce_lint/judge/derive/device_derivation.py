"""Everything derived for the ports of one device, once per distinct QoS of a port."""

from __future__ import annotations

from collections import Counter

from roce_lint.fabric.design import Design
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import trusts_dscp, trusts_pcp
from roce_lint.judge.derive.cls.class_state import (
    LosslessClassState,
    LosslessPairState,
    lossless_classes,
    lossless_pairs,
)
from roce_lint.judge.derive.cls.class_votes import joined_for_classes
from roce_lint.judge.derive.cls.device_classes import classes_of
from roce_lint.judge.derive.cls.marking_state import (
    MarkingState,
    marking_state,
    unmarked_is_lossless,
    unmarked_stays_off_roce,
)
from roce_lint.judge.derive.ecn.curve_state import CurveState, curves
from roce_lint.judge.derive.ecn.queue_state import (
    QueueState,
    incast_exceeds_slope,
    queue_state,
    share_over_ingress,
    xoff_threshold,
)
from roce_lint.judge.derive.port_kinds import Kinds, port_kinds
from roce_lint.judge.derive.sch.service_state import BULK_DSCPS, CONTROL_DSCPS, QueueUse, ServiceState, services
from roce_lint.model.device import AnyPort, Device, Port
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import is_true, map_fact
from roce_lint.model.terms import Fec
from roce_lint.os.registry import behaviour_of


class DeviceDerivation:
    """Derives markings and queues of one device's ports; ports with the same QoS object share the result."""

    def __init__(self, device: Device, inside: frozenset[str], design: Design, *, hosts_are_known: bool) -> None:
        """`inside`: the RoCE ports of the device. `hosts_are_known`: the configuration of some host was read."""
        self.device = device
        self._hosts_are_known = hosts_are_known
        self.inside = inside
        self.design = design
        self._kinds: Kinds | None = None
        self.kinds = port_kinds(device, inside)
        self._ports = tuple([port for port, _ in self.kinds])
        self.classes = classes_of(self._ports, known(design.lossless_priorities, frozenset()))
        self.roce_dscps = known(design.roce_dscps, frozenset())
        self.cnp_dscps = known(design.cnp_dscps, frozenset()) - self.roce_dscps
        self._markings: dict[int, tuple[MarkingState, ...]] = {}
        self._queues: dict[tuple[int, int, int, int], tuple[QueueState, ...]] = {}
        self._roce_classes = (
            self._classes_meant_for_roce(self._usual_classes(self.roce_dscps)) or self._tagged_classes()
        )
        self._cnp_classes = self._usual_classes(self.cnp_dscps)
        marked = self.roce_dscps | self.cnp_dscps
        self._best_effort_classes = self._reached_classes(frozenset({0}))
        self._bulk_classes = self._reached_classes(BULK_DSCPS - marked)
        self._control_classes = self._reached_classes(CONTROL_DSCPS - self.roce_dscps)
        self._services: dict[int, tuple[ServiceState, ...]] = {}
        self._usual_mtu: int | None = None
        self._curves: dict[tuple[int, str], tuple[CurveState, ...]] = {}

    @property
    def lends(self) -> tuple[object, ...]:
        """Return all of the device that decides what is derived for its ports, besides its buffer."""
        return (
            self.classes,
            self._roce_classes,
            self._cnp_classes,
            self._best_effort_classes,
            self._bulk_classes,
            self._control_classes,
        )

    def markings(self, port: Port) -> tuple[MarkingState, ...]:
        """Return what each RoCE and CNP code point becomes on this port."""
        found = self._markings.get(id(port.qos))
        if found is None:
            found = tuple(
                marking_state(
                    port,
                    dscp,
                    purpose,
                    self.classes,
                    self.roce_dscps,
                    dscps,
                    hosts_are_known=self._hosts_are_known,
                    is_named=self.device.names_roce,
                )
                for purpose, dscps in (("roce", self.roce_dscps), ("cnp", self.cnp_dscps))
                for dscp in sorted(dscps)
            )
            self._markings[id(port.qos)] = found
        return found

    def unmarked_is_lossless(self, port: Port) -> Fact[bool]:
        """Say whether packets without a marking get a class that pauses on this port."""
        return unmarked_is_lossless(port, self.classes, self.roce_dscps)

    def unmarked_stays_off_roce(self, port: Port) -> Fact[bool]:
        """Say whether packets without a marking leave the port with no code point of RoCE."""
        return unmarked_stays_off_roce(port, self.roce_dscps)

    def queues(self, port: Port) -> tuple[QueueState, ...]:
        """Return the port's queues."""
        qos, speed = port.qos, port.speed_gbps
        key = id(qos.classes), id(qos.priorities), id(qos.queues), -1 if isinstance(speed, Unknown) else speed.value
        found = self._queues.get(key)
        if found is None:
            roce = self._queues_of(port, self._roce_classes)
            cnp = self._queues_of(port, self._cnp_classes)
            lossless = self._queues_of(port, self.classes.lossless)
            found = tuple(
                queue_state(
                    self.device,
                    queue,
                    carries_roce=queue.index in roce,
                    carries_cnp=queue.index in cnp,
                    carries_lossless=queue.index in lossless,
                    pause=xoff_threshold(self.device, port, queue, self.design.maximum_incast),
                    exceeds=incast_exceeds_slope(port, queue, self.design.maximum_incast),
                    shares=share_over_ingress(port, queue),
                    speed_gbps=speed,
                )
                for queue in port.qos.queues
            )
            self._queues[key] = found
        return found

    def services(self, port: Port) -> tuple[ServiceState, ...]:
        """Return how the port's scheduler serves each of its queues."""
        found = self._services.get(id(port.qos))
        if found is None:
            use = QueueUse(
                roce=self._queues_of(port, self._roce_classes),
                lossless=self._queues_of(port, self.classes.lossless),
                cnp=self._queues_of(port, self._cnp_classes),
                best_effort=self._queues_of(port, self._best_effort_classes),
                bulk=self._queues_of(port, self._bulk_classes),
                control=self._queues_of(port, self._control_classes),
                cnp_entrances=self._cnp_entrances(port),
                roce_entrance=self._roce_entrance(port),
            )
            found = services(behaviour_of(self.device.os), port, use)
            self._services[id(port.qos)] = found
        return found

    def curves(self, port: Port) -> tuple[CurveState, ...]:
        """Return the marking curve of each of the port's queues."""
        key = id(port.qos), "" if isinstance(port.speed_gbps, Unknown) else str(port.speed_gbps.value)
        found = self._curves.get(key)
        if found is None:
            best_effort = self._queues_of(port, self._best_effort_classes)
            found = curves(port, self.queues(port), best_effort)
            self._curves[key] = found
        return found

    def mtu_is_usual(self, port: AnyPort) -> bool:
        """Say whether the port's IP MTU is that of most RoCE ports of the device, and of at least two."""
        if self._usual_mtu is None:
            mtus: Counter[int] = Counter()
            for one, count in self.kinds:
                mtus[known(one.ip_mtu_bytes, 0)] += count
            value, number = mtus.most_common(1)[0] if mtus else (0, 0)
            self._usual_mtu = value if number >= 2 and 2 * number > mtus.total() else 0
        return known(port.ip_mtu_bytes, 0) == self._usual_mtu > 0

    def fec_is_odd(self, port: AnyPort) -> bool:
        """Say whether a line turns error correction off or down where three of four RoCE ports of the speed do not."""
        if not _weakens_fec(port):
            return False
        alike = [(one, count) for one, count in self.kinds if known(one.speed_gbps, 0) == known(port.speed_gbps, 0)]
        weak = sum(count for one, count in alike if _weakens_fec(one))
        return 4 * weak <= sum(count for _, count in alike)

    def lossless_classes(self) -> tuple[LosslessClassState, ...]:
        """Return the lossless classes that carry RoCE, and what else they carry."""
        return lossless_classes(self.device, self._ports, self.classes, self.roce_dscps, self.cnp_dscps)

    def lossless_pairs(self) -> tuple[LosslessPairState, ...]:
        """Return every two lossless priorities of the design, as this device treats them."""
        return lossless_pairs(self.device, self._ports, known(self.design.lossless_priorities, frozenset()))

    def alike_for_classes(self) -> Kinds:
        """Return the RoCE ports by how they give a marking its class: one port of each kind, and how many there are."""
        if self._kinds is None:
            self._kinds = joined_for_classes(self.kinds)
        return self._kinds

    def _roce_entrance(self, port: Port) -> Source:
        """Return the line that gives RoCE its class, or the block that would."""
        name = class_for(port, min(self.roce_dscps, default=0))
        return name.source

    def _cnp_entrances(self, port: Port) -> dict[int, Source]:
        """Return the line that brings CNPs to a queue: that of the map where ordinary traffic has the same class."""
        found: dict[int, Source] = {}
        for dscp in sorted(self.cnp_dscps):
            name = class_for(port, dscp)
            one = class_named(port, name)
            if isinstance(one, Unknown) or isinstance(one.queue, Unknown):
                continue
            facts = (name, one.queue) if one.name in self._bulk_classes else (one.queue, name)
            lines = [fact.source for fact in facts if isinstance(fact, Stated)]
            found.update({one.queue.value: lines[0]} if lines else {})
        return found

    def _reached_classes(self, dscps: frozenset[int]) -> frozenset[str]:
        """Return every class that a RoCE port gives one of the code points."""
        names = (class_for(port, dscp) for port, _ in self.alike_for_classes() for dscp in dscps)
        return frozenset(name.value for name in names if not isinstance(name, Unknown))

    def _usual_classes(self, dscps: frozenset[int]) -> frozenset[str]:
        """Return the class that most RoCE ports give each code point: what arrives elsewhere and leaves here.

        Ports that do not look at the DSCP have no say where others do: their classes are a fault of their own. Where
        none does, the maps say what class is meant for RoCE, so that the fault does not hide those of its queue.
        """
        ports = self.alike_for_classes()
        looking = [one for one in ports if is_true(trusts_dscp(one[0]))]
        usual: set[str] = set()
        for dscp in dscps:
            votes: Counter[str] = Counter()
            for port, number in looking or ports:
                name = class_for(port, dscp) if looking else port.qos.classification.traffic_class_by_dscp[dscp]
                if not isinstance(name, Unknown):
                    votes[name.value] += number
            if votes:
                usual.add(min(votes, key=lambda name: (-votes[name], name not in self.classes.lossless, name)))
        return frozenset(usual)

    def _classes_meant_for_roce(self, usual: frozenset[str]) -> frozenset[str]:
        """Return the classes that RoCE gets, and in place of one that does not pause the only one that can be meant.

        What is wrong with the queue of the class that was meant is a fault of its own, and the queue that RoCE leaves
        through by mistake has no duties towards it.
        """
        right = usual & self.classes.lossless - self.classes.by_stray_priority
        wanted = known(self.design.lossless_priorities, frozenset())
        meant = frozenset(
            one.name
            for port in self._ports
            for one in port.values.qos.classes
            if known(one.pause_priorities, frozenset()) & wanted
        )
        instead = meant - right or meant
        if right == usual or usual & self.classes.undecided or len(instead) != 1:
            return usual
        return right | instead

    def _tagged_classes(self) -> frozenset[str]:
        """Return the classes of the lossless priorities' PCPs, where ports trust PCP and no DSCP says what RoCE is."""
        if not isinstance(self.design.roce_dscps, Unknown):
            return frozenset()
        numbers = known(self.design.lossless_priorities, frozenset())
        return frozenset(
            name.value
            for port in self._ports
            if is_true(map_fact(trusts_pcp, port.qos.trust))
            for number in numbers
            if not isinstance(name := port.qos.classification.traffic_class_by_pcp[number], Unknown)
        )

    @staticmethod
    def _queues_of(port: Port, names: frozenset[str]) -> frozenset[int]:
        return frozenset(
            item.queue.value for item in port.qos.classes if item.name in names and not isinstance(item.queue, Unknown)
        )


def _weakens_fec(port: AnyPort) -> bool:
    return isinstance(port.fec, Stated) and port.fec.value is not Fec.REED_SOLOMON
