"""What is laid over the drawing: pause reach and paths, and cables of whole tiers as one shape."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.rule import Severity
from roce_lint.report.fabric_layout import lay_out
from roce_lint.report.fabric_marks import NO_MARKS, DrawingMarks, Mark
from roce_lint.report.fabric_overlays import overlay_document, overlays_of, ranges
from roce_lint.report.fabric_svg import draw
from roce_lint.values import replace

Clos = Callable[..., Fabric]


def test_numbers_in_a_row_are_ranges() -> None:
    assert ranges([7, 3, 4, 5, 9, 4]) == "3-5,7,9"


def test_reach_and_paths_of_a_clos(routed: Fabric) -> None:
    overlays = overlays_of(routed)
    document = overlay_document(overlays)
    assert isinstance(document, dict)
    assert document["switches"] == ["leaf1", "leaf2", "leaf3", "spine1", "spine2"]
    # Hops are `from * 5 + to`: both spines to leaf1, then the other leaves to both spines.
    assert document["paths"]["0"] == "8-9,13-15,20"
    first = document["reach"][0]
    assert (first[0], first[2], first[3]) == (0, "8-9,13-15,20", "0-2")
    assert first[1].startswith("leaf1 Ethernet30 and 1 more, priority 3: climbs 3 hops")


def test_a_fabric_without_hosts_has_nothing_to_lay_over(clos: Clos) -> None:
    assert overlays_of(clos(2, 2)).doubt == "hosts behind fewer than two switches are known"


def test_a_whole_mesh_is_one_shape(clos: Clos) -> None:
    layout = lay_out(clos(16, 8, parallel=2))
    drawn = draw(layout, NO_MARKS, in_page=False)
    assert [(len(mesh.uppers), len(mesh.lowers), mesh.cables) for mesh in layout.meshes] == [(8, 16, 256)]
    assert (drawn.count('class="mesh"'), drawn.count('class="cable"')) == (1, 0)
    assert "256 cables: each of 8 with each of 16" in drawn


def test_a_box_that_lacks_a_cable_is_not_hidden_in_the_mesh(clos: Clos) -> None:
    fabric = clos(18, 9, hosts=1)
    gap = next(link for link in fabric.links if link.a.device == "leaf-3" and link.b.device == "spine-2")
    layout = lay_out(replace(fabric, links=tuple(link for link in fabric.links if link is not gap)))
    assert [(len(mesh.uppers), len(mesh.lowers)) for mesh in layout.meshes] == [(8, 18)]
    assert draw(layout, NO_MARKS, in_page=False).count('class="cable"') == 17 + 18


def test_a_mesh_with_many_findings_takes_their_colour_and_with_few_shows_their_lines(clos: Clos) -> None:
    layout = lay_out(clos(16, 16, hosts=1))
    worse = Mark(Severity.ERROR, (0,))
    between = [number for number, one in enumerate(layout.bundles) if layout.nodes[one.b].tier == 1]

    def drawn(count: int) -> tuple[int, int, bool]:
        bundles = {number: worse if number == between[3] else Mark(Severity.INFO, (1,)) for number in between[:count]}
        picture = draw(layout, DrawingMarks({}, bundles, (), ()), in_page=False)
        words = f"; {count} pairs with findings, error at worst" in picture
        return picture.count('class="mesh error"'), picture.count('class="cable '), words

    assert (drawn(5), drawn(200)) == ((0, 5, False), (1, 0, True))


def test_many_cables_with_findings_stay_small(clos: Clos) -> None:
    layout = lay_out(clos(600, 1, hosts=1))
    marks = DrawingMarks({}, dict.fromkeys(range(len(layout.bundles)), Mark(Severity.WARNING, (0,))), (), ())
    picture = draw(layout, marks, in_page=True)
    assert (picture.count('class="cable warning"'), len(picture) < 700_000) == (1, True)
