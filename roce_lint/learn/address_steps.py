"""Addresses that count on in steps: those of switches of a tier, and those of links by pod, leaf, spine and NIC."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from roce_lint.intent.address_steps import HOST_LINKS, UPLINKS, Position, link_ends, link_positions
from roce_lint.intent.model_address_steps import LONGEST, SHORTEST
from roce_lint.intent.plan import DevicePlan, FabricPlan, LinkPlan
from roce_lint.learn.topology import IntentSection
from roce_lint.learn.usual import usual
from roce_lint.model.terms import Role
from roce_lint.values import dataclass

_KINDS = {
    UPLINKS[Role.LEAF]: (("pod", "leaf", "spine", "link"), ("pod", "rack", "rail", "spine", "link")),
    UPLINKS[Role.SPINE]: (("pod", "spine", "super_spine", "link"),),
    HOST_LINKS: (("pod", "leaf", "nic"), ("pod", "rack", "rail", "nic")),
}
"""By key of `addressing`, the kinds of number that a step can belong to, the usual set of them first."""

_TRIED = 8
"""Steps between neighbours of which the best is looked for; a few exceptions make as many other ones."""

_AddressPair = tuple[str, str]
"""The addresses of the lower and the upper end of a link."""


@dataclass(frozen=True, slots=True)
class LinkSteps:
    """What `addressing` says of links by steps, and the links that have the addresses which follow from it."""

    section: IntentSection
    regular: frozenset[LinkPlan]


def switch_steps(
    read: Mapping[str, str], devices: Sequence[DevicePlan], keys: Mapping[Role, str], in_order: Collection[str]
) -> tuple[IntentSection, frozenset[str]]:
    """Return first address and step of the tiers whose switches count on, and the switches that do.

    `read`: the loopbacks or tunnel endpoints by switch, `keys` what `addressing` calls those of each tier.
    `in_order`: the switches that have those of the plan, of which no step is said where they are as many.
    """
    section: IntentSection = {}
    regular: set[str] = set()
    for role, key in keys.items():
        members = [one.name for one in devices if one.role is role]
        numbers = {
            index: int(ipaddress.IPv4Address(read[name])) for index, name in enumerate(members) if read.get(name)
        }
        first, step = _first_and_step(numbers)
        agreeing = {members[index] for index, number in numbers.items() if number == first + index * step}
        least = max(1, len(members) // 2, sum(name in in_order for name in members))
        if first > 0 and len(agreeing) > least:
            section[key] = {"first": str(ipaddress.IPv4Address(first))} | ({"step": step} if step > 1 else {})
            regular |= agreeing
    return section, frozenset(regular)


def _first_and_step(numbers: Mapping[int, int]) -> tuple[int, int]:
    """Return what most numbers agree with; (0, 0) where none are next to each other and rise."""
    steps = Counter(numbers[b] - numbers[a] for a, b in pairwise(numbers) if b == a + 1 and numbers[b] > numbers[a])
    firsts = Counter(
        (number - index * step, step) for step, _ in steps.most_common(_TRIED) for index, number in numbers.items()
    )
    return max(firsts, key=lambda one: firsts[one], default=(0, 0))


def link_steps(plan: FabricPlan, ends: Mapping[LinkPlan, _AddressPair], rails: int, lower_first: bool) -> LinkSteps:
    """Return the steps of links between switches or to hosts; `ends` has those that are routed, as they were read."""
    links = list(ends)
    positions = link_positions([(one.lower.device, one.upper.device) for one in links], plan.devices, rails)
    roles = {one.name: one.role for one in plan.devices}
    of_key: dict[str, dict[LinkPlan, Position]] = {}
    for link, position in zip(links, positions, strict=True):
        key = HOST_LINKS if link.to_host else UPLINKS[roles[link.lower.device]]
        of_key.setdefault(key, {})[link] = position
    section: IntentSection = {}
    regular: set[LinkPlan] = set()
    for key, members in of_key.items():
        found = [
            (_regular(members, ends, steps, lower_first), steps)
            for kinds in _KINDS[key]
            if (steps := _steps(members, ends, kinds)) is not None
        ]
        best, steps = max(found, key=lambda one: len(one[0]), default=(frozenset[LinkPlan](), None))
        if steps is not None and len(best) > 1 and 2 * len(best) > len(members):
            section[key] = {"first": f"{ipaddress.IPv4Address(steps.first)}/{steps.length}"} | {
                f"per_{kind}": step for kind, step in steps.per.items() if step
            }
            regular |= best
    return LinkSteps(section, frozenset(regular))


@dataclass(frozen=True, slots=True)
class _Steps:
    """The first address of the first subnet, the prefix length, and the step of each kind of number."""

    first: int
    length: int
    per: Mapping[str, int]


def _steps(
    members: Mapping[LinkPlan, Position], ends: Mapping[LinkPlan, _AddressPair], kinds: Sequence[str]
) -> _Steps | None:
    """Return the steps that most links agree with, by the links that differ in one number alone; None without any."""
    networks = {link: network for link in members if (network := _network(ends[link])) is not None}
    length = usual(network.prefixlen for network in networks.values())
    if length is None or not SHORTEST <= length <= LONGEST:
        return None
    begins = {
        tuple(members[link].get(kind, 0) for kind in kinds): int(network.network_address)
        for link, network in networks.items()
        if network.prefixlen == length
    }
    per = {kind: usual(_differences(begins, place)) or 0 for place, kind in enumerate(kinds)}
    first = usual(
        begin - sum(step * number for step, number in zip(per.values(), position, strict=True))
        for position, begin in begins.items()
    )
    size = 1 << (32 - length)
    if first is None or first < 0 or any(step < 0 or step % size for step in per.values()):
        return None
    return _Steps(first, length, per)


def _differences(begins: Mapping[tuple[int, ...], int], place: int) -> Iterator[int]:
    for position, begin in begins.items():
        after = begins.get((*position[:place], position[place] + 1, *position[place + 1 :]))
        if after is not None:
            yield after - begin


def _network(ends: _AddressPair) -> ipaddress.IPv4Network | None:
    return next((ipaddress.IPv4Interface(one).network for one in ends if one), None)


def _regular(
    members: Mapping[LinkPlan, Position], ends: Mapping[LinkPlan, _AddressPair], steps: _Steps, lower_first: bool
) -> frozenset[LinkPlan]:
    """Return the links whose ends have the addresses that follow from the steps, as far as they state one."""
    found = set()
    for link, position in members.items():
        begin = steps.first + sum(step * position.get(kind, 0) for kind, step in steps.per.items())
        made = link_ends(begin, steps.length, lower_first=lower_first) if begin < 1 << 32 else ("", "")
        if all(own in ("", one) for own, one in zip(ends[link], made, strict=True)):
            found.add(link)
    return frozenset(found)
