"""Everything of an EOS configuration that decides paths, collected section by section.

VLANs of EOS as bridge domains, MLAG, and VXLAN tunnel endpoints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

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
from roce_lint.model.routing import Routing
from roce_lint.os.eos import defaults
from roce_lint.os.eos.names import interface_names
from roce_lint.os.eos.routing_dialect import ROUTING
from roce_lint.os.industry_cli.bridge_domains import bridge_domains
from roce_lint.os.industry_cli.command import NOT_STATED, Command, Setting, command_of, stated_or
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable, ValueNotGiven
from roce_lint.os.industry_cli.number_list import number_list
from roce_lint.os.industry_cli.route_targets import TargetLines
from roce_lint.os.industry_cli.routing_reader import RoutingReader
from roce_lint.os.industry_cli.tunnel_address import tunnel_address
from roce_lint.os.industry_cli.virtual_addresses import OF_VIRTUAL_ADDRESSES, VirtualAddresses
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field, replace

_VNI = lazy_pattern(r"(\d{1,7})(?:-(\d{1,7}))?", re.ASCII)
_ADDRESSES = lazy_pattern("[0-9a-fA-F.: ]+")


@dataclass(slots=True)
class _Bridging:
    """What the lines of one file say, of interfaces by their name.

    `bindings`: VNIs with the VLAN or VRF of each. `flood_list`: addresses of other endpoints.
    """

    mac_age_s: Setting[int] = NOT_STATED
    arp_age_s: Setting[int] = NOT_STATED
    arp_ages_s: dict[str, Fact[int]] = field(default_factory=dict)
    peer_link: Setting[str] = NOT_STATED
    domain: Setting[str] = NOT_STATED
    peer: Setting[str] = NOT_STATED
    bundles: dict[str, Stated[int]] = field(default_factory=dict)
    identifiers: dict[str, Stated[str]] = field(default_factory=dict)
    all_active: dict[str, Fact[bool]] = field(default_factory=dict)
    lacp_ids: dict[str, Fact[str]] = field(default_factory=dict)
    tunnel_source: Setting[str] = NOT_STATED
    bindings: dict[tuple[int, int | str], Stated[bool]] = field(default_factory=dict)
    flood_list: dict[str, Stated[bool]] = field(default_factory=dict)
    gateway_mac: Setting[str] = NOT_STATED
    shared_gateways: dict[str, Stated[bool]] = field(default_factory=dict)


def _peer_link(name: str) -> str | ValueNotGiven:
    names = interface_names(name)
    return names[0] if names else ValueNotGiven("the peer link names no interface")


def _interface(text: str) -> str:
    return next(iter(interface_names(text)), text.split()[0])


def _addresses(*parts: str) -> tuple[str, ...]:
    """Return the addresses that the last part lists; raise ValueError for anything else."""
    if not _ADDRESSES.fullmatch(parts[-1]):
        raise ValueError(parts)
    return tuple(parts[-1].split())


def _of_vlans(vlans: str, vnis: str) -> tuple[tuple[int, int], ...]:
    return tuple(zip(_vni_list(vnis), sorted(number_list(vlans, 0, 4094)), strict=False))


def _of_vrf(vrf: str, vni: int) -> tuple[tuple[int, str], ...]:
    return ((vni, vrf),)


_NO_TIME = "'{last}' is no time"
_GLOBAL_LINES = LineTable(
    CommandRow("mac address-table aging-time <0-9999999>", "mac_age_s", near_miss=_NO_TIME),
    CommandRow("arp aging timeout default <0-9999999>", "arp_age_s", near_miss=_NO_TIME),
    CommandRow("ip virtual-router mac-address <mac>", "gateway_mac"),
)
_MLAG_LINES = LineTable(
    CommandRow("domain-id <name>...", "domain"),
    CommandRow("peer-link [interface] <name>...", "peer_link", value=_peer_link),
    CommandRow("peer-address heartbeat ..."),
    CommandRow("peer-address <address>...", "peer"),
)
_PORT_LINES = LineTable(
    CommandRow("mlag <0-99999>", "bundles[block]", cleared="mlag <0-99999>"),
    CommandRow("arp aging timeout <0-9999999>", "arp_ages_s[block]", near_miss=_NO_TIME),
    CommandRow("lacp system-id <identifier> ...", "lacp_ids[block]", value=lambda identifier, rest: identifier),
)
_SHARED_LINES = LineTable(
    CommandRow("ip address virtual <address> ...", "shared_gateways[block]", value=True),
    CommandRow("ip virtual-router address <address> ...", "shared_gateways[block]", value=True),
)
_SEGMENT_LINES = LineTable(
    CommandRow("identifier <identifier> ...", "identifiers[block]", value=lambda identifier, rest: identifier),
    CommandRow("redundancy <mode> ...", "all_active[block]", value=lambda mode, rest: mode == "all-active"),
)
_TUNNEL_LINES = LineTable(
    CommandRow("vxlan source-interface <name>...", "tunnel_source", value=_interface),
    CommandRow("vxlan flood vtep [add] <addresses>...", "flood_list[]", key=_addresses, value=True),
    CommandRow("vxlan vlan <vlans> flood vtep [add] <addresses>...", "flood_list[]", key=_addresses, value=True),
    CommandRow("vxlan vlan <vlans> vni <vnis>", "bindings[]", key=_of_vlans, value=True),
    CommandRow("vxlan vrf <vrf> vni <0-99999999>", "bindings[]", key=_of_vrf, value=True),
)


class EosBridgingReader:
    """Collects what one file says of bridging."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._said = _Bridging()
        self._vlans: dict[int, Line] = {}
        self._mlag_block: Source | None = None
        self._segments: dict[str, Line] = {}
        self._tunnel: Source | None = None
        self._targets: dict[int | str, RouteTargets] = {}

    def _read(self, lines: Iterable[Line], table: LineTable, *block: str) -> None:
        for line in lines:
            table.read(line, self._said, line.source(self._file), block=block)

    def read_vlan(self, command: Command) -> None:
        """Take `vlan 10,20-22`."""
        for vlan in number_list("".join(command.words[1:]), 0, 4094):
            if command.plain:
                self._vlans[vlan] = command.line
            else:
                self._vlans.pop(vlan, None)

    def read_ages(self, command: Command) -> None:
        """Take `mac address-table aging-time N`, `arp aging timeout default N` and the MAC address of gateways."""
        self._read((command.line,), _GLOBAL_LINES)

    def read_mlag(self, command: Command) -> None:
        """Take the `mlag configuration` block."""
        self._mlag_block = command.line.block(self._file) if command.plain else None
        self._read(command.line.children, _MLAG_LINES)

    def read_interface_line(self, name: str, line: Line) -> None:
        """Take `arp aging timeout N`, `mlag N`, `lacp system-id M` and `evpn ethernet-segment` of an interface."""
        command = command_of(line)
        if command.words != ("evpn", "ethernet-segment"):
            self._read((line,), _PORT_LINES, name)
        elif command.plain:
            self._segments[name] = line
            self._read(line.children, _SEGMENT_LINES, name)
        else:
            self._segments.pop(name, None)

    def read_shared_address(self, name: str, line: Line) -> None:
        """Take an address that an interface shares with other switches."""
        self._read((line,), _SHARED_LINES, name)

    def segments(self) -> tuple[EthernetSegment, ...]:
        """Return the Ethernet segments that have an identifier."""
        found, said = [], self._said
        for name, line in self._segments.items():
            if name in said.identifiers:
                block = line.block(self._file)
                all_active = said.all_active.get(name, Unknown("no `redundancy` is stated", block))
                lacp = said.lacp_ids.get(name, Unknown("no `lacp system-id` is stated", block))
                port, identifier = Stated(name, block), said.identifiers[name]
                found.append(EthernetSegment(identifier, port, all_active, block, lacp))
        return tuple(found)

    def read_tunnel(self, name: str, line: Line) -> None:
        """Take the lines of `interface Vxlan1`."""
        self._tunnel = self._tunnel or line.block(self._file)
        self._read(line.children, _TUNNEL_LINES)

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
                self._targets.update((vlan, found) for vlan in number_list("".join(named), 0, 4094))

    def peer_links(self) -> tuple[PeerLink, ...]:
        """Return the MLAG peer link."""
        block, said = self._mlag_block, self._said
        if block is None:
            return ()
        domain = stated_or(said.domain, Unknown("there is no `domain-id`", block))
        port = stated_or(said.peer_link, Unknown("there is no `peer-link`", block))
        peer = stated_or(said.peer, Unknown("there is no `peer-address`", block))
        bundles = tuple(PairedBundle(name, number.value, number.source) for name, number in said.bundles.items())
        return (PeerLink(PairKind.MLAG, domain, port, peer, bundles, block),)

    def tunnels(self, ports: tuple[Port, ...], *, evpn: bool) -> tuple[TunnelEndpoint, ...]:
        """Return the VTEP; `evpn`: BGP announces the VLANs, so that it learns where to flood."""
        block, said = self._tunnel, self._said
        if block is None or not isinstance(said.tunnel_source, Stated):
            return ()
        address = tunnel_address(said.tunnel_source, ports)
        replication: Fact[FloodReplication] = Default(
            FloodReplication.EVPN if evpn else FloodReplication.NONE,
            block,
            "BGP EVPN announces VLANs" if evpn else "no flood list and no EVPN VLAN is configured",
        )
        flood_list = tuple(Stated(address, line.source) for address, line in said.flood_list.items())
        if flood_list:
            replication = Stated(FloodReplication.STATIC_LIST, flood_list[0].source)
        bindings = tuple(
            VniBinding(
                vni,
                0 if isinstance(of, str) else of,
                of if isinstance(of, str) else "",
                line.source,
                self._targets.get(of, NO_TARGETS),
            )
            for (vni, of), line in said.bindings.items()
        )
        return (TunnelEndpoint("Vxlan1", said.tunnel_source, address, replication, flood_list, bindings, block),)

    def bridge_domains(self, ports: tuple[Port, ...]) -> tuple[BridgeDomain, ...]:
        """Return the VLANs that some port switches."""
        whole, said = Source(self._file, 0, 0), self._said
        plain = BridgeDomain(
            name="",
            vlan=0,
            ports=(),
            gateway="",
            mac_age_s=stated_or(said.mac_age_s, defaults.MAC_AGE.at(whole)),
            arp_age_s=stated_or(said.arp_age_s, defaults.ARP_AGE.at(whole)),
            floods_unknown_unicast=defaults.UNKNOWN_UNICAST_FLOODED.at(whole),
            arp_suppressed=defaults.ARP_NOT_SUPPRESSED.at(whole),
            vni=defaults.NO_VNI.at(whole),
            source=whole,
        )
        bound = {of: Stated(vni, line.source) for (vni, of), line in said.bindings.items()}
        found = bridge_domains(ports, self._vlans, said.arp_ages_s, plain)
        if isinstance(said.gateway_mac, Stated):
            shared = said.shared_gateways
            found = [replace(one, gateway_mac=said.gateway_mac) if one.gateway in shared else one for one in found]
        return tuple(_bound(one, bound[one.vlan]) if one.vlan in bound else one for one in found)


def _bound(domain: BridgeDomain, vni: Stated[int]) -> BridgeDomain:
    suppressed = Unknown("whether ARP is answered for the tunnel is not read", vni.source)
    return replace(domain, vni=vni, arp_suppressed=suppressed)


def _vni_list(text: str) -> list[int]:
    """Return the VNIs of `10110` or `10110-10120,10130`; at most one for each VLAN id."""
    vnis: list[int] = []
    for part in text.split(","):
        found = _VNI.fullmatch(part)
        low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, -1)
        if not low <= high < low + 4096:
            return []
        vnis.extend(range(low, high + 1))
    return vnis[:4094]


_OF_PATHS = ("ip ospf ", "isis ", "arp aging ", "mlag ", "no ip ospf ", "no isis ", "no arp aging ", "no mlag")
"""How the lines of an interface begin that decide paths, besides its addresses."""


_OF_SEGMENTS = ("evpn ethernet-segment", "no evpn ethernet-segment", "lacp system-id", "no lacp system-id")
"""How the lines of an interface begin that attach its hosts to other switches too."""


class EosRoutingReader:
    """Routing and bridging of one file."""

    def __init__(self, file: str) -> None:
        self.routing = RoutingReader(ROUTING, file)
        self.bridging = EosBridgingReader(file)
        self._virtual = VirtualAddresses(file)

    def read_interface(self, name: str, line: Line) -> None:
        """Take the lines of an interface that decide paths."""
        if name.startswith("Vxlan"):
            self.bridging.read_tunnel(name, line)
            return
        for child in line.children:
            if child.text.startswith(_OF_PATHS):
                self.routing.igp.read_interface_line((name,), child)
                self.bridging.read_interface_line(name, child)
            elif child.text.startswith(_OF_SEGMENTS):
                self.bridging.read_interface_line(name, child)
            elif child.text.startswith(OF_VIRTUAL_ADDRESSES):
                self._virtual.read((name,), child)
                self.bridging.read_shared_address(name, child)
            elif child.text.startswith("ip address virtual "):
                self.bridging.read_shared_address(name, child)

    def read_router(self, line: Line) -> None:
        """Take a routing protocol, and what BGP says of VXLAN."""
        self.routing.read_router(line)
        if line.text.split()[:2] == ["router", "bgp"]:
            self.bridging.read_bgp(line)

    def facts(self, ports: tuple[Port, ...]) -> Routing:
        """Return the facts when all sections are read."""
        bgp = self.routing.bgp
        return replace(
            self.routing.routing(ports),
            peer_links=self.bridging.peer_links(),
            ethernet_segments=self.bridging.segments(),
            bridge_domains=self.bridging.bridge_domains(ports),
            tunnels=self.bridging.tunnels(ports, evpn=bgp is not None and "evpn vlan" in bgp.settings),
            virtual_addresses=self._virtual.facts(),
        )
