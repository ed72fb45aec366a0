"""Small scenarios that several tests run."""

from __future__ import annotations

from collections.abc import Iterable

import yaml

from roce_lint.simulate.choose_engine import simulated
from roce_lint.simulate.outcome import EngineName
from roce_lint.simulate.plant import Plant
from roce_lint.simulate.scenario_load import parse_scenario
from roce_lint.simulate.scenario_plant import scenario_plant
from roce_lint.simulate.simulated_run import SimulatedRun

ECN = {"kmin": "100 KB", "kmax": "400 KB", "pmax": "20%"}


def plant_of(**scenario: object) -> Plant:
    return scenario_plant(parse_scenario(yaml.safe_dump({"schema": 1, **scenario}), "scenario.yaml"))


def run(engine: EngineName = EngineName.PACKETS, **scenario: object) -> SimulatedRun:
    return simulated(plant_of(**scenario), engine)


def links(*cables: str, **every: object) -> list[dict[str, object]]:
    """Return cables, each written as `a-b`."""
    return [{"ends": cable.split("-"), **every} for cable in cables]


def flows(*ends: str, **every: object) -> list[dict[str, object]]:
    """Return flows, each written as `a-b`, or as the whole path `a-s-b`."""
    found = []
    for one in ends:
        path = one.split("-")
        found.append({"from": path[0], "to": path[-1], **({"path": path} if len(path) > 2 else {}), **every})
    return found


def rates(found: SimulatedRun) -> list[float]:
    return [flow.throughput_gbps for flow in found.run.flows]


def dropped_share(found: SimulatedRun) -> float:
    flows = found.run.flows
    return sum(flow.dropped_packets for flow in flows) / sum(flow.sent_packets for flow in flows)


def paused_share(found: SimulatedRun, port: str) -> float:
    ports = found.plant
    return max(q.paused_ns for q in found.run.queues if ports.port_label(q.port) == port) / found.measured_ns


def unfair_and_victim(dcqcn: object = "off", ecn: object = (), duration: str = "4 ms") -> dict[str, object]:
    """Four senders behind one switch and two behind another at one receiver, and a flow of the first to elsewhere."""
    hosts = ["a1-t1", "a2-t1", "a3-t1", "a4-t1", "v1-t1", "b1-t2", "b2-t2", "b3-t2", "b4-t2"]
    return {
        "duration": duration,
        "warm_up": "1 ms",
        "defaults": {"host": {"dcqcn": dcqcn} if dcqcn else {}, "switch": {"ecn": ecn}},
        "switches": {"t1": {}, "t2": {}},
        "links": [*links(*hosts), *links("t1-t2", speed="400G")],
        "flows": flows("a1-b1", "a2-b1", "a3-b1", "a4-b1", "b3-b1", "b4-b1", "v1-b2"),
    }


def ring(length: int = 3, **switch: object) -> dict[str, object]:
    """A ring of switches with a host at each, and flows that go two cables around it."""
    names = [f"s{n}" for n in range(length)]
    around = [f"{names[n]}-{names[(n + 1) % length]}" for n in range(length)]
    paths = [f"h{n}-s{n}-s{(n + 1) % length}-s{(n + 2) % length}-h{(n + 2) % length}" for n in range(length)]
    return {
        "duration": "3 ms",
        "defaults": {"host": {"dcqcn": "off"}, "switch": {"xoff": "100 KB", **switch}},
        "switches": {name: {} for name in names},
        "links": links(*around, *(f"h{n}-s{n}" for n in range(length))),
        "flows": flows(*paths),
    }


def incast(senders: int, **more: object) -> dict[str, object]:
    """`senders` hosts at one switch, and one receiver."""
    names: Iterable[str] = [f"h{n}" for n in range(senders)]
    return {
        "duration": "3 ms",
        "switches": {"s": {}},
        "links": links(*(f"{name}-s" for name in names), "r-s"),
        "flows": flows(*(f"{name}-r" for name in names)),
        **more,
    }
