"""The step engine: bytes of every flow at every hop move in equal steps of time. For fabrics too large for packets."""

from __future__ import annotations

import math

import numpy as np

from roce_lint.simulate.buffer_cycle import waiting_cycle
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
from roce_lint.simulate.plant import Plant, StuckNic
from roce_lint.simulate.step_control import StepControl
from roce_lint.simulate.step_layout import Flags, Floats, Ints, StepLayout, step_ns_for
from roce_lint.simulate.step_queues import StepQueues
from roce_lint.values import replace

LONG_STOP_NS = 100_000.0
MARK_STEPS = 2048
"""How many steps a mark can wait in a queue."""


class StepRun:
    """One run of a plant in steps."""

    def __init__(self, plant: Plant) -> None:
        self.plant = plant
        self.step_ns = step_ns_for(plant)
        self.layout = layout = StepLayout(plant, self.step_ns)
        self.control = StepControl(plant, layout)
        self.queues = StepQueues(plant, layout)
        self._chance = np.random.default_rng(plant.seed)
        count, depth = len(plant.flows), layout.longest_delay()
        self._depth = depth
        entries = len(layout.flow_of)
        self._left: Floats = np.zeros((depth, entries))
        self._mark_depth = MARK_STEPS if count <= 2048 else MARK_STEPS // 4
        self._marks: Floats = np.zeros((self._mark_depth, count))
        drains = layout.capacity[layout.port_of_queue]
        self._drains: Floats = drains[layout.queue_of[layout.inner]]
        self._rest: Ints = self._steps_to_receiver()
        self._cnps: Flags = np.zeros((depth, count), dtype=bool)
        wire = plant.frame_bytes / plant.payload_bytes
        self._remaining: Floats = np.array([flow.size_bytes * wire for flow in plant.flows])
        self._size = self._remaining.copy()
        self._start: Floats = np.array([flow.start_ns for flow in plant.flows])
        self._delivered = np.zeros(count)
        self._delivered_before = np.zeros(count)
        self._sent = np.zeros(count)
        self._wasted = np.zeros(count)
        self._dropped = np.zeros(count)
        self._marked = np.zeros(count)
        self._cnp_count = np.zeros(count)
        self._done_ns = np.full(count, math.inf)
        self._last_cnp = np.full(count, -math.inf)
        self._blocked_from: Ints = np.full(count, -1, dtype=np.int64)
        self._blocked_to: Ints = np.full(count, -1, dtype=np.int64)
        self._asked_at: Ints = np.full(count, -1, dtype=np.int64)
        self._to_resend = np.zeros(count)
        self._deaf_from: Ints = np.full(count, np.iinfo(np.int64).max, dtype=np.int64)
        self._interval: Floats = np.array([plant.devices[flow.destination].nic.cnp_interval_ns for flow in plant.flows])
        self._nic_queue: Ints = layout.queue_of[layout.first]
        self._nic_port: Ints = layout.port_of_queue[self._nic_queue]
        self._source_of: Ints = layout.inner - 1

    def run(self, watch: RunWatch = NOBODY_WATCHES) -> RunOutcome:
        """Run to the end, and return the figures."""
        plant, steps = self.plant, max(1, round(self.plant.duration_ns / self.step_ns))
        warm = round(plant.warm_up_ns / self.step_ns)
        stuck = sorted((fault.at_ns, fault.device) for fault in plant.faults if isinstance(fault, StuckNic))
        samples = list[RunSample]()
        for step in range(steps):
            now = (step + 1) * self.step_ns
            while stuck and stuck[0][0] <= now:
                device = stuck.pop(0)[1]
                self._deaf_from[[flow.destination == device for flow in plant.flows]] = self.queues.stick(device, step)
            if warm and step == warm:
                self.queues.reset()
                self._delivered_before = self._delivered.copy()
            self._step(step, now)
            if (step + 1) * SLICES // steps > step * SLICES // steps:
                watch.progress((step + 1) / steps)
                if watch.samples:
                    samples.append(self._sample(now))
        return replace(self._outcome(), samples=tuple(samples))

    def _sample(self, now: float) -> RunSample:
        wire = self.plant.frame_bytes / self.plant.payload_bytes
        return RunSample(now, tuple((self._delivered / wire).tolist()), *self.queues.now())

    def _step(self, step: int, now: float) -> None:
        layout, queues, slot = self.layout, self.queues, step % self._depth
        queues.stop(step)
        source = self._source_of
        at = (step - layout.delay[source]) % self._depth
        dropped = queues.arrive(self._left[at, source])
        if dropped.any():
            self._lose(dropped, step)
        self._mark(step)
        self._left[slot] = queues.serve()
        self._left[slot, layout.first] = self._send(step, now)
        self._receive(step, now)
        queues.settle(step)

    def _steps_to_receiver(self) -> Ints:
        """Return how long packets of each entry take from there on, without queues."""
        layout = self.layout
        total = np.cumsum(layout.delay)
        through: Ints = total[layout.last][layout.flow_of] - total + layout.delay
        return through[layout.inner]

    def _mark(self, step: int) -> None:
        """Send marks to the receivers: they come when the queue that was there before them has drained."""
        marking = np.flatnonzero(self.queues.marked)
        if marking.size:
            entries = self.layout.inner[marking]
            queue = self.queues.backlog[self.layout.queue_of[entries]]
            after = (queue / self._drains[marking]).astype(np.int64) + self._rest[marking]
            slots = (step + np.minimum(after, self._mark_depth - 1)) % self._mark_depth
            np.add.at(
                self._marks, (slots, self.layout.flow_of[self.layout.inner[marking]]), self.queues.marked[marking]
            )

    def _send(self, step: int, now: float) -> Floats:
        """Return what NICs put on their cables: flows at their rates, alike where the cable is too slow for all."""
        layout = self.layout
        asked = np.flatnonzero(self._asked_at == step)
        if asked.size:
            self._remaining[asked] += self._to_resend[asked]
            self._to_resend[asked] = 0.0
        active = (self._start < now) & (self._remaining > 0) & ~self.queues.stopped[self._nic_queue]
        wanted = np.where(active, np.minimum(self.control.rate / 8 * self.step_ns, self._remaining), 0.0)
        ports = len(layout.ports)
        total = np.bincount(self._nic_port, wanted, ports)
        short = total > layout.capacity
        if short.any():
            wanted = self._share(wanted, short)
        cnps = self._cnps[step % self._depth]
        if cnps.any():
            self.control.congested(cnps, now)
            self._cnps[step % self._depth] = False
        self.control.passed(wanted, now)
        self._remaining -= wanted
        self._sent += wanted
        self.queues.sent_by_nics(self._nic_queue, wanted)
        return wanted

    def _share(self, wanted: Floats, short: Flags) -> Floats:
        """Return max-min shares of what flows of a NIC want, by a few rounds of filling."""
        layout, ports = self.layout, len(self.layout.ports)
        given = np.zeros_like(wanted)
        left = layout.capacity.copy()
        for _ in range(4):
            open_ = wanted - given > 1e-9
            users = np.bincount(self._nic_port, open_, ports)
            share = np.divide(left, users, out=np.zeros(ports), where=users > 0)
            more = np.where(open_, np.minimum(wanted - given, share[self._nic_port]), 0.0)
            given += more
            left = np.maximum(0.0, left - np.bincount(self._nic_port, more, ports))
        return np.where(short[self._nic_port], given, wanted)

    def _receive(self, step: int, now: float) -> None:
        """Deliver what arrives at hosts: in order, or in vain after a loss; answer marks with CNPs."""
        layout = self.layout
        at = (step - layout.delay[layout.last]) % self._depth
        arrived, marked = self._left[at, layout.last], self._marks[step % self._mark_depth].copy()
        self._marks[step % self._mark_depth] = 0.0
        deaf = self._deaf_from < step
        if deaf.any():
            self._dropped += np.where(deaf, arrived, 0.0)
            arrived = np.where(deaf, 0.0, arrived)
        late = (self._blocked_from <= step) & (step < self._blocked_to)
        if late.any():
            in_vain = np.where(late, arrived, 0.0)
            self._wasted += in_vain
            before_asking = late & (step < self._asked_at + layout.forward)
            self._to_resend += np.where(before_asking, in_vain, 0.0)
            self._delivered += arrived - in_vain
        else:
            self._delivered += arrived
        # What follows a loss is an estimate, which must not add up to more than was to be sent.
        np.minimum(self._delivered, self._size, out=self._delivered)
        done = np.isinf(self._done_ns) & (self._delivered >= self._size - 1e-3)
        if done.any():
            self._done_ns[done] = now
        self._marked += marked
        if marked.any():
            seen = self._chance.random(len(marked)) < -np.expm1(-marked)
            answers = seen & (now - self._last_cnp >= self._interval) & self.control.on
            if answers.any():
                self._last_cnp[answers] = now
                self._cnp_count += answers
                which = np.flatnonzero(answers)
                self._cnps[(step + layout.back[which]) % self._depth, which] = True

    def _lose(self, dropped: Floats, step: int) -> None:
        """Note losses: what follows arrives in vain until the sender, asked by the receiver, has gone back."""
        layout = self.layout
        flows = np.bincount(layout.flow_of[layout.inner], dropped, len(self.plant.flows))
        self._dropped += flows
        hit = flows > 1e-6
        self._to_resend += flows
        fresh = hit & (step >= self._blocked_to)
        if fresh.any():
            asked = step + layout.forward[fresh] // 2 + layout.back[fresh]
            self._blocked_from[fresh] = step + layout.forward[fresh] // 2
            self._asked_at[fresh] = asked
            self._blocked_to[fresh] = asked + layout.forward[fresh]
        again = hit & ~fresh & (step > self._asked_at)
        if again.any():
            # What was sent again is lost again: the sender goes back once more.
            asked = step + layout.forward[again] // 2 + layout.back[again]
            self._asked_at[again] = asked
            self._blocked_to[again] = asked + layout.forward[again]

    def _outcome(self) -> RunOutcome:
        plant, layout = self.plant, self.layout
        wire = plant.frame_bytes / plant.payload_bytes
        flows = []
        for index, plan in enumerate(plant.flows):
            end = min(self._done_ns[index], plant.duration_ns)
            since = max(plan.start_ns, plant.warm_up_ns)
            got = (self._delivered[index] - self._delivered_before[index]) / wire
            resent = (self._wasted[index] + self._dropped[index]) / wire
            flows.append(
                FlowOutcome(
                    throughput_gbps=float(got * 8 / (end - since)) if end > since else 0.0,
                    completion_ns=float(self._done_ns[index] - plan.start_ns),
                    delivered_bytes=float(self._delivered[index] / wire),
                    sent_packets=float(self._sent[index] / plant.frame_bytes),
                    resent_packets=float(resent / plant.payload_bytes),
                    resent_bytes=float(resent),
                    dropped_packets=float(self._dropped[index] / plant.frame_bytes),
                    marked_packets=float(self._marked[index]),
                    cnps=float(self._cnp_count[index]),
                    path=layout.paths[index],
                )
            )
        return RunOutcome(EngineName.STEPS, tuple(flows), self._queue_outcomes(), self._deadlock())

    def _queue_outcomes(self) -> tuple[QueueOutcome, ...]:
        return self.queues.outcomes(self.plant.duration_ns - self.plant.warm_up_ns)

    def _deadlock(self) -> tuple[tuple[int, int], ...]:
        waits: dict[tuple[int, int], set[tuple[int, int]]] = {}
        layout, queues = self.layout, self.queues
        long_stopped = queues.stopped_steps * self.step_ns >= LONG_STOP_NS
        for entry in layout.inner:
            queue, before = layout.queue_of[entry], layout.queue_of[entry - 1]
            if queues.held[entry] > 1 and long_stopped[queue] and long_stopped[before]:
                waits.setdefault(layout.queues[before], set()).add(layout.queues[queue])
        return waiting_cycle(waits)


def run_steps(plant: Plant, watch: RunWatch = NOBODY_WATCHES) -> RunOutcome:
    """Return what happens to the flows of a plant, in steps of time."""
    return StepRun(plant).run(watch)
