"""What the device refuses of an interface, or takes and does not use: VLAN ids, addresses.

The conditions are those of srl_nokia-interfaces-vlans of srlinux-yang-models 25.3.1 (`must` and ranges).
"""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.model.device import Port
from roce_lint.model.fact import Stated, Unknown
from roce_lint.os.srlinux.instances import NOWHERE, Instances
from roce_lint.os.srlinux.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_VLAN_IDS = (1, 4094)
_WORDS = frozenset({"optional", "any"})
_FORWARDING = ("ethernet-", "lag")


def find_refused_interfaces(root: Node, diagnostics: LeafDiagnostics) -> None:
    """Report VLAN ids that a commit fails on, and addresses of an IP version that is switched off."""
    for interface in root.entries("interface"):
        tagging = interface.get("vlan-tagging")
        for sub in interface.entries("subinterface"):
            for version in ("ipv4", "ipv6"):
                _version(sub.find(version), diagnostics)
            if sub.has("vlan"):
                _vlan(sub, diagnostics, tagged=tagging is not None and tagging.value == "true")


def find_unrouted_addresses(ports: Iterable[Port], instances: Instances, diagnostics: LeafDiagnostics) -> None:
    """Report the addresses of ports that no network-instance has, where others of the file are in one."""
    if not any(name.startswith(_FORWARDING) for name in instances.holder):
        return
    for port in ports:
        if not port.name.startswith(_FORWARDING) or not isinstance(port.vrf, Unknown) or port.vrf.because != NOWHERE:
            continue
        for address in port.addresses:
            if isinstance(address, Stated):
                because = "no network-instance has this subinterface, and nothing is routed over it"
                diagnostics.refused(f"address {address.value}", because, address.source)


def _version(block: Node | None, diagnostics: LeafDiagnostics) -> None:
    state = block.get("admin-state") if block else None
    if block is not None and state is not None and state.value == "disable" and block.entries("address"):
        because = f"{block.name} is switched off, and its addresses are not used"
        diagnostics.refused(f"{block.name} admin-state disable", because, state.source)


def _vlan(sub: Node, diagnostics: LeafDiagnostics, *, tagged: bool) -> None:
    leaf = sub.at("vlan/encap/single-tagged").get("vlan-id")
    if leaf is None or leaf.value in _WORDS:
        return
    low, high = _VLAN_IDS
    if not leaf.value.isdecimal() or not low <= int(leaf.value) <= high:
        diagnostics.refused(f"vlan-id {leaf.value}", f"a VLAN id is a number from {low} to {high}", leaf.source)
    elif not tagged:
        because = "a subinterface has a VLAN id only where the interface has vlan-tagging true"
        diagnostics.refused(f"vlan-id {leaf.value}", because, leaf.source)
