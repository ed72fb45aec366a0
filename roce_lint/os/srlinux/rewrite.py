"""The DSCP that packets leave with."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DscpRewrite
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import SubinterfaceUses
from roce_lint.os.srlinux.names import dscp_from
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

Rewrites = tuple[Fact[bool], tuple[DscpRewrite, ...]]


class RewritePolicies:
    """The DSCP rewrite policies of one device, and the one that rewrites ECN-capable packets on 7250."""

    def __init__(
        self, qos: Node, objects: QosObjects, class_names: tuple[str, ...], diagnostics: LeafDiagnostics
    ) -> None:
        self._diagnostics = diagnostics
        self._objects = objects
        self._none: Rewrites = (defaults.NOT_REWRITTEN.at(qos.source), ())
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
        self._made: dict[str, tuple[DscpRewrite, ...]] = {}

    def of(self, uses: SubinterfaceUses) -> Rewrites:
        """Return whether a subinterface rewrites the DSCP of RoCE packets at egress, and to what.

        RoCE packets are ECN-capable: on 7250 the global ecn-dscp-policy rewrites them where no policy is bound.
        """
        for use in (uses.rewrite, uses.ipv4_rewrite, uses.ipv6_rewrite, self.ecn_policy):
            if use.value:
                if not self._known(use):
                    return Unknown(f"the rewrite policy {use.value} is not defined", use.source), ()
                return Stated(True, use.source), self._rewrites(use.value)
        return self._none

    def outer(self) -> tuple[DscpRewrite, ...]:
        """Return the code point that each class gets in the outer header of VXLAN; nothing without such a policy."""
        return self._rewrites(self.vxlan_policy.value) if self.vxlan_policy.value in self._maps else ()

    def _known(self, use: Node) -> bool:
        if use.value and use.value not in self._maps:
            self._diagnostics.undefined("rewrite dscp-policy", use.value, use.source)
        return use.value in self._maps

    def _rewrites(self, name: str) -> tuple[DscpRewrite, ...]:
        if name not in self._made:
            source, mapped = self._maps[name]
            unlisted = defaults.UNLISTED_CLASS_DSCP.at(source)
            names = sorted({*self._class_names, *mapped})
            self._made[name] = tuple(DscpRewrite(one, mapped.get(one, unlisted)) for one in names)
        return self._made[name]

    def _map(self, policy: Node) -> tuple[Source, dict[str, Fact[int]]]:
        mapped: dict[str, Fact[int]] = {}
        for entry in policy.entries("map"):
            absent = Unknown("the map entry states no dscp", entry.source)
            self._objects.use_class(entry.key, entry.first_line)
            mapped[entry.key] = self._diagnostics.converted(entry.take("dscp"), dscp_from, absent)
            for level in entry.entries("drop-probability"):
                leaf = level.take("dscp")
                if level.key == "low" and leaf.line:
                    mapped[entry.key] = self._diagnostics.converted(leaf, dscp_from, absent)
        return policy.source, mapped
