"""IP addresses and subnets as plain numbers: a fleet has hundreds of thousands, and most are dotted quads."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import NamedTuple

_new = tuple.__new__
_OCTETS = {str(number): number for number in range(256)}
_LENGTHS = {str(number): number for number in range(33)} | {"": 32}
_HEADS: dict[str, int] = {}
_MOST_HEADS = 65_536
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
            a, b, c, d = self.number.to_bytes(4, "big")
            return f"{a}.{b}.{c}.{d}/{self.length}"
        return f"{ipaddress.IPv6Address(self.number)}/{self.length}"


class Supernets:
    """Subnets by which those are found that hold another one, without going through all of them."""

    def __init__(self, subnets: Iterable[Subnet]) -> None:
        """Take the subnets; the same one may come several times."""
        self._subnets = frozenset(subnets)
        self._lengths = sorted({(one.version, one.length) for one in self._subnets})

    def __bool__(self) -> bool:
        """Say whether there is any."""
        return bool(self._subnets)

    def of(self, subnet: Subnet) -> tuple[Subnet, ...]:
        """Return those that hold a subnet, it itself too where it is one of them, the largest first."""
        wider = [length for version, length in self._lengths if version == subnet.version and length <= subnet.length]
        bits = BITS[subnet.version]
        found = [Subnet(subnet.version, one, subnet.number >> (bits - one) << (bits - one)) for one in wider]
        return tuple([one for one in found if one in self._subnets])


class Interface(NamedTuple):
    """An address with the subnet that it is in."""

    address: Address
    subnet: Subnet


def interface_of(text: str) -> Interface | None:
    """Return an address with its prefix length (`10.0.0.1/31`; one without a length is alone); None for no address."""
    plain = plain_ipv4(text)
    if plain is not None:
        number, bits = plain
        # Without a call of their constructors, which take as long again.
        subnet = _new(Subnet, (4, bits, number >> (32 - bits) << (32 - bits)))
        return _new(Interface, (_new(Address, (4, number, "")), subnet))
    try:
        found = ipaddress.ip_interface(text)
    except ValueError:
        return None
    subnet = Subnet(found.version, found.network.prefixlen, int(found.network.network_address))
    return Interface(Address(found.version, int(found.ip), getattr(found.ip, "scope_id", None) or ""), subnet)


def plain_ipv4(text: str) -> tuple[int, int] | None:
    """Return number and length of a dotted quad; None for any other form. `ipaddress` takes ten times as long."""
    host, slash, length = text.partition("/")
    head, _, last = host.rpartition(".")
    bits, octet = _LENGTHS.get(length), _OCTETS.get(last)
    if bits is None or octet is None or (slash and not length):
        return None
    high = _HEADS.get(head)
    if high is None:
        octets = [_OCTETS.get(one, -1) for one in head.split(".")]
        if len(octets) != 3 or -1 in octets:
            return None
        high = octets[0] << 24 | octets[1] << 16 | octets[2] << 8
        if len(_HEADS) < _MOST_HEADS:
            _HEADS[head] = high
    return high | octet, bits


def subnet_of(text: str) -> Subnet | None:
    """Return a prefix (`10.0.0.0/24`), bits behind its length left out; None for no prefix."""
    plain = plain_ipv4(text)
    if plain is not None:
        number, bits = plain
        return Subnet(4, bits, number >> (32 - bits) << (32 - bits))
    found = interface_of(text)
    return None if found is None or found.address.scope else found.subnet


def usual_address(text: str) -> str:
    """Return an address of IPv6 as RFC 5952 writes it (`2001:db8::`), any other text as it is."""
    if ":" not in text or "/" in text:
        return text
    found = interface_of(text)
    return text if found is None else str(ipaddress.IPv6Address(found.address.number)) + _zone(found.address.scope)


def _zone(scope: str) -> str:
    return f"%{scope}" if scope else ""


def address_of(text: str) -> Address | None:
    """Return an address without a length; None for no address."""
    found = None if "/" in text else interface_of(text)
    return None if found is None else found.address


def plain_mac(text: str) -> str:
    """Return a MAC address as six pairs of digits, whatever its separators."""
    digits = "".join(letter for letter in text.lower() if letter in "0123456789abcdef")
    return ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))


ANYCAST_GATEWAY_MAC = "02:00:00:00:00:99"
"""That of gateways unless an intent says otherwise; locally administered (IEEE 802), so that it is nobody's own."""
