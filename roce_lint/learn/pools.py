"""Pools of addresses that lie apart, as an intent wants them, and are as large as they can be."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping, Sequence

from roce_lint.intent.expand_addresses import POOL_NAMES
from roce_lint.intent.model_addressing import Addressing

Network = ipaddress.IPv4Network
_ELSEWHERE = ("100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "10.0.0.0/8", "198.18.0.0/15")
"""Where a pool of which nothing is used can be put (RFC 1918, RFC 6598, RFC 2544)."""


def covering(addresses: Iterable[str], least: int) -> Network:
    """Return the longest prefix that holds all addresses and room for at least so many."""
    numbers = [int(ipaddress.IPv4Interface(one)) for one in addresses]
    length = 32
    while min(numbers) >> (32 - length) != max(numbers) >> (32 - length) or 1 << (32 - length) < least:
        length -= 1
    return Network((min(numbers) >> (32 - length) << (32 - length), length))


def beginning_at(address: int, longest: Network, used: Sequence[int]) -> Network | None:
    """Return the prefix that begins at an address and holds what is used, no larger than the usual pool; or None."""
    length = longest.prefixlen
    while address >= 0 and length < 32 and address % (1 << (32 - length)):
        length += 1
    if address < 0 or address + (1 << (32 - length)) <= max(used, default=0):
        return None
    return Network((address, length))


def apart(wanted: Mapping[str, Network], used: Mapping[str, Sequence[str]]) -> dict[str, Network]:
    """Return every pool of an intent, made smaller or put elsewhere until none overlaps with another.

    `wanted` has those that were learnt, `used` the addresses that each has to hold.
    """
    usual = Addressing()
    pools = {name: wanted.get(name) or Network(getattr(usual, name)) for name in POOL_NAMES}
    for name in sorted(pools, key=lambda name: (name in wanted, bool(used.get(name)))):
        others = [network for other, network in pools.items() if other != name]
        pools[name] = _smaller(pools[name], used.get(name, ()), others)
    return pools


def _smaller(pool: Network, used: Sequence[str], others: Sequence[Network]) -> Network:
    """Return the pool, or the part of it around what is used, or another one where nothing is used."""
    if not any(pool.overlaps(other) for other in others):
        return pool
    if not used:
        free = [Network(one) for one in _ELSEWHERE]
        for one in free:
            for part in (one, *one.subnets(new_prefix=max(one.prefixlen, 16))):
                if not any(part.overlaps(other) for other in others):
                    return part
        return pool
    least = covering(used, 1)
    while pool.prefixlen < least.prefixlen and any(pool.overlaps(other) for other in others):
        pool = next(half for half in pool.subnets() if least.subnet_of(half))
    return pool
