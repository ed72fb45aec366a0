"""DCQCN as a fluid: where N equal flows on one bottleneck settle, and how long their queue then is."""

from __future__ import annotations

import math

from roce_lint.tuning.arguments import require_positive
from roce_lint.tuning.ecn import MarkingCurve
from roce_lint.values import dataclass

MOST_FLOWS = 100_000
"""Where `most_flows_on_slope` stops counting: beyond any fan-in of a real port."""


@dataclass(frozen=True, slots=True)
class RateControl:
    """The sender's constants of DCQCN, as the paper deploys them unless configured otherwise.

    `gain` is g; `increase_mbps` R_AI; `fast_recovery_rounds` F; `packet_bytes` the size that rates are counted in.
    Sources: DCQCN, SIGCOMM 2015; g as in the HPCC simulator.
    """

    gain: float = 1 / 256
    increase_mbps: float = 40
    cut_interval_us: float = 50
    alpha_timer_us: float = 55
    increase_timer_us: float = 55
    byte_counter_bytes: float = 10_000_000
    fast_recovery_rounds: int = 5
    packet_bytes: int = 1000

    def __post_init__(self) -> None:
        """Raise ValueError for a constant that is not positive."""
        require_positive("gain", self.gain)
        require_positive("increase_mbps", self.increase_mbps)
        require_positive("cut_interval_us", self.cut_interval_us)
        require_positive("alpha_timer_us", self.alpha_timer_us)
        require_positive("increase_timer_us", self.increase_timer_us)
        require_positive("byte_counter_bytes", self.byte_counter_bytes)
        require_positive("fast_recovery_rounds", self.fast_recovery_rounds)
        require_positive("packet_bytes", self.packet_bytes)

    def packets_per_s(self, rate_mbps: float) -> float:
        """Return a rate in packets a second."""
        return rate_mbps * 1e6 / (8 * self.packet_bytes)


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """`flows` equal senders that share one port of `speed_gbps`."""

    speed_gbps: float
    flows: int

    def __post_init__(self) -> None:
        """Raise ValueError for a speed or a number of flows that is not positive."""
        require_positive("speed_gbps", self.speed_gbps)
        require_positive("flows", self.flows)

    @property
    def share_mbps(self) -> float:
        """Return each flow's fair share."""
        return self.speed_gbps * 1000 / self.flows


@dataclass(frozen=True, slots=True)
class Events:
    """What a sender sees at marking probability p: shares of cuts, and rates of increases per packet.

    Named as in "ECN or Delay" (CoNEXT 2016): a cut, alpha its fixed point, b and c byte counter, d and e timer.
    """

    cut: float
    alpha: float
    byte_rounds: float
    byte_increases: float
    timer_rounds: float
    timer_increases: float


def events_at(probability: float, rate_pps: float, control: RateControl) -> Events:
    """Return the event terms for a marking probability in (0, 1) and a flow's rate in packets a second.

    Source: "ECN or Delay", CoNEXT 2016, equations 5 to 9.
    """
    log_clean = -math.log1p(-probability)
    in_counter = control.byte_counter_bytes / control.packet_bytes * log_clean
    in_timer = control.increase_timer_us * 1e-6 * rate_pps * log_clean
    byte_rounds, timer_rounds = _rounds(probability, in_counter), _rounds(probability, in_timer)
    return Events(
        cut=-math.expm1(-control.cut_interval_us * 1e-6 * rate_pps * log_clean),
        alpha=-math.expm1(-control.alpha_timer_us * 1e-6 * rate_pps * log_clean),
        byte_rounds=byte_rounds,
        byte_increases=byte_rounds * math.exp(-control.fast_recovery_rounds * in_counter),
        timer_rounds=timer_rounds,
        timer_increases=timer_rounds * math.exp(-control.fast_recovery_rounds * in_timer),
    )


def _rounds(probability: float, marks: float) -> float:
    # p / ((1-p)^-n - 1), written so that it underflows to 0 instead of overflowing
    return probability * math.exp(-marks) / -math.expm1(-marks)


def marking_probability(bottleneck: Bottleneck, control: RateControl) -> float:
    """Return p*, the marking probability at which the flows hold their fair share.

    Root of a^2 alpha / ((b + d)(c + e)) = tau^2 R_AI C / N, found by halving in the logarithm to double precision.
    Source: "ECN or Delay", CoNEXT 2016, equation 11.
    """
    rate_pps = control.packets_per_s(bottleneck.share_mbps)
    step = (control.cut_interval_us * 1e-6) ** 2 * control.packets_per_s(control.increase_mbps) * rate_pps
    low, high = -50.0, -1e-12
    while high - low > 1e-13:
        middle = (low + high) / 2
        events = events_at(math.exp(middle), rate_pps, control)
        rounds = events.byte_rounds + events.timer_rounds
        increases = events.byte_increases + events.timer_increases
        if events.cut**2 * events.alpha < step * rounds * increases:
            low = middle
        else:
            high = middle
    return math.exp((low + high) / 2)


def marking_probability_closed_form(bottleneck: Bottleneck, control: RateControl) -> float:
    """Return p* for small p: cbrt(R_AI N^2 / (tau' C^2) * (1/B + N/(T C))^2); it reads 15 to 35 % high.

    Source: "ECN or Delay", CoNEXT 2016, equation 12.
    """
    capacity_pps = control.packets_per_s(bottleneck.speed_gbps * 1000)
    increase_pps = control.packets_per_s(control.increase_mbps)
    per_counter = control.packet_bytes / control.byte_counter_bytes
    per_timer = bottleneck.flows / (control.increase_timer_us * 1e-6 * capacity_pps)
    alpha_s = control.alpha_timer_us * 1e-6
    cube = increase_pps * bottleneck.flows**2 / (alpha_s * capacity_pps**2) * (per_counter + per_timer) ** 2
    return float(cube ** (1 / 3))


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """Where the flows settle: marking probability, alpha of the senders, and the queue.

    `on_slope` is false when p* exceeds Pmax: the queue then stands at Kmax.
    """

    probability: float
    alpha: float
    queue_bytes: float
    on_slope: bool


def fixed_point(bottleneck: Bottleneck, curve: MarkingCurve, control: RateControl) -> FixedPoint:
    """Return the unique fixed point of DCQCN under a marking curve.

    q* = Kmin + p*/Pmax (Kmax - Kmin) while p* is at most Pmax, otherwise Kmax.
    Source: "ECN or Delay", CoNEXT 2016, section 3.
    """
    probability = marking_probability(bottleneck, control)
    rate_pps = control.packets_per_s(bottleneck.share_mbps)
    part = min(1.0, probability / (curve.pmax_percent / 100))
    return FixedPoint(
        probability=probability,
        alpha=events_at(probability, rate_pps, control).alpha,
        queue_bytes=curve.kmin_bytes + part * (curve.kmax_bytes - curve.kmin_bytes),
        on_slope=probability <= curve.pmax_percent / 100,
    )


def most_flows_on_slope(speed_gbps: float, pmax_percent: float, control: RateControl) -> int:
    """Return the largest number of flows whose queue settles between Kmin and Kmax, at most 100 000.

    With more flows the queue stands at Kmax, so Kmax must be below the point where PFC acts. 0 when even one flow
    needs more marks than Pmax. Raises ValueError for a speed or percentage that is not positive.
    """
    require_positive("pmax_percent", pmax_percent)
    low, high = 0, MOST_FLOWS
    while low < high:
        middle = (low + high + 1) // 2
        if marking_probability(Bottleneck(speed_gbps, middle), control) <= pmax_percent / 100:
            low = middle
        else:
            high = middle - 1
    return low
