"""Queues and groups of all switches at once: admission, marking, scheduling, pauses and watchdogs in steps."""

from __future__ import annotations

import numpy as np

from roce_lint.simulate.outcome import QueueOutcome
from roce_lint.simulate.plant import Plant
from roce_lint.simulate.step_layout import Flags, Floats, Ints, StepLayout


class StepQueues:
    """What every entry holds, and what follows for queues, groups and pools."""

    def __init__(self, plant: Plant, layout: StepLayout) -> None:
        self._plant, self._layout = plant, layout
        entries, queues, groups = len(layout.flow_of), len(layout.queues), len(layout.groups)
        self.held: Floats = np.zeros(entries)
        self.marked: Floats = np.zeros(len(layout.inner))
        """Packets of each entry, but the NICs', that were marked as they came in during this step."""
        self.backlog: Floats = np.zeros(queues)
        self._used: Floats = np.zeros(groups)
        inner = layout.inner
        self._queue: Ints = layout.queue_of[inner]
        self._group: Ints = layout.group_of[inner]
        self._flow: Ints = layout.flow_of[inner]
        self._capable: Flags = np.array([flow.ecn_capable for flow in plant.flows])[self._flow]
        self._set_queues()
        self._set_groups()
        self._depth = layout.longest_delay()
        self._pausing_before: Flags = np.zeros((self._depth, groups), dtype=bool)
        self.pausing: Flags = np.zeros(groups, dtype=bool)
        self.stopped: Flags = np.zeros(queues, dtype=bool)
        self.stopped_steps: Ints = np.zeros(queues, dtype=np.int64)
        self._forced: dict[int, int] = {}
        self._storm: Flags = np.zeros(queues, dtype=bool)
        self._storm_left: Ints = np.zeros(queues, dtype=np.int64)
        # As it was in the last step: what groups hold above it is headroom, and not of the pool.
        self._threshold: Floats = self._xoff
        self.reset()

    def _set_queues(self) -> None:
        plant, layout = self._plant, self._layout
        plans = [plant.ports[port].queues[queue] for port, queue in layout.queues]
        self._marks: Flags = np.array([plan.marks for plan in plans])
        self._kmin: Floats = np.array([plan.kmin_bytes if plan.marks else 1e18 for plan in plans])
        self._kmax: Floats = np.array([plan.kmax_bytes if plan.marks else 1e18 for plan in plans])
        self._span = np.maximum(1.0, self._kmax - self._kmin)
        self._pmax: Floats = np.array([plan.pmax for plan in plans])
        self._limit: Floats = np.array([min(plan.limit_bytes, 1e18) for plan in plans])
        self._alpha: Floats = np.array([min(plan.alpha, 1e9) for plan in plans])
        self._lossless_limit: Floats = np.array([min(plan.lossless_limit_bytes, 1e18) for plan in plans])
        self._lossless_alpha: Floats = np.array([min(plan.lossless_alpha, 1e9) for plan in plans])
        self._limits_lossless = bool((self._lossless_limit < 1e18).any() or (self._lossless_alpha < 1e9).any())
        self._weight: Floats = np.array([plan.weight for plan in plans])
        step = layout.step_ns
        self._most: Floats = np.array([min(plan.shaper_gbps, 1e6) / 8 * step for plan in plans])
        ranks = [queue + 1 if plan.strict else 0 for plan, (_, queue) in zip(plans, layout.queues, strict=True)]
        self._ranks: Ints = np.array(ranks)
        self._rank_order = sorted(set(ranks), reverse=True)
        self._alone = bool(len(layout.ports) == len(layout.queues)) and bool((self._most > layout.capacity.max()).all())
        self._detect: Ints = np.array(
            [round(plant.ports[port].watchdog_detect_ns / step) for port, _ in layout.queues], dtype=np.int64
        )
        self._restore: Ints = np.array(
            [round(plant.ports[port].watchdog_restore_ns / step) for port, _ in layout.queues], dtype=np.int64
        )
        self._watched = bool(self._detect.any())
        by_place = {place: number for number, place in enumerate(layout.queues)}
        # The queue at the port by which a group's packets came in: its storm drops them too.
        storm_of = []
        for into, priority in layout.groups:
            queue = plant.ports[into].queue_of_priority[priority]
            storm_of.append(by_place.get((into, queue), -1))
        self._storm_of_group: Ints = np.array(storm_of, dtype=np.int64)

    def _set_groups(self) -> None:
        plant, layout = self._plant, self._layout
        plans = [plant.ports[port].groups[priority] for port, priority in layout.groups]
        self._lossless: Flags = np.array([plan.lossless for plan in plans])
        self._xoff: Floats = np.array([min(plan.xoff_bytes, 1e18) for plan in plans])
        self._group_alpha: Floats = np.array([min(plan.alpha, 1e9) for plan in plans])
        self._xon: Floats = np.array([plan.xon_bytes for plan in plans])
        self._offset: Floats = np.array([min(plan.resume_offset_bytes, 1e18) for plan in plans])
        step = layout.step_ns
        # Steps do not resolve what comes in during one of them.
        self._headroom: Floats = np.array(
            [
                plan.headroom_bytes + plant.ports[port].speed_gbps / 8 * step
                for plan, (port, _) in zip(plans, layout.groups, strict=True)
            ]
        )
        owners, slice_of = plant.memories()
        self._memory: Ints = np.array([slice_of[port] for port, _ in layout.groups])
        self._pool: Floats = np.array([min(device.pool_bytes, 1e18) for device in owners])
        self._headroom_pool: Floats = np.array([min(device.headroom_pool_bytes, 1e18) for device in owners])
        self._pooled = bool((self._headroom_pool < 1e18).any())
        self._pause_delay: Ints = np.array([layout.pause_steps(port) for port, _ in layout.groups], dtype=np.int64)
        self._queue_memory: Ints = np.array([slice_of[port] for port, _ in layout.queues])
        by_place = {place: number for number, place in enumerate(layout.queues)}
        pairs = [
            (number, by_place[plant.ports[port].peer, queue])
            for number, (port, priority) in enumerate(layout.groups)
            for queue in plant.ports[plant.ports[port].peer].stops[priority]
            if (plant.ports[port].peer, queue) in by_place
        ]
        self._pair_group: Ints = np.array([pair[0] for pair in pairs], dtype=np.int64)
        self._pair_queue: Ints = np.array([pair[1] for pair in pairs], dtype=np.int64)
        self._pair_delay = self._pause_delay[self._pair_group]

    def reset(self) -> None:
        """Count from now on."""
        queues, groups = len(self._layout.queues), len(self._layout.groups)
        self._largest, self._area = np.zeros(queues), np.zeros(queues)
        self._paused, self._served = np.zeros(queues), np.zeros(queues)
        self._dropped, self._marked_count = np.zeros(queues), np.zeros(queues)
        self._storm_steps = np.zeros(queues)
        self._pausing_steps, self._pauses = np.zeros(groups), np.zeros(groups)
        self._group_largest, self._group_dropped = np.zeros(groups), np.zeros(groups)
        self._steps = 0

    def stick(self, device: int, step: int) -> int:
        """Let a host pause its switch for ever; return from which step on what still arrives is lost."""
        plant, layout, last = self._plant, self._layout, step
        for number, (port, queue) in enumerate(layout.queues):
            peer = plant.ports[port].peer
            if plant.ports[peer].device != device:
                continue
            obeyed = step + layout.pause_steps(peer)
            last = max(last, obeyed + layout.steps(plant.ports[port].delay_ns) + 2)
            if any(queue in queues for queues in plant.ports[port].stops):
                self._forced[number] = obeyed
        return last

    def stop(self, step: int) -> None:
        """Stop the queues whose peers sent a pause that has arrived."""
        was = self.stopped
        pausing = self._pausing_before[(step - 1 - self._pair_delay) % self._depth, self._pair_group]
        self.stopped = np.bincount(self._pair_queue[pausing], minlength=len(was)) > 0
        for queue, since in self._forced.items():
            if step >= since:
                self.stopped[queue] = True
        self.stopped_steps = np.where(self.stopped, self.stopped_steps + 1, 0)
        if self._watched:
            self._watch()

    def _watch(self) -> None:
        begins = (self._detect > 0) & (self.stopped_steps >= self._detect) & (self.backlog > 1) & ~self._storm
        self._storm |= begins
        self._storm_left = np.where(self.stopped & self._storm, self._restore, np.maximum(0, self._storm_left - 1))
        self._storm &= self.stopped | (self._storm_left > 0)
        self._storm_steps += self._storm

    def arrive(self, arrived: Floats) -> Floats:
        """Take what comes in, mark it, and return what is dropped of each entry but the NICs'."""
        groups, memories = len(self._layout.groups), len(self._pool)
        coming = np.bincount(self._group, arrived, groups)
        shared = np.minimum(self._used, self._threshold)
        pool_used = np.bincount(self._memory, np.where(self._lossless, shared, self._used), memories)
        free = np.maximum(0.0, self._pool - pool_used)
        threshold = np.minimum(self._xoff, self._group_alpha * free[self._memory])
        room = np.where(
            self._lossless,
            np.maximum(threshold, shared) + self._headroom - self._used,
            free[self._memory],
        )
        lost_of_group = np.clip(1 - np.maximum(room, 0.0) / np.maximum(coming, 1e-9), 0.0, 1.0)
        lost = lost_of_group[self._group]
        lossy = ~self._lossless[self._group]
        for concerned, limits, alphas in (
            (lossy, self._limit, self._alpha),
            (~lossy & self._limits_lossless, self._lossless_limit, self._lossless_alpha),
        ):
            if concerned.any():
                limit = np.minimum(limits, alphas * free[self._queue_memory])
                into = np.bincount(self._queue, arrived, len(self.backlog))
                drains = self._layout.capacity[self._layout.port_of_queue]
                over = np.clip(1 - np.maximum(limit + drains - self.backlog, 0.0) / np.maximum(into, 1e-9), 0.0, 1.0)
                lost = np.where(concerned, np.maximum(lost, over[self._queue]), lost)
        if self._storm.any():
            by_port = self._storm_of_group[self._group]
            lost = np.where(self._storm[self._queue] | ((by_port >= 0) & self._storm[by_port]), 1.0, lost)
        dropped = arrived * lost
        kept = arrived - dropped
        share = np.clip((self.backlog - self._kmin) / self._span, 0.0, 1.0)
        chance = np.where(self.backlog >= self._kmax, 1.0, share * self._pmax)
        self.marked = np.where(self._capable, kept / self._plant.frame_bytes * chance[self._queue], 0.0)
        if chance.any():
            self._marked_count += np.bincount(self._queue, self.marked, len(self.backlog))
        inner = self._layout.inner
        self.held[inner] += kept
        if self._storm.any():
            emptied = self._storm[self._queue]
            flushed = np.where(emptied, self.held[inner], 0.0)
            self.held[inner] -= flushed
            dropped = dropped + flushed
        if dropped.any():
            by_group = np.where(lossy | self._storm[self._queue], 0.0, dropped)
            self._group_dropped += np.bincount(self._group, by_group, groups)
            self._dropped += np.bincount(self._queue, dropped - by_group, len(self.backlog))
        return dropped

    def serve(self) -> Floats:
        """Let queues send for one step; return what leaves each entry."""
        layout = self._layout
        self.backlog = summed(layout.queue_of, self.held, len(self.backlog))
        wanted = np.where(~self.stopped, np.minimum(self.backlog, self._most), 0.0)
        served = np.minimum(wanted, layout.capacity[layout.port_of_queue]) if self._alone else self._by_rank(wanted)
        part = np.divide(served, self.backlog, out=np.zeros_like(served), where=self.backlog > 0)
        leaving = part[layout.queue_of]
        left = self.held * leaving
        self.held -= left
        self._served += served
        self.backlog = self.backlog - served
        return left

    def _by_rank(self, wanted: Floats) -> Floats:
        """Return what each queue sends: strict ones first, the others by weight."""
        layout, ports = self._layout, len(self._layout.ports)
        left, served = layout.capacity.copy(), np.zeros_like(wanted)
        for rank in self._rank_order:
            mine = self._ranks == rank
            rounds = 1 if rank else 4
            for _ in range(rounds):
                more = np.where(mine, wanted - served, 0.0)
                weight = np.where(more > 1e-9, self._weight, 0.0)
                total = np.bincount(layout.port_of_queue, weight, ports)
                unit = np.divide(left, total, out=np.zeros(ports), where=total > 0)
                given = np.minimum(more, unit[layout.port_of_queue] * weight)
                served += given
                left = np.maximum(0.0, left - np.bincount(layout.port_of_queue, given, ports))
        return served

    def sent_by_nics(self, queues: Ints, amounts: Floats) -> None:
        """Count what NICs send."""
        self._served += np.bincount(queues, amounts, len(self.backlog))

    def settle(self, step: int) -> None:
        """Decide on pauses by what is held now, and count."""
        layout, groups = self._layout, len(self._layout.groups)
        inner = layout.inner
        self._used = summed(self._group, self.held[inner], groups)
        used_shared = np.minimum(self._used, np.maximum(self._threshold, 0.0))
        pool_used = np.bincount(self._memory, np.where(self._lossless, used_shared, self._used), len(self._pool))
        free = np.maximum(0.0, self._pool - pool_used)
        threshold = np.minimum(self._xoff, self._group_alpha * free[self._memory])
        self._threshold = threshold
        begins = self._lossless & ~self.pausing & (self._used >= threshold) & (self._used > 0)
        ends = self.pausing & (self._used <= np.maximum(self._xon, threshold - self._offset))
        self.pausing = (self.pausing | begins) & ~ends
        self._pausing_before[step % self._depth] = self.pausing
        self._pauses += begins
        self._pausing_steps += self.pausing
        self._paused += self.stopped
        self._largest = np.maximum(self._largest, self.backlog)
        self._group_largest = np.maximum(self._group_largest, self._used)
        self._area += self.backlog
        self._steps += 1

    def now(self) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], float]]:
        """Return how deep each queue is, and how long it has been stopped."""
        places, step = self._layout.queues, self._layout.step_ns
        depths = dict(zip(places, self.backlog.tolist(), strict=True))
        return depths, dict(zip(places, (self._paused * step).tolist(), strict=True))

    def outcomes(self, measured_ns: float) -> tuple[QueueOutcome, ...]:
        """Return the figures of every queue and group."""
        layout, step, frame = self._layout, self._layout.step_ns, self._plant.frame_bytes
        group_at = {place: number for number, place in enumerate(layout.groups)}
        queue_at = {place: number for number, place in enumerate(layout.queues)}
        found = []
        for port, priority in sorted({*layout.queues, *layout.groups}):
            q, g = queue_at.get((port, priority), -1), group_at.get((port, priority), -1)
            dropped = (self._dropped[q] if q >= 0 else 0.0) + (self._group_dropped[g] if g >= 0 else 0.0)
            found.append(
                QueueOutcome(
                    port=port,
                    priority=priority,
                    sent_bytes=_at(self._served, q),
                    dropped_packets=float(dropped) / frame,
                    dropped_bytes=float(dropped),
                    marked_packets=_at(self._marked_count, q),
                    queue_largest_bytes=_at(self._largest, q),
                    queue_mean_bytes=_at(self._area, q) / max(1, self._steps),
                    paused_ns=min(measured_ns, _at(self._paused, q) * step),
                    pausing_ns=min(measured_ns, _at(self._pausing_steps, g) * step),
                    pauses_sent=_at(self._pauses, g),
                    group_largest_bytes=_at(self._group_largest, g),
                    watchdog_ns=_at(self._storm_steps, q) * step,
                )
            )
        return tuple(found)


def summed(places: Ints, amounts: Floats, count: int) -> Floats:
    """Return the sum of the amounts at each place."""
    return np.bincount(places, amounts, count).astype(np.float64, copy=False)


def _at(values: Floats, index: int) -> float:
    return float(values[index]) if index >= 0 else 0.0
