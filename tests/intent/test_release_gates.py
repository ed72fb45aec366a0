"""What the stated release or model does not have is refused, or left out with a warning."""

from __future__ import annotations

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.render.render import render_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: %s, release: "%s", uplinks_per_spine: 2, uplink_speed: 100G}
  spines: {count: 2, platform: 7060DX5-64S}
hosts:
  - {count: 2, nics: 1, nic_platform: ConnectX-6 Dx, nic_speed: 100G}
%s"""


def views_of(leaf: str, release: str, more: str = "") -> FabricViews:
    return make_views(parse_intent(INTENT % (leaf, release, more), "f.yaml"))


def leaf_text(views: FabricViews) -> str:
    return next(one.text for one in render_views(views) if one.path == "configs/leaf-1.cfg")


@pytest.mark.parametrize(
    ("leaf", "release", "message"),
    [
        pytest.param("7060X6-64PE", "4.16.6M", "EOS 4.16.6M has no QoS profiles; they begin with 4.17.0F", id="EOS"),
        pytest.param("7060X6-64PE", "latest", "'latest' is no EOS release; write it like 4.32.1F", id="EOS word"),
        pytest.param("9364D-GX2A", "4.32.1F", "'4.32.1F' is no NX-OS release; write it like 10.4(3)F", id="NX-OS word"),
        pytest.param(
            "7220 IXR-H5-64D",
            "25.3.1",
            "7220 IXR-H5-64D is in the feature lists of SR Linux from 25.7 on, not in those of 25.3.1",
            id="SR Linux",
        ),
    ],
)
def test_a_release_without_what_the_fabric_needs_is_refused(leaf: str, release: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(leaf, release)
    assert [problem.message for problem in caught.value.problems] == [message]


def test_what_an_older_release_lacks_is_left_out_with_a_warning() -> None:
    old, new = views_of("7060X6-64PE", "4.20.1F"), views_of("7060X6-64PE", "4.34.2F")
    assert ("random-detect ecn count" in leaf_text(old), "random-detect ecn count" in leaf_text(new)) == (False, True)
    assert [str(one) for one in old.warnings] == [
        "f.yaml:5:54: `random-detect ecn count` is left out, which queues of a profile have from 4.31; the lines are"
        " those of EOS 4.31 and later, and no source that could be read says that DCS-7060X6-64PE runs EOS 4.20.1F or"
        " takes them all there"
    ]
    assert new.warnings == ()


def test_an_old_release_that_nobody_vouches_for_is_a_warning() -> None:
    (found,) = [one.message for one in views_of("93180YC-FX", "7.0(3)I7(4)").warnings if "release" not in one.message]
    assert found == (
        "the lines are those of NX-OS 9.3 to 10.6, and no source that could be read says that N9K-C93180YC-FX runs"
        " NX-OS 7.0(3)I7(4) or takes them all there"
    )


@pytest.mark.parametrize("leaf", ["7060X6-64PE", "7060DX5-64S", "7050CX3-32S", "7280CR3-32P4"])
def test_the_counter_feature_of_ecn_is_printed_only_where_a_source_says_that_it_exists(leaf: str) -> None:
    printed = "hardware counter feature ecn out" in leaf_text(views_of(leaf, "4.34.2F"))
    assert printed == leaf.startswith("7280")


def test_cnps_take_the_queue_that_may_be_strict() -> None:
    text = leaf_text(views_of("9364D-GX2A", "10.4(3)F"))
    assert "  class CM-CNP\n    set qos-group 7\n" in text
    assert "  class type queuing c-out-8q-q7\n    priority level 1\n" in text
    assert "  class type queuing c-out-8q-q6\n    bandwidth remaining percent 0\n" in text


def test_cnps_below_a_class_of_priority_7_are_a_warning() -> None:
    views = views_of("9364D-GX2A", "10.4(3)F", "roce: {classes: [{name: roce, priority: 7, dscp: 26}]}\n")
    assert "    set qos-group 6\n" in leaf_text(views)
    assert [one.message for one in views.warnings if one.message.startswith("CNPs")] == [
        "CNPs are served first in queue 6, since another class has priority 7; no source shows a strict queue below"
        " queue 7: move the other class to a priority from 1 to 5"
    ]


def test_thresholds_count_one_part_of_a_divided_memory() -> None:
    more = "roce: {ecn: {kmin: 20 MB, kmax: 39 MB}}\n"
    bounds = {leaf: views_of(leaf, "10.4(3)F", more).warnings for leaf in ("93180YC-FX", "9336C-FX2")}
    assert [
        "shared buffer 39" in bounds["93180YC-FX"][0].message,
        "shared buffer 19" in bounds["9336C-FX2"][0].message,
    ] == [
        True,
        True,
    ]


def test_much_headroom_in_a_memory_of_unknown_parts_is_a_warning() -> None:
    long, short = (
        views_of("9364D-GX2A", "10.4(3)F", f"links: [{{a: leaf-1, b: spine-1, length: {one}}}]\n")
        for one in ("60 km", "40 m")
    )
    assert [one.message for one in short.warnings if "slices" in one.message] == []
    (found,) = [one.message for one in long.warnings if "slices" in one.message]
    assert found.startswith("the 120 MB of N9K-C9364D-GX2A are divided among slices, each for ports of its own, and no")


@pytest.mark.parametrize(
    ("leaf", "release", "line", "printed"),
    [
        ("7060X6-64PE", "4.24.1F", "ip hardware fib load-balance distribution dynamic", False),
        ("7060X6-64PE", "4.24.2F", "ip hardware fib load-balance distribution dynamic", True),
        ("7280CR3-32P4", "4.33.0F", "payload bytes 5-7", False),
        ("7280CR3-32P4", "4.33.1F", "payload bytes 5-7", True),
    ],
)
def test_a_line_is_printed_from_the_release_on_that_a_source_names(
    leaf: str, release: str, line: str, printed: bool
) -> None:
    assert (line in leaf_text(views_of(leaf, release))) == printed


@pytest.mark.parametrize(("release", "since"), [("9.3(5)", "9.3(6)"), ("9.3(6)", "")])
def test_unnumbered_sessions_before_their_release_are_a_warning(release: str, since: str) -> None:
    warnings = [one.message for one in views_of("9364D-GX2A", release, "addressing: {underlay: unnumbered}\n").warnings]
    assert [one for one in warnings if "are said to come with" in one] == [
        one for one in warnings if since and one.startswith(f"such sessions are said to come with {since} only")
    ]
    assert any("ing-sup 768" in one for one in warnings)


@pytest.mark.parametrize(("leaf", "length", "told"), [("7060DX4-32", "30 km", False), ("7060DX4-32", "60 km", True)])
def test_more_than_half_of_a_memory_of_unknown_parts_is_a_warning(leaf: str, length: str, told: bool) -> None:
    links = f"links: [{{a: leaf-1, b: spine-1, length: {length}}}]\n"
    found = [
        one.message for one in views_of(leaf, "4.34.2F", links).warnings if "may be divided into parts" in one.message
    ]
    assert bool(found) == told
