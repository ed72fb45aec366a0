"""The shortest ways between hosts, all of them: what ECMP spreads flows over."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Mapping, Sequence

from roce_lint.simulate.plant import PlantPort

MOST_PATHS = 64
"""Paths kept for one pair of hosts; a hash over more of them tells nothing new."""


class PathFinder:
    """Finds shortest paths over the cables; hosts forward nothing."""

    def __init__(self, ports: Sequence[PlantPort], hosts: frozenset[int]) -> None:
        self._ports = ports
        self._hosts = hosts
        self._leaving: dict[int, list[int]] = {}
        for index, port in enumerate(ports):
            self._leaving.setdefault(port.device, []).append(index)
        self._distances: dict[int, Mapping[int, int]] = {}

    def between(self, source: int, destination: int) -> tuple[tuple[int, ...], ...]:
        """Return the shortest paths, each as the ports that it leaves by; none where the two are not connected."""
        distances = self._to(destination)
        if source not in distances or source == destination:
            return ()
        found: list[tuple[int, ...]] = []
        waiting: list[tuple[int, tuple[int, ...]]] = [(source, ())]
        while waiting and len(found) < MOST_PATHS:
            device, path = waiting.pop()
            if device == destination:
                found.append(path)
                continue
            for port in reversed(self._leaving[device]):
                after = self._ports[self._ports[port].peer].device
                if distances.get(after, len(self._ports)) == distances[device] - 1:
                    waiting.append((after, (*path, port)))
        return tuple(found)

    def along(self, devices: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the paths through these devices in this order; several where cables lie in parallel."""
        paths: list[tuple[int, ...]] = [()]
        for device, after in itertools.pairwise(devices):
            steps = [p for p in self._leaving.get(device, ()) if self._ports[self._ports[p].peer].device == after]
            paths = [(*path, step) for path in paths for step in steps][:MOST_PATHS]
        return tuple(paths)

    def _to(self, destination: int) -> Mapping[int, int]:
        """Return the number of cables from each device that can reach a destination."""
        if destination in self._distances:
            return self._distances[destination]
        distances = {destination: 0}
        waiting = deque([destination])
        while waiting:
            device = waiting.popleft()
            if device in self._hosts and device != destination:
                continue
            for port in self._leaving.get(device, ()):
                before = self._ports[self._ports[port].peer].device
                if before not in distances:
                    distances[before] = distances[device] + 1
                    waiting.append(before)
        self._distances[destination] = distances
        return distances
