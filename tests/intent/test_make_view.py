"""The views of whole fabrics: what each device prints."""

from pathlib import Path

import pytest

from roce_lint.intent.load import load_intent, parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.view import (
    ClassPurpose,
    ClassView,
    OverlayPeerView,
    PortPurpose,
    SwitchPortView,
    SwitchView,
    TenantView,
    VlanView,
    WatchdogView,
)
from roce_lint.intent.view_host import AddressView, DcqcnView, NicView, RouteView
from roce_lint.model.terms import Role, WatchdogAction


def fixture_views(root: Path, name: str) -> FabricViews:
    return make_views(load_intent(root / "fixtures" / "intents" / f"{name}.roce.yaml"))


def switch(views: FabricViews, name: str) -> SwitchView:
    return next(one for one in views.switches if one.name == name)


def test_the_sample_is_four_leaves_and_two_spines_with_128_nics(root: Path) -> None:
    text = (root / "fixtures" / "intents" / "sample.roce.yaml").read_text(encoding="utf-8")
    views = fixture_views(root, "sample")
    assert len(text.splitlines()) <= 40
    assert [(one.name, one.role, one.os, one.asn, one.loopback) for one in views.switches] == [
        ("spine-1", Role.SPINE, "eos", 65000, "10.255.0.1/32"),
        ("spine-2", Role.SPINE, "eos", 65000, "10.255.0.2/32"),
        ("leaf-1", Role.LEAF, "eos", 65001, "10.255.0.3/32"),
        ("leaf-2", Role.LEAF, "eos", 65002, "10.255.0.4/32"),
        ("leaf-3", Role.LEAF, "eos", 65003, "10.255.0.5/32"),
        ("leaf-4", Role.LEAF, "eos", 65004, "10.255.0.6/32"),
    ]
    leaf = switch(views, "leaf-1")
    speeds = [(port.purpose, port.speed_gbps) for port in leaf.ports]
    assert speeds == [(PortPurpose.HOST, 100)] * 32 + [(PortPurpose.FABRIC, 400)] * 4
    assert len(views.hosts) == 32
    assert sum(len(host.nics) for host in views.hosts) == 128
    assert [one.maximum_paths for one in views.switches] == [2, 2, 4, 4, 4, 4]


def test_a_leaf_prints_its_ports_towards_hosts_and_spines(root: Path) -> None:
    leaf = switch(fixture_views(root, "sample"), "leaf-1")
    assert (leaf.ports[0], leaf.ports[-1]) == (
        SwitchPortView(
            name="Ethernet1/1",
            cage=1,
            lane=0,
            breakout="",
            purpose=PortPurpose.HOST,
            speed_gbps=100,
            description="gpu-1 rdma0",
            peer_device="gpu-1",
            peer_port="rdma0",
            cable_length_m=3,
            ip_mtu_bytes=9000,
            address="10.0.0.0/31",
            peer_address="10.0.0.1",
            peer_asn=0,
            vlan=0,
            profile="ROCE-100G-HOST",
        ),
        SwitchPortView(
            name="Ethernet36/1",
            cage=36,
            lane=0,
            breakout="",
            purpose=PortPurpose.FABRIC,
            speed_gbps=400,
            description="spine-1 Ethernet1/1",
            peer_device="spine-1",
            peer_port="Ethernet1/1",
            cable_length_m=30,
            ip_mtu_bytes=9000,
            address="10.240.0.1/31",
            peer_address="10.240.0.0",
            peer_asn=65000,
            vlan=0,
            profile="ROCE-400G-FABRIC",
        ),
    )
    assert leaf.host_prefixes[:2] == ("10.0.0.0/31", "10.0.0.2/31")
    assert len(leaf.host_prefixes) == 32


@pytest.mark.parametrize(
    ("fixture", "first", "second", "lanes"),
    [
        ("clos-eos", "Ethernet1/1", "Ethernet1/3", [1, 3, 5, 7]),
        ("clos-nxos", "Ethernet1/1/1", "Ethernet1/1/2", [1, 2, 3, 4]),
        ("clos-srlinux", "ethernet-1/1/1", "ethernet-1/1/2", [1, 2, 3, 4]),
    ],
)
def test_a_broken_out_cage_is_named_as_the_os_names_it(
    root: Path, fixture: str, first: str, second: str, lanes: list[int]
) -> None:
    leaf = switch(fixture_views(root, fixture), "leaf-1")
    assert [port.name for port in leaf.ports[:2]] == [first, second]
    assert [(port.cage, port.lane, port.breakout) for port in leaf.ports[:4]] == [(1, lane, "4x100G") for lane in lanes]


def test_a_host_prints_marking_pausing_and_addresses(root: Path) -> None:
    host = fixture_views(root, "sample").hosts[0]
    roce = ClassView("roce", ClassPurpose.ROCE, (26,), 3, True, False, 80)
    cnp = ClassView("cnp", ClassPurpose.CNP, (48,), 6, False, True, 0)
    rest = ClassView("best-effort", ClassPurpose.BEST_EFFORT, (), 0, False, False, 20)
    assert host.classes == (roce, cnp, rest)
    assert host.nics[3] == NicView(
        "rdma3",
        "mlx5_3",
        100,
        9000,
        (
            AddressView(
                "10.0.0.7/31",
                "ipv4",
                "10.0.0.6",
                "10.0.0.7",
                "10.0.0.7/32",
                104,
                (RouteView("10.0.0.0/24", "10.0.0.6", 104, 0), RouteView("10.0.0.0/24", "10.0.0.6", 0, 104)),
            ),
        ),
        4,
        3,
        "leaf-1",
        "Ethernet4/1",
        False,
        driver="mlx5",
        platform="connectx-6-dx",
    )
    assert (host.nic_platforms, host.roce_tos, host.pfc_priorities) == (
        ("connectx-6-dx",),
        106,
        (0, 0, 0, 1, 0, 0, 0, 0),
    )
    assert (host.cnp_dscp, host.cnp_priority, host.roce_path_mtu_bytes) == (48, 6, 4096)
    assert host.dcqcn == DcqcnView(True, 4, 1, 1019, 4, 300, 32767, 1, 5, 50, 1)


def test_two_lossless_classes_divide_the_bandwidth_and_pause_apart(root: Path) -> None:
    views = fixture_views(root, "two-lossless")
    assert views.switches[0].classes == (
        ClassView("collectives", ClassPurpose.ROCE, (26,), 3, True, False, 60),
        ClassView("storage", ClassPurpose.ROCE, (34, 36), 4, True, False, 25),
        ClassView("cnp", ClassPurpose.CNP, (48,), 6, False, True, 0),
        ClassView("best-effort", ClassPurpose.BEST_EFFORT, (), 0, False, False, 15),
    )
    assert views.hosts[0].pfc_priorities == (0, 0, 0, 1, 1, 0, 0, 0)


def test_a_lossy_fabric_pauses_nothing_and_marks(root: Path) -> None:
    views = fixture_views(root, "lossy-roce")
    for one in views.switches:
        assert (one.lossless_profile, one.watchdog.enabled) == (False, False)
        for profile in one.profiles:
            queue = profile.queues[3]
            assert (profile.headroom_bytes, profile.pause_threshold_bytes, profile.resume_threshold_bytes) == (0, 0, 0)
            assert (queue.lossless, queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent) == (
                False,
                150_000,
                3_000_000,
                7,
            )
    assert {host.pfc_priorities for host in views.hosts} == {(0,) * 8}
    assert views.hosts[0].dcqcn.enabled is True


def test_pfc_alone_marks_nothing_and_leaves_dcqcn_off(root: Path) -> None:
    views = fixture_views(root, "pfc-only")
    assert {queue.ecn_enabled for one in views.switches for p in one.profiles for queue in p.queues} == {False}
    assert {one.watchdog for one in views.switches} == {WatchdogView(True, 100, 200, 50, WatchdogAction.DROP)}
    assert {host.dcqcn.enabled for host in views.hosts} == {False}


def test_tenants_exist_where_their_hosts_are(root: Path) -> None:
    views = fixture_views(root, "evpn-vxlan")
    leaves = [one for one in views.switches if one.role is Role.LEAF]
    assert {one.name: [(t.name, [v.vlan for v in t.vlans]) for t in one.tenants] for one in leaves} == {
        "leaf-1": [("blue", [100])],
        "leaf-2": [("blue", [100, 101])],
        "leaf-3": [("blue", [101]), ("green", [200])],
        "leaf-4": [("green", [200])],
    }
    assert switch(views, "leaf-3").tenants == (
        TenantView("blue", 50001, 3901, (VlanView(101, 10101, "blue-101", "10.101.0.1/24"),)),
        TenantView("green", 50900, 3902, (VlanView(200, 20200, "green-data", "10.102.0.1/24"),)),
    )
    assert switch(views, "spine-1").tenants == ()
    assert switch(views, "leaf-1").vtep_loopback == "10.254.0.1/32"
    assert switch(views, "leaf-1").overlay_peers == (
        OverlayPeerView("spine-1", "10.255.0.1", 65000),
        OverlayPeerView("spine-2", "10.255.0.2", 65000),
    )
    assert [peer.name for peer in switch(views, "spine-1").overlay_peers] == ["leaf-1", "leaf-2", "leaf-3", "leaf-4"]


def test_a_bridged_port_has_a_vlan_and_its_nic_an_address_of_the_segment(root: Path) -> None:
    views = fixture_views(root, "evpn-vxlan")
    port = switch(views, "leaf-1").ports[0]
    assert (port.peer_device, port.vlan, port.address, port.peer_address) == ("gpu-1", 100, "", "")
    nic = views.hosts[0].nics[0]
    assert (nic.addresses[0].address, nic.addresses[0].gateway) == ("10.100.0.2/24", "10.100.0.1")
    assert {one.mtu_bytes for one in views.switches} == {9100}
    assert {port.ip_mtu_bytes for port in switch(views, "leaf-1").ports} == {9000, 9100}


def test_a_fabric_of_three_vendors_has_an_os_for_each_device(root: Path) -> None:
    views = fixture_views(root, "mixed-vendors")
    assert {one.name: (one.os, one.release) for one in views.switches} == {
        "spine-1": ("srlinux", ""),
        "spine-2": ("eos", ""),
        "leaf-1": ("eos", "4.32.1F"),
        "leaf-2": ("nxos", ""),
        "leaf-3": ("srlinux", ""),
    }
    assert {one.name: one.watchdog.action for one in views.switches} == {
        "spine-1": WatchdogAction.IGNORE_PAUSE,
        "spine-2": WatchdogAction.DROP,
        "leaf-1": WatchdogAction.DROP,
        "leaf-2": WatchdogAction.DROP,
        "leaf-3": WatchdogAction.IGNORE_PAUSE,
    }
    lengths = {(port.name, port.cable_length_m) for port in switch(views, "leaf-3").ports if port.speed_gbps == 400}
    assert ("ethernet-1/20", 90) in lengths


def test_a_super_spine_installs_all_paths_into_a_pod(root: Path) -> None:
    views = fixture_views(root, "three-tier")
    paths = {one.role: one.maximum_paths for one in views.switches}
    # leaf: 2 spines x 2; spine: 2 super-spines x 2 up; super-spine: one spine of each pod x 2
    assert paths == {Role.LEAF: 4, Role.SPINE: 4, Role.SUPER_SPINE: 2}


def test_the_same_intent_gives_the_same_views(root: Path) -> None:
    for path in sorted((root / "fixtures" / "intents").glob("*.roce.yaml")):
        assert make_views(load_intent(path)) == make_views(load_intent(path))


def test_the_order_of_keys_and_comments_change_no_view(root: Path) -> None:
    text = (root / "fixtures" / "intents" / "sample.roce.yaml").read_text(encoding="utf-8")
    begin, middle = text.split("topology:")
    topology, hosts = middle.split("hosts:\n")
    turned = f"hosts:\n{hosts}\n# a comment\n{begin}\ntopology:{topology}"
    one, other = make_views(parse_intent(turned, "a.yaml")), make_views(parse_intent(text, "b.yaml"))
    assert (one.switches, one.hosts, one.links) == (other.switches, other.hosts, other.links)


def test_no_view_holds_a_name_that_breaks_a_line(root: Path) -> None:
    for path in sorted((root / "fixtures" / "intents").glob("*.roce.yaml")):
        assert "\\n" not in repr(make_views(load_intent(path)).switches)
