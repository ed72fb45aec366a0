"""Bridges, MLAG, EVPN multihoming and VXLAN of NVUE."""

from __future__ import annotations

from collections.abc import Iterator

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
    VirtualAddress,
    VniBinding,
)
from roce_lint.model.device import Overlay, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.terms import OuterDscp, PortKind
from roce_lint.os.cumulus import defaults
from roce_lint.os.cumulus.interfaces import IP, InterfaceReader, virtual_blocks
from roce_lint.os.cumulus.settings import child, choice, enabled_block, entries, is_on, number, stated, switch
from roce_lint.text.tree import Node

_OUTER = {"copy": OuterDscp.INNER, "derive": OuterDscp.TRAFFIC_CLASS, "set": OuterDscp.FIXED}


def bridge_domains(root: Node, reader: InterfaceReader, ports: tuple[Port, ...]) -> tuple[BridgeDomain, ...]:
    """Return the VLANs of each bridge with their ports."""
    gateways = {
        reader.vlan_of(name, block): name
        for name, block in reader.blocks.items()
        if reader.kind(name, block) is PortKind.VLAN
    }
    suppressed = switch(root, "nve", "vxlan", "arp-nd-suppress")
    found = []
    for bridge in entries(root, "bridge", "domain"):
        members: dict[int, list[str]] = {}
        for port in ports:
            block = reader.blocks.get(port.name)
            if child(block, "bridge", "domain", bridge.name) is not None and isinstance(port.vlans, Stated):
                for vlan in port.vlans.value:
                    members.setdefault(vlan, []).append(port.name)
        blocks = {int(one.name): one for one in entries(bridge, "vlan") if one.name.isdecimal()}
        age = number(bridge, "ageing")
        for vlan in sorted({*blocks, *members}):
            block = blocks.get(vlan, bridge)
            place = block.first_line
            gateway = gateways.get(vlan, "")
            timeout = number(reader.blocks.get(gateway), "ipv4", "arp-timeout")
            vni = next(
                (Stated(int(one.name), one.first_line) for one in entries(block, "vni") if one.name.isdecimal()), None
            )
            found.append(
                BridgeDomain(
                    name=f"{bridge.name} vlan {vlan}",
                    vlan=vlan,
                    ports=tuple(members.get(vlan, ())),
                    gateway=gateway,
                    mac_age_s=age or defaults.MAC_AGE_S.at(place),
                    arp_age_s=timeout or defaults.ARP_AGE_S.at(place),
                    floods_unknown_unicast=defaults.FLOODS.at(place),
                    arp_suppressed=suppressed or defaults.ARP_SUPPRESSED.at(place),
                    vni=vni or defaults.NO_VNI.at(place),
                    source=block.source,
                    gateway_mac=_gateway_mac(root, reader.blocks.get(gateway), place),
                )
            )
    return tuple(found)


def _gateway_mac(root: Node, gateway: Node | None, place: Source) -> Fact[str]:
    """Return the MAC address of VRR in a VLAN: its own, or that of the fabric."""
    for version in IP:
        vrr = child(gateway, version, "vrr")
        if vrr is None or not any(entries(vrr, "address")):
            continue
        found = stated(vrr, "mac-address")
        if found is None or found.value == "auto":
            found = stated(root, "system", "global", "fabric-mac")
        return found or Unknown("no MAC address of VRR is set", vrr.first_line)
    return Unknown("the VLAN has no address of VRR", place)


def virtual_addresses(reader: InterfaceReader) -> tuple[VirtualAddress, ...]:
    """Return the addresses that interfaces share with other switches by VRR or VRRP."""
    found = []
    for name, block in reader.blocks.items():
        for one in virtual_blocks(block):
            address, _, length = one.name.partition("/")
            fact = Stated(address, one.first_line)
            found.append(VirtualAddress(name, fact, int(length) if length.isdecimal() else 0))
    return tuple(found)


def peer_links(root: Node, reader: InterfaceReader) -> tuple[PeerLink, ...]:
    """Return the link between two switches of MLAG."""
    mlag = child(root, "mlag")
    if mlag is None or (on := enabled_block(mlag)) is None or not on.value:
        return ()
    bond = next((name for name, block in reader.blocks.items() if _is_peerlink(name, block)), "")
    block = reader.blocks.get(bond)
    bundles = [
        PairedBundle(name, found.value, found.source)
        for name, one in reader.blocks.items()
        if (found := number(one, "bond", "mlag", "id")) is not None
    ]
    none = Unknown("no interface is of type peerlink", mlag.first_line)
    return (
        PeerLink(
            kind=PairKind.MLAG,
            domain=stated(mlag, "mac-address") or Unknown("no mac-address of MLAG is set", mlag.first_line),
            port=Stated(bond, block.first_line) if block is not None else none,
            peer_address=_peer_address(mlag),
            bundles=tuple(bundles),
            source=mlag.source,
            keepalive_addresses=tuple(Stated(one.name, one.first_line) for one in entries(mlag, "backup")),
        ),
    )


def _peer_address(mlag: Node) -> Fact[str]:
    """Return the address of the other switch; `linklocal` is whoever is at the other end of the peer link."""
    found = stated(mlag, "peer-ip")
    if found is None or found.value == "linklocal":
        because = "the peer has a link-local address" if found else "no peer-ip is set"
        return Unknown(because, found.source if found else mlag.first_line)
    return found


def _is_peerlink(name: str, block: Node) -> bool:
    kind = stated(block, "type")
    return kind.value == "peerlink" if kind is not None else name == "peerlink"


def ethernet_segments(root: Node, reader: InterfaceReader) -> tuple[EthernetSegment, ...]:
    """Return the bonds that EVPN multihoming attaches to several switches."""
    general = child(root, "evpn", "multihoming")
    on = is_on(general)
    if general is None or (on is not None and not on.value):
        return ()
    shared = stated(general, "segment", "mac-address")
    found = []
    for name, block in reader.blocks.items():
        segment = child(block, "evpn", "multihoming", "segment")
        state = is_on(segment)
        if segment is None or (state is not None and not state.value):
            continue
        mac, local = stated(segment, "mac-address") or shared, stated(segment, "local-id")
        esi = stated(segment, "identifier")
        identifier: Fact[str] = Unknown("neither an identifier nor a local-id is set", segment.first_line)
        if esi is not None:
            identifier = esi
        elif local is not None and mac is not None:
            # ESI of type 3: the MAC address and the discriminator (RFC 7432, 5).
            identifier = Stated(
                f"03:{mac.value.lower()}:{int(local.value):06x}" if local.value.isdecimal() else local.value,
                local.source,
            )
        elif local is not None:
            identifier = Unknown("no mac-address of the segment is set", local.source)
        found.append(
            EthernetSegment(
                identifier,
                Stated(name, segment.first_line),
                defaults.ALL_ACTIVE.at(segment.first_line),
                segment.source,
                Stated(mac.value.lower(), mac.source)
                if mac
                else Unknown("no mac-address of the segment is set", segment.first_line),
            )
        )
    return tuple(found)


def tunnels(root: Node) -> tuple[TunnelEndpoint, ...]:
    """Return the VXLAN tunnel endpoint."""
    vxlan = child(root, "nve", "vxlan")
    on = enabled_block(vxlan)
    if vxlan is None or on is None or not on.value:
        return ()
    shared, own = stated(vxlan, "mlag", "shared-address"), stated(vxlan, "source", "address")
    source = shared if shared is not None and shared.value != "none" else own
    evpn = enabled_block(child(root, "evpn"))
    replication: Fact[FloodReplication] = defaults.NO_REPLICATION.at(vxlan.first_line)
    listed = [one for one in entries(vxlan, "flooding", "head-end-replication") if one.name != "evpn"]
    group = stated(vxlan, "flooding", "multicast-group")
    if group is not None:
        replication = Stated(FloodReplication.MULTICAST, group.source)
    elif listed:
        replication = Stated(FloodReplication.STATIC_LIST, listed[0].first_line)
    elif evpn is not None and evpn.value:
        replication = Stated(FloodReplication.EVPN, evpn.source)
    return (
        TunnelEndpoint(
            interface="vxlan",
            source_interface=Unknown("the endpoint states its address, not an interface", vxlan.first_line),
            source_address=source or Unknown("no source address of nve vxlan is set", vxlan.first_line),
            replication=replication,
            flood_list=tuple(Stated(one.name, one.first_line) for one in listed),
            bindings=tuple(vni_bindings(root)),
            source=vxlan.source,
        ),
    )


def vni_bindings(root: Node) -> Iterator[VniBinding]:
    """Yield the VLANs and VRFs with their VNIs."""
    targets = {one.name: one for one in entries(root, "evpn", "vni")}
    for bridge in entries(root, "bridge", "domain"):
        for vlan in entries(bridge, "vlan"):
            for vni in entries(vlan, "vni"):
                if vni.name.isdecimal():
                    yield VniBinding(
                        int(vni.name),
                        int(vlan.name),
                        "",
                        vni.first_line,
                        _targets(targets.get(vni.name), "route-target"),
                    )
    for vrf in entries(root, "vrf"):
        on = enabled_block(child(vrf, "evpn"))
        for vni in entries(vrf, "evpn", "vni"):
            if vni.name.isdecimal() and (on is None or on.value):
                yield VniBinding(int(vni.name), 0, vrf.name, vni.first_line, _vrf_targets(vrf))


def _targets(block: Node | None, name: str) -> RouteTargets:
    both = {one.name: one.first_line for one in entries(block, name, "both")}
    sides = [both | {one.name: one.first_line for one in entries(block, name, side)} for side in ("import", "export")]
    return RouteTargets(*map(_values, sides)) if any(sides) else NO_TARGETS


def _vrf_targets(vrf: Node) -> RouteTargets:
    sides = [
        {one.name: one.first_line for one in entries(vrf, "router", "bgp", *path, "route-target")}
        for path in (("route-import", "from-evpn"), ("route-export", "to-evpn"))
    ]
    return RouteTargets(*map(_values, sides)) if any(sides) else NO_TARGETS


def _values(found: dict[str, Source]) -> Fact[frozenset[str]]:
    names = {name: source for name, source in found.items() if name not in ("auto", "ANY")}
    if not names:
        return Unknown("the route target is derived from the AS number and the VNI", Source("", 0, 0))
    return Stated(frozenset(names), next(iter(names.values())))


def overlay(root: Node, whole: Source) -> Overlay:
    """Return whether the switch is a tunnel endpoint, and what its tunnels do to DSCP and ECN."""
    vxlan = child(root, "nve", "vxlan")
    on = enabled_block(vxlan)
    if vxlan is None or on is None or not on.value:
        none = Unknown("nve vxlan is not configured", whole)
        return Overlay(defaults.NO_TUNNEL.at(whole), none, none, none)
    place = vxlan.first_line
    outer = choice(stated(vxlan, "encapsulation", "dscp", "action"), _OUTER)
    stated(vxlan, "decapsulation", "dscp", "action")
    ecn = Unknown("whether VXLAN copies ECN is in no setting of NVUE and not published", place)
    classifies: Fact[bool] = Unknown("which header classifies behind a tunnel is not published", place)
    if outer is not None and outer.value is OuterDscp.INNER:
        classifies = Default(True, outer.source, "both headers have the DSCP of the packet inside")
    return Overlay(Stated(True, on.source), outer or defaults.OUTER_DERIVED.at(place), ecn, ecn, (), classifies)
