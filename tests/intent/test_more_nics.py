"""Servers with NICs of several models: where they connect, what they are called, and what speaks against them."""

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
  kind: rail-optimised
  leaves: {count: 2, platform: 7060X6-64PE}
hosts:
  - count: 2
    nics: 2
    nic_platform: ConnectX-7
    nic_speed: 400G
    more_nics: [%s]
"""
STORAGE = "{nics: 2, nic_platform: ConnectX-6 Dx, nic_speed: 100G, netdev: 'sto{nic}', leaf_vlan: 200, bond: one-leaf}"


def views_of(*more: str) -> FabricViews:
    return make_views(parse_intent(INTENT % ", ".join(more), "f.yaml"))


def test_further_nics_are_apart_from_the_rails_and_count_on() -> None:
    views = views_of(STORAGE)
    nics = [
        [(nic.netdev, nic.rdma_device, nic.speed_gbps, nic.peer_device) for nic in host.nics] for host in views.hosts
    ]
    assert nics == [
        [
            ("rdma0", "mlx5_0", 400, "leaf-1"),
            ("rdma1", "mlx5_1", 400, "leaf-2"),
            ("sto2", "mlx5_bond_0", 100, storage),
            ("sto3", "mlx5_bond_0", 100, storage),
        ]
        for storage in ("leaf-1", "leaf-2")
    ]
    assert [(bond.members, bond.addresses[0].table) for bond in views.hosts[0].bonds] == [(("sto2", "sto3"), 103)]


def test_two_ports_of_one_adapter_lead_to_two_planes() -> None:
    plane = "{nics: 1, nic_platform: BlueField-3, nic_speed: 200G, leaves: [leaf-%d]}"
    host = views_of(plane % 2, plane % 1).hosts[0]
    assert [(nic.netdev, nic.peer_device) for nic in host.nics[2:]] == [("rdma2", "leaf-2"), ("rdma3", "leaf-1")]


def test_each_model_has_its_manifest_and_only_the_first_set_is_for_collective_operations() -> None:
    files = {file.path: file.text for file in render_views(views_of(STORAGE), devices=["host-1"])}
    manifest = files["hosts/host-1/nic-configuration-template.yaml"]
    assert [line.strip() for line in manifest.splitlines() if "nicType" in line] == [
        'nicType: "1021"',
        'nicType: "101d"',
    ]
    assert "NCCL_IB_HCA==mlx5_0,mlx5_1\n" in files["hosts/host-1/nccl.conf"]


@pytest.mark.parametrize(
    ("more", "place", "message"),
    [
        (
            "{nics: 1, nic_platform: ConnectX-6 Dx, nic_speed: 100G, netdev: [rdma1]}",
            "f.yaml:11:17",
            "other NICs of the host are called rdma1 already; name these otherwise",
        ),
        (
            "{nics: 1, nic_platform: ConnectX-6 Dx, nic_speed: 400G}",
            "f.yaml:11:67",
            "ConnectX-6 Dx has no 400G ports; it offers 10G, 25G, 40G, 50G, 100G, 200G",
        ),
        (
            "{nics: 1, nic_platform: ConnectX-6 Dx, nic_speed: 100G, leaves: [leaf-9]}",
            "f.yaml:11:82",
            "no leaf is called 'leaf-9'",
        ),
    ],
    ids=["name", "speed", "leaf"],
)
def test_what_further_nics_cannot_be_is_refused_at_their_entry(more: str, place: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(more)
    first = caught.value.problems[0]
    assert (f"{first.path}:{first.line}:{first.column}", first.message.split(";")[0]) == (place, message.split(";")[0])
