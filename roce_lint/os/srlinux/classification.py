"""Which forwarding class an arriving packet gets: DSCP and dot1p policies bound to subinterfaces."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT, Classification, Policer
from roce_lint.model.terms import Trust
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.access_lists import AccessLists
from roce_lint.os.srlinux.bindings import SubinterfaceUses
from roce_lint.os.srlinux.chassis import Family
from roce_lint.os.srlinux.names import dot1p_from, dscp_from
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

ClassMap = tuple[Fact[str], ...]


@dataclass(frozen=True, slots=True)
class IpVersions:
    """Which IP versions the subinterface has addresses of; both are assumed where it has none."""

    ipv4: bool
    ipv6: bool


@dataclass(frozen=True, slots=True)
class Classified:
    """The classification of one subinterface and which marking it trusts."""

    trust: Fact[Trust]
    classification: Classification


class Classifiers:
    """The policies of one device; subinterfaces with equal bindings share one classification."""

    def __init__(self, root: Node, objects: QosObjects, family: Family, diagnostics: LeafDiagnostics) -> None:
        qos = root.at("qos")
        self._access_lists = AccessLists(root, diagnostics)
        self._objects = objects
        self._family = family
        self._diagnostics = diagnostics
        self._place = qos.source
        classifiers = qos.at("classifiers")
        for policy in classifiers.entries("mpls-traffic-class-policy"):
            policy.pass_over()
        self._dscp = {
            policy.key: self._map(policy, "dscp", dscp_from, DSCP_COUNT)
            for policy in classifiers.entries("dscp-policy")
        }
        self._dot1p = {
            policy.key: self._map(policy, "dot1p", dot1p_from, PRIORITY_COUNT)
            for policy in classifiers.entries("dot1p-policy")
        }
        default = classifiers.take("vxlan-default")
        if default.line:
            self._look_up(default, self._dscp, "dscp-policy", DSCP_COUNT)
        self._policers = read_policer_templates(qos)
        self._made: dict[tuple[object, ...], Classification] = {}
        self._sound: dict[tuple[object, ...], Classification] = {}
        """Those that have nothing to report: the others do so at every use."""

    @property
    def named_classes(self) -> frozenset[str]:
        """Return every class that some policy selects."""
        maps = (*self._dscp.values(), *self._dot1p.values())
        return frozenset(fact.value for one in maps for fact in one if not isinstance(fact, Unknown))

    def of(self, uses: SubinterfaceUses, versions: IpVersions) -> Classified:
        """Return the classification of a subinterface."""
        count = self._diagnostics.count
        limited = self._limited(uses, versions)
        key = (
            uses.dscp.value,
            uses.ipv4_dscp.value,
            uses.ipv6_dscp.value,
            uses.dot1p.value,
            uses.default_class.value,
            uses.policer_template.value,
            limited,
            versions.ipv4,
            versions.ipv6,
        )
        trust = self._trust(uses, versions)
        sound = self._sound.get(key)
        if sound is not None:
            return Classified(trust, sound)
        dscp = self._dscp_map(uses, versions)
        dot1p = self._look_up(uses.dot1p, self._dot1p, "dot1p-policy", PRIORITY_COUNT)
        policers = (*self._policing(uses.policer_template, dscp), *limited)
        if key not in self._made:
            self._made[key] = Classification(dscp, dot1p, self._otherwise(uses.default_class), policers)
        if self._diagnostics.count == count:
            self._sound[key] = self._made[key]
        return Classified(trust, self._made[key])

    def _policing(self, use: Node, dscp: ClassMap) -> tuple[Policer, ...]:
        """Return the code points that each dropping policer of the bound template concerns."""
        if not use.value:
            return ()
        if use.value not in self._policers:
            self._diagnostics.undefined("policer-template", use.value, use.source)
            return ()
        return tuple(
            Policer(
                frozenset(
                    number
                    for number, fact in enumerate(dscp)
                    if not one.classes or (not isinstance(fact, Unknown) and fact.value in one.classes)
                ),
                one.source,
            )
            for one in self._policers[use.value]
        )

    def _limited(self, uses: SubinterfaceUses, versions: IpVersions) -> tuple[Policer, ...]:
        """Return what the access lists of the subinterface police."""
        self._access_lists.policers(uses.filters_out, False, versions.ipv4, versions.ipv6)
        return self._access_lists.policers(uses.filters_in, True, versions.ipv4, versions.ipv6)

    def _dscp_map(self, uses: SubinterfaceUses, versions: IpVersions) -> ClassMap:
        """Return the class of each DSCP; where IPv4 and IPv6 differ and both are in use, it is Unknown."""
        if self._family is Family.DNX and uses.dscp.value:
            because = "a 7250 classifies with ipv4-dscp-policy and ipv6-dscp-policy"
            self._diagnostics.refused(f"dscp-policy {uses.dscp.value}", because, uses.dscp.source)
        if self._family is Family.XGS:
            for use in (uses.ipv4_dscp, uses.ipv6_dscp):
                if use.value:
                    self._diagnostics.refused(
                        f"ip-specific policy {use.value}", "a 7220 classifies with dscp-policy", use.source
                    )
        if uses.dscp.value and self._family is not Family.DNX:
            return self._look_up(uses.dscp, self._dscp, "dscp-policy", DSCP_COUNT)
        by_version = [
            self._look_up(use, self._dscp, "dscp-policy", DSCP_COUNT)
            for use, present in ((uses.ipv4_dscp, versions.ipv4), (uses.ipv6_dscp, versions.ipv6))
            if present
        ]
        first, last = by_version[0], by_version[-1]
        if first is last or first == last:
            return first
        return tuple(_agreed(a, b) for a, b in zip(first, last, strict=True))

    def _look_up(self, use: Node, maps: dict[str, ClassMap], kind: str, count: int) -> ClassMap:
        if not use.value:
            because = defaults.DEFAULT_POLICY_NOT_PUBLIC if count == DSCP_COUNT else "no dot1p-policy is bound"
            return (Unknown(because, self._place),) * count
        if use.value not in maps:
            if use.value == "default":
                return (defaults.unknown_default_policy(use.source),) * count
            self._diagnostics.undefined(kind, use.value, use.source)
            return (Unknown(f"the {kind} {use.value} is not defined", use.source),) * count
        return maps[use.value]

    def _otherwise(self, use: Node) -> Fact[str]:
        if use.value:
            self._objects.use_class(use.value, use.source)
            return Stated(use.value, use.source)
        return defaults.UNMARKED.at(self._place)

    def _trust(self, uses: SubinterfaceUses, versions: IpVersions) -> Fact[Trust]:
        """Return what is trusted; an IP version without its policy is left to the system's default policy."""
        by_dscp = next((use for use in (uses.dscp, uses.ipv4_dscp, uses.ipv6_dscp) if use.value), None)
        left = (versions.ipv4 and not uses.ipv4_dscp.value) or (versions.ipv6 and not uses.ipv6_dscp.value)
        if by_dscp and left and not uses.dscp.value and not uses.dot1p.value:
            return defaults.DSCP_TRUSTED.at(by_dscp.source)
        if by_dscp and uses.dot1p.value:
            return Stated(Trust.DSCP_AND_PCP, by_dscp.source)
        if by_dscp:
            return Stated(Trust.DSCP, by_dscp.source)
        if uses.dot1p.value:
            return Stated(Trust.PCP, uses.dot1p.source)
        return defaults.DSCP_TRUSTED.at(self._place)

    def _map(self, policy: Node, entries: str, number: Callable[[str], int], count: int) -> ClassMap:
        classes: list[Fact[str]] = [defaults.UNLISTED_DSCP.at(policy.source)] * count
        if entries == "dot1p":
            classes = [Unknown("the bound dot1p-policy does not list this value", policy.source)] * count
        for entry in policy.entries(entries):
            entry.take("drop-probability")
            leaf = entry.take("forwarding-class")
            try:
                value = number(entry.key)
            except ValueError as fault:
                self._diagnostics.refused(f"{entries} {entry.key}", str(fault), entry.first_line)
                continue
            if not leaf.line:
                classes[value] = Unknown("this entry names no forwarding-class", entry.source)
                continue
            self._objects.use_class(leaf.value, leaf.source)
            classes[value] = Stated(leaf.value, leaf.source)
        return tuple(classes)


def _agreed(a: Fact[str], b: Fact[str]) -> Fact[str]:
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return a if isinstance(a, Unknown) else b
    return a if a.value == b.value else Unknown("IPv4 and IPv6 packets get different classes", a.source)


_VERSIONS = {(ipv4, ipv6): IpVersions(ipv4, ipv6) for ipv4 in (True, False) for ipv6 in (True, False)}


def ip_versions(subs: list[Node]) -> IpVersions:
    """Return the IP versions in use; an address or `admin-state enable` counts, and neither means both."""
    ipv4, ipv6 = True in [_uses_ip(sub, "ipv4") for sub in subs], True in [_uses_ip(sub, "ipv6") for sub in subs]
    return _VERSIONS[(ipv4, ipv6) if ipv4 or ipv6 else (True, True)]


def _uses_ip(sub: Node, version: str) -> bool:
    block = sub.find(version)
    if block is None:
        return False
    state = block.get("admin-state")
    return (state is not None and state.value == "enable") or block.has("address")


@dataclass(frozen=True, slots=True)
class DroppingPolicer:
    """One policer that drops; `classes` are the forwarding classes that it concerns, empty for all traffic.

    The others recolour what exceeds the rate, which is their default (srl_nokia-acl-policers YANG 25.3.1).
    """

    classes: frozenset[str]
    source: Source


def read_policer_templates(qos: Node) -> dict[str, tuple[DroppingPolicer, ...]]:
    """Return the dropping policers of each template by name."""
    templates = qos.select("policer-templates/policer-template")
    for template in templates:
        template.pass_over()
    return {
        template.key: tuple(
            DroppingPolicer(frozenset(one.key for one in policer.entries("forwarding-class")), policer.first_line)
            for policer in template.entries("policer")
            if policer.at("violate-action").has("drop")
        )
        for template in templates
    }
