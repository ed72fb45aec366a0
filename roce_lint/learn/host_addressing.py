"""Which addresses routed NICs have where they are not of IPv4 alone: by those of the leaf ports."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Interface, IPv6Network, ip_interface

from roce_lint.intent.model_addressing import Addressing
from roce_lint.intent.plan import FabricPlan
from roce_lint.learn.observed import Observed
from roce_lint.learn.placing import matched
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual

_FIRST = {64: 1, 127: 2}
"""Where the address of the first leaf port is in the pool, by the length of the prefix of a NIC."""


def host_addressing(observed: Observed, plan: FabricPlan, stated: Iterable[str]) -> IntentSection:
    """Return `host_addresses`, and pool and length of those of IPv6; `stated` are prefixes of which policies speak."""
    ends = [cable.upper for link, cable in matched(observed, plan) if link.to_host and not link.vlan]
    read = [
        ip_interface(address)
        for end in ends
        if end in observed.ports
        for address in observed.ports[end].stated_addresses
    ]
    wide = [one for one in read if isinstance(one, IPv6Interface) and not one.is_link_local]
    if not wide:
        return {}
    section: IntentSection = {"host_addresses": "ipv6" if len(wide) == len(read) else "dual"}
    length = usual(one.network.prefixlen for one in wide)
    if length in _FIRST and length != Addressing().host_ipv6_length:
        section["host_ipv6_length"] = length
    begin = int(min(one.ip for one in wide)) - _FIRST.get(length or 0, 0)
    pool = _pool(begin, [one.network for one in wide], stated)
    return section if str(pool) == Addressing().hosts_ipv6 else section | {"hosts_ipv6": str(pool)}


def _pool(begin: int, used: list[IPv6Network], stated: Iterable[str]) -> IPv6Network:
    """Return the pool that begins at an address: the one of a policy or the usual one, else the smallest that holds."""
    networks = [IPv6Network(one, strict=False) for one in (*stated, Addressing().hosts_ipv6) if ":" in one]
    fitting = [
        one
        for one in networks
        if int(one.network_address) == begin and one.prefixlen and all(other.subnet_of(one) for other in used)
    ]
    if fitting:
        return max(fitting, key=lambda one: one.prefixlen)
    most = max(int(one.broadcast_address) for one in used)
    return IPv6Network((begin, 128 - (most ^ begin).bit_length()), strict=False)
