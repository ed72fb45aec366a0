"""One egress queue of one port: what it carries, how it marks, and how that relates to the xoff threshold."""

from __future__ import annotations

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import combine, is_true, map_fact
from roce_lint.model.qos import RATE_WITHOUT_SPEED, Queue
from roce_lint.model.terms import Scheduling
from roce_lint.os.registry import behaviour_of
from roce_lint.tuning.ecn import dynamic_threshold_bytes, ecn_bound_bytes
from roce_lint.tuning.fluid import RateControl, most_flows_on_slope
from roce_lint.tuning.starting_curve import PoolSize, SharedPool, starting_curve
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class QueueState:
    """One egress queue of one port; thresholds are in bytes."""

    index: int
    """The number of the queue on the device."""
    carries_roce: bool
    """RoCE data is classified into this queue; if its class does not pause, this is the queue of the lossless class of
    the design.
    """
    carries_cnp: bool
    """CNPs are classified into this queue."""
    carries_lossless: bool
    """It carries RoCE data or another class that pauses."""
    scheduling: Fact[Scheduling]
    """`strict` or `weighted`."""
    weight_percent: Fact[float]
    """The share of a weighted queue."""
    shape_percent: Fact[float]
    """The shaper rate, as a share of the port speed."""
    is_shaped_blindly: Fact[bool]
    """It is shaped to a rate on a port of unknown speed."""
    ecn_enabled: Fact[bool]
    """The queue marks with ECN."""
    curve_is_stated: bool
    """Kmin and Kmax are known numbers."""
    curve_rises: Fact[bool]
    """0 < Kmin <= Kmax; as a percentage of a queue, Kmin may be 0."""
    ecn_kmin_bytes: Fact[int]
    """Queue depth from which packets are marked, in bytes (Kmin)."""
    ecn_kmax_bytes: Fact[int]
    """Queue depth from which all packets are marked, in bytes (Kmax)."""
    kmin_as_stated: str
    """Kmin in the unit of the configuration: `400000 bytes`, `55 % of the queue`, `unknown`."""
    kmax_as_stated: str
    """Kmax in the unit of the configuration: `1600000 bytes`, `90 % of the queue`, `unknown`."""
    ecn_pmax_percent: Fact[float]
    """Probability of a mark just below Kmax (Pmax)."""
    advised_kmin: str
    """The Kmin that `tune` advises for the speed, in bytes and below the xoff threshold; `<Kmin>` without a speed."""
    advised_kmax: str
    """The Kmax that `tune` advises for the speed, in bytes; `<Kmax>` without a speed."""
    advised_pmax: str
    """The Pmax that `tune` advises, in percent; `<Pmax>` without a speed."""
    ecn_averaging_weight: Fact[int]
    """The exponent for averaging the queue depth; 0 for the instantaneous depth."""
    wred_drop_enabled: Fact[bool]
    """Packets of the queue, ECT included, are dropped early instead of marked."""
    xoff_threshold_is_exact: bool
    """`xoff_threshold_bytes` is exact and not just an upper bound, as when only the total packet memory is known."""
    xoff_threshold_bytes: Fact[int]
    """The ingress backlog in bytes at which one congested port pauses: the static xoff threshold, or alpha * B' / (1
    + alpha) where it is dynamic."""
    incast_exceeds_slope: bool
    """With the NIC constants of the DCQCN paper, this many flows keep the queue at Kmax."""
    incast_xoff_threshold_bytes: Fact[int]
    """The total backlog in bytes that the incast of the design can build up before ports pause."""
    egress_share_over_ingress: Fact[float]
    """The queue's share of the free buffer over that of the priority that pauses for it."""
    reachable_bytes: Fact[int]
    """The maximum queue depth before its limit drops packets, in bytes."""
    deepest_bytes: Fact[int]
    """`reachable_bytes`, or the total buffer of the device if that is smaller."""


@dataclass(frozen=True, slots=True)
class XoffThreshold:
    """Where the ingress side of one device and class pauses; `exact` unless both are upper bounds."""

    one_port: Fact[int]
    incast: Fact[int]
    exact: bool = True


def xoff_threshold(device: Device, port: Port, queue: Queue, incast: Fact[int]) -> XoffThreshold:
    """Return the ingress backlog at which the class of this queue starts to pause on one port, and under incast."""
    unknown = Unknown("no xoff threshold is configured or documented for this class", queue.ecn_kmin_bytes.source)
    if is_true(device.buffer.is_virtual_output_queued):
        per_queue = Unknown("ingress thresholds of this platform apply per virtual output queue", unknown.source)
        return XoffThreshold(per_queue, per_queue)
    classes = [item for item in port.qos.classes if _queue_of(item.queue) == queue.index]
    for traffic_class in classes:
        if isinstance(traffic_class.pause_priorities, Unknown):
            continue
        for number in sorted(traffic_class.pause_priorities.value):
            group = port.qos.priorities[number].group
            static = group.xoff_threshold_bytes
            if not isinstance(static, Unknown):
                return XoffThreshold(static, _times(static, incast))
            if not isinstance(group.alpha, Unknown):
                return _dynamic(device, group.alpha, incast)
    return XoffThreshold(unknown, unknown)


def _queue_of(fact: Fact[int]) -> int:
    return -1 if isinstance(fact, Unknown) else fact.value


def _times(threshold: Stated[int] | Default[int], incast: Fact[int]) -> Fact[int]:
    if isinstance(incast, Unknown):
        return incast
    return Stated(threshold.value * incast.value, threshold.source)


def _dynamic(device: Device, alpha: Stated[float] | Default[float], incast: Fact[int]) -> XoffThreshold:
    """Return alpha * B' / (1 + k alpha) for one port, and k times it for k ports (Choudhury and Hahne)."""
    shared = device.buffer.shared_bytes
    exact = not isinstance(shared, Unknown)
    if isinstance(shared, Unknown) and behaviour_of(device.os).shares_whole_memory:
        shared = device.buffer.total_bytes
    if isinstance(shared, Unknown):
        return XoffThreshold(shared, shared)
    if shared.value <= 0 or alpha.value <= 0:
        nothing = Unknown("a buffer or an alpha of zero has no xoff threshold", alpha.source)
        return XoffThreshold(nothing, nothing)
    one = Default(
        int(ecn_bound_bytes(shared.value, alpha.value, 1, 1)),
        alpha.source,
        f"alpha * B' / (1 + alpha), one port; B' is {'' if exact else 'at most '}{shared.value} bytes",
    )
    if isinstance(incast, Unknown):
        return XoffThreshold(one, incast, exact)
    ports = max(1, incast.value)
    all_ports = int(dynamic_threshold_bytes(shared.value, alpha.value, ports) * ports)
    return XoffThreshold(one, Default(all_ports, alpha.source, "k * alpha * B' / (1 + k alpha)"), exact)


def incast_exceeds_slope(port: Port, queue: Queue, incast: Fact[int]) -> bool:
    """Say whether the design's incast is more flows than the marking slope can hold below Kmax (model-based)."""
    speed, pmax = port.values.speed_gbps, queue.ecn_pmax_percent
    if isinstance(incast, Unknown) or isinstance(speed, Unknown) or isinstance(pmax, Unknown):
        return False
    if speed.value <= 0 or not 0 < pmax.value <= 100:
        return False
    return incast.value > most_flows_on_slope(speed.value, pmax.value, RateControl())


def share_over_ingress(port: Port, queue: Queue) -> Fact[float]:
    """Return the queue's share of the free buffer over that of the lossless priorities which pause for it.

    Both are shares of the same free memory, so that the ratio says which of the two is reached first.
    """
    if not isinstance(queue.alpha, Stated):
        return Unknown("the queue's share of the buffer is not configured", queue.alpha.source)
    for traffic_class in port.qos.classes:
        if known(traffic_class.queue, -1) != queue.index:
            continue
        for number in sorted(known(traffic_class.pause_priorities, frozenset())):
            alpha = port.qos.priorities[number].group.alpha
            if isinstance(alpha, Stated) and alpha.value > 0:
                return Stated(queue.alpha.value / alpha.value, queue.alpha.source)
    return Unknown("the share of the lossless priority is not configured", queue.alpha.source)


def _rises(queue: Queue) -> Fact[bool]:
    kmin, kmax = queue.ecn_kmin_bytes, queue.ecn_kmax_bytes
    if isinstance(kmin, Unknown) or isinstance(kmax, Unknown):
        shares = queue.ecn_kmin_percent, queue.ecn_kmax_percent
        if not any(isinstance(one, Unknown) for one in shares):
            # A percentage of 0 is no switch: marking begins with the first packet in the queue.
            return combine(lambda low, high: 0 <= low <= high and high > 0, *shares)
        ratio = map_fact(lambda share: 0 < share <= 1, queue.ecn_kmin_over_kmax)
        return kmin if isinstance(ratio, Unknown) and isinstance(kmin, Unknown) else ratio
    return combine(lambda low, high: 0 < low <= high, kmin, kmax)


def _as_stated(size: Fact[int], share: Fact[float]) -> str:
    if not isinstance(size, Unknown):
        return f"{size.value} bytes"
    return "unknown" if isinstance(share, Unknown) else f"{share.value:g} % of the queue"


def _deepest(device: Device, queue: Queue) -> Fact[int]:
    """Return the smaller of the queue's own limit and the memory that all queues of the device share.

    It is not asked for where thresholds are percentages of it.
    """
    if not isinstance(queue.ecn_kmin_percent, Unknown):
        return Unknown("the thresholds are percentages of what the queue may hold", queue.ecn_kmin_percent.source)
    limit, memory = queue.limit_bytes, device.buffer.shared_bytes
    if isinstance(memory, Unknown):
        memory = device.buffer.total_bytes
    if isinstance(memory, Unknown) or memory.value <= 0:
        return limit
    if isinstance(limit, Unknown) or memory.value < limit.value:
        return memory
    return limit


def _shaped_blindly(queue: Queue) -> Fact[bool]:
    shape = queue.shape_percent
    if isinstance(shape, Unknown) and shape.because.startswith(RATE_WITHOUT_SPEED):
        return Stated(True, shape.source)
    return Default(False, shape.source, "no shaper, or one whose share of the line is known")


_NO_CURVE = ("<Kmin>", "<Kmax>", "<Pmax>")


def _advised_curve(speed_gbps: Fact[int], xoff_bytes: Fact[int]) -> tuple[str, str, str]:
    """Return Kmin, Kmax and Pmax to type, as `tune` has them for a pool whose one congested queue pauses at xoff."""
    if isinstance(speed_gbps, Unknown):
        return _NO_CURVE
    # With alpha 1 a queue pauses at half of the pool.
    pool = PoolSize.UNKNOWN if isinstance(xoff_bytes, Unknown) else SharedPool(2 * xoff_bytes.value, 1.0)
    try:
        curve = starting_curve(speed_gbps.value, pool).curve
    except ValueError:
        return _NO_CURVE
    return str(curve.kmin_bytes), str(curve.kmax_bytes), f"{curve.pmax_percent:g}"


def queue_state(
    device: Device,
    queue: Queue,
    *,
    carries_roce: bool,
    carries_cnp: bool,
    carries_lossless: bool,
    pause: XoffThreshold,
    exceeds: bool,
    shares: Fact[float],
    speed_gbps: Fact[int],
) -> QueueState:
    """Return the queue as rules see it."""
    deepest = _deepest(device, queue)
    kmin, kmax, pmax = _advised_curve(speed_gbps, pause.one_port) if carries_roce or carries_lossless else _NO_CURVE
    return QueueState(
        index=queue.index,
        carries_roce=carries_roce,
        carries_cnp=carries_cnp,
        carries_lossless=carries_lossless,
        scheduling=queue.scheduling,
        weight_percent=queue.weight_percent,
        shape_percent=queue.shape_percent,
        is_shaped_blindly=_shaped_blindly(queue),
        ecn_enabled=queue.ecn_enabled,
        curve_is_stated=isinstance(queue.ecn_kmin_bytes, Stated) and isinstance(queue.ecn_kmax_bytes, Stated),
        curve_rises=_rises(queue),
        ecn_kmin_bytes=queue.ecn_kmin_bytes,
        ecn_kmax_bytes=queue.ecn_kmax_bytes,
        kmin_as_stated=_as_stated(queue.ecn_kmin_bytes, queue.ecn_kmin_percent),
        kmax_as_stated=_as_stated(queue.ecn_kmax_bytes, queue.ecn_kmax_percent),
        ecn_pmax_percent=queue.ecn_pmax_percent,
        advised_kmin=kmin,
        advised_kmax=kmax,
        advised_pmax=pmax,
        ecn_averaging_weight=queue.ecn_averaging_weight,
        wred_drop_enabled=queue.wred_drop_enabled,
        xoff_threshold_is_exact=pause.exact,
        xoff_threshold_bytes=pause.one_port,
        incast_exceeds_slope=exceeds,
        incast_xoff_threshold_bytes=pause.incast,
        egress_share_over_ingress=shares,
        reachable_bytes=queue.limit_bytes,
        deepest_bytes=deepest,
    )
