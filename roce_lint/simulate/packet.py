"""A packet on its way, and the transport at both of its ends."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import TYPE_CHECKING

from roce_lint.simulate.plant import CONTROL_FRAME_BYTES, PlantFlow, PlantNic
from roce_lint.simulate.rate_control import RateControlState

if TYPE_CHECKING:
    from roce_lint.simulate.packet_port import PacketPort


class PacketKind(IntEnum):
    """What a packet is to the transport."""

    DATA = 0
    ACK = 1
    NACK = 2
    CNP = 3


class Packet:
    """A frame. `number` is the packet number of data, and the next one wanted of acknowledgements.

    `group_port` and `group_priority` say where the switch that holds it counts it.
    """

    __slots__ = (
        "dscp", "flow", "group_port", "group_priority", "hop", "kind", "marked", "number", "priority", "route",
        "size_bytes",
    )  # fmt: skip

    def __init__(
        self, flow: TransportFlow, kind: PacketKind, number: int, size_bytes: int, priority: int, dscp: int
    ) -> None:
        self.flow = flow
        self.kind = kind
        self.number = number
        self.size_bytes = size_bytes
        self.priority = priority
        self.dscp = dscp
        self.route = flow.route if kind is PacketKind.DATA else flow.route_back
        self.hop = 0
        self.marked = False
        self.group_port: PacketPort = self.route[0]
        self.group_priority = 0


class TransportFlow:
    """Both ends of one flow: go-back-N with acknowledgements, CNPs at most once in an interval, DCQCN.

    A receiver asks for what is missing once, and again when the sender visibly went back and the packet is missing
    still; else the sender goes back when nothing was acknowledged for the retransmission timeout.
    """

    def __init__(
        self, plan: PlantFlow, sender: PlantNic, receiver: PlantNic, line_gbps: float, payload: int, header: int
    ) -> None:
        self.plan = plan
        self.route: tuple[PacketPort, ...] = ()
        self.route_back: tuple[PacketPort, ...] = ()
        self.path: tuple[int, ...] = ()
        self._receiver = receiver
        self.controlled = sender.dcqcn and plan.dcqcn
        self.control = RateControlState(sender, line_gbps)
        self._most_gbps = min(plan.rate_gbps, line_gbps)
        self._timeout_ns = sender.retransmission_timeout_ns
        self._payload = payload
        self._header = header
        self.packets = math.inf if math.isinf(plan.size_bytes) else max(1, math.ceil(plan.size_bytes / payload))
        self.next_number = self.acknowledged = self._highest = 0
        self.ready_ns = plan.start_ns
        self.progress_ns = plan.start_ns
        self.expected = 0
        self._newest = -1
        self._asked = False
        self._last_cnp = -math.inf
        self.completion_ns = math.inf
        self.delivered_bytes = 0.0
        self.sent = self.resent = self.dropped = self.marked = self.cnps = 0
        self.resent_bytes = 0.0

    @property
    def done_sending(self) -> bool:
        """Say whether every packet is sent, and none is asked for again."""
        return self.next_number >= self.packets

    def size_of(self, number: int) -> int:
        """Return the payload of a packet in bytes."""
        if number + 1 < self.packets:
            return self._payload
        return int(self.plan.size_bytes) - self._payload * number or self._payload

    def next_packet(self, now: float) -> Packet:
        """Return the packet that is sent now, and set when the next one may follow."""
        number = self.next_number
        size = self.size_of(number) + self._header
        plan = self.plan
        packet = Packet(self, PacketKind.DATA, number, size, plan.priority, plan.dscp)
        if self.controlled:
            self.control.catch_up(now)
            self.control.sent(size)
            rate = min(self.control.rate_gbps, self._most_gbps)
        else:
            rate = self._most_gbps
        self.ready_ns = now + size * 8 / rate
        if number == self.acknowledged:
            self.progress_ns = now
        self.sent += 1
        if number < self._highest:
            self.resent += 1
            self.resent_bytes += size - self._header
        else:
            self._highest = number + 1
        self.next_number = number + 1
        return packet

    def receive(self, packet: Packet, now: float) -> tuple[Packet, ...]:
        """Take a data packet at the receiver, and return what it answers."""
        answers = []
        if packet.marked:
            self.marked += 1
            if self.controlled and now - self._last_cnp >= self._receiver.cnp_interval_ns:
                self._last_cnp = now
                self.cnps += 1
                answers.append(self._answer(PacketKind.CNP, 0))
        if packet.number == self.expected:
            self.expected += 1
            self._asked = False
            self.delivered_bytes += packet.size_bytes - self._header
            last = self.expected >= self.packets
            if last:
                self.completion_ns = now
            if last or self.expected % self._receiver.ack_every_packets == 0:
                answers.append(self._answer(PacketKind.ACK, self.expected))
        elif packet.number > self.expected:
            if not self._asked or packet.number <= self._newest:
                self._asked = True
                answers.append(self._answer(PacketKind.NACK, self.expected))
        elif packet.number + 1 == self.expected:
            answers.append(self._answer(PacketKind.ACK, self.expected))
        self._newest = packet.number
        return tuple(answers)

    def answered(self, packet: Packet, now: float) -> bool:
        """Take an answer at the sender; return whether the sender has something to send again."""
        if packet.kind is PacketKind.CNP:
            self.control.congested(now)
            return False
        if packet.number > self.acknowledged:
            self.acknowledged = packet.number
            self.progress_ns = now
        if packet.kind is PacketKind.NACK and self.acknowledged <= packet.number < self.next_number:
            self.next_number = packet.number
            return True
        return False

    def timed_out(self, now: float) -> bool:
        """Go back when nothing was acknowledged for the timeout; return whether the sender went back."""
        if self.acknowledged >= self.next_number or now - self.progress_ns < self._timeout_ns:
            return False
        self.next_number = self.acknowledged
        self.progress_ns = now
        return True

    def next_timeout_ns(self) -> float:
        """Return when to look at the timeout again."""
        return self.progress_ns + self._timeout_ns

    def _answer(self, kind: PacketKind, number: int) -> Packet:
        nic, plan = self._receiver, self.plan
        if kind is PacketKind.CNP:
            return Packet(self, kind, number, CONTROL_FRAME_BYTES, nic.cnp_priority, nic.cnp_dscp)
        return Packet(self, kind, number, CONTROL_FRAME_BYTES, plan.priority, plan.dscp)
