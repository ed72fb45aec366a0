"""How BGP sessions between switches are guarded: keys, limits, BFD, and what they may carry."""

from __future__ import annotations

from ipaddress import ip_address, ip_interface, ip_network

from roce_lint.intent.classes import LOSSLESS_PROFILES
from roce_lint.intent.complaints import Complaints
from roce_lint.intent.model import Intent
from roce_lint.intent.plan import FabricPlan
from roce_lint.intent.view import BgpGuardView, FabricPrefixView
from roce_lint.model.terms import PathChoice


def path_choice(intent: Intent) -> PathChoice:
    """Return what the intent says; where it says nothing, only designs with PFC are balanced by load."""
    without = intent.load_balancing is PathChoice.AUTO and intent.design not in LOSSLESS_PROFILES
    return PathChoice.STATIC if without else intent.load_balancing


def bgp_guard(intent: Intent, complaints: Complaints) -> BgpGuardView:
    """Return what guards the sessions; a BFD interval of broken milliseconds is complained about."""
    wish = intent.bgp
    if wish.bfd.interval % 1000 or not wish.bfd.interval:
        complaints.refuse(("bgp", "bfd", "interval"), f"is {wish.bfd.interval} us; write whole milliseconds from 1 on")
    name = wish.password or ""
    return BgpGuardView(
        maximum_prefixes=wish.maximum_prefixes or 0,
        password=f"${{{name}}}" if name else "",
        password_name=name,
        ttl_security=wish.ttl_security,
        bfd_interval_ms=wish.bfd.interval // 1000 if wish.bfd.enabled else 0,
        bfd_multiplier=wish.bfd.multiplier,
    )


def session_prefixes(intent: Intent, plan: FabricPlan) -> tuple[FabricPrefixView, ...]:
    """Return everything that switches announce in the underlay: loopbacks, tunnel ends and links to hosts."""
    if not intent.bgp.prefix_filter:
        return ()
    pools = intent.addressing
    single = ip_network(pools.loopbacks).max_prefixlen
    blocks: set[tuple[str, int]] = {(pools.loopbacks, single)} | ({(pools.vteps, single)} if intent.tenants else set())
    for one in plan.devices:
        if ip_address(one.loopback) not in ip_network(pools.loopbacks):
            blocks.add((f"{one.loopback}/{single}", single))
    for link in plan.links:
        for address in (link.upper.address, link.upper.second_address) if link.to_host else ():
            if address:
                pool = pools.hosts_ipv6 if ":" in address else pools.hosts
                blocks.add((pool, ip_interface(address).network.prefixlen))
    for vlan in plan.leaf_vlans:
        blocks.add((pools.hosts, ip_interface(vlan.gateway).network.prefixlen))
    return tuple(FabricPrefixView(block, length) for block, length in sorted(blocks))
