"""A port of the packet engine: groups and thresholds of what comes in, queues and scheduler of what leaves."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import deque
from functools import partial

from roce_lint.simulate.event_clock import EventClock
from roce_lint.simulate.packet import Packet, PacketKind
from roce_lint.simulate.plant import CONTROL_FRAME_BYTES, GAP_BYTES, PRIORITIES, PlantDevice, PlantPort
from roce_lint.simulate.priority_counts import PriorityCounts


class SwitchMemory:
    """What the ports at one slice of a switch's buffer share: the pool, and the headroom where that is pooled."""

    __slots__ = ("headroom_bytes", "headroom_used", "pool_bytes", "pool_used")

    def __init__(self, device: PlantDevice) -> None:
        self.pool_bytes = device.pool_bytes
        self.headroom_bytes = device.headroom_pool_bytes
        self.pool_used = 0.0
        self.headroom_used = 0.0


class PacketPort(ABC):
    """One end of a cable: `peer` is the other end."""

    def __init__(
        self, index: int, plan: PlantPort, memory: SwitchMemory, clock: EventClock, chance: random.Random
    ) -> None:
        self.index = index
        self.plan = plan
        self.memory = memory
        self.clock = clock
        self.peer: PacketPort = self
        self.down = False
        self.counts = tuple(PriorityCounts() for _ in range(PRIORITIES))
        self._chance = chance
        self._ns_per_byte = 8 / plan.speed_gbps
        self.queues: tuple[deque[Packet], ...] = tuple(deque() for _ in range(PRIORITIES))
        self.queued_bytes = [0] * PRIORITIES
        self.stopped = [False] * PRIORITIES
        self.storm = [False] * PRIORITIES
        self._stopped_number = [0] * PRIORITIES
        self._stopped_since = [0.0] * PRIORITIES
        self.busy_until = 0.0
        # The packet on the wire: its size (0: none), its queue, and the group that it is counted in.
        self._sending_bytes = 0
        self._sending_queue = 0
        self._sending_group: tuple[PacketPort, int] = (self, 0)
        self._wake_set = False
        self._shaped_until = [0.0] * PRIORITIES
        self._strict = tuple(q for q in reversed(range(PRIORITIES)) if plan.queues[q].strict)
        self._shared = tuple(q for q in range(PRIORITIES) if not plan.queues[q].strict)
        least = min((plan.queues[q].weight for q in self._shared if plan.queues[q].weight > 0), default=1.0)
        self._quantum = [4200 * max(queue.weight, least / 100) / least for queue in plan.queues]
        self._credit = [0.0] * PRIORITIES
        self._turn = 0
        self._shaping = any(queue.shaper_gbps < plan.speed_gbps for queue in plan.queues)
        self._stopping = [frozenset[int]()] * PRIORITIES
        # ingress
        self.pausing = [False] * PRIORITIES
        self.group_shared = [0.0] * PRIORITIES
        self.group_headroom = [0.0] * PRIORITIES

    # What comes in.

    def priority_in(self, packet: Packet) -> int:
        """Return the priority that this port gives a packet which comes in."""
        by_dscp = self.plan.priority_of_dscp
        return by_dscp[packet.dscp] if by_dscp else packet.priority

    def threshold(self, priority: int) -> float:
        """Return the bytes at which a group pauses now."""
        group, memory = self.plan.groups[priority], self.memory
        return min(group.xoff_bytes, group.alpha * (memory.pool_bytes - memory.pool_used))

    def admit(self, packet: Packet, priority: int, out: PacketPort, queue: int) -> bool:
        """Take a packet into the buffer, or drop it; pause the peer where the group is full."""
        size, memory, group = packet.size_bytes, self.memory, self.plan.groups[priority]
        limits, free = out.plan.queues[queue], memory.pool_bytes - memory.pool_used
        if group.lossless:
            limit = min(limits.lossless_limit_bytes, limits.lossless_alpha * free)
        else:
            limit = min(limits.limit_bytes, limits.alpha * free)
        if out.queued_bytes[queue] + size > limit or (size > free and not group.lossless):
            out.drop(packet, queue)
            return False
        if group.lossless:
            room = min(self.threshold(priority) - self.group_shared[priority], free)
            shared = min(size, max(0.0, room))
            over = size - shared
            headroom = self.group_headroom[priority] + over
            if over > 0 and (headroom > group.headroom_bytes or memory.headroom_used + over > memory.headroom_bytes):
                self.drop(packet, priority)
                if not self.pausing[priority]:
                    # Less headroom than a frame: the threshold is passed by what is lost.
                    self._pause_peer(priority, True)
                return False
            self.group_headroom[priority] = headroom
            memory.headroom_used += over
        else:
            shared, over = size, 0.0
        self.group_shared[priority] += shared
        memory.pool_used += shared
        packet.group_port, packet.group_priority = self, priority
        held = self.group_shared[priority] + self.group_headroom[priority]
        self.counts[priority].group_largest = max(self.counts[priority].group_largest, held)
        if group.lossless and not self.pausing[priority] and (over > 0 or held >= self.threshold(priority)):
            self._pause_peer(priority, True)
        return True

    def release(self, priority: int, size: float) -> None:
        """Give bytes of a group back, and let the peer go on where the group has room again."""
        p, memory = priority, self.memory
        from_headroom = min(size, self.group_headroom[p])
        self.group_headroom[p] -= from_headroom
        memory.headroom_used -= from_headroom
        self.group_shared[p] -= size - from_headroom
        memory.pool_used -= size - from_headroom
        if self.pausing[p] and self.group_headroom[p] <= 0:
            group = self.plan.groups[p]
            if self.group_shared[p] <= max(group.xon_bytes, self.threshold(p) - group.resume_offset_bytes):
                self._pause_peer(p, False)

    def drop(self, packet: Packet, priority: int) -> None:
        """Count a lost packet at this port."""
        if packet.kind is PacketKind.DATA:
            packet.flow.dropped += 1
            self.counts[priority].dropped_packets += 1
            self.counts[priority].dropped_bytes += packet.size_bytes

    def pause_for_ever(self) -> None:
        """Pause everything that the peer obeys, and never let it go on."""
        for priority in range(PRIORITIES):
            self._pause_peer(priority, True)

    def _pause_peer(self, priority: int, on: bool) -> None:
        """Send a pause frame, which waits for the frame on the wire, or one that ends the pause."""
        self.pausing[priority] = on
        now = self.clock.now
        self.counts[priority].pausing_changed(on, now)
        begins = max(now, self.busy_until)
        arrives = begins + (CONTROL_FRAME_BYTES + GAP_BYTES) * self._ns_per_byte + self.plan.delay_ns
        peer = self.peer
        if peer.plan.stops[priority] and not self.down:
            self.clock.at(arrives + peer.plan.response_ns, partial(peer.obey, priority, on))

    # What leaves.

    def obey(self, priority: int, on: bool) -> None:
        """Obey a pause of the peer, or its end: a queue goes on when no priority stops it any more."""
        for queue in self.plan.stops[priority]:
            before = self._stopping[queue]
            self._stopping[queue] = before | {priority} if on else before - {priority}
            self._set_stopped(queue, bool(self._stopping[queue]))

    def _set_stopped(self, queue: int, on: bool) -> None:
        if self.stopped[queue] == on:
            return
        now = self.clock.now
        self.stopped[queue] = on
        self._stopped_number[queue] += 1
        self._stopped_since[queue] = now
        self.counts[queue].paused_changed(on, now)
        detect = self.plan.watchdog_detect_ns
        if on and detect:
            self.clock.at(now + detect, partial(self._look_for_storm, queue, self._stopped_number[queue]))
        if not on:
            if self.storm[queue]:
                restored = now + self.plan.watchdog_restore_ns
                self.clock.at(restored, partial(self._end_storm, queue, self._stopped_number[queue]))
            self.kick()

    def stopped_for_ns(self, queue: int) -> float:
        """Return for how long a queue has been stopped without a break."""
        return self.clock.now - self._stopped_since[queue]

    def _look_for_storm(self, queue: int, number: int) -> None:
        if number == self._stopped_number[queue] and self.queues[queue] and not self.storm[queue]:
            self.storm[queue] = True
            self.counts[queue].watchdog_since = self.clock.now
            self._empty(queue)
        elif number == self._stopped_number[queue] and not self.storm[queue]:
            # The queue had nothing to send; a storm is looked for as long as the pause lasts.
            self.clock.at(self.clock.now + self.plan.watchdog_detect_ns, partial(self._look_for_storm, queue, number))

    def _end_storm(self, queue: int, number: int) -> None:
        if number == self._stopped_number[queue]:
            self.storm[queue] = False
            self.counts[queue].watchdog_ended(self.clock.now)

    def _empty(self, queue: int) -> None:
        for packet in self.queues[queue]:
            packet.group_port.release(packet.group_priority, packet.size_bytes)
            self.drop(packet, queue)
        self.queues[queue].clear()
        left = self._sending_bytes if self._sending_queue == queue else 0
        self.counts[queue].queue_changed(self.queued_bytes[queue], left, self.clock.now)
        self.queued_bytes[queue] = left

    def fail(self) -> None:
        """Carry nothing any more; what waits here is lost."""
        self.down = True
        for queue in range(PRIORITIES):
            self._empty(queue)

    def mark(self, packet: Packet, queue: int, held_bytes: int = 0) -> None:
        """Mark a packet, or not, by the depth of its queue without `held_bytes`."""
        curve, depth = self.plan.queues[queue], self.queued_bytes[queue] - held_bytes
        if not curve.marks or depth <= curve.kmin_bytes or packet.kind is not PacketKind.DATA:
            return
        if depth >= curve.kmax_bytes:
            marked = True
        else:
            share = (depth - curve.kmin_bytes) / (curve.kmax_bytes - curve.kmin_bytes)
            marked = self._chance.random() < share * curve.pmax
        if marked and packet.flow.plan.ecn_capable:
            packet.marked = True
            self.counts[queue].marked_packets += 1

    def enqueue(self, packet: Packet, queue: int) -> None:
        """Put a packet into its queue, and send if the wire is free."""
        self.settle()
        if self.storm[queue] or self.down:
            packet.group_port.release(packet.group_priority, packet.size_bytes)
            self.drop(packet, queue)
            return
        before = self.queued_bytes[queue]
        after = before + packet.size_bytes
        self.counts[queue].queue_changed(before, after, self.clock.now)
        self.queued_bytes[queue] = after
        self.queues[queue].append(packet)
        if self.clock.now >= self.busy_until:
            self.kick()
        elif not self._wake_set:
            self._wake_set = True
            self.clock.at(self.busy_until, self._wake)

    def _wake(self) -> None:
        self._wake_set = False
        self.settle()
        self.kick()

    def settle(self) -> None:
        """Give the buffer of the packet back that is on the wire by now; it counts until its last byte left."""
        size, now = self._sending_bytes, self.clock.now
        if not size or now < self.busy_until:
            return
        self._sending_bytes = 0
        queue = self._sending_queue
        before = self.queued_bytes[queue]
        self.queued_bytes[queue] = before - size
        self.counts[queue].queue_changed(before, before - size, now)
        port, priority = self._sending_group
        port.release(priority, size)

    def kick(self) -> None:
        """Send the next packet if the wire is free."""
        now = self.clock.now
        if now < self.busy_until:
            if not self._wake_set:
                self._wake_set = True
                self.clock.at(self.busy_until, self._wake)
            return
        self.settle()
        queue = self._chosen(now)
        if queue < 0:
            return
        packet = self.queues[queue].popleft()
        self.leaving(packet, queue)
        self.transmit(packet, queue)
        self._sending_bytes, self._sending_queue = packet.size_bytes, queue
        self._sending_group = (packet.group_port, packet.group_priority)
        if not self._wake_set:
            self._wake_set = True
            self.clock.at(self.busy_until, self._wake)

    @abstractmethod
    def leaving(self, packet: Packet, queue: int) -> None:
        """Do what is done with a packet as it leaves its queue."""

    def transmit(self, packet: Packet, queue: int) -> None:
        """Put a packet on the wire."""
        now = self.clock.now
        wire_ns = (packet.size_bytes + GAP_BYTES) * self._ns_per_byte
        self.busy_until = now + wire_ns
        self.counts[queue].sent_bytes += packet.size_bytes
        if self._shaping:
            begun = max(self._shaped_until[queue], now - 2 * wire_ns)
            self._shaped_until[queue] = begun + packet.size_bytes * 8 / self.plan.queues[queue].shaper_gbps
        if not self.down:
            packet.hop += 1
            self.clock.at(self.busy_until + self.plan.delay_ns, partial(self.peer.arrive, packet))

    @abstractmethod
    def arrive(self, packet: Packet) -> None:
        """Take a packet from the cable. Ports of switches and of hosts differ here."""

    def _chosen(self, now: float) -> int:
        """Return the queue that sends next; -1 where none can."""
        queues, stopped = self.queues, self.stopped
        for queue in self._strict:
            if queues[queue] and not stopped[queue] and self._may(queue, now):
                return queue
        waiting = [q for q in self._shared if queues[q] and not stopped[q] and self._may(q, now)]
        if not waiting:
            return -1
        if len(waiting) == 1:
            return waiting[0]
        return self._by_weight(waiting)

    def _may(self, queue: int, now: float) -> bool:
        if not self._shaping or now >= self._shaped_until[queue]:
            return True
        if not self._wake_set:
            self._wake_set = True
            self.clock.at(self._shaped_until[queue], self._wake)
        return False

    def _by_weight(self, waiting: list[int]) -> int:
        """Return the next queue by deficit round robin."""
        for queue in self._shared:
            if queue not in waiting:
                self._credit[queue] = 0.0
        while True:
            queue = self._shared[self._turn]
            if queue in waiting and self._credit[queue] >= self.queues[queue][0].size_bytes:
                self._credit[queue] -= self.queues[queue][0].size_bytes
                return queue
            self._turn = (self._turn + 1) % len(self._shared)
            self._credit[self._shared[self._turn]] += self._quantum[self._shared[self._turn]]
