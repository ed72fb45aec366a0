"""LAGs of SR Linux: who is a member, and how it becomes one."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.terms import BundleMode
from roce_lint.os.srlinux import defaults
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import ABSENT, Node

_MODES = {"ACTIVE": BundleMode.ACTIVE, "PASSIVE": BundleMode.PASSIVE}


def lag_of(interface: Node, interfaces: Mapping[str, Node], diagnostics: LeafDiagnostics) -> Fact[str]:
    """Return the LAG that an interface is a member of, empty where it is in none; note one that nothing defines."""
    ethernet = interface.find("ethernet")
    leaf = ethernet.take("aggregate-id") if ethernet else ABSENT
    if leaf.line and leaf.value not in interfaces:
        diagnostics.undefined("lag", leaf.value, leaf.source)
    return Stated(leaf.value, leaf.source) if leaf.line else defaults.NO_LAG.at(interface.source)


def lag_mode_of(interface: Node, lag: Fact[str], interfaces: Mapping[str, Node]) -> Fact[BundleMode]:
    """Return how a member joins: without LACP unless the LAG's `lag-type` is lacp, and then as its `lacp-mode` says.

    With `lacp-fallback-mode` a member may join without LACP after a while. Source: srl_nokia-interfaces-lag and
    srl_nokia-lacp YANG 25.3.1.
    """
    if not isinstance(lag, Stated) or lag.value not in interfaces:
        return Unknown("the interface is a member of no LAG that is configured", interface.first_line)
    holder = interfaces[lag.value]
    bundle = holder.at("lag")
    kind = bundle.get("lag-type")
    if kind is None:
        return defaults.LAG_STATIC.at(holder.first_line)
    if kind.value == "static":
        return Stated(BundleMode.STATIC, kind.source)
    fallback, mode = bundle.get("lacp-fallback-mode"), bundle.at("lacp").get("lacp-mode")
    if kind.value != "lacp" or fallback is not None:
        return Unknown("how the LAG is formed is not followed", (fallback or kind).source)
    if mode is None:
        return Default(BundleMode.ACTIVE, kind.source, defaults.LACP_ACTIVE)
    known = _MODES.get(mode.value)
    return Stated(known, mode.source) if known else Unknown(f"{mode.value!r} is no mode of LACP", mode.source)
