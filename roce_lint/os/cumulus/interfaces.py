"""Interfaces of NVUE as ports: physical ones, bonds, VLANs, subinterfaces, loopbacks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.port import Port, port_of
from roce_lint.model.terms import BundleMode, Fec, PortKind
from roce_lint.os.cumulus import defaults
from roce_lint.os.cumulus.qos import QosReader
from roce_lint.os.cumulus.settings import child, choice, entries, is_on, number, place_of, stated
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node

_KINDS = {
    "swp": PortKind.ETHERNET, "bond": PortKind.LAG, "peerlink": PortKind.LAG, "svi": PortKind.VLAN,
    "sub": PortKind.SUBINTERFACE, "loopback": PortKind.LOOPBACK, "eth": PortKind.MANAGEMENT,
    "tunnel": PortKind.TUNNEL, "vrf": PortKind.LOOPBACK,
}  # fmt: skip
_NAMES = (
    (lazy_pattern(r"swp\d+(?:s\d+)?"), PortKind.ETHERNET),
    (lazy_pattern(r".*\.\d{1,4}"), PortKind.SUBINTERFACE),
    (lazy_pattern(r"vlan\d{1,4}(?:_l3)?"), PortKind.VLAN),
    (lazy_pattern(r"lo"), PortKind.LOOPBACK),
    (lazy_pattern(r"eth\d+"), PortKind.MANAGEMENT),
)
_FEC = {"rs": Fec.REED_SOLOMON, "baser": Fec.FIRE_CODE, "off": Fec.OFF}
_MODES = {"lacp": BundleMode.ACTIVE, "static": BundleMode.STATIC}
_SPEED = lazy_pattern(r"(\d{1,4})G")
_BREAKOUT = lazy_pattern(r"(\d)x(?:(\d{1,4})G)?")
_CHILD = lazy_pattern(r"(swp\d+)s\d+")
_SVI = lazy_pattern(r"vlan(\d{1,4})")
IP = ("ip", "ipv4", "ipv6")
"""Where addresses stand: `ip` up to 5.14, `ipv4` and `ipv6` from 5.15 on."""


class InterfaceReader:
    """Makes the ports of a file."""

    def __init__(
        self, root: Node, qos: QosReader, platform: SwitchPlatform | None, diagnostics: LeafDiagnostics
    ) -> None:
        """Take the tree and the reader of what ports bind."""
        self._root = root
        self._qos = qos
        self._platform = platform
        self._diagnostics = diagnostics
        self.blocks = {block.name: block for block in entries(root, "interface")}
        self._bond_of = {
            member.name: Stated(bond.name, member.first_line)
            for bond in self.blocks.values()
            for member in entries(bond, "bond", "member")
        }
        self._parents = {found[1] for name in self.blocks if (found := _CHILD.fullmatch(name))}
        self._everywhere = self._vlans_of_bridges()

    def _vlans_of_bridges(self) -> dict[str, frozenset[int]]:
        return {
            bridge.name: frozenset(int(one.name) for one in entries(bridge, "vlan") if one.name.isdecimal())
            for bridge in entries(self._root, "bridge", "domain")
        }

    def ports(self) -> Iterator[Port]:
        """Yield the ports in the order of the file, members of bonds without a block of their own last."""
        for name, block in self.blocks.items():
            if not self._is_split(name, block):
                yield self._port(name, block)
        for name, bond in self._bond_of.items():
            if name not in self.blocks:
                place = bond.source
                yield self._port(name, Node(name, place.file, place.line, place.line, (), (), {}))

    def _is_split(self, name: str, block: Node) -> bool:
        """Say whether a cage is broken out, so that its children are the ports."""
        mode = stated(block, "link", "breakout")
        return name in self._parents or (mode is not None and mode.value not in ("disabled", "1x"))

    def kind(self, name: str, block: Node) -> PortKind:
        """Return what an interface is, by its type or its name."""
        found = stated(block, "type")
        if found and found.value in _KINDS:
            return _KINDS[found.value]
        if child(block, "bond") is not None:
            return PortKind.LAG
        return next(
            (kind for form, kind in _NAMES if form.fullmatch(name)),
            PortKind.LAG if "bond" in name else PortKind.LOOPBACK,
        )

    def _port(self, name: str, block: Node) -> Port:
        place, kind = block.source, self.kind(name, block)
        first = block.first_line
        bond = self._bond_of.get(name)
        bond_block = self.blocks.get(bond.value) if bond else None
        holder = bond_block or block
        speed = self._speed(name, block, kind, place)
        vlans, routed = self._switching(holder, kind, place)
        mode = choice(stated(bond_block, "bond", "mode"), _MODES) if bond_block else None
        if bond is not None and mode is None:
            lag_mode: Fact[BundleMode] = defaults.LACP.at(bond.source)
        else:
            lag_mode = mode or Unknown("the port is in no bond", place)
        described = stated(block, "description")
        fec = choice(stated(block, "link", "fec"), _FEC)
        return port_of(
            name=name,
            source=place,
            kind=kind,
            enabled=self._enabled(block, place),
            description=described or defaults.NO_DESCRIPTION.at(place),
            speed_gbps=speed,
            ip_mtu_bytes=self._mtu(block, bond_block, kind, place),
            frame_mtu_bytes=Unknown("Cumulus Linux has one mtu of an interface", place),
            routed=routed,
            vlans=vlans,
            vrf=self._vrf(block, place),
            addresses=tuple(self._addresses(block)),
            lag=bond or defaults.NO_LAG.at(place),
            qos=self._qos.of(name, kind, [block, *([bond_block] if bond_block else [])], speed, first),
            lag_mode=lag_mode,
            fec=fec
            or Unknown("the port chooses error correction by itself", place_of(child(block, "link", "fec"), place)),
        )

    def _enabled(self, block: Node, place: Source) -> Fact[bool]:
        found = stated(block, "link", "state")
        return Stated(found.value == "up", found.source) if found else defaults.ENABLED.at(place)

    def _speed(self, name: str, block: Node, kind: PortKind, place: Source) -> Fact[int]:
        found = stated(block, "link", "speed")
        if found and (gigabits := _SPEED.fullmatch(found.value)):
            return Stated(int(gigabits[1]), found.source)
        inside = _CHILD.fullmatch(name)
        cage = self.blocks.get(inside[1] if inside else name)
        mode = stated(cage, "link", "breakout") if inside else None
        split = _BREAKOUT.fullmatch(mode.value) if mode else None
        if mode and split and split[2]:
            return Stated(int(split[2]), mode.source)
        if kind is PortKind.ETHERNET and self._platform is not None:
            fastest = self._fastest(name, int(split[1]) if split else 1)
            if fastest:
                because = f"the port of a {self._platform.model} negotiates {fastest} Gb/s with this breakout"
                return Default(fastest, mode.source if mode else place, because)
        return Unknown("no speed is stated", found.source if found else place)

    def _fastest(self, name: str, children: int) -> int:
        """Return the highest speed of a cage of the platform with so many ports, 0 where none is known."""
        number_of_cage = re.match(r"swp(\d+)", name)
        for group in self._platform.cage_groups if self._platform and number_of_cage else ():
            if number_of_cage and int(number_of_cage[1]) in group.cages:
                return max((mode.speed_gbps for mode in group.modes if mode.children == children), default=0)
        return 0

    def _mtu(self, block: Node, bond: Node | None, kind: PortKind, place: Source) -> Fact[int]:
        found = number(block, "link", "mtu") or number(bond, "link", "mtu")
        if found:
            return found
        if kind in (PortKind.LOOPBACK, PortKind.TUNNEL, PortKind.MANAGEMENT):
            return Unknown("no mtu of this interface is set", place)
        base = stated(block, "base-interface")
        parent = self.blocks.get(base.value) if base else None
        return number(parent, "link", "mtu") or defaults.MTU.at(place)

    def _switching(self, block: Node, kind: PortKind, place: Source) -> tuple[Fact[frozenset[int]], Fact[bool]]:
        """Return the VLANs of an interface, and whether it routes."""
        if kind not in (PortKind.ETHERNET, PortKind.LAG):
            return defaults.NO_VLANS.at(place), defaults.ROUTED.at(place)
        bridge = next(entries(block, "bridge", "domain"), None)
        if bridge is None:
            addressed = next((one for name in IP if (one := child(block, name)) is not None), None)
            routed: Fact[bool] = Stated(True, addressed.first_line) if addressed else defaults.ROUTED.at(place)
            return defaults.NO_VLANS.at(place), routed
        numbers: set[int] = set()
        at = bridge.first_line
        for leaf in ("access", "untagged"):
            if found := number(bridge, leaf):
                numbers.add(found.value)
                at = found.source
        listed = list(entries(bridge, "vlan"))
        numbers |= {int(one.name) for one in listed if one.name.isdecimal()}
        if number(bridge, "access") is None and (not listed or any(one.name == "all" for one in listed)):
            numbers |= self._everywhere.get(bridge.name, frozenset())
        return Stated(frozenset(numbers), listed[0].first_line if listed else at), Stated(False, at)

    def _vrf(self, block: Node, place: Source) -> Fact[str]:
        found = stated(block, "vrf") or stated(block, "ip", "vrf")
        return found or defaults.DEFAULT_VRF.at(place)

    def _addresses(self, block: Node) -> Iterator[Stated[str]]:
        for version in IP:
            for address in entries(block, version, "address"):
                if "/" in address.name:
                    yield Stated(address.name, address.first_line)

    def vlan_of(self, name: str, block: Node) -> int:
        """Return the VLAN of an interface `vlan10`, 0 for any other."""
        found = number(block, "vlan")
        named = _SVI.fullmatch(name)
        return found.value if found else int(named[1]) if named else 0


def virtual_blocks(block: Node) -> Iterator[Node]:
    """Yield the virtual addresses of an interface that VRR and VRRP state."""
    for version in IP:
        vrr = child(block, version, "vrr")
        on = is_on(vrr)
        if vrr is not None and (on is None or on.value):
            yield from entries(vrr, "address")
        for router in entries(block, version, "vrrp", "virtual-router"):
            yield from entries(router, "address")
