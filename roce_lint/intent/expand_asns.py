"""The AS numbers of the eBGP underlay (RFC 7938).

All devices of the top tier share one number, all spines of a pod share one, and every leaf has its own. Two
up-neighbours of a switch then always have the same number, so that the AS-path loop check refuses every path that
goes up again after it went down: no such valley can close a cycle of paused buffers.
"""

from __future__ import annotations

from typing import Literal

from roce_lint.intent.expand_topology import Switch
from roce_lint.intent.faults import IntentFaults, named
from roce_lint.intent.model import Intent
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role

FIRST_TWO_BYTE = 65_000
PRIVATE_TWO_BYTE = range(64_512, 65_535)
FIRST_FOUR_BYTE = 4_200_000_000
PRIVATE_FOUR_BYTE = range(4_200_000_000, 4_294_967_295)
"""Private AS numbers. Source: RFC 6996."""


def plan_asns(intent: Intent, switches: tuple[Switch, ...], faults: IntentFaults) -> dict[str, int]:
    """Return the AS number of every switch; numbers that clash or are not private are complained about."""
    wish = intent.as_numbers
    pods = intent.topology.pods
    tops = any(one.role is Role.SUPER_SPINE for one in switches)
    leaves = sum(1 for one in switches if one.role is Role.LEAF)
    planned = (1 if tops else 0) + pods + leaves
    wide = wish.four_byte or FIRST_TWO_BYTE + planned > PRIVATE_TWO_BYTE.stop
    first = FIRST_FOUR_BYTE if wide else FIRST_TWO_BYTE
    super_spine = _or(wish.super_spines, first)
    spine = _or(wish.spines, first + (1 if tops else 0))
    leaf = _or(wish.leaves, first + (1 if tops else 0) + pods)
    numbers: dict[str, int] = {}
    for one in switches:
        own = intent.devices.get(one.name)
        base = {Role.SUPER_SPINE: super_spine, Role.SPINE: spine + one.pod - 1, Role.LEAF: leaf + one.number - 1}
        numbers[one.name] = own.asn if own is not None and own.asn is not None else base[one.role]
    _check_clashes(intent, switches, numbers, faults)
    _check_ranges(intent, switches, numbers, faults)
    return numbers


def _or(number: int | Literal["auto"], planned: int) -> int:
    return planned if number == "auto" else number


def _group(one: Switch) -> tuple[Role, int]:
    """Return what shares one AS number: a pod's spines, all super-spines, or a leaf by itself."""
    return one.role, {Role.SUPER_SPINE: 0, Role.SPINE: one.pod}.get(one.role, one.number)


def _check_clashes(intent: Intent, switches: tuple[Switch, ...], numbers: dict[str, int], faults: IntentFaults) -> None:
    groups: dict[int, dict[tuple[Role, int], str]] = {}
    for one in switches:
        groups.setdefault(numbers[one.name], {}).setdefault(_group(one), one.name)
    for number, members in sorted(groups.items()):
        if len(members) > 1:
            message = (
                f"AS {number} would be shared by {named(members.values())}, which drop each other's routes as loops"
            )
            faults.refuse(_place(intent, list(members.values())[-1]), message)
    shared: dict[tuple[Role, int], set[int]] = {}
    for one in switches:
        shared.setdefault(_group(one), set()).add(numbers[one.name])
    for (role, pod), several in sorted(shared.items(), key=lambda item: (item[0][0].value, item[0][1])):
        if len(several) > 1:
            where = f" of pod {pod}" if intent.topology.pods > 1 and pod else ""
            known = ", ".join(map(str, sorted(several)))
            message = (
                f"the {role.value}s{where} have different AS numbers ({known}): paths that turn upwards again at a leaf"
                " are then permitted, and paused buffers can wait for each other in a cycle; give them one AS number"
            )
            names = [one.name for one in switches if _group(one) == (role, pod)]
            own = next((name for name in names if name in intent.devices and intent.devices[name].asn), names[0])
            faults.warn(_place(intent, own), message)


def _check_ranges(intent: Intent, switches: tuple[Switch, ...], numbers: dict[str, int], faults: IntentFaults) -> None:
    for one in switches:
        number = numbers[one.name]
        if number not in PRIVATE_TWO_BYTE and number not in PRIVATE_FOUR_BYTE:
            message = f"{one.name} would have AS {number}, which is not private: use 64512 to 65534 or 4200000000 up"
            faults.refuse(_place(intent, one.name), f"{message} to 4294967294")
            return


def _place(intent: Intent, name: str) -> YamlPath:
    own = intent.devices.get(name)
    return ("devices", name, "asn") if own is not None and own.asn is not None else ("as_numbers",)
