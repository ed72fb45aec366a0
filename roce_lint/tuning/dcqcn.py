"""What a fabric can expect of senders that run DCQCN.

How stale a mark may be before DCQCN's queue begins to swing: the critical feedback delay of the fluid model.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator
from typing import TypeAlias

from roce_lint.tuning.ecn import MarkingCurve, threshold_us
from roce_lint.tuning.fluid import (
    Bottleneck,
    RateControl,
    events_at,
    fixed_point,
    marking_probability,
    marking_probability_closed_form,
    most_flows_on_slope,
)
from roce_lint.tuning.receipt import Receipt, Term
from roce_lint.values import dataclass

Matrix: TypeAlias = tuple[tuple[float, ...], ...]

STATES = 4
"""Queue, alpha, target rate, current rate."""

RELATIVE_STEP = 1e-5
LOWEST_RAD_PER_S = 10.0
HIGHEST_RAD_PER_S = 1e8
SWEEP_FACTOR = 1.02


@dataclass(frozen=True, slots=True)
class Linearised:
    """The fluid model around its fixed point: x'(t) = present x(t) + delayed x(t - delay)."""

    present: Matrix
    delayed: Matrix


def linearise(bottleneck: Bottleneck, curve: MarkingCurve, control: RateControl) -> Linearised:
    """Return the model around its fixed point, by central differences.

    Marks and the rate at which they are met are late; queue, alpha and rates are not. The marking line is continued
    past Kmax, as in the published analysis. Raises ValueError for a curve without a ramp (Kmin = Kmax), and for so many
    flows that every packet must be marked, where the model ends.
    Source: "ECN or Delay", CoNEXT 2016, section 3.
    """
    if curve.kmax_bytes == curve.kmin_bytes:
        raise ValueError("kmin_bytes equals kmax_bytes: a step has no slope, and so no critical delay")
    rate = control.packets_per_s(bottleneck.share_mbps)
    probability = marking_probability(bottleneck, control)
    if probability * (1 + RELATIVE_STEP) >= 1:
        raise ValueError(
            f"flows is {bottleneck.flows}: so many settle on {bottleneck.speed_gbps:g} Gb/s only where every packet is "
            "marked, beyond what the model describes; give fewer"
        )
    events = events_at(probability, rate, control)
    gap = events.alpha * events.cut / (control.cut_interval_us * 1e-6) / (events.byte_rounds + events.timer_rounds)
    point = (probability, rate, events.alpha, rate + gap, rate)
    columns = [_sensitivity(point, index, bottleneck, control) for index in range(len(point))]
    slope = curve.pmax_percent / 100 * control.packet_bytes / (curve.kmax_bytes - curve.kmin_bytes)
    present = tuple((0.0, columns[2][row], columns[3][row], columns[4][row]) for row in range(STATES))
    delayed = tuple((columns[0][row] * slope, 0.0, 0.0, columns[1][row]) for row in range(STATES))
    return Linearised(present, delayed)


def _sensitivity(
    point: tuple[float, ...], index: int, bottleneck: Bottleneck, control: RateControl
) -> tuple[float, ...]:
    step = point[index] * RELATIVE_STEP
    above = _derivatives(tuple(x + step if i == index else x for i, x in enumerate(point)), bottleneck, control)
    below = _derivatives(tuple(x - step if i == index else x for i, x in enumerate(point)), bottleneck, control)
    return tuple((up - down) / (2 * step) for up, down in zip(above, below, strict=True))


def _derivatives(point: tuple[float, ...], bottleneck: Bottleneck, control: RateControl) -> tuple[float, ...]:
    probability, late_rate, alpha, target, rate = point
    events = events_at(probability, late_rate, control)
    cut_s = control.cut_interval_us * 1e-6
    capacity = control.packets_per_s(bottleneck.speed_gbps * 1000)
    increase = control.packets_per_s(control.increase_mbps)
    gap = target - rate
    return (
        bottleneck.flows * rate - capacity,
        control.gain / (control.alpha_timer_us * 1e-6) * (events.alpha - alpha),
        -gap / cut_s * events.cut + increase * late_rate * (events.byte_increases + events.timer_increases),
        -rate * alpha / (2 * cut_s) * events.cut + gap / 2 * late_rate * (events.byte_rounds + events.timer_rounds),
    )


def critical_feedback_delay_us(bottleneck: Bottleneck, curve: MarkingCurve, control: RateControl) -> float:
    """Return the feedback delay above which the queue no longer settles, in microseconds.

    0 when it does not settle even without delay, infinity when no delay unsettles it. Holds for flows that move
    together; the standing queue's own delay counts as feedback delay. Raises ValueError for a curve without a ramp.
    Source: "ECN or Delay", CoNEXT 2016, section 3; published for 40 Gb/s: 10 flows unstable at 85 us, 2 and 64 stable.
    """
    model = linearise(bottleneck, curve, control)
    if not _settles_without_delay(model):
        return 0.0
    delays = [_delay_us(omega, root) for omega, root in _crossings(model)]
    return min(delays, default=math.inf)


def _delay_us(omega: float, root: complex) -> float:
    return (-cmath.phase(root)) % (2 * math.pi) / omega * 1e6


def _crossings(model: Linearised) -> Iterator[tuple[float, complex]]:
    """Yield each frequency (rad/s) where a root z of det(jw - A - B z) has modulus 1: z = exp(-jw delay)."""
    omega, roots = LOWEST_RAD_PER_S, _delay_roots(model, LOWEST_RAD_PER_S)
    while omega < HIGHEST_RAD_PER_S:
        following = omega * SWEEP_FACTOR
        next_roots = _delay_roots(model, following)
        for index in range(min(len(roots), len(next_roots))):
            if (abs(roots[index]) > 1) != (abs(next_roots[index]) > 1):
                yield _refine(model, index, omega, following)
        omega, roots = following, next_roots


def _refine(model: Linearised, index: int, low: float, high: float) -> tuple[float, complex]:
    outside = abs(_delay_roots(model, low)[index]) > 1
    for _ in range(50):
        middle = (low + high) / 2
        if (abs(_delay_roots(model, middle)[index]) > 1) == outside:
            low = middle
        else:
            high = middle
    return low, _delay_roots(model, low)[index]


def _delay_roots(model: Linearised, omega: float) -> list[complex]:
    """Return the roots z of det(jw - A - B z), smallest first: quadratic, as B has two columns."""
    at_zero, at_one, at_minus = (_characteristic(model, 1j * omega, z) for z in (0.0, 1.0, -1.0))
    square, linear = (at_one + at_minus) / 2 - at_zero, (at_one - at_minus) / 2
    root = cmath.sqrt(linear * linear - 4 * square * at_zero)
    half = -(linear + root) / 2 if abs(linear + root) > abs(linear - root) else -(linear - root) / 2
    roots = ([at_zero / half] if half else []) + ([half / square] if square else [])
    return sorted(roots, key=abs)


def _characteristic(model: Linearised, laplace: complex, late: float) -> complex:
    rows = [
        [
            (laplace if row == column else 0) - model.present[row][column] - model.delayed[row][column] * late
            for column in range(STATES)
        ]
        for row in range(STATES)
    ]
    return _determinant(rows)


def _determinant(rows: list[list[complex]]) -> complex:
    result: complex = 1
    for column in range(len(rows)):
        pivot = max(range(column, len(rows)), key=lambda row: abs(rows[row][column]))
        if rows[pivot][column] == 0:
            return 0
        if pivot != column:
            rows[pivot], rows[column] = rows[column], rows[pivot]
            result = -result
        result *= rows[column][column]
        for row in range(column + 1, len(rows)):
            factor = rows[row][column] / rows[column][column]
            rows[row] = [value - factor * top for value, top in zip(rows[row], rows[column], strict=True)]
    return result


def _settles_without_delay(model: Linearised) -> bool:
    """Return whether every root of s^4 + c3 s^3 + c2 s^2 + c1 s + c0 lies to the left (Routh and Hurwitz)."""
    matrix = [
        [model.present[row][column] + model.delayed[row][column] for column in range(STATES)] for row in range(STATES)
    ]
    c3, c2, c1, c0 = _characteristic_coefficients(matrix)
    return min(c3, c2, c1, c0) > 0 and c3 * c2 * c1 > c1**2 + c3**2 * c0


def _characteristic_coefficients(matrix: list[list[float]]) -> list[float]:
    # Faddeev and LeVerrier
    size = range(len(matrix))
    power = [[0.0 for _ in size] for _ in size]
    coefficients = [1.0]
    for order in range(1, len(matrix) + 1):
        for i in size:
            power[i][i] += coefficients[-1]
        power = [[sum(matrix[i][k] * power[k][j] for k in size) for j in size] for i in size]
        coefficients.append(-sum(power[i][i] for i in size) / order)
    return coefficients[1:]


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
