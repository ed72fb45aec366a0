"""OSPF areas: packets stay inside an area whatever it costs, and change areas over the backbone only."""

from __future__ import annotations

from roce_lint.paths.pause.areas import BACKBONE, area_tree
from roce_lint.paths.pause.topology import Cable, SwitchTopology

LEAF, OTHER, AGG, SPARE, CORE, FAR = range(6)
POD = "0.0.0.1"


def pod() -> tuple[SwitchTopology, dict[tuple[int, int], str]]:
    """Return a pod of two leaves and two aggs of area 1, and a core of the backbone with another agg."""
    inside = [(LEAF, AGG), (LEAF, SPARE), (OTHER, AGG), (OTHER, SPARE)]
    backbone = [(AGG, CORE), (SPARE, CORE), (FAR, CORE)]
    cables = tuple(Cable(a, b, 10, 10) for a, b in inside + backbone)
    areas = {hop: POD for a, b in inside for hop in ((a, b), (b, a))}
    areas |= {hop: BACKBONE for a, b in backbone for hop in ((a, b), (b, a))}
    return SwitchTopology(tuple("LOASCF"), (1, 1, 2, 2, 3, 2), frozenset({LEAF, OTHER, FAR}), cables), areas


def next_hops(topology: SwitchTopology, areas: dict[tuple[int, int], str]) -> dict[int, tuple[int, ...]]:
    costs = {hop: 10 if hop[0] != AGG or hop[1] != OTHER else 100 for hop in areas}
    tree = area_tree(topology, LEAF, costs, areas, frozenset({POD}))
    return {node: hops for node, hops in enumerate(tree.next_hops) if hops}


def test_a_dearer_path_inside_the_area_is_taken_before_the_backbone():
    topology, areas = pod()
    assert next_hops(topology, areas) == {
        OTHER: (AGG, SPARE),
        AGG: (LEAF,),
        SPARE: (LEAF,),
        CORE: (AGG, SPARE),
        FAR: (CORE,),
    }
    left = topology.without_cable(topology.cables[0])
    assert next_hops(left, areas) == {OTHER: (SPARE,), AGG: (OTHER,), SPARE: (LEAF,), CORE: (SPARE,), FAR: (CORE,)}


def test_without_the_backbone_nothing_leaves_an_area():
    topology, areas = pod()
    alone = {hop: area if area == POD else "0.0.0.2" for hop, area in areas.items()}
    assert next_hops(topology, alone) == {OTHER: (AGG, SPARE), AGG: (LEAF,), SPARE: (LEAF,)}
