"""A simulated run on the drawing of its network: who pauses whom, where packets are lost, and who suffers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape

from roce_lint.model.device import PortRef
from roce_lint.paths.tiers import tiers_of
from roce_lint.report.fabric_layout import DrawnFabric, Layout, lay_out_plan
from roce_lint.report.fabric_marks import NO_MARKS
from roce_lint.report.fabric_svg import arrow, draw, ring
from roce_lint.report.printable import printable
from roce_lint.simulate.outcome import QueueOutcome
from roce_lint.simulate.plant import Plant
from roce_lint.simulate.simulated_run import PAUSED_FROM, SimulatedRun
from roce_lint.text.counting import counted
from roce_lint.values import dataclass

MOST_ARROWS = 60
"""More arrows than these hide the drawing; the longest pauses are kept and the others counted."""


@dataclass(frozen=True, slots=True)
class PausePair:
    """Two boxes of a layout, by index, of which one pauses the other; `label` names the ports of the longest pause.

    `percent` is the share of the measured time that its most paused queue stood still, `over_time` the same of each
    sample.
    """

    by: int
    paused: int
    label: str
    percent: float
    over_time: tuple[float, ...]


def plan_of_plant(plant: Plant) -> DrawnFabric:
    """Return what is drawn of a simulated network: every device with its tier, and the cables."""
    switches = [index for index, device in enumerate(plant.devices) if not device.is_host]
    place = {index: number for number, index in enumerate(switches)}
    near: list[set[int]] = [set() for _ in switches]
    host_counts = [0] * len(switches)
    cables = []
    for index, port in enumerate(plant.ports):
        peer = plant.ports[port.peer]
        if port.device in place and peer.device in place:
            near[place[port.device]].add(place[peer.device])
        elif port.device in place:
            host_counts[place[port.device]] += 1
        if index < port.peer:
            ends = ((plant.devices[end.device].name, end.name) for end in (port, peer))
            cables.append(tuple(PortRef(*end) for end in ends))
    tiers = {device.name: 0 for device in plant.devices if device.is_host}
    around = tiers_of([0] * len(switches), list(map(frozenset, near)), host_counts)
    tiers |= {plant.devices[index].name: tier for index, tier in zip(switches, around, strict=True)}
    return DrawnFabric(tiers, frozenset(tiers), tuple((a, b) for a, b in cables))


def paused_percent(found: SimulatedRun, queue: QueueOutcome) -> tuple[float, ...]:
    """Return the share of each sample's time, in percent, that a queue was paused."""
    place = queue.port, queue.priority
    sums = [0.0, *(sample.paused_ns.get(place, 0.0) for sample in found.run.samples)]
    times = [0.0, *(sample.at_ns for sample in found.run.samples)]
    # Sums begin again with the end of the warm-up.
    return tuple(
        100 * max(0.0, b - a if b >= a else b) / (end - begin)
        for a, b, begin, end in zip(sums, sums[1:], times, times[1:], strict=False)
    )


def pause_pairs(found: SimulatedRun, index: Mapping[str, int]) -> list[PausePair]:
    """Return the boxes that pause others for 1 % of the time or more, the longest pause first."""
    pairs: dict[tuple[int, int], list[QueueOutcome]] = defaultdict(list)
    for queue in found.run.queues:
        if queue.paused_ns >= PAUSED_FROM * found.measured_ns:
            port = found.plant.ports[queue.port]
            peer = found.plant.ports[port.peer]
            by, paused = (index[found.plant.devices[end.device].name] for end in (peer, port))
            pairs[by, paused].append(queue)
    drawn = []
    for (by, paused), queues in pairs.items():
        longest = max(queues, key=lambda queue: queue.paused_ns)
        pausing = found.plant.port_label(found.plant.ports[longest.port].peer)
        label = f"{pausing} pauses {found.plant.port_label(longest.port)} priority {longest.priority}"
        over_time = tuple(map(max, zip(*(paused_percent(found, queue) for queue in queues), strict=True)))
        drawn.append(PausePair(by, paused, label, 100 * longest.paused_ns / found.measured_ns, over_time))
    return sorted(drawn, key=lambda pair: (-pair.percent, pair.by, pair.paused))


def drawing(found: SimulatedRun) -> Iterator[str]:
    """Yield the drawing with a slider over time, as parts of a page."""
    layout = lay_out_plan(plan_of_plant(found.plant))
    index = layout.index()
    pairs = pause_pairs(found, index)
    lost, suffering = _lost(found, index), _suffering(found, index)
    words = [
        "Arrows lead from who pauses to who is paused, with the share of the time." if pairs else "Nobody is paused.",
        f"{counted(len(pairs) - MOST_ARROWS, 'shorter pause')} left out." if len(pairs) > MOST_ARROWS else "",
        "Full frames: packets are dropped here." if lost else "",
        "Dashed frames: senders that suffer although no port on their path is full." if suffering else "",
    ]
    over = [
        *(_frame(layout, box, "lost", f"{packets:.0f} packets are dropped here") for box, packets in lost.items()),
        *(_frame(layout, box, "suffers", f"suffers: {', '.join(names)}") for box, names in suffering.items()),
        *(_pause_arrow(layout, pair) for pair in pairs[:MOST_ARROWS]),
    ]
    yield '<section aria-labelledby="network"><h2 id="network">Who pauses whom</h2>'
    yield f"<p>{' '.join(filter(None, words))}</p>"
    if pairs and found.run.samples:
        times = " ".join(f"{sample.at_ns / 1e6:.4g}" for sample in found.run.samples)
        yield f'<p class="tools" id="times" data-ms="{times}" hidden><button type="button" id="play">Play</button>'
        yield f'<label>Time <input type="range" id="at" min="0" max="{len(found.run.samples)}" value="0"></label>'
        yield '<span id="now" role="status">whole run</span></p>'
    yield f'<div class="frame">{draw(layout, NO_MARKS, in_page=True, over=over)}</div></section>'


def _pause_arrow(layout: Layout, pair: PausePair) -> str:
    by, paused = layout.nodes[pair.by], layout.nodes[pair.paused]
    title = escape(f"{printable(pair.label)}, {pair.percent:.2g} % of the time")
    shares = " ".join(f"{share:.0f}" for share in pair.over_time)
    return (
        f'<g class="pause" data-over-time="{shares}"><title>{title}</title>'
        f"{arrow(f'{pair.percent:.2g} %', by, paused, 0.6)}</g>"
    )


def _frame(layout: Layout, box: int, kind: str, title: str) -> str:
    return f'<g class="{kind}"><title>{escape(title)}</title>{ring(layout.nodes[box])}</g>'


def _lost(found: SimulatedRun, index: Mapping[str, int]) -> dict[int, float]:
    """Return how many packets were dropped at each box that lost any."""
    lost: dict[int, float] = defaultdict(float)
    for queue in found.run.queues:
        if queue.dropped_packets:
            lost[index[found.plant.devices[found.plant.ports[queue.port].device].name]] += queue.dropped_packets
    return lost


def _suffering(found: SimulatedRun, index: Mapping[str, int]) -> dict[int, list[str]]:
    """Return the victims by the box of their sender."""
    suffering: dict[int, list[str]] = defaultdict(list)
    for victim in found.victims:
        flow = found.plant.flows[victim]
        suffering[index[found.plant.devices[flow.source].name]].append(printable(flow.name))
    return suffering
