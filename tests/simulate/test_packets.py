"""The packet engine against what is published, and against our own formulas."""

from __future__ import annotations

import pytest

from roce_lint.simulate.auto_headroom import needed_headroom_bytes, standard_response_ns
from roce_lint.simulate.outcome import EngineName
from roce_lint.simulate.simulated_run import SimulatedRun
from roce_lint.tuning.ecn import MarkingCurve
from roce_lint.tuning.fluid import Bottleneck, RateControl, fixed_point
from roce_lint.tuning.headroom import certain_floor_bytes
from tests.simulate.scenarios import (
    ECN,
    dropped_share,
    flows,
    incast,
    links,
    paused_share,
    rates,
    ring,
    run,
    unfair_and_victim,
)

FRAME = 4096 + 62
LINE_GBPS = 100 * 4096 / (FRAME + 20)


def test_pfc_alone_is_unfair_and_has_a_victim() -> None:
    """DCQCN, SIGCOMM 2015, figures 3 and 4: who shares a port gets the share of the port, and one beside suffers."""
    found = run(**unfair_and_victim())
    near, far, victim = rates(found)[4:6], rates(found)[:4], rates(found)[6]
    # At b1's switch three ports share the cable alike: two of one sender each, one of four senders and the victim.
    assert near == pytest.approx([LINE_GBPS / 3] * 2, rel=0.06)
    assert far == pytest.approx([LINE_GBPS / 12] * 4, rel=0.08)
    assert victim < 12
    assert (found.victims, dropped_share(found)) == ((6,), 0)
    assert paused_share(found, "v1:t1") > 0.8
    assert found.verdict.startswith(
        "Nothing is dropped; 1 flow suffers though no link on the way is full (v1->b2 gets 8.62 of 98.0 Gb/s); "
    )


def test_dcqcn_frees_the_victim_and_shares_alike() -> None:
    """DCQCN, SIGCOMM 2015, figures 8 and 9."""
    found = run(**unfair_and_victim(dcqcn=None, ecn=ECN))
    assert rates(found)[6] > 0.9 * LINE_GBPS
    assert max(rates(found)[:6]) < 1.5 * min(rates(found)[:6])
    assert (found.victims, dropped_share(found)) == ((), 0)


@pytest.mark.long
def test_the_queue_settles_at_the_fixed_point_of_the_published_analysis() -> None:
    """ "ECN or Delay", CoNEXT 2016, section 3: two flows at 40 Gb/s hold the queue between Kmin and Kmax."""
    curve = MarkingCurve(5000, 200_000, 1)
    expected = fixed_point(Bottleneck(40, 2), curve, RateControl())
    found = run(
        **incast(
            2, duration="60 ms", warm_up="20 ms", payload="938 B",
            defaults={"speed": "40G", "switch": {"ecn": {"kmin": "5 KB", "kmax": "200 KB", "pmax": "1%"}}},
        )
    )  # fmt: skip
    port = next(q for q in found.run.queues if found.plant.port_label(q.port) == "s:r" and q.priority == 3)
    assert port.queue_mean_bytes == pytest.approx(expected.queue_bytes, rel=0.2)
    assert rates(found) == pytest.approx([40 * 938 / 1020 / 2] * 2, rel=0.1)


def blocked_receiver(headroom_bytes: float, length_m: int, response: str) -> SimulatedRun:
    """A sender at line rate towards a host that takes nothing: nothing drains while the pause is on its way."""
    return run(
        duration="200 us",
        defaults={"length": f"{length_m} m", "host": {"dcqcn": "off", "pause_response": response}},
        switches={"s": {"xoff": "100 KB", "headroom": f"{headroom_bytes:.0f} B"}},
        links=links("a-s", "x-s"),
        flows=flows("a-x"),
        faults=[{"stuck_nic": "x"}],
    )


@pytest.mark.parametrize("response", ["0 us", "standard"])
@pytest.mark.parametrize("length_m", [5, 100, 300])
def test_headroom_suffices_when_computed_to_and_not_without_its_terms(length_m: int, response: str) -> None:
    response_ns = standard_response_ns(100) if response == "standard" else 0.0
    needed = needed_headroom_bytes(100, 5.0 * length_m, response_ns, FRAME)
    assert dropped_share(blocked_receiver(needed, length_m, response)) == 0
    # A frame less than what is in flight and in the peer's response is too little, whatever the frames do.
    in_time = (2 * 5.0 * length_m + response_ns) * 100 / 8
    assert dropped_share(blocked_receiver(max(0, in_time - FRAME), length_m, response)) > 0
    assert needed - in_time < 4 * FRAME


def test_headroom_of_a_short_cable_drops_on_a_long_one() -> None:
    floor = certain_floor_bytes(100, 5, FRAME, FRAME)
    assert dropped_share(blocked_receiver(floor, 300, "0 us")) > 0
    assert dropped_share(blocked_receiver(certain_floor_bytes(100, 300, FRAME, FRAME) + 2 * FRAME, 300, "0 us")) == 0


def stuck(watchdog: object, duration: str = "5 ms") -> dict[str, object]:
    return {
        "duration": duration,
        "defaults": {"host": {"dcqcn": "off"}, "switch": watchdog},
        "switches": {"s": {}, "t": {}},
        "links": [*links("h0-s", "h1-s", "h2-s", "h3-s", "x-t", "r-t", "z-t"), *links("s-t", speed="400G")],
        "flows": flows("h0-x", "h1-r", "h2-r", "h3-r", "x-z"),
        "faults": [{"stuck_nic": "x", "at": "100 us"}],
    }


def test_a_stuck_nic_stops_others_until_a_watchdog_drops_its_packets_and_acknowledgements() -> None:
    without = run(**stuck({}))
    with_one = run(**stuck({"watchdog": {"detect": "200 us", "restore": "1 ms"}}))
    assert rates(without)[1:4] == pytest.approx([7.5] * 3, rel=0.15)
    assert (dropped_share(without), without.victims) == (0, (1, 2, 3))
    assert rates(with_one)[1:4] == pytest.approx([32.7] * 3, rel=0.1)
    # What the stuck NIC sends is lost at its switch, as are the acknowledgements for it.
    assert rates(with_one)[4] < 0.2 * rates(without)[4]
    assert with_one.run.flows[0].dropped_packets > 1000
    assert max(queue.watchdog_ns for queue in with_one.run.queues) > 4e6


@pytest.mark.parametrize("length", [3, 4])
def test_a_cycle_of_buffers_deadlocks_and_a_watchdog_breaks_it(length: int) -> None:
    found = run(**ring(length))
    assert {found.plant.port_label(port) for port, _ in found.run.deadlock} == {
        f"s{n}:s{(n + 1) % length}" for n in range(length)
    }
    assert max(rates(found)) < 1
    assert found.verdict.startswith(f"Deadlock: {length} queues wait for each other for ever (s0:s1, s1:s2, s2:s")
    assert run(**ring(length, watchdog={"detect": "200 us", "restore": "200 us"})).run.deadlock == ()


def test_paths_that_do_not_close_a_cycle_do_not_deadlock() -> None:
    scenario = ring(4)
    opened = {**scenario, "flows": [*scenario["flows"]][:-1]}  # type: ignore[misc]  # flows are a list
    assert run(**opened).run.deadlock == ()


def test_a_priority_that_only_one_end_pauses_drops() -> None:
    alike, different = ({"switch": {"buffer": "2 MB"}, "host": {"pfc": [p], "dcqcn": "off"}} for p in (3, 4))
    assert dropped_share(run(**incast(4, defaults=alike))) == 0
    found = run(**incast(4, defaults=different))
    assert dropped_share(found) > 0.5
    assert sum(flow.resent_packets for flow in found.run.flows) > 1000


def test_a_dscp_that_no_port_maps_falls_into_a_queue_that_drops() -> None:
    mapped, unmapped = (
        {"switch": {"buffer": "2 MB", "dscp_to_priority": {str(d): 3}}, "host": {"dcqcn": "off"}} for d in (26, 3)
    )
    assert dropped_share(run(**incast(4, defaults=mapped))) == 0
    found = run(**incast(4, defaults=unmapped))
    assert dropped_share(found) > 0.5
    assert {queue.priority for queue in found.run.queues if queue.dropped_packets} == {0}


def test_two_queues_share_by_weight_and_a_strict_one_goes_first() -> None:
    def shares(scheduler: object) -> list[float]:
        scenario = incast(
            2, defaults={"switch": {"scheduler": scheduler, "pfc": [2, 3]}, "host": {"dcqcn": "off", "pfc": [2, 3]}}
        )
        first, second = flows("h0-r", priority=2), flows("h1-r", priority=3)
        return rates(run(**{**scenario, "flows": [*first, *second]}))

    assert shares({"weights": {"2": 3, "3": 1}}) == pytest.approx([73.5, 24.5], rel=0.05)
    assert shares({"strict": [3]})[0] < 1
    assert shares({"shapers": {"2": "10G"}})[0] == pytest.approx(9.85, rel=0.03)


def test_a_failed_link_moves_flows_to_the_other_path() -> None:
    found = run(
        duration="2 ms",
        switches={"l1": {}, "l2": {}, "s1": {}, "s2": {}},
        links=links("a-l1", "b-l2", "l1-s1", "l1-s2", "s1-l2", "s2-l2"),
        flows=flows("a-b"),
        faults=[
            {"failed_link": ["l1", "s1"], "at": "500 us", "reroute": "50 us"},
            {"failed_link": ["l1", "s2"], "at": "1500 us"},
        ],
    )
    assert 0.5 * LINE_GBPS < rates(found)[0] < 0.8 * LINE_GBPS
    assert found.run.flows[0].dropped_packets > 0


def test_a_message_completes_and_the_same_seed_gives_the_same_figures() -> None:
    scenario = incast(4, duration="1 ms", defaults={"switch": {"ecn": ECN}})
    scenario["flows"] = flows("h0-r", "h1-r", "h2-r", "h3-r", size="500 KB")
    found, again = run(**scenario), run(**scenario)
    assert found == again
    whole = 4 * 500_000 * 8 / LINE_GBPS
    assert max(flow.completion_ns for flow in found.run.flows) == pytest.approx(whole, rel=0.1)
    assert [flow.delivered_bytes for flow in found.run.flows] == [500_000] * 4


def test_headroom_of_less_than_a_frame_still_pauses() -> None:
    defaults = {"host": {"dcqcn": "off"}, "switch": {"xoff": "100 KB", "headroom": "1 KB"}}
    found = run(**incast(2, duration="1 ms", defaults=defaults))
    assert 0 < dropped_share(found) < 0.4
    assert paused_share(found, "h0:s") > 0.3


def test_a_stuck_nic_that_nobody_obeys_loses_what_comes() -> None:
    scenario = incast(1, duration="1 ms", defaults={"host": {"dcqcn": "off"}, "switch": {"pfc": []}})
    scenario["faults"] = [{"stuck_nic": "r", "at": "500 us"}]
    for engine in EngineName:
        found = run(engine, **scenario)
        assert rates(found)[0] == pytest.approx(LINE_GBPS / 2, rel=0.02)
        assert dropped_share(found) == pytest.approx(0.5, rel=0.05)


@pytest.mark.parametrize("engine", list(EngineName))
def test_a_port_shares_the_buffer_of_its_slice_alone(engine: EngineName) -> None:
    """At alpha 1 a group that is alone takes half of what its slice shares."""
    largest = []
    for slices in (1, 2):
        settings = {"shared": "2 MB", "alpha": 1, "slices": slices}
        both = {"host": {"dcqcn": "off"}, "switch": settings}
        cables = links("a-s", "r-s", "b-s", "x-s")
        found = run(engine, switches={"s": {}}, links=cables, flows=flows("a-r", "b-r"), defaults=both, duration="1 ms")
        largest.append(max(queue.group_largest_bytes for queue in found.run.queues))
    # Two groups at one slice take a third each; then a is at the first slice and b at the second.
    assert largest == pytest.approx([2e6 / 3, 1e6 / 2], rel=0.06)


@pytest.mark.parametrize("engine", list(EngineName))
def test_a_limit_of_a_lossless_queue_drops_before_anybody_pauses(engine: EngineName) -> None:
    found = [
        run(engine, **incast(4, duration="500 us", defaults={"host": {"dcqcn": "off"}, "switch": settings}))
        for settings in ({"xoff": "200 KB"}, {"xoff": "200 KB", "lossless_limit": "150 KB"})
    ]
    assert [dropped_share(one) > 0.3 for one in found] == [False, True]
    assert [sum(queue.pauses_sent for queue in one.run.queues) > 0 for one in found] == [True, False]
