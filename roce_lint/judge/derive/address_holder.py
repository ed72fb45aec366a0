"""Who has an address, and where it is stated."""

from __future__ import annotations

from roce_lint.model.addresses import Interface, interface_of
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Stated
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class AddressHolder:
    """A port with one of its addresses."""

    device: Device
    port: Port
    interface: Interface

    @property
    def name(self) -> str:
        """Return `device port`."""
        return f"{self.device.name} {self.port.name}"

    @property
    def fact(self) -> Stated[str]:
        """Return where it states the address, and how."""
        facts = (fact for fact in self.port.addresses if isinstance(fact, Stated))
        return next(fact for fact in facts if interface_of(fact.value) == self.interface)
