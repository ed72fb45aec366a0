"""One port of a fabric as plain numbers: classes, groups, queues, pauses and watchdog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.fabric.marking_places import class_for
from roce_lint.fabric.port_basics import TRUST_DSCP
from roce_lint.model.device import Device, Port, is_host
from roce_lint.model.fact import Stated, Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.model.qos import DSCP_COUNT, PriorityGroup, Queue
from roce_lint.model.terms import Scheduling, WatchdogAction
from roce_lint.paths.port_treatments import leaves_as, obeys_pause, sends_pause
from roce_lint.simulate.assumptions import Assumptions
from roce_lint.simulate.plant import PRIORITIES, UNLIMITED, PlantGroup, PlantQueue
from roce_lint.values import dataclass

LOSSLESS_ALPHA = 1 / 8
LOSSY_ALPHA = 1.0


def priorities_of_classes(ports: Sequence[Port]) -> Mapping[str, int]:
    """Return the priority that stands for each class of a device in the plant.

    That of its pauses where it is lossless; the number of its queue otherwise, or the next one that no lossless class
    has. Classes that pause several priorities stand under the lowest.
    """
    found: dict[str, int] = {}
    lossy: dict[str, int] = {}
    for qos in {id(port.qos): port.qos for port in ports}.values():
        for one in qos.classes:
            pausing = known(one.pause_priorities, frozenset())
            if pausing:
                found.setdefault(one.name, min(pausing))
            else:
                lossy.setdefault(one.name, known(one.queue, 0))
    taken = set(found.values())
    for name, queue in lossy.items():
        if name not in found:
            order = [(queue + step) % PRIORITIES for step in range(PRIORITIES)]
            found[name] = next((number for number in order if number not in taken), queue % PRIORITIES)
    return found


@dataclass(frozen=True, slots=True)
class PortNumbers:
    """What a port does, without its cable. `groups` have a headroom below 0 where the cable has to tell it."""

    stops: tuple[tuple[int, ...], ...]
    groups: tuple[PlantGroup, ...]
    queues: tuple[PlantQueue, ...]
    queue_of_priority: tuple[int, ...]
    priority_of_dscp: tuple[int, ...]
    dscp_of_priority: tuple[int, ...]
    watchdog_detect_ns: float
    watchdog_restore_ns: float


class PortProjection:
    """Projects the ports of one device."""

    def __init__(self, device: Device, meant: frozenset[int], assumptions: Assumptions) -> None:
        self._device = device
        self._meant = meant
        self._assumed = assumptions
        self._of_class = priorities_of_classes(device.ports)
        self._found: dict[int, PortNumbers] = {}

    def of(self, port: Port) -> PortNumbers:
        """Return the numbers of a port; ports that say the same are worked out once."""
        found = self._found.get(id(port.values))
        if found is None:
            found = self._found[id(port.values)] = self._numbers(port)
        return found

    def _numbers(self, port: Port) -> PortNumbers:
        place, qos = f"{self._device.name}:{port.name}", port.qos
        watchdog = self._watchdog(port, place)
        return PortNumbers(
            stops=tuple(self._stops(port, priority, place) for priority in range(PRIORITIES)),
            groups=tuple(self._group(port, priority, place) for priority in range(PRIORITIES)),
            queues=self._queues(qos.queues, place),
            queue_of_priority=self._queue_of_priority(port),
            priority_of_dscp=tuple(self._priority(port, dscp, place) for dscp in range(DSCP_COUNT)),
            dscp_of_priority=self._rewrites(port),
            watchdog_detect_ns=watchdog[0],
            watchdog_restore_ns=watchdog[1],
        )

    def _priority(self, port: Port, dscp: int, place: str) -> int:
        name = class_for(port, dscp)
        if isinstance(name, Unknown):
            qos = port.qos
            if not isinstance(qos.trust, Unknown) and qos.trust.value not in TRUST_DSCP:
                name = qos.classification.traffic_class_otherwise
        chosen = self._assumed.known(
            name, "", f"packets get priority 0 where their class is not known, DSCP {dscp}", place
        )
        return self._of_class.get(chosen, 0)

    def _queue_of_priority(self, port: Port) -> tuple[int, ...]:
        queues = list(range(PRIORITIES))
        for one in reversed(port.qos.classes):
            if one.name in self._of_class:
                queues[self._of_class[one.name]] = known(one.queue, self._of_class[one.name]) % PRIORITIES
        return tuple(queues)

    def _rewrites(self, port: Port) -> tuple[int, ...]:
        if not is_true(port.qos.rewrite_enabled):
            return ()
        written = [-1] * PRIORITIES
        for rewrite in port.qos.rewrites:
            if rewrite.traffic_class in self._of_class:
                dscp = leaves_as(self._device, port, port, -1, Stated(rewrite.traffic_class, port.source))
                written[self._of_class[rewrite.traffic_class]] = known(dscp, -1)
        return tuple(written)

    def _stops(self, port: Port, priority: int, place: str) -> tuple[int, ...]:
        meant = priority in self._meant
        what = f"pauses of priority {priority} are {'obeyed' if meant else 'ignored'}, as the design means them"
        if not self._assumed.known(obeys_pause(port, priority), meant, what, place):
            return ()
        stopped = port.qos.priorities[priority].paused_queues
        found = self._assumed.known(stopped, frozenset({priority}), "a pause stops the queue of its number", place)
        return tuple(sorted(queue % PRIORITIES for queue in found))

    def _group(self, port: Port, priority: int, place: str) -> PlantGroup:
        meant = priority in self._meant
        what = f"pauses of priority {priority} are {'sent' if meant else 'not sent'}, as the design means them"
        # What a NIC receives is taken at the speed of its cable.
        if is_host(self._device) or not self._assumed.known(sends_pause(port, priority), meant, what, place):
            return PlantGroup()
        sizes: PriorityGroup = port.qos.priorities[priority].group
        xoff, alpha = known(sizes.xoff_threshold_bytes, 0), known(sizes.alpha, 0.0)
        if not xoff and not alpha:
            alpha = LOSSLESS_ALPHA
            because = sizes.left_to_system or sizes.alpha.because if isinstance(sizes.alpha, Unknown) else "it is 0"
            self._assumed.note(f"lossless priorities pause at 1/8 of the free buffer: {because}", place)
        headroom = self._assumed.known(
            sizes.headroom_bytes, -1, "headroom is what cable, response and frames need", place
        )
        resume = known(sizes.resume_offset_bytes, -1)
        return PlantGroup(
            lossless=True,
            xoff_bytes=float(xoff) if xoff else UNLIMITED,
            alpha=alpha if alpha and not xoff else UNLIMITED,
            resume_offset_bytes=float(resume),
            headroom_bytes=float(headroom),
        )

    def _queues(self, queues: Sequence[Queue], place: str) -> tuple[PlantQueue, ...]:
        by_index = {queue.index % PRIORITIES: queue for queue in reversed(queues)}
        return tuple(
            self._queue(by_index[index], place) if index in by_index else PlantQueue(alpha=LOSSY_ALPHA)
            for index in range(PRIORITIES)
        )

    def _queue(self, queue: Queue, place: str) -> PlantQueue:
        name = f"queue {queue.index}"
        if is_host(self._device):
            scheduling = known(queue.scheduling, Scheduling.WEIGHTED)
            return PlantQueue(strict=scheduling is Scheduling.STRICT, weight=known(queue.weight_percent, 0.0) or 1.0)
        marks = self._assumed.known(queue.ecn_enabled, False, f"{name} does not mark", place)
        kmin, kmax, pmax = 0.0, 0.0, 1.0
        if marks:
            kmin = float(self._assumed.known(queue.ecn_kmin_bytes, 100_000, f"Kmin of {name} is 100 KB", place))
            kmax = float(self._assumed.known(queue.ecn_kmax_bytes, 400_000, f"Kmax of {name} is 400 KB", place))
            pmax = self._assumed.known(queue.ecn_pmax_percent, 100.0, f"Pmax of {name} is 100 %", place) / 100
        if known(queue.wred_drop_enabled, False):
            self._assumed.note(f"not simulated: {name} drops early", place)
        limit, alpha = known(queue.limit_bytes, 0), known(queue.alpha, 0.0)
        scheduling = self._assumed.known(queue.scheduling, Scheduling.WEIGHTED, f"{name} is served by weight", place)
        weight = known(queue.weight_percent, 0.0) or known(queue.guaranteed_percent, 0.0) or 1.0
        shape = known(queue.shape_percent, 100.0)
        return PlantQueue(
            marks=marks,
            kmin_bytes=kmin if marks else UNLIMITED,
            kmax_bytes=max(kmin, kmax) if marks else UNLIMITED,
            pmax=pmax,
            strict=scheduling is Scheduling.STRICT,
            weight=weight,
            shaper_gbps=UNLIMITED if shape <= 0 or shape >= 100 else -shape,
            limit_bytes=float(limit) if limit else UNLIMITED,
            alpha=alpha or (UNLIMITED if limit else LOSSY_ALPHA),
            # Whether a system's own limit holds for lossless queues is not documented; one that a line states does.
            lossless_limit_bytes=float(limit) if limit and isinstance(queue.limit_bytes, Stated) else UNLIMITED,
            lossless_alpha=alpha if alpha and isinstance(queue.alpha, Stated) else UNLIMITED,
        )

    def _watchdog(self, port: Port, place: str) -> tuple[float, float]:
        watchdog = port.qos.watchdog
        if is_host(self._device) or not self._assumed.known(watchdog.enabled, False, "there is no PFC watchdog", place):
            return 0.0, 0.0
        action = known(watchdog.action, WatchdogAction.DROP)
        if action is WatchdogAction.NOTIFY_ONLY:
            return 0.0, 0.0
        if action is not WatchdogAction.DROP:
            self._assumed.note(f"the watchdog drops, its action {action.value} is not simulated", place)
        detect = self._assumed.known(watchdog.detection_ms, 200, "the watchdog acts after 200 ms", place)
        restore = self._assumed.known(watchdog.recovery_ms, 400, "the watchdog ends after 400 ms", place)
        return detect * 1e6, restore * 1e6
