"""Interfaces and VLANs that others name: bundles of members, gateways of VLANs, sources of tunnels, instances."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.fact import Source
from roce_lint.os.junos.family import JunosFamily
from roce_lint.os.junos.instances import RoutingInstances
from roce_lint.os.junos.vlans import Vlans
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_TAGGED = ("vlan-tagging", "flexible-vlan-tagging", "stacked-vlan-tagging", "encapsulation")


class InterfaceUses:
    """Reports what names an interface that is not there, and units that no frame reaches."""

    def __init__(self, root: Node, family: JunosFamily, diagnostics: LeafDiagnostics) -> None:
        """Take the tree of a configuration."""
        self._root = root
        self._family = family
        self._diagnostics = diagnostics
        self._blocks = {block.key: block for block in root.at("interfaces").entries("interface")}

    def report(self, instances: RoutingInstances, vlans: Vlans) -> None:
        """Report them; a file without interfaces is a part of a configuration, and says nothing of them."""
        if not self._blocks:
            return
        for name, place in self._named(instances, vlans):
            interface, _, unit = name.partition(".")
            block = self._blocks.get(interface)
            if block is None or (unit and block.entry("unit", unit) is None):
                self._diagnostics.undefined("interface", name, place)
        self._report_bundles()
        for block in self._blocks.values():
            self._report_units(block)

    def _named(self, instances: RoutingInstances, vlans: Vlans) -> Iterator[tuple[str, Source]]:
        for block in self._blocks.values():
            leaf = block.at("gigether-options/ieee-802.3ad").take("bundle")
            if leaf.line:
                yield leaf.value, leaf.first_line
        for vlan in vlans.every:
            leaf = vlan.block.take("l3-interface")
            if leaf.line:
                yield leaf.value, leaf.first_line
        for instance in (instances.main, *instances.others):
            for holder in (instance.block, instance.block.at("switch-options")):
                found = holder.get("vtep-source-interface")
                source = found if found is None or found.is_leaf else next(iter(found.leaves()), None)
                if source is not None and source.value:
                    yield source.value, source.first_line
        for instance in instances.others:
            yield from ((one.key, one.first_line) for one in instance.block.entries("interface"))

    def _report_bundles(self) -> None:
        """Report bundles beyond those of the chassis. Source: Junos Interfaces guide, device-count."""
        leaf = self._root.at("chassis/aggregated-devices/ethernet").take("device-count")
        if not leaf.value.isdecimal() or len(leaf.value) > 5:
            return
        count = int(leaf.value)
        numbers = [name[2:] for name in self._blocks if name[:2] == "ae" and name[2:].isdecimal() and len(name) < 8]
        beyond = [f"ae{number}" for number in numbers if int(number) >= count]
        if beyond:
            because = f"device-count {count} makes ae0 to ae{count - 1}" if count else "device-count 0 makes none"
            report = self._diagnostics.doubtful if self._family is JunosFamily.EVOLVED else self._diagnostics.refused
            report(f"interfaces {' '.join(beyond)}", because, leaf.first_line)

    def _report_units(self, block: Node) -> None:
        """Report units that no tag distinguishes.

        Source: Junos Interfaces guide, Configuring 802.1Q VLANs: without tagging an interface has unit 0 alone.
        """
        if not block.key.startswith(("et-", "xe-", "ge-", "ae")) or any(block.has(one) for one in _TAGGED):
            return
        for unit in block.entries("unit"):
            if unit.key != "0" and not unit.has("encapsulation") and not unit.has("vlan-id"):
                because = "an interface without vlan-tagging has unit 0 alone"
                self._diagnostics.refused(f"{block.key} unit {unit.key}", because, unit.first_line)
