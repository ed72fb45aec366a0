"""How large the packets are that a switch routes from one port: by VLAN interfaces, sub-interfaces and bundles."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Stated, Unknown, known
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.terms import PortKind
from roce_lint.os.registry import behaviour_of
from roce_lint.text.patterns import lazy_pattern

_NUMBER = lazy_pattern(r"\d+$")
_UNLIMITED = 65_535
_DEFAULT_VRF = "default"


class Gateways:
    """Finds the interfaces that route what arrives on the ports of one device.

    A VLAN interface routes RoCE when the device has a routed RoCE port as well: else RoCE stays in its VLAN. In a VRF
    of its own, where most RoCE stays in its VLAN, only a stated MTU counts, also that of the VLAN of the VRF (the one
    without an address), which all that is routed crosses. What arrives at a member is routed by its bundle.
    Where bridge domains join ports and an interface that routes, the tags of VLANs do not matter.
    """

    def __init__(self, device: Device, inside: frozenset[str]) -> None:
        enabled = [port for port in device.ports if not is_false(port.values.enabled)]
        self._vlans = {_number(port): port for port in enabled if port.kind is PortKind.VLAN and port.values.addresses}
        self._transit = [port for port in enabled if port.kind is PortKind.VLAN and not port.values.addresses]
        self._subinterfaces: dict[str, list[Port]] = {}
        for port in enabled:
            if port.kind is PortKind.SUBINTERFACE and port.values.addresses:
                self._subinterfaces.setdefault(port.name.rsplit(".", 1)[0], []).append(port)
        by_domain = behaviour_of(device.os).routes_vlans_by_bridge_domain
        self._irbs = _irbs(device, enabled) if by_domain else None
        self._enabled = enabled
        self._inside = inside

    @cached_property
    def _bundles(self) -> dict[str, Port]:
        return {port.name: port for port in self._enabled if is_true(port.values.routed) and port.values.addresses}

    @cached_property
    def _routes_away(self) -> bool:
        """Say whether the device has a routed RoCE port, or one that is in a routed bundle."""
        inside, enabled = self._inside, self._enabled
        bundles = [port.values.lag for port in enabled if port.name in inside]
        away = inside | {lag.value for lag in bundles if isinstance(lag, Stated)}
        return any(port.name in away and is_true(port.values.routed) and port.values.addresses for port in enabled)

    @property
    def may_route(self) -> bool:
        """Say whether some interface may route what arrives on a port that is in no bundle."""
        return bool(self._vlans or self._subinterfaces or self._irbs)

    def in_brief(self, port: Port) -> tuple[type, int]:
        """Return the MTU of `mtu_bytes` without its place."""
        lag = port.values.lag
        if not (self.may_route or (isinstance(lag, Stated) and lag.value)):
            # What most switches are.
            return Default, _UNLIMITED
        mtu = self.mtu_bytes(port)
        return mtu.__class__, mtu.value

    def mtu_bytes(self, port: Port) -> Stated[int] | Default[int]:
        """Return the smallest MTU of the interfaces that route RoCE from `port`; 65535 where none does."""
        below = self._subinterfaces.get(port.name, ())
        found = [_placed(one) for one in below if isinstance(one.values.ip_mtu_bytes, Stated)]
        for one in self._behind(port):
            mtu = one.values.ip_mtu_bytes
            if isinstance(mtu, Stated) or (isinstance(mtu, Default) and _vrf(one) == _DEFAULT_VRF):
                found.append(_placed(one))
        lag = port.values.lag
        bundle = self._bundles.get(lag.value) if isinstance(lag, Stated) and lag.value else None
        if bundle is not None and not isinstance(bundle.ip_mtu_bytes, Unknown):
            found.append(bundle.ip_mtu_bytes)
        nothing = Default(_UNLIMITED, port.source, "no other interface routes what arrives here")
        return min((nothing, *found), key=lambda mtu: mtu.value) if found else nothing

    def _behind(self, port: Port) -> list[Port]:
        """Return the VLAN interfaces that route from an access port."""
        gateway = self._gateway(port)
        if gateway is None or not self._routes_away:
            return []
        vrf = _vrf(gateway)
        return [gateway, *(one for one in self._transit if vrf != _DEFAULT_VRF and _vrf(one) == vrf)]

    def _gateway(self, port: Port) -> Port | None:
        if self._irbs is not None:
            lag = port.values.lag
            return self._irbs.get(lag.value if isinstance(lag, Stated) else port.name)
        vlans = known(port.values.vlans, frozenset())
        return self._vlans.get(next(iter(vlans))) if len(vlans) == 1 else None


def _irbs(device: Device, enabled: list[Port]) -> dict[str, Port]:
    """Return the routed irb interface of each port whose mac-vrf has one; a port in several has none."""
    routed = {port.name: port for port in enabled if port.kind is PortKind.VLAN and port.values.addresses}
    domains = device.routing.bridge_domains
    count = Counter(name for domain in domains for name in domain.ports)
    return {
        name: routed[domain.gateway]
        for domain in domains
        if domain.gateway in routed
        for name in domain.ports
        if count[name] == 1
    }


def _placed(gateway: Port) -> Stated[int] | Default[int]:
    """Return the MTU, which is known, at its line; a default of the whole system at the interface that lacks it."""
    mtu = gateway.ip_mtu_bytes
    assert not isinstance(mtu, Unknown)
    if isinstance(mtu, Default) and not mtu.source.line:
        return Default(mtu.value, gateway.source, mtu.because)
    return mtu


def _number(port: Port) -> int:
    found = _NUMBER.search(port.name)
    return int(found[0]) if found else -1


def _vrf(port: Port) -> str:
    return known(port.values.vrf, _DEFAULT_VRF)
