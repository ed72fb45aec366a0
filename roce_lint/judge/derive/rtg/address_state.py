"""Addresses and router ids that only one device may have, and devices that have those of another.

Who has an address, and where it is stated.
"""

from __future__ import annotations

from roce_lint.model.addresses import Interface, interface_of
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Fact, Stated
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


@dataclass(frozen=True, slots=True)
class AddressState:
    """An address or router id that two interfaces or devices have; a fabric without one is one healthy entity."""

    kind: str
    """What it is: `loopback address`, `interface address`, `subnet` or `router id`."""
    value: str
    """The address, the subnet or the router id."""
    here: str
    """The holder, as `device port` or `device`: the one to change, judging by the rest of the fabric."""
    there: str
    """The other holder."""
    is_unique: Fact[bool]
    """False at the place of `here`."""
    other_place: Fact[bool]
    """`is_unique`, at the place of `there`."""


@dataclass(frozen=True, slots=True)
class CopyState:
    """A switch whose addresses are those of another switch; a fabric without one is one healthy entity."""

    original: str
    """The other switch."""
    shared: int
    """The number of addresses that both have."""
    total: int
    """The number of addresses of the switch."""
    is_its_own: Fact[bool]
    """The configuration belongs to this switch; false at the first of the addresses."""
    other_place: Fact[bool]
    """`is_its_own`, at the same address of the other switch."""


@dataclass(frozen=True, slots=True)
class SplitSubnetState:
    """The only two interfaces of an IGP that are alone in subnets for two; a fabric without them is one healthy
    entity."""

    here: str
    """One of them, as `device port`: the one to change, judging by the other addresses of its device."""
    there: str
    """The other one."""
    address: str
    """The address of `here`."""
    other_address: str
    """The address of `there`."""
    meets: Fact[bool]
    """False if only one octet keeps both from being in the same subnet; placed at the address of `here`."""
    other_place: Fact[bool]
    """`meets`, at the address of `there`."""


@dataclass(frozen=True, slots=True)
class StrayState:
    """A BGP neighbor that is unreachable or does not respond; a fabric without one is one healthy entity."""

    peer: str
    """The address of the neighbor."""
    reason: str
    """Why the session never comes up, in words."""
    interface: str
    """The only interface without a neighbor in its subnet; empty if there is none or more than one."""
    is_connected: Fact[bool]
    """The neighbor is in a subnet of an interface, as others of the same settings are, or is a loopback address whose
    switch answers; placed at the address of `interface`, else at the neighbor or at what does not answer it."""
    session_place: Fact[bool]
    """`is_connected`, at the neighbor."""
