"""Which interfaces the `network` lines of an IGP cover."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from roce_lint.model.device import Port
from roce_lint.model.fact import Unknown


def interfaces_within(prefix: str, ports: Iterable[Port], vrf: str) -> list[str]:
    """Return the names of the ports of `vrf` that have an address inside `prefix`; none for a malformed prefix."""
    try:
        network = ipaddress.ip_network(prefix, strict=False)
    except ValueError:
        return []
    found: list[str] = []
    for port in ports:
        if isinstance(port.vrf, Unknown) or port.vrf.value != vrf:
            continue
        for address in port.addresses:
            if not isinstance(address, Unknown) and _inside(address.value, network):
                found.append(port.name)
                break
    return found


def wildcard_prefix(address: str, wildcard: str) -> str:
    """Return `10.0.0.0/24` for `10.0.0.0 0.0.0.255`, empty when that is no prefix."""
    try:
        return str(ipaddress.ip_network(f"{address}/{wildcard}", strict=False))
    except ValueError:
        return ""


def dotted_area(text: str) -> str:
    """Return an OSPF area in dotted form: `0` is `0.0.0.0`; what is no area stays as it is."""
    if text.isdecimal() and text.isascii() and len(text) < 11 and int(text) < 2**32:
        return str(ipaddress.IPv4Address(int(text)))
    return text


def _inside(address: str, network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> bool:
    try:
        return ipaddress.ip_interface(address).ip in network
    except ValueError:
        return False
