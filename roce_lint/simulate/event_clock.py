"""The clock of the packet engine: what happens next, in the order of time and, at one time, in that of scheduling."""

from __future__ import annotations

import heapq
from collections.abc import Callable


class EventClock:
    """Actions by time. `now` is the time of the action that runs."""

    __slots__ = ("_heap", "_number", "now")

    def __init__(self) -> None:
        self.now = 0.0
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0

    def at(self, when: float, action: Callable[[], None]) -> None:
        """Call `action` at a time."""
        self._number += 1
        heapq.heappush(self._heap, (when, self._number, action))

    def run_until(self, end: float) -> None:
        """Run everything up to a time."""
        heap, pop = self._heap, heapq.heappop
        while heap and heap[0][0] <= end:
            when, _, action = pop(heap)
            self.now = when
            action()
        self.now = end
