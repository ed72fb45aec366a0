"""Which port or subinterface an entry of `/qos/interfaces` is for, and whether it can be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from roce_lint.os.srlinux.ledger import Ledger, taken
from roce_lint.os.srlinux.tree import Block, Leaf

Key: TypeAlias = str | tuple[str, str]
"""A port by its name, or a subinterface by the name of its port and its index."""
_INTERFACE_REF, _ETHERNET, _BREAKOUT = ("interface-ref",), ("ethernet",), ("breakout-mode",)
_NO_BLOCK = Block("", "", (), 0, 0)


def port_of(entry: Block) -> str:
    """Return the port that an entry refers to, an empty text for none."""
    reference = entry.blocks.get(_INTERFACE_REF)
    leaf = reference.leaves.get("interface") if reference else None
    return leaf.value if leaf else ""


def by_key(blocks: Iterable[Block], interfaces: dict[str, Block], ledger: Ledger) -> dict[Key, list[Block]]:
    """Return the entries by what they are for."""
    entries: dict[Key, list[Block]] = {}
    for entry in blocks:
        key = key_of(entry, interfaces, ledger)
        if key is not None:
            entries.setdefault(key, []).append(entry)
    return entries


def key_of(entry: Block, interfaces: dict[str, Block], ledger: Ledger) -> Key | None:
    """Return what an entry is for; None where it does not say it, or cannot be for it."""
    dcbx = entry.blocks.get(("dcbx",))
    if dcbx is not None:
        taken(dcbx, "admin-state")
    reference = entry.blocks.get(_INTERFACE_REF) or _NO_BLOCK
    port, index = taken(reference, "interface"), taken(reference, "subinterface")
    if not port.line:
        ledger.refuse(entry.source, "this entry has no interface-ref interface, so that it binds nothing")
        entry.pass_over()
        return None
    known = interfaces.get(port.value)
    if known is None:
        ledger.miss("interface", port.value, port.source)
    elif index.line and not _has_subinterface(known, index.value):
        ledger.miss("subinterface", f"{port.value}.{index.value}", index.source)
    because = _why_not(known, port) if known else ""
    if because:
        ledger.reject(port.source, f"interface-ref interface {port.value}", because)
        entry.pass_over()
        return None
    return (port.value, index.value) if index.line else port.value


def _has_subinterface(interface: Block, index: str) -> bool:
    return ("subinterface", index) in interface.blocks


def _why_not(interface: Block, reference: Leaf) -> str:
    """Say why no entry may be for an interface: it is a member of a LAG, or broken out; empty where one may.

    Source: srl_nokia-qos YANG 25.3.1, interface-ref.
    """
    blocks = interface.blocks
    ethernet = blocks.get(_ETHERNET)
    lag = ethernet.leaves.get("aggregate-id") if ethernet else None
    if lag is not None:
        return f"{reference.value} is a member of {lag.value}, and QoS is bound to the LAG"
    return f"{reference.value} is broken out, and QoS is bound to its children" if _BREAKOUT in blocks else ""
