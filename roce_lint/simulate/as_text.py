"""A run as text: the verdict, the flows, the ports where something happened, and what was assumed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from roce_lint.simulate.outcome import QueueOutcome
from roce_lint.simulate.simulated_run import SimulatedRun

MOST_FLOWS_SHOWN = 40
MOST_PORTS_SHOWN = 25
_FLOW_HEAD = ("flow", "Gb/s", "fair share", "done in", "sent", "dropped", "sent again", "marked", "CNPs", "")
_PORT_HEAD = ("port", "priority", "queue max", "mean", "paused", "pauses peer", "dropped", "marked", "")


def run_text(found: SimulatedRun) -> str:
    """Return what a run shows for people."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: SimulatedRun) -> Iterator[str]:
    plant = found.plant
    yield found.verdict
    yield ""
    order = sorted(range(len(plant.flows)), key=lambda one: (one not in found.victims, one))
    yield from _table(_FLOW_HEAD, [_flow(found, index) for index in order[:MOST_FLOWS_SHOWN]])
    if len(order) > MOST_FLOWS_SHOWN:
        yield f"... and {len(order) - MOST_FLOWS_SHOWN} flows more; --format json has all"
    yield ""
    busy = [queue for queue in found.run.queues if _happened(queue)]
    busy.sort(key=lambda queue: (-queue.dropped_packets, -queue.paused_ns, -queue.queue_largest_bytes, queue.port))
    if busy:
        yield from _table(_PORT_HEAD, [_port(found, queue) for queue in busy[:MOST_PORTS_SHOWN]])
        if len(busy) > MOST_PORTS_SHOWN:
            yield f"... and {len(busy) - MOST_PORTS_SHOWN} ports more; --format json has all"
        yield ""
    yield f"{plant.duration_ns / 1e6:g} ms, seed {plant.seed}, engine {found.run.engine.value}"
    for assumption in plant.assumed:
        yield f"assumed: {assumption}"


def _happened(queue: QueueOutcome) -> bool:
    return bool(queue.dropped_packets or queue.paused_ns or queue.pausing_ns or queue.marked_packets)


def _flow(found: SimulatedRun, index: int) -> tuple[str, ...]:
    flow = found.run.flows[index]
    return (
        found.plant.flows[index].name,
        f"{flow.throughput_gbps:.2f}",
        f"{found.fair_gbps[index]:.2f}",
        "-" if math.isinf(flow.completion_ns) else f"{flow.completion_ns / 1000:.1f} us",
        f"{flow.sent_packets:.0f}",
        f"{flow.dropped_packets:.0f}",
        _size(flow.resent_bytes),
        f"{flow.marked_packets:.0f}",
        f"{flow.cnps:.0f}",
        "victim" if index in found.victims else "",
    )


def _port(found: SimulatedRun, queue: QueueOutcome) -> tuple[str, ...]:
    measured = found.measured_ns
    congested = queue.port in found.congested_ports
    return (
        found.plant.port_label(queue.port),
        str(queue.priority),
        _size(queue.queue_largest_bytes),
        _size(queue.queue_mean_bytes),
        f"{100 * queue.paused_ns / measured:.1f} %",
        f"{100 * queue.pausing_ns / measured:.1f} %",
        f"{queue.dropped_packets:.0f}",
        f"{queue.marked_packets:.0f}",
        "watchdog" if queue.watchdog_ns else "congested" if congested else "",
    )


def _size(size_bytes: float) -> str:
    if size_bytes >= 1e6:
        return f"{size_bytes / 1e6:.2f} MB"
    return f"{size_bytes / 1e3:.1f} KB" if size_bytes >= 1e3 else f"{size_bytes:.0f} B"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, *rows):
        cells = (
            cell.ljust(width) if column in (0, len(head) - 1) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
