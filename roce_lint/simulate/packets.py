"""The packet engine: every packet is an event. Exact and, for large fabrics, slow."""

from __future__ import annotations

import math
import random
import zlib
from functools import partial

from roce_lint.simulate.buffer_cycle import waiting_cycle
from roce_lint.simulate.event_clock import EventClock
from roce_lint.simulate.outcome import (
    NOBODY_WATCHES,
    SLICES,
    EngineName,
    FlowOutcome,
    QueueOutcome,
    RunOutcome,
    RunSample,
    RunWatch,
)
from roce_lint.simulate.packet import Packet, PacketKind, TransportFlow
from roce_lint.simulate.packet_port import PacketPort, SwitchMemory
from roce_lint.simulate.plant import (
    PRIORITIES,
    FailedLink,
    MarkingMoment,
    Plant,
    PlantPort,
    StuckNic,
)
from roce_lint.values import replace

LONG_STOP_NS = 100_000.0
"""Queues that are stopped for less than this at the end are in no deadlock: pauses of congestion are far shorter."""


def chosen_path(paths: tuple[tuple[int, ...], ...], seed: int, name: str) -> tuple[int, ...]:
    """Return the path that a flow takes among equal ones, by a hash of its name and the seed."""
    return paths[zlib.crc32(f"{seed}/{name}".encode()) % len(paths)]


class SwitchPort(PacketPort):
    """A port of a switch."""

    marks_at_enqueue = True

    def arrive(self, packet: Packet) -> None:
        """Classify a packet, take it into the buffer, and put it into the queue that it leaves by."""
        if self.down:
            self.drop(packet, packet.priority)
            return
        priority = self.priority_in(packet)
        packet.priority = priority
        out = packet.route[packet.hop]
        out.settle()
        queue = out.plan.queue_of_priority[priority]
        if out.storm[queue] or out.down:
            out.drop(packet, queue)
        elif self.storm[self.plan.queue_of_priority[priority]]:
            self.drop(packet, priority)
        elif self.admit(packet, priority, out, queue):
            rewritten = out.plan.dscp_of_priority
            if rewritten and rewritten[priority] >= 0:
                packet.dscp = rewritten[priority]
            if self.marks_at_enqueue:
                out.mark(packet, queue)
            out.enqueue(packet, queue)

    def leaving(self, packet: Packet, queue: int) -> None:
        """Mark a packet that leaves, where marks are decided then."""
        if not self.marks_at_enqueue:
            self.mark(packet, queue, packet.size_bytes)


class NicPort(PacketPort):
    """A port of a host: answers wait in queues, and data is made when the wire is free for it."""

    def __init__(
        self, index: int, plan: PlantPort, memory: SwitchMemory, clock: EventClock, chance: random.Random
    ) -> None:
        super().__init__(index, plan, memory, clock, chance)
        self.flows: list[TransportFlow] = []
        self.stuck = False
        self._turn_of_flows = 0
        self._looks_at = math.inf

    def leaving(self, packet: Packet, queue: int) -> None:
        """Hosts count no buffers."""

    def release(self, priority: int, size: float) -> None:
        """Hosts count no buffers."""

    def arrive(self, packet: Packet) -> None:
        """Receive: data is answered, answers move the flow on."""
        if self.down or (self.stuck and not self.peer.plan.stops[packet.priority]):
            self.drop(packet, packet.priority)
            return
        flow, now = packet.flow, self.clock.now
        if packet.kind is PacketKind.DATA:
            for answer in flow.receive(packet, now):
                port = answer.route[0]
                port.enqueue(answer, port.plan.queue_of_priority[answer.priority])
        elif flow.answered(packet, now):
            self.kick()

    def kick(self) -> None:
        """Send an answer that waits, else data of the next flow that may send."""
        now = self.clock.now
        if now >= self.busy_until:
            super().kick()
        if now >= self.busy_until and not self.down:
            self._send_data(now)
        elif now < self.busy_until and not self._wake_set:
            self._wake_set = True
            self.clock.at(self.busy_until, self._wake)

    def _send_data(self, now: float) -> None:
        flows, soonest, count = self.flows, math.inf, len(self.flows)
        for step in range(count):
            flow = flows[(self._turn_of_flows + step) % count]
            if flow.next_number >= flow.packets:
                continue
            queue = self.plan.queue_of_priority[flow.plan.priority]
            if self.stopped[queue]:
                continue
            if flow.ready_ns <= now + 1e-6:
                self._turn_of_flows = (self._turn_of_flows + step + 1) % count
                self.transmit(flow.next_packet(now), queue)
                if not self._wake_set:
                    self._wake_set = True
                    self.clock.at(self.busy_until, self._wake)
                return
            soonest = min(soonest, flow.ready_ns)
        if soonest < self._looks_at or self._looks_at <= now:
            self._looks_at = soonest
            if soonest < math.inf:
                self.clock.at(soonest, self.kick)


class PacketRun:
    """One run of a plant."""

    def __init__(self, plant: Plant) -> None:
        self.plant = plant
        self.clock = EventClock()
        self._chance = random.Random(plant.seed)
        owners, slice_of = plant.memories()
        memories = list(map(SwitchMemory, owners))
        self.ports = [self._made(index, memories[slice_of[index]]) for index in range(len(plant.ports))]
        for port in self.ports:
            port.peer = self.ports[port.plan.peer]
        self.flows = [self._flow(index) for index in range(len(plant.flows))]
        self._delivered_before = [0.0] * len(self.flows)

    def _made(self, index: int, memory: SwitchMemory) -> PacketPort:
        plan = self.plant.ports[index]
        kind = NicPort if self.plant.devices[plan.device].is_host else SwitchPort
        port = kind(index, plan, memory, self.clock, self._chance)
        if isinstance(port, SwitchPort):
            port.marks_at_enqueue = self.plant.marking is MarkingMoment.ENQUEUE
        return port

    def _flow(self, index: int) -> TransportFlow:
        plant, plan = self.plant, self.plant.flows[index]
        nics = [plant.devices[end].nic for end in (plan.source, plan.destination)]
        self_path = chosen_path(plan.paths, plant.seed, plan.name)
        line = plant.ports[self_path[0]].speed_gbps
        flow = TransportFlow(plan, nics[0], nics[1], line, plant.payload_bytes, plant.header_bytes)
        self._route(flow, self_path, chosen_path(plan.paths_back, plant.seed, f"{plan.name} back"))
        return flow

    def _route(self, flow: TransportFlow, path: tuple[int, ...], back: tuple[int, ...]) -> None:
        flow.path = path
        flow.route = tuple(self.ports[port] for port in path)
        flow.route_back = tuple(self.ports[port] for port in back)

    def run(self, watch: RunWatch = NOBODY_WATCHES) -> RunOutcome:
        """Run to the end, and return the figures."""
        clock, plant = self.clock, self.plant
        for flow in self.flows:
            clock.at(flow.plan.start_ns, partial(self._start, flow))
        for fault in plant.faults:
            clock.at(fault.at_ns, partial(self._stick if isinstance(fault, StuckNic) else self._break, fault))
        if plant.warm_up_ns:
            clock.at(plant.warm_up_ns, self._warm)
        samples = []
        for number in range(1, SLICES + 1):
            clock.run_until(plant.duration_ns * number / SLICES)
            watch.progress(number / SLICES)
            if watch.samples:
                samples.append(self._sample())
        return replace(self._outcome(), samples=tuple(samples))

    def _sample(self) -> RunSample:
        now = self.clock.now
        queued, paused = dict[tuple[int, int], float](), dict[tuple[int, int], float]()
        for port in self.ports:
            for queue in range(PRIORITIES):
                if port.counts[queue].sent_bytes or port.queued_bytes[queue]:
                    queued[port.index, queue] = port.queued_bytes[queue]
                    paused[port.index, queue] = port.counts[queue].paused_so_far(now)
        return RunSample(now, tuple(flow.delivered_bytes for flow in self.flows), queued, paused)

    def _start(self, flow: TransportFlow) -> None:
        port = flow.route[0]
        if isinstance(port, NicPort):
            flow.control.begin(self.clock.now)
            port.flows.append(flow)
            port.kick()
            self.clock.at(flow.next_timeout_ns(), partial(self._watch, flow))

    def _watch(self, flow: TransportFlow) -> None:
        if flow.timed_out(self.clock.now):
            flow.route[0].kick()
        if flow.acknowledged < flow.packets:
            self.clock.at(max(flow.next_timeout_ns(), self.clock.now + 1000), partial(self._watch, flow))

    def _stick(self, fault: StuckNic | FailedLink) -> None:
        for port in self.ports:
            if isinstance(fault, StuckNic) and port.plan.device == fault.device and isinstance(port, NicPort):
                port.pause_for_ever()
                port.stuck = True

    def _break(self, fault: StuckNic | FailedLink) -> None:
        if isinstance(fault, FailedLink):
            ends = self.ports[fault.port], self.ports[fault.port].peer
            for port in ends:
                port.fail()
            self.clock.at(self.clock.now + fault.reroute_ns, self._reroute)

    def _reroute(self) -> None:
        for flow in self.flows:
            plan, seed = flow.plan, self.plant.seed
            whole = [self._whole(paths) for paths in (plan.paths, plan.paths_back)]
            path, back = flow.path, tuple(port.index for port in flow.route_back)
            if whole[0] and path not in whole[0]:
                path = chosen_path(whole[0], seed, plan.name)
            if whole[1] and back not in whole[1]:
                back = chosen_path(whole[1], seed, f"{plan.name} back")
            self._route(flow, path, back)

    def _whole(self, paths: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(path for path in paths if not any(self.ports[port].down for port in path))

    def _warm(self) -> None:
        for port in self.ports:
            for counts in port.counts:
                counts.reset(self.clock.now)
        self._delivered_before = [flow.delivered_bytes for flow in self.flows]

    def _outcome(self) -> RunOutcome:
        flows = tuple(map(self._of_flow, self.flows, self._delivered_before))
        queues = tuple(self._of_queue(port, priority) for port in self.ports for priority in range(PRIORITIES))
        return RunOutcome(EngineName.PACKETS, flows, queues, waiting_cycle(self._waits()))

    def _waits(self) -> dict[tuple[int, int], set[tuple[int, int]]]:
        """Return which stopped queue waits for which, through the group that stops it."""
        waits: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for port in self.ports:
            for queue in range(PRIORITIES):
                if not port.stopped[queue] or port.stopped_for_ns(queue) < LONG_STOP_NS:
                    continue
                for packet in port.queues[queue]:
                    group = packet.group_port
                    if group is not port and group.pausing[packet.group_priority]:
                        held_up = group.peer.plan.queue_of_priority[packet.group_priority]
                        waits.setdefault((group.peer.index, held_up), set()).add((port.index, queue))
        return waits

    def _of_flow(self, flow: TransportFlow, delivered_before: float) -> FlowOutcome:
        end = min(flow.completion_ns, self.plant.duration_ns)
        since = max(flow.plan.start_ns, self.plant.warm_up_ns)
        return FlowOutcome(
            throughput_gbps=(flow.delivered_bytes - delivered_before) * 8 / (end - since) if end > since else 0.0,
            completion_ns=flow.completion_ns - flow.plan.start_ns,
            delivered_bytes=flow.delivered_bytes,
            sent_packets=flow.sent,
            resent_packets=flow.resent,
            resent_bytes=flow.resent_bytes,
            dropped_packets=flow.dropped,
            marked_packets=flow.marked,
            cnps=flow.cnps,
            path=flow.path,
        )

    def _of_queue(self, port: PacketPort, priority: int) -> QueueOutcome:
        counts = port.counts[priority]
        mean = counts.close(self.clock.now)
        return QueueOutcome(
            port=port.index,
            priority=priority,
            sent_bytes=counts.sent_bytes,
            dropped_packets=counts.dropped_packets,
            dropped_bytes=counts.dropped_bytes,
            marked_packets=counts.marked_packets,
            queue_largest_bytes=counts.queue_largest,
            queue_mean_bytes=mean,
            paused_ns=counts.paused_ns,
            pausing_ns=counts.pausing_ns,
            pauses_sent=counts.pauses_sent,
            group_largest_bytes=counts.group_largest,
            watchdog_ns=counts.watchdog_ns,
        )


def run_packets(plant: Plant, watch: RunWatch = NOBODY_WATCHES) -> RunOutcome:
    """Return what happens to the flows of a plant, packet by packet."""
    return PacketRun(plant).run(watch)
