from __future__ import annotations

import math

import pytest

from roce_lint.tuning import dcqcn_relations as relations
from roce_lint.tuning.dcqcn import CONNECTX_DEFAULT, DCQCN_PAPER, HPCC_PAPER, PARAMETER_SETS, Knob
from roce_lint.tuning.dcqcn_relations import Relation
from roce_lint.tuning.receipt import Term
from roce_lint.tuning.watchdog import (
    EOS,
    SONIC,
    WatchdogBounds,
    WatchdogTimers,
    qp_retry_budget_ms,
    sonic_default_timers,
    storm_ends_within_retry_budget,
    watchdog_relations,
)


def test_a_relation_shows_both_sides() -> None:
    assert relations.alpha_timer_exceeds_cnp_interval(55, 50) == Relation(
        rule="alpha timer > CNP interval",
        holds=True,
        left=Term("alpha timer", 55, "us", "period after which alpha decays"),
        right=Term("CNP interval", 50, "us", "least time between two CNPs of a flow"),
        why="alpha decays between two CNPs of the same congestion",
        source="DCQCN, SIGCOMM 2015 (55 us and 50 us)",
    )


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        pytest.param(relations.alpha_timer_exceeds_cnp_interval(50, 50), False, id="alpha as long as CNP interval"),
        pytest.param(relations.increase_timer_covers_cnp_interval(50, 50), True, id="increase as long as CNP interval"),
        pytest.param(relations.increase_timer_covers_cnp_interval(49, 50), False, id="increase before next CNP"),
        pytest.param(relations.one_side_coalesces(50, 4), True, id="receiver coalesces"),
        pytest.param(relations.one_side_coalesces(0, 50), True, id="sender coalesces"),
        pytest.param(relations.one_side_coalesces(4, 4), True, id="ConnectX default"),
        pytest.param(relations.one_side_coalesces(50, 50), False, id="both coalesce"),
        pytest.param(relations.one_side_coalesces(0, 0), False, id="nobody coalesces"),
        pytest.param(relations.byte_counter_is_slower(10_000_000, 40, 55), True, id="10 MB at 40G"),
        pytest.param(relations.byte_counter_is_slower(10_000_000, 400, 55), True, id="10 MB at 400G"),
        pytest.param(relations.byte_counter_is_slower(10_000_000, 800, 55), False, id="10 MB at 800G"),
        pytest.param(relations.increase_scales_with_speed(40, 40), True, id="paper R_AI at 40G"),
        pytest.param(relations.increase_scales_with_speed(5, 25), True, id="ConnectX R_AI at 25G"),
        pytest.param(relations.increase_scales_with_speed(5, 400), False, id="ConnectX R_AI at 400G"),
        pytest.param(relations.cnp_rate_is_within_capacity(10, 50, 5), True, id="10 flows on ConnectX-3 Pro"),
        pytest.param(relations.cnp_rate_is_within_capacity(11, 50, 5), False, id="11 flows on ConnectX-3 Pro"),
        pytest.param(relations.incast_is_within_dcqcn(79, 10), True, id="incast below breakdown"),
        pytest.param(relations.incast_is_within_dcqcn(160, 40), False, id="incast at breakdown"),
        pytest.param(storm_ends_within_retry_budget(WatchdogTimers(200, 200, 200), 20, 7), True, id="NCCL default"),
        pytest.param(storm_ends_within_retry_budget(WatchdogTimers(200, 200, 200), 14, 7), False, id="timeout 14"),
        pytest.param(storm_ends_within_retry_budget(WatchdogTimers(9e4, 9e4, 1e3), 0, 7), True, id="no timeout"),
    ],
)
def test_relation_holds_only_where_its_source_says(relation: Relation, holds: bool) -> None:
    assert relation.holds is holds


def test_breakdown_at_an_unsimulated_speed_is_refused() -> None:
    with pytest.raises(ValueError, match="no breakdown was published for 100 Gb/s; known speeds are 10, 40"):
        relations.incast_is_within_dcqcn(10, 100)


def test_a_knob_that_a_source_does_not_give_is_refused() -> None:
    assert [sets.states(Knob.CNP_INTERVAL_US) for sets in PARAMETER_SETS] == [True, False, False, True]
    assert (DCQCN_PAPER.value(Knob.CNP_INTERVAL_US), CONNECTX_DEFAULT.value(Knob.CNP_DSCP)) == (50, 48)
    with pytest.raises(ValueError, match="HPCC dcqcn_paper gives no CNP_INTERVAL_US"):
        HPCC_PAPER.value(Knob.CNP_INTERVAL_US)


@pytest.mark.parametrize(
    ("timers", "bounds", "broken"),
    [
        pytest.param(WatchdogTimers(200, 200, 200), SONIC, [], id="SONiC default"),
        pytest.param(WatchdogTimers(50, 200, 100), SONIC, ["detection >= least", "detection >= 1 * poll"], id="short"),
        pytest.param(
            WatchdogTimers(6000, 70_000, 1000), SONIC, ["detection <= most", "restoration <= most"], id="long"
        ),
        pytest.param(WatchdogTimers(200, 200, 100), EOS, [], id="EOS poll at half"),
        pytest.param(WatchdogTimers(200, 300, 101), EOS, ["detection >= 2 * poll"], id="EOS poll above half"),
        pytest.param(WatchdogTimers(10, 10, 4), EOS, ["poll >= least"], id="EOS poll too short"),
    ],
)
def test_watchdog_timers_outside_platform_limits_are_named(
    timers: WatchdogTimers, bounds: WatchdogBounds, broken: list[str]
) -> None:
    found = watchdog_relations(timers, bounds)
    names = [relation.rule.replace(" time", "").replace(" period", "") for relation in found if not relation.holds]
    assert names == broken


@pytest.mark.parametrize(
    ("ports", "scaled", "poll"), [(32, 200, 200), (33, 400, 400), (64, 400, 400), (256, 1600, 1000)]
)
def test_sonic_default_timers_grow_with_ports(ports: int, scaled: int, poll: int) -> None:
    assert sonic_default_timers(ports) == WatchdogTimers(scaled, scaled, poll)


def test_a_timeout_of_zero_never_expires() -> None:
    assert qp_retry_budget_ms(0, 7) == math.inf


@pytest.mark.parametrize(
    ("timeout", "retries", "message"),
    [(32, 7, "timeout is 32; it must be 0 to 31"), (14, 8, "retries is 8; it must be 0 to 7")],
)
def test_transport_values_out_of_range_are_refused(timeout: int, retries: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        qp_retry_budget_ms(timeout, retries)
