"""Management addresses as facts state them, which the leaves of a pair watch each other by."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

from roce_lint.learn.observed import Observed
from roce_lint.learn.topology import Section
from roce_lint.learn.usual import usual
from roce_lint.model.device import Device
from roce_lint.model.fact import known
from roce_lint.model.terms import PortKind

_SPARE = 3
"""Addresses of a subnet that no switch has: its own, broadcast and gateway."""


def management_section(observed: Observed) -> Section:
    """Return the subnet of management ports, its gateway, and the VRF on systems that name it.

    Empty without pairs of leaves, and where there is no one subnet for all switches.
    """
    if not observed.peer_cables:
        return {}
    addresses = management_addresses(observed)
    networks = {ipaddress.IPv4Interface(one).network for one in addresses.values()}
    if len(networks) != 1 or (network := networks.pop()).num_addresses < len(observed.switches) + _SPARE:
        return {}
    section: Section = {"addresses": str(network)}
    gateway = usual(
        route.next_hop
        for device in observed.switches
        for route in device.routing.static_routes
        if route.prefix == "0.0.0.0/0" and route.next_hop and ipaddress.ip_address(route.next_hop) in network
    )
    if gateway and gateway != str(network.network_address + 1):
        section["gateway"] = gateway
    vrf = usual(vrf for device in observed.switches if (vrf := _vrf(device)) and vrf not in ("management", "mgmt"))
    return section | ({"vrf": vrf} if vrf and vrf != "MGMT" else {})


def management_addresses(observed: Observed) -> Mapping[str, str]:
    """Return the management address of each switch that states one, with prefix length."""
    return {
        device.name: address
        for device in observed.switches
        for port in device.ports
        if port.kind is PortKind.MANAGEMENT
        for address in port.stated_addresses[:1]
        if ":" not in address
    }


def management_wishes(observed: Observed, section: Section) -> dict[str, Section]:
    """Return the management addresses of the switches where they are not in the order of the plan; empty if all are."""
    if not section:
        return {}
    network = ipaddress.IPv4Network(str(section["addresses"]))
    gateway = str(section.get("gateway", network.network_address + 1))
    free = (str(one) for one in network.hosts() if str(one) != gateway)
    planned = dict(zip((device.name for device in observed.switches), free, strict=False))
    read = {name: address.partition("/")[0] for name, address in management_addresses(observed).items()}
    if all(planned[name] == address for name, address in read.items()):
        return {}
    return {name: {"management": address} for name, address in read.items()}


def _vrf(device: Device) -> str:
    return next((known(port.vrf, "") for port in device.ports if port.kind is PortKind.MANAGEMENT), "")
