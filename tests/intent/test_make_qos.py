"""Headroom, pause points and marking curves of the profiles."""

import pytest

from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.view import QosProfileView, QueueView
from roce_lint.tuning.advised_headroom import Hardware, advise_headroom

LEAF = Hardware("Tomahawk 3", "dcs-7060dx4-32", 254)
D5 = Hardware("Trident 4", "7220-ixr-d5", 318)

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: %s, uplinks_per_spine: 2, uplink_speed: 400G}
  spines: {count: 2, platform: 7060DX5-64S}
  oversubscription: 2:1
  cables: {host: 5 m, fabric: 50 m}
hosts:
  - {count: 16, nics: 4, nic_platform: ConnectX-7, nic_speed: 100G}
"""


def views_of(addition: str = "", leaf: str = "7060DX4-32") -> FabricViews:
    return make_views(parse_intent(INTENT % leaf + addition, "f.yaml"))


def profiles_of(views: FabricViews, name: str) -> dict[str, QosProfileView]:
    found = next(one for one in views.switches if one.name == name)
    return {profile.name: profile for profile in found.profiles}


def curve_of(profile: QosProfileView, priority: int = 3) -> tuple[int, int, int]:
    queue = profile.queues[priority]
    return queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent


def test_a_leaf_has_a_profile_for_hosts_and_one_for_spines() -> None:
    profiles = profiles_of(views_of(), "leaf-1")
    assert list(profiles) == ["ROCE-100G-HOST", "ROCE-400G-FABRIC"]
    host = profiles["ROCE-100G-HOST"]
    # One buffer profile serves the whole switch. 9000 bytes of IP, 14 + 4 of Ethernet and VLAN, 4 of check sequence
    assert host.headroom_bytes == advise_headroom(LEAF, 400, 50, 9022, 9022).xoff_bytes
    assert host.headroom_bytes == profiles["ROCE-400G-FABRIC"].headroom_bytes
    assert host.queues == (
        QueueView(0, "best-effort", False, False, 20, False, 0, 0, 0),
        QueueView(1, "", False, False, 0, False, 0, 0, 0),
        QueueView(2, "", False, False, 0, False, 0, 0, 0),
        QueueView(3, "roce", True, False, 80, True, 100_000, 400_000, 20),
        QueueView(4, "", False, False, 0, False, 0, 0, 0),
        QueueView(5, "", False, False, 0, False, 0, 0, 0),
        QueueView(6, "cnp", False, True, 0, False, 0, 0, 0),
        QueueView(7, "", False, False, 0, False, 0, 0, 0),
    )


@pytest.mark.parametrize(
    ("ecn", "host_curve", "fabric_curve"),
    [
        ("", (100_000, 400_000, 20), (400_000, 1_600_000, 20)),
        ("{kmin: 150 KB, kmax: 3000 KB, pmax: 7%}", (150_000, 3_000_000, 7), (150_000, 3_000_000, 7)),
        ("{kmin: 4 us, kmax: 40 us}", (50_000, 500_000, 20), (200_000, 2_000_000, 20)),
        ("{kmin: 200 KB}", (200_000, 800_000, 20), (200_000, 1_600_000, 20)),
        ("{kmax: 200 KB}", (50_000, 200_000, 20), (50_000, 200_000, 20)),
    ],
    ids=["auto", "sizes", "times", "kmin alone", "kmax alone"],
)
def test_marking_follows_the_wish_and_keeps_a_ramp(
    ecn: str, host_curve: tuple[int, int, int], fabric_curve: tuple[int, int, int]
) -> None:
    profiles = profiles_of(views_of(f"roce: {{ecn: {ecn}}}\n" if ecn else ""), "leaf-1")
    assert curve_of(profiles["ROCE-100G-HOST"]) == host_curve
    assert curve_of(profiles["ROCE-400G-FABRIC"]) == fabric_curve


def test_a_class_may_have_a_curve_of_its_own() -> None:
    classes = "{classes: [{}, {name: storage, priority: 4, dscp: 34, ecn: {kmin: 50 KB, kmax: 90 KB, pmax: 100%}}]}"
    profile = profiles_of(views_of(f"roce: {classes}\n"), "spine-1")["ROCE-400G-FABRIC"]
    assert curve_of(profile, 3) == (400_000, 1_600_000, 20)
    assert curve_of(profile, 4) == (50_000, 90_000, 100)


def test_marking_begins_earlier_where_many_slow_ports_share_a_small_buffer() -> None:
    text = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: DCS-7050CX3-32S, uplinks_per_spine: 2, uplink_speed: 100G}
  spines: {count: 2, platform: 7060DX5-64S}
  oversubscription: 6.25:1
hosts:
  - {count: 25, nics: 4, nic_platform: ConnectX-6 Dx, nic_speed: 25G}
"""
    views = make_views(parse_intent(text, "f.yaml"))
    profile = profiles_of(views, "leaf-1")["ROCE-25G-HOST"]
    # DCQCN, SIGCOMM 2015, section 4, with alpha 1/8, 100 slower ports and one lossless priority
    bound = (33_554_432 - 104 * profile.headroom_bytes) / 8 / (100 * (1 + 1 / 8))
    assert views.warnings == ()
    assert curve_of(profile) == (int(bound // 1000) * 1000, 100_000, 20)
    assert bound < 25_000


def test_the_longest_cable_of_a_profile_decides() -> None:
    links = "links: [{a: leaf-1, b: spine-2, length: 300 m}]\n"
    near, far = (profiles_of(views_of(one, "7220 IXR-D5"), "leaf-1") for one in ("", links))
    assert (near["ROCE-400G-FABRIC"].cable_length_m, far["ROCE-400G-FABRIC"].cable_length_m) == (50, 300)
    assert far["ROCE-400G-FABRIC"].headroom_bytes == advise_headroom(D5, 400, 300, 9022, 9022).xoff_bytes
    assert far["ROCE-100G-HOST"].headroom_bytes == advise_headroom(D5, 100, 5, 9022, 9022).xoff_bytes
    assert far["ROCE-100G-HOST"] == near["ROCE-100G-HOST"]


@pytest.mark.parametrize("leaf", ["7060DX4-32", "N9K-C9332D-GX2B", "7220 IXR-D5", "7280CR3-32P4"])
def test_a_fixed_xoff_threshold_lies_above_where_marking_begins(leaf: str) -> None:
    for one in views_of(leaf=leaf).switches:
        kmin = max(queue.ecn_kmin_bytes for profile in one.profiles for queue in profile.queues)
        for profile in one.profiles:
            assert profile.pause_threshold_bytes == 2 * kmin
            assert 0 < profile.resume_threshold_bytes < profile.pause_threshold_bytes


@pytest.mark.parametrize("leaf", ["N9K-C9332D-GX2B", "7220 IXR-H4"])
def test_marking_begins_below_a_fixed_xoff_threshold_that_long_cables_leave_little_room_for(leaf: str) -> None:
    views = make_views(parse_intent((INTENT % leaf).replace("fabric: 50 m", "fabric: 4 km"), "f.yaml"))
    far = profiles_of(views, "leaf-1")["ROCE-400G-FABRIC"]
    kmin = max(queue.ecn_kmin_bytes for queue in far.queues)
    assert 0 < kmin < 400_000
    assert 2 * kmin <= far.pause_threshold_bytes


def test_marking_above_the_latest_xoff_threshold_is_a_warning() -> None:
    views = views_of("roce: {ecn: {kmin: 3 MB, kmax: 20 MB}}\n", leaf="7220 IXR-H4")
    reported = (
        "ports of the leaves (7220 IXR-H4): PFC pauses a sender at 2806079 bytes at the latest, before marking begins"
    )
    advice = "lower kmin, or use shorter cables or fewer ports"
    assert [str(warning) for warning in views.warnings] == [
        f"f.yaml:11:20: {speed}G {reported} at 3000000; {advice}" for speed in (100, 400)
    ]


def test_headroom_that_the_buffer_cannot_hold_is_a_warning() -> None:
    text = (INTENT % "7060DX4-32").replace("fabric: 50 m", "fabric: 60 km")
    views = make_views(parse_intent(text, "f.yaml"))
    reported = "the headroom of all ports is"
    advice = "use shorter cables, fewer ports, or fewer lossless classes"
    assert [str(warning) for warning in views.warnings] == [
        f"f.yaml:8:11: the leaves (DCS-7060DX4-32): {reported} 1434967 KB and the buffer 67108 KB; {advice}",
        f"f.yaml:8:11: the spines (DCS-7060DX5-64S): {reported} 364167 KB and the buffer 113000 KB; {advice}",
    ]
