"""A fault hides nothing that does not rest on it: of two faults in one configuration both are reported.

The suite takes a share of the pairs that is the same each time; `make pairs` (ROCE_LINT_PAIRS=all) takes all of them.
"""

from __future__ import annotations

import os
import zlib
from functools import cache
from itertools import permutations

import pytest

from roce_lint.judge.check import load_all_rules
from tests.rules.two_faults import Fault, OneFault, below, faults_of, hidden, moved, outcome, reported

EVERYTHING = os.environ.get("ROCE_LINT_PAIRS") == "all"
SHARE = 1 if EVERYTHING else 180
RULES = load_all_rules()
ROUTING = {
    "eos": """\
router bgp 65001
   neighbor 10.9.0.1 remote-as 65002
   neighbor 10.9.0.1 update-source Loopback0
   neighbor 10.9.0.1 route-map NOWHERE in
""",
    "nxos": """\
feature bgp
router bgp 65001
  neighbor 10.9.0.1
    remote-as 65002
    update-source loopback0
    address-family ipv4 unicast
      route-map NOWHERE in
""",
    "srlinux": """\
set / network-instance default protocols bgp autonomous-system 65001
set / network-instance default protocols bgp group leaves peer-as 65002
set / network-instance default protocols bgp neighbor 10.9.0.1 peer-group spines
""",
}
"""Names of routing that nothing defines; what is said of QoS never rests on them."""


def pairs() -> list[tuple[OneFault, OneFault]]:
    """Return the pairs of this run: of one system and design profile, in both orders."""
    found = list(faults_of(RULES))
    return [
        (first, second)
        for first, second in permutations(found, 2)
        if (first.vendor, first.profile) == (second.vendor, second.profile)
        and zlib.crc32(f"{first.rule} {second.rule} {first.vendor}".encode()) % SHARE == 0
    ]


@cache
def alone(fault: OneFault, *, is_moved: bool) -> frozenset[Fault]:
    text = moved(fault.config, fault.vendor) if is_moved else fault.config
    return reported(outcome(text, fault.vendor, fault.profile, RULES))


def test_of_two_independent_faults_neither_hides_the_other() -> None:
    wrong: list[str] = []
    checked = pairs()
    for first, second in checked:
        both = first.config + moved(second.config, second.vendor)
        ours = alone(first, is_moved=False)
        theirs = below(alone(second, is_moved=True), first.config.count("\n"))
        found = hidden(outcome(both, first.vendor, first.profile, RULES), ours, theirs)
        wrong += [f"{first.vendor} {first.rule} + {second.rule}: {one}" for one in found]
    assert wrong == []
    assert len(checked) > 100


@pytest.mark.parametrize("vendor", ROUTING)
def test_a_missing_name_of_routing_hides_nothing_of_qos(vendor: str) -> None:
    wrong: list[str] = []
    checked = 0
    faults = [one for one in faults_of(RULES) if one.vendor == vendor]
    for fault in faults[:: 1 if EVERYTHING else 4]:
        both = outcome(fault.config + ROUTING[vendor], fault.vendor, fault.profile, RULES)
        if "undefined-reference" not in {one.rule.id for one in both.reported}:
            continue
        ours = alone(fault, is_moved=False)
        theirs = frozenset(one for one in reported(both) if one[0] == "undefined-reference") - ours
        checked += 1
        wrong += [f"{fault.rule}: {one}" for one in hidden(both, ours, theirs)]
    assert wrong == []
    assert checked > 5
