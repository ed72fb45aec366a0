"""From interface drafts to ports: layers 1 to 3 with their defaults, and the QoS facts."""

from __future__ import annotations

from typing import TypeVar

from roce_lint.facts.fact import Default, Fact, Stated, Unknown
from roce_lint.facts.model import Port
from roce_lint.facts.qos import PortQos
from roce_lint.facts.terms import PortKind
from roce_lint.read.eos import defaults
from roce_lint.read.eos.command import SILENT, Said, Silence
from roce_lint.read.eos.interface_lines import PortDraft
from roce_lint.read.eos.port_qos import PortQosMaker
from roce_lint.values import dataclass

T = TypeVar("T")
_SWITCHABLE = frozenset({PortKind.ETHERNET, PortKind.LAG})


@dataclass(slots=True)
class InterfaceDefaults:
    """What the document says about interfaces in general."""

    mtu: Said[int] = SILENT
    enabled: Said[bool] = SILENT
    routed: Said[bool] = SILENT


class PortMaker:
    """Makes the ports of one device."""

    def __init__(self, ports: dict[str, PortDraft], general: InterfaceDefaults, qos: PortQosMaker) -> None:
        self._ports = ports
        self._general = general
        self._qos = qos
        self._qos_of: dict[str, PortQos] = {}

    def make_all(self) -> tuple[Port, ...]:
        """Return the ports in the order of the document."""
        # Parents first, so that a sub-interface finds the queues it shares.
        for port in self._ports.values():
            if port.kind is not PortKind.SUBINTERFACE:
                self._qos_of[port.name] = self._make_qos(port)
        return tuple(self._make(port) for port in self._ports.values())

    def _make(self, port: PortDraft) -> Port:
        routed = self._routed(port)
        return Port(
            name=port.name,
            source=port.source,
            kind=port.kind,
            enabled=self._enabled(port),
            description=_or(port.description, Default("", port.source, defaults.NO_DESCRIPTION)),
            speed_gbps=_speed(port),
            ip_mtu_bytes=self._ip_mtu(port, routed),
            frame_mtu_bytes=_or(
                port.l2_mtu, Unknown("the frame limit is the hardware's without `l2 mtu`", port.source)
            ),
            routed=routed,
            vlans=self._owner(port).switching.vlans(routed, port.source),
            vrf=_or(port.vrf, Default("default", port.source, defaults.DEFAULT_VRF)),
            addresses=tuple(port.addresses),
            lag=_or(port.lag, Default("", port.source, defaults.NO_LAG)),
            qos=self._qos_of[_parent(port.name)] if _parent(port.name) in self._qos_of else self._make_qos(port),
        )

    def _make_qos(self, port: PortDraft) -> PortQos:
        return self._qos.make(port, self._routed(port), _speed(port), port.kind is PortKind.ETHERNET)

    def _owner(self, port: PortDraft) -> PortDraft:
        """Return the interface that holds a port's layers 2 and 3: the Port-Channel of a member."""
        return self._ports.get(port.lag.value, port) if isinstance(port.lag, Stated) else port

    def _routed(self, port: PortDraft) -> Fact[bool]:
        owner = self._owner(port)
        if owner.kind not in _SWITCHABLE:
            return Default(True, port.source, defaults.ROUTED)
        if not isinstance(owner.switching.routed, Silence):
            return owner.switching.routed
        return _or(self._general.routed, Default(False, owner.source, defaults.SWITCHED))

    def _enabled(self, port: PortDraft) -> Fact[bool]:
        general = self._general.enabled if port.kind is PortKind.ETHERNET else SILENT
        return _or(port.enabled, _or(general, Default(True, port.source, defaults.PORT_ENABLED)))

    def _ip_mtu(self, port: PortDraft, routed: Fact[bool]) -> Fact[int]:
        owner = self._owner(port)
        if not isinstance(owner.mtu, Silence):
            return owner.mtu
        if not isinstance(self._general.mtu, Silence):
            return self._general.mtu
        if isinstance(routed, Unknown):
            return routed
        if not routed.value:
            because = "a switched port limits frames, not packets, and there is no `mtu` line"
            return Unknown(because, port.source)
        parent = self._ports.get(_parent(port.name))
        if parent and parent is not port and not isinstance(parent.mtu, Silence):
            return Unknown(f"whether a sub-interface takes the MTU of {parent.name} is not documented", port.source)
        return Default(defaults.IP_MTU_BYTES, owner.source, defaults.IP_MTU)


def _parent(name: str) -> str:
    return name.partition(".")[0]


def _speed(port: PortDraft) -> Fact[int]:
    if not isinstance(port.speed_gbps, Silence):
        return port.speed_gbps
    if port.kind is PortKind.ETHERNET:
        return Unknown("no `speed` line: the transceiver decides", port.source)
    return Unknown("an interface of this kind has no speed of its own", port.source)


def _or(said: Said[T], otherwise: Fact[T]) -> Fact[T]:
    return otherwise if isinstance(said, Silence) else said
