"""A run as JSON: every figure with its unit in its name."""

from __future__ import annotations

import json
import math

from roce_lint.simulate.outcome import FlowOutcome, QueueOutcome
from roce_lint.simulate.simulated_run import SimulatedRun
from roce_lint.text.json_value import Json

RESULT_VERSION = 1


def run_json(found: SimulatedRun) -> str:
    """Return what a run shows as JSON, the same for every run of one scenario and seed."""
    plant = found.plant
    document: dict[str, Json] = {
        "schema": RESULT_VERSION,
        "engine": found.run.engine.value,
        "seed": plant.seed,
        "duration_us": _us(plant.duration_ns),
        "warm_up_us": _us(plant.warm_up_ns),
        "verdict": found.verdict,
        "totals": _totals(found),
        "flows": [_flow(found, index, flow) for index, flow in enumerate(found.run.flows)],
        "ports": [_queue(found, queue) for queue in found.run.queues if queue_matters(queue)],
        "victims": [plant.flows[index].name for index in found.victims],
        "congested_ports": [plant.port_label(port) for port in sorted(found.congested_ports)],
        "deadlock": [{"port": plant.port_label(port), "priority": priority} for port, priority in found.run.deadlock],
        "assumed": [*plant.assumed],
    }
    return json.dumps(document, indent=2) + "\n"


def queue_matters(queue: QueueOutcome) -> bool:
    """Say whether anything happened at a port in a priority."""
    return bool(
        queue.sent_bytes or queue.dropped_packets or queue.paused_ns or queue.pausing_ns or queue.queue_largest_bytes
    )


def _totals(found: SimulatedRun) -> dict[str, Json]:
    flows = found.run.flows
    sent, dropped = sum(flow.sent_packets for flow in flows), sum(flow.dropped_packets for flow in flows)
    return {
        "throughput_gbps": _round(sum(flow.throughput_gbps for flow in flows)),
        "sent_packets": _round(sent),
        "dropped_packets": _round(dropped),
        "dropped_percent": _round(100 * dropped / max(sent, dropped, 1.0)),
        "resent_packets": _round(sum(flow.resent_packets for flow in flows)),
        "resent_bytes": _round(sum(flow.resent_bytes for flow in flows)),
        "marked_packets": _round(sum(flow.marked_packets for flow in flows)),
        "cnps": _round(sum(flow.cnps for flow in flows)),
        "paused_us": _us(sum(queue.paused_ns for queue in found.run.queues)),
    }


def _flow(found: SimulatedRun, index: int, flow: FlowOutcome) -> dict[str, Json]:
    plant, plan = found.plant, found.plant.flows[index]
    return {
        "name": plan.name,
        "from": plant.devices[plan.source].name,
        "to": plant.devices[plan.destination].name,
        "priority": plan.priority,
        "start_us": _us(plan.start_ns),
        "size_bytes": None if math.isinf(plan.size_bytes) else _round(plan.size_bytes),
        "throughput_gbps": _round(flow.throughput_gbps),
        "fair_share_gbps": _round(found.fair_gbps[index]),
        "completion_us": None if math.isinf(flow.completion_ns) else _us(flow.completion_ns),
        "delivered_bytes": _round(flow.delivered_bytes),
        "sent_packets": _round(flow.sent_packets),
        "resent_packets": _round(flow.resent_packets),
        "resent_bytes": _round(flow.resent_bytes),
        "dropped_packets": _round(flow.dropped_packets),
        "dropped_percent": _round(100 * flow.dropped_packets / max(flow.sent_packets, flow.dropped_packets, 1.0)),
        "marked_packets": _round(flow.marked_packets),
        "cnps": _round(flow.cnps),
        "victim": index in found.victims,
        "path": [plant.port_label(port) for port in flow.path],
    }


def _queue(found: SimulatedRun, queue: QueueOutcome) -> dict[str, Json]:
    plant, port = found.plant, found.plant.ports[queue.port]
    peer = plant.ports[port.peer]
    measured = found.measured_ns
    return {
        "device": plant.devices[port.device].name,
        "port": port.name,
        "peer": plant.devices[peer.device].name,
        "priority": queue.priority,
        "sent_bytes": _round(queue.sent_bytes),
        "utilisation_percent": _round(100 * queue.sent_bytes * 8 / (port.speed_gbps * measured)),
        "dropped_packets": _round(queue.dropped_packets),
        "dropped_bytes": _round(queue.dropped_bytes),
        "marked_packets": _round(queue.marked_packets),
        "queue_max_bytes": _round(queue.queue_largest_bytes),
        "queue_mean_bytes": _round(queue.queue_mean_bytes),
        "paused_us": _us(queue.paused_ns),
        "paused_percent": _round(100 * queue.paused_ns / measured),
        "pausing_us": _us(queue.pausing_ns),
        "pausing_percent": _round(100 * queue.pausing_ns / measured),
        "pauses_sent": _round(queue.pauses_sent),
        "group_max_bytes": _round(queue.group_largest_bytes),
        "watchdog_us": _us(queue.watchdog_ns),
    }


def _us(nanoseconds: float) -> float:
    return _round(nanoseconds / 1000)


def _round(value: float) -> float:
    return int(value) if float(value).is_integer() else round(value, 4)
