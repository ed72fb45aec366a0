"""What becomes of RoCE on one port: values without places, so that ports alike share a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeVar

from roce_lint.fabric.design import Design
from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import pfc_priorities
from roce_lint.judge.derive.buf.advised_headroom import advised_headroom
from roce_lint.judge.derive.ecn.queue_state import xoff_threshold
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.model.qos import Queue
from roce_lint.model.terms import PfcMode, Scheduling, Trust
from roce_lint.values import dataclass, replace

T = TypeVar("T")
_MOST_LANES = 6
_NO_INCAST = Unknown("one port is looked at", NOWHERE)


@dataclass(frozen=True, slots=True)
class PipelineLane:
    """The way of some code points of one purpose (`RoCE` or `CNP`): class, priorities that pause for it, and queue."""

    purpose: str
    dscps: tuple[int, ...]
    traffic_class: Fact[str]
    pauses: Fact[frozenset[int]]
    queue: Fact[int]
    scheduling: Fact[Scheduling]
    weight_percent: Fact[float]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """One queue of RoCE and the priority group that fills it, in bytes of one scale.

    `xoff_bytes`: the ingress backlog at which the port pauses; an upper bound unless `xoff_is_exact`.
    `advised_bytes`: the headroom to configure, as `tune` has it.
    """

    queue: int
    priority: Fact[int]
    ecn_enabled: Fact[bool]
    kmin_bytes: Fact[int]
    kmax_bytes: Fact[int]
    pmax_percent: Fact[float]
    xoff_bytes: Fact[int]
    xoff_is_exact: bool
    headroom_bytes: Fact[int]
    resume_offset_bytes: Fact[int]
    advised_bytes: Fact[int]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The way of RoCE and CNPs through one port. `doubt`: why there is none, empty where there is one."""

    trust: Fact[Trust]
    pfc_mode: Fact[PfcMode]
    sends: Fact[frozenset[int]]
    obeys: Fact[frozenset[int]]
    speed_gbps: Fact[int]
    mtu_bytes: Fact[int]
    watchdog: Fact[bool]
    lanes: tuple[PipelineLane, ...]
    thresholds: tuple[Thresholds, ...]
    doubt: str = ""


def bare(fact: Fact[T]) -> Fact[T]:
    """Return a fact without its place."""
    match fact:
        case Stated(value, _):
            return Stated(value, NOWHERE)
        case Default(value, _, because):
            return Default(value, NOWHERE, because)
        case Unknown(because, _):
            return Unknown(because, NOWHERE)


def pipeline_of(device: Device, port: Port, design: Design, length_m: Fact[int]) -> Pipeline:
    """Return what becomes of RoCE and CNPs on a port at a cable of this length."""
    lanes = _merged(
        _lane(port, purpose, dscp)
        for purpose, dscps in (("RoCE", design.roce_dscps), ("CNP", design.cnp_dscps))
        for dscp in sorted(known(dscps, frozenset()))
    )
    unknown = design.roce_dscps.because if isinstance(design.roce_dscps, Unknown) else ""
    return Pipeline(
        trust=bare(port.qos.trust),
        pfc_mode=bare(port.qos.pfc_mode),
        sends=bare(pfc_priorities(port)),
        obeys=_obeyed(port),
        speed_gbps=bare(port.speed_gbps),
        mtu_bytes=bare(port.ip_mtu_bytes),
        watchdog=bare(port.qos.watchdog.enabled),
        lanes=lanes[:_MOST_LANES],
        thresholds=tuple(_thresholds(device, port, lanes, length_m)),
        doubt=f"the DSCP of RoCE is not known: {unknown}" if unknown else "",
    )


def _obeyed(port: Port) -> Fact[frozenset[int]]:
    """Return the priorities for which a received pause is configured to stop queues."""
    obeyed: set[int] = set()
    for priority in port.qos.priorities:
        if isinstance(priority.honours_pause, Unknown):
            return bare(priority.honours_pause)
        if priority.honours_pause.value:
            obeyed.add(priority.number)
    return Stated(frozenset(obeyed), NOWHERE)


def _lane(port: Port, purpose: str, dscp: int) -> PipelineLane:
    name = class_for(port, dscp)
    found = class_named(port, name)
    if isinstance(found, Unknown):
        lost = Unknown(found.because, NOWHERE)
        return PipelineLane(purpose, (dscp,), bare(name), lost, lost, lost, lost)
    queue = _queue(port, found.queue)
    return PipelineLane(
        purpose=purpose,
        dscps=(dscp,),
        traffic_class=bare(name),
        pauses=bare(found.pause_priorities),
        queue=bare(found.queue),
        scheduling=bare(queue if isinstance(queue, Unknown) else queue.scheduling),
        weight_percent=bare(queue if isinstance(queue, Unknown) else queue.weight_percent),
    )


def _queue(port: Port, index: Fact[int]) -> Queue | Unknown:
    if isinstance(index, Unknown):
        return index
    missing = Unknown(f"nothing is said of queue {index.value}", NOWHERE)
    return next((queue for queue in port.qos.queues if queue.index == index.value), missing)


def _merged(lanes: Iterable[PipelineLane]) -> tuple[PipelineLane, ...]:
    """Return lanes that say the same as one lane of all their code points."""
    dscps: dict[tuple[object, ...], list[int]] = defaultdict(list)
    first: dict[tuple[object, ...], PipelineLane] = {}
    for lane in lanes:
        facts = (lane.traffic_class, lane.pauses, lane.queue, lane.scheduling, lane.weight_percent)
        key = (lane.purpose, *facts)
        first.setdefault(key, lane)
        dscps[key].extend(lane.dscps)
    return tuple(replace(one, dscps=tuple(dscps[key])) for key, one in first.items())


def _thresholds(device: Device, port: Port, lanes: Iterable[PipelineLane], length_m: Fact[int]) -> Iterator[Thresholds]:
    """Yield the thresholds of each queue that RoCE takes."""
    seen: set[int] = set()
    for lane in lanes:
        queue = _queue(port, lane.queue)
        if lane.purpose != "RoCE" or isinstance(queue, Unknown) or queue.index in seen:
            continue
        seen.add(queue.index)
        pauses = known(lane.pauses, frozenset())
        group = port.qos.priorities[min(pauses)].group if pauses else None
        lossy = Unknown("the class of RoCE pauses for no priority", NOWHERE)
        nothing = lane.pauses if isinstance(lane.pauses, Unknown) else lossy
        point = xoff_threshold(device, port, queue, _NO_INCAST)
        yield Thresholds(
            queue=queue.index,
            priority=Stated(min(pauses), NOWHERE) if pauses else nothing,
            ecn_enabled=bare(queue.ecn_enabled),
            kmin_bytes=bare(queue.ecn_kmin_bytes),
            kmax_bytes=bare(queue.ecn_kmax_bytes),
            pmax_percent=bare(queue.ecn_pmax_percent),
            xoff_bytes=bare(point.one_port) if group else nothing,
            xoff_is_exact=point.exact,
            headroom_bytes=bare(group.headroom_bytes) if group else nothing,
            resume_offset_bytes=bare(group.resume_offset_bytes) if group else nothing,
            advised_bytes=bare(advised_headroom(device.platform, port, length_m)) if group else nothing,
        )
