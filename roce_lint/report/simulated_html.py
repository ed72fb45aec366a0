"""A simulated run as one page that loads nothing: the verdict, who pauses whom, plots over time, and the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from roce_lint.report.chart_svg import WIDTH, size, svg, words_at
from roce_lint.report.html_page import page_head
from roce_lint.report.html_text import text
from roce_lint.report.simulated_drawing import drawing, paused_percent
from roce_lint.simulate.as_text import run_text
from roce_lint.simulate.simulated_run import SimulatedRun
from roce_lint.values import dataclass

SCRIPT = Path(__file__).with_name("simulated.js").read_text("utf-8")
"""The script of the page: the slider over time."""
MOST_ROWS = 10
_NAME_WIDE = 230
_VALUE_WIDE = 120
_ROW_HIGH = 40


@dataclass(frozen=True, slots=True)
class TimeRow:
    """One line of a plot: a value at each sample, in the unit that `shown` writes."""

    name: str
    values: tuple[float, ...]


def simulated_html(found: SimulatedRun) -> str:
    """Return the page. Nothing in it comes from the network."""
    title = f"Simulation of {len(found.plant.flows)} flows, {found.plant.duration_ns / 1e6:g} ms"
    pictures = [
        _plot("Throughput of flows, victims first", _throughputs(found), lambda value: f"{value:.3g} Gb/s"),
        _plot("Depth of the deepest queues", _depths(found), size),
        _plot("Share of time that the most paused ports stand still", _pauses(found), lambda value: f"{value:.0f} %"),
    ]
    parts = [
        page_head(title, SCRIPT),
        f"<header><h1>{text(title)}</h1><p>{text(found.verdict)}</p></header><main>",
        *drawing(found),
        *(f"<figure>{picture}</figure>" for picture in pictures if picture),
        f"<pre>{text_lines(run_text(found))}</pre>",
        f"</main><script>{SCRIPT}</script></body></html>",
        "",
    ]
    return "\n".join(parts)


def text_lines(words: str) -> str:
    """Return text of several lines escaped for HTML."""
    return "\n".join(map(text, words.split("\n")))


def _throughputs(found: SimulatedRun) -> Iterator[TimeRow]:
    order = sorted(range(len(found.plant.flows)), key=lambda one: (one not in found.victims, one))
    samples = found.run.samples
    for index in order[:MOST_ROWS]:
        got = [0.0, *(sample.delivered_bytes[index] for sample in samples)]
        times = [0.0, *(sample.at_ns for sample in samples)]
        rates = [8 * (b - a) / (end - begin) for a, b, begin, end in zip(got, got[1:], times, times[1:], strict=False)]
        yield TimeRow(found.plant.flows[index].name, tuple(rates))


def _depths(found: SimulatedRun) -> Iterator[TimeRow]:
    deepest = sorted(found.run.queues, key=lambda queue: -queue.queue_largest_bytes)[:MOST_ROWS]
    for queue in deepest:
        if queue.queue_largest_bytes > deepest[0].queue_largest_bytes / 100:
            place = queue.port, queue.priority
            name = f"{found.plant.port_label(queue.port)} queue {queue.priority}"
            yield TimeRow(name, tuple(sample.queued_bytes.get(place, 0.0) for sample in found.run.samples))


def _pauses(found: SimulatedRun) -> Iterator[TimeRow]:
    longest = sorted(found.run.queues, key=lambda queue: -queue.paused_ns)[:MOST_ROWS]
    for queue in longest:
        if not queue.paused_ns:
            continue
        peer = found.plant.port_label(found.plant.ports[queue.port].peer)
        yield TimeRow(f"{found.plant.port_label(queue.port)}, by {peer}", paused_percent(found, queue))


def _plot(title: str, rows: Iterator[TimeRow], shown: Callable[[float], str]) -> str:
    """Return one picture: a line over time for each row, all on one scale; nothing where there is no row."""
    found = list(rows)
    if not found or not any(row.values for row in found):
        return ""
    most = max(max(row.values, default=0.0) for row in found) or 1.0
    parts = [words_at(2, 16, title, "title")]
    for number, row in enumerate(found):
        parts += _row(26 + number * _ROW_HIGH, row, most, shown)
    return svg(30 + len(found) * _ROW_HIGH, title, parts)


def _row(top: float, row: TimeRow, most: float, shown: Callable[[float], str]) -> Iterator[str]:
    base, high, wide = top + _ROW_HIGH - 8, _ROW_HIGH - 12, WIDTH - _NAME_WIDE - _VALUE_WIDE
    yield words_at(2, base - 8, row.name)
    yield f'<path class="axis" d="M{_NAME_WIDE} {base}h{wide}"/>'
    yield f'<path class="curve" d="{_line(row.values, most, base, high, wide)}"/>'
    yield words_at(WIDTH - 4, base - 8, f"max {shown(max(row.values))}", "faint", "end")


def _line(values: Sequence[float], most: float, base: float, high: float, wide: float) -> str:
    across = wide / max(1, len(values) - 1)
    points = (f"{_NAME_WIDE + n * across:.1f} {base - high * value / most:.1f}" for n, value in enumerate(values))
    return "M" + "L".join(points)
