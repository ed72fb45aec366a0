"""From interface drafts to ports: layers 1 to 3 with their defaults, and the QoS facts."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.port import port_of
from roce_lint.model.terms import BundleMode, PortKind
from roce_lint.os.eos import defaults
from roce_lint.os.eos.interface_blocks import InterfaceBlocks
from roce_lint.os.eos.interface_lines import PortDraft
from roce_lint.os.eos.port_qos import EosPortQosMaker
from roce_lint.os.industry_cli.command import NOT_STATED, NotStated, first_stated, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics

_HEADER_BYTES = 14
"""Ethernet header (IEEE 802.3), which `l2 mtu` counts and `mtu` does not."""
_SWITCHABLE = frozenset({PortKind.ETHERNET, PortKind.LAG})


class PortMaker:
    """Makes the ports of one device."""

    def __init__(self, interfaces: InterfaceBlocks, qos: EosPortQosMaker, diagnostics: LineDiagnostics) -> None:
        self._interfaces = interfaces
        self._ports = interfaces.ports
        self._general = interfaces.general
        self._qos = qos
        self._diagnostics = diagnostics
        self._made: dict[str, Port] = {}

    def make_all(self) -> tuple[Port, ...]:
        """Return the ports in the order of the document."""
        drafts = tuple(self._ports.values())
        # Parents first, so that a sub-interface finds the queues it shares.
        for port in drafts:
            if port.kind is not PortKind.SUBINTERFACE:
                self._made[port.name] = self._make(port)
        for port in drafts:
            if port.kind is PortKind.SUBINTERFACE:
                self._made[port.name] = self._make(port)
        return tuple(self._made[port.name] for port in drafts)

    def _make(self, port: PortDraft) -> Port:
        source = port.source
        routed, speed_gbps = self._routed(port), _speed(port)
        parent = self._made.get(_parent(port.name)) if port.kind is PortKind.SUBINTERFACE else None
        qos, in_block = (
            (parent.qos, ()) if parent else self._qos.make(port, routed, speed_gbps, port.kind is PortKind.ETHERNET)
        )
        return port_of(
            name=port.name,
            source=source,
            kind=port.kind,
            enabled=self._enabled(port),
            description=stated_or(port.description, defaults.NO_DESCRIPTION.at(source)),
            speed_gbps=speed_gbps,
            ip_mtu_bytes=self._ip_mtu(port, routed),
            frame_mtu_bytes=stated_or(
                port.l2_mtu, Unknown("the frame limit is the hardware's without `l2 mtu`", source)
            ),
            routed=routed,
            vlans=switched_vlans(self._owner(port), routed, source),
            vrf=stated_or(port.vrf, defaults.DEFAULT_VRF.at(source)),
            addresses=tuple(port.addresses),
            lag=stated_or(port.channel, defaults.NO_LAG.at(source)),
            qos=qos,
            parts_in_block=in_block,
            lag_mode=_bundle_mode(port),
            fec=stated_or(port.fec, Unknown("the transceiver decides about error correction", source)),
        )

    def _owner(self, port: PortDraft) -> PortDraft:
        """Return the interface that holds a port's layers 2 and 3: the Port-Channel of a member."""
        return self._ports.get(port.channel.value, port) if isinstance(port.channel, Stated) else port

    def _routed(self, port: PortDraft) -> Fact[bool]:
        owner = self._owner(port)
        if owner.kind not in _SWITCHABLE:
            return defaults.ROUTED.at(port.source)
        if not isinstance(owner.routed, NotStated):
            return owner.routed
        return stated_or(self._general.routed, defaults.SWITCHED.at(owner.source))

    def _enabled(self, port: PortDraft) -> Fact[bool]:
        general = self._general.enabled if port.kind is PortKind.ETHERNET else NOT_STATED
        return stated_or(port.enabled, stated_or(general, defaults.PORT_ENABLED.at(port.source)))

    def _ip_mtu(self, port: PortDraft, routed: Fact[bool]) -> Fact[int]:
        """Return the largest IP packet: what `mtu` says, or what fits into the frames of an `l2 mtu` that is smaller.

        Where both are the same, or nearly, no source says whether `l2 mtu` counts the header: it is left out.
        """
        packets = self._packet_mtu(port, routed)
        frames = first_stated(port.l2_mtu, self._owner(port).l2_mtu)
        if isinstance(frames, Stated) and frames.value < known(packets, 0):
            return Stated(frames.value - _HEADER_BYTES, frames.source)
        return packets

    def _packet_mtu(self, port: PortDraft, routed: Fact[bool]) -> Fact[int]:
        owner = self._owner(port)
        if not isinstance(owner.mtu, NotStated):
            return owner.mtu
        if not isinstance(self._general.mtu, NotStated):
            return self._general.mtu
        if isinstance(routed, Unknown):
            return routed
        if not routed.value:
            because = "a switched port limits frames, not packets, and there is no `mtu` line"
            return Unknown(because, port.source)
        parent = self._ports.get(_parent(port.name))
        if parent and parent is not port and not isinstance(parent.mtu, NotStated):
            return Unknown(f"whether a sub-interface takes the MTU of {parent.name} is not documented", port.source)
        return defaults.IP_MTU.at(owner.source)


def _parent(name: str) -> str:
    return name.partition(".")[0]


def _speed(port: PortDraft) -> Fact[int]:
    if not isinstance(port.speed_gbps, NotStated):
        return port.speed_gbps
    if port.kind is PortKind.ETHERNET:
        return Unknown("no `speed` line: the transceiver decides", port.source)
    return Unknown("an interface of this kind has no speed of its own", port.source)


def _bundle_mode(port: PortDraft) -> Fact[BundleMode]:
    said = port.membership
    if isinstance(said, Stated) and said.value.mode:
        return Stated(said.value.mode, said.source)
    return Unknown(defaults.NO_LAG.reason, port.source)


def switched_vlans(port: PortDraft, routed: Fact[bool], block: Source) -> Fact[frozenset[int]]:
    """Return the VLANs that a port switches; a trunk's untagged VLAN is one of the allowed."""
    if isinstance(routed, Unknown):
        return routed
    if routed.value:
        return defaults.NO_VLANS.at(routed.source)
    mode = port.switchport_mode.value if isinstance(port.switchport_mode, Stated) else "access"
    if mode.startswith("trunk"):
        trunk = defaults.TRUNK_VLANS.at(block)
        return stated_or(port.allowed_vlans, trunk)
    if isinstance(port.access_vlan, Stated):
        return Stated(frozenset({port.access_vlan.value}), port.access_vlan.source)
    access = defaults.ACCESS_VLAN.at(block)
    return stated_or(port.access_vlan, access)
