"""The fabric as lists of evaluated things, one list for each scope of rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from roce_lint.fabric.domain import Domain, roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.pasted_devices import pasted_devices
from roce_lint.fabric.port_basics import has_unstated_qos
from roce_lint.fabric.port_chain import leads_elsewhere
from roce_lint.judge.derive.device_state import device_state, pfc_is_on_somewhere
from roce_lint.judge.derive.drf.input_entities import judge_inputs
from roce_lint.judge.derive.drf.input_state import (
    defined_references,
    every_policy_bound,
    nothing_refused,
    policy_binding_state,
    reference_state,
    refusal_state,
)
from roce_lint.judge.derive.drf.link_agreement import LinkAgreements
from roce_lint.judge.derive.drf.role_entities import judge_roles
from roce_lint.judge.derive.ecn.curve_state import SpeedStepState, speed_steps
from roce_lint.judge.derive.equivalence import EquivalenceKeys
from roce_lint.judge.derive.link_state import (
    LinkEndState,
    LinkMarkingState,
    link_marking_state,
    link_priority_state,
    link_state,
)
from roce_lint.judge.derive.pfc.dcbx_announcements import judged_announcements
from roce_lint.judge.derive.port_derivation import PortDerivation
from roce_lint.judge.derive.ports_by_line import PortsByLine
from roce_lint.judge.derive.rtg.address_entities import judged_addresses
from roce_lint.judge.derive.rtg.missing_bgp import missing_bgp
from roce_lint.judge.derive.sound_parts import (
    QosParts,
    reach_of_idle,
    reach_of_missing,
    sound_parts_of_marking,
    sound_parts_of_queue,
)
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Unknown, known
from roce_lint.model.judged import NO_PARTS, Equivalents, Judged
from roce_lint.model.logic import is_false
from roce_lint.model.qos import PRIORITY_COUNT
from roce_lint.model.terms import PortKind

if TYPE_CHECKING:
    from roce_lint.judge.derive.rtg.next_hop_entities import HostRoutes
    from roce_lint.judge.derive.sch.filter_entities import FilterVerdict

Things: TypeAlias = Mapping[str, Sequence[Judged]]
Entities = Mapping[str, Sequence[Judged]]


def judged_entities(fabric: Fabric, domain: Domain | None = None, *, share: bool = False) -> Entities:
    """Return everything that rules evaluate, by scope (see `roce_lint.judge.derive.vocabulary`).

    `domain` is what `roce_domain` says of the fabric, where it is known already. With `share`, one port or cable stands
    for all of which every rule says the same (`Judged.equivalents`), as long as it is healthy.
    """
    domain = roce_domain(fabric) if domain is None else domain
    derivation = Judging(fabric, domain, share=share)
    found: dict[str, list[Judged]] = defaultdict(list)
    for device in fabric.devices:
        derivation.judge_device(device, found)
    for link in fabric.links:
        derivation.judge_link(link, found)
    copies = pasted_devices(fabric.devices, fabric.contradictions)
    judge_inputs(fabric, found, {one.device.source.file for one in copies})
    _judge_subnets(fabric, found)
    _judge_counters(fabric, found)
    derivation.judge_roles(found)
    derivation.judge_features(fabric.devices, found)
    if not fabric.links:
        return {**found, **judged_addresses(fabric, domain.inside, copies)}
    # A device by itself has no paths, and what derives them takes longer to import than to read the device.
    from roce_lint.judge.derive.fabric_entities import FabricEntities

    return FabricEntities(found, fabric, domain)


def _judge_counters(fabric: Fabric, found: dict[str, list[Judged]]) -> None:
    """Add what captures show that devices have counted; few checks have any."""
    if fabric.counters:
        from roce_lint.judge.derive.pfc.counter_state import judge_counters

        judge_counters(fabric, found)


def _judge_subnets(fabric: Fabric, found: dict[str, list[Judged]]) -> None:
    """Add what files say of InfiniBand; few fabrics have any."""
    if not fabric.infiniband:
        return
    from roce_lint.infiniband.derive.entities import judge_infiniband
    from roce_lint.infiniband.derive.opensm.entities import judge_opensm_files

    judge_opensm_files(fabric, found)
    judge_infiniband(fabric.infiniband, fabric.devices, found)


T = TypeVar("T")
_EVERY = ""
_Make: TypeAlias = Callable[[T, int, Equivalents | None, str], Things]
"""Makes the things of one scope, or of all: of a port or cable, its place in order, and what it stands for."""


class Judging(PortDerivation):
    """Makes evaluated things, one for all that are equivalent."""

    def __init__(self, fabric: Fabric, domain: Domain, *, share: bool) -> None:
        super().__init__(fabric, domain)
        self._common: dict[str, dict[str, object]] = {}
        self._keys = EquivalenceKeys(self, self._common) if share else None
        self._groups: dict[object, Equivalents] = {}
        self._count = 0
        self._is_infiniband = fabric.has_infiniband_hosts
        self._without_bgp = missing_bgp(fabric.devices, fabric.links)
        self._line_matches = fabric.line_matches
        self._disputed = {one.accepted for one in fabric.contradictions}
        self._agreements = LinkAgreements(self.ports, self._disputed, fabric.links)
        # One object for all that is put off, of which there is one a port.
        self._of_port, self._of_link, self._of_filter = self._port_things, self._link_things, self._filter_things

    def _add(self, key: object, thing: T, make: _Make[T], found: dict[str, list[Judged]]) -> None:
        """Add things, or put them off where things with the same `key` stand for them; None is the key of none."""
        self._count += 1
        order = self._count
        group = self._groups.get(key) if key is not None else None
        if group is not None:
            # Nothing of it is evaluated until a rule asks.
            group.members.append((thing, order))
            return
        if key is not None:
            group = self._groups[key] = Equivalents(make)
        for scope, things in make(thing, order, group, _EVERY).items():
            found[scope] += things

    def judge_device(self, device: Device, found: dict[str, list[Judged]]) -> None:
        """Add to `found` what rules evaluate on one device, its ports and their parts included."""
        inside = self.devices[device.name].inside
        links, bgp = self.uplinks(device), self._without_bgp.get(device.name)
        tier = self.tiers.distance.get(device.name)
        state = device_state(device, inside, links, self.lossless, bgp, tier, self._line_matches)
        common: dict[str, object] = {"device": state, "design": self.design}
        self._common[device.name] = common
        found["device"].append(Judged(device.name, "", device.source, common))
        self._judge_references(device, common, found)
        self._judge_refusals(device, common, found)
        self._judge_policies(device, common, found)
        if device.announced_priorities:
            found["announcement"] += judged_announcements(device, inside, common, self.priorities)
        if device.packet_filters:
            self._judge_filters(device, found)
        self._judge_classes(device, common, found)
        for port in device.ports:
            if port.name in inside and is_host(device) and has_unstated_qos(port.values):
                # A file of the environment alone says nothing of PFC: there is nothing to be evaluated.
                continue
            if port.name in inside:
                ref = PortRef(device.name, port.name)
                key = self._keys.port_key(ref) if self._keys else None
                self._add(key, ref, self._of_port, found)
            elif port.kind is PortKind.ETHERNET and not is_false(port.enabled) and leads_elsewhere(port):
                outside = {**common, "port": self.state(PortRef(device.name, port.name))}
                self._count += 1
                found["any_port"].append(Judged(device.name, port.name, port.source, outside, order=self._count))
        if device.nics and not self._is_infiniband:
            self._judge_nics(device, common, found)
        if device.host_routes:
            found["next_hop"] += self._next_hops.of(device, common)

    @cached_property
    def _next_hops(self) -> HostRoutes:
        # Switches have no such routes.
        from roce_lint.judge.derive.rtg.next_hop_entities import HostRoutes

        return HostRoutes(self.ports, self.peers, self._disputed, self.domain.inside)

    def _judge_references(self, device: Device, common: Mapping[str, object], found: dict[str, list[Judged]]) -> None:
        inside = self.devices[device.name].inside
        ports = PortsByLine(device)
        for missing in device.undefined_references:
            variables = {**common, "reference": reference_state(missing)}
            name, reach = ports.at(missing.source), reach_of_missing(missing, inside)
            found["reference"].append(Judged(device.name, name, missing.source, variables, reach=reach))
        if not device.undefined_references:
            variables = {**common, "reference": defined_references(device.source)}
            found["reference"].append(Judged(device.name, "", device.source, variables))

    def _judge_refusals(self, device: Device, common: Mapping[str, object], found: dict[str, list[Judged]]) -> None:
        ports = PortsByLine(device)
        for refused in device.refused_settings:
            variables = {**common, "refusal": refusal_state(refused)}
            found["refusal"].append(Judged(device.name, ports.at(refused.source), refused.source, variables))
        if not device.refused_settings:
            variables = {**common, "refusal": nothing_refused(device.source)}
            found["refusal"].append(Judged(device.name, "", device.source, variables))

    def _judge_policies(self, device: Device, common: Mapping[str, object], found: dict[str, list[Judged]]) -> None:
        """Add the policies that nothing binds; those with PFC where no port pauses are facts of the device."""
        inside = self.devices[device.name].inside
        pausing = device.idle_pfc_definitions if not pfc_is_on_somewhere(device) else ()
        idle = [one for one in device.idle_policies if one not in pausing]
        for one in idle:
            variables = {**common, "policy": policy_binding_state(one)}
            reach = reach_of_idle(one, inside)
            found["policy_binding"].append(Judged(device.name, "", one.source, variables, reach=reach))
        if not idle and not is_host(device):
            variables = {**common, "policy": every_policy_bound(device.source)}
            found["policy_binding"].append(Judged(device.name, "", device.source, variables))

    def _judge_filters(self, device: Device, found: dict[str, list[Judged]]) -> None:
        """Add the access lists of RoCE ports; of those that let RoCE pass one stands for all of the device."""
        # Few switches have any.
        from roce_lint.judge.derive.sch.filter_entities import filter_verdicts

        inside = self.devices[device.name].inside
        for one in filter_verdicts(device, inside, lambda name: self.faces(PortRef(device.name, name)), self.design):
            key = (device.name, one.passes.__class__) if self._keys and known(one.passes, False) else None
            self._add(key, (device.name, one), self._of_filter, found)

    def _filter_things(
        self, thing: tuple[str, FilterVerdict], order: int, others: Equivalents | None, scope: str
    ) -> Things:
        device, one = thing
        variables = {**self._common[device], "filter": one.state()}
        judged = Judged(device, one.worst.interface, one.filter.source, variables, equivalents=others, order=order)
        return {"filter": [judged]}

    def _judge_nics(self, device: Device, common: Mapping[str, object], found: dict[str, list[Judged]]) -> None:
        # Switches have none, and what derives them brings the model of DCQCN with it.
        from roce_lint.judge.derive.nic.nic_egress import nic_egress
        from roce_lint.judge.derive.nic.nic_state import nic_state

        for nic in device.nics:
            port = self.ports[PortRef(device.name, nic.port)][1]
            around = self.fleet.around(device, nic, port)
            state = nic_state(nic, port, around, self.design)
            variables = {**common, "nic": state, "egress": nic_egress(nic, port, self.design, around.link_speed_gbps)}
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
        for step in self._speed_steps(device):
            label = f"queue {step.queue} from {step.slower_gbps} to {step.faster_gbps} Gb/s"
            found["speed_step"].append(Judged(device.name, label, device.source, {**common, "step": step}))

    def _speed_steps(self, device: Device) -> tuple[SpeedStepState, ...]:
        """Return the steps between speeds of the RoCE ports of a switch, of which many have the same curves."""
        derivation = self.devices[device.name]
        same: dict[tuple[object, ...], list[Port]] = {}
        speeds: dict[str, set[int]] = defaultdict(set)
        for port in device.ports:
            model = port.values
            speed, qos = model.speed_gbps, model.qos
            if port.name in derivation.inside and not isinstance(speed, Unknown):
                facing = self.faces(PortRef(device.name, port.name))
                key = facing, speed.value, id(qos.classes), id(qos.priorities), id(qos.queues)
                same.setdefault(key, []).append(port)
                speeds[facing].add(speed.value)
        # Between ports of one speed is no step.
        return speed_steps(
            (ports[0], str(key[0]), derivation.queues(ports[0]), len(ports))
            for key, ports in same.items()
            if len(speeds[str(key[0])]) > 1
        )

    def judge_roles(self, found: dict[str, list[Judged]]) -> None:
        """Add what only a comparison of switches tells; every device has been evaluated before."""
        judge_roles(self.devices, self.tiers, self.faces, self._common, self.design, found)

    def judge_features(self, devices: Sequence[Device], found: dict[str, list[Judged]]) -> None:
        """Add what concerns features that few switches have; what derives them is imported for those alone."""
        if any(one.trimming or one.link_retries or one.adaptive_routing for one in devices):
            from roce_lint.judge.derive.feature_entities import judge_features

            judge_features(self, devices, self._common, found)

    def _port_things(self, ref: PortRef, order: int, others: Equivalents | None, scope: str) -> Things:
        device, port = self.ports[ref]
        found: dict[str, list[Judged]] = defaultdict(list)

        alike = self.domain.is_inferred_from_similar_ports(ref)

        def add(
            scope: str,
            part: str,
            variables: Mapping[str, object],
            sound_parts: QosParts = NO_PARTS,
            differing: QosParts = NO_PARTS,
        ) -> None:
            one = Judged(
                device.name,
                port.name + part,
                port.source,
                variables,
                equivalents=others,
                order=order,
                sound_parts=sound_parts,
                differing=differing,
                is_inferred_from_similar_ports=alike,
            )
            found[scope].append(one)

        state = self.state(ref)
        common = {**self._common[device.name], "port": state}
        add("port", "", common)
        add("any_port", "", common)
        if not is_host(device) and (member := self.member(device, port)) is not None:
            add("bundle_member", "", common, differing=member.parts)
        for priority in self.priorities(ref) if scope in ("priority", _EVERY) else ():
            add("priority", f"/priority {priority.number}", {**common, "priority": priority})
        if is_host(device):
            return found
        if scope in ("queue", _EVERY):
            for label, variables, sound_parts in self._queue_variables(device, port):
                add("queue", label, {**common, **variables}, sound_parts)
        for bare_marking in self.devices[device.name].markings(port) if scope in ("marking", _EVERY) else ():
            marking = self.with_next_hop(ref, bare_marking) if bare_marking.is_rewritten else bare_marking
            sound_parts = sound_parts_of_marking(port, marking.dscp)
            add("marking", f"/DSCP {marking.dscp}", {**common, "marking": marking}, sound_parts)
        return found

    def _queue_variables(self, device: Device, port: Port) -> Iterator[tuple[str, Mapping[str, object], QosParts]]:
        """Yield for each queue of a port its label, what is derived for it, and what is as it should be there."""
        derivation = self.devices[device.name]
        everything = zip(derivation.queues(port), derivation.services(port), derivation.curves(port), strict=True)
        for queue, service, curve in everything:
            sound_parts = sound_parts_of_queue(port, queue, self.design)
            yield f"/queue {queue.index}", {"queue": queue, "service": service, "curve": curve}, sound_parts

    def judge_link(self, link: Link, found: dict[str, list[Judged]]) -> None:
        """Add to `found` what rules evaluate on one cable, seen from both ends."""
        keys = self._keys if self._agreements.of(link).is_good else None
        key = keys.link_key(link) if keys else None
        self._add(key, link, self._of_link, found)

    def _link_things(self, link: Link, order: int, others: Equivalents | None, scope: str) -> Things:
        found: dict[str, list[Judged]] = defaultdict(list)
        place = self.place(link)

        def add(scope: str, device: str, label: str, variables: Mapping[str, object]) -> None:
            found[scope].append(Judged(device, label, place, variables, equivalents=others, order=order))

        a, b = self.end(link.a), self.end(link.b)
        modes = self.ports[link.a][1].lag_mode, self.ports[link.b][1].lag_mode
        state = link_state(a, b, link.origin.value, link.length_m, modes)
        common = {"link": state, "design": self.design}
        add("link", link.a.device, f"{link.a.port} - {link.b}", {**common, "ends": self._agreements.of(link)})
        if not state.in_domain:
            return found
        for number in range(PRIORITY_COUNT):
            one = link_priority_state(a, b, number)
            ref = link.a if one.faulty_end == a.label else link.b
            add("link_priority", ref.device, f"{ref.port}/priority {number}", {**common, "priority": one})
        for dscp in sorted(known(self.design.roce_dscps, frozenset())):
            for crossing, ref in self._crossings(a, b, link, dscp):
                add("link_marking", ref.device, f"{ref.port}/DSCP {dscp}", {**common, "marking": crossing})
        return found

    def _crossings(
        self, a: LinkEndState, b: LinkEndState, link: Link, dscp: int
    ) -> list[tuple[LinkMarkingState, PortRef]]:
        """Return what happens to a marking in each direction; one direction where the same fault shows in both."""
        both = [
            (crossing, ref)
            for sender, receiver, ref in ((a, b, link.b), (b, a, link.a))
            if (crossing := link_marking_state(sender, receiver, dscp)) is not None
        ]
        if len(both) == 2 and all(is_false(crossing.pause_reaches_its_queue) for crossing, _ in both):
            usual = self.usual_pause(dscp)
            odd = [one for one in both if known(one[0].receiver_priorities, usual) != usual]
            return (odd or both)[:1]
        return both
