"""The step engine says what the packet engine says: two programs that share no line of their models."""

from __future__ import annotations

import pytest

from roce_lint.errors import UsageError
from roce_lint.simulate.choose_engine import engine_for, simulated
from roce_lint.simulate.outcome import EngineName
from tests.simulate.scenarios import (
    ECN,
    dropped_share,
    flows,
    incast,
    links,
    paused_share,
    plant_of,
    rates,
    ring,
    run,
    unfair_and_victim,
)
from tests.simulate.test_packets import stuck

STEPS = EngineName.STEPS


@pytest.mark.long
def test_unfairness_and_the_victim_are_the_same() -> None:
    packets, steps = (run(engine, **unfair_and_victim()) for engine in EngineName)
    assert rates(steps) == pytest.approx(rates(packets), rel=0.1)
    assert paused_share(steps, "v1:t1") == pytest.approx(paused_share(packets, "v1:t1"), rel=0.1)
    assert (steps.victims, dropped_share(steps)) == (packets.victims, 0)


@pytest.mark.long
def test_dcqcn_frees_the_victim_in_both() -> None:
    packets, steps = (run(engine, **unfair_and_victim(dcqcn=None, ecn=ECN)) for engine in EngineName)
    assert rates(steps)[6] == pytest.approx(rates(packets)[6], rel=0.05)
    assert sum(rates(steps)[:6]) == pytest.approx(sum(rates(packets)[:6]), rel=0.15)


@pytest.mark.parametrize("senders", [2, 4, 8])
def test_a_dynamic_threshold_pauses_alike(senders: int) -> None:
    scenario = incast(
        senders, duration="1 ms", defaults={"host": {"dcqcn": "off"}, "switch": {"alpha": 1 / 16, "buffer": "8 MB"}}
    )
    packets, steps = (run(engine, **scenario) for engine in EngineName)
    assert rates(steps) == pytest.approx(rates(packets), rel=0.05)
    assert paused_share(steps, "h0:s") == pytest.approx(paused_share(packets, "h0:s"), rel=0.15)
    largest = [max(queue.queue_largest_bytes for queue in one.run.queues) for one in (packets, steps)]
    assert largest[1] == pytest.approx(largest[0], rel=0.1)


@pytest.mark.long
@pytest.mark.parametrize(
    "defaults",
    [
        {"switch": {"buffer": "2 MB"}, "host": {"pfc": [4], "dcqcn": "off"}},
        {"switch": {"buffer": "2 MB", "dscp_to_priority": {"3": 3}}, "host": {"dcqcn": "off"}},
    ],
    ids=["priority of one end", "unmapped DSCP"],
)
def test_the_share_of_drops_is_the_same(defaults: object) -> None:
    packets, steps = (run(engine, **incast(4, defaults=defaults)) for engine in EngineName)
    assert dropped_share(steps) == pytest.approx(dropped_share(packets), rel=0.15)
    assert sum(rates(steps)) < 0.5 * 98


@pytest.mark.long
@pytest.mark.parametrize("watchdog", [{}, {"watchdog": {"detect": "200 us", "restore": "1 ms"}}])
def test_a_stuck_nic_and_its_watchdog_are_the_same(watchdog: object) -> None:
    packets, steps = (run(engine, **stuck(watchdog, "2 ms")) for engine in EngineName)
    assert rates(steps)[1:4] == pytest.approx(rates(packets)[1:4], rel=0.15)


def test_a_cycle_of_buffers_that_a_stuck_nic_fills_deadlocks_in_both() -> None:
    scenario = {**ring(3), "faults": [{"stuck_nic": "h2"}], "duration": "1 ms"}
    packets, steps = (run(engine, **scenario) for engine in EngineName)
    assert set(steps.run.deadlock) == set(packets.run.deadlock) != set()


def test_schedulers_share_alike() -> None:
    defaults = {"switch": {"scheduler": {"weights": {"2": 3}}, "pfc": [2, 3]}, "host": {"dcqcn": "off", "pfc": [2, 3]}}
    scenario = incast(2, duration="1 ms", defaults=defaults)
    scenario["flows"] = [*flows("h0-r", priority=2), *flows("h1-r", priority=3)]
    assert rates(run(STEPS, **scenario)) == pytest.approx([73.5, 24.5], rel=0.05)


def test_a_message_completes_when_its_packets_do() -> None:
    scenario = {**incast(4, duration="1 ms"), "flows": flows("h0-r", "h1-r", "h2-r", "h3-r", size="500 KB")}
    packets, steps = (run(engine, **scenario) for engine in EngineName)
    ends = [max(flow.completion_ns for flow in one.run.flows) for one in (packets, steps)]
    assert ends[1] == pytest.approx(ends[0], rel=0.05)


def test_steps_are_taken_for_many_packets_and_never_for_a_failed_link() -> None:
    many = plant_of(**incast(8, duration="600 ms"))
    assert (engine_for(plant_of(**incast(8))), engine_for(many)) == (EngineName.PACKETS, STEPS)
    failing = plant_of(
        switches={"s": {}}, links=links("a-s", "b-s"), flows=flows("a-b"), faults=[{"failed_link": ["a", "s"]}]
    )
    with pytest.raises(UsageError, match="--engine packets"):
        simulated(failing, STEPS)
