"""Addresses and AS numbers: the pools and first numbers that give them in the order of the plan, or each by itself."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence

from roce_lint.intent.model_addressing import Addressing
from roce_lint.intent.plan import FabricPlan, LinkPlan
from roce_lint.learn.observed import Observed, ObservedCable
from roce_lint.learn.placing import matched
from roce_lint.learn.topology import Section
from roce_lint.model.device import Device, PortRef
from roce_lint.model.fact import Unknown
from roce_lint.model.terms import PortKind, Role
from roce_lint.values import dataclass

Ends = dict[tuple[str, str], str]
"""Addresses by device and port."""
_ASN_KEYS = {Role.SUPER_SPINE: "super_spines", Role.SPINE: "spines", Role.LEAF: "leaves"}


@dataclass(frozen=True, slots=True)
class Numbering:
    """What an intent says of numbers: pools, AS numbers, single devices, and addresses of ends where no pool fits."""

    addressing: Section
    as_numbers: Section
    devices: Mapping[str, Section]
    ends: Ends


def loopback_of(device: Device) -> str:
    """Return the /32 of a loopback that is the router ID, else of the first loopback; empty where there is none."""
    tunnels = {known for one in device.routing.tunnels if (known := _value(one.source_address))}
    identifiers = {known for one in device.routing.bgp if one.vrf == "default" and (known := _value(one.router_id))}
    found = [
        address.removesuffix("/32")
        for port in device.ports
        if port.kind is PortKind.LOOPBACK and _value(port.vrf) in ("default", "")
        for address in port.stated_addresses
        if address.endswith("/32")
    ]
    ranked = sorted(found, key=lambda one: (one not in identifiers, one in tunnels))
    return ranked[0] if ranked else ""


def vtep_of(device: Device) -> str:
    """Return the address that tunnels of a switch begin at; empty where it ends none."""
    return next((known for one in device.routing.tunnels if (known := _value(one.source_address))), "")


def _value(fact: object) -> str:
    value = getattr(fact, "value", "")
    return value if isinstance(value, str) else ""


def numbering(observed: Observed, plan: FabricPlan) -> Numbering:
    """Return the numbers that were read, as an intent says them shortest; `plan` has those that it would give."""
    addressing: Section = {}
    devices: dict[str, Section] = {}
    by_name = {device.name: device for device in observed.switches}
    loopbacks = [loopback_of(by_name[one.name]) for one in plan.devices]
    if any(loopbacks) and loopbacks != [one.loopback for one in plan.devices]:
        pool, in_order = _pool_of_hosts(loopbacks)
        addressing["loopbacks"] = pool
        if not in_order:
            _each(devices, plan, loopbacks, "loopback")
    vteps = [vtep_of(by_name[one.name]) for one in plan.devices if one.vtep]
    if any(vteps) and vteps != [one.vtep for one in plan.devices if one.vtep]:
        pool, in_order = _pool_of_hosts(vteps)
        addressing["vteps"] = pool
        if not in_order:
            _each(devices, plan, [vtep_of(by_name[one.name]) if one.vtep else "" for one in plan.devices], "vtep")
    ends: Ends = {}
    for to_host, key in ((False, "fabric"), (True, "hosts")):
        pool, own = _link_pool(observed, plan, to_host)
        if pool:
            addressing[key] = pool
        ends |= own
    as_numbers = _as_numbers(observed, plan, devices)
    return Numbering(addressing, as_numbers, devices, ends)


def _each(devices: dict[str, Section], plan: FabricPlan, values: Sequence[str], key: str) -> None:
    for one, value in zip(plan.devices, values, strict=True):
        if value:
            devices.setdefault(one.name, {})[key] = value


def _pool_of_hosts(addresses: Sequence[str]) -> tuple[str, bool]:
    """Return the pool of single addresses, and whether it gives them in order from its second address on."""
    numbers = [int(ipaddress.IPv4Address(one)) for one in addresses if one]
    first = numbers[0] - 1
    if len(numbers) == len(addresses) and numbers == list(range(first + 1, first + 1 + len(numbers))):
        length = _prefix_length(Addressing().loopbacks)
        while length < 32 and (first % (1 << (32 - length))):
            length += 1
        if 1 << (32 - length) > len(numbers):
            return f"{ipaddress.IPv4Address(first)}/{length}", True
    return _covering(numbers, len(addresses) + 1), False


def _prefix_length(prefix: str) -> int:
    return ipaddress.IPv4Network(prefix).prefixlen


def _covering(numbers: Sequence[int], least: int) -> str:
    """Return the longest prefix that holds all the addresses and at least so many."""
    length = 32
    while (min(numbers) >> (32 - length)) != (max(numbers) >> (32 - length)) or 1 << (32 - length) < least:
        length -= 1
    return f"{ipaddress.IPv4Address(min(numbers) >> (32 - length) << (32 - length))}/{length}"


def _link_pool(observed: Observed, plan: FabricPlan, to_host: bool) -> tuple[str, Ends]:
    """Return the pool of links where it is not that of the plan, and the addresses of ends where no pool gives them."""
    pairs = [(link, cable) for link, cable in matched(observed, plan) if link.to_host is to_host and not link.vlan]
    read: Ends = {}
    shifts: set[int | None] = set()
    for link, cable in pairs:
        for planned, end in ((link.lower, cable.lower), (link.upper, cable.upper)):
            own = address_of_end(observed, end.device, end.port)
            if own:
                read[end.device, end.port] = own
                shifts.add(_shift(planned.address, own))
    if not read or shifts <= {0}:
        return "", {}
    default = Addressing().hosts if to_host else Addressing().fabric
    numbers = [int(ipaddress.IPv4Interface(one)) for one in read.values()]
    if len(shifts) == 1 and None not in shifts:
        shift = next(iter(shifts)) or 0
        base = int(ipaddress.IPv4Network(default).network_address) + shift
        length = _prefix_length(default)
        while length < 31 and (base < 0 or base % (1 << (32 - length))):
            length += 1
        if max(numbers) < base + (1 << (32 - length)) and base >= 0:
            return f"{ipaddress.IPv4Address(base)}/{length}", {}
    return _covering(numbers, 4 * len(pairs)), _complete(pairs, read)


def _complete(pairs: Sequence[tuple[LinkPlan, ObservedCable]], read: Ends) -> Ends:
    """Return the addresses of both ends of every link that has them; a host that says nothing has the other one."""
    found: Ends = {}
    for _, cable in pairs:
        lower, upper = cable.lower, cable.upper
        ends = [read.get((end.device, end.port), "") for end in (lower, upper)]
        for number, mine in enumerate(ends):
            other = ends[1 - number]
            if not mine and other:
                ends[number] = _opposite(other)
        if all(ends):
            found |= {(lower.device, lower.port): ends[0], (upper.device, upper.port): ends[1]}
    return found


def _opposite(address: str) -> str:
    """Return the other address of a point-to-point subnet; empty for a larger one."""
    own = ipaddress.IPv4Interface(address)
    hosts = [one for one in own.network.hosts() if one != own.ip] if own.network.prefixlen >= 30 else []
    return f"{hosts[0]}/{own.network.prefixlen}" if hosts else ""


def _shift(planned: str, own: str) -> int | None:
    if not planned or planned.partition("/")[2] != own.partition("/")[2]:
        return None
    return int(ipaddress.IPv4Interface(own)) - int(ipaddress.IPv4Interface(planned))


def address_of_end(observed: Observed, device: str, port: str) -> str:
    """Return the first IPv4 address that a port states; empty where it states none."""
    found = observed.ports.get(PortRef(device, port))
    return next((one for one in found.stated_addresses if ":" not in one), "") if found is not None else ""


def _as_numbers(observed: Observed, plan: FabricPlan, devices: dict[str, Section]) -> Section:
    """Return the first AS number of each tier where it is not the planned one; odd ones go to `devices`."""
    section: Section = {}
    own = {device.name: device.asn.value for device in observed.switches if not isinstance(device.asn, Unknown)}
    for role, key in _ASN_KEYS.items():
        members = [one for one in plan.devices if one.role is role and one.name in own]
        if not members or all(own[one.name] == one.asn for one in members):
            continue
        offset = own[members[0].name] - members[0].asn
        if sum(own[one.name] - one.asn == offset for one in members) * 2 > len(members):
            section[key] = members[0].asn + offset - _first(plan, role, members[0].asn)
        else:
            offset = 0
        for one in members:
            if own[one.name] != one.asn + offset:
                devices.setdefault(one.name, {})["asn"] = own[one.name]
    return section


def _first(plan: FabricPlan, role: Role, asn: int) -> int:
    """Return how far the number of the first member is from that of the tier's first device."""
    return asn - min(one.asn for one in plan.devices if one.role is role)
