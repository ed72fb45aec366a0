"""What the device refuses of an interface: VLAN ids and the tagging that they need.

The conditions are those of srl_nokia-interfaces-vlans of srlinux-yang-models 25.3.1 (`must` and ranges).
"""

from __future__ import annotations

from roce_lint.read.srlinux.ledger import Ledger
from roce_lint.read.srlinux.tree import Block
from roce_lint.read.srlinux.twin_blocks import each_once

_VLAN_IDS = (1, 4094)
_WORDS = frozenset({"optional", "any"})


def find_refused_interfaces(root: Block, ledger: Ledger) -> None:
    """Write down VLAN ids that a commit fails on."""
    for interface in each_once(root.entries("interface")):
        tagging = interface.leaves.get("vlan-tagging")
        for sub in interface.entries("subinterface"):
            if ("vlan",) in sub.blocks:
                _vlan(sub, ledger, tagged=tagging is not None and tagging.value == "true")


def _vlan(sub: Block, ledger: Ledger, *, tagged: bool) -> None:
    leaf = sub.inside("vlan", "encap", "single-tagged").leaves.get("vlan-id")
    if leaf is None or leaf.value in _WORDS:
        return
    low, high = _VLAN_IDS
    if not leaf.value.isdecimal() or not low <= int(leaf.value) <= high:
        ledger.reject(leaf.source, f"vlan-id {leaf.value}", f"a VLAN id is a number from {low} to {high}")
    elif not tagged:
        because = "a subinterface has a VLAN id only where the interface has vlan-tagging true"
        ledger.reject(leaf.source, f"vlan-id {leaf.value}", because)
