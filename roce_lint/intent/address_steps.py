"""Addresses by steps: where each switch and link is in the fabric, and the addresses that follow from it."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from roce_lint.intent.expand_topology import PlannedCable, Switch, rails_of
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.link_entries import GivenAddresses
from roce_lint.intent.model import Intent
from roce_lint.intent.model_address_steps import LONGEST, LinkAddresses, SwitchAddresses
from roce_lint.intent.model_addressing import FabricEnd, HostEnd
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role

Position = Mapping[str, int]
"""Where a link is, by kind of number (`pod`, `leaf`, `spine`, `nic` ...), each counted from 0."""
LinkEnds = tuple[str, str]
"""The lower and the upper device of a link."""
UPLINKS = {Role.LEAF: "leaf_uplinks", Role.SPINE: "spine_uplinks"}
HOST_LINKS = "host_links"
LOOPBACKS = {
    Role.LEAF: "leaf_loopbacks",
    Role.SPINE: "spine_loopbacks",
    Role.SUPER_SPINE: "super_spine_loopbacks",
}
VTEPS = {Role.LEAF: "leaf_vteps"}
_END = 1 << 32


class NumberedSwitch(Protocol):
    """A switch of a plan: its pod counts from 1, and its number those of its tier in the whole fabric."""

    @property
    def name(self) -> str: ...  # noqa: D102 - said above

    @property
    def role(self) -> Role: ...  # noqa: D102

    @property
    def pod(self) -> int: ...  # noqa: D102

    @property
    def number(self) -> int: ...  # noqa: D102


def link_positions(links: Iterable[LinkEnds], switches: Iterable[NumberedSwitch], rails: int) -> list[Position]:
    """Return where each link is in the fabric; `links` are in the order of the plan, `rails` is 0 without rails."""
    by_name = {one.name: one for one in switches}
    in_tier = Counter((one.role, one.pod) for one in by_name.values())
    parallel: Counter[LinkEnds] = Counter()
    nics: Counter[str] = Counter()
    found: list[Position] = []
    for ends in links:
        lower, upper = (by_name.get(name) for name in ends)
        assert upper is not None
        position: dict[str, int] = {}
        for switch in (upper, lower):
            if switch is not None:
                number = switch.number - 1
                if switch.pod:
                    position["pod"] = switch.pod - 1
                    number %= in_tier[switch.role, switch.pod]
                position[switch.role.value.replace("-", "_")] = number
        if rails and "leaf" in position:
            position["rack"], position["rail"] = divmod(position["leaf"], rails)
        if lower is None:
            position["nic"] = nics[ends[1]]
            nics[ends[1]] += 1
        else:
            position["link"] = parallel[ends]
            parallel[ends] += 1
        found.append(position)
    return found


def number_in_steps(wish: LinkAddresses, position: Position) -> int:
    """Return the first address of the subnet of a link, as a number that can be too large for an address."""
    first = int(ipaddress.IPv4Network(wish.first).network_address)
    return first + sum(step * position.get(key, 0) for key, step in wish.steps.items())


def subnets_in_steps(
    intent: Intent, cables: Sequence[PlannedCable], switches: Sequence[Switch], faults: IntentFaults
) -> dict[PlannedCable, GivenAddresses]:
    """Return the addresses of both ends of the cables of which `addressing` says the first subnet and the steps."""
    roles = {one.name: one.role for one in switches}
    of_key: dict[str, list[PlannedCable]] = {key: [] for key in (*UPLINKS.values(), HOST_LINKS)}
    for cable in cables:
        of_key[HOST_LINKS if cable.lower_nic else UPLINKS[roles[cable.lower]]].append(cable)
    found: dict[PlannedCable, GivenAddresses] = {}
    for key, members in of_key.items():
        wish: LinkAddresses | None = getattr(intent.addressing, key)
        if wish is not None and _makes_sense(intent, key, wish, members, faults):
            found |= _subnets(intent, key, wish, members, switches, faults)
    return found


def _makes_sense(
    intent: Intent, key: str, wish: LinkAddresses, cables: Sequence[PlannedCable], faults: IntentFaults
) -> bool:
    """Complain about steps that say nothing, and about those that are no multiple of a subnet."""
    at: YamlPath = ("addressing", key)
    before = faults.error_count
    if not cables:
        faults.refuse(at, "the fabric has none of these links; leave it out")
    size = ipaddress.IPv4Network(wish.first).num_addresses
    for kind, step in wish.steps.items():
        if step and kind in ("rack", "rail") and not rails_of(intent):
            faults.refuse((*at, f"per_{kind}"), f"{intent.topology.kind.value} has no rails; use per_leaf")
        if step % size:
            faults.refuse((*at, f"per_{kind}"), f"is {step}; subnets of {wish.first} begin at every {size} addresses")
    return faults.error_count == before


def _subnets(
    intent: Intent,
    key: str,
    wish: LinkAddresses,
    cables: Sequence[PlannedCable],
    switches: Sequence[Switch],
    faults: IntentFaults,
) -> dict[PlannedCable, GivenAddresses]:
    first, addressing = ipaddress.IPv4Network(wish.first), intent.addressing
    at: YamlPath = ("addressing", key)
    if key == HOST_LINKS:
        is_lower_first = addressing.hosts_first is HostEnd.HOST
    else:
        is_lower_first = addressing.fabric_first is FabricEnd.LOWER
    positions = link_positions([(one.lower, one.upper) for one in cables], switches, rails_of(intent))
    owners: dict[int, PlannedCable] = {}
    found: dict[PlannedCable, GivenAddresses] = {}
    for cable, position in zip(cables, positions, strict=True):
        begin = number_in_steps(wish, position)
        owner = owners.setdefault(begin, cable)
        if begin + first.num_addresses > _END:
            faults.refuse(at, f"the steps lead beyond 255.255.255.255 at {cable.lower} and {cable.upper}")
            break
        if owner is not cable:
            both = f"{owner.lower} and {owner.upper}, and {cable.lower} and {cable.upper}"
            subnet = f"{ipaddress.IPv4Address(begin)}/{first.prefixlen}"
            faults.refuse(at, f"the steps give {subnet} to the links between {both}; every link needs its own")
            break
        found[cable] = GivenAddresses(*link_ends(begin, first.prefixlen, lower_first=is_lower_first), at)
    return found


def link_ends(begin: int, length: int, *, lower_first: bool) -> tuple[str, str]:
    """Return the addresses of the lower and the upper end: the two first of a subnet that ports can have."""
    begin += length < LONGEST
    first, second = (f"{ipaddress.IPv4Address(begin + place)}/{length}" for place in (0, 1))
    return (first, second) if lower_first else (second, first)


def addresses_in_steps(
    intent: Intent, keys: Mapping[Role, str], pool: str, switches: Sequence[Switch], faults: IntentFaults
) -> dict[str, tuple[str, YamlPath]]:
    """Return the loopbacks or tunnel endpoints of tiers of which `addressing` says the first, with the key of each."""
    found: dict[str, tuple[str, YamlPath]] = {}
    within = ipaddress.IPv4Network(getattr(intent.addressing, pool))
    for role, key in keys.items():
        wish: SwitchAddresses | None = getattr(intent.addressing, key)
        names = [one.name for one in switches if one.role is role]
        at: YamlPath = ("addressing", key)
        if wish is None:
            continue
        if not names:
            faults.refuse(at, "the fabric has none of these; leave it out")
        first = int(ipaddress.IPv4Address(wish.first))
        for number, name in enumerate(names):
            own = first + number * wish.step
            if own >= _END or ipaddress.IPv4Address(own) not in within:
                shown = ipaddress.IPv4Address(own) if own < _END else "an address beyond 255.255.255.255"
                faults.refuse(at, f"{name} would have {shown}, which is not in the pool addressing.{pool} {within}")
                break
            found[name] = str(ipaddress.IPv4Address(own)), at
    return found
