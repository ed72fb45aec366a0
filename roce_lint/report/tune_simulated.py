"""The comparison of thresholds with their neighbours, as `tune --simulate` prints it."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.os.registry import switch_os
from roce_lint.report.tuned import Question, Tuned
from roce_lint.simulate.tuned_port import POOL_BYTES, SENDERS, PortThresholds, ThresholdCost, TunedLoad, neighbours
from roce_lint.text.json_value import Json
from roce_lint.tuning.marking_distance import published_for

_HEAD = (
    "thresholds",
    "Kmin",
    "Kmax",
    "Pmax",
    "alpha",
    "headroom",
    "Gb/s",
    "slowest",
    "paused",
    "dropped",
    "64 KB in",
    "without DCQCN",
)


def load_of(asked: Question, found: Tuned) -> TunedLoad:
    """Return the load under which the thresholds of a port are compared."""
    pool = found.buffer.pool_bytes or POOL_BYTES
    return TunedLoad(asked.speed_gbps, asked.length_m, pool, min(asked.flows, 64) or SENDERS)


def compared_settings(asked: Question, found: Tuned) -> tuple[PortThresholds, ...]:
    """Return the thresholds chosen, half and double of each, and those that the vendor and papers give."""
    curve = found.queue.curve
    chosen = PortThresholds(
        "chosen", curve.kmin_bytes, curve.kmax_bytes, curve.pmax_percent, asked.alpha, found.queue.headroom_bytes
    )
    of_vendor = switch_os(asked.model[0].os).marking_advice if asked.model else ()
    advised = [
        PortThresholds(
            one.who, one.kmin_bytes, one.kmax_bytes, chosen.pmax_percent, chosen.alpha, chosen.headroom_bytes
        )
        for one in published_for(asked.speed_gbps, of_vendor)
    ]
    return tuple(neighbours(chosen, advised))


def comparison_text(load: TunedLoad, costs: Sequence[ThresholdCost]) -> str:
    """Return the comparison as a table."""
    rows = [_HEAD, *(_row(cost) for cost in costs)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    lines = [
        f"Simulated: {load.senders} hosts send to one at {load.speed_gbps:g} Gb/s over {load.length_m:g} m, "
        f"{load.pool_bytes:,} bytes of buffer are shared"
    ]
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        lines.append("  ".join([first.ljust(widths[0]), *cells]))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _row(cost: ThresholdCost) -> tuple[str, ...]:
    one = cost.thresholds
    return (
        one.who,
        f"{one.kmin_bytes // 1000} KB",
        f"{one.kmax_bytes // 1000} KB",
        f"{one.pmax_percent:g} %",
        f"{one.alpha:g}",
        f"{one.headroom_bytes // 1000} KB",
        f"{cost.throughput_gbps:.1f}",
        f"{cost.slowest_gbps:.1f}",
        f"{cost.paused_percent:.1f} %",
        f"{cost.dropped_percent:.2f} %",
        f"{cost.message_us:.0f} us",
        f"{cost.undamped_dropped_percent:.2f} % dropped",
    )


def tuned_json(found: Tuned) -> dict[str, Json]:
    """Return the results of each calculation by name."""
    return {
        "schema": 1,
        "title": found.title,
        "results": {term.name: term.value for receipt in found.receipts for term in receipt.result},
    }


def comparison_json(load: TunedLoad, costs: Sequence[ThresholdCost]) -> dict[str, Json]:
    """Return the comparison, every figure with its unit in its name."""
    return {
        "senders": load.senders,
        "speed_gbps": load.speed_gbps,
        "length_m": load.length_m,
        "pool_bytes": load.pool_bytes,
        "thresholds": [_json(cost) for cost in costs],
    }


def _json(cost: ThresholdCost) -> dict[str, Json]:
    one = cost.thresholds
    return {
        "who": one.who,
        "kmin_bytes": one.kmin_bytes,
        "kmax_bytes": one.kmax_bytes,
        "pmax_percent": one.pmax_percent,
        "alpha": one.alpha,
        "headroom_bytes": one.headroom_bytes,
        "throughput_gbps": round(cost.throughput_gbps, 3),
        "slowest_gbps": round(cost.slowest_gbps, 3),
        "paused_percent": round(cost.paused_percent, 3),
        "dropped_percent": round(cost.dropped_percent, 3),
        "message_us": round(cost.message_us, 3),
        "undamped_dropped_percent": round(cost.undamped_dropped_percent, 3),
    }
