"""Which forwarding class an arriving packet gets: DSCP and dot1p policies bound to subinterfaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT, Policer
from roce_lint.model.qos_tables import ClassBinding, OptionalTable, QosMap
from roce_lint.model.terms import Trust
from roce_lint.os.compose.classes import agreed
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.access_lists import AccessLists
from roce_lint.os.srlinux.bindings import SubinterfaceUses
from roce_lint.os.srlinux.chassis import Family
from roce_lint.os.srlinux.names import dot1p_from, dscp_from
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

ClassMap: TypeAlias = OptionalTable[QosMap[int, str]]


@dataclass(frozen=True, slots=True)
class IpVersions:
    """Which IP versions the subinterface has addresses of; both are assumed where it has none."""

    ipv4: bool
    ipv6: bool


@dataclass(frozen=True, slots=True)
class Classified:
    """The classification of one subinterface and which marking it trusts."""

    trust: Fact[Trust]
    binding: ClassBinding


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
        self._dscp = {policy.key: self._map(policy, "dscp", dscp_from) for policy in classifiers.entries("dscp-policy")}
        self._dot1p = {
            policy.key: self._map(policy, "dot1p", dot1p_from) for policy in classifiers.entries("dot1p-policy")
        }
        default = classifiers.take("vxlan-default")
        if default.line:
            self._look_up(default, self._dscp, "dscp-policy")
        self._policers = read_policer_templates(qos)
        self._unmarked = defaults.UNMARKED.at(self._place)
        self._made: dict[tuple[object, ...], ClassBinding] = {}
        self._sound: dict[tuple[object, ...], ClassBinding] = {}
        """By what is bound, those that have nothing to report: the others do so at every use."""
        self._of_versions: dict[tuple[ClassMap, ClassMap], ClassMap] = {}
        self._no_dscp = Unknown(defaults.DEFAULT_POLICY_NOT_PUBLIC, self._place)
        self._no_dot1p = Unknown("no dot1p-policy is bound", self._place)

    @property
    def named_classes(self) -> frozenset[str]:
        """Return every class that some policy selects."""
        found = [fact for one in self._dot1p.values() for fact in one.entries.values()]
        for one in self._dscp.values():
            found += one.entries.values()
            found += [one.unlisted] if one.unlisted and len(one.entries) < DSCP_COUNT else []
        return frozenset(fact.value for fact in found if not isinstance(fact, Unknown))

    def of(self, uses: SubinterfaceUses, versions: IpVersions) -> Classified:
        """Return the classification of a subinterface; names that lead nowhere are reported at every use."""
        key = (
            uses.dscp.value,
            uses.ipv4_dscp.value,
            uses.ipv6_dscp.value,
            uses.dot1p.value,
            uses.default_class.value,
            uses.policer_template.value,
            uses.filters_in,
            uses.filters_out,
            versions.ipv4,
            versions.ipv6,
        )
        binding = self._sound.get(key)
        if binding is None:
            count = self._diagnostics.count
            binding = self._binding(uses, versions)
            if self._diagnostics.count == count:
                self._sound[key] = binding
        return Classified(self._trust(uses, versions), binding)

    def _binding(self, uses: SubinterfaceUses, versions: IpVersions) -> ClassBinding:
        dscp = self._dscp_map(uses, versions)
        dot1p = self._look_up(uses.dot1p, self._dot1p, "dot1p-policy")
        policers = (*self._policing(uses.policer_template, dscp), *self._limited(uses, versions))
        key = (id(dscp), id(dot1p), uses.default_class.value, policers)
        otherwise = self._otherwise(uses.default_class)
        if key not in self._made:
            # The binding keeps what the key names by identity.
            self._made[key] = ClassBinding(self._place, dscp, dot1p, otherwise, policers)
        return self._made[key]

    def _policing(self, use: Node, dscp: ClassMap) -> tuple[Policer, ...]:
        """Return the code points that each dropping policer of the bound template concerns."""
        if not use.value:
            return ()
        if use.value not in self._policers:
            self._diagnostics.undefined("policer-template", use.value, use.source)
            return ()
        return tuple(
            Policer(
                frozenset(number for number in range(DSCP_COUNT) if not one.classes or _is_among(dscp, number, one)),
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
            return self._look_up(uses.dscp, self._dscp, "dscp-policy")
        by_version = [
            self._look_up(use, self._dscp, "dscp-policy")
            for use, present in ((uses.ipv4_dscp, versions.ipv4), (uses.ipv6_dscp, versions.ipv6))
            if present
        ]
        first, last = by_version[0], by_version[-1]
        if first == last:
            return first
        if (first, last) not in self._of_versions:
            self._of_versions[first, last] = agreed(by_version, DSCP_COUNT, _DIFFERENT_VERSIONS)
        return self._of_versions[first, last]

    def _look_up(self, use: Node, maps: Mapping[str, QosMap[int, str]], kind: str) -> QosMap[int, str] | Unknown:
        if not use.value:
            return self._no_dscp if kind == "dscp-policy" else self._no_dot1p
        found = maps.get(use.value)
        if found is None and use.value == "default":
            return defaults.unknown_default_policy(use.source)
        if found is None:
            self._diagnostics.undefined(kind, use.value, use.source)
            return Unknown(f"the {kind} {use.value} is not defined", use.source)
        return found

    def _otherwise(self, use: Node) -> Fact[str]:
        if use.value:
            self._objects.use_class(use.value, use.source)
            return Stated(use.value, use.source)
        return self._unmarked

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

    def _map(self, policy: Node, entries: str, number: Callable[[str], int]) -> QosMap[int, str]:
        classes: dict[int, Fact[str]] = {}
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
        unlisted: Fact[str] = Unknown("the bound dot1p-policy does not list this value", policy.source)
        if entries == "dscp":
            unlisted = defaults.UNLISTED_DSCP.at(policy.source)
        return QosMap(f"{entries}-policy {policy.key}", policy.source, classes, unlisted)


_DIFFERENT_VERSIONS = "IPv4 and IPv6 packets get different classes"


def _is_among(dscp: ClassMap, number: int, policer: DroppingPolicer) -> bool:
    found = dscp.at(number, "DSCP") if isinstance(dscp, QosMap) else dscp
    return found is not None and not isinstance(found, Unknown) and found.value in policer.classes


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
