"""Gateways of one VLAN on two switches: where their addresses contradict each other."""

from __future__ import annotations

from typing import NamedTuple

from roce_lint.model.addresses import Interface, interface_of, plain_mac
from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Source, Stated, Unknown


class SharedGateway(NamedTuple):
    """The routed interface of a VLAN on one switch, with its own addresses and those that it shares, IPv4 alone.

    `shares`: it has shared addresses; otherwise `shared` are its own.
    """

    device: str
    name: str
    vrf: Stated[str] | Default[str]
    source: Source
    own: dict[str, tuple[Interface, Source]]
    shared: dict[str, Source]
    mac: Stated[str] | None
    shares: bool


def gateway_of(device: Device, name: str) -> SharedGateway | None:
    """Return the gateway with this name; None where the switch has none, or what it shares was not read."""
    port = next((one for one in device.ports if one.name == name), None) if name else None
    virtual = [one.address for one in device.routing.virtual_addresses if one.interface == name]
    if port is None or not all(isinstance(one, Stated) for one in virtual):
        return None
    own: dict[str, tuple[Interface, Source]] = {}
    for fact in port.addresses:
        found = interface_of(fact.value) if isinstance(fact, Stated) else None
        if found is not None and isinstance(fact, Stated) and ":" not in fact.value:
            own[fact.value.partition("/")[0]] = found, fact.source
    shared = {one.value: one.source for one in virtual if isinstance(one, Stated) and ":" not in one.value}
    domain = next((one for one in device.routing.bridge_domains if one.gateway == name), None)
    mac = domain.gateway_mac if domain is not None and isinstance(domain.gateway_mac, Stated) else None
    vrf = port.vrf if not isinstance(port.vrf, Unknown) else Default("", port.source, port.vrf.because)
    # Without one, what hosts have is its own address, which others may have too (an anycast gateway).
    usable = shared or {address: source for address, (_, source) in own.items()}
    return SharedGateway(device.name, name, vrf, port.source, own, usable, mac, shares=bool(shared))


def contradiction(here: SharedGateway, there: SharedGateway) -> tuple[str, Source] | None:
    """Return how two gateways of one VLAN contradict each other, and the line of the first; None where they do not.

    Nothing is said of switches without shared addresses, which may have one address on purpose.
    """
    if not here.shares and not there.shares:
        return None
    return _of_addresses(here, there) or _of_subnets(here, there)


def mac_contradiction(here: SharedGateway, there: SharedGateway) -> tuple[str, Source] | None:
    """Return that two gateways of one VLAN have different MAC addresses, and the line of the first; None otherwise."""
    if here.mac is None or there.mac is None or plain_mac(here.mac.value) == plain_mac(there.mac.value):
        return None
    return (
        f"the gateway has the MAC address {here.mac.value} here and {there.mac.value} at {there.device}",
        here.mac.source,
    )


def _of_addresses(here: SharedGateway, there: SharedGateway) -> tuple[str, Source] | None:
    for address, (_, source) in here.own.items():
        if address in there.own and not (address in here.shared and address in there.shared):
            return f"{address} is the own address of {here.name} here and of {there.name} at {there.device}", source
        if address in there.shared and address not in here.shared:
            where = f"that {there.name} of {there.device} shares with others"
            return f"{address} is the own address of {here.name} here, and the gateway {where}", source
    if here.shared and there.shared and here.shared.keys().isdisjoint(there.shared):
        address, source = next(iter(here.shared.items()))
        return f"hosts have the gateway {address} here and {next(iter(there.shared))} at {there.device}", source
    return None


def _of_subnets(here: SharedGateway, there: SharedGateway) -> tuple[str, Source] | None:
    for found, source in here.own.values():
        for other, _ in there.own.values():
            if found.subnet != other.subnet and (
                found.subnet.covers(other.subnet) or other.subnet.covers(found.subnet)
            ):
                return f"its subnet is {found.subnet} here and {other.subnet} at {there.device}", source
    if here.vrf.value != there.vrf.value and here.shared.keys() & there.shared.keys():
        where = f"{there.name} in VRF {there.vrf.value} at {there.device}"
        return f"{here.name} is in VRF {here.vrf.value} here, and {where}", here.vrf.source
    return None
