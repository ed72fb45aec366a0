"""What is derived for the ports of a whole fabric, each once and when it is asked for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property

from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.marking_places import class_for
from roce_lint.fabric.port_chain import LosslessReach, MemberAgreement, bundle_agreement, leads_elsewhere
from roce_lint.fabric.roce_shapes import carries_roce_qos
from roce_lint.judge.derive.buf.advised_headroom import advised_headroom, has_one_buffer_profile, published_headroom
from roce_lint.judge.derive.cls.class_votes import most_usual, pause_votes
from roce_lint.judge.derive.cls.marking_state import MarkingState, mtu_of_unmarked
from roce_lint.judge.derive.device_derivation import DeviceDerivation
from roce_lint.judge.derive.drf.bundle_speeds import bundle_speeds
from roce_lint.judge.derive.gateway_mtu import Gateways
from roce_lint.judge.derive.link_state import LinkEndState
from roce_lint.judge.derive.nic.nic_surroundings import NicFleet
from roce_lint.judge.derive.pfc.priority_state import PriorityState, priority_state
from roce_lint.judge.derive.port_mtu import needed_ip_mtu, stated_path_mtus
from roce_lint.judge.derive.port_state import PortState, port_state
from roce_lint.judge.derive.rtg.uplinks import Tiers, open_ended
from roce_lint.judge.derive.wd.port_watchdog import cause_of_no_watchdog
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import is_false
from roce_lint.values import replace


class PortDerivation:
    """Holds what is known of the whole fabric while its parts are derived."""

    def __init__(self, fabric: Fabric, domain: Domain) -> None:
        """Look at what all devices have in common; ports are derived when they are asked for."""
        self.design = fabric.design
        self.lossless = known(fabric.design.lossless_priorities, frozenset())
        self.ports = domain.ports
        self.peers = fabric.peers()
        self.domain = domain
        inside, design = domain.inside, fabric.design
        hosts_are_known = any(is_host(one) for one in fabric.devices)
        self.devices = {
            one.name: DeviceDerivation(one, inside[one.name], design, hosts_are_known=hosts_are_known)
            for one in fabric.devices
        }
        self.fleet = NicFleet(self.ports, self.peers, self.devices, fabric.design)
        self._neediest: dict[str, Fact[int]] = {}
        self._priorities: dict[PortRef, tuple[PriorityState, ...]] = {}
        self._states: dict[PortRef, PortState] = {}
        self.reach = LosslessReach()
        self._bundles: dict[str, Mapping[str, MemberAgreement]] = {}
        self._bundle_speeds: dict[str, Mapping[str, Fact[bool]]] = {}
        self._gateways: dict[str, Gateways] = {}
        self._host_causes: dict[str, frozenset[str]] = {}
        self._usual_pauses: dict[int, frozenset[int]] = {}
        self._reclassified: dict[str, frozenset[int]] = {}
        self._path_mtus: dict[str, Mapping[str, Stated[int]]] = {}

    @cached_property
    def tiers(self) -> Tiers:
        """Return how far every device is from the hosts."""
        devices = [one.device for one in self.devices.values()]
        leaves = [one.name for one in devices if open_ended(one, self.peers, self.devices[one.name].inside)]
        return Tiers(self.devices, self.peers, [one.name for one in devices if is_host(one)], leaves)

    def with_next_hop(self, ref: PortRef, marking: MarkingState) -> MarkingState:
        """Return a marking that is rewritten with what the switches behind this device make of it."""
        result = marking.dscp in self._reclassified_behind(ref.device)
        return replace(marking, next_hop_keeps_class=self._next_hop_keeps_class(ref, marking), next_hop_tells_it=result)

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
        peer = self.peer(ref)
        if peer is None or is_host(self.ports[peer][0]) or isinstance(marking.leaves_as, Unknown):
            return marking.next_hop_keeps_class
        receiver = self.ports[peer][1]
        before, after = class_for(receiver, marking.dscp), class_for(receiver, marking.leaves_as.value)
        if isinstance(before, Unknown) or isinstance(after, Unknown) or before.value == after.value:
            return marking.next_hop_keeps_class
        return Stated(False, marking.leaves_as.source)

    def usual_pause(self, dscp: int) -> frozenset[int]:
        """Return the pause priorities that most RoCE ports of the fabric give a marking."""
        if dscp not in self._usual_pauses:
            votes: Counter[frozenset[int]] = Counter()
            for device in self.devices.values():
                if not is_host(device.device):
                    votes.update(pause_votes(device.alike_for_classes(), dscp))
            self._usual_pauses[dscp] = most_usual(votes)
        return self._usual_pauses[dscp]

    def place(self, link: Link) -> Source:
        """Return the block of the link's first port."""
        return self.ports[link.a][1].source if link.a in self.ports else link.source

    def uplinks(self, device: Device) -> int:
        """Count the links of a device that lead to other switches."""
        return sum(not is_host(self.ports[peer][0]) for peer in self._far_ends.get(device.name, ()))

    @cached_property
    def _far_ends(self) -> dict[str, list[PortRef]]:
        """Return for each device the other ends of its cables."""
        found: dict[str, list[PortRef]] = defaultdict(list)
        for ref, link in self.peers.items():
            found[ref.device].append(link.b if link.a.device == ref.device else link.a)
        return found

    def peer(self, ref: PortRef) -> PortRef | None:
        """Return the port at the other end of the cable, where that is known."""
        link = self.peers.get(ref)
        if link is None:
            return None
        return link.other_end(ref)

    def faces(self, ref: PortRef) -> str:
        """Return what a port leads to: `host`, `fabric` or `unknown`."""
        peer = self.peer(ref)
        return "unknown" if peer is None else "host" if is_host(self.ports[peer][0]) else "fabric"

    def causes_at_hosts(self, device: Device) -> frozenset[str]:
        """Return why RoCE ports of a device that do not lead to the fabric lack the PFC watchdog."""
        if device.name not in self._host_causes:
            ports = [port for port in device.ports if port.name in self.devices[device.name].inside]
            away = [port for port in ports if self.faces(PortRef(device.name, port.name)) != "fabric"]
            self._host_causes[device.name] = frozenset(map(cause_of_no_watchdog, away)) - {""}
        return self._host_causes[device.name]

    def state(self, ref: PortRef) -> PortState:
        """Return what is effective on a port."""
        if ref not in self._states:
            device, port = self.ports[ref]
            peer = self.peer(ref)
            link = self.peers.get(ref)
            length: Fact[int] = link.length_m if link else Unknown("the port's cable is not known", port.source)
            self._states[ref] = port_state(
                device,
                port,
                faces=self.faces(ref),
                peer="" if peer is None else str(peer),
                in_domain=self.domain[ref],
                carries=carries_roce_qos(port, self.design),
                unmarked_lossless=self.devices[ref.device].unmarked_is_lossless(port),
                unmarked_mtu=mtu_of_unmarked(port),
                unmarked_stays=self.devices[ref.device].unmarked_stays_off_roce(port),
                host_causes=self.causes_at_hosts(device),
                of_some_links=self.design.priorities_of_some_links,
                reaches_lossless=self.reach.of(port),
                bundle_agrees=self.bundle_agrees(device, port),
                speed_fits=self.speed_fits(device, port),
                fec_is_odd=self.devices[ref.device].fec_is_odd(port.values),
                elsewhere=leads_elsewhere(port),
                length=length,
                origin=link.origin.value if link else "",
                needed_mtu=self.needed_mtu(device, port),
                gateway_mtu=self.gateway_mtu(device, port),
            )
        return self._states[ref]

    def needed_mtu(self, device: Device, port: Port) -> Fact[int]:
        """Return the IP packet that RoCE needs on a port."""
        if device.name not in self._path_mtus:
            self._path_mtus[device.name] = stated_path_mtus(device)
        return needed_ip_mtu(port, self._path_mtus[device.name])

    def gateway_mtu(self, device: Device, port: Port) -> Fact[int]:
        """Return the smallest MTU of the interfaces of the device that route what arrives on the port."""
        return self._gateways_of(device).mtu_bytes(port)

    def gateway_mtu_in_brief(self, device: Device, port: Port) -> tuple[type, int]:
        """Return the same without its place."""
        return self._gateways_of(device).in_brief(port)

    def may_route(self, device: Device) -> bool:
        """Say whether another interface of the device may route what arrives on a port that is in no bundle."""
        return self._gateways_of(device).may_route

    def _gateways_of(self, device: Device) -> Gateways:
        if device.name not in self._gateways:
            self._gateways[device.name] = Gateways(device, self.devices[device.name].inside)
        return self._gateways[device.name]

    def bundle_agrees(self, device: Device, port: Port) -> Fact[bool]:
        """Say whether the members of the port's bundle have the same QoS."""
        member = self.member(device, port)
        return member.agrees if member else Default(True, port.source, "the port is in no LAG")

    def member(self, device: Device, port: Port) -> MemberAgreement | None:
        """Return how the port agrees with the other members of its bundle; None where it is in none."""
        if device.name not in self._bundles:
            self._bundles[device.name] = bundle_agreement(device)
        return self._bundles[device.name].get(port.name)

    def speed_fits(self, device: Device, port: Port) -> Fact[bool]:
        """Say whether the port has the speed of its bundle."""
        if device.name not in self._bundle_speeds:
            self._bundle_speeds[device.name] = bundle_speeds(device)
        alone = Default(True, port.source, "the port is in no LAG")
        return self._bundle_speeds[device.name].get(port.name, alone)

    def priorities(self, ref: PortRef) -> tuple[PriorityState, ...]:
        """Return the eight priorities of a port."""
        if ref not in self._priorities:
            self._priorities[ref] = self._make_priorities(ref)
        return self._priorities[ref]

    def _make_priorities(self, ref: PortRef) -> tuple[PriorityState, ...]:
        device, port = self.ports[ref]
        length = self.state(ref).cable.cable_length_m
        advised = self._advised_headroom(device, port, length)
        published = published_headroom(device.platform, port, length)
        return tuple(
            priority_state(
                port,
                priority,
                advised=advised,
                published=published,
                intended=priority.number in self.lossless,
                of_some_links=priority.number in self.design.priorities_of_some_links,
                reached=self.reach.of(port, priority.number),
                length=length,
                frame_bytes=port.ip_mtu_bytes,
            )
            for priority in port.qos.priorities
        )

    def _advised_headroom(self, device: Device, port: Port, length: Fact[int]) -> Fact[int]:
        """Return the headroom to configure: of the port, or of the neediest one that shares its buffer profile."""
        own = advised_headroom(device.platform, port, length)
        if isinstance(own, Unknown) or not has_one_buffer_profile(device.platform):
            return own
        if device.name not in self._neediest:
            inside = [PortRef(device.name, name) for name in sorted(self.devices[device.name].inside)]
            each = (
                advised_headroom(device.platform, self.ports[one][1], self.state(one).cable.cable_length_m)
                for one in inside
                if one in self.ports
            )
            sizes = [fact for fact in each if not isinstance(fact, Unknown)]
            self._neediest[device.name] = max(sizes, key=lambda fact: fact.value, default=own)
        neediest = self._neediest[device.name]
        return own if isinstance(neediest, Unknown) or neediest.value <= own.value else neediest

    def end(self, ref: PortRef) -> LinkEndState:
        """Return one end of a link with all that is derived for it."""
        device, port = self.ports[ref]
        derivation = self.devices[device.name]
        markings = () if is_host(device) else derivation.markings(port)
        stops = tuple(priority.paused_queues for priority in port.qos.priorities)
        usual = not is_host(device) and derivation.mtu_is_usual(port)
        return LinkEndState(str(ref), self.state(ref), self.priorities(ref), markings, stops, is_host(device), usual)
