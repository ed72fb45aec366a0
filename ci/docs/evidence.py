"""What faults cost: `python -m ci.docs.evidence rules/evidence.json` simulates the examples of rules.

An example shows one port, or the two ends of a cable, and no fabric. So all ports of one switch are set as that port,
or two switches are joined by such a cable, and sixteen hosts send. What the example does not say is assumed as for any
fabric. The healthy example of the same system runs under the same load.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

from roce_lint.fabric.fabric import Fabric
from roce_lint.files.program_folders import rules_dir
from roce_lint.judge.check import check_texts, fabric_of_texts, load_all_rules
from roce_lint.judge.examples import example_texts
from roce_lint.judge.rule import Example, Rule, Verdict
from roce_lint.model.device import Device, Port, PortRef, is_host
from roce_lint.model.fact import known
from roce_lint.model.nic import Nic
from roce_lint.simulate.assumptions import Assumptions
from roce_lint.simulate.choose_engine import simulated
from roce_lint.simulate.outcome import EngineName
from roce_lint.simulate.patterns import Load, loaded, plant_flow
from roce_lint.simulate.plant import NANOSECONDS_PER_M, UNLIMITED, Plant, PlantDevice, PlantFlow, PlantPort, StuckNic
from roce_lint.simulate.resolved import (
    CABLE_GBPS,
    DATA_DSCP,
    HOST_CABLE_M,
    plain_host,
    resolved,
    switch_numbers,
    with_cable,
)
from roce_lint.simulate.resolved_nic import marked_dscp, rate_control, reacts, with_cnp_class
from roce_lint.simulate.resolved_port import PortNumbers, PortProjection
from roce_lint.simulate.simulated_run import SimulatedRun
from roce_lint.values import dataclass, replace

DURATION_NS = 2e6
LONG_NS = 4e6
"""A link between switches fills a lossy queue more slowly."""
CONTROL_DSCP = 56
PRIORITY = 3
BULK, CONTROL, VICTIM = "bulk", "control", "victim"
KMIN_BYTES, KMAX_BYTES, PMAX = 100_000.0, 400_000.0, 0.2


@dataclass(frozen=True, slots=True)
class CableSide:
    """A device and its port at the cable that a finding is about."""

    device: Device
    port: Port

    @property
    def nic(self) -> Nic | None:
        """Return the NIC of a host's port."""
        return next((nic for nic in self.device.nics if nic.port == self.port.name), None)


@dataclass(frozen=True, slots=True)
class ExampleCable:
    """What an example says of the cable at fault: a switch, perhaps the other end, its speed and length, the design."""

    switch: CableSide | None
    other: CableSide | None
    speed_gbps: float
    length_m: float
    priority: int
    dscp: int


class Bench:
    """One or two switches with hosts around, set as an example says."""

    def __init__(self, shown: ExampleCable, hosts_like: ExampleCable, pattern: str) -> None:
        """`hosts_like`: the healthy example, after which the other ports to hosts are set."""
        self._shown, self._healthy, self._pattern = shown, hosts_like, pattern
        self._assumed = Assumptions()
        self._devices: list[PlantDevice] = []
        self._ports: list[PlantPort] = []
        self._hosts: dict[str, tuple[int, int, int]] = {}

    def plant(self) -> Plant:
        """Return the bench under the load of the pattern."""
        kind, _, number = self._pattern.partition(":")
        kind, *more = kind.split("+")
        self._switches(kind in ACROSS)
        flows = _LOADS[kind](self, int(number))
        if "bulk" in more:
            flows += [self.bulk(f"b{n}", "r") for n in range(1, 5)]
        if "control" in more:
            flows += [self.control(n) for n in range(1, 20)]
        stuck = {"stuck-nic": "r", "against-nic": "x"}.get(kind, "")
        devices = [
            switch_numbers(side.device, [p for p in self._ports if p.device == n], self._assumed)
            for n, side in enumerate(self._sides)
        ]
        return Plant(
            devices=(*devices, *self._devices[len(devices) :]),
            ports=tuple(self._ports),
            flows=tuple(flows),
            faults=(StuckNic(self._hosts[stuck][0], DURATION_NS / 10),) if stuck else (),
            duration_ns=LONG_NS if kind in ACROSS else DURATION_NS,
            assumed=self._assumed.lines(),
        )

    def incast(self, number: int) -> list[PlantFlow]:
        """Return flows of a number of hosts to one."""
        return [self.flow(f"h{n}", "r") for n in range(1, number + 1)]

    def across(self, number: int) -> list[PlantFlow]:
        """Return flows of hosts at both switches to one host at each."""
        senders = [(f"h{n}", n > number // 2) for n in range(1, number + 1)]
        return [self.flow(name, to, at=at, to_at=to_at) for to, to_at in (("r", 1), ("q", 0)) for name, at in senders]

    def against(self, number: int) -> list[PlantFlow]:
        """Return flows from the second switch to a host at the first, against a cable that pauses stop.

        As many hosts of each switch send to one at the second without rate control, which pauses the cable. A victim
        goes the way of the first flows, to a host of its own.
        """
        names = range(1, number + 1)
        if len(self._sides) == 1:
            blocking = [self.flow("r", "x", dcqcn=False)]
            late = DURATION_NS / 2
            inner = [self.flow(f"h{n}", "r", start=late) for n in names]
            victims = [self.flow(f"h{n}", f"w{n}", name=f"victim {n}", start=late) for n in names]
            return [*blocking, *inner, *victims]
        blocking = [
            self.flow(f"{side}{n}", "x", at=at, to_at=1, dcqcn=False) for at, side in enumerate("st") for n in names
        ]
        inner = [self.flow(f"h{n}", "r", at=1) for n in names]
        return [*blocking, *inner, self.flow("v", "w", at=1, name="victim")]

    def bulk_incast(self, number: int) -> list[PlantFlow]:
        """Return flows of best effort from both switches to one host, and one of RoCE beside them."""
        flows = [self.bulk(f"b{n}", "r", at=int(n > number // 2), to_at=1) for n in range(1, number + 1)]
        return [*flows, self.flow("v", "w", to_at=1, name="victim")]

    def mixed(self, number: int) -> list[PlantFlow]:
        """Return flows of best effort from hosts to one, and of RoCE from each of them to a host of its own."""
        names = [str(n) for n in range(1, number + 1)]
        victims = [self.flow(f"h{n}", f"w{n}", name=f"victim {n}") for n in names]
        return [*(self.bulk(f"h{n}", "r") for n in names), *victims]

    def mixed_bulk(self, number: int) -> list[PlantFlow]:
        """Return flows of best effort from hosts to one, and from each of them to a host of its own."""
        names = [str(n) for n in range(1, number + 1)]
        victims = [replace(self.bulk(f"h{n}", f"w{n}"), name=f"victim {n}") for n in names]
        return [*(self.bulk(f"h{n}", "r") for n in names), *victims]

    def stuck(self, number: int) -> list[PlantFlow]:
        """Return flows of hosts to one whose NIC is stuck, and of the same hosts to another one."""
        names = [f"h{n}" for n in range(1, number + 1)]
        victims = [self.flow(name, "w", name=f"victim {name}") for name in names]
        return [*(self.flow(name, "r") for name in names), *victims]

    def bulk(self, source: str, to: str, *, at: int = 0, to_at: int = 0) -> PlantFlow:
        """Return a flow of best effort, which reacts to nothing."""
        return self.flow(source, to, at=at, to_at=to_at, name=f"bulk {source}", priority=0, dscp=0, dcqcn=False)

    def control(self, number: int) -> PlantFlow:
        """Return one message of a routing protocol."""
        return self.flow(
            "v",
            "r",
            name=f"control {number}",
            priority=6,
            dscp=CONTROL_DSCP,
            size=1000,
            start=number * 1e5,
            dcqcn=False,
        )

    def _switches(self, across: bool) -> None:
        shown, healthy = self._shown, self._healthy
        near = shown.switch or healthy.switch
        assert near is not None
        self._sides = [near]
        if across:
            other = shown.other if shown.other and not is_host(shown.other.device) else None
            self._sides.append(other or healthy.switch or near)
        self._devices += [PlantDevice(side.device.name, False) for side in self._sides]
        if across:
            for n, side in enumerate(self._sides):
                speed = shown.speed_gbps * (4 if self._pattern.startswith("against") else 1)
                self._add(self._numbers(side), n, "link", 1 - n, speed, shown.length_m)

    def _numbers(self, side: CableSide) -> PortNumbers:
        """Return what a port does; a healthy example that does not classify RoCE gets it into its class."""
        found = self._marking(self._projected(side))
        dscp, priority = self._healthy.dscp, self._healthy.priority
        healthy = self._healthy.switch
        if is_host(side.device) or healthy is None:
            return found
        whole = self._projected(healthy)
        if whole.groups[whole.priority_of_dscp[dscp]].lossless or not whole.groups[priority].lossless:
            return found
        self._assumed.note(f"RoCE gets priority {priority}: the examples do not classify", side.port.name)
        classes = (*found.priority_of_dscp[:dscp], priority, *found.priority_of_dscp[dscp + 1 :])
        return replace(found, priority_of_dscp=classes)

    def _marking(self, numbers: PortNumbers) -> PortNumbers:
        """Return a port whose lossless queue marks, for loads in which CNPs matter."""
        queue = numbers.queue_of_priority[self._healthy.priority]
        if "ecn" not in self._pattern or numbers.queues[queue].marks:
            return numbers
        marking = replace(numbers.queues[queue], marks=True, kmin_bytes=KMIN_BYTES, kmax_bytes=KMAX_BYTES, pmax=PMAX)
        self._assumed.note(
            "RoCE is marked from 100 KB on, all of it from 400 KB on: the examples do not mark", "switch"
        )
        return replace(numbers, queues=(*numbers.queues[:queue], marking, *numbers.queues[queue + 1 :]))

    def _projected(self, side: CableSide) -> PortNumbers:
        meant = frozenset({self._healthy.priority})
        return PortProjection(side.device, meant, self._assumed).of(side.port)

    def _add(self, numbers: PortNumbers, device: int, name: str, peer: int, speed: float, length: float) -> PlantPort:
        port = with_cable(numbers, device, name, peer, speed, length * NANOSECONDS_PER_M)
        self._ports.append(port)
        return port

    def _host(self, name: str, switch: int) -> None:
        """Join a host to a switch, unless it is; with one switch by the cable of the example."""
        if name in self._hosts:
            return
        alone = len(self._sides) == 1
        shown = self._shown if alone or (switch == 0 and self._pattern.startswith("against")) else self._healthy
        side = shown.switch or self._healthy.switch
        assert side is not None
        length = self._shown.length_m if alone else HOST_CABLE_M
        speed = self._shown.speed_gbps
        first = len(self._ports)
        leaf = self._add(self._numbers(side), switch, f"to-{name}", first + 1, speed, length)
        device = len(self._devices)
        other = self._shown.other if alone else None
        if other is not None and is_host(other.device):
            numbers = self._numbers(other)
            port = with_cable(numbers, device, "nic", first, speed, leaf.delay_ns)
            healthy = self._healthy.other
            whole = (
                healthy is not None
                and is_host(healthy.device)
                and not self._numbers(healthy).stops[self._healthy.priority]
            )
            if whole:
                self._assumed.note("NICs obey the pauses of RoCE: the examples say nothing of them", "host")
                stops = tuple((p,) if p == self._healthy.priority else s for p, s in enumerate(port.stops))
                port = replace(port, stops=stops)
            self._ports.append(replace(port, priority_of_dscp=(), dscp_of_priority=()))
            nic = with_cnp_class(rate_control(other.nic, name, self._assumed), other.port, numbers.priority_of_dscp)
            priority = numbers.priority_of_dscp[marked_dscp(other.nic, self._healthy.dscp)]
            if (
                healthy is not None
                and self._numbers(healthy).priority_of_dscp[self._healthy.dscp] != self._healthy.priority
            ):
                self._assumed.note("NICs send RoCE by its priority: the examples say nothing of it", "host")
                priority = self._healthy.priority
            self._devices.append(PlantDevice(name, True, nic=nic))
        else:
            priority = self._healthy.priority
            port = plain_host(device, "nic", first, speed, leaf.delay_ns, leaf)
            obeys = tuple((p,) if p == priority else stops for p, stops in enumerate(port.stops))
            self._ports.append(replace(port, stops=obeys))
            self._devices.append(PlantDevice(name, True))
        self._hosts[name] = (device, first + 1, priority)

    def flow(
        self, source: str, to: str, *, at: int = 0, to_at: int = 0, name: str = "", priority: int = -1, dscp: int = -1,
        size: float = UNLIMITED, start: float = 0.0, dcqcn: bool = True,
    ) -> PlantFlow:  # fmt: skip
        """Return a flow between two hosts, which are joined to the switches `at` and `to_at`."""
        self._host(source, at)
        self._host(to, to_at)
        other = self._shown.other if len(self._sides) == 1 else None
        nic = other.nic if other is not None and is_host(other.device) else None
        own = self._hosts[source][2]
        if nic is not None and dcqcn:
            dcqcn = reacts(nic, own, source, self._assumed)
        return PlantFlow(
            name=name or f"{source}->{to}",
            source=self._hosts[source][0],
            destination=self._hosts[to][0],
            size_bytes=size,
            start_ns=start,
            priority=own if priority < 0 else priority,
            dscp=marked_dscp(nic, self._healthy.dscp) if dscp < 0 else dscp,
            paths=(self._path(source, to),),
            paths_back=(self._path(to, source),),
            dcqcn=dcqcn,
        )

    def _path(self, source: str, to: str) -> tuple[int, ...]:
        out, goal = self._hosts[source][1], self._ports[self._hosts[to][1]].peer
        here, there = self._ports[self._ports[out].peer].device, self._ports[goal].device
        return (out, goal) if here == there else (out, here, goal)


WORDS = {
    "incast:16": "16 hosts send to one",
    "incast:2": "two hosts send to one",
    "incast+ecn:16": "16 hosts send to one, past a switch that marks from 100 KB on",
    "incast+bulk:16": "16 hosts send RoCE and four others best effort to one",
    "incast+control:16": "16 hosts send RoCE to one that also gets control messages",
    "across:16": "16 hosts at two switches, joined by one cable, send to one at each",
    "against+ecn:3": "three hosts behind one switch send to one behind another, over a cable whose other direction is"
    " paused most of the time; the switches mark from 100 KB on",
    "against-nic+ecn:3": "three hosts send to one whose own data is paused, and each to another host; the switch marks"
    " from 100 KB on",
    "mixed:8": "eight hosts send best effort to one, and RoCE each to a host of its own",
    "mixed-bulk:8": "eight hosts send best effort to one, and each to a host of its own",
    "cycle": "each host sends to the next but one, past the switch of the next one",
    "stuck-nic:8": "eight hosts send to one whose NIC is stuck, and to another, once a watchdog has had its time",
}
"""The patterns in words."""
_ENGINE = ("packet*.py", "plant.py", "rate_control.py", "event_clock.py", "resolved*.py", "auto_headroom.py")
"""The modules of the program that decide about the figures."""
ACROSS = frozenset({"across", "against", "bulk-incast"})
_LOADS: Mapping[str, Callable[[Bench, int], list[PlantFlow]]] = {
    "incast": Bench.incast,
    "across": Bench.across,
    "against": Bench.against,
    "against-nic": Bench.against,
    "bulk-incast": Bench.bulk_incast,
    "mixed": Bench.mixed,
    "mixed-bulk": Bench.mixed_bulk,
    "stuck-nic": Bench.stuck,
}


def example_fabric(rule: Rule, example: Example) -> Fabric:
    """Return the fabric of an example."""
    return fabric_of_texts(example_texts(example), os=example.vendor, profile=example.profile, rules=(rule,))[0]


def cable_at(fabric: Fabric, ref: PortRef) -> ExampleCable:
    """Return what a fabric says of the cable at a port."""
    ports = fabric.ports()
    link = fabric.peers().get(ref)
    sides = [CableSide(*ports[end]) for end in (ref, *([link.other_end(ref)] if link else [])) if end in ports]
    speeds = [known(side.port.speed_gbps, 0) for side in sides] + ([known(link.speed_gbps, 0)] if link else [])
    length = known(link.length_m, HOST_CABLE_M) if link else HOST_CABLE_M
    switch = next((side for side in sides if not is_host(side.device)), None)
    other = next((side for side in sides if side is not switch), None)
    return ExampleCable(
        switch=switch,
        other=other,
        speed_gbps=float(next(filter(None, speeds), CABLE_GBPS)),
        length_m=float(length),
        priority=min(known(fabric.design.lossless_priorities, frozenset()) or {PRIORITY}),
        dscp=min(known(fabric.design.roce_dscps, frozenset()) or {DATA_DSCP}),
    )


def healthy_leaf() -> CableSide:
    """Return a port of the leaf below which examples of hosts stand, for those that show no switch."""
    text = (rules_dir() / "shared" / "leaf1-below-gpu1.cfg").read_text(encoding="utf-8")
    fabric = fabric_of_texts({"leaf1.cfg": text})[0]
    return CableSide(fabric.devices[0], next(port for port in fabric.devices[0].ports if port.qos.priorities[3].group))


def port_of_finding(rule: Rule, example: Example, fabric: Fabric) -> PortRef:
    """Return the port that a violated example is about: that of the finding, or the first one."""
    report = check_texts(example_texts(example), os=example.vendor, profile=example.profile, rules=(rule,))
    found = [one for one in report.findings if one.rule == rule.id and one.verdict is Verdict.VIOLATED]
    place = found[0].place
    ports = sorted(fabric.ports(), key=lambda ref: -len(ref.port))
    for ref in ports:
        if ref.device == place.device and ref.port in place.object:
            return ref
    own = [ref for ref in fabric.ports() if ref.device == place.device]
    return next(iter([*own, *fabric.ports()]))


def around(fabric: Fabric) -> Plant:
    """Return a fabric in which hosts send to the next but one, past the switch of the next one where routing allows."""
    network = resolved(fabric)
    nics = network.nics
    plant = loaded(network, Load("permutation", duration_ns=DURATION_NS))
    flows = []
    for n, nic in enumerate(nics):
        flow = plant_flow(network, (nic, nics[(n + 2) % len(nics)]), UNLIMITED)
        between = network.ports[network.ports[nics[(n + 1) % len(nics)].port].peer].device
        paths = [path for path in flow.paths if any(network.ports[port].device == between for port in path)]
        flows.append(replace(flow, paths=tuple(paths[:1]) or flow.paths, dcqcn=False))
    return replace(plant, flows=tuple(flows))


def runs(rule: Rule, pattern: str, violated: Example, satisfied: Example) -> tuple[SimulatedRun, SimulatedRun]:
    """Return what a load does with a violated and with a satisfied example."""
    fabrics = example_fabric(rule, violated), example_fabric(rule, satisfied)
    if pattern == "cycle":
        plants = [around(fabric) for fabric in fabrics]
    else:
        ref = port_of_finding(rule, violated, fabrics[0])
        cables = [cable_at(fabric, ref) for fabric in fabrics]
        if cables[1].switch is None:
            cables = [replace(cable, switch=healthy_leaf()) for cable in cables]
        plants = [Bench(cable, cables[1], pattern).plant() for cable in cables]
        detect = max(port.watchdog_detect_ns for plant in plants for port in plant.ports)
        if pattern.startswith("stuck-nic") and detect:
            # The watchdog takes longer than the rest of the run: everything stands still before.
            late = [
                replace(plant, warm_up_ns=detect + DURATION_NS, duration_ns=detect + 3 * DURATION_NS)
                for plant in plants
            ]
            plants = late
    bad, good = (simulated(plant, EngineName.PACKETS) for plant in plants)
    return bad, good


def figures(found: SimulatedRun) -> dict[str, float]:
    """Return what a run is judged by. Drops are of RoCE; a message that did not arrive took until the end."""
    plant, flows = found.plant, list(zip(found.plant.flows, found.run.flows, strict=True))
    roce = [out for plan, out in flows if not plan.name.startswith((BULK, CONTROL))]
    data = [out for plan, out in flows if not plan.name.startswith((BULK, CONTROL, VICTIM))]
    victims = [out.throughput_gbps for plan, out in flows if plan.name.startswith(VICTIM)]
    waits = [
        min(out.completion_ns, plant.duration_ns - plan.start_ns)
        for plan, out in flows
        if plan.name.startswith(CONTROL)
    ]
    sent = sum(max(out.sent_packets, out.dropped_packets) for out in roce)
    result = {
        "dropped_percent": 100 * sum(out.dropped_packets for out in roce) / max(1.0, sent),
        "paused_percent": 100 * max(queue.paused_ns for queue in found.run.queues) / found.measured_ns,
        "deadlocked_queues": float(len(found.run.deadlock)),
    }
    if data:
        result["throughput_gbps"] = sum(out.throughput_gbps for out in data)
        result["slowest_gbps"] = min(out.throughput_gbps for out in data)
    if victims:
        result["victim_gbps"] = sum(victims) / len(victims)
    if waits:
        result["control_us"] = median(waits) / 1000
    return {name: round(value, 2) for name, value in result.items()}


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure in words with its unit, and from what difference on a fault shows in it."""

    figure: str
    words: str
    unit: str
    factor: float
    points: float = 0.0

    def clause(self, bad: Mapping[str, float], good: Mapping[str, float]) -> str:
        """Return the difference in words, nothing where there is none to speak of."""
        if self.figure not in bad:
            return ""
        worse, better = bad[self.figure], good[self.figure]
        limit = self.factor * better
        differs = worse < limit if self.factor < 1 else worse > limit + self.points
        return f"{self.words}: {self._shown(worse)}; with the fix {self._shown(better)}" if differs else ""

    def _shown(self, value: float) -> str:
        if value == 0:
            return "none" if self.factor > 1 else f"0{self.unit}"
        return f"{value:.0f}{self.unit}" if value >= 100 else f"{value:.3g}{self.unit}"


MEASURES = (
    Measure("deadlocked_queues", "queues that wait for each other for ever", "", 1.1, 0.5),
    Measure("dropped_percent", "RoCE packets dropped", " %", 1.1, 0.5),
    Measure("victim_gbps", "each flow beside the congestion gets", " Gb/s", 0.8),
    Measure("control_us", "a control message takes", " us", 2.0, 5.0),
    Measure("throughput_gbps", "all RoCE together gets", " Gb/s", 0.8),
    Measure("slowest_gbps", "the slowest flow gets", " Gb/s", 0.5),
    Measure("paused_percent", "the port most paused stands still", " % of the time", 1.1, 20.0),
)


def difference(bad: Mapping[str, float], good: Mapping[str, float]) -> tuple[str, ...]:
    """Return in what a fault shows, at most two figures; nothing where it shows in none."""
    return tuple(clause for measure in MEASURES if (clause := measure.clause(bad, good)))[:2]


def pairs(rule: Rule) -> Iterator[tuple[str, Example, Example]]:
    """Yield the violated and the satisfied example of each system that has both."""
    by = {(example.vendor, example.verdict): example for example in rule.examples}
    for vendor in dict.fromkeys(example.vendor for example in rule.examples):
        bad, good = by.get((vendor, Verdict.VIOLATED)), by.get((vendor, Verdict.SATISFIED))
        if bad is not None and good is not None:
            yield vendor, bad, good


def simulated_rules(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that name a pattern, by id."""
    return sorted((rule for rule in rules if pattern_of(rule)), key=lambda rule: rule.id)


def pattern_of(rule: Rule) -> str:
    """Return the pattern that a rule names."""
    return rule.evidence.pattern


def examples_key(rule: Rule) -> str:
    """Return what changes with the pattern and the examples of a rule."""
    shown = [(vendor, [sorted(example_texts(one).items()) for one in both]) for vendor, *both in pairs(rule)]
    return hashlib.sha256(repr((pattern_of(rule), shown)).encode()).hexdigest()[:16]


def engine_key() -> str:
    """Return what changes with the packet engine, with what reads fabrics for it, and with this file."""
    folder = Path(__file__).parents[2] / "roce_lint" / "simulate"
    files = [Path(__file__), *sorted(file for name in _ENGINE for file in folder.glob(name))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def measured(rule: Rule) -> dict[str, Any]:
    """Return what the simulation shows of a rule that names a pattern."""
    found: dict[str, Any] = {}
    for vendor, violated, satisfied in pairs(rule):
        bad, good = (figures(run) for run in runs(rule, pattern_of(rule), violated, satisfied))
        found[vendor] = {"violated": bad, "satisfied": good, "difference": [*difference(bad, good)]}
    return {"load": WORDS[pattern_of(rule)], "examples": examples_key(rule), "systems": found}


def evidence(before: Mapping[str, Any], rules: Sequence[Rule]) -> dict[str, Any]:
    """Return the whole file: what was measured `before` is kept where neither examples nor engines have changed."""
    kept = before.get("rules", {}) if before.get("engine") == engine_key() else {}
    wanted = simulated_rules(rules)
    new = [rule for rule in wanted if kept.get(rule.id, {}).get("examples") != examples_key(rule)]
    with ProcessPoolExecutor(2) as pool:
        fresh = dict(zip((rule.id for rule in new), pool.map(measured, new), strict=True))
    return {"engine": engine_key(), "rules": {rule.id: fresh.get(rule.id) or kept[rule.id] for rule in wanted}}


def main(file: Path) -> None:
    """Bring the file up to date."""
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    file.write_text(json.dumps(evidence(before, load_all_rules()), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
