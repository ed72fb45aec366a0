"""From a scenario to the plant: every setting as a number, and a list of the defaults that are taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeVar

from roce_lint.errors import Problem, UsageError
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.simulate.auto_headroom import needed_headroom_bytes, shared_pool_after, standard_response_ns
from roce_lint.simulate.plant import (
    NANOSECONDS_PER_M,
    PRIORITIES,
    UNLIMITED,
    FailedLink,
    Plant,
    PlantDevice,
    PlantFlow,
    PlantGroup,
    PlantNic,
    PlantPort,
    PlantQueue,
    StuckNic,
    with_slices,
)
from roce_lint.simulate.scenario import (
    GroupSettings,
    HostSettings,
    PortSettings,
    RateControlSettings,
    ScenarioFault,
    ScenarioFlow,
    ScenarioPart,
    SchedulerSettings,
    SwitchSettings,
)
from roce_lint.simulate.scenario_load import PlacedScenario
from roce_lint.simulate.shortest_paths import PathFinder
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass, replace

DEFAULT_PFC = (3,)
DEFAULT_ALPHA = 1 / 8
DEFAULT_BUFFER_BYTES = 32e6
_Settings = TypeVar("_Settings", bound=ScenarioPart)


@dataclass(frozen=True, slots=True)
class CableEnd:
    """One end of a cable of the scenario: its device and port, the other end, and the cable."""

    device: str
    port: str
    other: int
    speed_gbps: float
    delay_ns: float


def merged(lower: _Settings, upper: ScenarioPart) -> _Settings:
    """Return settings in which those of `upper` that somebody wrote take the place of the others."""
    known = type(lower).model_fields
    given = {name: getattr(upper, name) for name in upper.model_fields_set if name in known}
    return lower.model_copy(update=given)


class ScenarioPlan:
    """Makes the plant of one scenario; problems are collected, so that all are reported at once."""

    def __init__(self, placed: PlacedScenario) -> None:
        self._placed = placed
        self._scenario = placed.value
        self._problems: list[Problem] = []
        self._assumed: dict[str, None] = {}
        self._ends = self._cable_ends()
        self._names = tuple(dict.fromkeys((*self._scenario.switches, *(end.device for end in self._ends))))
        self._index = {name: number for number, name in enumerate(self._names)}
        self._ends_of: dict[int, list[int]] = defaultdict(list)
        for place, end in enumerate(self._ends):
            self._ends_of[self._index[end.device]].append(place)
        self._hosts = frozenset(self._index[name] for name in self._names if name not in self._scenario.switches)

    def plant(self) -> Plant:
        """Return the plant. Raises UsageError with every contradiction and its place."""
        scenario = self._scenario
        self._check_names()
        self._stop_if_wrong()
        ports = tuple(self._port(index) for index in range(len(self._ends)))
        finder = PathFinder(ports, self._hosts)
        flows = tuple(flow for index in range(len(scenario.flows)) for flow in self._flows(index, finder))
        faults = tuple(self._fault(index, fault) for index, fault in enumerate(scenario.faults))
        if scenario.warm_up >= scenario.duration:
            self._refuse(("warm_up",), "warm_up is not shorter than duration; write a shorter one")
        if not 64 <= scenario.payload <= 65536:
            self._refuse(("payload",), "payload is out of range; write 64 B to 65536 B")
        self._stop_if_wrong()
        return Plant(
            devices=tuple(self._device(name, ports) for name in self._names),
            ports=ports,
            flows=flows,
            faults=faults,
            duration_ns=scenario.duration,
            warm_up_ns=scenario.warm_up,
            seed=scenario.seed,
            payload_bytes=int(scenario.payload),
            header_bytes=int(scenario.header),
            marking=scenario.marking,
            assumed=tuple(self._assumed),
        )

    def _refuse(self, at: YamlPath, message: str) -> None:
        self._problems.append(self._placed.problem(at, message))

    def _stop_if_wrong(self) -> None:
        if self._problems:
            raise UsageError(*sorted(self._problems, key=lambda one: (one.line, one.column, one.message)))

    def _cable_ends(self) -> tuple[CableEnd, ...]:
        """Return the ends of all cables; those of one cable follow each other."""
        ends: list[CableEnd] = []
        taken: dict[tuple[str, str], int] = {}
        for number, link in enumerate(self._scenario.links):
            speed = link.speed or self._scenario.defaults.speed
            length = link.length if link.length is not None else self._scenario.defaults.length
            delay = link.delay if link.delay is not None else length * NANOSECONDS_PER_M
            devices = [end.partition(":")[0] for end in link.ends]
            for side, end in enumerate(link.ends):
                port = end.partition(":")[2] or devices[1 - side]
                if (devices[side], port) in taken and ":" not in end:
                    port = next(f"{port}-{n}" for n in range(2, 10_000) if (devices[side], f"{port}-{n}") not in taken)
                if (devices[side], port) in taken:
                    message = f"{end} has a cable already; write another port"
                    self._refuse(("links", number, "ends", side), message)
                taken[devices[side], port] = len(ends)
                ends.append(CableEnd(devices[side], port, len(ends) + (1 if side == 0 else -1), speed, delay))
            if devices[0] == devices[1]:
                self._refuse(("links", number, "ends"), f"both ends are at {devices[0]}; write two devices")
        return tuple(ends)

    def _check_names(self) -> None:
        scenario = self._scenario
        cabled = {end.device for end in self._ends}
        known_hosts = [self._names[host] for host in sorted(self._hosts)]
        for section, names in (("switches", scenario.switches), ("hosts", scenario.hosts)):
            for name in names:
                if name not in cabled:
                    self._refuse(
                        (section, name), f"{name} has no cable; write one into links{did_you_mean(name, cabled)}"
                    )
        for name in scenario.hosts:
            if name in scenario.switches:
                self._refuse(("hosts", name), f"{name} is a switch as well; write it into one of both")
        places = {f"{end.device}:{end.port}" for end in self._ends}
        for name in scenario.ports:
            if name not in places:
                known = ", ".join(sorted(places)[:4])
                self._refuse(("ports", name), f"no cable ends at {name}; there are ports such as {known}")
            elif name.partition(":")[0] not in scenario.switches:
                self._refuse(("ports", name), f"{name} is of a host; its settings are under hosts")
        for number, flow in enumerate(scenario.flows):
            for key, name in (("from", flow.source), ("to", flow.destination)):
                if name not in known_hosts:
                    self._refuse(("flows", number, key), f"{name} is no host{did_you_mean(name, known_hosts)}")
            if flow.source == flow.destination:
                self._refuse(("flows", number), f"{flow.source} sends to itself; write another host")

    # Ports and devices.

    def _host_settings(self, name: str) -> HostSettings:
        return merged(self._scenario.defaults.host, self._scenario.hosts.get(name, HostSettings()))

    def _switch_settings(self, name: str) -> SwitchSettings:
        return merged(self._scenario.defaults.switch, self._scenario.switches[name])

    def _port(self, index: int) -> PlantPort:
        end = self._ends[index]
        device = self._index[end.device]
        if device in self._hosts:
            return self._host_port(end, device)
        own = self._ends_of[device]
        part = own.index(index) * self._switch_settings(end.device).slices // len(own)
        return replace(self._switch_port(end, device), slice=part)

    def _host_port(self, end: CableEnd, device: int) -> PlantPort:
        settings = self._host_settings(end.device)
        pfc = self._said(settings.pfc, DEFAULT_PFC, "PFC of hosts and switches is on for priority 3")
        return PlantPort(
            device=device,
            name=end.port,
            peer=end.other,
            speed_gbps=end.speed_gbps,
            delay_ns=end.delay_ns,
            response_ns=_response_ns(settings.pause_response, end.speed_gbps),
            stops=tuple((priority,) if priority in pfc else () for priority in range(PRIORITIES)),
            groups=(PlantGroup(),) * PRIORITIES,
            queues=_queues(PortSettings(scheduler=settings.scheduler)),
            queue_of_priority=tuple(range(PRIORITIES)),
        )

    def _switch_port(self, end: CableEnd, device: int) -> PlantPort:
        name = f"{end.device}:{end.port}"
        switch = self._switch_settings(end.device)
        settings: PortSettings = merged(switch, self._scenario.ports.get(name, PortSettings()))
        pfc = self._said(settings.pfc, DEFAULT_PFC, "PFC of hosts and switches is on for priority 3")
        obeyed = pfc if settings.pfc_obeyed is None else settings.pfc_obeyed
        given = settings.dscp_to_priority
        watchdog = settings.watchdog
        queues = tuple(settings.priority_to_queue.get(p, p) for p in range(PRIORITIES))
        return PlantPort(
            device=device,
            name=end.port,
            peer=end.other,
            speed_gbps=end.speed_gbps,
            delay_ns=end.delay_ns,
            response_ns=_response_ns(settings.pause_response, end.speed_gbps),
            stops=tuple((queues[priority],) if priority in obeyed else () for priority in range(PRIORITIES)),
            groups=tuple(
                self._group(merged(settings, settings.groups.get(priority, GroupSettings())), end)
                if priority in pfc
                else PlantGroup()
                for priority in range(PRIORITIES)
            ),
            queues=_queues(settings),
            queue_of_priority=queues,
            priority_of_dscp=() if given is None else tuple(given.get(dscp, 0) for dscp in range(64)),
            watchdog_detect_ns=watchdog.detect if watchdog else 0.0,
            watchdog_restore_ns=watchdog.restore if watchdog else 0.0,
        )

    def _group(self, settings: GroupSettings, end: CableEnd) -> PlantGroup:
        frame = self._scenario.payload + self._scenario.header
        alpha = settings.alpha
        if settings.xoff is None and alpha is None:
            alpha = DEFAULT_ALPHA
            self._assumed["lossless priorities pause at 1/8 of the free buffer: no xoff and no alpha is given"] = None
        headroom = settings.headroom
        if headroom is None:
            peer = self._peer_response_ns(end)
            headroom = needed_headroom_bytes(end.speed_gbps, end.delay_ns, peer, frame)
            self._assumed["headroom is what cable, response and frames need, where none is given"] = None
        resume = settings.xon_offset
        if resume is None:
            resume = 2 * frame if settings.xon is None else UNLIMITED
        return PlantGroup(
            lossless=True,
            xoff_bytes=UNLIMITED if settings.xoff is None else settings.xoff,
            alpha=UNLIMITED if alpha is None else alpha,
            xon_bytes=settings.xon or 0.0,
            resume_offset_bytes=resume,
            headroom_bytes=headroom,
        )

    def _peer_response_ns(self, end: CableEnd) -> float:
        other = self._ends[end.other]
        if self._index[other.device] in self._hosts:
            return _response_ns(self._host_settings(other.device).pause_response, end.speed_gbps)
        own = self._scenario.ports.get(f"{other.device}:{other.port}", PortSettings())
        return _response_ns(merged(self._switch_settings(other.device), own).pause_response, end.speed_gbps)

    def _said(self, value: tuple[int, ...] | None, default: tuple[int, ...], assumed: str) -> tuple[int, ...]:
        if value is not None:
            return value
        self._assumed[f"{assumed}, where nothing else is given"] = None
        return default

    def _device(self, name: str, ports: tuple[PlantPort, ...]) -> PlantDevice:
        device = self._index[name]
        if device in self._hosts:
            return PlantDevice(name, True, nic=_nic(self._host_settings(name)))
        settings = self._switch_settings(name)
        headroom_pool = UNLIMITED if settings.headroom_pool is None else settings.headroom_pool
        if settings.shared is not None:
            return with_slices(PlantDevice(name, False, settings.shared, headroom_pool), settings.slices)
        buffer = settings.buffer
        if buffer is None:
            buffer = DEFAULT_BUFFER_BYTES
            self._assumed["switches have 32 MB of buffer, where none is given"] = None
        headrooms = tuple(
            group.headroom_bytes for port in ports if port.device == device for group in port.groups if group.lossless
        )
        pool = shared_pool_after(buffer, headrooms, headroom_pool)
        if pool < self._scenario.payload:
            place: YamlPath = ("switches", name, "buffer")
            self._refuse(
                place, f"the headroom of {name} leaves nothing of its buffer; write more buffer or less headroom"
            )
            self._stop_if_wrong()
        return with_slices(PlantDevice(name, False, pool, headroom_pool), settings.slices)

    # Flows and faults.

    def _flows(self, number: int, finder: PathFinder) -> Iterator[PlantFlow]:
        flow = self._scenario.flows[number]
        source, destination = self._index[flow.source], self._index[flow.destination]
        if flow.path is None:
            paths, back = finder.between(source, destination), finder.between(destination, source)
        else:
            paths, back = self._stated(number, flow, finder)
        if not paths or not back:
            if flow.path is None:
                message = f"no path leads from {flow.source} to {flow.destination}; write the cables between them"
                self._refuse(("flows", number), message)
            return
        name = flow.name or f"{flow.source}->{flow.destination}"
        if flow.name is None and any(
            other is not flow and _ends(other) == _ends(flow) for other in self._scenario.flows
        ):
            name = f"{name} {number + 1}"
        for copy in range(flow.count):
            yield PlantFlow(
                name=f"{name} #{copy + 1}" if flow.count > 1 else name,
                source=source,
                destination=destination,
                size_bytes=UNLIMITED if flow.size is None else max(1.0, flow.size),
                start_ns=flow.start,
                priority=flow.priority,
                dscp=flow.dscp,
                paths=paths,
                paths_back=back,
                rate_gbps=flow.rate or UNLIMITED,
                dcqcn=flow.dcqcn,
                ecn_capable=flow.ecn_capable,
            )

    def _stated(
        self, number: int, flow: ScenarioFlow, finder: PathFinder
    ) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        path = flow.path or ()
        at: YamlPath = ("flows", number, "path")
        unknown = [name for name in path if name not in self._index]
        if unknown:
            self._refuse(at, f"{unknown[0]} is no device{did_you_mean(unknown[0], self._names)}")
            return (), ()
        devices = [self._index[name] for name in path]
        if len(path) < 2 or (path[0], path[-1]) != (flow.source, flow.destination):
            self._refuse(at, f"the path does not lead from {flow.source} to {flow.destination}; write both ends of it")
            return (), ()
        transit = [path[i] for i in range(1, len(path) - 1) if devices[i] in self._hosts]
        if transit:
            self._refuse(at, f"{transit[0]} is a host, which forwards nothing; write switches between the ends")
            return (), ()
        found = finder.along(devices)
        if not found:
            gap = next(i for i in range(len(devices) - 1) if not finder.along(devices[i : i + 2]))
            self._refuse(at, f"no cable lies between {path[gap]} and {path[gap + 1]}; write it into links")
        return found, finder.along(devices[::-1])

    def _fault(self, number: int, fault: ScenarioFault) -> StuckNic | FailedLink:
        at: YamlPath = ("faults", number)
        hosts = [self._names[host] for host in sorted(self._hosts)]
        if (fault.stuck_nic is None) == (fault.failed_link is None):
            self._refuse(at, "a fault is one of stuck_nic and failed_link; write one of them")
        elif fault.stuck_nic is not None:
            if fault.stuck_nic in hosts:
                return StuckNic(self._index[fault.stuck_nic], fault.at)
            self._refuse((*at, "stuck_nic"), f"{fault.stuck_nic} is no host{did_you_mean(fault.stuck_nic, hosts)}")
        else:
            ends = fault.failed_link or ("", "")
            for index, end in enumerate(self._ends):
                other = self._ends[end.other]
                if ends[0] in (end.device, f"{end.device}:{end.port}") and ends[1] in (
                    other.device,
                    f"{other.device}:{other.port}",
                ):
                    return FailedLink(index, fault.at, fault.reroute)
            self._refuse((*at, "failed_link"), f"no cable lies between {ends[0]} and {ends[1]}; write the ends of one")
        return StuckNic(0, fault.at)


def _ends(flow: ScenarioFlow) -> tuple[str, str]:
    return flow.source, flow.destination


def _response_ns(given: float | str | None, speed_gbps: float) -> float:
    if isinstance(given, str):
        return standard_response_ns(speed_gbps)
    return given or 0.0


def _queues(settings: PortSettings) -> tuple[PlantQueue, ...]:
    scheduler = settings.scheduler or SchedulerSettings()
    curves: Mapping[int, tuple[float, float, float]] = {
        queue: (curve.kmin, max(curve.kmin, curve.kmax), curve.pmax)
        for curve in settings.ecn
        for queue in (range(PRIORITIES) if curve.queues is None else curve.queues)
    }
    found = []
    for queue in range(PRIORITIES):
        kmin, kmax, pmax = curves.get(queue, (UNLIMITED, UNLIMITED, 0.0))
        alpha = settings.lossy_alpha
        if alpha is None:
            alpha = 1.0 if settings.lossy_limit is None else UNLIMITED
        found.append(
            PlantQueue(
                marks=queue in curves,
                kmin_bytes=kmin,
                kmax_bytes=kmax,
                pmax=pmax,
                strict=queue in scheduler.strict,
                weight=scheduler.weights.get(queue, 1.0),
                shaper_gbps=scheduler.shapers.get(queue, UNLIMITED),
                limit_bytes=UNLIMITED if settings.lossy_limit is None else settings.lossy_limit,
                alpha=alpha,
                lossless_limit_bytes=UNLIMITED if settings.lossless_limit is None else settings.lossless_limit,
            )
        )
    return tuple(found)


def _nic(settings: HostSettings) -> PlantNic:
    control = settings.dcqcn if isinstance(settings.dcqcn, RateControlSettings) else RateControlSettings()
    timeout = settings.retransmission_timeout
    return PlantNic(
        dcqcn=settings.dcqcn is None or settings.dcqcn is control,
        gain=control.gain,
        initial_alpha=control.initial_alpha,
        cnp_interval_ns=control.cnp_interval,
        cut_interval_ns=control.cut_interval,
        alpha_timer_ns=max(100.0, control.alpha_timer),
        increase_timer_ns=max(100.0, control.increase_timer),
        byte_counter_bytes=control.byte_counter or UNLIMITED,
        fast_recovery_rounds=control.fast_recovery_rounds,
        additive_gbps=control.additive_increase,
        hyper_gbps=control.hyper_increase,
        least_gbps=control.minimum_rate,
        cnp_priority=6 if settings.cnp_priority is None else settings.cnp_priority,
        cnp_dscp=48 if settings.cnp_dscp is None else settings.cnp_dscp,
        ack_every_packets=settings.ack_every or 16,
        retransmission_timeout_ns=67_108_864.0 if timeout is None else max(1000.0, timeout),
    )


def scenario_plant(placed: PlacedScenario) -> Plant:
    """Return the plant of a scenario. Raises UsageError with every contradiction and its place."""
    return ScenarioPlan(placed).plant()
