"""VLANs that a leaf routes by itself: a subnet of each, and what speaks against them."""

from __future__ import annotations

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.view_host import RouteView

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7280CR3-32P4, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 2, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G, leaf_vlan: %s}
  - {count: 2, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G, name: "store-{n}"}
%s"""


def views_of(vlans: str, more: str = "") -> FabricViews:
    return make_views(parse_intent(INTENT % (vlans, more), "f.yaml"))


def test_each_leaf_routes_a_subnet_of_each_vlan_and_others_stay_routed() -> None:
    views = views_of("[101, 102]")
    leaves = [one for one in views.switches if one.name.startswith("leaf")]
    assert [[(vlan.vlan, vlan.gateway) for vlan in leaf.leaf_vlans] for leaf in leaves] == [
        [(101, "10.63.255.253/30"), (102, "10.63.255.249/30")],
        [(101, "10.63.255.245/30"), (102, "10.63.255.241/30")],
    ]
    assert leaves[0].host_prefixes == ("10.0.0.0/31", "10.63.255.252/30", "10.63.255.248/30")
    (own,) = views.hosts[0].nics[1].addresses
    assert (own.address, own.gateway, own.routes) == (
        "10.63.255.250/30",
        "10.63.255.249",
        (
            RouteView("10.63.255.248/30", "", 102, 0),
            RouteView("10.0.0.0/30", "10.63.255.249", 102, 0),
            RouteView("10.63.255.240/28", "10.63.255.249", 102, 0),
            RouteView("10.0.0.0/30", "10.63.255.249", 0, 102),
            RouteView("10.63.255.240/28", "10.63.255.249", 0, 102),
        ),
    )


def test_one_vlan_may_hold_all_nics_of_a_host() -> None:
    host = views_of("100").hosts[0]
    assert [(nic.addresses[0].gateway, nic.shares_subnet) for nic in host.nics] == [("10.63.255.249", True)] * 2


@pytest.mark.parametrize(
    ("vlans", "more", "message"),
    [
        ("[1, 2, 3]", "", "3 VLANs are given for 2 NICs; give one, or one for each"),
        (
            "100",
            "tenants: [{name: blue, segments: [{vlan: 100, gateway: 10.100.0.1/24, hosts: ['host-*']}]}]\n",
            "VLAN 100 is used by segment blue-100 already",
        ),
        (
            "100",
            "addressing: {hosts: 10.0.0.0/28}\n",
            "10.0.0.0/28 has 16 addresses and 24 are needed for the VLANs of the leaves; use a /27",
        ),
    ],
    ids=["too many", "a tenant's", "a small pool"],
)
def test_vlans_that_no_leaf_can_route_are_refused(vlans: str, more: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(vlans, more)
    assert message in [one.message for one in caught.value.problems]
