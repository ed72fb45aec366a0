"""Interfaces of Junos and their units as ports."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.port import Port, port_of
from roce_lint.model.terms import BundleMode, Fec, PortKind
from roce_lint.os.junos import network_defaults as defaults
from roce_lint.os.junos.configuration import JunosTree
from roce_lint.os.junos.filters import BoundFilter, bound_filters
from roce_lint.os.junos.instances import RoutingInstances
from roce_lint.os.junos.qos import CosReader
from roce_lint.os.junos.vlans import Vlans
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node

_PORT = lazy_pattern(r"(et|xe|ge)-(\d+)/(\d+)/(\d+)(?::(\d+))?")
_KINDS = (
    (_PORT, PortKind.ETHERNET),
    (lazy_pattern(r"ae\d+"), PortKind.LAG),
    (lazy_pattern(r"irb"), PortKind.VLAN),
    (lazy_pattern(r"lo\d+"), PortKind.LOOPBACK),
    (lazy_pattern(r"(?:fxp|em|me|vme)\d*|re\d+:mgmt-\d+"), PortKind.MANAGEMENT),
)
_SPEED = lazy_pattern(r"(\d{1,4})([gGmM])")
_FEC = {"none": Fec.OFF, "fec74": Fec.FIRE_CODE, "fec91": Fec.REED_SOLOMON, "fec108": Fec.REED_SOLOMON}
_OF_NAME = {"xe": 10, "ge": 1}
"""Speeds that a name states. Source: Junos interface naming."""
HEADER_BYTES, TAGGED_HEADER_BYTES, TWICE_TAGGED_HEADER_BYTES = 14, 18, 22
"""Ethernet header without and with VLAN tags: the MTU of an interface counts it, that of a family does not.

Source: Junos Interfaces guide, Encapsulation Overhead.
"""
_FAMILIES = ("inet", "inet6")
_WITHOUT_CLASSES = (PortKind.LOOPBACK, PortKind.MANAGEMENT, PortKind.TUNNEL)


class JunosPorts:
    """Makes the ports of a file.

    An interface with one unit is one port with that unit's addresses; several units are ports of their own, as are
    those of irb. An interface that is channelised is replaced by its channels.
    """

    def __init__(
        self,
        tree: JunosTree,
        instances: RoutingInstances,
        vlans: Vlans,
        qos: CosReader,
        platform: SwitchPlatform | None,
        diagnostics: LeafDiagnostics,
    ) -> None:
        """Take the tree and what ports refer to."""
        root = self._root = tree.root
        listed = tree.stated.at("interfaces").get("interface")
        self._stated = listed.children if listed is not None else {}
        self._instances = instances
        self._vlans = vlans
        self._qos = qos
        self._platform = platform
        self._diagnostics = diagnostics
        self.blocks = {block.key: block for block in root.at("interfaces").entries("interface")}
        self._parents = {
            name.partition(":")[0]
            for name, block in self.blocks.items()
            if _PORT.fullmatch(name) and ":" in name and not block.has("disable")
        }

    @staticmethod
    def kind(name: str) -> PortKind:
        """Return what an interface is, by its name; what carries no frames of hosts counts as a loopback."""
        return next((kind for form, kind in _KINDS if form.fullmatch(name)), PortKind.TUNNEL)

    def port_name(self, unit: str) -> str:
        """Return the port that stands for a unit such as `et-0/0/0.0`."""
        name, _, number = unit.partition(".")
        block = self.blocks.get(name)
        is_alone = self.kind(name) is not PortKind.VLAN and (block is None or len(block.entries("unit")) < 2)
        return name if is_alone else f"{name}.{number or '0'}"

    def applied_filters(self) -> Iterator[tuple[BoundFilter, str]]:
        """Yield the filters that units apply, each with its port."""
        for name, block in self.blocks.items():
            for unit in block.entries("unit"):
                yield from ((one, self.port_name(f"{name}.{unit.key}")) for one in bound_filters(unit))

    def ports(self) -> Iterator[Port]:
        """Yield the ports in the order of the file."""
        for name, block in self.blocks.items():
            if not self._is_split(name, block):
                yield from self._ports_of(name, block)
        yield from self._deactivated()

    def _deactivated(self) -> Iterator[Port]:
        """Yield the ports that a line deactivates: they are there, and nothing of them is configured."""
        for keys, place in self._root.at("interfaces").removed_entries("interface"):
            if keys in self._stated and self.kind(keys[0]) is PortKind.ETHERNET:
                block = Node("interface", place.file, place.line, place.line, (keys[0],), (), {})
                if (described := self._stated[keys].get("description")) is not None:
                    block.children["description"] = described
                yield self._port(keys[0], block, PortKind.ETHERNET, [])

    def _is_split(self, name: str, block: Node) -> bool:
        """Say whether an interface is channelised, so that its channels are the ports.

        An interface without units of its own, or one that is disabled, gives way to its channels.
        """
        channels = block.take("number-of-sub-ports")
        if block.take("unused").line or (channels.line and channels.value != "1"):
            block.take("speed")
            return True
        return name in self._parents and (block.take("disable").line > 0 or not block.has("unit"))

    def _ports_of(self, name: str, block: Node) -> Iterator[Port]:
        kind = self.kind(name)
        units = block.entries("unit")
        if kind is not PortKind.VLAN:
            yield self._port(name, block, kind, units if len(units) < 2 else [])
        if kind is PortKind.VLAN or len(units) > 1:
            below = PortKind.SUBINTERFACE if kind in (PortKind.ETHERNET, PortKind.LAG) else kind
            for unit in units:
                yield self._unit_port(f"{name}.{unit.key}", block, unit, below)

    def _port(self, name: str, block: Node, kind: PortKind, units: list[Node]) -> Port:
        place, first = block.source, block.first_line
        lag = self._lag(block, place)
        bundle = self.blocks.get(lag.value) if isinstance(lag, Stated) else None
        holder = bundle if bundle is not None else block
        carrying = holder.entries("unit")
        speed = self._speed(name, block, kind, place)
        frame = self._frame_mtu(block, bundle, kind, place)
        vlans, routed = self._switching(name if bundle is None else holder.key, holder, carrying, kind, place)
        described = next((one.take("description") for one in (block, *units) if one.has("description")), None)
        unit = units[0] if units else None
        if kind in _WITHOUT_CLASSES:
            _pass_filters_over(block)
        return port_of(
            name=name,
            source=place,
            kind=kind,
            enabled=self._enabled(block, unit, place),
            description=Stated(described.value, described.source)
            if described is not None
            else defaults.NO_DESCRIPTION.at(place),
            speed_gbps=speed,
            ip_mtu_bytes=self._ip_mtu(holder, carrying, frame, kind, place),
            frame_mtu_bytes=frame,
            routed=routed,
            vlans=vlans,
            vrf=self._instances.vrf_of(f"{name}.{unit.key if unit is not None else '0'}", place),
            addresses=tuple(_addresses(unit)) if unit is not None else (),
            lag=lag,
            qos=self._qos.of(name, kind, [block, *([bundle] if bundle is not None else [])], speed, first),
            lag_mode=_lag_mode(bundle, lag, place),
            fec=self._fec(block, place),
        )

    def _unit_port(self, name: str, block: Node, unit: Node, kind: PortKind) -> Port:
        place = unit.source
        if kind in _WITHOUT_CLASSES:
            _pass_filters_over(block)
        speed = self._speed(block.key, block, kind, place)
        frame = self._frame_mtu(block, None, kind, place)
        vlans, routed = self._switching(name, block, [unit], kind, place)
        leaf = unit.take("description")
        return port_of(
            name=name,
            source=place,
            kind=kind,
            enabled=self._enabled(block, unit, place),
            description=Stated(leaf.value, leaf.source) if leaf.line else defaults.NO_DESCRIPTION.at(place),
            speed_gbps=speed,
            ip_mtu_bytes=self._ip_mtu(block, [unit], frame, kind, place),
            frame_mtu_bytes=frame,
            routed=routed,
            vlans=vlans,
            vrf=self._instances.vrf_of(name, place),
            addresses=tuple(_addresses(unit)),
            lag=defaults.NO_LAG.at(place),
            qos=self._qos.of(name, kind, [block], speed, unit.first_line),
        )

    def _enabled(self, block: Node, unit: Node | None, place: Source) -> Fact[bool]:
        for one in (block, *([unit] if unit is not None else [])):
            leaf = one.take("disable")
            if leaf.line:
                return Stated(False, leaf.source)
        return defaults.ENABLED.at(place)

    def _lag(self, block: Node, place: Source) -> Fact[str]:
        bundle = block.at("gigether-options/ieee-802.3ad").take("bundle")
        return Stated(bundle.value, bundle.source) if bundle.line else defaults.NO_LAG.at(place)

    # Speed

    def _speed(self, name: str, block: Node, kind: PortKind, place: Source) -> Fact[int]:
        for holder in (block, block.at("gigether-options"), block.at("aggregated-ether-options")):
            leaf = holder.take("link-speed" if holder.name == "aggregated-ether-options" else "speed")
            if leaf.line and (gbps := _gbps(leaf.value)):
                return Stated(gbps, leaf.source)
        found = _PORT.fullmatch(name)
        if found is None:
            return Unknown("no speed is stated", place)
        parent = self.blocks.get(name.partition(":")[0]) if found[5] else None
        leaf = parent.take("speed") if parent is not None else block.take("speed")
        if leaf.line and (gbps := _gbps(leaf.value)):
            return Stated(gbps, leaf.source)
        chassis = self._speed_of_chassis(found[2], found[3], found[4], is_channel=bool(found[5]))
        if chassis is not None:
            return chassis
        if found[1] in _OF_NAME:
            return Default(_OF_NAME[found[1]], place, f"interfaces that are called {found[1]} have this speed")
        return self._fastest(int(found[4]), place) or Unknown("no speed is stated", place)

    def _speed_of_chassis(self, fpc: str, pic: str, port: str, *, is_channel: bool) -> Fact[int] | None:
        """Return what `chassis fpc N pic N port N` states: `speed` also of channels, or `channel-speed`."""
        slot = self._root.at("chassis").entry("fpc", fpc)
        card = slot.entry("pic", pic) if slot is not None else None
        entry = card.entry("port", port) if card is not None else None
        if entry is None:
            return None
        entry.take("number-of-sub-ports")
        for name in ("channel-speed", "speed") if is_channel else ("speed",):
            leaf = entry.take(name)
            if leaf.line and (gbps := _gbps(leaf.value)):
                return Stated(gbps, leaf.source)
        return None

    def _fastest(self, number: int, place: Source) -> Fact[int] | None:
        """Return the highest speed of an unbroken cage of the platform."""
        cages = self._platform.cage_groups if self._platform is not None else ()
        for group in cages:
            modes = [mode.speed_gbps for mode in group.modes if not mode.is_breakout]
            if number in group.cages and modes and self._platform is not None:
                because = f"ports of a {self._platform.model} have this speed unless another is set"
                return Default(max(modes), place, because)
        return None

    def _fec(self, block: Node, place: Source) -> Fact[Fec]:
        leaf = block.at("gigether-options").take("fec")
        if leaf.line and leaf.value in _FEC:
            return Stated(_FEC[leaf.value], leaf.source)
        return Unknown("the port chooses error correction by its transceiver", leaf.source if leaf.line else place)

    # MTU

    def _frame_mtu(self, block: Node, bundle: Node | None, kind: PortKind, place: Source) -> Fact[int]:
        """Return the MTU of the medium, which counts the Ethernet header without its tags and check sequence."""
        # A member has the MTU of its bundle, whatever its own line says.
        for leaf in [one.take("mtu") for one in (bundle, block) if one is not None]:
            if leaf.value.isdecimal():
                return Stated(int(leaf.value), leaf.source)
        if kind in (PortKind.LOOPBACK, PortKind.MANAGEMENT, PortKind.TUNNEL):
            return Unknown("no mtu of this interface is set", place)
        gone = [one.removed_at("mtu") for one in (bundle, block) if one is not None]
        return defaults.MEDIA_MTU.at(next((one for one in gone if one is not None), place))

    def _ip_mtu(self, block: Node, units: list[Node], frame: Fact[int], kind: PortKind, place: Source) -> Fact[int]:
        """Return the mtu of family inet or inet6, the smallest of several, and at most that of the medium."""
        stated: list[Stated[int]] = []
        for unit in units:
            for name in _FAMILIES:
                leaf = unit.at(f"family/{name}").take("mtu")
                if leaf.line and leaf.value.isdecimal():
                    stated.append(Stated(int(leaf.value), leaf.source))
        medium = self._medium_mtu(block, frame, kind)
        if stated and kind is PortKind.VLAN and isinstance(frame, Default):
            # What an irb interface without mtu takes is not documented for every model.
            return min(stated, key=lambda one: one.value)
        bounds = [one for one in (*stated, medium) if not isinstance(one, Unknown)]
        return min(bounds, key=lambda one: one.value) if bounds else medium

    @staticmethod
    def _medium_mtu(block: Node, frame: Fact[int], kind: PortKind) -> Fact[int]:
        """Return what the medium leaves for an IP packet."""
        if isinstance(frame, Default):
            return defaults.IP_MTU.at(frame.source)
        header = HEADER_BYTES
        if kind is not PortKind.VLAN:
            header = TAGGED_HEADER_BYTES if block.has("vlan-tagging") else header
            header = TWICE_TAGGED_HEADER_BYTES if block.has("flexible-vlan-tagging") else header
        return map_fact(lambda value: value - header, frame)

    # Switching

    def _switching(
        self, name: str, block: Node, units: list[Node], kind: PortKind, place: Source
    ) -> tuple[Fact[frozenset[int]], Fact[bool]]:
        """Return the VLANs that an interface switches, and whether it routes."""
        if kind not in (PortKind.ETHERNET, PortKind.LAG, PortKind.SUBINTERFACE):
            return defaults.NO_VLANS.at(place), defaults.ROUTED.at(place)
        found = [fact for unit in units if (fact := self._vlans.of_unit(block, unit)) is not None]
        if not found:
            routed = next(
                (node for unit in units for family in _FAMILIES if (node := unit.find(f"family/{family}")) is not None),
                None,
            )
            if routed is None:
                return defaults.NO_VLANS.at(place), defaults.ROUTED.at(place)
            return defaults.NO_VLANS.at(place), Stated(True, routed.first_line)
        first = found[0]
        if len(found) == 1 or any(isinstance(one, Unknown) for one in found):
            return next((one for one in found if isinstance(one, Unknown)), first), Stated(False, first.source)
        every = frozenset[int]().union(*(one.value for one in found if not isinstance(one, Unknown)))
        return Stated(every, first.source), Stated(False, first.source)


def _pass_filters_over(block: Node) -> None:
    """Account for filters of what has no traffic of hosts: they guard the routing engine."""
    for unit in block.entries("unit"):
        for name in ("filter", *(f"family/{one}/filter" for one in _FAMILIES)):
            unit.at(name).pass_over()


def _gbps(text: str) -> int:
    """Return a speed such as `400g` in Gb/s, 0 for what is none of whole Gb/s."""
    found = _SPEED.fullmatch(text)
    return int(found[1]) if found and found[2] in "gG" else 0


def _addresses(unit: Node) -> Iterator[Stated[str]]:
    for name in _FAMILIES:
        for address in unit.at(f"family/{name}").entries("address"):
            if "/" in address.key:
                yield Stated(address.key, address.first_line)


def _lag_mode(bundle: Node | None, lag: Fact[str], place: Source) -> Fact[BundleMode]:
    if not isinstance(lag, Stated):
        return Unknown("the port is in no bundle", place)
    if bundle is None:
        return Unknown(f"the bundle {lag.value} is not configured", lag.source)
    lacp = bundle.find("aggregated-ether-options/lacp")
    if lacp is None:
        return defaults.STATIC_BUNDLE.at(bundle.removed_on("aggregated-ether-options/lacp") or lag.source)
    for name, mode in (("active", BundleMode.ACTIVE), ("passive", BundleMode.PASSIVE)):
        leaf = lacp.take(name)
        if leaf.line:
            return Stated(mode, leaf.source)
    return defaults.LACP_PASSIVE.at(lacp.place_of("active"))
