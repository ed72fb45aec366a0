"""VLANs of EOS as bridge domains, MLAG, and VXLAN tunnel endpoints."""

from __future__ import annotations

import re

from roce_lint.model.bridging import (
    NO_TARGETS,
    BridgeDomain,
    EthernetSegment,
    FloodReplication,
    PairedBundle,
    PairKind,
    PeerLink,
    RouteTargets,
    TunnelEndpoint,
    VniBinding,
)
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.terms import PortKind
from roce_lint.os.eos import defaults
from roce_lint.os.eos.names import interface_names, number_set
from roce_lint.os.industry_cli.bridge_ports import PortsOfVlans
from roce_lint.os.industry_cli.command import Command, command_of
from roce_lint.os.industry_cli.route_targets import TargetLines
from roce_lint.os.industry_cli.tunnel_address import tunnel_address
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field, replace

_VNI = lazy_pattern(r"vxlan vlan (\S+) vni (\S+)")
_VRF_VNI = lazy_pattern(r"vxlan vrf (\S+) vni (\d{1,8})", re.ASCII)
_FLOOD = lazy_pattern(r"vxlan (?:vlan \S+ )?flood vtep (?:add )?([0-9a-fA-F.: ]+)")
_AGE = lazy_pattern(r"\d{1,7}", re.ASCII)
_MLAG = lazy_pattern(r"mlag (\d{1,5})", re.ASCII)


@dataclass(slots=True)
class Tunnel:
    """The lines of `interface Vxlan1` that say where its tunnels go."""

    source: Source
    source_interface: Fact[str]
    bindings: dict[tuple[int, str], VniBinding] = field(default_factory=dict)
    flood_list: dict[str, Fact[str]] = field(default_factory=dict)


class BridgingReader:
    """Collects what one file says of bridging."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._vlans: dict[int, Line] = {}
        self._mac_age: Fact[int] | None = None
        self._arp_age: Fact[int] | None = None
        self._arp_ages: dict[str, Fact[int]] = {}
        self._mlag: dict[str, tuple[str, Source]] = {}
        self._mlag_block: Source | None = None
        self._bundles: dict[str, PairedBundle] = {}
        self._segments: dict[str, Line] = {}
        self._lacp_ids: dict[str, Fact[str]] = {}
        self._tunnel: Tunnel | None = None
        self._targets: dict[int | str, RouteTargets] = {}

    def read_vlan(self, command: Command) -> None:
        """Take `vlan 10,20-22`."""
        for vlan in number_set("".join(command.words[1:]), 4094):
            if command.plain:
                self._vlans[vlan] = command.line
            else:
                self._vlans.pop(vlan, None)

    def read_ages(self, command: Command) -> None:
        """Take `mac address-table aging-time N` and `arp aging timeout default N`."""
        if command.words[:3] == ("mac", "address-table", "aging-time"):
            self._mac_age = self._age(command)
        elif command.words[:4] == ("arp", "aging", "timeout", "default"):
            self._arp_age = self._age(command)

    def read_mlag(self, command: Command) -> None:
        """Take the `mlag configuration` block."""
        if not command.plain:
            self._mlag_block = None
            return
        self._mlag_block = command.line.block(self._file)
        for line in command.line.children:
            below = command_of(line)
            if below.words[1:2] == ("heartbeat",):
                continue
            if len(below.words) > 1 and below.plain:
                self._mlag[below.words[0]] = (" ".join(below.words[1:]), line.source(self._file))

    def read_interface_line(self, name: str, command: Command) -> None:
        """Take `arp aging timeout N` and `mlag N` of an interface."""
        found = _MLAG.fullmatch(command.text)
        if found:
            self._bundles.pop(name, None)
            if command.plain:
                self._bundles[name] = PairedBundle(name, int(found[1]), command.line.source(self._file))
        elif command.words[:3] == ("arp", "aging", "timeout"):
            age = self._age(command)
            self._arp_ages.pop(name, None)
            if age is not None:
                self._arp_ages[name] = age

    def read_segment(self, name: str, line: Line) -> None:
        """Take `evpn ethernet-segment` and `lacp system-id M` of an interface."""
        command, source = command_of(line), line.source(self._file)
        if command.words[:2] == ("lacp", "system-id"):
            self._lacp_ids.pop(name, None)
            if command.plain and len(command.words) > 2:
                self._lacp_ids[name] = Stated(command.words[2], source)
        elif command.words == ("evpn", "ethernet-segment"):
            self._segments.pop(name, None)
            if command.plain:
                self._segments[name] = line

    def segments(self) -> tuple[EthernetSegment, ...]:
        """Return the Ethernet segments that have an identifier."""
        found = []
        for name, line in self._segments.items():
            below = [(command_of(child), child.source(self._file)) for child in line.children]
            stated = {one.words[0]: (one.words[1], place) for one, place in below if one.plain and len(one.words) > 1}
            if "identifier" not in stated:
                continue
            block = line.block(self._file)
            mode = stated.get("redundancy")
            all_active: Fact[bool] = Unknown("no `redundancy` is stated", block)
            if mode:
                all_active = Stated(mode[0] == "all-active", mode[1])
            lacp = self._lacp_ids.get(name) or Unknown("no `lacp system-id` is stated", block)
            port, identifier = Stated(name, block), Stated(*stated["identifier"])
            found.append(EthernetSegment(identifier, port, all_active, block, lacp))
        return tuple(found)

    def read_tunnel(self, name: str, line: Line) -> None:
        """Take the lines of `interface Vxlan1`."""
        block = line.block(self._file)
        if self._tunnel is None:
            self._tunnel = Tunnel(block, Unknown("there is no `vxlan source-interface`", block))
        for child in line.children:
            command, source = command_of(child), child.source(self._file)
            words = command.words
            if words[:2] == ("vxlan", "source-interface") and command.plain and len(words) > 2:
                names = interface_names(" ".join(words[2:]))
                self._tunnel.source_interface = Stated(names[0] if names else words[2], source)
            elif words[:2] in (("vxlan", "vlan"), ("vxlan", "vrf"), ("vxlan", "flood")) and command.plain:
                self._read_binding(command, source, self._tunnel)

    def _read_binding(self, command: Command, source: Source, tunnel: Tunnel) -> None:
        if found := _FLOOD.fullmatch(command.text):
            for address in found[1].split():
                tunnel.flood_list[address] = Stated(address, source)
        elif found := _VRF_VNI.fullmatch(command.text):
            tunnel.bindings[int(found[2]), found[1]] = VniBinding(int(found[2]), 0, found[1], source)
        elif found := _VNI.fullmatch(command.text):
            vlans, vnis = sorted(number_set(found[1], 4094)), _vni_list(found[2])
            for vlan, vni in zip(vlans, vnis, strict=False):
                tunnel.bindings[vni, ""] = VniBinding(vni, vlan, "", source)

    def read_bgp(self, block: Line) -> None:
        """Take the route targets of `vlan N`, `vlan-aware-bundle NAME` and `vrf NAME` below `router bgp`."""
        for line in block.children if block.may_say("route-target") else ():
            words = command_of(line).words
            read = TargetLines(self._file, in_evpn_only=words[:1] == ("vrf",)).read(line.children)
            found = read.targets(line.block(self._file))
            if words[:1] == ("vrf",) and len(words) > 1:
                self._targets[words[1]] = found
            elif words[:1] in (("vlan",), ("vlan-aware-bundle",)):
                inside = [command_of(child).words for child in line.children]
                named = words[1:2] if words[0] == "vlan" else [one[1] for one in inside if one[:1] == ("vlan",)]
                self._targets.update((vlan, found) for vlan in number_set("".join(named), 4094))

    def _age(self, command: Command) -> Fact[int] | None:
        if not command.plain:
            return None
        source = command.line.source(self._file)
        text = command.words[-1]
        return Stated(int(text), source) if _AGE.fullmatch(text) else Unknown(f"{text!r} is no time", source)

    def peer_links(self) -> tuple[PeerLink, ...]:
        """Return the MLAG peer link."""
        block = self._mlag_block
        if block is None:
            return ()

        def fact(key: str) -> Fact[str]:
            found = self._mlag.get(key)
            return Stated(*found) if found else Unknown(f"there is no `{key}`", block)

        port = fact("peer-link")
        if isinstance(port, Stated):
            names = interface_names(port.value.removeprefix("interface "))
            port = Stated(names[0], port.source) if names else Unknown("the peer link names no interface", port.source)
        domain, peer = fact("domain-id"), fact("peer-address")
        return (PeerLink(PairKind.MLAG, domain, port, peer, tuple(self._bundles.values()), block),)

    def tunnels(self, ports: tuple[Port, ...], *, evpn: bool) -> tuple[TunnelEndpoint, ...]:
        """Return the VTEP; `evpn`: BGP announces the VLANs, so that it learns where to flood."""
        tunnel = self._tunnel
        if tunnel is None or not isinstance(tunnel.source_interface, Stated):
            return ()
        address = tunnel_address(tunnel.source_interface, ports)
        replication: Fact[FloodReplication] = Default(
            FloodReplication.EVPN if evpn else FloodReplication.NONE,
            tunnel.source,
            "BGP EVPN announces VLANs" if evpn else "no flood list and no EVPN VLAN is configured",
        )
        flood_list = tuple(tunnel.flood_list.values())
        if flood_list:
            replication = Stated(FloodReplication.STATIC_LIST, flood_list[0].source)
        bindings = tuple(
            replace(one, targets=self._targets.get(one.vrf or one.vlan, NO_TARGETS)) for one in tunnel.bindings.values()
        )
        return (
            TunnelEndpoint(
                "Vxlan1", tunnel.source_interface, address, replication, flood_list, bindings, tunnel.source
            ),
        )

    def bridge_domains(self, ports: tuple[Port, ...]) -> tuple[BridgeDomain, ...]:
        """Return the VLANs that some port switches."""
        whole = Source(self._file, 0, 0)
        mac_age: Fact[int] = self._mac_age or defaults.MAC_AGE.at(whole)
        arp_age: Fact[int] = self._arp_age or defaults.ARP_AGE.at(whole)
        floods = defaults.UNKNOWN_UNICAST_FLOODED.at(whole)
        bindings = {one.vlan: one for one in self._tunnel.bindings.values() if one.vlan} if self._tunnel else {}
        no_vni = defaults.NO_VNI.at(whole)
        not_suppressed = defaults.ARP_NOT_SUPPRESSED.at(whole)
        members = PortsOfVlans(ports, self._vlans)
        gateways = {port.name for port in ports if port.kind is PortKind.VLAN}
        found = []
        for vlan, names in members.in_order():
            bound = bindings.get(vlan)
            gateway = f"Vlan{vlan}" if f"Vlan{vlan}" in gateways else ""
            suppressed: Fact[bool] = not_suppressed
            if bound:
                suppressed = Unknown("whether ARP is answered for the tunnel is not read", bound.source)
            found.append(
                BridgeDomain(
                    name=str(vlan),
                    vlan=vlan,
                    ports=names,
                    gateway=gateway,
                    mac_age_s=mac_age,
                    arp_age_s=self._arp_ages.get(gateway, arp_age),
                    floods_unknown_unicast=floods,
                    arp_suppressed=suppressed,
                    vni=Stated(bound.vni, bound.source) if bound else no_vni,
                    source=self._vlans[vlan].block(self._file) if vlan in self._vlans else whole,
                )
            )
        return tuple(found)


def _vni_list(text: str) -> list[int]:
    """Return the VNIs of `10110` or `10110-10120,10130`; at most one for each VLAN id."""
    found: list[int] = []
    for part in text.split(","):
        low, dash, high = part.partition("-")
        if not _AGE.fullmatch(low) or (dash and not _AGE.fullmatch(high)):
            return []
        last = int(high) if dash else int(low)
        if not int(low) <= last < int(low) + 4096:
            return []
        found.extend(range(int(low), last + 1))
    return found[:4094]
