"""How far a pause climbs in fabrics whose numbers are known."""

from __future__ import annotations

import pytest

from roce_lint.paths.pause.reach import PauseReach
from roce_lint.paths.pause.topology import Cable, SwitchTopology
from tests.paths.pause.whole_fabric import shortest_trees


def clos(leaves: int, spines: int, planes: int = 1, **how: object) -> SwitchTopology:
    names, tiers, cables = [], [], []
    for plane in range(planes):
        base = len(names)
        names += [f"l{plane}{leaf}" for leaf in range(leaves)] + [f"s{plane}{spine}" for spine in range(spines)]
        tiers += [1] * leaves + [2] * spines
        cables += [Cable(base + leaf, base + leaves + spine) for leaf in range(leaves) for spine in range(spines)]
    endpoints = frozenset(node for node, tier in enumerate(tiers) if tier == 1)
    return SwitchTopology(tuple(names), tuple(tiers), endpoints, tuple(cables), **how)  # type: ignore[arg-type]


def pods() -> SwitchTopology:
    """Two pods of two leaves and two aggregation switches, and two cores."""
    cables = [Cable(4 * pod + leaf, 4 * pod + 2 + agg) for pod in (0, 1) for leaf in (0, 1) for agg in (0, 1)]
    cables += [Cable(4 * pod + 2 + agg, 8 + core) for pod in (0, 1) for agg in (0, 1) for core in (0, 1)]
    tiers = (1, 1, 2, 2, 1, 1, 2, 2, 3, 3)
    return SwitchTopology(tuple(f"n{node}" for node in range(10)), tiers, frozenset({0, 1, 4, 5}), tuple(cables))


CASES = [
    ("clos 4 x 2", clos(4, 2), 2, (3, 8, 7)),
    ("two pods", pods(), 2, (5, 16, 7)),
    ("rail-optimised 4 x 3", clos(4, 2), 3, (3, 8, 11)),
    ("rails alone", clos(4, 0), 3, (1, 0, 2)),
    ("one of two planes", clos(3, 2, planes=2), 1, (3, 6, 2)),
    ("PFC at the edge only", clos(4, 2, usual=frozenset()), 1, (0, 0, 0)),
]


@pytest.mark.parametrize(("topology", "hosts", "expected"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_known_reaches(topology, hosts, expected):
    counts = dict.fromkeys(topology.endpoints, hosts)
    reach = PauseReach(topology, shortest_trees(topology), counts).of(0, 3)
    assert (reach.depth, len(reach.channels), reach.stalled_count) == expected


def test_a_watchdog_cuts_the_tree_where_it_acts():
    topology = clos(4, 2)
    counts = dict.fromkeys(topology.endpoints, 2)
    spines_to_leaf = frozenset({(4, 0), (5, 0)})
    reach = PauseReach(topology, shortest_trees(topology), counts, cut=spines_to_leaf).of(0, 3)
    assert (reach.depth, reach.channels, dict(reach.stalled)) == (1, (), {0: 1})
    one = PauseReach(topology, shortest_trees(topology), counts, cut=frozenset({(4, 0)})).of(0, 3)
    assert one.channels == ((5, 0), (1, 5), (2, 5), (3, 5))
