"""The next hop of a host's route as rules see it."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NextHopState:
    """The next hop of one route of a NIC that RoCE uses, or of the bond that the NIC is in."""

    destination: str
    """The prefix that the route leads to, or `default`."""
    address: str
    """The next hop; empty if it is unknown."""
    is_known: bool
    """The file states the next hop, which is not left to the host."""
    is_connected: Fact[bool]
    """The next hop is in a subnet of the port, or the route declares it to be on the link."""
    is_own: Fact[bool]
    """The next hop is an address of the host itself."""
    switch_end: str
    """The other end of the cable of the port, or of a NIC in the bond, as `device port`; empty if it does not lead to
    a switch that was read.
    """
    is_of_switch: Fact[bool]
    """The next hop is an address of an interface that routes traffic from there: the port, its LAG, a subinterface or
    a VLAN interface, including virtual addresses shared with other switches.
    """
    switch_addresses: str
    """The addresses of these interfaces, comma-separated."""
    switch_place: Fact[bool]
    """True, at the line of one of these addresses."""
