from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.intent.quantity import KNOWN_SPEEDS_GBPS
from roce_lint.tuning import ecn
from roce_lint.tuning.dcqcn import critical_feedback_delay_us, dcqcn_receipt
from roce_lint.tuning.ecn import MarkingCurve
from roce_lint.tuning.fluid import Bottleneck, RateControl, fixed_point, marking_probability, most_flows_on_slope
from roce_lint.tuning.receipt import format_receipt
from roce_lint.tuning.starting_curve import CurveLimit, PoolSize, SharedPool, StartingCurve, ecn_receipt, starting_curve

speeds = st.sampled_from(KNOWN_SPEEDS_GBPS)
pools = st.integers(4_000_000, 200_000_000)
alphas = st.sampled_from([2.0**exponent for exponent in range(-8, 9)])
counts = st.integers(1, 128)
DCQCN_PAPER_CURVE = MarkingCurve(5000, 200_000, 1)
"""At 40 Gb/s. Source: DCQCN+, ICNP 2018 (Kmin, Kmax); Pmax SIGCOMM 2015."""


@given(pools, alphas, counts, st.integers(1, 8))
def test_bound_falls_with_every_further_queue_and_priority(pool: int, alpha: float, m: int, p: int) -> None:
    bound = ecn.ecn_bound_bytes(pool, alpha, m, p)
    assert ecn.ecn_bound_bytes(pool, alpha, m + 1, p) < bound
    assert ecn.ecn_bound_bytes(pool, alpha, m, p + 1) < bound <= ecn.ecn_bound_bytes(pool, alpha, 1, 1) < pool


@given(pools, alphas, counts)
def test_congested_queues_share_less_than_the_pool(pool: int, alpha: float, k: int) -> None:
    threshold = ecn.dynamic_threshold_bytes(pool, alpha, k)
    assert k * threshold < pool
    assert math.isclose(threshold, alpha * (pool - k * threshold), rel_tol=1e-9)


@given(speeds, st.integers(0, 50_000_000))
def test_threshold_time_and_bytes_are_inverse(speed: int, size: int) -> None:
    assert abs(ecn.threshold_bytes(ecn.threshold_us(size, speed), speed) - size) <= 1


@pytest.mark.parametrize("speed", [25, 50, 100, 200, 400, 800])
def test_starting_curve_is_8_and_32_us_of_line_rate(speed: int) -> None:
    expected = StartingCurve(MarkingCurve(1000 * speed, 4000 * speed, 20), CurveLimit.LINE_RATE, CurveLimit.LINE_RATE)
    assert starting_curve(speed) == starting_curve(speed, PoolSize.UNKNOWN) == expected


@pytest.mark.parametrize(
    ("speed", "pool", "m", "p", "expected"),
    [
        pytest.param(
            100,
            SharedPool(18_000_000, 1 / 8),
            4,
            1,
            StartingCurve(MarkingCurve(100_000, 400_000, 20), CurveLimit.LINE_RATE, CurveLimit.LINE_RATE),
            id="large pool",
        ),
        pytest.param(
            400,
            SharedPool(18_000_000, 1 / 8),
            8,
            2,
            StartingCurve(MarkingCurve(224_000, 1_600_000, 20), CurveLimit.STEP_DOWN, CurveLimit.LINE_RATE),
            id="step-down lowers Kmin",
        ),
        pytest.param(
            800,
            SharedPool(18_000_000, 1 / 8),
            1,
            1,
            StartingCurve(MarkingCurve(499_750, 1_999_000, 20), CurveLimit.ONE_QUEUE, CurveLimit.ONE_QUEUE),
            id="one queue lowers both",
        ),
        pytest.param(
            800,
            SharedPool(18_000_000, 1 / 8),
            32,
            2,
            StartingCurve(MarkingCurve(499_750, 1_999_000, 20), CurveLimit.ONE_QUEUE, CurveLimit.ONE_QUEUE),
            id="step-down below 1 us is given up",
        ),
    ],
)
def test_pool_limits_the_starting_curve(speed: int, pool: SharedPool, m: int, p: int, expected: StartingCurve) -> None:
    assert starting_curve(speed, pool, m, p) == expected


def test_pool_without_room_for_marking_is_refused() -> None:
    with pytest.raises(ValueError, match="PFC would act at 30000 bytes, before 4 us of 800 Gb/s"):
        starting_curve(800, SharedPool(2_000_000, 1 / 64))


@given(speeds, st.integers(40_000_000, 200_000_000), st.integers(1, 64), st.integers(1, 8))
def test_starting_curve_marks_before_pfc(speed: int, pool: int, m: int, p: int) -> None:
    curve = starting_curve(speed, SharedPool(pool, 1 / 16), m, p).curve
    bound = ecn.ecn_bound_bytes(pool, 1 / 16, 1, 1)
    assert curve.kmin_bytes < curve.kmax_bytes < bound
    assert ecn.threshold_us(curve.kmin_bytes, speed) >= 1


def test_ecn_receipt_shows_each_bound_it_kept() -> None:
    assert (
        format_receipt(ecn_receipt(400, SharedPool(18_000_000, 1 / 8), 8, 2))
        == """\
ECN marking of a lossless queue: 400 Gb/s
    Kmin target                      400,000  bytes    8 us of line rate
    Kmax target                    1,600,000  bytes    32 us of line rate
    PFC point, one queue           2,000,000  bytes    alpha 0.125, pool 18,000,000 bytes, m = P = 1
    PFC point, step-down             225,000  bytes    alpha 0.125, pool 18,000,000 bytes, m = 8, P = 2
  result
    kmin_bytes                       224,000  bytes    PFC point of one ingress queue feeding all slower ports
    kmax_bytes                     1,600,000  bytes    delay target at line rate
    pmax_percent                          20  percent  marking probability at Kmax
    kmin_us                             4.48  us       of line rate
    kmax_us                               32  us       of line rate
  margin
    Kmin to PFC point, one queue   1,776,000  bytes    negative: PFC can act first
    Kmax to PFC point, one queue     400,000  bytes    negative: PFC can act first
    Kmin to PFC point, step-down       1,000  bytes    negative: PFC can act first
    Kmax to PFC point, step-down  -1,375,000  bytes    negative: PFC can act first
    Kmin of HPCC simulator              0.14  times    1,600,000 bytes: HPCC, SIGCOMM 2019, run.py
    Kmax of HPCC simulator              0.25  times    6,400,000 bytes: HPCC, SIGCOMM 2019, run.py
    Kmin of DCQCN as deployed           4.48  times    50,000 bytes: DCQCN, SIGCOMM 2015
    Kmax of DCQCN as deployed            0.8  times    2,000,000 bytes: DCQCN, SIGCOMM 2015
  assumed
    - queues are measured as they are, not averaged; every packet is marked above Kmax
    - PFC thresholds are dynamic: alpha times the free part of the pool
    - 8 us and 32 us lie between DCQCN as deployed (1 us) and the HPCC simulator (32 us)
    - earlier marks keep queues short and PFC away; later ones keep the link busy with few flows, and PFC near
  sources
    - DCQCN, SIGCOMM 2015, section 4 (marking before pausing; 5 KB and 200 KB at 40 Gb/s)
    - HPCC simulator run.py, SIGCOMM 2019 (thresholds proportional to speed, Pmax 20 %)
"""
    )


def test_ecn_receipt_says_when_the_pool_is_unknown() -> None:
    receipt = ecn_receipt(100)
    assert [(one.name, one.value) for one in receipt.margin] == [
        ("Kmin of HPCC simulator", 0.25),
        ("Kmax of HPCC simulator", 0.25),
        ("Kmin of DCQCN as deployed", 8.0),
        ("Kmax of DCQCN as deployed", 0.8),
    ]
    assert receipt.assumptions[1] == "shared pool and alpha not known: not checked that marking acts before PFC"


@given(speeds, st.integers(1, 2000))
def test_more_flows_need_more_marks(speed: int, flows: int) -> None:
    fewer = marking_probability(Bottleneck(speed, flows), RateControl())
    assert 0 < fewer < marking_probability(Bottleneck(speed, flows + 1), RateControl()) < 1


@given(speeds, st.integers(1, 2000), st.integers(1000, 5_000_000), st.integers(1, 5_000_000), st.floats(0.1, 100))
def test_queue_settles_between_kmin_and_kmax(speed: int, flows: int, kmin: int, ramp: int, pmax: float) -> None:
    curve = MarkingCurve(kmin, kmin + ramp, pmax)
    point = fixed_point(Bottleneck(speed, flows), curve, RateControl())
    assert kmin <= point.queue_bytes <= kmin + ramp
    assert point.on_slope == (flows <= most_flows_on_slope(speed, pmax, RateControl()))


@pytest.mark.parametrize(
    ("speed", "pmax", "increase_mbps", "flows"),
    [
        pytest.param(25, 20, 5, 176, id="HPCC 25G"),
        pytest.param(100, 20, 20, 538, id="HPCC 100G"),
        pytest.param(400, 20, 80, 1677, id="HPCC 400G"),
        pytest.param(100, 5, 40, 139, id="SONiC default 100G"),
        pytest.param(400, 5, 40, 556, id="SONiC default 400G"),
        pytest.param(100, 7, 40, 184, id="NX-OS AI/ML 100G"),
        pytest.param(400, 7, 40, 739, id="NX-OS AI/ML 400G"),
        pytest.param(400, 100, 40, 100_000, id="no flow count exceeds 100 percent"),
    ],
)
def test_most_flows_on_the_marking_ramp(speed: int, pmax: float, increase_mbps: float, flows: int) -> None:
    assert most_flows_on_slope(speed, pmax, RateControl(increase_mbps=increase_mbps)) == flows


@pytest.mark.parametrize(
    ("flows", "delay_us", "settles"),
    [
        (2, 4, True),
        (10, 4, True),
        (64, 4, True),
        (2, 85, True),
        (10, 85, False),
        (64, 85, True),
    ],
)
def test_queue_settles_as_published_at_40g(flows: int, delay_us: float, settles: bool) -> None:
    critical_us = critical_feedback_delay_us(Bottleneck(40, flows), DCQCN_PAPER_CURVE, RateControl())
    assert (delay_us < critical_us) == settles


def test_a_marking_step_has_no_critical_delay() -> None:
    step = MarkingCurve(300_000, 300_000, 100)
    with pytest.raises(ValueError, match="a step has no slope"):
        critical_feedback_delay_us(Bottleneck(25, 10), step, RateControl())
    assert [term.name for term in dcqcn_receipt(25, 10, step).result] == [
        "marking_percent",
        "queue_bytes",
        "queue_us",
        "most_flows",
    ]


def test_dcqcn_receipt_carries_the_fixed_point() -> None:
    receipt = dcqcn_receipt(40, 10, DCQCN_PAPER_CURVE)
    values = {term.name: round(term.value, 2) for term in receipt.result}
    assert values == {
        "marking_percent": 0.6,
        "queue_bytes": 122_623.13,
        "queue_us": 24.52,
        "most_flows": 14,
        "critical_delay_us": 62.47,
    }
    assert [round(term.value) for term in receipt.margin] == [77_377, 4]


@pytest.mark.parametrize("bad", [{"gain": 0}, {"increase_mbps": -1}, {"packet_bytes": 0}], ids=str)
def test_rate_control_refuses_what_is_not_positive(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="it must be above 0"):
        RateControl(**bad)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param((200, 100, 10), "kmax_bytes is 100, below kmin_bytes 200", id="order"),
        pytest.param((100, 200, 0), "pmax_percent is 0; it must be above 0 and at most 100", id="no marks"),
        pytest.param((100, 200, 101), "pmax_percent is 101; it must be above 0 and at most 100", id="above 100"),
    ],
)
def test_impossible_marking_curve_is_refused(arguments: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        MarkingCurve(*arguments)


def test_the_shared_pool_is_what_the_headroom_of_every_port_and_priority_leaves() -> None:
    assert ecn.shared_pool_bytes(12_000_000, 32, 22_400) == 12_000_000 - 8 * 32 * 22_400
    assert ecn.shared_pool_bytes(12_000_000, 32, 22_400, 2) == 12_000_000 - 2 * 32 * 22_400
    assert ecn.shared_pool_bytes(1_000_000, 32, 22_400) == 0
