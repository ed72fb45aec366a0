"""Relations that DCQCN parameters must keep, each shown with its two sides."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.tuning.dcqcn import byte_counter_time_us, hpcc_increase_mbps
from roce_lint.tuning.receipt import Term
from roce_lint.values import dataclass

COALESCING_US = 10
"""From here an interval counts as coalescing ("tens of us"); below, as none."""

NEGLIGIBLE_RATIO = 2
"""A byte counter this many times slower than the timer leaves the timer in charge."""

SIMULATED_MOST_FLOWS: Mapping[float, int] = MappingProxyType({10: 80, 40: 160})
"""Incast flows at which DCQCN with fixed parameters leaves PFC permanently active. Source: DCQCN+, ICNP 2018."""

CONNECTX4_MOST_FLOWS = 480
"""The same on ConnectX-4 hardware (480 to 560). Source: DCQCN+, ICNP 2018."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Whether `left` and `right` stand as `rule` demands, why it matters, and who says so."""

    rule: str
    holds: bool
    left: Term
    right: Term
    why: str
    source: str


def alpha_timer_exceeds_cnp_interval(alpha_timer_us: float, cnp_interval_us: float) -> Relation:
    """Compare the alpha update period with the CNP interval: alpha must outlast the gap between two CNPs."""
    require_not_negative("alpha_timer_us", alpha_timer_us)
    require_not_negative("cnp_interval_us", cnp_interval_us)
    return Relation(
        rule="alpha timer > CNP interval",
        holds=alpha_timer_us > cnp_interval_us,
        left=Term("alpha timer", alpha_timer_us, "us", "period after which alpha decays"),
        right=Term("CNP interval", cnp_interval_us, "us", "least time between two CNPs of a flow"),
        why="alpha decays between two CNPs of the same congestion",
        source="DCQCN, SIGCOMM 2015 (55 us and 50 us)",
    )


def increase_timer_covers_cnp_interval(increase_timer_us: float, cnp_interval_us: float) -> Relation:
    """Compare the increase timer with the CNP interval: no increase between two CNPs of a lasting congestion."""
    require_not_negative("increase_timer_us", increase_timer_us)
    require_not_negative("cnp_interval_us", cnp_interval_us)
    return Relation(
        rule="increase timer >= CNP interval",
        holds=increase_timer_us >= cnp_interval_us,
        left=Term("increase timer", increase_timer_us, "us", "T"),
        right=Term("CNP interval", cnp_interval_us, "us", "least time between two CNPs of a flow"),
        why="a flow speeds up between two CNPs of the same congestion",
        source="DCQCN+, ICNP 2018",
    )


def one_side_coalesces(cnp_interval_us: float, cut_interval_us: float) -> Relation:
    """Compare receiver and sender coalescing: both long is slow, both zero cuts once for every marked packet."""
    require_not_negative("cnp_interval_us", cnp_interval_us)
    require_not_negative("cut_interval_us", cut_interval_us)
    both_long = min(cnp_interval_us, cut_interval_us) >= COALESCING_US
    none = max(cnp_interval_us, cut_interval_us) == 0
    return Relation(
        rule="one side coalesces, not both and not neither",
        holds=not (both_long or none),
        left=Term("CNP interval", cnp_interval_us, "us", "receiver"),
        right=Term("cut interval", cut_interval_us, "us", "sender"),
        why="a rate is cut for every marked packet" if none else "two long intervals add up and slow the reaction",
        source='"Empowering Azure Storage with RDMA", NSDI 2023',
    )


def byte_counter_is_slower(byte_counter_bytes: float, speed_gbps: float, increase_timer_us: float) -> Relation:
    """Compare the byte counter's time at line rate with the increase timer: it should be at least twice as long."""
    require_positive("byte_counter_bytes", byte_counter_bytes)
    require_positive("increase_timer_us", increase_timer_us)
    time_us = byte_counter_time_us(byte_counter_bytes, speed_gbps)
    return Relation(
        rule=f"byte counter time >= {NEGLIGIBLE_RATIO} * increase timer",
        holds=time_us >= NEGLIGIBLE_RATIO * increase_timer_us,
        left=Term("byte counter time", time_us, "us", f"{byte_counter_bytes:,.0f} bytes at {speed_gbps:g} Gb/s"),
        right=Term("increase timer", increase_timer_us, "us", "T"),
        why="at this speed the counter also raises rates; scale it with the speed or switch it off",
        source="DCQCN, SIGCOMM 2015 (10 MB take 2 ms at 40 Gb/s)",
    )


def increase_scales_with_speed(increase_mbps: float, speed_gbps: float) -> Relation:
    """Compare R_AI with the HPCC rule for the speed: a smaller one recovers slowly on a fast port."""
    require_positive("increase_mbps", increase_mbps)
    require_positive("speed_gbps", speed_gbps)
    return Relation(
        rule="R_AI >= 5 Mb/s for each 25 Gb/s",
        holds=increase_mbps >= hpcc_increase_mbps(speed_gbps),
        left=Term("R_AI", increase_mbps, "Mb/s", "increase per round"),
        right=Term("HPCC rule", hpcc_increase_mbps(speed_gbps), "Mb/s", f"5 * {speed_gbps:g} / 25"),
        why="the same step is a smaller share of a faster port",
        source="HPCC simulator run.py, SIGCOMM 2019",
    )


def cnp_rate_is_within_capacity(flows: int, cnp_interval_us: float, nic_us_per_cnp: float) -> Relation:
    """Compare the CNPs that `flows` ask of a NIC with what it can send (ConnectX-3 Pro: one in 1 to 5 us)."""
    require_positive("flows", flows)
    require_positive("cnp_interval_us", cnp_interval_us)
    require_positive("nic_us_per_cnp", nic_us_per_cnp)
    asked, possible = flows / cnp_interval_us * 1e6, 1e6 / nic_us_per_cnp
    return Relation(
        rule="flows / CNP interval <= CNP rate of the NIC",
        holds=flows * nic_us_per_cnp <= cnp_interval_us,
        left=Term("CNPs asked", asked, "per s", f"{flows} flows, one CNP in {cnp_interval_us:g} us each"),
        right=Term("CNPs possible", possible, "per s", f"one in {nic_us_per_cnp:g} us"),
        why="some flows get no CNP and do not slow down",
        source="DCQCN, SIGCOMM 2015; DCQCN+, ICNP 2018",
    )


def incast_is_within_dcqcn(flows: int, speed_gbps: float) -> Relation:
    """Compare an incast with the size at which DCQCN broke down in simulation.

    Raises ValueError for a speed that was not simulated (10 and 40 Gb/s were).
    """
    require_positive("flows", flows)
    if speed_gbps not in SIMULATED_MOST_FLOWS:
        known = ", ".join(f"{speed:g}" for speed in SIMULATED_MOST_FLOWS)
        raise ValueError(f"no breakdown was published for {speed_gbps:g} Gb/s; known speeds are {known}")
    most = SIMULATED_MOST_FLOWS[speed_gbps]
    return Relation(
        rule="incast < flows at which PFC stays active",
        holds=flows < most,
        left=Term("flows", flows, "flows", "senders to one port"),
        right=Term("breakdown", most, "flows", f"simulated at {speed_gbps:g} Gb/s"),
        why="fixed parameters cannot slow so many flows enough; PFC stays active",
        source="DCQCN+, ICNP 2018",
    )
