"""What a fabric can expect of senders that run DCQCN."""

from __future__ import annotations

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
