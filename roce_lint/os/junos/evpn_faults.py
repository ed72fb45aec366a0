"""EVPN of an instance that its own statements keep from working: what lacks, or contradicts, in one configuration."""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.os.junos.instances import Instance, RoutingInstances
from roce_lint.os.junos.vlans import VlanEntry, Vlans
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node

_ESI = lazy_pattern(r"[0-9a-fA-F]{1,2}(?::[0-9a-fA-F]{1,2}){9}")
_RESERVED = re.compile(r"[0:]+|[f:]+")


def report_evpn_faults(root: Node, instances: RoutingInstances, vlans: Vlans, diagnostics: LeafDiagnostics) -> None:
    """Report settings of EVPN and VXLAN that do not take effect.

    Source: Junos EVPN User Guide: vtep-source-interface, extended-vni-list, encapsulation, esi, route-distinguisher.
    """
    for instance in instances.switched():
        own = [one for one in vlans.every if one.instance is instance]
        _report_tunnel(instance, own, diagnostics)
    for instance in (instances.main, *instances.others):
        _report_identity(root, instance, diagnostics)
    for block in root.at("interfaces").entries("interface"):
        for holder in (block, *block.entries("unit")):
            _report_segment(holder.at("esi").take("identifier"), diagnostics)


def _report_segment(leaf: Node, diagnostics: LeafDiagnostics) -> None:
    value = leaf.value.lower()
    if not leaf.line or value[:1] in ("<", "$"):
        return
    because = ""
    if _ESI.fullmatch(value) is None:
        because = "an Ethernet segment identifier has ten octets, as in 00:11:22:33:44:55:66:77:88:99"
    elif _RESERVED.fullmatch(value):
        because = "identifiers of zeros alone or ones alone are reserved (RFC 7432, section 5)"
    if because:
        diagnostics.refused(f"esi {leaf.value}", because, leaf.first_line)


def _report_tunnel(instance: Instance, vlans: list[VlanEntry], diagnostics: LeafDiagnostics) -> None:
    """Report VNIs that nothing carries."""
    bound = [(one, vni) for one in vlans if (vni := one.block.at("vxlan").take("vni")).line]
    evpn = instance.block.at("protocols/evpn")
    encapsulation, listed = evpn.take("encapsulation"), evpn.take("extended-vni-list")
    carried = _vnis(listed.values)
    for one, vni in bound:
        if listed.line and carried is not None and vni.value not in carried:
            because = "extended-vni-list of the instance does not list the VNI, so that EVPN does not carry it"
            diagnostics.refused(f"vlans {one.name} vxlan vni {vni.value}", because, vni.first_line)
    if bound and encapsulation.line and encapsulation.value != "vxlan":
        because = f"the VLANs of the instance have VNIs, as that of {bound[0][0].name}, and VNIs are of VXLAN"
        diagnostics.refused(f"evpn encapsulation {encapsulation.value}", because, encapsulation.first_line)
    if bound and instance.block.find("protocols/evpn") is not None and not encapsulation.line:
        because = "without `encapsulation vxlan` it announces no VNI: EVPN uses MPLS then"
        diagnostics.refused(f"vxlan vni {bound[0][1].value}", because, evpn.place_of("encapsulation"))
    holders = (instance.block, instance.block.at("switch-options"))
    if bound and not any(one.has("vtep-source-interface") for one in holders):
        vni = bound[0][1]
        because = "the instance has no vtep-source-interface, from which its tunnels start"
        gone = [one.removed_at("vtep-source-interface") for one in holders]
        place = next((one for one in gone if one is not None), vni.first_line)
        diagnostics.refused(f"vxlan vni {vni.value}", because, place)
    for one in vlans if instance.is_switched and (bound or encapsulation.value == "vxlan") else ():
        if one.number and not one.block.at("vxlan").has("vni"):
            because = "the VLAN has no VNI, so that EVPN of the instance does not carry it over VXLAN"
            diagnostics.doubtful(f"vlans {one.name} vlan-id {one.number}", because, one.block.first_line)


def _vnis(words: tuple[str, ...]) -> frozenset[str] | None:
    """Return the VNIs of a list such as `10100` and `10200-10209`; None for `all`, and for what is none."""
    found: set[str] = set()
    for word in words:
        low, dash, high = word.partition("-")
        last = high if dash else low
        if not (low.isdecimal() and last.isdecimal() and len(low) < 9 and len(last) < 9):
            return None
        if int(last) - int(low) > 4096:
            return None
        found |= {str(number) for number in range(int(low), int(last) + 1)}
    return frozenset(found)


def _report_identity(root: Node, instance: Instance, diagnostics: LeafDiagnostics) -> None:
    """Report an instance of EVPN without what tells its routes apart, or without a session that carries them."""
    evpn = instance.block.find("protocols/evpn")
    if evpn is None:
        return
    is_main = instance.kind == ""
    holder = instance.block.at("switch-options") if is_main else instance.block
    automatic = root.at("routing-options").has("route-distinguisher-id")
    for name, others in _MANDATORY:
        if not any(holder.has(one) for one in (name, *others)) and not (automatic and not others):
            where = "switch-options" if is_main else f"the instance {instance.name}"
            place = holder.removed_at(name) or (evpn if is_main else instance.block).first_line
            diagnostics.refused("protocols evpn", f"{where} has no {name}", place)
            return
    if root.at("protocols").has("bgp") and not any(_sessions(root)):
        because = "no BGP group has family evpn signaling, so that none of its routes is exchanged"
        diagnostics.refused("protocols evpn", because, evpn.first_line)


_MANDATORY = (("route-distinguisher", ()), ("vrf-target", ("vrf-import", "vrf-export")))


def _sessions(root: Node) -> Iterator[Node]:
    """Yield the families of EVPN that BGP states."""
    bgp = root.at("protocols/bgp")
    for group in bgp.entries("group"):
        for level in (bgp, group, *group.entries("neighbor")):
            found = level.find("family/evpn/signaling")
            if found is not None:
                yield found
