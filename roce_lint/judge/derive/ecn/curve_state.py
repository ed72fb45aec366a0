"""The marking curve of one queue in units of time and slope, and how curves grow with the speed of ports."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from roce_lint.judge.derive.ecn.queue_state import QueueState
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import all_of, combine, is_false, is_true, map_fact
from roce_lint.tuning.starting_curve import starting_curve
from roce_lint.values import dataclass

PAPER_SLOPE_PERCENT_PER_MBYTE = 5.13
"""DCQCN, SIGCOMM 2015, section 6: Pmax 1 % between Kmin 5 and Kmax 200 kbytes."""
_STEEPER_THAN_PAPER = 20
_LEAST_RAMP_BYTES = 8 * 4156
"""Eight of the largest RoCE packets (4096 bytes of payload, 60 of IPv4, UDP and InfiniBand headers)."""
_BESIDE = "whether RoCE queues of the port mark instead"
_FLAT_PMAX_PERCENT = 1.0
_FLAT_RAMP_BYTES = 400_000
"""Twice the DCQCN paper's Kmax, which goes with its Pmax of 1 %."""


@dataclass(frozen=True, slots=True)
class CurveState:
    """The marking curve of one queue."""

    kmin_us: Fact[float]
    """Kmin in us at the port speed."""
    kmax_us: Fact[float]
    """Kmax in us at the port speed."""
    is_step_like: Fact[bool]
    """The ramp is shorter than eight packets, or twenty times as steep as in the DCQCN paper; in both cases shorter or
    steeper than what `tune` computes for the port speed.
    """
    is_flat: Fact[bool]
    """Almost no packet is marked on a long ramp, and every packet above it."""
    durations_are_known: bool
    """The speed of the port is known, and with it `kmin_us` and `kmax_us`."""
    weight_is_stated: bool
    """A line of the configuration sets the averaging weight."""
    stands_beside_roce: Fact[bool]
    """This queue is configured to mark but carries neither RoCE nor best effort, while no RoCE queue on the port
    marks.
    """
    stands_elsewhere: bool
    """This queue carries RoCE and a queue that `stands_beside_roce` exists."""
    roce_queues: frozenset[int]
    """The queues of the port that carry RoCE."""


def curves(port: Port, queues: Sequence[QueueState], best_effort: frozenset[int]) -> tuple[CurveState, ...]:
    """Return the curve of each queue of the port, in order; `best_effort` are the queues of unmarked traffic."""
    roce = [queue for queue in queues if queue.carries_roce]
    bare = bool(roce) and all(is_false(queue.ecn_enabled) for queue in roce)
    beside = frozenset(
        queue.index
        for queue in queues
        if bare and not queue.carries_roce and queue.index not in best_effort and _is_stated_on(queue)
    )
    speed = port.speed_gbps
    return tuple(
        CurveState(
            kmin_us=_duration_us(queue.ecn_kmin_bytes, speed),
            kmax_us=_duration_us(queue.ecn_kmax_bytes, speed),
            is_step_like=_is_step_like(queue, speed),
            is_flat=_is_flat(queue),
            durations_are_known=not isinstance(speed, Unknown) and queue.curve_is_stated,
            weight_is_stated=isinstance(queue.ecn_averaging_weight, Stated),
            stands_beside_roce=_beside(port, queue, queue.index in beside, roce),
            stands_elsewhere=queue.carries_roce and bool(beside),
            roce_queues=frozenset(one.index for one in roce),
        )
        for queue in queues
    )


def _beside(port: Port, queue: QueueState, is_beside: bool, roce: Sequence[QueueState]) -> Fact[bool]:
    """Say whether the queue marks in vain: at a line that moves RoCE to another queue than its class has by number."""
    moved = [
        traffic_class.queue.source
        for traffic_class in port.qos.classes
        if isinstance(traffic_class.queue, Stated)
        and traffic_class.queue.value in {one.index for one in roce}
        and traffic_class.name == str(queue.index)
    ]
    if is_beside and moved:
        return Stated(True, moved[0])
    return all_of(queue.ecn_enabled, Default(is_beside, port.source, _BESIDE))


def _is_stated_on(queue: QueueState) -> bool:
    return isinstance(queue.ecn_enabled, Stated) and is_true(queue.ecn_enabled)


def _duration_us(size_bytes: Fact[int], speed_gbps: Fact[int]) -> Fact[float]:
    if isinstance(size_bytes, Unknown):
        return size_bytes
    if isinstance(speed_gbps, Unknown):
        return speed_gbps
    if speed_gbps.value <= 0:
        return Unknown("a port without speed takes forever", speed_gbps.source)
    return map_fact(lambda size: round(size * 8 / (1000 * speed_gbps.value), 1), size_bytes)


def _is_step_like(queue: QueueState, speed_gbps: Fact[int]) -> Fact[bool]:
    ramp = combine(lambda low, high: high - low, queue.ecn_kmin_bytes, queue.ecn_kmax_bytes)
    pmax = queue.ecn_pmax_percent
    most, least = _STEEPER_THAN_PAPER * PAPER_SLOPE_PERCENT_PER_MBYTE, _LEAST_RAMP_BYTES
    if not isinstance(speed_gbps, Unknown) and speed_gbps.value > 0:
        # a slow port fills its ramp as late as a fast one whose ramp is longer
        start = starting_curve(speed_gbps.value).curve
        usual = start.kmax_bytes - start.kmin_bytes
        most, least = max(most, start.pmax_percent * 1_000_000 / usual), min(least, usual)
    if isinstance(ramp, Unknown):
        return ramp
    if ramp.value < least:
        return map_fact(lambda size: size < least, ramp)
    if isinstance(pmax, Unknown):
        return pmax
    return map_fact(lambda size: pmax.value * 1_000_000 > most * size, ramp)


def _is_flat(queue: QueueState) -> Fact[bool]:
    ramp = combine(lambda low, high: high - low, queue.ecn_kmin_bytes, queue.ecn_kmax_bytes)
    if isinstance(ramp, Unknown):
        return ramp
    return map_fact(lambda pmax: pmax <= _FLAT_PMAX_PERCENT and ramp.value > _FLAT_RAMP_BYTES, queue.ecn_pmax_percent)


@dataclass(frozen=True, slots=True)
class SpeedStepState:
    """The usual curve of one RoCE queue on the ports of one device with the same kind of peer, at two speeds."""

    queue: int
    """The number of the queue."""
    facing: str
    """What the ports connect to: `host`, `fabric` or `unknown`."""
    is_next: bool
    """No port has a speed between the two."""
    is_whole_range: bool
    """The two are the slowest and the fastest."""
    slower_gbps: int
    """The lower speed in Gb/s."""
    faster_gbps: int
    """The higher speed in Gb/s."""
    slower_kmin_bytes: Fact[int]
    """Kmin at the lower speed, in bytes."""
    faster_kmin_bytes: Fact[int]
    """Kmin at the higher speed, in bytes."""
    slower_kmax_bytes: Fact[int]
    """Kmax at the lower speed, in bytes."""
    faster_kmax_bytes: Fact[int]
    """Kmax at the higher speed, in bytes."""


_Curves = Mapping[int, QueueState]


def speed_steps(ports: Iterable[tuple[Port, str, Sequence[QueueState], int]]) -> tuple[SpeedStepState, ...]:
    """Return the steps between speeds; each port comes with what it faces, its queues, and how many are like it."""
    found: dict[tuple[str, int], dict[int, list[tuple[QueueState, int]]]] = defaultdict(lambda: defaultdict(list))
    for port, facing, queues, number in ports:
        speed = port.speed_gbps
        if isinstance(speed, Unknown):
            continue
        for queue in queues:
            if queue.carries_roce and queue.curve_is_stated:
                found[facing, queue.index][speed.value].append((queue, number))
    steps: list[SpeedStepState] = []
    for (facing, index), by_speed in sorted(found.items()):
        usual = {speed: _usual(queues) for speed, queues in by_speed.items()}
        steps.extend(_steps(facing, index, usual))
    return tuple(steps)


def _usual(queues: Sequence[tuple[QueueState, int]]) -> QueueState:
    """Return a queue with the commonest thresholds; each comes with how many are like it."""
    votes: Counter[tuple[int, int]] = Counter()
    for queue, number in queues:
        votes[_bytes(queue.ecn_kmin_bytes), _bytes(queue.ecn_kmax_bytes)] += number
    best = min(votes, key=lambda pair: (-votes[pair], pair))
    return next(one for one, _ in queues if (_bytes(one.ecn_kmin_bytes), _bytes(one.ecn_kmax_bytes)) == best)


def _bytes(fact: Fact[int]) -> int:
    return -1 if isinstance(fact, Unknown) else fact.value


def _steps(facing: str, index: int, usual: _Curves) -> list[SpeedStepState]:
    speeds = sorted(usual)
    pairs = list(pairwise(speeds))
    ends = [(speeds[0], speeds[-1])] if len(speeds) > 2 else []
    return [
        SpeedStepState(
            queue=index,
            facing=facing,
            is_next=(slow, fast) in pairs,
            is_whole_range=(slow, fast) == (speeds[0], speeds[-1]),
            slower_gbps=slow,
            faster_gbps=fast,
            slower_kmin_bytes=usual[slow].ecn_kmin_bytes,
            faster_kmin_bytes=usual[fast].ecn_kmin_bytes,
            slower_kmax_bytes=usual[slow].ecn_kmax_bytes,
            faster_kmax_bytes=usual[fast].ecn_kmax_bytes,
        )
        for slow, fast in (*pairs, *ends)
    ]
