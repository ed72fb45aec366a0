"""Network instances: which VRF an interface is in, which VLANs are bridged, the BGP ASN and the paths it installs."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.os.srlinux import defaults
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

_UNICAST = ("ipv4-unicast", "ipv6-unicast")


NOWHERE = "the subinterface is in no network-instance"


@dataclass(frozen=True, slots=True)
class Instances:
    """Interfaces of the network instances.

    `holder` gives the instance of a subinterface (`ethernet-1/1.0`), `is_bridge` whether an instance is a mac-vrf,
    `gateway` the irb subinterface of a mac-vrf.
    """

    holder: dict[str, Stated[str]]
    bridges: frozenset[str]
    gateway: dict[str, str]

    def vrf_of(self, subinterface: str, block: Node) -> Fact[str]:
        """Return the VRF that routes for a subinterface; for a bridged one that of its gateway."""
        found = self.holder.get(subinterface)
        if found is None:
            return Unknown(NOWHERE, block.first_line)
        if found.value not in self.bridges:
            return found
        gateway = self.gateway.get(found.value, "")
        routed = self.holder.get(gateway)
        if routed is None:
            return Unknown(f"the mac-vrf {found.value} has no irb that is routed", found.source)
        return routed


def read_instances(root: Node) -> Instances:
    """Return which interface is in which network instance."""
    holder: dict[str, Stated[str]] = {}
    bridges: set[str] = set()
    gateway: dict[str, str] = {}
    for instance in root.entries("network-instance"):
        if instance.take("type").value == "mac-vrf":
            bridges.add(instance.key)
        for interface in instance.entries("interface"):
            reference = interface.at("interface-ref")
            port, index = reference.take("interface"), reference.take("subinterface")
            name = f"{port.value}.{index.value}" if port.line and index.line else interface.key
            if name.startswith("irb") and instance.key in bridges:
                gateway[instance.key] = name
                continue
            holder[name] = Stated(instance.key, interface.first_line)
    return Instances(holder, frozenset(bridges), gateway)


def default_instance(root: Node) -> Node:
    """Return the default network instance, an empty block where there is none."""
    for instance in root.entries("network-instance"):
        if instance.key == "default" or instance.take("type").value == "default":
            return instance
    return Node("network-instance", root.file, 0, 0, ("default",), (), {})


def read_asn(root: Node, diagnostics: LeafDiagnostics) -> Fact[int]:
    """Return the autonomous system of the default instance's BGP."""
    bgp = default_instance(root).at("protocols/bgp")
    absent = Unknown("the default network-instance has no BGP autonomous-system", bgp.source)
    return diagnostics.integer(bgp, "autonomous-system", absent, 1, 2**32 - 1)


def read_maximum_paths(root: Node, diagnostics: LeafDiagnostics) -> Fact[int]:
    """Return the number of equal-cost next hops that the underlay's routing protocol installs."""
    protocols = default_instance(root).at("protocols")
    bgp = protocols.at("bgp")
    if protocols.has("bgp"):
        families = [entry for entry in bgp.entries("afi-safi") if entry.key in _UNICAST]
        families += [bgp.at(name) for name in _UNICAST if bgp.has(name)]
        counts = [_paths_of(family, diagnostics) for family in families]
        stated = [count for count in counts if isinstance(count, Stated)]
        if stated:
            return min(stated, key=lambda count: count.value)
        return next(iter(counts), defaults.ONE_PATH.at(bgp.first_line))
    for protocol in ("isis", "ospf"):
        for instance in protocols.at(protocol).entries("instance"):
            return diagnostics.integer(instance, "max-ecmp-paths", defaults.ONE_PATH.at(instance.first_line), 1, 1024)
    return Unknown("the default network-instance runs no routing protocol", protocols.source)


def _paths_of(family: Node, diagnostics: LeafDiagnostics) -> Fact[int]:
    """Return the paths of one address family; the leaf moved with 24.7 and again with 24.10."""
    multipath = family.at("multipath")
    one = defaults.ONE_PATH.at(family.first_line)
    for block, name in (
        (multipath.at("ebgp"), "maximum-paths"),
        (multipath, "maximum-paths"),
        (multipath, "max-paths-level-1"),
        (multipath.at("ibgp"), "maximum-paths"),
    ):
        if block.has(name):
            return diagnostics.integer(block, name, one, 1, 1024)
    return one
