"""DCQCN as a sender runs it: a cut with each CNP, alpha that decays, and increases by timer and by byte counter."""

from __future__ import annotations

from roce_lint.simulate.plant import PlantNic


class RateControlState:
    """The reaction point of one flow. Times must not go backwards.

    Timers that have run out are caught up with when the flow is looked at, in their order.
    Source: DCQCN, SIGCOMM 2015, section 3.2 and figure 7.
    """

    __slots__ = (
        "_alpha_at", "_byte_rounds", "_bytes", "_line_gbps", "_next_cut", "_nic", "_raise_at", "_time_rounds", "alpha",
        "rate_gbps", "target_gbps",
    )  # fmt: skip

    def __init__(self, nic: PlantNic, line_gbps: float) -> None:
        self._nic = nic
        self._line_gbps = line_gbps
        self.rate_gbps = self.target_gbps = line_gbps
        self.alpha = nic.initial_alpha
        self._alpha_at = self._raise_at = self._next_cut = 0.0
        self._bytes = 0.0
        self._time_rounds = self._byte_rounds = 0

    def begin(self, now: float) -> None:
        """Start the timers, when the flow starts."""
        self._alpha_at = now + self._nic.alpha_timer_ns
        self._raise_at = now + self._nic.increase_timer_ns

    def congested(self, now: float) -> None:
        """Cut the rate on a CNP, unless the last cut is too recent."""
        self.catch_up(now)
        nic = self._nic
        if now < self._next_cut:
            return
        self._next_cut = now + nic.cut_interval_ns
        self.target_gbps = self.rate_gbps
        self.rate_gbps = max(nic.least_gbps, self.rate_gbps * (1 - self.alpha / 2))
        self.alpha = (1 - nic.gain) * self.alpha + nic.gain
        self._alpha_at = now + nic.alpha_timer_ns
        self._raise_at = now + nic.increase_timer_ns
        self._bytes = 0.0
        self._time_rounds = self._byte_rounds = 0

    def sent(self, size_bytes: int) -> None:
        """Count bytes, and raise the rate when the byte counter is full."""
        if self.rate_gbps >= self._line_gbps:
            return
        self._bytes += size_bytes
        if self._bytes >= self._nic.byte_counter_bytes:
            self._bytes -= self._nic.byte_counter_bytes
            self._byte_rounds += 1
            self._increase()

    def catch_up(self, now: float) -> None:
        """Let the timers run out that should have by now."""
        while self._alpha_at <= now or self._raise_at <= now:
            if self._alpha_at <= self._raise_at:
                self.alpha *= 1 - self._nic.gain
                self._alpha_at += self._nic.alpha_timer_ns
            else:
                self._raise_at += self._nic.increase_timer_ns
                if self.rate_gbps < self._line_gbps:
                    self._time_rounds += 1
                    self._increase()

    def _increase(self) -> None:
        rounds, nic = self._nic.fast_recovery_rounds, self._nic
        if min(self._time_rounds, self._byte_rounds) > rounds:
            self.target_gbps += nic.hyper_gbps
        elif max(self._time_rounds, self._byte_rounds) > rounds:
            self.target_gbps += nic.additive_gbps
        self.target_gbps = min(self.target_gbps, self._line_gbps)
        self.rate_gbps = min((self.rate_gbps + self.target_gbps) / 2, self._line_gbps)
