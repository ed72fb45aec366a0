"""What bridges, MLAG, EVPN multihoming, VXLAN and gateways state that has no effect, or takes others' away."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from roce_lint.model.fact import Stated
from roce_lint.model.port import Port
from roce_lint.model.terms import PortKind
from roce_lint.os.cumulus.bridging import ethernet_segments, tunnels, vni_bindings
from roce_lint.os.cumulus.interfaces import IP, InterfaceReader
from roce_lint.os.cumulus.settings import child, enabled_block, entries, is_on, number, stated
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node


def report_conflicts(
    root: Node, reader: InterfaceReader, ports: tuple[Port, ...], diagnostics: LeafDiagnostics
) -> None:
    """Report all of it."""
    _report_switched_off(root, reader, diagnostics)
    _report_vlans_outside(root, reader, diagnostics)
    _report_tunnels(root, ports, diagnostics)
    _report_segments(root, reader, diagnostics)
    _report_gateways(root, reader, diagnostics)


def _report_vlans_outside(root: Node, reader: InterfaceReader, diagnostics: LeafDiagnostics) -> None:
    """Report ports in a VLAN that their bridge does not list, to which no gateway and no tunnel leads."""
    for bridge in entries(root, "bridge", "domain"):
        listed = {one.name for one in entries(bridge, "vlan")}
        for block in reader.blocks.values() if listed else ():
            for word in ("access", "untagged"):
                vlan = number(block, "bridge", "domain", bridge.name, word)
                if vlan is not None and str(vlan.value) not in listed | {"1"}:
                    because = f"{bridge.name} does not list VLAN {vlan.value}: no gateway and no tunnel is in it"
                    diagnostics.doubtful(f"bridge domain {bridge.name} {word} {vlan.value}", because, vlan.source)


def _report_switched_off(root: Node, reader: InterfaceReader, diagnostics: LeafDiagnostics) -> None:
    """Report what is off as a whole although the file states what it is for."""
    segments = any(child(block, "evpn", "multihoming", "segment") for block in reader.blocks.values())
    pairs = any(child(block, "bond", "mlag", "id") for block in reader.blocks.values())
    vnis = next(vni_bindings(root), None) is not None
    listed = any(one.name != "evpn" for one in entries(root, "nve", "vxlan", "flooding", "head-end-replication"))
    off = [
        *((f"vrf {one.name} router bgp", child(one, "router", "bgp")) for one in entries(root, "vrf")),
        ("router bgp", child(root, "router", "bgp")),
    ]
    sessions = any(child(one, "router", "bgp", "neighbor") for one in entries(root, "vrf"))
    for name, block in off if sessions else ():
        used = name == "router bgp" or child(block, "neighbor") is not None
        on = is_on(block)
        if used and on is not None and not on.value:
            diagnostics.harmful(f"{name} off", "BGP sessions are configured, and none comes up", on.source)
    for path, is_used, because in (
        ("nve vxlan", vnis, "VLANs have VNIs, and no tunnel carries them"),
        ("evpn", vnis and not listed, "VLANs have VNIs, and no switch learns which hosts are behind its tunnels"),
        ("evpn multihoming", segments, "bonds have Ethernet segments, and none is one LAG with that of another switch"),
        ("mlag", pairs, "bonds have numbers of MLAG, and none is one LAG with that of another switch"),
    ):
        on = is_on(child(root, *path.split()))
        if is_used and on is not None and not on.value:
            diagnostics.harmful(f"{path} off", because, on.source)


def _report_tunnels(root: Node, ports: tuple[Port, ...], diagnostics: LeafDiagnostics) -> None:
    """Report tunnels without an address of the switch, and VNIs of which no session tells the other switches."""
    if next(vni_bindings(root), None) is None:
        return
    held = {address.partition("/")[0] for port in ports for address in port.stated_addresses}
    for endpoint in tunnels(root):
        address = endpoint.source_address
        shared = child(root, "nve", "vxlan", "mlag", "shared-address") is not None
        if not isinstance(address, Stated):
            because = "no `nve vxlan source address` is set: no tunnel comes up"
            diagnostics.harmful("nve vxlan", because, endpoint.source)
        elif held and address.value not in held and not shared:
            because = f"no interface has the address {address.value}, so that no tunnel comes up"
            diagnostics.harmful("nve vxlan source address", because, address.source)
    listed = any(one.name != "evpn" for one in entries(root, "nve", "vxlan", "flooding", "head-end-replication"))
    evpn = enabled_block(child(root, "evpn"))
    sessions = [one for vrf in entries(root, "vrf") for one in _peers(vrf)]
    if evpn is not None and evpn.value and sessions and not listed and not any(map(_exchanges_evpn, sessions)):
        because = "no BGP session has the address family l2vpn-evpn: no switch learns what is behind its tunnels"
        diagnostics.harmful("evpn", because, evpn.source)


def _peers(vrf: Node) -> Iterator[Node]:
    yield from entries(vrf, "router", "bgp", "neighbor")
    yield from entries(vrf, "router", "bgp", "peer-group")


def _exchanges_evpn(peer: Node) -> bool:
    on = enabled_block(child(peer, "address-family", "l2vpn-evpn"))
    return on is not None and on.value


def _report_segments(root: Node, reader: InterfaceReader, diagnostics: LeafDiagnostics) -> None:
    """Report Ethernet segments that are off although they have a number, and two of one switch with one identifier."""
    for name, block in reader.blocks.items():
        segment = child(block, "evpn", "multihoming", "segment")
        on = is_on(segment)
        if on is not None and not on.value and (child(segment, "local-id") or child(segment, "identifier")):
            because = f"{name} is then one LAG with no other switch, although it has a number for that"
            diagnostics.harmful("evpn multihoming segment off", because, on.source)
    users: dict[str, str] = {}
    for one in ethernet_segments(root, reader):
        if isinstance(one.identifier, Stated) and isinstance(one.port, Stated):
            first = users.setdefault(one.identifier.value, one.port.value)
            if first != one.port.value:
                because = f"{first} has the Ethernet segment {one.identifier.value} too, so that both are one"
                diagnostics.harmful("evpn multihoming segment", because, one.identifier.source)


def _report_gateways(root: Node, reader: InterfaceReader, diagnostics: LeafDiagnostics) -> None:
    """Report gateways that hosts cannot use: VRR that is off, or of another subnet, and VLANs that no bridge has."""
    listed = {vlan.name for bridge in entries(root, "bridge", "domain") for vlan in entries(bridge, "vlan")}
    for name, block in reader.blocks.items():
        for version in IP:
            vrr = child(block, version, "vrr")
            for word in ("state", "enable"):
                state = stated(vrr, word)
                if state is not None and state.value in ("down", "off", "disabled") and child(vrr, "address"):
                    because = f"the virtual address of {name}, which is the gateway of its hosts, is not there"
                    diagnostics.harmful(f"interface {name} {version} vrr {word} {state.value}", because, state.source)
        own = [found for version in IP for one in entries(block, version, "address") if (found := _interface(one.name))]
        for one in (each for version in IP for each in entries(block, version, "vrr", "address")):
            address = _interface(one.name)
            same = [each for each in own if address is not None and each.version == address.version]
            setting = f"interface {name} vrr address {one.name}"
            if address is None or not same:
                continue
            if any(each.ip == address.ip for each in same):
                because = "it is the interface's own address as well: hosts hear of two MAC addresses for one gateway"
                diagnostics.doubtful(setting, because, one.first_line)
            elif not any(address.ip in each.network for each in same):
                because = f"it is in no subnet of the interface, which has {', '.join(map(str, same))}"
                diagnostics.doubtful(setting, because, one.first_line)
        vlan = reader.vlan_of(name, block) if reader.kind(name, block) is PortKind.VLAN else 0
        if own and vlan and listed and str(vlan) not in listed | {"1"}:
            because = f"no bridge lists VLAN {vlan}, so that no host is behind {name}"
            place = number(block, "vlan")
            diagnostics.doubtful(f"interface {name} vlan {vlan}", because, place.source if place else block.first_line)


def _interface(text: str) -> ipaddress.IPv4Interface | ipaddress.IPv6Interface | None:
    try:
        return ipaddress.ip_interface(text)
    except ValueError:
        return None
