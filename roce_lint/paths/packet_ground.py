"""The fabric as packets meet it: cables by what their ports do, where packets start, and the hosts they are for.

Which VRFs RoCE is routed in, so that cables of others are no way for it.
"""

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
from roce_lint.paths.switch_graph import Strand, SwitchGraph
from roce_lint.values import dataclass

_DEFAULT = "default"
_NO_VRFS: frozenset[str] = frozenset()


class RoceVrfs:
    """The VRFs of all host ports, and of the underlay where tunnels carry what hosts send."""

    def __init__(self, graph: SwitchGraph) -> None:
        """Look at every address of the fabric."""
        self._graph = graph
        self._by_base: dict[SwitchIndex, Mapping[str, frozenset[str]]] = {}
        self._by_model: dict[int, tuple[frozenset[str], str]] = {}
        wanted: set[str] = set()
        is_known = True
        for node, ports in graph.host_ports.items():
            by_base = self._bases(node)
            for one in ports:
                own, bundle = self._own(one.port)
                if not bundle and own is by_base.get(one.port.name):
                    wanted |= own
                    continue
                here = self._of(node, one.port) or _gateways(graph.devices[node], one.port)
                is_known = is_known and bool(here)
                wanted |= here
        if any(is_true(device.overlay.terminates_tunnels) for device in graph.devices):
            wanted.add(_DEFAULT)
        self._wanted = frozenset(wanted) if is_known else frozenset()

    def carry(self, node: SwitchIndex, strand: Strand) -> bool:
        """Say whether RoCE may cross a cable; one without addresses it may, and all where a host's VRF is not known."""
        if PortKind.MANAGEMENT in (strand.near.kind, strand.far.kind):
            return False
        here = self._of(node, strand.near)
        return not here or not self._wanted or bool(here & self._wanted)

    def _of(self, node: SwitchIndex, port: Port) -> frozenset[str]:
        """Return the VRFs of a port's addresses, its bundle's and its subinterfaces' among them."""
        by_base = self._bases(node)
        own = by_base.get(port.name, _NO_VRFS)
        _, bundle = self._own(port)
        return own | by_base.get(bundle, _NO_VRFS) if bundle else own

    def _bases(self, node: SwitchIndex) -> Mapping[str, frozenset[str]]:
        """Return the VRFs of a switch's addresses by port, subinterfaces with theirs."""
        if node not in self._by_base:
            found: dict[str, frozenset[str]] = {}
            for one in self._graph.devices[node].ports:
                alone, _ = self._own(one)
                if alone:
                    base = one.name.partition(".")[0]
                    found[base] = found[base] | alone if base in found else alone
            self._by_base[node] = found
        return self._by_base[node]

    def _own(self, port: Port) -> tuple[frozenset[str], str]:
        """Return the VRF of a port's own addresses, nothing where it has none or it is not known; and its bundle."""
        model = port.values
        found = self._by_model.get(id(model))
        if found is None:
            vrf = model.vrf
            alone = frozenset({vrf.value}) if model.addresses and not isinstance(vrf, Unknown) else _NO_VRFS
            found = self._by_model[id(model)] = alone, known(model.lag, "")
        return found


def _gateways(device: Device, port: Port) -> frozenset[str]:
    """Return the VRFs of the gateways of a switched port's VLANs."""
    vlans = known(port.values.vlans, frozenset())
    names = {bridge.gateway for bridge in device.routing.bridge_domains if bridge.vlan in vlans and bridge.gateway}
    return frozenset(known(one.values.vrf, _DEFAULT) for one in device.ports if one.name in names)


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
