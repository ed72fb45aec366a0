"""VLANs of NX-OS as bridge domains, vPC, and VXLAN tunnel endpoints."""

from __future__ import annotations

import re
from collections.abc import Mapping

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
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.terms import PortKind
from roce_lint.os.industry_cli.bridge_ports import PortsOfVlans
from roce_lint.os.industry_cli.route_targets import TargetLines
from roce_lint.os.industry_cli.tunnel_address import tunnel_address
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.names import expand_interfaces
from roce_lint.os.nxos.tokens import number_list
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

_VLAN = lazy_pattern(r"(no )?vlan (?:configuration )?([\d,-]+)", re.ASCII)
_SEGMENT = lazy_pattern(r"(no )?vn-segment(?: (\d{1,8}))?", re.ASCII)
_EVPN_VNI = lazy_pattern(r"vni (\d{1,8}) l2", re.ASCII)
_MEMBER = lazy_pattern(r"(no )?member vni (\d{1,8})(?:-(\d{1,8}))?( associate-vrf)?", re.ASCII)
_MAC_AGE = lazy_pattern(r"(no )?mac address-table aging-time(?: (\d{1,7}))?(?: vlan (\d{1,4}))?", re.ASCII)
_ARP_AGE = lazy_pattern(r"(no )?ip arp timeout(?: (\d{1,7}))?", re.ASCII)
_VPC = lazy_pattern(r"(no )?vpc (peer-link|\d{1,5})", re.ASCII)
_DOMAIN = lazy_pattern(r"(no )?vpc domain (\d{1,4})", re.ASCII)
_KEEPALIVE = lazy_pattern(r"peer-keepalive destination (\S+)")
_FABRIC_PEERING = lazy_pattern(r"virtual peer-link destination (\S+)")


@dataclass(slots=True)
class _Member:
    """One `member vni` of the tunnel."""

    source: Source
    carries_routes: bool
    replication: Stated[FloodReplication] | None = None
    peers: list[Stated[str]] = field(default_factory=list)
    arp_suppressed: Stated[bool] | None = None


class BridgingReader:
    """Collects what one file says of bridging."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._vlans: dict[int, Line] = {}
        self._segments: dict[int, Stated[int]] = {}
        self._mac_ages: dict[int, Fact[int]] = {}
        self._arp_age: Fact[int] | None = None
        self._arp_ages: dict[str, Fact[int]] = {}
        self._blocking: dict[str, Source] = {}
        self._domain: tuple[str, Line] | None = None
        self._peer_link: Stated[str] | None = None
        self._bundles: dict[str, PairedBundle] = {}
        self._vrf_of_vni: dict[int, str] = {}
        self._tunnel: Source | None = None
        self._tunnel_source: Fact[str] | None = None
        self._members: dict[int, _Member] = {}
        self._suppresses: Stated[bool] | None = None
        self._targets: dict[int | str, RouteTargets] = {}

    def read_vlan(self, block: Line) -> None:
        """Take `vlan 10,20` and the `vn-segment` below it."""
        found = _VLAN.fullmatch(block.text)
        lines = block.children if block.may_say("vn-segment") else ()
        segments = [(one, line) for line in lines if (one := _SEGMENT.fullmatch(line.text))]
        for vlan in number_list(found[2], 1, 4094) if found else ():
            if found and found[1]:
                self._vlans.pop(vlan, None)
                continue
            self._vlans.setdefault(vlan, block)
            for segment, line in segments:
                if segment[2] and not segment[1]:
                    self._segments[vlan] = Stated(int(segment[2]), line.source(self._file))
                else:
                    self._segments.pop(vlan, None)

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
        """Take `mac address-table aging-time`, `ip arp timeout` and `vpc domain`."""
        if found := _MAC_AGE.fullmatch(line.text):
            vlan = int(found[3] or 0)
            self._mac_ages.pop(vlan, None)
            if found[2] and not found[1]:
                self._mac_ages[vlan] = Stated(int(found[2]), line.source(self._file))
        elif found := _ARP_AGE.fullmatch(line.text):
            self._arp_age = Stated(int(found[2]), line.source(self._file)) if found[2] and not found[1] else None
        elif found := _DOMAIN.fullmatch(line.text):
            self._domain = None if found[1] else (found[2], line)

    def read_interface_line(self, names: tuple[str, ...], line: Line) -> None:
        """Take `ip arp timeout`, `vpc ...` and `switchport block unicast` of an interface."""
        source = line.source(self._file)
        arp, vpc = _ARP_AGE.fullmatch(line.text), _VPC.fullmatch(line.text)
        for name in names:
            if arp:
                self._arp_ages.pop(name, None)
                if arp[2] and not arp[1]:
                    self._arp_ages[name] = Stated(int(arp[2]), source)
            elif vpc and vpc[2] == "peer-link":
                self._peer_link = None if vpc[1] else Stated(name, source)
            elif vpc:
                self._bundles.pop(name, None)
                if not vpc[1]:
                    self._bundles[name] = PairedBundle(name, int(vpc[2]), source)
            elif line.text == "switchport block unicast":
                self._blocking[name] = source
            elif line.text == "no switchport block unicast":
                self._blocking.pop(name, None)

    def read_tunnel(self, block: Line) -> None:
        """Take `interface nve1`, indented or not."""
        self._tunnel = block.block(self._file)
        member: _Member | None = None
        for line in block.walk():
            source = line.source(self._file)
            words = line.text.split()
            if found := _MEMBER.fullmatch(line.text):
                member = self._read_member(found, source)
            elif words[0] == "source-interface" and len(words) > 1:
                names = expand_interfaces(" ".join(words[1:2]))
                self._tunnel_source = Stated(names[0] if names else words[1], source)
            elif line.text == "global suppress-arp":
                self._suppresses = Stated(True, source)
            elif member:
                _read_of_member(words, source, member)

    def _read_member(self, found: re.Match[str], source: Source) -> _Member | None:
        low, high = int(found[2]), int(found[3] or found[2])
        member = _Member(source, bool(found[4]))
        for vni in range(low, min(high, low + 4094) + 1):
            if found[1]:
                self._members.pop(vni, None)
            else:
                self._members[vni] = member
        return None if found[1] else member

    def peer_links(self) -> tuple[PeerLink, ...]:
        """Return the vPC peer link."""
        if self._domain is None:
            return ()
        name, block = self._domain
        source = block.block(self._file)
        port: Fact[str] = self._peer_link or Unknown("no interface is the vpc peer-link", source)
        peer: Fact[str] = Unknown("there is no peer-keepalive", source)
        for line in block.children:
            if found := _KEEPALIVE.match(line.text):
                peer = Stated(found[1], line.source(self._file))
            elif _FABRIC_PEERING.match(line.text):
                port = Unknown("the peer link is virtual and takes the fabric's links", line.source(self._file))
        domain = Stated(name, block.source(self._file))
        return (PeerLink(PairKind.VPC, domain, port, peer, tuple(self._bundles.values()), source),)

    def tunnels(self, ports: tuple[Port, ...]) -> tuple[TunnelEndpoint, ...]:
        """Return the VTEP."""
        if self._tunnel is None or not isinstance(self._tunnel_source, Stated):
            return ()
        address = tunnel_address(self._tunnel_source, ports)
        vlans = {segment.value: vlan for vlan, segment in self._segments.items()}
        replication: Fact[FloodReplication] = Default(
            FloodReplication.NONE, self._tunnel, "no member vni replicates flooded frames"
        )
        flood_list: dict[str, Fact[str]] = {}
        for member in self._members.values():
            replication = member.replication or replication
            flood_list.update((one.value, one) for one in member.peers)
        bindings = tuple(self._binding(vni, member, vlans) for vni, member in self._members.items())
        found = TunnelEndpoint(
            "nve1", self._tunnel_source, address, replication, tuple(flood_list.values()), bindings, self._tunnel
        )
        return (found,)

    def _binding(self, vni: int, member: _Member, vlans: Mapping[int, int]) -> VniBinding:
        vrf = self._vrf_of_vni.get(vni, "") if member.carries_routes else ""
        vlan = 0 if member.carries_routes else vlans.get(vni, 0)
        return VniBinding(vni, vlan, vrf, member.source, self._targets.get(vrf or vni, NO_TARGETS))

    def bridge_domains(self, ports: tuple[Port, ...]) -> tuple[BridgeDomain, ...]:
        """Return the VLANs that some port switches."""
        whole = Source(self._file, 0, 0)
        mac_age = self._mac_ages.get(0, defaults.MAC_AGE.at(whole))
        arp_age = self._arp_age or defaults.ARP_AGE.at(whole)
        floods: Fact[bool] = defaults.UNKNOWN_UNICAST_FLOODED.at(whole)
        no_vni: Fact[int] = defaults.NO_VNI.at(whole)
        gateways = {port.name for port in ports if port.kind is PortKind.VLAN}
        found = []
        for vlan, names in PortsOfVlans(ports, self._vlans).in_order():
            gateway = f"Vlan{vlan}" if f"Vlan{vlan}" in gateways else ""
            quiet = tuple(name for name in names if name in self._blocking) if self._blocking else ()
            found.append(
                BridgeDomain(
                    name=str(vlan),
                    vlan=vlan,
                    ports=names,
                    gateway=gateway,
                    mac_age_s=self._mac_ages.get(vlan, mac_age),
                    arp_age_s=self._arp_ages.get(gateway, arp_age),
                    floods_unknown_unicast=Stated(False, self._blocking[names[0]]) if quiet == names else floods,
                    arp_suppressed=self._arp_suppressed(vlan, whole),
                    vni=self._segments.get(vlan, no_vni),
                    source=self._vlans[vlan].block(self._file) if vlan in self._vlans else whole,
                    ports_without_flooding=quiet,
                )
            )
        return tuple(found)

    def _arp_suppressed(self, vlan: int, whole: Source) -> Fact[bool]:
        segment = self._segments.get(vlan)
        member = self._members.get(segment.value) if segment else None
        none = defaults.NO_ARP_SUPPRESSION.at(whole)
        if member is None:
            return none
        return member.arp_suppressed or self._suppresses or none


def _read_of_member(words: list[str], source: Source, member: _Member) -> None:
    match words:
        case ["ingress-replication", "protocol", "bgp"]:
            member.replication = Stated(FloodReplication.EVPN, source)
        case ["ingress-replication", "protocol", "static"]:
            member.replication = Stated(FloodReplication.STATIC_LIST, source)
        case ["mcast-group", *_]:
            member.replication = Stated(FloodReplication.MULTICAST, source)
        case ["peer-ip", address, *_]:
            member.peers.append(Stated(address, source))
        case ["suppress-arp", *rest]:
            member.arp_suppressed = Stated(rest != ["disable"], source)
