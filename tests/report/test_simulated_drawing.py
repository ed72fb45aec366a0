"""The drawing of a simulated run: who pauses whom, at a time that the reader chooses, and who suffers."""

from __future__ import annotations

import pytest

from roce_lint.report.fabric_layout import lay_out_plan
from roce_lint.report.simulated_drawing import pause_pairs, plan_of_plant
from roce_lint.report.simulated_html import simulated_html
from roce_lint.simulate.choose_engine import simulated
from roce_lint.simulate.outcome import EngineName, RunWatch
from roce_lint.simulate.simulated_run import SimulatedRun
from tests.simulate.scenarios import flows, incast, links, plant_of, unfair_and_victim


@pytest.fixture(scope="module")
def unfair() -> SimulatedRun:
    """Seven flows of which t1 pauses five senders, since t2 pauses t1; v1 suffers."""
    plant = plant_of(**unfair_and_victim())
    return simulated(plant, EngineName.PACKETS, RunWatch(samples=True))


def test_every_pause_leads_from_who_pauses_to_who_is_paused(unfair: SimulatedRun) -> None:
    layout = lay_out_plan(plan_of_plant(unfair.plant))
    name = [node.name for node in layout.nodes]
    pairs = pause_pairs(unfair, layout.index())
    assert {(name[pair.by], name[pair.paused]) for pair in pairs} == {
        ("t2", "t1"), ("t2", "b3"), ("t2", "b4"), *(("t1", sender) for sender in ("a1", "a2", "a3", "a4", "v1")),
    }  # fmt: skip
    longest = pairs[0]
    assert (longest.percent > 80, longest.label, len(longest.over_time)) == (
        True,
        f"t1:{name[longest.paused]} pauses {name[longest.paused]}:t1 priority 3",
        len(unfair.run.samples),
    )
    measured = [
        share
        for share, at in zip(longest.over_time, unfair.run.samples, strict=True)
        if at.at_ns > unfair.plant.warm_up_ns
    ]
    assert sum(measured) / len(measured) == pytest.approx(longest.percent, rel=0.03)


def test_tiers_are_those_of_the_cables(unfair: SimulatedRun) -> None:
    tiers = plan_of_plant(unfair.plant).tiers
    assert {name: tier for name, tier in tiers.items() if tier} == {"t1": 1, "t2": 1}
    cables = links("a-s", "b-s", "s-top")
    plant = plant_of(switches={"s": {}, "top": {}}, links=cables, flows=flows("a-b"))
    assert plan_of_plant(plant).tiers == {"a": 0, "b": 0, "s": 1, "top": 2}


def test_without_pauses_there_is_nothing_to_slide() -> None:
    plant = plant_of(**incast(1, duration="100 us"))
    page = simulated_html(simulated(plant, EngineName.PACKETS, RunWatch(samples=True)))
    assert ("Nobody is paused." in page, 'type="range"' in page) == (True, False)


def test_drops_frame_the_switch_that_loses_them() -> None:
    plant = plant_of(**incast(4, duration="300 us", defaults={"switch": {"pfc": [], "lossy_limit": "50 KB"}}))
    found = simulated(plant, EngineName.PACKETS, RunWatch(samples=True))
    lost = round(sum(queue.dropped_packets for queue in found.run.queues))
    page = simulated_html(found)
    assert (f"<title>{lost} packets are dropped here</title>" in page, page.count('class="lost"')) == (True, 1)
