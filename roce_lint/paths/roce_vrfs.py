"""Which VRFs RoCE is routed in, so that cables of others are no way for it."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.model.terms import PortKind
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.paths.switch_graph import Strand, SwitchGraph

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
