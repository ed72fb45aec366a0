"""DCQCN end-host parameters as published and shipped, and what a fabric can expect of them."""

from __future__ import annotations

from enum import Enum

from roce_lint.tuning.ecn import MarkingCurve, threshold_us
from roce_lint.tuning.feedback_delay import critical_feedback_delay_us
from roce_lint.tuning.fluid import (
    Bottleneck,
    RateControl,
    fixed_point,
    marking_probability_closed_form,
    most_flows_on_slope,
)
from roce_lint.tuning.receipt import Receipt, Term
from roce_lint.values import dataclass


class Knob(Enum):
    """A DCQCN parameter, with its unit in the name; NIC firmware calls it what the text says."""

    CNP_INTERVAL_US = "min_time_between_cnps"
    CUT_INTERVAL_US = "rate_reduce_monitor_period"
    ALPHA_TIMER_US = "dce_tcp_rtt"
    INCREASE_TIMER_US = "rpg_time_reset"
    BYTE_COUNTER_BYTES = "rpg_byte_reset, in bytes"
    BYTE_COUNTER_REGISTER = "rpg_byte_reset, raw"
    FAST_RECOVERY_ROUNDS = "rpg_threshold"
    GAIN = "g"
    GAIN_REGISTER = "dce_tcp_g, of 1024"
    INCREASE_MBPS = "rpg_ai_rate"
    HYPER_INCREASE_MBPS = "rpg_hai_rate"
    MIN_RATE_MBPS = "rpg_min_rate"
    CUT_DIVISOR_LOG2 = "rpg_gd"
    LARGEST_CUT_PERCENT = "rpg_min_dec_fac"
    FIRST_CNP_RATE_MBPS = "rate_to_set_on_first_cnp"
    INITIAL_ALPHA_REGISTER = "initial_alpha_value, of 1024"
    CLAMP_TARGET_RATE = "clamp_tgt_rate"
    CLAMP_TARGET_RATE_AFTER_TIME = "clamp_tgt_rate_after_time_inc"
    CNP_DSCP = "cnp_dscp"
    CNP_PRIORITY = "cnp_802p_prio"


@dataclass(frozen=True, slots=True)
class Setting:
    """The value that a parameter set gives one knob."""

    knob: Knob
    value: int | float


@dataclass(frozen=True, slots=True)
class ParameterSet:
    """A published or shipped set of DCQCN parameters; a knob that its source does not give is absent."""

    name: str
    source: str
    settings: tuple[Setting, ...]

    def states(self, knob: Knob) -> bool:
        """Return whether the source gives this knob."""
        return any(setting.knob is knob for setting in self.settings)

    def value(self, knob: Knob) -> int | float:
        """Return the value of a knob.

        Raises ValueError when the source does not give it.
        """
        for setting in self.settings:
            if setting.knob is knob:
                return setting.value
        raise ValueError(f"{self.name} gives no {knob.name}; its source is {self.source}")


def _parameter_set(name: str, source: str, values: dict[Knob, int | float]) -> ParameterSet:
    return ParameterSet(name, source, tuple(Setting(knob, value) for knob, value in values.items()))


DCQCN_PAPER = _parameter_set(
    "DCQCN paper",
    "DCQCN, SIGCOMM 2015, as deployed; g as in the HPCC simulator",
    {
        Knob.CNP_INTERVAL_US: 50,
        Knob.CUT_INTERVAL_US: 50,
        Knob.ALPHA_TIMER_US: 55,
        Knob.INCREASE_TIMER_US: 55,
        Knob.BYTE_COUNTER_BYTES: 10_000_000,
        Knob.FAST_RECOVERY_ROUNDS: 5,
        Knob.GAIN: 1 / 256,
        Knob.INCREASE_MBPS: 40,
    },
)
HPCC_PAPER = _parameter_set(
    "HPCC dcqcn_paper",
    "HPCC simulator run.py, SIGCOMM 2019; rate increases by hpcc_increase_mbps",
    {
        Knob.CUT_INTERVAL_US: 50,
        Knob.ALPHA_TIMER_US: 50,
        Knob.INCREASE_TIMER_US: 55,
        Knob.FAST_RECOVERY_ROUNDS: 1,
        Knob.GAIN: 1 / 256,
        Knob.MIN_RATE_MBPS: 1000,
    },
)
HPCC_VENDOR = _parameter_set(
    "HPCC dcqcn, vendor-like",
    "HPCC simulator run.py, SIGCOMM 2019; rate increases by hpcc_increase_mbps",
    {
        Knob.CUT_INTERVAL_US: 4,
        Knob.ALPHA_TIMER_US: 1,
        Knob.INCREASE_TIMER_US: 300,
        Knob.FAST_RECOVERY_ROUNDS: 1,
        Knob.GAIN: 1 / 256,
        Knob.MIN_RATE_MBPS: 1000,
    },
)
CONNECTX_DEFAULT = _parameter_set(
    "ConnectX default",
    "mlxconfig dumps of ConnectX firmware; older firmware has 0 or 2 us between CNPs",
    {
        Knob.CNP_INTERVAL_US: 4,
        Knob.CUT_INTERVAL_US: 4,
        Knob.ALPHA_TIMER_US: 1,
        Knob.INCREASE_TIMER_US: 300,
        Knob.BYTE_COUNTER_REGISTER: 32767,
        Knob.FAST_RECOVERY_ROUNDS: 1,
        Knob.GAIN_REGISTER: 1019,
        Knob.INCREASE_MBPS: 5,
        Knob.HYPER_INCREASE_MBPS: 50,
        Knob.MIN_RATE_MBPS: 1,
        Knob.CUT_DIVISOR_LOG2: 11,
        Knob.LARGEST_CUT_PERCENT: 50,
        Knob.FIRST_CNP_RATE_MBPS: 0,
        Knob.INITIAL_ALPHA_REGISTER: 1023,
        Knob.CLAMP_TARGET_RATE: 0,
        Knob.CLAMP_TARGET_RATE_AFTER_TIME: 1,
        Knob.CNP_DSCP: 48,
        Knob.CNP_PRIORITY: 6,
    },
)
DCQCN_PAPER_CURVE = MarkingCurve(5000, 200_000, 1)
"""Marking on the 40 Gb/s switches of the DCQCN paper. Source: DCQCN+, ICNP 2018 (Kmin, Kmax); Pmax SIGCOMM 2015."""

PARAMETER_SETS = (DCQCN_PAPER, HPCC_PAPER, HPCC_VENDOR, CONNECTX_DEFAULT)


def hpcc_increase_mbps(speed_gbps: float) -> float:
    """Return R_AI by the HPCC simulator's rule: 5 Mb/s at 25 Gb/s, proportional to speed.

    Source: HPCC run.py, SIGCOMM 2019.
    """
    return 5 * speed_gbps / 25


def hpcc_hyper_increase_mbps(speed_gbps: float) -> float:
    """Return R_HAI by the HPCC simulator's rule: ten times R_AI.

    Source: HPCC run.py, SIGCOMM 2019.
    """
    return 10 * hpcc_increase_mbps(speed_gbps)


def byte_counter_time_us(byte_counter_bytes: float, speed_gbps: float) -> float:
    """Return how long a sender at line rate takes to fill its byte counter, in microseconds.

    Raises ValueError for a negative size or a speed that is not positive.
    """
    return threshold_us(byte_counter_bytes, speed_gbps)


def dcqcn_receipt(speed_gbps: float, flows: int, curve: MarkingCurve, control: RateControl | None = None) -> Receipt:
    """Return where `flows` equal DCQCN senders settle on one port, by the fluid model.

    Results are `queue_bytes`, `queue_us`, `marking_percent`, `most_flows` and, for a curve with a ramp,
    `critical_delay_us`. Without `control` the senders use the paper's constants. Raises ValueError for arguments
    that are not positive.
    """
    control = control or RateControl()
    bottleneck = Bottleneck(speed_gbps, flows)
    point = fixed_point(bottleneck, curve, control)
    most = most_flows_on_slope(speed_gbps, curve.pmax_percent, control)
    where = "on the ramp" if point.on_slope else "at Kmax: p* exceeds Pmax"
    standing_us = threshold_us(point.queue_bytes, speed_gbps)
    return Receipt(
        title=f"DCQCN fixed point: {flows} flows on {speed_gbps:g} Gb/s",
        terms=_model_terms(bottleneck, curve, control, point.alpha),
        result=(
            Term("marking_percent", 100 * point.probability, "percent", "p*, exact root"),
            Term("queue_bytes", point.queue_bytes, "bytes", f"q*, {where}"),
            Term("queue_us", standing_us, "us", "delay of the standing queue"),
            Term("most_flows", most, "flows", "largest number that stays on the ramp"),
            *_critical_delay(bottleneck, curve, control),
        ),
        margin=(
            Term("queue below Kmax", curve.kmax_bytes - point.queue_bytes, "bytes", "0: marking no longer controls"),
            Term("flows left", most - flows, "flows", "negative: Kmax must be below the PFC point"),
        ),
        assumptions=(
            "flows are equal, long and share one bottleneck; firmware of a NIC may differ from the model",
            f"rates counted in packets of {control.packet_bytes} bytes",
        ),
        sources=("DCQCN, SIGCOMM 2015", '"ECN or Delay", CoNEXT 2016, equations 5 to 12'),
    )


def _model_terms(bottleneck: Bottleneck, curve: MarkingCurve, control: RateControl, alpha: float) -> tuple[Term, ...]:
    kmin_us = threshold_us(curve.kmin_bytes, bottleneck.speed_gbps)
    kmax_us = threshold_us(curve.kmax_bytes, bottleneck.speed_gbps)
    closed_percent = 100 * marking_probability_closed_form(bottleneck, control)
    return (
        Term("Kmin", curve.kmin_bytes, "bytes", f"{kmin_us:.3g} us of line rate"),
        Term("Kmax", curve.kmax_bytes, "bytes", f"{kmax_us:.3g} us of line rate"),
        Term("Pmax", curve.pmax_percent, "percent", "marking probability at Kmax"),
        Term("fair share", bottleneck.share_mbps, "Mb/s", "speed / flows"),
        Term("R_AI", control.increase_mbps, "Mb/s", "increase of each flow per round"),
        Term("closed form of p*", closed_percent, "percent", "small p; reads high"),
        Term("alpha*", alpha, "", "a cut takes half of this share of the rate"),
    )


def _critical_delay(bottleneck: Bottleneck, curve: MarkingCurve, control: RateControl) -> tuple[Term, ...]:
    if curve.kmin_bytes == curve.kmax_bytes:
        return ()
    delay_us = critical_feedback_delay_us(bottleneck, curve, control)
    return (Term("critical_delay_us", delay_us, "us", "feedback older than this makes the queue swing"),)
