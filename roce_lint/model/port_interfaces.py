"""The addresses that a port states, with their subnets."""

from __future__ import annotations

from roce_lint.model.addresses import Interface, Subnet, interface_of
from roce_lint.model.device import Port


def subnets_of(port: Port) -> tuple[Subnet, ...]:
    """Return the subnets of a port's addresses; what is no address is left out."""
    return tuple([interface.subnet for interface in interfaces_of(port)])


def interfaces_of(port: Port) -> tuple[Interface, ...]:
    """Return a port's addresses with their subnets; what is no address is left out."""
    return tuple([found for text in port.stated_addresses if (found := interface_of(text)) is not None])
