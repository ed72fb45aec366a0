"""Take addresses from the pools: a /32 for each loopback, a /31 for each routed link, a gateway's subnet for a segment.

Links to hosts get a /127 or /64 of IPv6 instead, or beside it, where the intent wants it.

Links to hosts take theirs from a block of the leaf, so that hosts added to one leaf do not move those of the others.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, islice, pairwise

from netaddr import IPNetwork

from roce_lint.intent.address_steps import LOOPBACKS, VTEPS, addresses_in_steps, subnets_in_steps
from roce_lint.intent.expand_bonds import first_cables
from roce_lint.intent.expand_pairs import shared_vlans
from roce_lint.intent.expand_topology import PlannedCable, Switch
from roce_lint.intent.faults import IntentFaults, named
from roce_lint.intent.link_entries import GivenAddresses, WishedLinks
from roce_lint.intent.model import Intent
from roce_lint.intent.model_addressing import FabricEnd, HostAddresses, HostEnd, Underlay
from roce_lint.intent.plan import BondPlan, HostPlan, LeafVlanPlan
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role

POOL_NAMES = ("loopbacks", "vteps", "fabric", "hosts")
_NO_HOSTS = (
    ("0.0.0.0/8", "this network"),
    ("127.0.0.0/8", "loopback within a host"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),
)
"""Blocks of which no interface takes an address (RFC 6890, RFC 5771)."""

AddressPair = tuple[str, str]
"""The addresses of the lower and of the upper end, with prefix length; empty where an end has none."""


def hosts_have_ipv6(intent: Intent) -> bool:
    """Say whether NICs that are routed have IPv6 addresses."""
    return intent.addressing.host_addresses is not HostAddresses.IPV4


def check_pools(intent: Intent, faults: IntentFaults) -> None:
    """Complain about pools and segments that overlap."""
    pools: list[tuple[YamlPath, str, ipaddress.IPv4Network]] = []
    for name, prefix in zip(POOL_NAMES, _prefixes(intent), strict=True):
        if name != "vteps" or intent.tenants:
            pools.append((("addressing", name), f"addressing.{name}", ipaddress.IPv4Network(prefix)))
    for number, tenant in enumerate(intent.tenants):
        # Tenants are separate VRFs: only the segments of one tenant can collide with each other.
        segments: list[tuple[YamlPath, str, ipaddress.IPv4Network]] = []
        for index, segment in enumerate(tenant.segments):
            at: YamlPath = ("tenants", number, "segments", index, "gateway")
            network = ipaddress.IPv4Interface(segment.gateway).network
            segments.append((at, f"VLAN {segment.vlan} of {tenant.name}", network))
        _check_overlaps(segments, faults)
        _check_usable(segments, faults)
    _check_overlaps(pools, faults)
    _check_usable(pools, faults)
    _check_ipv6(intent, faults)


def _check_ipv6(intent: Intent, faults: IntentFaults) -> None:
    """Complain about IPv6 addresses of hosts that nothing carries, and about pools that no interface takes from."""
    wish, at = intent.addressing, ("addressing", "hosts_ipv6")
    if not hosts_have_ipv6(intent):
        return
    hosts, fabric = ipaddress.IPv6Network(wish.hosts_ipv6), ipaddress.IPv6Network(wish.fabric_ipv6)
    if wish.underlay is Underlay.IPV6 and hosts.overlaps(fabric):
        faults.refuse(at, f"addressing.hosts_ipv6 {hosts} overlaps with addressing.fabric_ipv6 {fabric}")
    if hosts.is_link_local or hosts.is_multicast or hosts.is_loopback or hosts.is_unspecified:
        faults.refuse(at, f"{hosts} holds no addresses that are routed; take a prefix such as fd00:100::/40")
    if wish.underlay is Underlay.IPV4 and intent.topology.spines is not None:
        message = "sessions over IPv4 carry no IPv6 routes here; say `underlay: ipv6` or `underlay: unnumbered`"
        faults.refuse(("addressing", "host_addresses"), message)
    if intent.topology.leaves.peer_links:
        message = "leaves with `peer_links` route IPv4 between them alone; leave IPv6 or the peer links out"
        faults.refuse(("addressing", "host_addresses"), message)


def _check_usable(pools: Sequence[tuple[YamlPath, str, ipaddress.IPv4Network]], faults: IntentFaults) -> None:
    for at, name, network in pools:
        for special, what in _NO_HOSTS:
            if network.overlaps(ipaddress.IPv4Network(special)):
                faults.refuse(at, f"{name} {network} has addresses of {special}, {what}; no port can have them")


def _check_overlaps(pools: Sequence[tuple[YamlPath, str, ipaddress.IPv4Network]], faults: IntentFaults) -> None:
    for position, (at, name, network) in enumerate(pools):
        for _, other_name, other in pools[:position]:
            if network.overlaps(other):
                faults.refuse(at, f"{name} {network} overlaps with {other_name} {other}")


def _prefixes(intent: Intent) -> tuple[str, str, str, str]:
    pools = intent.addressing
    return pools.loopbacks, pools.vteps, pools.fabric, pools.hosts


def plan_loopbacks(intent: Intent, switches: tuple[Switch, ...], faults: IntentFaults) -> dict[str, tuple[str, str]]:
    """Return loopback and tunnel endpoint of every switch; the endpoint is empty where no tunnel ends.

    The first address of a pool stays unused: people mistake it for the pool.
    """
    loopbacks, vteps = IPNetwork(intent.addressing.loopbacks), IPNetwork(intent.addressing.vteps)
    ends = [one.name for one in switches if one.role is Role.LEAF] if intent.tenants else []
    enough = _holds(loopbacks, len(switches) + 1, ("addressing", "loopbacks"), "switches", faults)
    enough &= _holds(vteps, len(ends) + 1, ("addressing", "vteps"), "tunnel endpoints", faults) if ends else True
    if not enough:
        return {}
    endpoint = {name: str(vteps[number + 1]) for number, name in enumerate(ends)}
    planned = {one.name: str(loopbacks[n + 1]) for n, one in enumerate(switches)}
    in_steps = addresses_in_steps(intent, LOOPBACKS, "loopbacks", switches, faults)
    planned |= _given(intent, planned, in_steps, "loopback", "loopbacks", faults)
    in_steps = addresses_in_steps(intent, VTEPS, "vteps", switches if ends else (), faults)
    endpoint |= _given(intent, endpoint, in_steps, "vtep", "vteps", faults)
    return {name: (address, endpoint.get(name, "")) for name, address in planned.items()}


def _given(
    intent: Intent,
    planned: dict[str, str],
    in_steps: Mapping[str, tuple[str, YamlPath]],
    key: str,
    pool: str,
    faults: IntentFaults,
) -> dict[str, str]:
    """Return the addresses that `devices` or steps give; those of other switches or pools are complained about."""
    others = [name for name in POOL_NAMES if name != pool and (name != "vteps" or intent.tenants)]
    given = dict(in_steps)
    for name, device in intent.devices.items():
        wish = getattr(device, key)
        if name in planned and wish is not None:
            given[name] = wish, ("devices", name, key)
    owners: dict[str, list[str]] = {}
    for name, own in (planned | {name: address for name, (address, _) in given.items()}).items():
        owners.setdefault(own, []).append(name)
    for name, (address, at) in given.items():
        owner = next((one for one in owners[address] if one != name), "")
        if owner:
            faults.refuse(at, f"{address} is the {key} of {owner}{f', and that of {name}' if name in in_steps else ''}")
        for other in others:
            if ipaddress.IPv4Address(address) in ipaddress.IPv4Network(getattr(intent.addressing, other)):
                faults.refuse(at, f"{address} is in the pool addressing.{other}")
    return {name: address for name, (address, _) in given.items()}


def _holds(pool: IPNetwork, needed: int, at: YamlPath, what: str, faults: IntentFaults) -> bool:
    if pool.size >= needed:
        return True
    prefix_length = (32 if pool.version == 4 else 128) - (needed - 1).bit_length()
    sizes = f"has {pool.size} addresses and {needed} are needed" if pool.version == 4 else "is too small"
    message = f"{pool} {sizes} for the {what}; use a /{prefix_length}"
    faults.refuse(at, message)
    return False


def plan_link_addresses(
    intent: Intent,
    switches: Sequence[Switch],
    wished: WishedLinks,
    host_cables: tuple[PlannedCable, ...],
    hosts: tuple[HostPlan, ...],
    bonds: tuple[BondPlan, ...],
    faults: IntentFaults,
) -> tuple[dict[PlannedCable, AddressPair], tuple[LeafVlanPlan, ...]]:
    """Return the addresses of both ends of every cable, and the VLANs that leaves route.

    The end that is nearer to the top has the first address of a link, or the other where the intent says so. Addresses
    that it gives to a link are in place of the planned ones.
    """
    vlans = {(host.name, one.netdev): one.vlan for host in hosts for one in host.nics}
    routed = [cable for cable in host_cables if not vlans[cable.lower, cable.lower_nic]]
    fabric_cables = tuple(cable for cable in wished.cables if not cable.lower_nic and not cable.is_peer_link)
    in_steps = subnets_in_steps(intent, (*fabric_cables, *routed), switches, faults)
    pairs = _fabric_pairs(intent, fabric_cables, in_steps, faults)
    is_ipv6 = intent.addressing.host_addresses is HostAddresses.IPV6
    pairs.update(_ipv6_pairs(intent, routed, faults) if is_ipv6 else _host_pairs(intent, routed, in_steps, faults))
    given = in_steps | wished.addresses if pairs else {}
    _give_addresses(intent, given, pairs, faults)
    taking = tuple(first_cables(host_cables, bonds))
    pairs.update(_bridged_pairs(intent, taking, vlans, faults))
    shared = shared_vlans(bonds, hosts)
    leaf_vlans, local = _leaf_vlan_pairs(intent, taking, vlans, shared, faults)
    if given:
        _check_taken(
            given, {cable: pairs[cable] for cable in (*fabric_cables, *routed) if cable in pairs}, leaf_vlans, faults
        )
    pairs.update(local)
    for cable in wished.cables:
        pairs.setdefault(cable, ("", ""))
    return pairs, leaf_vlans


def plan_second_addresses(
    intent: Intent, host_cables: Sequence[PlannedCable], hosts: Sequence[HostPlan], faults: IntentFaults
) -> dict[PlannedCable, AddressPair]:
    """Return the IPv6 addresses beside those of IPv4; NICs in VLANs, which get none, are complained about."""
    wish = intent.addressing.host_addresses
    bridged = {(host.name, one.netdev) for host in hosts for one in host.nics if one.vlan}
    if bridged and hosts_have_ipv6(intent):
        message = f"{named(f'{host} {nic}' for host, nic in sorted(bridged))}: NICs in VLANs have IPv4 addresses alone"
        if wish is HostAddresses.IPV6:
            faults.refuse(("addressing", "host_addresses"), f"{message}; say dual, or take them out of VLANs")
        else:
            faults.warn(("addressing", "host_addresses"), message)
    routed = [cable for cable in host_cables if (cable.lower, cable.lower_nic) not in bridged]
    return _ipv6_pairs(intent, routed, faults) if wish is HostAddresses.DUAL else {}


def plan_peer_addresses(
    intent: Intent, links: Mapping[PlannedCable, AddressPair], pairs: int, faults: IntentFaults
) -> list[tuple[str, str]]:
    """Return the addresses of the first and the second leaf of each pair: those of the pool after the last link's.

    `links`: the addresses of all cables. Where those of links between switches are given, a pair takes none of them.
    """
    pool = IPNetwork(intent.addressing.fabric)
    taken, count = set[int](), 0
    for cable, (_, upper) in links.items() if pairs and intent.addressing.underlay is Underlay.IPV4 else ():
        if upper and not cable.lower_nic and not cable.is_peer_link:
            count += 1
            network = ipaddress.IPv4Interface(upper).network
            begin = int(network.network_address) - pool.first
            taken.update(range(begin // 2, (begin + network.num_addresses) // 2))
    if not _holds(pool, 2 * (count + pairs), ("addressing", "fabric"), "links between switches", faults):
        return []
    free = (number for number in chain(range(count, pool.size // 2), range(count)) if number not in taken)
    return [_pair(pool, 2 * number)[::-1] for number in islice(free, pairs)]


def _give_addresses(
    intent: Intent,
    given: Mapping[PlannedCable, GivenAddresses],
    pairs: dict[PlannedCable, AddressPair],
    faults: IntentFaults,
) -> None:
    """Put given addresses in place of planned ones; those that other links or loopbacks have are complained about."""
    reported: set[YamlPath] = set()
    for cable, pair in given.items():
        if cable.is_peer_link:
            faults.refuse(pair.at, "the links between the leaves of a pair are bridged and have no addresses")
            continue
        if cable not in pairs:
            faults.refuse(pair.at, f"the NIC {cable.lower_nic} of {cable.lower} has its address from its segment")
            continue
        if not pairs[cable][1] or ":" in pairs[cable][1]:
            key, what = ("host_addresses", "hosts") if cable.lower_nic else ("underlay", "other switches")
            faults.refuse(pair.at, f"links to {what} have no IPv4 addresses (addressing.{key})")
            continue
        pairs[cable] = (pair.lower, pair.upper)
        network = ipaddress.IPv4Interface(pair.upper).network
        hosts = ipaddress.IPv4Network(intent.addressing.hosts)
        if pair.at in reported:
            continue
        before = faults.error_count
        if cable.lower_nic and not network.subnet_of(hosts):
            faults.refuse(pair.at, f"{network} is not in the pool addressing.hosts {hosts}, which is announced")
        for name in ("loopbacks", "vteps") if cable.lower_nic else ("loopbacks", "vteps", "hosts"):
            if network.overlaps(ipaddress.IPv4Network(getattr(intent.addressing, name))):
                faults.refuse(pair.at, f"{network} overlaps with the pool addressing.{name}")
        if faults.error_count > before:
            reported.add(pair.at)


def _check_taken(
    given: Mapping[PlannedCable, GivenAddresses],
    pairs: Mapping[PlannedCable, AddressPair],
    vlans: Sequence[LeafVlanPlan],
    faults: IntentFaults,
) -> None:
    """Complain about given subnets that overlap with those of other links and of VLANs of leaves."""
    every = [
        (ipaddress.IPv4Interface(upper).network, f"the link between {cable.lower} and {cable.upper}", given.get(cable))
        for cable, (_, upper) in pairs.items()
        if "." in upper
    ]
    gateways = {one.gateway: one for one in vlans}
    every += [
        (ipaddress.IPv4Interface(gateway).network, f"VLAN {one.vlan} of {one.leaf}", None)
        for gateway, one in gateways.items()
    ]
    reported: set[YamlPath] = set()
    for first, second in pairwise(sorted(every, key=lambda one: one[0])):
        (network, name, wish), (other, owner, _) = (second, first) if second[2] else (first, second)
        if wish is None or wish.at in reported or not network.overlaps(other):
            continue
        if wish.at[0] == "links":
            faults.refuse(wish.at, f"{network} overlaps with {other} of {owner}; give that one its addresses too")
        else:
            faults.refuse(wish.at, f"{name} would have {network}, which overlaps with {other} of {owner}")
            reported.add(wish.at)


def _fabric_pairs(
    intent: Intent,
    cables: tuple[PlannedCable, ...],
    in_steps: Mapping[PlannedCable, GivenAddresses],
    faults: IntentFaults,
) -> dict[PlannedCable, AddressPair]:
    if intent.addressing.underlay is Underlay.UNNUMBERED:
        return dict.fromkeys(cables, ("", ""))
    name = "fabric_ipv6" if intent.addressing.underlay is Underlay.IPV6 else "fabric"
    pool = IPNetwork(getattr(intent.addressing, name))
    pairs = {cable: (pair.lower, pair.upper) for cable, pair in in_steps.items() if not cable.lower_nic}
    if name == "fabric_ipv6":
        pairs = {}
    left = [cable for cable in cables if cable not in pairs]
    if not _holds(pool, 2 * len(left), ("addressing", name), "links between switches", faults):
        return {}
    lower_first = intent.addressing.fabric_first is FabricEnd.LOWER
    return pairs | {cable: _pair(pool, 2 * number, lower_first=lower_first) for number, cable in enumerate(left)}


def _host_pairs(
    intent: Intent,
    cables: Sequence[PlannedCable],
    in_steps: Mapping[PlannedCable, GivenAddresses],
    faults: IntentFaults,
) -> dict[PlannedCable, AddressPair]:
    if any(cable.lower_nic for cable in in_steps):
        return {cable: (in_steps[cable].lower, in_steps[cable].upper) for cable in cables if cable in in_steps}
    pairs = _pairs_by_leaf(IPNetwork(intent.addressing.hosts), 31, "hosts", cables, faults)
    if intent.addressing.hosts_first is HostEnd.LEAF:
        return pairs
    return {cable: (upper, lower) for cable, (lower, upper) in pairs.items()}


def _ipv6_pairs(
    intent: Intent, cables: Sequence[PlannedCable], faults: IntentFaults
) -> dict[PlannedCable, AddressPair]:
    """Return the IPv6 addresses of both ends of the cables to NICs that are routed on their own."""
    wish = intent.addressing
    return _pairs_by_leaf(IPNetwork(wish.hosts_ipv6), wish.host_ipv6_length, "hosts_ipv6", cables, faults)


def _pairs_by_leaf(
    pool: IPNetwork, length: int, key: str, cables: Sequence[PlannedCable], faults: IntentFaults
) -> dict[PlannedCable, AddressPair]:
    """Return addresses of prefixes of one length, each leaf's from a block of its own."""
    size = 2 ** ((32 if pool.version == 4 else 128) - length)
    per_leaf = Counter(cable.upper for cable in cables)
    block: int = 2 ** (max(per_leaf.values(), default=1) - 1).bit_length()
    what = (
        f"NICs ({len(cables)} in {len(per_leaf)} blocks of {size * block if size == 2 else block}, one for each leaf)"
    )
    # The last 64 bits of an address in a /127 are never all zeros (RFC 6164, section 5.1); the first address of a /64
    # is that of all routers in it (RFC 4291, section 2.6.1).
    skipped = {31: 0, 127: 2, 64: 1}[length]
    if not _holds(pool, size * block * len(per_leaf) + skipped // size * size, ("addressing", key), what, faults):
        return {}
    begin = {leaf: number * block for number, leaf in enumerate(per_leaf)}
    taken: Counter[str] = Counter()
    pairs: dict[PlannedCable, AddressPair] = {}
    for cable in cables:
        first = size * (begin[cable.upper] + taken[cable.upper]) + skipped
        pairs[cable] = f"{pool[first + 1]}/{length}", f"{pool[first]}/{length}"
        taken[cable.upper] += 1
    return pairs


def _leaf_vlan_pairs(
    intent: Intent,
    cables: tuple[PlannedCable, ...],
    vlans: dict[tuple[str, str], int],
    shared: Mapping[tuple[str, int], tuple[str, ...]],
    faults: IntentFaults,
) -> tuple[tuple[LeafVlanPlan, ...], dict[PlannedCable, AddressPair]]:
    """Give each VLAN of a leaf a subnet from the end of the pool of hosts, its first address to the leaf.

    Of a VLAN that is `shared` by a pair both leaves have that address, and the next two for themselves. The first
    subnet is the last of the pool, so that links that are routed on their own keep theirs at its begin.
    """
    extended = {segment.vlan for tenant in intent.tenants for segment in tenant.segments} | {0}
    members: dict[tuple[str, int], list[PlannedCable]] = {}
    for cable in cables:
        vlan = vlans[cable.lower, cable.lower_nic]
        if vlan not in extended:
            leaf = shared.get((cable.upper, vlan), (cable.upper,))[0]
            members.setdefault((leaf, vlan), []).append(cable)
    if not members:
        return (), {}
    # Network and broadcast address, the gateway, and the leaves of a pair.
    most = max(len(of_it) + 2 * (key in shared) for key, of_it in members.items())
    size: int = 2 ** (most + 2).bit_length()
    routed = sum(1 for cable in cables if not vlans[cable.lower, cable.lower_nic])
    pool = IPNetwork(intent.addressing.hosts)
    if not _holds(pool, size * len(members) + 4 * routed, ("addressing", "hosts"), "VLANs of the leaves", faults):
        return (), {}
    length = pool.prefixlen + (pool.size // size).bit_length() - 1
    plans, pairs = [], {}
    leaves = {leaf: number for number, leaf in enumerate(dict.fromkeys(leaf for leaf, _ in members))}
    in_order = sorted(members.items(), key=lambda item: (leaves[item[0][0]], item[0][1]))
    for number, ((leaf, vlan), of_it) in enumerate(in_order):
        begin = pool.size - size * (number + 1)
        gateway, owners = f"{pool[begin + 1]}/{length}", shared.get((leaf, vlan), ())
        plans += [LeafVlanPlan(one, vlan, gateway, f"{pool[begin + 2 + n]}/{length}") for n, one in enumerate(owners)]
        if not owners:
            plans.append(LeafVlanPlan(leaf, vlan, gateway))
        for position, cable in enumerate(of_it, begin + 2 + len(owners)):
            pairs[cable] = f"{pool[position]}/{length}", ""
    return tuple(plans), pairs


def _pair(pool: IPNetwork, offset: int, *, lower_first: bool = False) -> AddressPair:
    """Return two addresses of a /31 (RFC 3021) or /127 (RFC 6164)."""
    length = 31 if pool.version == 4 else 127
    first, second = f"{pool[offset]}/{length}", f"{pool[offset + 1]}/{length}"
    return (first, second) if lower_first else (second, first)


def _bridged_pairs(
    intent: Intent, cables: tuple[PlannedCable, ...], vlans: dict[tuple[str, str], int], faults: IntentFaults
) -> dict[PlannedCable, AddressPair]:
    pairs: dict[PlannedCable, AddressPair] = {}
    for number, tenant in enumerate(intent.tenants):
        for index, segment in enumerate(tenant.segments):
            gateway = ipaddress.IPv4Interface(segment.gateway)
            members = [cable for cable in cables if vlans[cable.lower, cable.lower_nic] == segment.vlan]
            # Network and broadcast address, and the gateway.
            if len(members) + 3 > gateway.network.num_addresses:
                at: YamlPath = ("tenants", number, "segments", index, "gateway")
                message = f"{gateway.network} is too small for {len(members)} NICs and the gateway"
                faults.refuse(at, message)
                continue
            free = (address for address in gateway.network.hosts() if address != gateway.ip)
            for cable in members:
                pairs[cable] = f"{next(free)}/{gateway.network.prefixlen}", ""
    return pairs
