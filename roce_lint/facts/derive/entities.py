"""The fabric as lists of judged things, one list for each scope of rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from roce_lint.facts.derive.curve_state import speed_steps
from roce_lint.facts.derive.device_derivation import DeviceDerivation
from roce_lint.facts.derive.device_state import device_state
from roce_lint.facts.derive.domain import Domain, carries_roce_qos, roce_domain
from roce_lint.facts.derive.fabric_state import defined_references, reference_state
from roce_lint.facts.derive.input_entities import judge_inputs
from roce_lint.facts.derive.judged import Judged
from roce_lint.facts.derive.link_state import (
    End,
    LinkMarkingState,
    ends_agree_on,
    link_marking_state,
    link_priority_state,
    link_state,
)
from roce_lint.facts.derive.marking_state import MarkingState, class_for
from roce_lint.facts.derive.nic_state import nic_state
from roce_lint.facts.derive.nic_surroundings import NicFleet
from roce_lint.facts.derive.port_chain import LosslessReach, bundle_agreement, leads_elsewhere
from roce_lint.facts.derive.port_state import PortState, cause_of_no_watchdog, is_host, port_state
from roce_lint.facts.derive.priority_state import PriorityState, priority_state
from roce_lint.facts.derive.role_entities import judge_roles
from roce_lint.facts.fabric import Fabric
from roce_lint.facts.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.facts.logic import is_false, is_true
from roce_lint.facts.model import Device, Link, Port, PortRef
from roce_lint.facts.qos import PRIORITY_COUNT

Entities = Mapping[str, Sequence[Judged]]


def judged_entities(fabric: Fabric, domain: Domain | None = None) -> Entities:
    """Return everything that rules judge, by scope (see `roce_lint.facts.vocabulary`).

    `domain` is what `roce_domain` says of the fabric, where it is known already.
    """
    derivation = _Derivation(fabric, roce_domain(fabric) if domain is None else domain)
    found: dict[str, list[Judged]] = defaultdict(list)
    for device in fabric.devices:
        derivation.judge_device(device, found)
    for link in fabric.links:
        derivation.judge_link(link, found)
    judge_inputs(fabric, found)
    derivation.judge_roles(found)
    return found


def _port_at(device: Device, place: Source) -> str:
    """Return the port whose block holds a line; empty for a line that concerns the whole device."""
    for port in device.ports:
        block = port.source
        if block.file == place.file and block.line <= place.line <= block.end_line:
            return port.name
    return ""


class _Derivation:
    """Holds what is known of the whole fabric while its parts are derived."""

    def __init__(self, fabric: Fabric, domain: Domain) -> None:
        self.design = fabric.design
        self.lossless = known(fabric.design.lossless_priorities, frozenset())
        self.ports = fabric.ports()
        self.peers = fabric.peers()
        self.domain = domain
        self.devices = {
            device.name: DeviceDerivation(device, self._inside(device), fabric.design) for device in fabric.devices
        }
        self.fleet = NicFleet(self.ports, self.peers, self.devices, fabric.design)
        self._common: dict[str, dict[str, object]] = {}
        self._priorities: dict[PortRef, tuple[PriorityState, ...]] = {}
        self._states: dict[PortRef, PortState] = {}
        self.reach = LosslessReach()
        self._bundles: dict[str, Mapping[str, Fact[bool]]] = {}
        self._cable_faults: dict[str, frozenset[Source]] = {}
        self._host_causes: dict[str, frozenset[str]] = {}
        self._usual_pauses: dict[int, frozenset[int]] = {}
        self._reclassified: dict[str, frozenset[int]] = {}

    def _inside(self, device: Device) -> frozenset[str]:
        return frozenset(port.name for port in device.ports if is_true(self.domain[PortRef(device.name, port.name)]))

    def judge_device(self, device: Device, found: dict[str, list[Judged]]) -> None:
        inside = self.devices[device.name].inside
        state = device_state(device, inside, self._uplinks(device), self.lossless)
        common: dict[str, object] = {"device": state, "design": self.design}
        self._common[device.name] = common
        found["device"].append(Judged(device.name, "", device.source, common))
        for reference in device.undefined_references:
            variables = {**common, "reference": reference_state(reference)}
            found["reference"].append(
                Judged(device.name, _port_at(device, reference.source), reference.source, variables)
            )
        if not device.undefined_references:
            variables = {**common, "reference": defined_references(device.source)}
            found["reference"].append(Judged(device.name, "", device.source, variables))
        self._judge_classes(device, common, found)
        for port in device.ports:
            if port.name in inside:
                self._judge_port(device, port, common, found)
        for nic in device.nics:
            port = self.ports[PortRef(device.name, nic.port)][1]
            around = self.fleet.around(device, nic, port)
            variables = {**common, "nic": nic_state(nic, port, around, self.design)}
            found["nic"].append(Judged(device.name, nic.port, device.source, variables))

    def _judge_classes(self, device: Device, common: Mapping[str, object], found: dict[str, list[Judged]]) -> None:
        """Add what concerns all RoCE ports of a switch together: its lossless classes, and curves by speed."""
        if is_host(device):
            return
        derivation = self.devices[device.name]
        for one in derivation.lossless_classes():
            variables = {**common, "lossless": one}
            found["lossless_class"].append(Judged(device.name, f"class {one.name}", device.source, variables))
        for pair in derivation.lossless_pairs():
            variables = {**common, "pair": pair}
            label = f"priorities {pair.first} and {pair.second}"
            found["lossless_pair"].append(Judged(device.name, label, device.source, variables))
        ports = [
            (port, self._faces(PortRef(device.name, port.name)), derivation.queues(port))
            for port in device.ports
            if port.name in derivation.inside
        ]
        for step in speed_steps(ports):
            label = f"queue {step.queue} from {step.slower_gbps} to {step.faster_gbps} Gb/s"
            found["speed_step"].append(Judged(device.name, label, device.source, {**common, "step": step}))

    def _with_next_hop(self, ref: PortRef, marking: MarkingState) -> MarkingState:
        """Return a marking that is rewritten with what the switches behind this device make of it."""
        told = marking.dscp in self._reclassified_behind(ref.device)
        return replace(marking, next_hop_keeps_class=self._next_hop_keeps_class(ref, marking), next_hop_tells_it=told)

    def _reclassified_behind(self, device: str) -> frozenset[int]:
        """Return the code points that some next hop of the device gives another class because of its rewriting."""
        if device not in self._reclassified:
            derivation = self.devices[device]
            self._reclassified[device] = frozenset(
                marking.dscp
                for port in derivation.inside
                for marking in derivation.markings(self.ports[PortRef(device, port)][1])
                if marking.is_rewritten and is_false(self._next_hop_keeps_class(PortRef(device, port), marking))
            )
        return self._reclassified[device]

    def _next_hop_keeps_class(self, ref: PortRef, marking: MarkingState) -> Fact[bool]:
        peer = self._peer(ref)
        if peer is None or is_host(self.ports[peer][0]) or isinstance(marking.leaves_as, Unknown):
            return marking.next_hop_keeps_class
        receiver = self.ports[peer][1]
        before, after = class_for(receiver, marking.dscp), class_for(receiver, marking.leaves_as.value)
        if isinstance(before, Unknown) or isinstance(after, Unknown) or before.value == after.value:
            return marking.next_hop_keeps_class
        return Stated(False, marking.leaves_as.source)

    def judge_roles(self, found: dict[str, list[Judged]]) -> None:
        """Add what only a comparison of switches tells; every device has been judged before."""
        judge_roles(self.devices, self.peers, self._faces, self._common, self.design, found)

    def _judge_port(
        self, device: Device, port: Port, common: Mapping[str, object], found: dict[str, list[Judged]]
    ) -> None:
        ref = PortRef(device.name, port.name)
        state = self.state(ref)
        if any(self._is_told_on_cable(device, bare) for bare in self.priorities(ref)):
            state = replace(state, pfc_is_told_on_cable=True)
        common = {**common, "port": state}
        found["port"].append(Judged(device.name, port.name, port.source, common))
        for bare in self.priorities(ref):
            priority = replace(bare, cable_tells_it=True) if self._is_told_on_cable(device, bare) else bare
            variables = {**common, "priority": priority}
            label = f"{port.name}/priority {priority.number}"
            found["priority"].append(Judged(device.name, label, port.source, variables))
        if is_host(device):
            return
        derivation = self.devices[device.name]
        everything = zip(derivation.queues(port), derivation.services(port), derivation.curves(port), strict=True)
        for queue, service, curve in everything:
            variables = {**common, "queue": queue, "service": service, "curve": curve}
            found["queue"].append(Judged(device.name, f"{port.name}/queue {queue.index}", port.source, variables))
        for bare_marking in derivation.markings(port):
            marking = self._with_next_hop(ref, bare_marking) if bare_marking.is_rewritten else bare_marking
            variables = {**common, "marking": marking}
            found["marking"].append(Judged(device.name, f"{port.name}/DSCP {marking.dscp}", port.source, variables))

    def judge_link(self, link: Link, found: dict[str, list[Judged]]) -> None:
        a, b = self._end(link.a), self._end(link.b)
        state = link_state(a, b, link.origin.value, link.length_m)
        common = {"link": state, "design": self.design}
        label = f"{link.a.port} - {link.b}"
        place = self._place(link)
        found["link"].append(Judged(link.a.device, label, place, common))
        if not state.in_domain:
            return
        for number in range(PRIORITY_COUNT):
            one = link_priority_state(a, b, number)
            variables = {**common, "priority": one}
            ref = link.a if one.odd_end == a.label else link.b
            found["link_priority"].append(Judged(ref.device, f"{ref.port}/priority {number}", place, variables))
        for dscp in sorted(known(self.design.roce_dscps, frozenset())):
            for crossing, ref in self._crossings(a, b, link, dscp):
                variables = {**common, "marking": crossing}
                found["link_marking"].append(Judged(ref.device, f"{ref.port}/DSCP {dscp}", place, variables))

    def _crossings(self, a: End, b: End, link: Link, dscp: int) -> list[tuple[LinkMarkingState, PortRef]]:
        """Return what happens to a marking in each direction; one direction where the same fault shows in both."""
        both = [
            (crossing, ref)
            for sender, receiver, ref in ((a, b, link.b), (b, a, link.a))
            if (crossing := link_marking_state(sender, receiver, dscp)) is not None
        ]
        if len(both) == 2 and all(is_false(crossing.pause_reaches_its_queue) for crossing, _ in both):
            usual = self._usual_pause(dscp)
            odd = [one for one in both if known(one[0].receiver_priorities, usual) != usual]
            return (odd or both)[:1]
        return both

    def _usual_pause(self, dscp: int) -> frozenset[int]:
        """Return the pause priorities that most RoCE ports of the fabric give a marking."""
        if dscp not in self._usual_pauses:
            votes: Counter[frozenset[int]] = Counter()
            for device in self.devices.values():
                for port in device.device.ports:
                    if port.name in device.inside and not is_host(device.device):
                        states = device.markings(port)
                        pausing = next((one.pause_priorities for one in states if one.dscp == dscp), None)
                        votes[known(pausing, frozenset()) if pausing is not None else frozenset()] += 1
            usual = min(
                votes, key=lambda priorities: (-votes[priorities], sorted(priorities)), default=frozenset[int]()
            )
            self._usual_pauses[dscp] = usual
        return self._usual_pauses[dscp]

    def _place(self, link: Link) -> Source:
        return self.ports[link.a][1].source if link.a in self.ports else link.source

    def _uplinks(self, device: Device) -> int:
        """Count the links of a device that lead to other switches."""
        number = 0
        for port in device.ports:
            link = self.peers.get(PortRef(device.name, port.name))
            if link is not None:
                peer = link.b if link.a.device == device.name else link.a
                number += not is_host(self.ports[peer][0])
        return number

    def _peer(self, ref: PortRef) -> PortRef | None:
        link = self.peers.get(ref)
        if link is None:
            return None
        return link.b if link.a == ref else link.a

    def _is_told_on_cable(self, device: Device, priority: PriorityState) -> bool:
        """Say whether what keeps an intended priority from pausing is told as a fault of one of the device's cables."""
        lost = priority.intended and is_false(priority.pauses)
        return lost and priority.pauses.source in self._told_on_cables(device)

    def _told_on_cables(self, device: Device) -> frozenset[Source]:
        """Return the places that keep a lossless priority from pausing on one end only of a cable of the device."""
        if device.name not in self._cable_faults:
            self._cable_faults[device.name] = frozenset(
                priority.pauses.source
                for port in device.ports
                if port.name in self.devices[device.name].inside
                for priority in self.priorities(PortRef(device.name, port.name))
                if priority.intended and priority.differs_from_peer and is_false(priority.pauses)
            )
        return self._cable_faults[device.name]

    def _faces(self, ref: PortRef) -> str:
        peer = self._peer(ref)
        return "unknown" if peer is None else "host" if is_host(self.ports[peer][0]) else "fabric"

    def _causes_at_hosts(self, device: Device) -> frozenset[str]:
        """Return why RoCE ports of a device that do not lead to the fabric lack the PFC watchdog."""
        if device.name not in self._host_causes:
            ports = [port for port in device.ports if port.name in self.devices[device.name].inside]
            away = [port for port in ports if self._faces(PortRef(device.name, port.name)) != "fabric"]
            self._host_causes[device.name] = frozenset(map(cause_of_no_watchdog, away)) - {""}
        return self._host_causes[device.name]

    def state(self, ref: PortRef) -> PortState:
        """Return what is effective on a port."""
        if ref not in self._states:
            device, port = self.ports[ref]
            peer = self._peer(ref)
            link = self.peers.get(ref)
            length: Fact[int] = link.length_m if link else Unknown("the port's cable is not known", port.source)
            self._states[ref] = port_state(
                device,
                port,
                faces=self._faces(ref),
                peer="" if peer is None else str(peer),
                in_domain=self.domain[ref],
                carries=carries_roce_qos(port, self.design),
                unmarked_lossless=self.devices[ref.device].unmarked_is_lossless(port),
                host_causes=self._causes_at_hosts(device),
                reaches_lossless=self.reach.of(port),
                bundle_agrees=self._bundle_agrees(device, port),
                elsewhere=leads_elsewhere(port),
                length=length,
                origin=link.origin.value if link else "",
            )
        return self._states[ref]

    def _bundle_agrees(self, device: Device, port: Port) -> Fact[bool]:
        if device.name not in self._bundles:
            self._bundles[device.name] = bundle_agreement(device)
        alone = Default(True, port.source, "the port is in no bundle")
        return self._bundles[device.name].get(port.name, alone)

    def priorities(self, ref: PortRef) -> tuple[PriorityState, ...]:
        """Return the eight priorities of a port, compared with the other end of its cable."""
        if ref not in self._priorities:
            plain = self._bare_priorities(ref, frozenset())
            peer = self._peer(ref)
            if peer is not None:
                here = self._bare_end(ref, plain)
                there = self._bare_end(peer, self._bare_priorities(peer, frozenset()))
                differing = frozenset(
                    number for number in range(PRIORITY_COUNT) if not ends_agree_on(here, there, number)
                )
                plain = self._bare_priorities(ref, differing) if differing else plain
            self._priorities[ref] = plain
        return self._priorities[ref]

    def _bare_priorities(self, ref: PortRef, differing: frozenset[int]) -> tuple[PriorityState, ...]:
        _, port = self.ports[ref]
        length = self.state(ref).cable_length_m
        return tuple(
            priority_state(
                port,
                priority,
                intended=priority.number in self.lossless,
                differs=priority.number in differing,
                length=length,
                frame_bytes=port.ip_mtu_bytes,
            )
            for priority in port.qos.priorities
        )

    def _bare_end(self, ref: PortRef, priorities: tuple[PriorityState, ...]) -> End:
        return End(str(ref), self.state(ref), priorities, (), ())

    def _end(self, ref: PortRef) -> End:
        device, port = self.ports[ref]
        markings = () if is_host(device) else self.devices[device.name].markings(port)
        stops = tuple(priority.paused_queues for priority in port.qos.priorities)
        return End(str(ref), self.state(ref), self.priorities(ref), markings, stops)
