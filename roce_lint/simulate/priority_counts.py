"""The counters of one port in one priority."""

from __future__ import annotations


class PriorityCounts:
    """What happened so far; `reset` forgets it and keeps what goes on."""

    __slots__ = (
        "_area", "_area_from", "_depth", "_depth_from", "_paused_since", "_pausing_since", "dropped_bytes",
        "dropped_packets", "group_largest", "marked_packets", "paused_ns", "pauses_sent", "pausing_ns",
        "queue_largest", "sent_bytes", "watchdog_ns", "watchdog_since",
    )  # fmt: skip

    def __init__(self) -> None:
        self._depth = 0.0
        self._paused_since = self._pausing_since = self.watchdog_since = -1.0
        self.reset(0.0)

    def reset(self, now: float) -> None:
        """Count from now on."""
        self.sent_bytes = self.dropped_packets = self.dropped_bytes = self.marked_packets = 0
        self.pauses_sent = 0
        self.queue_largest = self.group_largest = self._depth
        self._area, self._area_from, self._depth_from = 0.0, now, now
        self.paused_ns = self.pausing_ns = self.watchdog_ns = 0.0
        for name in ("_paused_since", "_pausing_since", "watchdog_since"):
            if getattr(self, name) >= 0:
                setattr(self, name, now)

    def queue_changed(self, before: float, after: float, now: float) -> None:
        """Note the depth of the queue."""
        self._area += before * (now - self._depth_from)
        self._depth_from = now
        self._depth = after
        if after > self.queue_largest:
            self.queue_largest = after

    def paused_changed(self, on: bool, now: float) -> None:
        """Note that the peer stopped the queue, or let it go on."""
        if on:
            self._paused_since = now
        elif self._paused_since >= 0:
            self.paused_ns += now - self._paused_since
            self._paused_since = -1.0

    def pausing_changed(self, on: bool, now: float) -> None:
        """Note that the peer is stopped, or let go on."""
        if on:
            self.pauses_sent += 1
            if self._pausing_since < 0:
                self._pausing_since = now
        elif self._pausing_since >= 0:
            self.pausing_ns += now - self._pausing_since
            self._pausing_since = -1.0

    def watchdog_ended(self, now: float) -> None:
        """Note that the watchdog lets traffic through again."""
        self.watchdog_ns += now - self.watchdog_since
        self.watchdog_since = -1.0

    def paused_so_far(self, now: float) -> float:
        """Return how long the queue has been stopped, with the pause that goes on."""
        return self.paused_ns + (now - self._paused_since if self._paused_since >= 0 else 0.0)

    def close(self, now: float) -> float:
        """End what goes on, and return the mean depth of the queue."""
        self.queue_changed(self._depth, self._depth, now)
        self.paused_changed(False, now)
        self.pausing_changed(False, now)
        if self.watchdog_since >= 0:
            self.watchdog_ended(now)
        return self._area / max(1.0, now - self._area_from)
