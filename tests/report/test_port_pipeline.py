"""What a picture of a port shows: values as they are known, and nothing but that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import read_configs
from roce_lint.judge.finding import FindingPlace, Report
from roce_lint.judge.rule import Severity
from roce_lint.model.device import PortRef
from roce_lint.model.fact import NOWHERE, Default, Stated, Unknown
from roce_lint.report.chart_svg import Guide, curve_chart
from roce_lint.report.fabric_layout import lay_out
from roce_lint.report.html_ports import described, draw_pipeline, faults_of_ports, port_rows
from roce_lint.report.port_pipeline import Pipeline, pipeline_of
from roce_lint.values import replace

HOSTILE_REASON = '"><script>x</script>'


def pipeline(fabric: Fabric, device: str, port: str) -> Pipeline:
    found, shown = fabric.ports()[PortRef(device, port)]
    return pipeline_of(found, shown, fabric.design, Stated(20, NOWHERE))


def test_the_way_of_roce_is_reported_in_words(routed: Fabric) -> None:
    lanes, thresholds = described(pipeline(routed, "leaf1", "Ethernet1")).split("; queue ")
    assert lanes == ("RoCE DSCP 26: class [3], pauses 3, queue [3]; CNP DSCP 48: class [6], pauses [none], queue [6]")
    assert thresholds == "3: 150 kB to 1.5 MB, 20 %, xoff ?, headroom ?"


def test_what_is_not_known_is_said_to_be(routed: Fabric) -> None:
    found = pipeline(routed, "leaf2", "Ethernet1")
    text = "".join(ElementTree.fromstring(draw_pipeline(found)).itertext())
    assert "ECN: off (default: EOS marks no ECN without `random-detect ecn`" in text
    assert "xoff: ? (not known: " in text


def test_a_line_a_default_and_the_unknown_look_different(routed: Fabric) -> None:
    drawn = ElementTree.fromstring(draw_pipeline(pipeline(routed, "leaf1", "Ethernet1")))
    kinds = [one.get("class", "").split() for one in drawn.iter() if one.get("class", "").startswith("stage")]
    assert kinds[:4] == [["stage"], ["stage", "default"], ["stage"], ["stage", "default"]]


def test_kmin_above_kmax_draws_no_curve(routed: Fabric) -> None:
    found = pipeline(routed, "leaf1", "Ethernet1")
    (one,) = found.thresholds
    wrong = replace(found, thresholds=(replace(one, kmin_bytes=Stated(2_000_000, NOWHERE)),))
    assert ('class="curve"' in draw_pipeline(found), 'class="curve"' in draw_pipeline(wrong)) == (True, False)
    assert "no curve: Kmin is above Kmax" in draw_pipeline(wrong)


def test_xoff_and_headroom_stand_on_the_axis_of_the_curve(routed: Fabric) -> None:
    found = pipeline(routed, "leaf1", "Ethernet1")
    sizes = replace(
        found.thresholds[0],
        xoff_bytes=Default(3_000_000, NOWHERE, "a test says so"),
        headroom_bytes=Stated(600_000, NOWHERE),
    )
    drawn = ElementTree.fromstring(draw_pipeline(replace(found, thresholds=(sizes,))))
    labels = [one.text for one in drawn.iter() if one.tag.endswith("text") and one.text]
    assert [words for words in labels if words.startswith(("Kmin", "Kmax", "xoff "))] == [
        "Kmin 150 kB",
        "Kmax 1.5 MB",
        "xoff [3 MB]",
    ]
    (room,) = [one for one in drawn.iter() if one.get("class") == "room"]
    (line,) = [one for one in drawn.iter() if one.get("class") == "xoff" and one.tag.endswith("path")]
    assert line.get("d", "").startswith(f"M{room.get('x')} ")
    assert float(room.get("width", "0")) > 0


def test_a_reason_is_no_markup(routed: Fabric) -> None:
    found = pipeline(routed, "leaf1", "Ethernet1")
    drawn = draw_pipeline(replace(found, trust=Unknown(HOSTILE_REASON, NOWHERE), doubt=HOSTILE_REASON))
    assert "<script" not in drawn
    assert HOSTILE_REASON in "".join(ElementTree.fromstring(drawn).itertext())


def test_ports_that_do_the_same_share_a_pipeline(routed: Fabric, clos: Callable[..., Fabric]) -> None:
    rows = port_rows(routed, lay_out(routed))
    assert len({end.pipeline for a, b, _ in rows.cables for end in (a, b)}) == 2
    assert [(str(a.ref), str(b.ref), words) for a, b, words in rows.cables][:1] == [
        ("spine1 Ethernet1", "leaf1 Ethernet1", "20 m, cable known from cabling file")
    ]
    assert sorted(str(end.ref) for end in rows.single)[:2] == ["leaf1 Ethernet30", "leaf1 Ethernet31"]
    unread = port_rows(replace(routed, devices=routed.devices[:1]), lay_out(routed))
    assert isinstance(unread.cables[0][0].pipeline, Unknown)


def test_a_far_xoff_breaks_the_axis_and_leaves_the_order() -> None:
    facts = (Stated(400_000, NOWHERE), Stated(1_600_000, NOWHERE), Stated(20.0, NOWHERE))

    def drawn(xoff: int) -> tuple[list[float], bool]:
        guide = Guide("xoff", Stated(xoff, NOWHERE), is_xoff=True)
        parts, _ = curve_chart(0, facts, [guide], Stated(500_000, NOWHERE))
        lines = [one for one in parts if one.startswith(('<path class="guide"', '<path class="xoff"'))]
        places = [float(one.split("M")[1].split(" ")[0]) for one in lines]
        return [round(place - places[0]) for place in places], any('<rect class="paper"' in one for one in parts)

    near, is_near_broken = drawn(3_200_000)
    far, is_far_broken = drawn(60_000_000)
    assert (is_near_broken, is_far_broken) == (False, True)
    # Kmin, Kmax and xoff are 1.2 and 2.8 MB apart; without a break that is to scale.
    assert abs(near[2] - near[1] * 2.8 / 1.2) < 2
    assert 0 < far[1] < far[2]
    assert far[1] > near[1]


def test_ports_of_a_subnet_are_no_unread_ports(root: Path) -> None:
    fabric = read_configs(root / "fixtures/opensm/small-pod")
    layout = lay_out(fabric)
    pipelines = [end.pipeline for a, b, _ in port_rows(fabric, layout).cables for end in (a, b)]
    assert len(pipelines) > 20
    assert {one.because for one in pipelines if isinstance(one, Unknown)} == {
        "a port of an InfiniBand subnet has no way of RoCE"
    }


def test_the_stage_that_a_finding_is_about_has_its_colour(routed: Fabric, full_report: Report) -> None:
    one = full_report.findings[0]
    queue = FindingPlace("leaf1.cfg", 12, 12, "leaf1", "Ethernet1/queue 3")
    whole = FindingPlace("leaf1.cfg", 9, 9, "leaf1", "Ethernet1")
    findings = [
        replace(one, code="ECN-002", family="ecn", places=(queue,)),
        replace(one, code="DRF-017", family="drf", severity=Severity.WARNING, places=(whole,)),
    ]
    faults = faults_of_ports(findings)
    assert set(faults) == {PortRef("leaf1", "Ethernet1")}
    drawn = ElementTree.fromstring(
        draw_pipeline(pipeline(routed, "leaf1", "Ethernet1"), faults[PortRef("leaf1", "Ethernet1")])
    )
    stages = [one.get("class", "").split() for one in drawn.iter() if one.get("class", "").startswith("stage")]
    assert [number for number, kinds in enumerate(stages) if "error" in kinds] == [3]
    texts = ["".join(one.itertext()) for one in drawn.iter() if one.tag.endswith("text")]
    assert "error ECN-002" in texts
    assert "Of the whole port: warning DRF-017" in texts
    assert str(drawn.get("aria-label")).startswith("error ECN-002 at queue; warning DRF-017 at port; ")


def test_a_fault_at_a_number_that_no_lane_has_is_one_of_roce(routed: Fabric, full_report: Report) -> None:
    place = FindingPlace("leaf1.cfg", 12, 12, "leaf1", "Ethernet1/priority 5")
    faults = faults_of_ports([replace(full_report.findings[0], places=(place,))])[PortRef("leaf1", "Ethernet1")]
    drawn = ElementTree.fromstring(draw_pipeline(pipeline(routed, "leaf1", "Ethernet1"), faults))
    stages = [one.get("class", "").split() for one in drawn.iter() if one.get("class", "").startswith("stage")]
    assert [number for number, kinds in enumerate(stages) if "error" in kinds] == [2]


def test_long_words_are_set_closer_instead_of_being_cut(routed: Fabric) -> None:
    found = pipeline(routed, "leaf1", "Ethernet1")
    name = "storage-and-roce-lossless"
    wide = replace(found, lanes=(replace(found.lanes[0], traffic_class=Stated(name[:20], NOWHERE)),))
    drawn = ElementTree.fromstring(draw_pipeline(wide))
    (text,) = [one for one in drawn.iter() if one.tag.endswith("text") and name[:20] in "".join(one.itertext())]
    assert ("".join(text.itertext()), text.get("textLength")) == (f"class {name[:20]}", "118")
