"""The tree to a twin of a destination is the one that is found without the other."""

from __future__ import annotations

import pytest

from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.equivalent_switches import tree_of_equivalent
from roce_lint.paths.pause.topology import Cable, SwitchTopology
from tests.paths.pause.whole_fabric import bgp_tree, plain_plan

LEAVES, SPINES = 4, 2
NAMES = tuple(f"s{number}" for number in range(LEAVES + SPINES))


def _fabric() -> SwitchTopology:
    cables = [Cable(leaf, LEAVES + spine) for leaf in range(LEAVES) for spine in range(SPINES)]
    return SwitchTopology(NAMES, (1,) * LEAVES + (2,) * SPINES, frozenset(range(LEAVES)), tuple(cables))


def _plan(topology: SwitchTopology, spines: int, allowed: int = 0) -> BgpPlan:
    asns = (*range(101, 101 + LEAVES), *(spines,) * SPINES)
    return plain_plan(topology, asns, allowas_in=dict.fromkeys(range(LEAVES + SPINES), allowed))


@pytest.mark.parametrize("allowed", [0, 1], ids=["own number refused", "own number allowed once"])
def test_the_tree_to_a_twin_is_the_other_with_both_exchanged(allowed: int) -> None:
    topology = _fabric()
    plan = _plan(topology, 200, allowed)
    for destination in range(LEAVES):
        tree = bgp_tree(topology, plan, destination)
        for twin in set(range(LEAVES)) - {destination}:
            assert tree_of_equivalent(tree, twin) == bgp_tree(topology, plan, twin)


def test_a_tree_with_a_twin_on_the_way_is_no_help() -> None:
    below = LEAVES + SPINES
    cables = (*_fabric().cables, Cable(0, below), Cable(1, below))
    topology = SwitchTopology((*NAMES, "border"), (*_fabric().tiers, 2), frozenset(range(LEAVES)), cables)
    plan = plain_plan(topology, (101, 102, 103, 104, 200, 200, 300))
    tree = bgp_tree(topology, plan, 2)
    assert tree.next_hops[below] == (0, 1)
    assert tree_of_equivalent(tree, 0) is None
    assert tree_of_equivalent(bgp_tree(topology, plan, 0), 1) == bgp_tree(topology, plan, 1)
