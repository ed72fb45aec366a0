"""VLANs of the device and of its MAC-VRFs: their names and numbers, and which units are in them."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.junos import network_defaults as defaults
from roce_lint.os.junos.instances import Instance, RoutingInstances
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

_ALL = frozenset(range(1, 4095))


@dataclass(frozen=True, slots=True)
class VlanEntry:
    """One entry of `vlans`; `number` is 0 where it has none, or a list."""

    name: str
    number: int
    instance: Instance
    block: Node


class Vlans:
    """The VLANs of a device."""

    def __init__(self, instances: RoutingInstances, diagnostics: LeafDiagnostics) -> None:
        """Take the instances that may have VLANs."""
        self._diagnostics = diagnostics
        self.every: list[VlanEntry] = []
        self._holders: dict[str, list[Instance]] = {}
        self._instance_of = {
            one.key: instance
            for instance in instances.others
            if instance.is_switched
            for one in instance.block.entries("interface")
        }
        self._numbers: dict[str, frozenset[int]] = {}
        self._of_unit: dict[str, list[tuple[VlanEntry, Node]]] = {}
        for instance in instances.switched():
            for block in (
                *instance.block.at("vlans").entries("vlan"),
                *instance.block.at("bridge-domains").entries("domain"),
            ):
                self._take(instance, block)

    def _take(self, instance: Instance, block: Node) -> None:
        leaf = block.take("vlan-id")
        listed = block.take("vlan-id-list")
        numbers = numbers_of(listed.values if listed.line else (leaf.value,) if leaf.line else ())
        number = int(leaf.value) if leaf.line and leaf.value.isdecimal() and len(leaf.value) < 5 else 0
        vlan = VlanEntry(block.key, number, instance, block)
        self.every.append(vlan)
        self._numbers[block.key] = numbers
        self._holders.setdefault(block.key, []).append(instance)
        for one in block.entries("interface"):
            name = one.key if "." in one.key else f"{one.key}.0"
            self._of_unit.setdefault(name, []).append((vlan, one))

    def of_unit(self, interface: Node, unit: Node) -> Fact[frozenset[int]] | None:
        """Return the VLANs that a unit is in; None where it does not switch."""
        found = unit.find("family/ethernet-switching") or unit.find("family/bridge")
        named = self._of_unit.get(f"{interface.key}.{unit.key}", [])
        if found is None:
            return self._by_name(unit, named)
        members = found.at("vlan").take("members")
        is_trunk = "trunk" in (found.take("interface-mode").value, found.take("port-mode").value)
        native = interface.take("native-vlan-id")
        numbers: set[int] = set()
        if native.line and native.value.isdecimal():
            numbers.add(int(native.value))
        for value in members.values:
            known = self._numbers.get(value) if value not in ("all",) else None
            several = known if known is not None else self._of_word(value)
            if known is not None:
                self._check_instance(f"{interface.key}.{unit.key}", value, members.first_line)
            if several is None:
                self._diagnostics.undefined("VLAN", value, members.first_line)
                return Unknown(f"the VLAN {value} is not defined", members.source)
            numbers |= several
        for vlan, _ in named:
            numbers |= self._numbers[vlan.name]
        if not members.line and not named and not is_trunk:
            return defaults.DEFAULT_VLAN.at(found.first_line)
        return Stated(frozenset(numbers), members.source if members.line else found.first_line)

    def _check_instance(self, unit: str, name: str, place: Source) -> None:
        """Report a unit that is put into a VLAN of another instance than its own."""
        own = self._instance_of.get(unit)
        holders = self._holders[name]
        if not any(one is own or (own is None and one.kind == "") for one in holders):
            where = f"the instance {own.name}" if own is not None else "no instance of its kind"
            because = f"the VLAN is one of the instance {holders[0].name}, and {unit} is in {where}"
            self._diagnostics.refused(f"vlan members {name}", because, place)

    def _by_name(self, unit: Node, named: list[tuple[VlanEntry, Node]]) -> Fact[frozenset[int]] | None:
        """Return the VLANs of a unit that `vlans` lists, as service providers configure it."""
        if not named:
            return None
        own = unit.take("vlan-id")
        numbers = frozenset[int]().union(*(self._numbers[vlan.name] for vlan, _ in named))
        if not numbers and own.line and own.value.isdecimal():
            numbers = frozenset({int(own.value)})
        return Stated(numbers, own.source if own.line else named[0][1].first_line)

    def _of_word(self, word: str) -> frozenset[int] | None:
        """Return the VLANs that a number, a range or `all` stands for; of all, those that the device has."""
        if word == "all":
            return frozenset[int]().union(*self._numbers.values())
        numbers = numbers_of((word,))
        return numbers or None


def numbers_of(words: tuple[str, ...]) -> frozenset[int]:
    """Return the VLAN IDs that words such as `10` and `20-29` stand for; `all` and `none` stand for nothing."""
    found: set[int] = set()
    for word in words:
        low, dash, high = word.partition("-")
        last = high if dash else low
        if low.isdecimal() and last.isdecimal() and len(low) < 5 and len(last) < 5:
            found |= set(range(int(low), int(last) + 1)) & _ALL
    return frozenset(found)
