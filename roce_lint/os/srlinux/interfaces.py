"""Interfaces and their subinterfaces as ports."""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.model.device import Port
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.port import port_of
from roce_lint.model.terms import Fec, PortKind
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import Bindings
from roce_lint.os.srlinux.classification import ip_versions
from roce_lint.os.srlinux.instances import Instances
from roce_lint.os.srlinux.lags import lag_mode_of, lag_of
from roce_lint.os.srlinux.names import kind_of
from roce_lint.os.srlinux.port_qos import Lane, SrlinuxQosReader
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import ABSENT, Node
from roce_lint.values import dataclass

_SPEED = re.compile(r"(\d{1,4})(G|T|M)")
_CHILD = re.compile(r"(ethernet-\d+/\d+)/\d+")
_NO_SPEED = Unknown("no port-speed is stated; the transceiver decides", NOWHERE)
_NOT_STATED = Unknown("it is not stated", NOWHERE)
"""Stands for what a leaf would be if it were absent, where it is known to be there."""
_FEC = {
    "disabled": Fec.OFF,
    "base-r": Fec.FIRE_CODE,
    "rs-108": Fec.REED_SOLOMON,
    "rs-528": Fec.REED_SOLOMON,
    "rs-544": Fec.REED_SOLOMON,
}
_GBPS_PER_UNIT = {"G": 1, "T": 1000}
HEADER_BYTES = 14
TAGGED_HEADER_BYTES = 18
"""Ethernet header, and the same with one VLAN tag: L2 MTUs count them, IP MTUs do not (IEEE 802.3, 802.1Q)."""


@dataclass(frozen=True, slots=True)
class _Mtu:
    """The system's MTUs, which hold where an interface states none."""

    frame: Fact[int]
    ip: Fact[int]


class PortReader:
    """Makes the ports of one device.

    An interface with one subinterface is one port with that subinterface's addresses; further subinterfaces are ports
    of their own. A port that is broken out is replaced by its children.
    """

    def __init__(
        self, root: Node, bindings: Bindings, instances: Instances, qos: SrlinuxQosReader, diagnostics: LeafDiagnostics
    ) -> None:
        self._bindings = bindings
        self._instances = instances
        self._qos = qos
        self._diagnostics = diagnostics
        self._interfaces = {interface.key: interface for interface in root.entries("interface")}
        self._children_speeds: dict[str, Fact[int]] = {}
        mtu = root.at("system/mtu")
        place = mtu.source if root.at("system").has("mtu") else diagnostics.whole_file
        self._mtu = _Mtu(
            diagnostics.integer(mtu, "default-port-mtu", defaults.PORT_MTU.at(place), *defaults.FRAME_MTU_RANGE),
            diagnostics.integer(mtu, "default-ip-mtu", defaults.IP_MTU.at(place), *defaults.IP_MTU_RANGE),
        )

    def ports(self) -> Iterator[Port]:
        """Yield the ports in the order of the text."""
        for interface in self._interfaces.values():
            if not interface.has("breakout-mode"):
                yield from self._ports_of(interface)

    def _ports_of(self, interface: Node) -> Iterator[Port]:
        kind = kind_of(interface.key)
        subs = interface.entries("subinterface")
        lag = lag_of(interface, self._interfaces, self._diagnostics)
        main = subs[0] if len(subs) == 1 else None
        holder = self._holder(interface, lag)
        carrying = subs if holder is interface else holder.entries("subinterface")
        frame = self._frame_mtu(interface if interface.has("mtu") else holder, kind)
        lane = self._lane(interface, subs, lag)
        yield port_of(
            name=interface.key,
            source=interface.source,
            kind=kind,
            enabled=self._enabled(interface),
            description=self._description(interface, main),
            speed_gbps=self._speed(interface, kind),
            ip_mtu_bytes=self._ip_mtu(interface, kind, frame, carrying),
            frame_mtu_bytes=frame,
            routed=self._routed(interface, subs),
            vlans=self._vlans(interface, subs),
            vrf=self._vrf(interface, subs),
            addresses=self._addresses(main) if main else (),
            lag=lag,
            qos=self._qos.of(lane),
            lag_mode=lag_mode_of(interface, lag, self._interfaces),
            fec=self._fec(interface),
        )
        if main is None:
            for sub in subs:
                yield self._subinterface_port(interface, sub, lag, kind)

    def _subinterface_port(self, interface: Node, sub: Node, lag: Fact[str], kind: PortKind) -> Port:
        frame = self._frame_mtu(interface, kind)
        return port_of(
            name=f"{interface.key}.{sub.key}",
            source=sub.source,
            kind=PortKind.SUBINTERFACE if kind in (PortKind.ETHERNET, PortKind.LAG) else kind,
            enabled=self._enabled(sub),
            description=self._diagnostics.text(sub, "description", defaults.NO_DESCRIPTION.at(sub.source)),
            speed_gbps=self._speed(interface, kind),
            ip_mtu_bytes=self._ip_mtu(interface, kind, frame, [sub]),
            frame_mtu_bytes=frame,
            routed=self._routed(interface, [sub]),
            vlans=self._vlans(interface, [sub]),
            vrf=self._instances.vrf_of(f"{interface.key}.{sub.key}", sub),
            addresses=self._addresses(sub),
            lag=lag,
            qos=self._qos.of(self._lane(interface, [sub], lag)),
        )

    def _holder(self, interface: Node, lag: Fact[str]) -> Node:
        """Return the LAG that has the QoS, the MTU and the subinterfaces of a member, else the interface itself."""
        return self._interfaces.get(lag.value, interface) if isinstance(lag, Stated) else interface

    def _enabled(self, block: Node) -> Fact[bool]:
        if block.has("admin-state"):
            return self._diagnostics.enabled(block, "admin-state", _NOT_STATED)
        return defaults.ENABLED.at(block.source)

    def _lane(self, interface: Node, subs: list[Node], lag: Fact[str]) -> Lane:
        """Return what the QoS depends on; a member of a LAG has the QoS of the LAG."""
        holder = self._holder(interface, lag)
        if holder is not interface:
            subs = holder.entries("subinterface")
        return Lane(
            uses=self._bindings.port(holder.key),
            subinterfaces=tuple([self._bindings.subinterface(holder.key, sub.key) for sub in subs]),
            versions=ip_versions(subs),
            tagged=holder.take("vlan-tagging").value == "true" and bool(subs),
            link_pause_received=self._link_pause(interface),
            place=interface.first_line,
        )

    def _link_pause(self, interface: Node) -> Fact[bool]:
        control = interface.find("ethernet/flow-control")
        sent = control.get("transmit") if control else None
        if sent and sent.value == "true":
            because = "the leaf has the feature tx-flow-control, which no published chassis has"
            self._diagnostics.refused("flow-control transmit true", because, sent.source)
        if control and control.has("receive"):
            return self._diagnostics.boolean(control, "receive", _NOT_STATED)
        return Unknown(defaults.RECEIVE_HAS_NO_DEFAULT, interface.first_line)

    @staticmethod
    def _description(interface: Node, main: Node | None) -> Fact[str]:
        of_sub = main.take("description") if main else ABSENT
        own = interface.take("description")
        leaf = own if own.line else of_sub
        if not leaf.line:
            return defaults.NO_DESCRIPTION.at(interface.source)
        return Stated(leaf.value, interface.first_line if leaf.line == interface.line else leaf.source)

    def _speed(self, interface: Node, kind: PortKind) -> Fact[int]:
        """Return the port's speed; a child of a broken-out port has the speed that the parent states."""
        ethernet = interface.find("ethernet")
        leaf = ethernet.take("port-speed") if ethernet else ABSENT
        inherited = self._inherited_speed(interface.key) if not leaf.line else None
        if inherited is not None:
            return inherited
        if not leaf.line and kind is PortKind.LAG:
            leaf = interface.at("lag").take("member-speed")
        if leaf.line:
            return self._diagnostics.converted(leaf, _gbps, _NO_SPEED)
        return Unknown(_NO_SPEED.because, interface.first_line)

    @staticmethod
    def _fec(interface: Node) -> Fact[Fec]:
        """Return the error correction of the port: in `ethernet` or `transceiver`, by platform."""
        of_ethernet = interface.at("ethernet/forward-error-correction").take("fec-option")
        of_media = interface.at("transceiver").take("forward-error-correction")
        for leaf in (of_ethernet, of_media):
            if leaf.value in _FEC:
                return Stated(_FEC[leaf.value], leaf.source)
        return Unknown("the transceiver decides about error correction", interface.first_line)

    def _inherited_speed(self, name: str) -> Fact[int] | None:
        """Return the speed that a broken-out port states for its children, None where it states none."""
        parent = _CHILD.fullmatch(name)
        if parent is None or parent[1] not in self._interfaces:
            return None
        if parent[1] not in self._children_speeds:
            leaf = self._interfaces[parent[1]].at("breakout-mode").take("breakout-port-speed")
            if not leaf.line:
                return None
            self._children_speeds[parent[1]] = self._diagnostics.converted(leaf, _gbps, _NO_SPEED)
        return self._children_speeds[parent[1]]

    def _frame_mtu(self, interface: Node, kind: PortKind) -> Fact[int]:
        if kind in (PortKind.LOOPBACK, PortKind.VLAN, PortKind.TUNNEL):
            return Unknown("an interface of this kind has no port MTU", interface.first_line)
        otherwise = self._mtu.frame
        if kind is PortKind.MANAGEMENT:
            otherwise = defaults.MANAGEMENT_MTU.at(interface.source)
        return self._diagnostics.integer(interface, "mtu", otherwise, *defaults.FRAME_MTU_RANGE)

    def _ip_mtu(self, interface: Node, kind: PortKind, frame: Fact[int], subs: list[Node]) -> Fact[int]:
        """Return the IP MTU; where several subinterfaces have different ones, each has its own port."""
        if not subs:
            return Unknown("the interface has no subinterface, and the IP MTU belongs to it", interface.first_line)
        otherwise = self._mtu.ip
        if kind is PortKind.MANAGEMENT:
            otherwise = defaults.MANAGEMENT_IP_MTU.at(interface.source)
        if len(subs) == 1:
            own = self._one_ip_mtu(subs[0], otherwise)
            return own if isinstance(own, Unknown) else _within_frame(own, frame)
        each = [self._one_ip_mtu(sub, otherwise) for sub in subs]
        known = [fact for fact in each if not isinstance(fact, Unknown)]
        if len(known) == len(each) and len({fact.value for fact in known}) == 1:
            return _within_frame(known[0], frame)
        return Unknown("the subinterfaces have different IP MTUs", interface.first_line)

    def _one_ip_mtu(self, sub: Node, otherwise: Fact[int]) -> Fact[int]:
        if sub.take("type").value == "bridged":
            frame = self._diagnostics.integer(
                sub, "l2-mtu", defaults.L2_MTU.at(sub.first_line), *defaults.FRAME_MTU_RANGE
            )
            return map_fact(lambda size: size - TAGGED_HEADER_BYTES, frame)
        sub.take("l2-mtu")
        if isinstance(otherwise, Default):
            otherwise = Default(otherwise.value, sub.first_line, otherwise.because)
        return self._diagnostics.integer(sub, "ip-mtu", otherwise, *defaults.IP_MTU_RANGE)

    def _routed(self, interface: Node, subs: list[Node]) -> Fact[bool]:
        if not subs:
            return defaults.NO_SUBINTERFACE.at(interface.first_line)
        if len(subs) == 1 and not subs[0].has("type"):
            return defaults.ROUTED.at(subs[0].first_line)
        kinds = [sub.take("type") for sub in subs]
        bridged = [leaf for leaf in kinds if leaf.value == "bridged"]
        if len(bridged) not in (0, len(kinds)):
            return Unknown("some subinterfaces are bridged, others routed", interface.first_line)
        if kinds[0].line:
            return Stated(not bridged, kinds[0].source)
        return defaults.ROUTED.at(subs[0].first_line)

    def _vlans(self, interface: Node, subs: list[Node]) -> Fact[frozenset[int]]:
        """Return the VLAN ids of the bridged subinterfaces; an untagged mac-vrf has none."""
        bridged = [sub for sub in subs if sub.take("type").value == "bridged"]
        if not bridged:
            return defaults.NO_VLANS.at(interface.first_line)
        numbers: set[int] = set()
        place = bridged[0].first_line
        for sub in bridged:
            leaf = sub.at("vlan/encap/single-tagged").take("vlan-id")
            if not leaf.value.isdecimal():
                return Unknown("a bridged subinterface without a single VLAN id", sub.first_line)
            numbers.add(int(leaf.value))
            place = leaf.source
        return Stated(frozenset(numbers), place)

    def _vrf(self, interface: Node, subs: list[Node]) -> Fact[str]:
        if len(subs) == 1:
            return self._instances.vrf_of(f"{interface.key}.{subs[0].key}", subs[0])
        each = [self._instances.vrf_of(f"{interface.key}.{sub.key}", sub) for sub in subs]
        known = {fact.value for fact in each if not isinstance(fact, Unknown)}
        if len(known) == 1 and not any(isinstance(fact, Unknown) for fact in each):
            return each[0]
        return Unknown("the interface has no single network-instance", interface.first_line)

    def _addresses(self, sub: Node) -> tuple[Fact[str], ...]:
        found: list[Fact[str]] = []
        for version in ("ipv4", "ipv6"):
            block = sub.find(version)
            for entry in block.entries("address") if block else ():
                entry.pass_over()
                found.append(Stated(entry.key, entry.first_line))
        return tuple(found)


def _within_frame(ip: Stated[int] | Default[int], frame: Fact[int]) -> Fact[int]:
    """Return the IP MTU, or what a smaller port MTU leaves of it; the port MTU counts the Ethernet header."""
    if isinstance(frame, Stated) and frame.value - HEADER_BYTES < ip.value:
        return Stated(frame.value - HEADER_BYTES, frame.source)
    return ip


def _gbps(text: str) -> int:
    found = _SPEED.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no port speed")
    if found[2] == "M":
        raise ValueError(f"{text!r} is below 1G, where RoCE has no place")
    return int(found[1]) * _GBPS_PER_UNIT[found[2]]
