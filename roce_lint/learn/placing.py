"""Which port each cable has: what the plan gives it, and where that differs, the entry of `links` that pins it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from ipaddress import IPv4Interface

from roce_lint.intent.plan import FabricPlan, LinkPlan
from roce_lint.learn.models import Model
from roce_lint.learn.observed import Observed, ObservedCable
from roce_lint.learn.single_links import OwnValues
from roce_lint.learn.topology import TIER_KEYS, IntentSection, cables_of, usual_length
from roce_lint.learn.usual import usual
from roce_lint.model.device import PortRef
from roce_lint.model.terms import Role
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.ports import cages_of, group_of, interface_name
from roce_lint.text.natural_order import natural_order

_DevicePair = tuple[str, str]
"""The lower and the upper device of cables."""


def matched(observed: Observed, plan: FabricPlan) -> list[tuple[LinkPlan, ObservedCable]]:
    """Return each planned cable with the one that was read: that on the same ports, else the next between the two."""
    read: dict[_DevicePair, list[ObservedCable]] = defaultdict(list)
    for cable in observed.every_cable:
        read[cable.lower.device, cable.upper.device].append(cable)
    planned: dict[_DevicePair, list[LinkPlan]] = defaultdict(list)
    for link in plan.links:
        planned[link.lower.device, link.upper.device].append(link)
    return [pair for key, links in planned.items() for pair in _paired(observed, links, read.get(key, ()))]


def _paired(
    observed: Observed, links: Sequence[LinkPlan], cables: Iterable[ObservedCable]
) -> list[tuple[LinkPlan, ObservedCable]]:
    left = sorted(cables, key=lambda cable: (natural_order(cable.upper.port), natural_order(cable.lower.port)))
    numbers = [address_of_end(observed, cable.upper) for cable in left]
    in_order = bool(left) and not links[0].to_host and all(numbers)
    if in_order:
        # Addresses were given in the order of the plan, whatever port a cable was moved to.
        left = [
            cable for _, cable in sorted(zip(map(IPv4Interface, numbers), left, strict=True), key=lambda one: one[0])
        ]
    found: list[tuple[LinkPlan, ObservedCable]] = []
    for link in links:
        same = [] if in_order else [cable for cable in left if _is_on(link, cable)]
        # A host's cable is known by its NIC, which a plan never moves.
        own = same or [cable for cable in left if not link.to_host or cable.lower.port == link.lower.port]
        if own:
            left.remove(own[0])
            found.append((link, own[0]))
    return found


def address_of_end(observed: Observed, end: PortRef) -> str:
    """Return the first IPv4 address that a port states; empty where it states none."""
    found = observed.ports.get(end)
    return next((one for one in found.stated_addresses if ":" not in one), "") if found is not None else ""


def _is_on(link: LinkPlan, cable: ObservedCable) -> bool:
    return (link.lower.port, link.upper.port) == (cable.lower.port, cable.upper.port)


def unplaced_wishes(observed: Observed, own: OwnValues) -> list[IntentSection]:
    """Return the entries of `links` with what cables between switches have of their own, wherever they are.

    Where the cables between two switches are not alike, each of them has an entry that names its ports.
    """
    between: dict[_DevicePair, list[ObservedCable]] = defaultdict(list)
    for cable in observed.cables:
        between[cable.lower.device, cable.upper.device].append(cable)
    wishes: list[IntentSection] = []
    for (lower, upper), cables in between.items():
        values = own.get(cables[0], {})
        if any(own.get(cable, {}) != values for cable in cables):
            wishes += [_entry(cable, own) for cable in sorted(cables, key=lambda one: natural_order(one.upper.port))]
        elif values:
            wishes.append({"a": lower, "b": upper, **values})
    return wishes


def _entry(cable: ObservedCable, own: OwnValues) -> IntentSection:
    ends = {"a": cable.lower, "b": cable.upper}
    return {**{key: f"{end.device}:{end.port}" for key, end in ends.items()}, **own.get(cable, {})}


def link_entries(
    observed: Observed,
    plan: FabricPlan,
    own: OwnValues,
    addresses: Mapping[tuple[str, str], str] | None = None,
) -> list[IntentSection]:
    """Return the entries of `links`: what cables have of their own, with ports, lengths and addresses not as planned.

    `addresses`: those of ends by device and port, where each link has its own.
    """
    usual = {role: usual_length(cables_of(observed, role)) for role in (None, Role.LEAF, Role.SPINE)}
    between_leaves = usual_length(observed.peer_cables)
    groups: dict[_DevicePair, list[tuple[LinkPlan, ObservedCable]]] = defaultdict(list)
    for link, cable in matched(observed, plan):
        groups[link.lower.device, link.upper.device].append((link, cable))
    wishes: list[IntentSection] = []
    for pairs in groups.values():
        first = pairs[0][0]
        role = None if first.to_host else observed.role_of[first.lower.device]
        wishes += _wishes(pairs, between_leaves if first.is_peer_link else usual[role], own, addresses or {})
    return wishes


def _wishes(
    pairs: Sequence[tuple[LinkPlan, ObservedCable]],
    usual: int | None,
    own: OwnValues,
    addresses: Mapping[tuple[str, str], str],
) -> list[IntentSection]:
    """Return the entries about the cables between two devices: for all of them where one is moved.

    An entry that names ports speaks of the next cable between the two devices.
    """
    lengths = {cable.length_m for _, cable in pairs}
    odd = lengths - {None, usual}
    given_ends = any((cable.upper.device, cable.upper.port) in addresses for _, cable in pairs)
    moved = not all(_is_on(link, cable) for link, cable in pairs) or given_ends
    first = pairs[0][1]
    first_own = own.get(first, {})
    if not moved and (not odd or len(lengths) == 1) and all(own.get(cable, {}) == first_own for _, cable in pairs):
        both: IntentSection = {"a": first.lower.device, "b": first.upper.device}
        both |= {"length": f"{first.length_m} m"} if odd else {}
        both |= first_own
        return [both] if len(both) > 2 else []
    found = []
    for link, cable in pairs:
        entry = _entry(cable, own)
        if cable.length_m not in (None, usual):
            entry["length"] = f"{cable.length_m} m"
        given = [addresses.get((end.device, end.port), "") for end in (cable.lower, cable.upper)]
        if all(given):
            entry |= {"a_address": given[0], "b_address": given[1]}
        if not link.to_host or len(entry) > 2 or not _is_on(link, cable):
            found.append(entry)
    return found


def with_first_uplinks(document: IntentSection, observed: Observed, models: Mapping[str, Model]) -> IntentSection:
    """Return the intent with the first cage of the uplinks of most switches of each tier."""
    topology = document["topology"]
    assert isinstance(topology, dict)
    tiers: IntentSection = {}
    for role in (Role.LEAF, Role.SPINE):
        first = usual(_first_cages(observed, models, role).values())
        if first:
            tiers[TIER_KEYS[role]] = topology[TIER_KEYS[role]] | {"first_uplink": first}
    return document | {"topology": topology | tiers}


def _first_cages(observed: Observed, models: Mapping[str, Model], role: Role) -> dict[str, int]:
    cages: dict[str, dict[str, int]] = {}
    found: dict[str, int] = {}
    for cable in observed.cables:
        name = cable.lower.device
        if observed.role_of[name] is role:
            platform = models[name].platform
            number = cages.setdefault(platform.id, _cage_numbers(platform)).get(cable.lower.port, 0)
            found[name] = min(number, found.get(name, number))
    return found


def _cage_numbers(platform: SwitchPlatform) -> dict[str, int]:
    """Return the number of the cage of each port by its name."""
    return {
        interface_name(platform, cage, mode, child): cage.cage
        for cage in cages_of(platform)
        for mode in group_of(platform, cage).modes_of(cage.cage)
        for child in range(mode.children)
    }
