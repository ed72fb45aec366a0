"""Where devices stand in the drawing, and what findings do to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import read_configs
from roce_lint.judge.finding import FindingPlace, PathStep, Report
from roce_lint.judge.rule import Severity
from roce_lint.model.device import Link, PortRef
from roce_lint.model.fact import NOWHERE, Unknown
from roce_lint.model.terms import LinkOrigin
from roce_lint.report.fabric_layout import lay_out
from roce_lint.report.fabric_marks import DrawnPath, Mark, mark
from roce_lint.report.fabric_pods import parts_of
from roce_lint.report.fabric_svg import draw, fabric_svg
from roce_lint.values import replace

Clos = Callable[..., Fabric]


def rows(fabric: Fabric) -> dict[str, list[str]]:
    """Return the names of every tier from left to right, by its label, from the top."""
    layout = lay_out(fabric)
    tiers = sorted({node.tier for node in layout.nodes}, reverse=True)
    return {
        label: [node.name for node in sorted(layout.nodes, key=lambda node: (node.y, node.x)) if node.tier == tier]
        for (label, _), tier in zip(layout.tiers, tiers, strict=True)
    }


def test_tiers_follow_from_the_cables(clos: Clos) -> None:
    assert rows(clos(3, 2, hosts=1)) == {
        "spines": ["spine-1", "spine-2"],
        "leaves": ["leaf-1", "leaf-2", "leaf-3"],
        "hosts": ["gpu-1", "gpu-2", "gpu-3"],
    }


def test_without_hosts_the_larger_side_is_below(clos: Clos) -> None:
    assert rows(clos(12, 2)) == {
        "spines": ["spine-1", "spine-2"],
        "leaves": [f"leaf-{number}" for number in range(1, 13)],
    }


def test_many_hosts_with_the_same_neighbours_are_one_box(clos: Clos) -> None:
    layout = lay_out(clos(2, 2, hosts=20))
    crowds = [node for node in layout.nodes if node.tier == 0]
    assert [(node.name, node.members[0], len(node.members)) for node in crowds] == [
        ("20 hosts", "gpu-1", 20),
        ("20 hosts", "gpu-21", 20),
    ]
    assert layout.index()["gpu-40"] == layout.nodes.index(crowds[1])


def test_a_device_that_was_not_read_is_drawn_as_such(clos: Clos) -> None:
    fabric = clos(2, 1)
    stranger = Link(PortRef("leaf-1", "Ethernet99"), PortRef("old-box", "e1"), Unknown("", NOWHERE), *_ORIGIN)
    layout = lay_out(replace(fabric, links=(*fabric.links, stranger)))
    assert {node.name: node.is_read for node in layout.nodes}["old-box"] is False
    assert ("not read", layout.nodes[layout.index()["old-box"]].y) in layout.tiers


_ORIGIN = (LinkOrigin.DESCRIPTION, NOWHERE)


def test_parallel_cables_are_one_bundle(clos: Clos) -> None:
    layout = lay_out(clos(2, 1, parallel=3))
    assert [len(bundle.cables) for bundle in layout.bundles] == [3, 3]
    assert all(layout.nodes[one.a].name == "spine-1" for one in layout.bundles)


@pytest.mark.parametrize(("leaves", "spines"), [(4, 2), (14, 5), (64, 32), (300, 8)], ids=str)
def test_no_two_boxes_touch_and_all_lie_in_the_plane(clos: Clos, leaves: int, spines: int) -> None:
    layout = lay_out(clos(leaves, spines))
    assert layout == lay_out(clos(leaves, spines))
    spots = sorted((node.y, node.x, 104 if node.is_wide else 14) for node in layout.nodes)
    assert all(
        one[0] + 20 <= other[0] or one[1] + (one[2] + other[2]) / 2 < other[1]
        for one, other in itertools.pairwise(spots)
    )
    assert all(0 < node.x < layout.width and 0 < node.y < layout.height for node in layout.nodes)


def test_devices_without_any_cable_are_drawn(clos: Clos) -> None:
    alone = replace(clos(2, 1), links=())
    assert rows(alone) == {"leaves": ["leaf-1", "leaf-2", "spine-1"]}
    ElementTree.fromstring(fabric_svg(alone))


def test_an_empty_fabric_is_a_valid_drawing(clos: Clos) -> None:
    ElementTree.fromstring(fabric_svg(replace(clos(1, 1), devices=(), links=())))


def test_findings_mark_boxes_cables_and_ways(clos: Clos, full_report: Report) -> None:
    layout = lay_out(clos(2, 2))
    index = layout.index()
    error, info = full_report.findings
    port = replace(error, places=(FindingPlace("x", 1, 1, "leaf-1", "Ethernet1/priority 3"),), steps=())
    steps = tuple(
        PathStep(name, "", "x", 1, "") for name in ("leaf-1", "leaf-1", "spine-1", "leaf-2", "spine-2", "leaf-1")
    )
    cycle = replace(info, rule="pause-cycle", places=(FindingPlace("x", 1, 1, "spine-2", ""),), steps=steps)
    marks = mark(layout, [port, cycle])
    cable = next(
        number for number, one in enumerate(layout.bundles) if {one.a, one.b} == {index["leaf-1"], index["spine-1"]}
    )
    assert marks.nodes == {
        index["leaf-1"]: Mark(Severity.ERROR, (0,)),
        index["spine-2"]: Mark(Severity.INFO, (1,)),
    }
    assert marks.bundles == {cable: Mark(Severity.ERROR, (0,))}
    way = tuple(index[name] for name in ("leaf-1", "spine-1", "leaf-2", "spine-2"))
    assert marks.ways == (DrawnPath(1, way, True),)
    drawing = ElementTree.fromstring(draw(layout, marks, in_page=False))
    group = next(one for one in drawing.iter() if one.get("class") == "way")
    assert [one.text for one in group.iter() if one.tag.endswith("text")] == ["1", "2", "3", "4"]


def test_a_large_fabric_stays_small_as_a_file(clos: Clos) -> None:
    drawing = fabric_svg(clos(64, 32))
    assert len(drawing) < 120_000
    assert drawing.count("<path") == 2  # all healthy cables, and the tip of arrows


def test_the_drawing_names_itself(clos: Clos) -> None:
    drawing = ElementTree.fromstring(fabric_svg(clos(2, 1)))
    texts = {one.get("id"): one.text for one in drawing if one.get("id")}
    assert drawing.get("role") == "img"
    assert texts == {
        "picture-title": "Fabric: 3 devices, 2 cables",
        "picture-description": "From top to bottom spines: 1 device, leaves: 2 devices.",
    }


SMALL_POD = {
    "top": (2, True),
    "leaf-a": (1, True),
    "leaf-b": (1, True),
    **dict.fromkeys(("gpu-01", "gpu-02", "gpu-03", "gpu-04", "gpu-05", "gw-1"), (0, True)),
}


def test_an_infiniband_subnet_is_drawn_too(root: Path, full_report: Report) -> None:
    fabric = read_configs(root / "fixtures/opensm/small-pod")
    layout = lay_out(fabric)
    drawn = {node.name: (node.tier, node.is_read) for node in layout.nodes}
    assert drawn == SMALL_POD
    ElementTree.fromstring(fabric_svg(fabric))
    sick = replace(full_report.findings[0], places=(FindingPlace("x", 1, 1, "subnet", "gpu-01"),), steps=())
    assert set(mark(layout, [sick]).nodes) == {layout.index()["gpu-01"]}


def test_a_large_fabric_is_drawn_pod_by_pod(podded: Fabric) -> None:
    layout = lay_out(podded)
    assert [(pod.name, pod.about) for pod in layout.pods] == [
        ("super-spines", "4 super-spines"),
        *((f"pod{number}", "4 spines, 12 leaves") for number in range(1, 5)),
    ]
    for pod in layout.pods:
        for box in pod.boxes:
            node = layout.nodes[box]
            assert pod.x < node.x - node.width / 2 < node.x + node.width / 2 < pod.x + pod.width
            assert pod.y + pod.letter_height < node.y - 17 < node.y + 17 < pod.y + pod.height
    assert sorted(box for pod in layout.pods for box in pod.boxes) == list(range(68))
    drawn = draw(layout, mark(layout, []), in_page=True)
    assert all(f">{node.name}</text>" in drawn for node in layout.nodes)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a1-leaf-1", "a1-spine-1", "a2-leaf-1", "a2-spine-1"], ["a1", "a2"]),
        (["leaf-1", "leaf-2", "leaf-3", "leaf-4"], ["pod 1", "pod 2"]),
        (["p1", "p12", "p2", "p21"], ["pod 1", "pod 2"]),
    ],
)
def test_a_pod_is_called_as_its_switches_begin(names: list[str], expected: list[str]) -> None:
    boxes = [*names, *(f"top-{number}" for number in range(64))]
    tiers = [1, 2, 1, 2, *([3] * 64)]
    parts = parts_of(boxes, tiers, [(0, 1), (2, 3), *((4 + number, 1) for number in range(64))])
    assert [(part.name, part.boxes) for part in parts[1:]] == [(expected[0], (0, 1)), (expected[1], (2, 3))]


def test_what_is_cabled_to_no_pod_is_a_part_of_its_own() -> None:
    names = ["a-1", "a-2", "b-1", "b-2", "router", *(f"top-{number}" for number in range(64))]
    tiers = [1, 2, 1, 2, 2, *([3] * 64)]
    parts = parts_of(names, tiers, [(0, 1), (2, 3), (5, 1), (5, 4)])
    assert [part.name for part in parts] == ["", "a", "b", "no pod"]
    assert parts[-1].boxes == (4,)


def test_a_small_fabric_and_one_of_two_tiers_have_no_pods(clos: Clos) -> None:
    assert (lay_out(clos(100, 4)).pods, parts_of(["a", "b", "c", "d"], [1, 1, 2, 3], [(0, 2)])) == ((), ())
