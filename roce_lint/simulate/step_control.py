"""DCQCN of all flows at once: rates as arrays; CNPs, timers and byte counters are events of each flow."""

from __future__ import annotations

import numpy as np

from roce_lint.simulate.plant import Plant
from roce_lint.simulate.step_layout import Flags, Floats, StepLayout


class StepControl:
    """The reaction points of all flows. Source: DCQCN, SIGCOMM 2015, section 3.2."""

    def __init__(self, plant: Plant, layout: StepLayout) -> None:
        flows = plant.flows
        sender = [plant.devices[flow.source].nic for flow in flows]
        self.line: Floats = np.array(
            [
                min(plant.ports[path[0]].speed_gbps, flow.rate_gbps)
                for path, flow in zip(layout.paths, flows, strict=True)
            ]
        )
        self.on: Flags = np.array([nic.dcqcn and flow.dcqcn for nic, flow in zip(sender, flows, strict=True)])
        self.rate = self.line.copy()
        self._target = self.line.copy()
        self._alpha: Floats = np.array([nic.initial_alpha for nic in sender])
        self._gain: Floats = np.array([nic.gain for nic in sender])
        self._cut_interval: Floats = np.array([nic.cut_interval_ns for nic in sender])
        self._alpha_timer: Floats = np.array([nic.alpha_timer_ns for nic in sender])
        self._raise_timer: Floats = np.array([nic.increase_timer_ns for nic in sender])
        self._counter: Floats = np.array([nic.byte_counter_bytes for nic in sender])
        self._rounds: Floats = np.array([float(nic.fast_recovery_rounds) for nic in sender])
        self._additive: Floats = np.array([nic.additive_gbps for nic in sender])
        self._hyper: Floats = np.array([nic.hyper_gbps for nic in sender])
        self._least: Floats = np.array([nic.least_gbps for nic in sender])
        start: Floats = np.array([flow.start_ns for flow in flows])
        self._alpha_at = start + self._alpha_timer
        self._raise_at = start + self._raise_timer
        self._next_cut = np.zeros(len(flows))
        self._bytes = np.zeros(len(flows))
        self._time_rounds = np.zeros(len(flows))
        self._byte_rounds = np.zeros(len(flows))

    def congested(self, which: Flags, now: float) -> None:
        """Cut the rates of flows that a CNP reached."""
        cut = which & self.on & (now >= self._next_cut)
        if not cut.any():
            return
        alpha = self._alpha[cut]
        self._next_cut[cut] = now + self._cut_interval[cut]
        self._target[cut] = self.rate[cut]
        self.rate[cut] = np.maximum(self._least[cut], self.rate[cut] * (1 - alpha / 2))
        self._alpha[cut] = (1 - self._gain[cut]) * alpha + self._gain[cut]
        self._alpha_at[cut] = now + self._alpha_timer[cut]
        self._raise_at[cut] = now + self._raise_timer[cut]
        for counter in (self._bytes, self._time_rounds, self._byte_rounds):
            counter[cut] = 0.0

    def passed(self, sent_bytes: Floats, now: float) -> None:
        """Let timers and byte counters run out that should have by now."""
        while True:
            decays = self._alpha_at <= now
            if not decays.any():
                break
            self._alpha[decays] *= 1 - self._gain[decays]
            self._alpha_at[decays] += self._alpha_timer[decays]
        slowed = self.rate < self.line
        due = self._raise_at <= now
        if due.any():
            self._raise_at[due] += self._raise_timer[due]
            self._time_rounds[due & slowed] += 1
            self._increase(due & slowed)
        self._bytes += np.where(slowed, sent_bytes, 0.0)
        full = self._bytes >= self._counter
        if full.any():
            self._bytes[full] -= self._counter[full]
            self._byte_rounds[full] += 1
            self._increase(full)

    def _increase(self, which: Flags) -> None:
        fewest = np.minimum(self._time_rounds, self._byte_rounds) > self._rounds
        most = np.maximum(self._time_rounds, self._byte_rounds) > self._rounds
        step = np.where(fewest, self._hyper, np.where(most, self._additive, 0.0))
        target = np.minimum(self._target + step, self.line)
        self._target[which] = target[which]
        self.rate[which] = np.minimum((self.rate[which] + target[which]) / 2, self.line[which])
