"""The tenants of an overlay: VRFs with their segments, and the hosts whose NICs are in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from roce_lint.intent.plan_tenants import FIRST_L2_VNI, FIRST_L3_VLAN, FIRST_L3_VNI
from roce_lint.learn.names import number_in
from roce_lint.learn.observed import Observed
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual
from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Stated, known
from roce_lint.model.terms import PortKind, Role
from roce_lint.text.natural_order import natural_order
from roce_lint.values import dataclass, replace

_OPEN = 3
"""So many characters at the end of a name are left open by a pattern."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,30}")


@dataclass(frozen=True, slots=True)
class _Domain:
    """A bridge domain with a VNI on one leaf; `nics` are hosts and NICs (from 1) behind its ports."""

    vrf: str
    vlan: int
    vni: int
    name: str
    gateway: str
    nics: tuple[tuple[str, int], ...]


def tenant_sections(observed: Observed) -> list[IntentSection]:
    """Return the tenants with their segments; none where no leaf ends tunnels."""
    behind: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for host in observed.hosts:
        for number, nic in enumerate(host.nics, 1):
            end = nic.cable.upper
            behind.setdefault((end.device, observed.switching_port(end)), []).append((host.name, number))
    leaves = observed.tiers[Role.LEAF]
    domains = _of_one_segment(
        found for leaf in leaves for domain in leaf.routing.bridge_domains for found in _domain(leaf, domain, behind)
    )
    by_vrf: dict[str, dict[int, list[_Domain]]] = {}
    for one in sorted(domains, key=lambda one: one.vlan):
        by_vrf.setdefault(one.vrf, {}).setdefault(one.vni, []).append(one)
    l3 = _routing_vnis(leaves)
    order = sorted(by_vrf, key=lambda vrf: (l3.get(vrf, 0), vrf))
    nics = {host.name: len(host.nics) for host in observed.hosts}
    sections = []
    for position, vrf in enumerate(order, 1):
        section: IntentSection = {"name": vrf}
        if vrf in l3 and l3[vrf] != FIRST_L3_VNI + position - 1:
            section["l3_vni"] = l3[vrf]
        vlan = _routing_vlan(leaves, vrf)
        if vlan and vlan != FIRST_L3_VLAN + position - 1:
            section["l3_vlan"] = vlan
        section["segments"] = [_segment(vrf, found, nics) for found in by_vrf[vrf].values()]
        sections.append(section)
    return sections


def _of_one_segment(domains: Iterable[_Domain]) -> list[_Domain]:
    """Return the domains without NICs that are in several: a trunk carries them, and the NIC of an intent is in one."""
    every = list(domains)
    segments: dict[tuple[str, int], set[int]] = {}
    for one in every:
        for nic in one.nics:
            segments.setdefault(nic, set()).add(one.vni)
    return [replace(one, nics=tuple(nic for nic in one.nics if len(segments[nic]) == 1)) for one in every]


def _domain(
    leaf: Device, domain: BridgeDomain, behind: Mapping[tuple[str, str], Sequence[tuple[str, int]]]
) -> Iterable[_Domain]:
    """Yield the domain where it has a VNI and a gateway in a VRF of its own."""
    vni = known(domain.vni, 0)
    gateway = next((port for port in leaf.ports if port.name == domain.gateway), None)
    address = _gateway_address(leaf, gateway) if gateway is not None else ""
    if not vni or gateway is None or not address:
        return
    nics = tuple(nic for port in domain.ports for nic in behind.get((leaf.name, port), ()))
    vlan = domain.vlan or number_in(domain.name) or vni - FIRST_L2_VNI
    name = gateway.stated_description or "" if domain.name.isdecimal() else domain.name
    name = name if _NAME.fullmatch(name) else ""
    yield _Domain(known(gateway.vrf, "default"), vlan, vni, name, address, nics)


def _gateway_address(leaf: Device, gateway: Port) -> str:
    """Return the address of IPv4 with its prefix length: the port's own one, else one that it shares with others."""
    shared = (
        f"{one.address.value}/{one.prefix_length}"
        for one in leaf.routing.virtual_addresses
        if one.interface == gateway.name and one.prefix_length and isinstance(one.address, Stated)
    )
    return next((one for one in (*gateway.stated_addresses, *shared) if ":" not in one), "")


def _routing_vnis(leaves: Sequence[Device]) -> dict[str, int]:
    votes: dict[str, Counter[int]] = {}
    for leaf in leaves:
        for tunnel in leaf.routing.tunnels:
            for binding in tunnel.bindings:
                if binding.vrf:
                    votes.setdefault(binding.vrf, Counter())[binding.vni] += 1
    return {vrf: counted.most_common(1)[0][0] for vrf, counted in votes.items()}


def _routing_vlan(leaves: Sequence[Device], vrf: str) -> int:
    """Return the VLAN whose interface routes a VRF's VNI: the one without an address; 0 where no leaf has any."""
    return (
        usual(
            number_in(port.name)
            for leaf in leaves
            for port in leaf.ports
            if port.kind is PortKind.VLAN and known(port.vrf, "") == vrf and not _gateway_address(leaf, port)
        )
        or 0
    )


def _segment(vrf: str, found: Sequence[_Domain], nics: Mapping[str, int]) -> IntentSection:
    first = found[0]
    vlan = usual(one.vlan for one in found) or first.vlan
    section: IntentSection = {"vlan": vlan}
    if first.vni != FIRST_L2_VNI + vlan:
        section["vni"] = first.vni
    name = usual(one.name for one in found if one.name)
    if name and name != f"{vrf}-{vlan}":
        section["name"] = name
    section["gateway"] = usual(one.gateway for one in found)
    members = sorted({nic for one in found for nic in one.nics}, key=lambda nic: (natural_order(nic[0]), nic[1]))
    if members:
        section |= _members(members, nics)
    return section


def _members(members: Sequence[tuple[str, int]], nics: Mapping[str, int]) -> IntentSection:
    """Return hosts and rails; rails are left out where all NICs of the hosts are in the segment."""
    hosts = list(dict.fromkeys(name for name, _ in members))
    rails = sorted({number for _, number in members})
    section: IntentSection = {"hosts": host_patterns(hosts, list(nics))}
    if any(rails != list(range(1, nics[name] + 1)) for name in hosts):
        section["rails"] = rails
    return section


def host_patterns(wanted: Sequence[str], every: Sequence[str]) -> list[str]:
    """Return patterns that match the wanted names and none of the others; the names themselves where none does."""
    found: list[str] = []
    left = list(wanted)
    for pattern in _candidates(wanted):
        matched = [name for name in every if fnmatchcase(name, pattern)]
        if len(matched) > 1 and set(matched) <= set(wanted) and set(matched) & set(left):
            found.append(pattern)
            left = [name for name in left if name not in matched]
    return [*found, *left]


def _candidates(names: Sequence[str]) -> list[str]:
    """Return patterns that fit several names: by the word before the number, then with as few `?` as possible."""
    stems = {re.sub(r"\d+$", "", name) for name in names} - {""}
    shapes = {(name[:cut], len(name) - cut) for name in names for cut in range(max(1, len(name) - _OPEN), len(name))}
    marks = [f"{stem}{'?' * rest}" for stem, rest in sorted(shapes, key=lambda one: (one[1], natural_order(one[0])))]
    return [*(f"{stem}*" for stem in sorted(stems)), *marks]
