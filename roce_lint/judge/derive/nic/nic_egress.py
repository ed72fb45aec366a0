"""How a NIC serves RoCE beside its other traffic: shares, order, limits, and the class of received CNPs."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.fabric.design import Design
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.nic import Nic
from roce_lint.model.qos import Queue, TrafficClass
from roce_lint.model.terms import Scheduling
from roce_lint.values import dataclass

_UNMARKED = 0


@dataclass(frozen=True, slots=True)
class NicEgress:
    """The traffic classes of RoCE and of unmarked traffic on a NIC, if its files state them."""

    roce_weight_percent: Fact[float]
    """The smallest share of a RoCE class; 100 where no file states one."""
    best_effort_weight_percent: Fact[float]
    """The share of unmarked traffic; 0 if no file states one."""
    best_effort_goes_first: Fact[bool]
    """Unmarked traffic is strict while RoCE is weighted."""
    classes_are_apart: Fact[bool]
    """RoCE and unmarked traffic use different traffic classes."""
    roce_shape_percent: Fact[float]
    """The rate limit of the RoCE class, as a share of the link speed."""
    cnps_are_paused: Fact[bool]
    """The NIC maps the CNP DSCP to a priority that it pauses."""
    link_pause_is_on: Fact[bool]
    """A line enables link-level pause (802.3x)."""


def nic_egress(nic: Nic, port: Port, design: Design, link_speed_gbps: Fact[int]) -> NicEgress:
    """Return how the netdev `port` serves the fabric's RoCE; what no line states counts as healthy.

    `link_speed_gbps`, that of the switch port at the other end, serves where the host's files do not give the speed.
    """
    roce_classes = _classes(port, known(design.roce_dscps, frozenset()))
    roce, other = _queues(port, roce_classes), _queues(port, _unmarked_classes(port))
    roce = [queue for queue in roce if isinstance(queue.scheduling, Stated)]
    weighted = [queue for queue in roce if _is_stated(queue, Scheduling.WEIGHTED)]
    rivals = [queue for queue in other if queue not in roce]
    first = next((queue.scheduling for queue in rivals if _is_stated(queue, Scheduling.STRICT)), None)
    shares = [queue.weight_percent for queue in weighted if isinstance(queue.weight_percent, Stated)]
    rival_shares = [queue.weight_percent for queue in rivals if _is_stated(queue, Scheduling.WEIGHTED)]
    limited = _queues(port, roce_classes)
    limits = [fact for queue in limited if (fact := _limit(nic, port, queue.index, link_speed_gbps)) is not None]
    beside = {queue.index for queue in other}
    together = [queue.scheduling.source for queue in roce if queue in other]
    together += [
        one.queue.source for one in roce_classes if isinstance(one.queue, Stated) and one.queue.value in beside
    ]
    return NicEgress(
        roce_weight_percent=_least(shares, Default(100.0, port.source, "no file sets a share for RoCE")),
        best_effort_weight_percent=_least(
            [share for share in rival_shares if isinstance(share, Stated)],
            Default(0.0, port.source, "no file sets a share for other traffic"),
        ),
        best_effort_goes_first=Stated(True, first.source)
        if first and weighted
        else Default(False, port.source, "no line makes other traffic strict"),
        classes_are_apart=Stated(False, together[0])
        if together
        else Default(True, port.source, "no line puts RoCE into the class of other traffic"),
        roce_shape_percent=_least_known(limits, Default(100.0, port.source, "no line limits the rate of RoCE")),
        cnps_are_paused=_cnps_are_paused(port, design),
        link_pause_is_on=_link_pause(port),
    )


def _is_stated(queue: Queue, kind: Scheduling) -> bool:
    return isinstance(queue.scheduling, Stated) and queue.scheduling.value is kind


def _classes(port: Port, dscps: Iterable[int]) -> list[TrafficClass]:
    by_dscp = port.qos.classification.traffic_class_by_dscp
    names = {fact.value for dscp in dscps if not isinstance(fact := by_dscp[dscp], Unknown)}
    return [one for one in port.qos.classes if one.name in names]


def _unmarked_classes(port: Port) -> list[TrafficClass]:
    """Return the class of packets without a marking; where nothing maps DSCP 0, that of what is not trusted."""
    if not isinstance(port.qos.classification.traffic_class_by_dscp[_UNMARKED], Unknown):
        return _classes(port, {_UNMARKED})
    otherwise = known(port.qos.classification.traffic_class_otherwise, "")
    return [one for one in port.qos.classes if one.name == otherwise]


def _queues(port: Port, classes: Iterable[TrafficClass]) -> list[Queue]:
    indices = {one.queue.value for one in classes if not isinstance(one.queue, Unknown)}
    return [queue for queue in port.qos.queues if queue.index in indices]


def _least(stated: list[Stated[float]], otherwise: Default[float]) -> Fact[float]:
    return min(stated, key=lambda fact: fact.value) if stated else otherwise


def _limit(nic: Nic, port: Port, traffic_class: int, link_speed_gbps: Fact[int]) -> Fact[float] | None:
    """Return the limit of a traffic class in percent of the port's rate; None where no line limits it."""
    limit = nic.rate_limits_gbps[traffic_class] if traffic_class < len(nic.rate_limits_gbps) else None
    if not isinstance(limit, Stated) or not limit.value:
        return None
    speed = known(port.speed_gbps, 0) or known(link_speed_gbps, 0)
    if not speed:
        return Unknown(f"it is {limit.value} Gb/s, and no file contains the speed of the port", limit.source)
    return Stated(min(100.0, 100 * limit.value / speed), limit.source)


def _least_known(limits: list[Fact[float]], otherwise: Default[float]) -> Fact[float]:
    stated = [limit for limit in limits if isinstance(limit, Stated)]
    return limits[0] if limits and not stated else _least(stated, otherwise)


def _cnps_are_paused(port: Port, design: Design) -> Fact[bool]:
    """Tell it at the line that maps the CNPs' DSCP to a priority with PFC."""
    paused = known(design.lossless_priorities, frozenset())
    by_dscp = port.qos.classification.traffic_class_by_dscp
    for dscp in sorted(known(design.cnp_dscps, frozenset()) - known(design.roce_dscps, frozenset())):
        name = by_dscp[dscp]
        one = next((item for item in port.qos.classes if isinstance(name, Stated) and item.name == name.value), None)
        if one and known(one.pause_priorities, frozenset()) & paused:
            return Stated(True, name.source)
    return Default(False, port.source, "no line gives CNPs a priority with PFC")


def _link_pause(port: Port) -> Fact[bool]:
    for switch in (port.qos.link_pause_received, port.qos.link_pause_sent):
        if isinstance(switch, Stated) and switch.value:
            return switch
    unclear = [one for one in (port.qos.link_pause_received, port.qos.link_pause_sent) if isinstance(one, Unknown)]
    if unclear and isinstance(port.qos.bound, Stated):
        return Unknown("no file shows whether the NIC uses link pause", port.qos.bound.source)
    return Default(False, port.source, "no line enables link pause")
