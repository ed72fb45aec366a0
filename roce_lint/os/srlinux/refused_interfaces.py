"""What the device refuses of an interface, or takes and does not use: VLAN ids, addresses, MTUs, children.

The conditions are those of srl_nokia-interfaces-vlans of srlinux-yang-models 25.3.1 (`must` and ranges).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from roce_lint.model.device import Port
from roce_lint.model.fact import Stated, Unknown
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.instances import NOWHERE, Instances
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_VLAN_IDS = (1, 4094)
_WORDS = frozenset({"optional", "any"})
_FORWARDING = ("ethernet-", "lag")
_HEADER_BYTES = 14
"""The Ethernet header, which the port MTU counts and the IP MTU does not."""
_CHILD = re.compile(r"(ethernet-\d+/\d+)/(\d+)")


_VERSIONS = ("ipv4", "ipv6")


def find_refused_interfaces(root: Node, diagnostics: LeafDiagnostics) -> None:
    """Report VLAN ids that a commit fails on, and addresses of an IP version that is switched off."""
    interfaces = root.entries("interface")
    _children(root, interfaces, diagnostics)
    bound = {one.key.partition(".")[0] for one in root.at("qos/interfaces").entries("interface")}
    _silent_versions([one for one in interfaces if one.key in bound], diagnostics)
    system = root.at("system/mtu")
    for interface in interfaces:
        _ip_mtus(interface, system, diagnostics)
        tagging = interface.get("vlan-tagging")
        for sub in interface.entries("subinterface"):
            for version in _VERSIONS:
                _version(sub.find(version), diagnostics)
            _subinterface(interface, sub, diagnostics)
            if sub.has("vlan"):
                _vlan(sub, diagnostics, tagged=tagging is not None and tagging.value == "true")


def find_idle_bfd(root: Node, diagnostics: LeafDiagnostics) -> None:
    """Report sessions that want BFD where no subinterface has it; asked of files with interfaces and host name."""
    if any(_is_enabled(one) for one in root.at("bfd").entries("subinterface")):
        return
    if not root.has("bfd") and not (root.has("system") and root.has("interface")):
        return
    because = "BFD is enabled on no subinterface, and the sessions go without it"
    for instance in root.entries("network-instance"):
        bgp = instance.at("protocols/bgp")
        for block in (bgp, *bgp.entries("group"), *bgp.entries("neighbor")):
            leaf = block.at("failure-detection").get("enable-bfd")
            if leaf is not None and leaf.value == "true":
                diagnostics.refused("enable-bfd true", because, leaf.source)
                return


def _is_enabled(block: Node) -> bool:
    """Say whether the block states that it is enabled."""
    state = block.get("admin-state")
    return state is not None and state.value == "enable"


def find_unrouted_addresses(ports: Iterable[Port], instances: Instances, diagnostics: LeafDiagnostics) -> None:
    """Report the addresses of ports that no network-instance has, where others of the file are in one."""
    if not any(name.startswith(_FORWARDING) for name in instances.holder):
        return
    for port in ports:
        vrf = port.values.vrf
        if not port.name.startswith(_FORWARDING) or not isinstance(vrf, Unknown) or vrf.because != NOWHERE:
            continue
        for address in port.addresses:
            if isinstance(address, Stated):
                because = "no network-instance has this subinterface, and nothing is routed over it"
                diagnostics.refused(f"address {address.value}", because, address.source)


def _children(root: Node, interfaces: Sequence[Node], diagnostics: LeafDiagnostics) -> None:
    """Report the first child with a subinterface of each port that is not broken out, or not into so many.

    A file without any breakout is asked only where it has all that a whole configuration has.
    """
    by_name: Mapping[str, Node] = {one.key: one for one in interfaces}
    is_whole = root.has("system") and root.has("network-instance")
    reported: set[str] = set()
    for interface in interfaces:
        child = _CHILD.fullmatch(interface.key)
        if child is None or child[1] in reported or not interface.entries("subinterface"):
            continue
        parent = by_name.get(child[1])
        split = parent.find("breakout-mode") if parent is not None else None
        number = split.get("num-breakout-ports") if split is not None else None
        because = ""
        if number is not None and number.value.isdecimal() and int(child[2]) > int(number.value):
            because = f"{child[1]} is broken out into {number.value} ports only"
        elif split is None and (is_whole or any(one.has("breakout-mode") for one in interfaces)):
            because = f"{child[1]} has no breakout-mode, so that this port and its siblings do not exist"
        if because:
            reported.add(child[1])
            diagnostics.refused(f"interface {interface.key}", because, interface.source)


def _ip_mtus(interface: Node, system: Node, diagnostics: LeafDiagnostics) -> None:
    """Report IP MTUs for which the port MTU has no room: `ip-mtu-too-large` keeps the subinterface down."""
    if not interface.key.startswith(_FORWARDING):
        return
    frame = interface.get("mtu") or system.get("default-port-mtu")
    largest = int(frame.value) if frame is not None and frame.value.isdecimal() else defaults.PORT_MTU.value
    for sub in interface.entries("subinterface"):
        leaf = sub.get("ip-mtu")
        bridged = sub.get("type")
        if leaf is None or not leaf.value.isdecimal() or (bridged is not None and bridged.value == "bridged"):
            continue
        if int(leaf.value) > largest - _HEADER_BYTES and int(leaf.value) <= defaults.IP_MTU_RANGE[1]:
            because = (
                f"the port MTU of {largest} bytes leaves {largest - _HEADER_BYTES} for IP packets, and the "
                "subinterface stays down (ip-mtu-too-large)"
            )
            diagnostics.refused(f"ip-mtu {leaf.value}", because, leaf.source)


def _version(block: Node | None, diagnostics: LeafDiagnostics) -> None:
    state = block.get("admin-state") if block else None
    if block is not None and state is not None and state.value == "disable" and block.entries("address"):
        because = f"{block.name} is switched off, and its addresses are not used"
        diagnostics.refused(f"{block.name} admin-state disable", because, state.source)


def _silent_versions(interfaces: Sequence[Node], diagnostics: LeafDiagnostics) -> None:
    """Report addresses of an IP version that no line enables, where most of these interfaces enable it.

    The interfaces are those with QoS. An excerpt may say it of none.
    Source: srl_nokia-if-ip YANG 25.3.1, default of ipv4/admin-state and ipv6/admin-state.
    """
    for version in _VERSIONS:
        blocks = [
            block
            for interface in interfaces
            for sub in interface.entries("subinterface")
            if (block := sub.find(version)) is not None and block.entries("address")
        ]
        silent = [block for block in blocks if not block.has("admin-state")]
        if len(blocks) - len(silent) <= max(1, len(silent)):
            continue
        for block in silent:
            address = block.entries("address")[0]
            because = f"{version} is disabled where no admin-state enables it, as it is elsewhere in this file"
            diagnostics.refused(f"address {address.key}", because, address.source)


def _subinterface(interface: Node, sub: Node, diagnostics: LeafDiagnostics) -> None:
    """Report a subinterface with addresses that is switched off while its port is not."""
    state, above = sub.get("admin-state"), interface.get("admin-state")
    if state is None or state.value != "disable" or (above is not None and above.value == "disable"):
        return
    if any(block.entries("address") for version in _VERSIONS if (block := sub.find(version)) is not None):
        because = "the subinterface is switched off, and its addresses are not used"
        diagnostics.refused(f"subinterface {sub.key} admin-state disable", because, state.source)


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
