"""The DSCP that packets leave with."""

from __future__ import annotations

from typing import TypeAlias

from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.model.qos import DscpRewrite
from roce_lint.model.qos_tables import OptionalTable, QosMap
from roce_lint.os.compose.classes import rewrites_of
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import SubinterfaceUses
from roce_lint.os.srlinux.names import dscp_from
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

Rewrites: TypeAlias = tuple[OptionalTable[QosMap[str, int]], Source]
"""The map that rewrites, and the line that binds it or the block that would."""


class RewritePolicies:
    """The DSCP rewrite policies of one device, and the one that rewrites ECN-capable packets on 7250."""

    def __init__(
        self, qos: Node, objects: QosObjects, class_names: tuple[str, ...], diagnostics: LeafDiagnostics
    ) -> None:
        self._diagnostics = diagnostics
        self._objects = objects
        self._none: Rewrites = (None, qos.source)
        self._class_names = class_names
        rules = qos.at("rewrite-rules")
        for kind in ("dot1p-policy", "mpls-traffic-class-policy"):
            for policy in rules.entries(kind):
                policy.pass_over()
        self._maps = {policy.key: self._map(policy) for policy in rules.entries("dscp-policy")}
        self.ecn_policy = qos.at("explicit-congestion-notification").take("ecn-dscp-policy")
        self.vxlan_policy = rules.take("vxlan-outer-header-dscp-policy")
        for use in (self.ecn_policy, self.vxlan_policy):
            self._known(use)

    def of(self, uses: SubinterfaceUses) -> Rewrites:
        """Return whether a subinterface rewrites the DSCP of RoCE packets at egress, and to what.

        RoCE packets are ECN-capable: on 7250 the global ecn-dscp-policy rewrites them where no policy is bound.
        """
        for use in (uses.rewrite, uses.ipv4_rewrite, uses.ipv6_rewrite, self.ecn_policy):
            if use.value:
                if not self._known(use):
                    return Unknown(f"the rewrite policy {use.value} is not defined", use.source), use.source
                return self._maps[use.value], use.source
        return self._none

    def outer(self) -> tuple[DscpRewrite, ...]:
        """Return the code point that each class gets in the outer header of VXLAN; nothing without such a policy."""
        policy = self._maps.get(self.vxlan_policy.value)
        return rewrites_of(policy, self._class_names) if policy else ()

    def _known(self, use: Node) -> bool:
        if use.value and use.value not in self._maps:
            self._diagnostics.undefined("rewrite dscp-policy", use.value, use.source)
        return use.value in self._maps

    def _map(self, policy: Node) -> QosMap[str, int]:
        mapped: dict[str, Fact[int]] = {}
        for entry in policy.entries("map"):
            absent = Unknown("the map entry states no dscp", entry.source)
            self._objects.use_class(entry.key, entry.first_line)
            mapped[entry.key] = self._diagnostics.converted(entry.take("dscp"), dscp_from, absent)
            for level in entry.entries("drop-probability"):
                leaf = level.take("dscp")
                if level.key == "low" and leaf.line:
                    mapped[entry.key] = self._diagnostics.converted(leaf, dscp_from, absent)
        unlisted = defaults.UNLISTED_CLASS_DSCP.at(policy.source)
        return QosMap(f"dscp-policy {policy.key}", policy.source, mapped, unlisted)
