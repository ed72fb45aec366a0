"""Runs a plant with the engine that fits it."""

from __future__ import annotations

from roce_lint.simulate.outcome import EngineName
from roce_lint.simulate.packets import run_packets
from roce_lint.simulate.plant import Plant
from roce_lint.simulate.simulated_run import SimulatedRun, with_verdict


def simulated(plant: Plant, engine: EngineName | None = None) -> SimulatedRun:
    """Return what a run of a plant shows."""
    return with_verdict(plant, run_packets(plant))
