"""Bonds of hosts: where they end, what they are called there, and what speaks against them."""

from __future__ import annotations

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_fabric import make_fabric_view
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.view import BundleView
from roce_lint.intent.view_host import BondView, RouteView

TENANT = "tenants: [{name: blue, segments: [{vlan: 100, gateway: 10.100.0.1/24, hosts: ['store-*']}]}]\n"
INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {{count: {leaves}, platform: {platform}, uplinks_per_spine: 1, uplink_speed: 400G}}
  spines: {{count: 1, platform: 7060DX5-64S}}
hosts:
  - {{count: 2, nics: {nics}, nic_platform: ConnectX-7, nic_speed: 100G, name: "store-{{n}}", {more}}}
{end}"""


def views_of(more: str, end: str = "", leaves: int = 2, nics: int = 2, platform: str = "7280CR3-32P4") -> FabricViews:
    text = INTENT.format(more=more, end=end, leaves=leaves, nics=nics, platform=platform)
    return make_views(parse_intent(text, "f.yaml"))


def test_two_leaves_announce_the_bond_of_a_host_as_one_segment() -> None:
    views = views_of("bond: esi", TENANT)
    leaves = [one for one in views.switches if one.name.startswith("leaf")]
    of_first, of_second = [leaf.bundles for leaf in leaves]
    assert of_first == of_second
    assert of_first == (
        BundleView(1, "store-1 bond0", ("Ethernet1/1",), 100, 9000, "ROCE-100G-HOST", "020000010001"),
        BundleView(2, "store-2 bond0", ("Ethernet2/1",), 100, 9000, "ROCE-100G-HOST", "020000010002"),
    )


def test_a_bond_has_the_address_and_its_ports_have_none() -> None:
    host = views_of("bond: one-leaf, leaf_vlan: 120, bond_name: data").hosts[0]
    assert host.bonds == (
        BondView(
            name="data",
            members=("eth0", "eth1"),
            ip_mtu_bytes=9000,
            address="10.63.255.254/30",
            gateway="10.63.255.253",
            source="10.63.255.254",
            table=101,
            routes=(
                RouteView("10.63.255.252/30", "", 101, 0),
                RouteView("10.0.0.0/10", "10.63.255.253", 101, 0),
                RouteView("10.0.0.0/10", "10.63.255.253", 0, 101),
            ),
        ),
    )
    assert [(nic.bond, nic.address, nic.rdma_device, nic.peer_device) for nic in host.nics] == [
        ("data", "", "mlx5_bond_0", "leaf-1")
    ] * 2


def test_the_lab_makes_the_same_bond() -> None:
    views = views_of("bond: esi", TENANT)
    node = next(one for one in make_fabric_view(views, dict.fromkeys(("leaf-1", "leaf-2", "spine-1"), "")).nodes[3:])
    assert node.commands[:6] == (
        "ip link add bond0 type bond mode 802.3ad lacp_rate fast miimon 100 xmit_hash_policy layer3+4",
        "ip link set dev eth1 down",
        "ip link set dev eth1 master bond0",
        "ip link set dev eth2 down",
        "ip link set dev eth2 master bond0",
        "ip link set dev bond0 up",
    )


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"more": "bond: one-leaf"}, "a bond needs a VLAN: `leaf_vlan`, or that of a tenant's segment"),
        (
            {"more": "bond: esi, leaf_vlan: 120"},
            "VLAN 120 ends at each leaf, and a bond to two leaves needs one that both have: a tenant's segment",
        ),
        (
            {"more": "bond: one-leaf, leaf_vlan: 120", "nics": 4},
            "a bond joins the two ports of one adapter, and these hosts have 4 NICs: only there RoCE goes over a bond;"
            " put others into a group of their own",
        ),
        ({"more": "bond: esi", "end": TENANT, "leaves": 1}, "a bond of kind esi needs two leaves, not 1"),
        (
            {"more": "bond: one-leaf, leaf_vlan: [120, 121]"},
            "the ports of a bond are in one VLAN, not in 120 and 121",
        ),
        (
            {"more": "bond: one-leaf, leaf_vlan: 120, bond_name: eth0, netdev: [eth0, eth1]"},
            "'eth0' is the name of a NIC already",
        ),
        (
            {"more": "bond: one-leaf, leaf_vlan: 120, rdma_device: mlx5_3"},
            "the RDMA device of a bond has `_bond_` in its name, such as mlx5_bond_0",
        ),
        (
            {"more": "bond: esi", "end": TENANT, "platform": "N9K-C9364D-GX2A"},
            "no source shows how a bond of kind esi ends at Cisco NX-OS; kinds that are known there: one-leaf",
        ),
        (
            {"more": "bond: esi, leaves: [leaf-1]", "end": TENANT},
            "the two leaves of a pair are needed together; leaf-1 stands alone",
        ),
    ],
    ids=["no vlan", "local vlan", "four", "one leaf", "two vlans", "name", "device", "system", "half a pair"],
)
def test_bonds_that_cannot_be_are_refused(wish: dict[str, str], message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(**wish)  # type: ignore[arg-type]  # counts are in the tables as well
    assert [one.message for one in caught.value.problems] == [message]
