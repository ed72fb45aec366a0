"""Everything of an NX-OS configuration that decides paths, collected block by block.

VLANs of NX-OS as bridge domains, vPC, and VXLAN tunnel endpoints.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from roce_lint.model.bridging import (
    NO_TARGETS,
    BridgeDomain,
    FloodReplication,
    PairedBundle,
    PairKind,
    PeerLink,
    RouteTargets,
    TunnelEndpoint,
    VniBinding,
)
from roce_lint.model.device import Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.routing import Routing, TaggedPrefix
from roce_lint.os.industry_cli.bridge_domains import bridge_domains
from roce_lint.os.industry_cli.command import NOT_STATED, Setting, stated_or
from roce_lint.os.industry_cli.line_form import LineForm
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable, ValueNotGiven
from roce_lint.os.industry_cli.number_list import number_list
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.industry_cli.route_targets import TargetLines
from roce_lint.os.industry_cli.routing_reader import RoutingReader
from roce_lint.os.industry_cli.tunnel_address import tunnel_address
from roce_lint.os.industry_cli.virtual_addresses import OF_VIRTUAL_ADDRESSES, VirtualAddresses
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.names import expand_interfaces
from roce_lint.os.nxos.routing_dialect import ROUTING
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field, replace

_VLAN = lazy_pattern(r"(no )?vlan (?:configuration )?([\d,-]+)", re.ASCII)
_VNIS = lazy_pattern(r"(\d{1,8})(?:-(\d{1,8}))?", re.ASCII)
_DOMAIN = LineForm("vpc domain <0-9999>")
_EVPN_VNI = lazy_pattern(r"vni (\d{1,8}) l2", re.ASCII)


@dataclass(slots=True)
class _Bridging:
    """What the lines of one file say: of VLANs by their number, of interfaces by their name, of the tunnel by VNI."""

    mac_age_s: Setting[int] = NOT_STATED
    mac_ages_s: dict[int, Stated[int]] = field(default_factory=dict)
    arp_age_s: Setting[int] = NOT_STATED
    arp_ages_s: dict[str, Stated[int]] = field(default_factory=dict)
    segments: dict[int, Stated[int]] = field(default_factory=dict)
    floods: dict[str, Stated[bool]] = field(default_factory=dict)
    bundles: dict[str, Stated[int]] = field(default_factory=dict)
    peer_links: dict[str, Stated[bool]] = field(default_factory=dict)
    virtual_peer_link: Setting[str] = NOT_STATED
    peer: Setting[str] = NOT_STATED
    tunnel_source: Setting[str] = NOT_STATED
    suppresses_arp: Setting[bool] = NOT_STATED
    carries_routes: dict[int, Stated[bool]] = field(default_factory=dict)
    replications: dict[int, Stated[FloodReplication]] = field(default_factory=dict)
    flood_list: dict[str, Stated[str]] = field(default_factory=dict)
    arp_suppressed: dict[int, Stated[bool]] = field(default_factory=dict)
    gateway_mac: Setting[str] = NOT_STATED
    shared_gateways: dict[str, Stated[bool]] = field(default_factory=dict)


def _first(value: object, *rest: object) -> object:
    return value


def _last(*parts: object) -> object:
    return parts[-1]


def _interface(name: str, rest: str | None) -> str:
    return next(iter(expand_interfaces(name)), name)


def _vnis(text: str, routes: str | None) -> range:
    """Return the VNIs of `10110-10120`, at most one for each VLAN."""
    found = _VNIS.fullmatch(text)
    if not found:
        raise ValueError(text)
    low, high = int(found[1]), int(found[2] or found[1])
    return range(low, min(high, low + 4094) + 1)


_MAC_AGE = "mac address-table aging-time"
_VIRTUAL = ValueNotGiven("the peer link is virtual and takes the fabric's links")
_GLOBAL_LINES = LineTable(
    CommandRow(f"{_MAC_AGE} [<0-9999999>] vlan <0-9999>", "mac_ages_s[]", key=_last, value=_first),
    CommandRow(f"{_MAC_AGE} <0-9999999>", "mac_age_s"),
    CommandRow("ip arp timeout <0-9999999>", "arp_age_s"),
    CommandRow("fabric forwarding anycast-gateway-mac <mac>", "gateway_mac"),
    CommandRow("peer-keepalive destination <address> ...", "peer"),
    CommandRow("virtual peer-link destination ...", "virtual_peer_link", value=_VIRTUAL),
)
_VLAN_LINES = LineTable(CommandRow("vn-segment <0-99999999>", "segments[block]"))
_PORT_LINES = LineTable(
    CommandRow("ip arp timeout <0-9999999>", "arp_ages_s[block]"),
    CommandRow("vpc peer-link", "peer_links[block]", value=True),
    CommandRow("vpc <0-99999>", "bundles[block]", cleared="vpc <0-99999>"),
    CommandRow("switchport block unicast", "floods[block]", value=False),
    CommandRow("fabric forwarding mode anycast-gateway", "shared_gateways[block]", value=True),
)
_TUNNEL_LINES = LineTable(
    CommandRow("source-interface <name> ...", "tunnel_source", value=_interface),
    CommandRow("global suppress-arp", "suppresses_arp", value=True),
    CommandRow(
        "member vni <vnis> associate-vrf?", "carries_routes[]", key=_vnis, value=lambda vnis, routes: bool(routes)
    ),
)
_MEMBER_LINES = LineTable(
    CommandRow("ingress-replication protocol bgp", "replications[block]", value=FloodReplication.EVPN),
    CommandRow("ingress-replication protocol static", "replications[block]", value=FloodReplication.STATIC_LIST),
    CommandRow("mcast-group ...", "replications[block]", value=FloodReplication.MULTICAST),
    CommandRow("peer-ip <address> ...", "flood_list[]", key=_first, value=_first),
    CommandRow("suppress-arp disable", "arp_suppressed[block]", value=False),
    CommandRow("suppress-arp ...", "arp_suppressed[block]", value=True),
)


class NxosBridgingReader:
    """Collects what one file says of bridging."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._said = _Bridging()
        self._vlans: dict[int, Line] = {}
        self._domain: tuple[str, Line] | None = None
        self._vrf_of_vni: dict[int, str] = {}
        self._tunnel: Source | None = None
        self._targets: dict[int | str, RouteTargets] = {}

    def read_vlan(self, block: Line) -> None:
        """Take `vlan 10,20` and the `vn-segment` below it."""
        found = _VLAN.fullmatch(block.text)
        vlans = number_list(found[2], 1, 4094) if found else frozenset[int]()
        for vlan in vlans:
            if found and found[1]:
                self._vlans.pop(vlan, None)
            else:
                self._vlans.setdefault(vlan, block)
        if vlans and block.may_say("vn-segment"):
            self._read(block.children, _VLAN_LINES, vlans)

    def _read(self, lines: Iterable[Line], table: LineTable, block: Collection[object] = ()) -> None:
        for line in lines:
            table.read(line, self._said, line.source(self._file), block=block)

    def read_vrf(self, name: str, lines: list[Line]) -> None:
        """Take the `vni N` of a VRF."""
        for line in lines:
            words = line.text.split()
            if len(words) > 1 and words[0] == "vni" and words[1].isdecimal() and len(words[1]) < 9:
                self._vrf_of_vni[int(words[1])] = name
        read = TargetLines(self._file, in_evpn_only=True)
        for line in lines:
            read.read(line.walk())
        if lines:
            self._targets[name] = read.targets(lines[0].source(self._file))

    def read_evpn(self, block: Line) -> None:
        """Take `evpn` with `vni N l2` below it."""
        below: dict[int, list[Line]] = {}
        lines: list[Line] = []
        for line in block.walk():
            found = _EVPN_VNI.fullmatch(line.text)
            lines = below.setdefault(int(found[1]), []) if found else lines
            lines.append(line)
        for vni, own in below.items():
            read = TargetLines(self._file, in_evpn_only=False).read(own)
            self._targets[vni] = read.targets(own[0].block(self._file))

    def read_global(self, line: Line) -> None:
        """Take `mac address-table aging-time`, `ip arp timeout`, `fabric forwarding` and `vpc domain`."""
        if found := _DOMAIN.parts(line.text.removeprefix("no ")):
            self._domain = None if line.text.startswith("no ") else (str(found[0]), line)
        self._read((line, *line.children), _GLOBAL_LINES)

    def read_interface_line(self, names: tuple[str, ...], line: Line) -> None:
        """Take `ip arp timeout`, `vpc ...`, `fabric forwarding` and `switchport block unicast` of an interface."""
        self._read((line,), _PORT_LINES, names)

    def read_tunnel(self, block: Line) -> None:
        """Take `interface nve1`, indented or not."""
        self._tunnel = block.block(self._file)
        members: Collection[object] = ()
        for line in block.walk():
            effect = _TUNNEL_LINES.effect(line.text)
            if effect is None:
                self._read((line,), _MEMBER_LINES, members)
                continue
            effect.apply(self._said, line.source(self._file))
            members = effect.keys or members

    def peer_links(self) -> tuple[PeerLink, ...]:
        """Return the vPC peer link."""
        if self._domain is None:
            return ()
        said, (name, block) = self._said, self._domain
        source = block.block(self._file)
        port: Fact[str] = Unknown("no interface is the vpc peer-link", source)
        for of_port, line in said.peer_links.items():
            port = Stated(of_port, line.source)
        port = stated_or(said.virtual_peer_link, port)
        peer = stated_or(said.peer, Unknown("there is no peer-keepalive", source))
        bundles = tuple(PairedBundle(each, number.value, number.source) for each, number in said.bundles.items())
        domain = Stated(name, block.source(self._file))
        return (PeerLink(PairKind.VPC, domain, port, peer, bundles, source),)

    def tunnels(self, ports: tuple[Port, ...]) -> tuple[TunnelEndpoint, ...]:
        """Return the VTEP."""
        said = self._said
        if self._tunnel is None or not isinstance(said.tunnel_source, Stated):
            return ()
        none = Default(FloodReplication.NONE, self._tunnel, "no member vni replicates flooded frames")
        replication: Fact[FloodReplication] = next(reversed(said.replications.values()), none)
        vlans = {segment.value: vlan for vlan, segment in said.segments.items()}
        bindings = tuple(self._binding(vni, routes, vlans) for vni, routes in said.carries_routes.items())
        address, flood_list = tunnel_address(said.tunnel_source, ports), tuple(said.flood_list.values())
        return (TunnelEndpoint("nve1", said.tunnel_source, address, replication, flood_list, bindings, self._tunnel),)

    def _binding(self, vni: int, routes: Stated[bool], vlans: Mapping[int, int]) -> VniBinding:
        vrf = self._vrf_of_vni.get(vni, "") if routes.value else ""
        vlan = 0 if routes.value else vlans.get(vni, 0)
        return VniBinding(vni, vlan, vrf, routes.source, self._targets.get(vrf or vni, NO_TARGETS))

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
            arp_suppressed=defaults.NO_ARP_SUPPRESSION.at(whole),
            vni=defaults.NO_VNI.at(whole),
            source=whole,
        )
        return tuple(self._own(one) for one in bridge_domains(ports, self._vlans, said.arp_ages_s, plain))

    def _own(self, plain: BridgeDomain) -> BridgeDomain:
        """Return a VLAN with what its own lines and those of its ports say."""
        said, vni = self._said, self._said.segments.get(plain.vlan)
        quiet = tuple(name for name in plain.ports if name in said.floods) if said.floods else ()
        suppressed: Fact[bool] = plain.arp_suppressed
        if vni and vni.value in said.carries_routes:
            suppressed = said.arp_suppressed.get(vni.value) or stated_or(said.suppresses_arp, suppressed)
        return replace(
            plain,
            mac_age_s=said.mac_ages_s.get(plain.vlan, plain.mac_age_s),
            floods_unknown_unicast=said.floods[quiet[0]] if quiet == plain.ports else plain.floods_unknown_unicast,
            arp_suppressed=suppressed,
            vni=vni or plain.vni,
            ports_without_flooding=quiet,
            gateway_mac=stated_or(said.gateway_mac, plain.gateway_mac)
            if plain.gateway in said.shared_gateways
            else plain.gateway_mac,
        )


_OF_IGP = ("ip router ", "ipv6 router ", "ip ospf ", "isis ", "no ip router ", "no ip ospf ", "no isis ")
_OF_BRIDGING = tuple(
    f"{no}{line}"
    for line in ("ip arp timeout", "vpc ", "switchport block ", "fabric forwarding ")
    for no in ("", "no ")
)
_OF_PATHS = (*_OF_IGP, *_OF_BRIDGING, *OF_VIRTUAL_ADDRESSES, "ip address ", "ipv6 address ")
_TAGGED = lazy_pattern(r"(?:ip|ipv6) address (\S+/\d{1,3})(?: secondary)? tag (\d{1,10})", re.ASCII)
_ROUTES = ("ip route ", "ipv6 route ", "no ip route ", "no ipv6 route ")


class NxosRoutingReader:
    """Routing and bridging of one file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._tags: dict[tuple[str, str], tuple[int, Source]] = {}
        self.routing = RoutingReader(ROUTING, file)
        self.bridging = NxosBridgingReader(file)
        self._virtual = VirtualAddresses(file)

    def read_vrf(self, block: Line) -> None:
        """Take `vrf context NAME`, whose static routes and VNI stand below it."""
        words = block.text.split()
        if len(words) < 3:
            return
        self.bridging.read_vrf(words[2], block.children)
        for line in block.children:
            if line.text.startswith(_ROUTES):
                self.routing.read_ip(line, words[2])

    def read_ip(self, line: Line) -> None:
        """Take a top-level line that begins with `ip` or `ipv6`: lists, static routes, the age of ARP entries."""
        if line.text.startswith(("ip arp timeout", "no ip arp timeout")):
            self.bridging.read_global(line)
        else:
            self.routing.read_ip(line)

    def read_interface(self, block: Line) -> None:
        """Take the lines of an interface that decide paths."""
        if block.text.startswith("interface nve"):
            self.bridging.read_tunnel(block)
            return
        names: tuple[str, ...] = ()
        for line in block.children:
            if not line.text.startswith(_OF_PATHS):
                continue
            names = names or expand_interfaces(block.text.removeprefix("interface").strip())
            if line.text.startswith(_OF_IGP):
                self.routing.igp.read_interface_line(names, line)
            elif line.text.startswith(_OF_BRIDGING):
                self.bridging.read_interface_line(names, line)
            elif line.text.startswith(OF_VIRTUAL_ADDRESSES):
                self._virtual.read(names, line)
            else:
                self._read_address(names, line)

    def _read_address(self, names: Sequence[str], line: Line) -> None:
        """Take the address of an interface, which may have a tag."""
        found = _TAGGED.fullmatch(line.text) if " tag " in line.text else None
        for name in names if found else ():
            if found:
                self._tags[name, prefix_of(found[1])] = (int(found[2]), line.source(self._file))

    def facts(self, ports: tuple[Port, ...]) -> Routing:
        """Return the facts when all blocks are read."""
        vrfs = {port.name: known(port.values.vrf, "default") for port in ports}
        return replace(
            self.routing.routing(ports),
            tagged_prefixes=tuple(
                TaggedPrefix(vrfs.get(name, "default"), prefix, tag, source)
                for (name, prefix), (tag, source) in self._tags.items()
            ),
            peer_links=self.bridging.peer_links(),
            bridge_domains=self.bridging.bridge_domains(ports),
            tunnels=self.bridging.tunnels(ports),
            virtual_addresses=self._virtual.facts(),
        )
