"""How large the packets are that a switch routes from one port: by VLAN interfaces, sub-interfaces and bundles."""

from __future__ import annotations

import re

from roce_lint.facts.fact import Default, Fact, Stated, Unknown
from roce_lint.facts.logic import is_false, is_true
from roce_lint.facts.model import Device, Port
from roce_lint.facts.terms import PortKind

_NUMBER = re.compile(r"\d+$")
_UNLIMITED = 65_535
_DEFAULT_VRF = "default"


class Gateways:
    """Finds the interfaces that route what arrives on the ports of one device.

    A VLAN interface routes RoCE when the device has a routed RoCE port as well: else RoCE stays in its VLAN. In a VRF
    of its own, where most RoCE stays in its VLAN, only a stated MTU counts, also that of the VLAN of the VRF (the one
    without an address), which all that is routed crosses. What arrives at a member is routed by its bundle.
    """

    def __init__(self, device: Device, inside: frozenset[str]) -> None:
        enabled = [port for port in device.ports if not is_false(port.enabled)]
        self._vlans = {_number(port): port for port in enabled if port.kind is PortKind.VLAN and port.addresses}
        self._transit = [port for port in enabled if port.kind is PortKind.VLAN and not port.addresses]
        self._subinterfaces: dict[str, list[Port]] = {}
        for port in enabled:
            if port.kind is PortKind.SUBINTERFACE and port.addresses:
                self._subinterfaces.setdefault(port.name.rsplit(".", 1)[0], []).append(port)
        self._bundles = {port.name: port for port in enabled if is_true(port.routed) and port.addresses}
        self._routes_away = any(port.name in inside and is_true(port.routed) and port.addresses for port in enabled)

    def mtu_bytes(self, port: Port) -> Fact[int]:
        """Return the smallest MTU of the interfaces that route RoCE from `port`; 65535 where none does."""
        stated = [one.ip_mtu_bytes for one in self._subinterfaces.get(port.name, ())]
        found: list[Stated[int] | Default[int]] = [mtu for mtu in stated if isinstance(mtu, Stated)]
        for one in self._behind(port):
            mtu = one.ip_mtu_bytes
            if isinstance(mtu, Stated) or (isinstance(mtu, Default) and _vrf(one) == _DEFAULT_VRF):
                found.append(mtu)
        bundle = self._bundles.get(port.lag.value) if isinstance(port.lag, Stated) else None
        if bundle is not None and not isinstance(bundle.ip_mtu_bytes, Unknown):
            found.append(bundle.ip_mtu_bytes)
        nothing = Default(_UNLIMITED, port.source, "no other interface routes what arrives here")
        return min((nothing, *found), key=lambda mtu: mtu.value) if found else nothing

    def _behind(self, port: Port) -> list[Port]:
        """Return the VLAN interfaces that route from an access port."""
        if not self._routes_away or isinstance(port.vlans, Unknown) or len(port.vlans.value) != 1:
            return []
        gateway = self._vlans.get(next(iter(port.vlans.value)))
        if gateway is None:
            return []
        vrf = _vrf(gateway)
        return [gateway, *(one for one in self._transit if vrf != _DEFAULT_VRF and _vrf(one) == vrf)]


def _number(port: Port) -> int:
    found = _NUMBER.search(port.name)
    return int(found[0]) if found else -1


def _vrf(port: Port) -> str:
    return _DEFAULT_VRF if isinstance(port.vrf, Unknown) else port.vrf.value
