"""What routes for all ports of an SR Linux switch and is switched off: the default network-instance, its BGP."""

from __future__ import annotations

from roce_lint.os.srlinux.instances import default_instance
from roce_lint.os.srlinux.ledger import Ledger
from roce_lint.text.tree import Node

_FORWARDING = ("ethernet-", "lag")
_OTHER_PROTOCOLS = ("isis", "ospf")


def find_switched_off(root: Node, ledger: Ledger) -> None:
    """Write down an `admin-state disable` by which no port of the default network-instance routes, or none learns.

    BGP beside another routing protocol may be off on purpose, and so may an instance without ports.
    """
    instance = default_instance(root)
    if not any(one.key.startswith(_FORWARDING) for one in instance.entries("interface")):
        return
    _tell(instance, ledger, f"network-instance {instance.key}", "it is switched off, and no port of it routes anything")
    protocols = instance.at("protocols")
    bgp = protocols.find("bgp")
    if bgp is not None and bgp.entries("neighbor") and not any(protocols.has(name) for name in _OTHER_PROTOCOLS):
        _tell(bgp, ledger, "protocols bgp", "it is switched off, and no other protocol learns routes")


def _tell(block: Node, ledger: Ledger, name: str, because: str) -> None:
    state = block.get("admin-state")
    if state is not None and state.value == "disable":
        ledger.reject(state.source, name, because)
