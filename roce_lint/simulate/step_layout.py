"""Where the bytes of each flow can be: arrays over (flow, hop), and the queues, groups and ports that they share."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from roce_lint.simulate.packets import chosen_path
from roce_lint.simulate.plant import CONTROL_FRAME_BYTES, GAP_BYTES, Plant

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]


class StepLayout:
    """Numbers every place where a flow can have bytes: `entry` h of a flow is the queue of the h-th port of its path.

    The first entry of a flow is its NIC, which holds nothing. Queues and groups are those that flows use.
    """

    def __init__(self, plant: Plant, step_ns: float) -> None:
        self.plant = plant
        self.step_ns = step_ns
        self.paths = [chosen_path(flow.paths, plant.seed, flow.name) for flow in plant.flows]
        queues: dict[tuple[int, int], int] = {}
        groups: dict[tuple[int, int], int] = {}
        flow_of, queue_of, group_of = list[int](), list[int](), list[int]()
        delay, first = list[int](), list[int]()
        frame_bits = (plant.frame_bytes + GAP_BYTES) * 8
        for index, path in enumerate(self.paths):
            first.append(len(flow_of))
            flow = plant.flows[index]
            priority, dscp = flow.priority, flow.dscp
            for hop, number in enumerate(path):
                port = plant.ports[number]
                group = -1
                if hop:
                    into = plant.ports[path[hop - 1]].peer
                    by_dscp = plant.ports[into].priority_of_dscp
                    priority = by_dscp[dscp] if by_dscp else priority
                    group = groups.setdefault((into, priority), len(groups))
                    if port.dscp_of_priority and port.dscp_of_priority[priority] >= 0:
                        dscp = port.dscp_of_priority[priority]
                flow_of.append(index)
                queue_of.append(queues.setdefault((number, port.queue_of_priority[priority]), len(queues)))
                group_of.append(group)
                delay.append(self.steps(port.delay_ns + frame_bits / port.speed_gbps))
        self.flow_of: Ints = np.array(flow_of)
        self.queue_of: Ints = np.array(queue_of)
        self.group_of: Ints = np.array(group_of)
        self.delay: Ints = np.array(delay)
        self.first: Ints = np.array(first)
        self.last: Ints = np.append(self.first[1:], len(flow_of)) - 1
        self.inner: Ints = np.flatnonzero(self.group_of >= 0)
        self.queues = list(queues)
        self.groups = list(groups)
        self.ports = sorted({port for port, _ in self.queues})
        place = {port: number for number, port in enumerate(self.ports)}
        self.port_of_queue: Ints = np.array([place[port] for port, _ in self.queues])
        self.capacity: Floats = np.array(
            [
                plant.ports[port].speed_gbps / 8 * step_ns * plant.frame_bytes / (plant.frame_bytes + GAP_BYTES)
                for port in self.ports
            ]
        )
        self.back: Ints = np.array([self._back_steps(index) for index in range(len(plant.flows))])
        self.forward: Ints = np.array(
            [int(self.delay[a : b + 1].sum()) for a, b in zip(self.first, self.last, strict=True)]
        )

    def steps(self, duration_ns: float) -> int:
        """Return a time in steps, at least one."""
        return max(1, round(duration_ns / self.step_ns))

    def _back_steps(self, index: int) -> int:
        plant, flow = self.plant, self.plant.flows[index]
        path = chosen_path(flow.paths_back, plant.seed, f"{flow.name} back")
        bits = (CONTROL_FRAME_BYTES + GAP_BYTES) * 8
        return self.steps(sum(plant.ports[port].delay_ns + bits / plant.ports[port].speed_gbps for port in path))

    def pause_steps(self, port: int) -> int:
        """Return how long a pause that a port sends takes until its peer stops, beyond the step that decides on it.

        On the average it waits for half a frame, and half a frame of the peer follows it.
        """
        own = self.plant.ports[port]
        bits = (CONTROL_FRAME_BYTES + GAP_BYTES + self.plant.frame_bytes) * 8
        delay = own.delay_ns + self.plant.ports[own.peer].response_ns + bits / own.speed_gbps
        return max(0, round(delay / self.step_ns) - 1)

    def longest_delay(self) -> int:
        """Return how many steps back anything looks."""
        pauses = max((self.pause_steps(port) for port, _ in self.groups), default=0)
        return int(max(self.delay.max(), self.back.max(), pauses)) + 2


def step_ns_for(plant: Plant) -> float:
    """Return the length of a step: half a microsecond, one for many flows, and never more than the run needs."""
    step = 500.0 if len(plant.flows) <= 256 else 1000.0
    return min(step, max(50.0, plant.duration_ns / 1000))
