"""Addresses and AS numbers: the pools and first numbers that give them in the order of the plan, or each by itself.

Which addresses routed NICs have where they are not of IPv4 alone: by those of the leaf ports.

Pools of addresses that lie apart, as an intent wants them, and are as large as they can be.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping, Sequence
from ipaddress import IPv6Interface, IPv6Network, ip_interface

from roce_lint.intent.address_steps import LOOPBACKS, UPLINKS, VTEPS
from roce_lint.intent.expand_addresses import POOL_NAMES
from roce_lint.intent.model_addressing import MAC_ADDRESS, Addressing, FabricEnd, HostEnd
from roce_lint.intent.plan import DevicePlan, FabricPlan, LinkPlan
from roce_lint.learn.address_steps import LinkSteps, link_steps, switch_steps
from roce_lint.learn.external_routers import policies_outside
from roce_lint.learn.observed import Observed, ObservedCable
from roce_lint.learn.placing import address_of_end, matched
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual
from roce_lint.model.addresses import plain_mac
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Stated, Unknown, known
from roce_lint.model.route_policy import MatchPrefixes
from roce_lint.model.terms import PortKind, Role
from roce_lint.values import dataclass

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


_LinkEnds = dict[tuple[str, str], str]
"""Addresses by device and port."""
_ASN_KEYS = {Role.SUPER_SPINE: "super_spines", Role.SPINE: "spines", Role.LEAF: "leaves"}


@dataclass(frozen=True, slots=True)
class Numbering:
    """What an intent says of numbers: pools, AS numbers, single devices, and addresses of ends where no pool fits."""

    addressing: IntentSection
    as_numbers: IntentSection
    devices: Mapping[str, IntentSection]
    ends: _LinkEnds


@dataclass(frozen=True, slots=True)
class _Learnt:
    """A pool with the addresses that it has to hold; `pool` is None where the usual one gives them already."""

    pool: Network | None
    used: Sequence[str]
    in_order: bool = True


def loopback_of(device: Device) -> str:
    """Return the /32 of a loopback that is the router ID, else of the first loopback; empty where there is none."""
    tunnels = {_text(one.source_address) for one in device.routing.tunnels}
    identifiers = {_text(one.router_id) for one in device.routing.bgp if one.vrf == "default"}
    found = [
        address.removesuffix("/32")
        for port in device.ports
        if port.kind is PortKind.LOOPBACK and known(port.vrf, "default") == "default"
        for address in port.stated_addresses
        if address.endswith("/32")
    ]
    return min(found, key=lambda one: (one not in identifiers, one in tunnels), default="")


def vtep_of(device: Device) -> str:
    """Return the address that tunnels of a switch begin at; empty where it ends none."""
    return next((found for one in device.routing.tunnels if (found := _text(one.source_address))), "")


def _text(fact: Fact[str]) -> str:
    return known(fact, "").partition("/")[0]


def numbering(observed: Observed, plan: FabricPlan, rails: int) -> Numbering:
    """Return the numbers that were read, as an intent says them shortest.

    `plan` has those that it would give, and `rails` is 0 where it has none.
    """
    devices: dict[str, IntentSection] = {}
    by_name = {device.name: device for device in observed.switches}
    loopbacks = {one.name: loopback_of(by_name[one.name]) for one in plan.devices}
    vteps = {one.name: vtep_of(by_name[one.name]) for one in plan.devices if one.vtep}
    planned = {one.name: one.loopback for one in plan.devices}, {one.name: one.vtep for one in plan.devices if one.vtep}
    steps: IntentSection = {}
    found = {}
    for key, read, in_plan in (("loopbacks", loopbacks, planned[0]), ("vteps", vteps, planned[1])):
        found[key], own_steps, single = _single_addresses(read, in_plan, plan.devices, key)
        steps |= own_steps
        for name, address in single.items():
            devices.setdefault(name, {})[key.removesuffix("s")] = address
    ends: _LinkEnds = {}
    for to_host, key in ((False, "fabric"), (True, "hosts")):
        found[key], own_steps, own = _link_pool(observed, plan, to_host, rails)
        steps |= own_steps
        ends |= own
    stated = _stated_prefixes(observed)
    wanted = {key: pool for key, one in found.items() if (pool := _as_stated(one, key, stated)) is not None}
    pools = apart(wanted, {key: one.used for key, one in found.items()})
    addressing: IntentSection = _underlay(observed) | host_addressing(observed, plan, _policy_prefixes(observed))
    addressing |= _gateway_mac(observed)
    if UPLINKS[Role.LEAF] in steps and not observed.peer_cables:
        pools = _with_usual_fabric(pools)
    addressing |= {key: str(pool) for key, pool in pools.items() if str(pool) != getattr(Addressing(), key)}
    addressing |= steps
    return Numbering(addressing, _as_numbers(observed, plan, devices), devices, ends)


def _with_usual_fabric(pools: dict[str, Network]) -> dict[str, Network]:
    """Return the pools with the usual one of `fabric`, which gives no addresses, where it overlaps with no other."""
    default = Network(Addressing().fabric)
    is_free = not any(default.overlaps(pool) for key, pool in pools.items() if key != "fabric")
    return pools | {"fabric": default} if is_free else pools


def _gateway_mac(observed: Observed) -> IntentSection:
    """Return the MAC address that most gateways share with other switches, where it is not the usual one."""
    domains = [one for device in observed.switches for one in device.routing.bridge_domains]
    most = usual(one.gateway_mac.value for one in domains if isinstance(one.gateway_mac, Stated))
    mac = plain_mac(most or "")
    is_usable = re.fullmatch(MAC_ADDRESS, mac) and mac != Addressing().gateway_mac
    return {"gateway_mac": mac} if is_usable else {}


def first_ends(observed: Observed) -> IntentSection:
    """Return which ends have the first address of most /30, /31 and /127, where these are not the usual ends.

    Of a /30 that is the odd one.
    """
    section: IntentSection = {}
    for key, cables, other in (
        ("fabric_first", observed.cables, FabricEnd.LOWER.value),
        ("hosts_first", observed.host_cables, HostEnd.HOST.value),
    ):
        is_lower_first = usual(
            int(ip_interface(address)) % 2 == ((end is cable.upper) != address.endswith("/30"))
            for cable in cables
            for end in (cable.lower, cable.upper)
            if end in observed.ports
            for address in observed.ports[end].stated_addresses
            if address.endswith(("/30", "/31", "/127"))
        )
        if is_lower_first:
            section[key] = other
    return section


def _underlay(observed: Observed) -> IntentSection:
    """Return how links between switches are addressed where it is not by IPv4."""
    ports = [
        observed.ports[end] for cable in observed.cables for end in (cable.upper, cable.lower) if end in observed.ports
    ]
    addresses = [ip_interface(address) for port in ports for address in port.stated_addresses]
    if any(one.version == 4 for one in addresses):
        return {}
    wide = sorted(one.ip for one in addresses if one.version == 6 and not one.is_link_local)
    if wide:
        pool = str(ipaddress.IPv6Network(f"{wide[0]}/64", strict=False))
        section: IntentSection = {"underlay": "ipv6"}
        return section if pool == Addressing().fabric_ipv6 else section | {"fabric_ipv6": pool}
    sessions = [one for device in observed.switches for process in device.routing.bgp for one in process.neighbors]
    return {"underlay": "unnumbered"} if any(one.is_interface for one in sessions) else {}


def _stated_prefixes(observed: Observed) -> list[Network]:
    """Return the prefixes of IPv4 of which policies speak, the most specific ones first."""
    networks = [Network(prefix, strict=False) for prefix in _policy_prefixes(observed) if ":" not in prefix]
    return sorted((one for one in networks if 0 < one.prefixlen < 31), key=lambda one: (-one.prefixlen, one))


def _policy_prefixes(observed: Observed) -> set[str]:
    outside = policies_outside(observed)
    return {
        one.prefix
        for device in observed.switches
        for policy in device.routing.policies
        if (device.name, policy.name) not in outside
        for term in policy.terms
        for condition in term.conditions
        if isinstance(condition, MatchPrefixes)
        for one in condition.ranges
    }


def _as_stated(learnt: _Learnt, key: str, stated: Sequence[Network]) -> Network | None:
    """Return the pool with the length that policies state for it; None where it is the usual one."""
    if not learnt.used:
        return learnt.pool
    usual_pool = Network(getattr(Addressing(), key))
    pool = learnt.pool or usual_pool
    for one in stated:
        begins_alike = one.network_address == pool.network_address or (one.supernet_of(pool) and not learnt.in_order)
        if begins_alike and all(ipaddress.IPv4Interface(address).ip in one for address in learnt.used):
            return None if one == usual_pool else one
    return learnt.pool


def _single_addresses(
    read: Mapping[str, str], planned: Mapping[str, str], devices: Sequence[DevicePlan], key: str
) -> tuple[_Learnt, IntentSection, Mapping[str, str]]:
    """Return the pool of loopbacks or endpoints, the steps of tiers, and the addresses that neither of them gives."""
    default: str = getattr(Addressing(), key)
    used = [address for address in read.values() if address]
    if not used or all(address in ("", planned[name]) for name, address in read.items()):
        return _Learnt(None, used), {}, {}
    numbers = [int(ipaddress.IPv4Address(address)) for address in used]
    first = numbers[0] - 1
    if len(used) == len(read) and numbers == list(range(first + 1, first + 1 + len(numbers))):
        pool = beginning_at(first, Network(default), numbers)
        if pool is not None:
            return _Learnt(pool, (str(pool.network_address), *used)), {}, {}
    shift, in_order = _in_order(read, planned, default)
    keys = LOOPBACKS if key == "loopbacks" else VTEPS
    steps, in_steps = switch_steps(read, devices, keys, in_order)
    left = {name: address for name, address in read.items() if address and name not in in_steps}
    regular = [name for name in in_order if name in left]
    pool = Network((int(Network(default).network_address) + shift, Network(default).prefixlen))
    stepped = [read[name] for name in in_steps]
    if len(regular) > 1 and 2 * len(regular) > len(left) and all(ipaddress.IPv4Address(one) in pool for one in stepped):
        single = {name: address for name, address in left.items() if name not in regular}
        return _Learnt(pool if shift else None, [*map(read.__getitem__, regular), *stepped]), steps, single
    return _Learnt(covering(stepped or used, len(read) + 1), stepped or used, in_order=False), steps, left


def _in_order(read: Mapping[str, str], planned: Mapping[str, str], default: str) -> tuple[int, list[str]]:
    """Return the switches whose addresses are in the order of the plan, from the usual pool or one that is moved.

    None where no pool can begin where theirs would.
    """
    shifts = {
        name: int(ipaddress.IPv4Address(address)) - int(ipaddress.IPv4Address(planned[name]))
        for name, address in read.items()
        if address
    }
    shift = usual(shifts.values()) or 0
    begins = int(Network(default).network_address) + shift
    fits = 0 <= begins < 1 << 32 and begins % (1 << (32 - Network(default).prefixlen)) == 0
    return (shift, [name for name, own in shifts.items() if own == shift]) if fits else (0, [])


def _link_pool(
    observed: Observed, plan: FabricPlan, to_host: bool, rails: int
) -> tuple[_Learnt, IntentSection, _LinkEnds]:
    """Return the pool of links, their steps where no pool gives their addresses, and those of ends outside of both."""
    both = [(link, cable) for link, cable in matched(observed, plan) if not (link.vlan or link.is_peer_link)]
    pairs = [(link, cable) for link, cable in both if link.to_host is to_host]
    read: _LinkEnds = {}
    shifts: dict[tuple[str, str], int | None] = {}
    for link, cable in pairs:
        for planned, end in ((link.lower, cable.lower), (link.upper, cable.upper)):
            own = address_of_end(observed, end)
            if own:
                read[end.device, end.port] = own
                shifts[end.device, end.port] = _shift(planned.address, own)
    used = tuple(read.values())
    if not read or set(shifts.values()) <= {0}:
        return _Learnt(None, used), {}, {}
    default = Network(Addressing().hosts if to_host else Addressing().fabric)
    shift = usual(shifts.values())
    regular = {end for end, own in shifts.items() if own == shift}
    single = _complete(pairs, read)
    in_order = _Learnt(covering(used, 4 * len(pairs)), used, in_order=False)
    odd = [(link, cable) for link, cable in pairs if not {*_ends(cable)} & regular]
    if shift is not None and 2 * len(regular) > len(shifts):
        within = tuple(address for end, address in read.items() if end in regular)
        numbers = [int(ipaddress.IPv4Interface(one)) for one in within]
        pool = default if not shift else beginning_at(int(default.network_address) + shift, default, numbers)
        outside = [one for one in used if pool is not None and ipaddress.IPv4Interface(one).ip not in pool]
        if pool is not None and not (to_host and outside):
            in_order = _Learnt(pool if shift else None, (str(pool.network_address), *within))
            single = _complete(odd, read)
    steps = _steps_of_links(observed, plan, pairs, read, rails) if single else LinkSteps({}, frozenset())
    beside = _complete([(link, cable) for link, cable in pairs if link not in steps.regular], read)
    if steps.section and len(beside) < len(single):
        if not to_host:
            used = tuple(address for end, address in read.items() if end not in beside)
        return _Learnt(covering(used, 4 * len(pairs)), used, in_order=False), steps.section, beside
    return in_order, {}, single


def _steps_of_links(
    observed: Observed, plan: FabricPlan, pairs: Sequence[tuple[LinkPlan, ObservedCable]], read: _LinkEnds, rails: int
) -> LinkSteps:
    ends = {
        link: (read.get(lower, ""), read.get(upper, ""))
        for link, (lower, upper) in ((link, _ends(cable)) for link, cable in pairs)
    }
    in_plan = {link: ends[link] for link in plan.links if link in ends}
    first = first_ends(observed)
    is_lower_first = ("hosts_first" if pairs[0][0].to_host else "fabric_first") in first
    return link_steps(plan, in_plan, rails, is_lower_first)


def _ends(cable: ObservedCable) -> tuple[tuple[str, str], tuple[str, str]]:
    return (cable.lower.device, cable.lower.port), (cable.upper.device, cable.upper.port)


def _complete(pairs: Sequence[tuple[LinkPlan, ObservedCable]], read: _LinkEnds) -> _LinkEnds:
    """Return the addresses of both ends of every link that has them; an end that says nothing has the other one."""
    found: _LinkEnds = {}
    for _, cable in pairs:
        ends = [read.get((end.device, end.port), "") for end in (cable.lower, cable.upper)]
        lower, upper = (mine or _opposite(other) for mine, other in zip(ends, reversed(ends), strict=True))
        if lower and upper:
            found |= {(cable.lower.device, cable.lower.port): lower, (cable.upper.device, cable.upper.port): upper}
    return found


def _opposite(address: str) -> str:
    """Return the other address of a point-to-point subnet; empty for a larger one."""
    if not address:
        return ""
    own = ipaddress.IPv4Interface(address)
    others = [one for one in own.network.hosts() if one != own.ip] if own.network.prefixlen in (30, 31) else []
    return f"{others[0]}/{own.network.prefixlen}" if others else ""


def _shift(planned: str, own: str) -> int | None:
    if not planned or planned.partition("/")[2] != own.partition("/")[2]:
        return None
    return int(ipaddress.IPv4Interface(own)) - int(ipaddress.IPv4Interface(planned))


def _as_numbers(observed: Observed, plan: FabricPlan, devices: dict[str, IntentSection]) -> IntentSection:
    """Return the first AS number of each tier if not the planned one; odd ones go to `devices`."""
    section: IntentSection = {}
    own = {device.name: device.asn.value for device in observed.switches if not isinstance(device.asn, Unknown)}
    for role, key in _ASN_KEYS.items():
        members = [one for one in plan.devices if one.role is role and one.name in own]
        offset = usual(own[one.name] - one.asn for one in members)
        if offset is None:
            continue
        agreeing = [one for one in members if own[one.name] == one.asn + offset]
        if offset and (len(agreeing) > 1 or len(members) == 1):
            section[key] = min(one.asn for one in plan.devices if one.role is role) + offset
        elif offset:
            offset, agreeing = 0, []
        for one in members:
            if own[one.name] != one.asn + offset:
                devices.setdefault(one.name, {})["asn"] = own[one.name]
    return section
