"""Bonds of hosts: where they end, what they are called there, and what speaks against them."""

from __future__ import annotations

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_fabric import make_fabric_view
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.view import VlanView
from roce_lint.intent.view_host import AddressView, BondView, RouteView
from roce_lint.intent.view_lag import BundleView, PairView

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


def views_of(
    more: str, end: str = "", leaves: int | str = 2, nics: int = 2, platform: str = "7280CR3-32P4"
) -> FabricViews:
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
            members=("rdma0", "rdma1"),
            ip_mtu_bytes=9000,
            addresses=(
                AddressView(
                    address="10.63.255.254/30",
                    family="ipv4",
                    gateway="10.63.255.253",
                    source="10.63.255.254",
                    source_prefix="10.63.255.254/32",
                    table=101,
                    routes=(
                        RouteView("10.63.255.252/30", "", 101, 0),
                        RouteView("10.63.255.248/29", "10.63.255.253", 101, 0),
                        RouteView("10.63.255.248/29", "10.63.255.253", 0, 101),
                    ),
                ),
            ),
        ),
    )
    assert [(nic.bond, nic.addresses, nic.rdma_device, nic.peer_device) for nic in host.nics] == [
        ("data", (), "mlx5_bond_0", "leaf-1")
    ] * 2


def test_two_leaves_with_links_between_them_share_the_vlan_of_a_bond() -> None:
    views = views_of("bond: leaf-pair, leaf_vlan: 120", "management: {addresses: 192.0.2.0/24}", "2, peer_links: 2")
    leaves = [one for one in views.switches if one.name.startswith("leaf")]
    first, second = (leaf.pair[0] for leaf in leaves)
    assert first == PairView(
        domain=1,
        peer="leaf-2",
        peer_asn=65002,
        vlan=3967,
        address="10.240.0.4/31",
        peer_address="10.240.0.5",
        bundle=1000,
        members=("Ethernet34/1", "Ethernet35/1"),
        ip_mtu_bytes=9000,
        profile="ROCE-400G-FABRIC",
        host_vlans=(120,),
        keepalive="192.0.2.3",
        peer_keepalive="192.0.2.4",
        keepalive_vrf="MGMT",
    )
    assert (second.peer, second.address, second.peer_address) == ("leaf-1", "10.240.0.5/31", "10.240.0.4")
    assert [leaf.leaf_vlans for leaf in leaves] == [
        (VlanView(120, 0, "leaf-120", "10.63.255.249/29", f"10.63.255.{own}/29"),) for own in (250, 251)
    ]
    of_first, of_second = [leaf.bundles for leaf in leaves]
    assert of_first == of_second
    assert of_first[0] == BundleView(
        1, "store-1 bond0", ("Ethernet1/1",), 120, 9000, "ROCE-100G-HOST", "", spans_pair=True
    )
    assert [(one.address, one.gateway) for bond in views.hosts[0].bonds for one in bond.addresses] == [
        ("10.63.255.252/29", "10.63.255.249")
    ]


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
            {"more": "bond: one-leaf, leaf_vlan: 120, bond_name: rdma0, netdev: [rdma0, rdma1]"},
            "'rdma0' is the name of a NIC already",
        ),
        (
            {"more": "bond: one-leaf, leaf_vlan: 120, rdma_device: mlx5_3"},
            "the RDMA device of a bond has `_bond_` in its name, such as mlx5_bond_0",
        ),
        (
            {"more": "bond: esi", "end": TENANT, "platform": "N9K-C9364D-GX2A"},
            "no source shows how a bond of kind esi ends at Cisco NX-OS; kinds that are known there: leaf-pair or"
            " one-leaf",
        ),
        (
            {"more": "bond: leaf-pair, leaf_vlan: 120"},
            "the leaves of a pair are not connected; set `topology.leaves.peer_links`",
        ),
        (
            {"more": "bond: leaf-pair, leaf_vlan: 120", "leaves": "3, peer_links: 2"},
            "peer links join leaves two by two, and there are 3 in a pod",
        ),
        (
            {"more": "bond: leaf-pair", "leaves": "2, peer_links: 2"},
            "a bond needs a VLAN: `leaf_vlan`, or that of a tenant's segment",
        ),
        (
            {"more": "bond: leaf-pair, leaf_vlan: 3967", "leaves": "2, peer_links: 2"},
            "VLAN 3967 is that between the leaves of a pair; choose another one",
        ),
        (
            {"more": "bond: esi", "end": TENANT, "leaves": "2, peer_links: 2"},
            "no source was found for every line of tunnels that end at two leaves with peer links; let bonds of tenants"
            " end at two leaves by `bond: esi`, without peer links",
        ),
        (
            {
                "more": "bond: leaf-pair, leaf_vlan: 120",
                "end": "devices: {leaf-2: {platform: 7060DX5-64S}}",
                "leaves": "2, peer_links: 2",
            },
            "leaf-1 and leaf-2 are a pair, and are DCS-7280CR3-32P4 and DCS-7060DX5-64S; both have to be of one"
            " model and system",
        ),
        (
            {"more": "leaf_vlan: 120", "leaves": "2, peer_links: 2", "platform": "7220 IXR-D5"},
            "leaf-1: no source shows how two leaves of Nokia SR Linux act as one; leave `peer_links` out and end bonds"
            " otherwise (`bond: esi` or `bond: one-leaf`), or route both ports of a host",
        ),
        (
            {"more": "leaf_vlan: 120", "leaves": "2, peer_links: 2", "platform": "N9K-C9364D-GX2A"},
            "leaf-1 and leaf-2 need a keepalive beside their peer links, by management addresses; add a `management`"
            " section",
        ),
        (
            {"more": "leaf_vlan: 120, roce: false, dcbx: true"},
            "PFC is not announced to NICs without RoCE; leave `dcbx` or `roce: false` out",
        ),
        (
            {"more": "bond: esi, leaves: [leaf-1]", "end": TENANT},
            "the two leaves of a pair are needed together; leaf-1 stands alone",
        ),
    ],
    ids=[
        "no vlan",
        "local vlan",
        "four",
        "one leaf",
        "two vlans",
        "name",
        "device",
        "system",
        "no peer links",
        "odd leaves",
        "pair without vlan",
        "peer vlan",
        "pair in tenant",
        "unequal pair",
        "pair of system",
        "no keepalive",
        "PFC without RoCE",
        "half a pair",
    ],
)
def test_bonds_that_cannot_be_are_refused(wish: dict[str, str], message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(**wish)  # type: ignore[arg-type]  # counts are in the tables as well
    assert [one.message for one in caught.value.problems] == [message]


def test_a_bond_with_one_port_in_use_is_no_lag_at_its_leaves() -> None:
    views = views_of("bond: active-backup", TENANT)
    leaves = [one for one in views.switches if one.name.startswith("leaf")]
    assert [leaf.bundles for leaf in leaves] == [(), ()]
    assert [[(port.vlan, port.bundle) for port in leaf.ports if port.vlan] for leaf in leaves] == [[(100, 0)] * 2] * 2
    assert [(one.name, one.members, one.is_lag) for one in views.hosts[0].bonds] == [
        ("bond0", ("rdma0", "rdma1"), False)
    ]
    node = next(one for one in make_fabric_view(views, dict.fromkeys(("leaf-1", "leaf-2", "spine-1"), "")).nodes[3:])
    assert node.commands[0] == "ip link add bond0 type bond mode active-backup miimon 100"


def test_a_bond_with_one_port_in_use_needs_a_vlan_of_both_leaves() -> None:
    with pytest.raises(IntentError) as caught:
        views_of("bond: active-backup, leaf_vlan: 120")
    message = "VLAN 120 ends at each leaf, and a bond to two leaves needs one that both have: a tenant's segment"
    assert message in [one.message for one in caught.value.problems]
