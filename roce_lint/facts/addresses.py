"""IP addresses and subnets as plain numbers: a fleet has hundreds of thousands, and most are dotted quads."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple

_IPV4 = re.compile(
    r"(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})(?:/([12]?\d|3[0-2]))?", re.ASCII
)
BITS = {4: 32, 6: 128}
"""Bits of an address by IP version."""


class Address(NamedTuple):
    """One address; `version` is 4 or 6, `scope` the zone of a link-local one, mostly empty."""

    version: int
    number: int
    scope: str = ""


class Subnet(NamedTuple):
    """A subnet: its length, and its lowest address as a number."""

    version: int
    length: int
    number: int

    def holds(self, address: Address) -> bool:
        """Say whether an address is in it."""
        apart = BITS[self.version] - self.length
        return address.version == self.version and address.number >> apart == self.number >> apart

    def covers(self, other: Subnet) -> bool:
        """Say whether another subnet is in it, or the same."""
        apart = BITS[self.version] - self.length
        return (
            other.version == self.version
            and other.length >= self.length
            and other.number >> apart == self.number >> apart
        )

    @property
    def size(self) -> int:
        """Return how many addresses it has."""
        return 1 << (BITS[self.version] - self.length)

    def __str__(self) -> str:
        """Return the usual text (`10.0.0.0/31`)."""
        if self.version == 4:
            octets = self.number.to_bytes(4, "big")
            return f"{octets[0]}.{octets[1]}.{octets[2]}.{octets[3]}/{self.length}"
        return f"{ipaddress.IPv6Address(self.number)}/{self.length}"


class Interface(NamedTuple):
    """An address with the subnet that it is in."""

    address: Address
    subnet: Subnet


def interface_of(text: str) -> Interface | None:
    """Return an address with its prefix length (`10.0.0.1/31`; one without a length is alone); None for no address."""
    plain = _IPV4.fullmatch(text)
    if plain:
        # `ipaddress` takes ten times as long.
        a, b, c, d, length = plain.groups()
        octets = int(a), int(b), int(c), int(d)
        if max(octets) <= 255:
            number = octets[0] << 24 | octets[1] << 16 | octets[2] << 8 | octets[3]
            bits = 32 if length is None else int(length)
            return Interface(Address(4, number), Subnet(4, bits, number >> (32 - bits) << (32 - bits)))
    try:
        found = ipaddress.ip_interface(text)
    except ValueError:
        return None
    subnet = Subnet(found.version, found.network.prefixlen, int(found.network.network_address))
    return Interface(Address(found.version, int(found.ip), getattr(found.ip, "scope_id", None) or ""), subnet)


def subnet_of(text: str) -> Subnet | None:
    """Return a prefix (`10.0.0.0/24`), bits behind its length left out; None for no prefix."""
    found = interface_of(text)
    return None if found is None or found.address.scope else found.subnet


def address_of(text: str) -> Address | None:
    """Return an address without a length; None for no address."""
    found = None if "/" in text else interface_of(text)
    return None if found is None else found.address
