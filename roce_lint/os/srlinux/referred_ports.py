"""Which port or subinterface an entry of `/qos/interfaces` is for, and whether it can be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

Key: TypeAlias = str | tuple[str, str]
"""A port by its name, or a subinterface by the name of its port and its index."""


def port_of(entry: Node) -> str:
    """Return the port that an entry refers to, an empty text for none."""
    leaf = entry.find("interface-ref/interface")
    return leaf.value if leaf else ""


def by_key(blocks: Iterable[Node], interfaces: dict[str, Node], diagnostics: LeafDiagnostics) -> dict[Key, list[Node]]:
    """Return the entries by what they are for."""
    entries: dict[Key, list[Node]] = {}
    for entry in blocks:
        key = key_of(entry, interfaces, diagnostics)
        if key is not None:
            entries.setdefault(key, []).append(entry)
    return entries


def key_of(entry: Node, interfaces: dict[str, Node], diagnostics: LeafDiagnostics) -> Key | None:
    """Return what an entry is for; None where it does not say it, or cannot be for it."""
    dcbx = entry.get("dcbx")
    if dcbx is not None:
        dcbx.take("admin-state")
    reference = entry.at("interface-ref")
    port, index = reference.take("interface"), reference.take("subinterface")
    if not port.line:
        diagnostics.not_read("this entry has no interface-ref interface, so that it binds nothing", entry.source)
        entry.pass_over()
        return None
    known = interfaces.get(port.value)
    if known is None:
        diagnostics.undefined("interface", port.value, port.source)
    elif index.line and not _has_subinterface(known, index.value):
        diagnostics.undefined("subinterface", f"{port.value}.{index.value}", index.source)
    because = _why_not(known, port) if known else ""
    if because:
        diagnostics.refused(f"interface-ref interface {port.value}", because, port.source)
        entry.pass_over()
        return None
    return (port.value, index.value) if index.line else port.value


def _has_subinterface(interface: Node, index: str) -> bool:
    return interface.entry("subinterface", index) is not None


def _why_not(interface: Node, reference: Node) -> str:
    """Say why no entry may be for an interface: it is a member of a LAG, or broken out; empty where one may.

    Source: srl_nokia-qos YANG 25.3.1, interface-ref.
    """
    lag = interface.find("ethernet/aggregate-id")
    if lag is not None:
        return f"{reference.value} is a member of {lag.value}, and QoS is bound to the LAG"
    if interface.has("breakout-mode"):
        return f"{reference.value} is broken out, and QoS is bound to its children"
    return ""
