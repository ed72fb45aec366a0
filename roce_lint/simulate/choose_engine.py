"""Runs a plant with the engine that fits it."""

from __future__ import annotations

from importlib.util import find_spec

from roce_lint.errors import UsageError
from roce_lint.simulate.fair_share import fair_shares
from roce_lint.simulate.outcome import NOBODY_WATCHES, EngineName, RunOutcome, RunWatch
from roce_lint.simulate.packets import chosen_path, run_packets
from roce_lint.simulate.plant import FailedLink, Plant
from roce_lint.simulate.simulated_run import SimulatedRun, with_verdict

MOST_PACKET_HOPS = 3_000_000
"""Packets times cables that are simulated one by one unless the engine is chosen: about 30 seconds.

Steps are rough where much is lost and where Kmin is a few packets, so that they are for what packets cannot do in time.
"""

MOST_PACKET_HOPS_AT_ALL = 100_000_000
MOST_STEPS = 3_000_000
"""Beyond these a run takes more than a quarter of an hour, and is refused."""


def simulated(plant: Plant, engine: EngineName | None = None, watch: RunWatch = NOBODY_WATCHES) -> SimulatedRun:
    """Return what a run of a plant shows; without an engine the one that fits is taken.

    Raises UsageError for an engine that cannot run the plant, and for a run that would not end in reasonable time.
    """
    chosen = engine or engine_for(plant)
    if chosen is EngineName.PACKETS:
        if packet_hops(plant) > MOST_PACKET_HOPS_AT_ALL:
            raise UsageError(f"the run has more than {MOST_PACKET_HOPS_AT_ALL:,} packets at cables; simulate less time")
        return with_verdict(plant, run_packets(plant, watch))
    return with_verdict(plant, _in_steps(plant, watch))


def engine_for(plant: Plant) -> EngineName:
    """Return packets while there are few of them, or where steps cannot do what is asked; else steps."""
    many = packet_hops(plant) > MOST_PACKET_HOPS
    return EngineName.STEPS if many and not _problem(plant) else EngineName.PACKETS


def packet_hops(plant: Plant) -> float:
    """Return about how many packets cross how many cables, if every flow gets its fair share."""
    paths = [chosen_path(flow.paths, plant.seed, flow.name) for flow in plant.flows]
    shares = fair_shares(plant, paths).shares_gbps
    total = 0.0
    for flow, path, share in zip(plant.flows, paths, shares, strict=True):
        payload = min(flow.size_bytes, share / 8 * max(0.0, plant.duration_ns - flow.start_ns))
        total += payload / plant.payload_bytes * len(path)
    return total


def _problem(plant: Plant) -> str:
    """Return why steps cannot run a plant; empty where they can."""
    if find_spec("numpy") is None:
        return "the step engine needs numpy; install roce-lint[simulate]"
    if any(isinstance(fault, FailedLink) for fault in plant.faults):
        return "the step engine moves no flows to other paths; simulate a failed link with --engine packets"
    return ""


def _in_steps(plant: Plant, watch: RunWatch) -> RunOutcome:
    problem = _problem(plant)
    if problem:
        raise UsageError(problem)
    from roce_lint.simulate.step_layout import step_ns_for
    from roce_lint.simulate.steps import run_steps

    if plant.duration_ns / step_ns_for(plant) > MOST_STEPS:
        raise UsageError(f"the run has more than {MOST_STEPS:,} steps; simulate less time")
    return run_steps(plant, watch)
