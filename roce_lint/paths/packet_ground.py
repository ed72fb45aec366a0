"""The fabric as packets meet it: cables by what their ports do, where packets start, and the hosts they are for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from roce_lint.fabric.domain import Domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.model.device import Device, Port, PortRef, is_host
from roce_lint.model.fact import Fact, Stated, Unknown, known
from roce_lint.model.interface_names import same_interface
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.terms import OuterDscp, PortKind
from roce_lint.paths.host_side import HostPort
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.port_treatments import PortTreatment, PortTreatments
from roce_lint.paths.roce_vrfs import RoceVrfs
from roce_lint.paths.switch_graph import Strand, SwitchGraph
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class EqualCables:
    """Cables of a hop with equal treatment. `is_seen`: RoCE is known to cross them, by rules of ports too."""

    out: PortTreatment
    into: PortTreatment
    is_seen: bool
    strand: Strand


@dataclass(frozen=True, slots=True)
class Start:
    """Host ports of a switch that treat packets equally; `is_tunnelled`: what comes in there leaves in a tunnel."""

    treatment: PortTreatment
    is_tunnelled: bool
    port: Port


@dataclass(frozen=True, slots=True)
class Delivery:
    """A port of a switch with a host behind it whose settings were read; alike ones once."""

    out: PortTreatment
    into: PortTreatment
    port: Port
    host: Device
    card: Port


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything of a fabric that packets meet. `treatments` by number."""

    graph: SwitchGraph
    lanes: Mapping[Hop, tuple[EqualCables, ...]]
    starts: Mapping[SwitchIndex, tuple[Start, ...]]
    deliveries: Mapping[SwitchIndex, tuple[Delivery, ...]]
    treatments: Sequence[PortTreatment]

    def outer_dscp(self, node: SwitchIndex, name: Fact[str], dscp: int) -> Fact[int]:
        """Return the code point of the outer header that a tunnel endpoint gives a packet of a class."""
        overlay = self.graph.devices[node].overlay
        mode = overlay.outer_dscp
        if isinstance(mode, Unknown):
            return mode
        if mode.value is OuterDscp.INNER:
            return Stated(dscp, mode.source)
        for rewrite in overlay.outer_rewrites:
            if not isinstance(name, Unknown) and rewrite.traffic_class == name.value:
                return rewrite.dscp
        return Unknown("the code point of the outer header is not known", mode.source)


def packet_ground(fabric: Fabric, graph: SwitchGraph, domain: Domain) -> Ground:
    """Return what packets meet."""
    treatments, vrfs = PortTreatments(), RoceVrfs(graph)
    lanes: dict[Hop, tuple[EqualCables, ...]] = {}
    for hop, strands in graph.strands.items():
        found: dict[tuple[int, int, bool], EqualCables] = {}
        near, far = graph.devices[hop[0]], graph.devices[hop[1]]
        for strand in strands:
            if not vrfs.carry(hop[0], strand):
                continue
            here, there = _physical(near, strand.near), _physical(far, strand.far)
            out, into = treatments.of(near, here), treatments.of(far, there)
            seen = here.name in domain.inside[near.name] and there.name in domain.inside[far.name]
            if (out.number, into.number, seen) not in found:
                found[out.number, into.number, seen] = EqualCables(out, into, seen, strand)
        lanes[hop] = tuple(found.values())
    starts: dict[SwitchIndex, tuple[Start, ...]] = {}
    for node, ports in graph.host_ports.items():
        device = graph.devices[node]
        kinds: dict[tuple[int, bool], Start] = {}
        for one in ports if is_true(device.overlay.terminates_tunnels) else _distinct(ports):
            treatment, tunnelled = treatments.of(device, one.port), is_tunnelled(device, one.port)
            if (treatment.number, tunnelled) not in kinds:
                kinds[treatment.number, tunnelled] = Start(treatment, tunnelled, one.port)
        starts[node] = tuple(kinds.values())
    return Ground(graph, lanes, starts, _deliveries(fabric, graph, treatments), treatments.all)


def _distinct(ports: Sequence[HostPort]) -> Iterable[HostPort]:
    """Return the first of all ports that say the same."""
    found: dict[int, HostPort] = {}
    for one in ports:
        found.setdefault(id(one.port.values), one)
    return found.values()


def _physical(device: Device, port: Port) -> Port:
    """Return a member of a bundle, which pauses and queues where the bundle only routes; any other port itself.

    Differences of members are reported at the bundle.
    """
    if port.kind is not PortKind.LAG:
        return port
    members = (
        one for one in device.ports if known(one.values.lag, "") == port.name and not is_false(one.values.enabled)
    )
    return next(members, port)


def _deliveries(
    fabric: Fabric, graph: SwitchGraph, treatments: PortTreatments
) -> dict[SwitchIndex, tuple[Delivery, ...]]:
    cards = {
        PortRef(host.name, port.name): (host, port) for host in fabric.devices if is_host(host) for port in host.ports
    }
    if not cards:
        return {}
    peers = fabric.peers()
    found: dict[SwitchIndex, dict[tuple[int, int], Delivery]] = defaultdict(dict)
    for node, behind in graph.host_ports.items():
        device = graph.devices[node]
        for one in behind:
            ref = PortRef(device.name, one.port.name)
            link = peers.get(ref) if one.host else None
            if link is None:
                continue
            host, card = cards[link.other_end(ref)]
            out, into = treatments.of(device, one.port), treatments.of(host, card)
            found[node].setdefault((out.number, into.number), Delivery(out, into, one.port, host, card))
    return {node: tuple(kinds.values()) for node, kinds in found.items()}


def is_tunnelled(device: Device, port: Port) -> bool:
    """Say whether what a host sends into a port leaves the switch in a VXLAN tunnel."""
    if not is_true(device.overlay.terminates_tunnels):
        return False
    bindings = [binding for endpoint in device.routing.tunnels for binding in endpoint.bindings]
    vlans = known(port.values.vlans, frozenset())
    vrfs = {known(port.vrf, "default")}
    for bridge in device.routing.bridge_domains:
        if bridge.vlan in vlans or any(same_interface(port, name) for name in bridge.ports):
            if not isinstance(bridge.vni, Unknown) and bridge.vni.value:
                return True
            gateway = next((one for one in device.ports if one.name == bridge.gateway), None)
            vrfs |= {known(gateway.vrf, "default")} if gateway else set()
    return any((binding.vlan and binding.vlan in vlans) or binding.vrf in vrfs - {"default"} for binding in bindings)
