"""Routing instances: what each has of interfaces, and the block where its routing stands."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.os.junos import network_defaults as defaults
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

MAIN = "default"
_ROUTED = ("vrf", "virtual-router", "no-forwarding", "forwarding", "")
_SWITCHED = ("mac-vrf", "virtual-switch", "evpn")


@dataclass(frozen=True, slots=True)
class Instance:
    """One instance; the main one is the configuration itself. `kind` is its instance-type."""

    name: str
    kind: str
    block: Node

    @property
    def is_routed(self) -> bool:
        """Say whether the instance has routes of its own."""
        return self.kind in _ROUTED

    @property
    def is_switched(self) -> bool:
        """Say whether the instance has VLANs of its own."""
        return self.kind in _SWITCHED


class RoutingInstances:
    """The instances of a device."""

    def __init__(self, root: Node) -> None:
        """Take the tree of a configuration."""
        self.main = Instance(MAIN, "", root)
        self.others = tuple(
            Instance(one.key, one.take("instance-type").value, one)
            for one in root.at("routing-instances").entries("instance")
        )
        self._of_interface = {
            interface.key: Stated(one.name, interface.first_line)
            for one in self.others
            if one.is_routed
            for interface in one.block.entries("interface")
        }

    def routed(self) -> Iterator[Instance]:
        """Yield the main instance and all others with routes of their own."""
        yield self.main
        yield from (one for one in self.others if one.is_routed)

    def switched(self) -> Iterator[Instance]:
        """Yield the main instance and all others with VLANs of their own."""
        yield self.main
        yield from (one for one in self.others if one.is_switched)

    def vrf_of(self, unit: str, place: Source) -> Fact[str]:
        """Return the instance that has a unit, called `et-0/0/0.0`."""
        return self._of_interface.get(unit) or defaults.DEFAULT_VRF.at(place)
