"""What routes for all ports of an SR Linux switch and is switched off: the default network-instance, its BGP."""

from __future__ import annotations

from roce_lint.os.srlinux.instances import default_instance
from roce_lint.os.srlinux.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_FORWARDING = ("ethernet-", "lag")
_OTHER_PROTOCOLS = ("isis", "ospf")


def find_switched_off(root: Node, diagnostics: LeafDiagnostics) -> None:
    """Report an `admin-state disable` by which no port of the default network-instance routes, or none learns.

    BGP beside another routing protocol may be off on purpose, and so may an instance without ports.
    """
    instance = default_instance(root)
    if not any(one.key.startswith(_FORWARDING) for one in instance.entries("interface")):
        return
    _report_disabled(
        instance,
        diagnostics,
        f"network-instance {instance.key}",
        "it is switched off, and no port of it routes anything",
    )
    protocols = instance.at("protocols")
    bgp = protocols.find("bgp")
    if bgp is not None and bgp.entries("neighbor") and not any(protocols.has(name) for name in _OTHER_PROTOCOLS):
        _report_disabled(bgp, diagnostics, "protocols bgp", "it is switched off, and no other protocol learns routes")


def _report_disabled(block: Node, diagnostics: LeafDiagnostics, name: str, because: str) -> None:
    state = block.get("admin-state")
    if state is not None and state.value == "disable":
        diagnostics.refused(name, because, state.source)
