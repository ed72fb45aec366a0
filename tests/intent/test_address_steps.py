"""Addresses by a first one and steps: of loopbacks by switch, of links by pod, leaf, rail, spine and NIC."""

from __future__ import annotations

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.expand import expand
from roce_lint.intent.load import parse_intent
from roce_lint.intent.plan import FabricPlan

PODS = """\
schema: 1
name: pods
topology:
  kind: three-tier
  pods: 2
  leaves: {count: 2, platform: 7060X6-64PE}
  spines: {count: 1, platform: 7060DX5-64S}
  super_spines: {count: 2, platform: 7060DX5-64S}
hosts: [{count: 8, nics: 1, nic_platform: ConnectX-7, nic_speed: 400G}]
addressing:
"""
RAILS = """\
schema: 1
name: rails
topology:
  kind: rail-optimised
  leaves: {count: 4, platform: 7060X6-64PE}
  spines: {count: 2, platform: 7060DX5-64S}
hosts: [{count: 4, nics: 2, nic_platform: ConnectX-7, nic_speed: 400G}]
addressing:
"""
PAIR = """\
schema: 1
name: pair
topology:
  kind: clos
  leaves: {count: 2, platform: 7060X6-64PE, peer_links: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts: [{count: 2, nics: 2, nic_platform: ConnectX-7, nic_speed: 400G, leaf_vlan: 110, bond: leaf-pair}]
addressing:
"""


def plan(text: str, *lines: str) -> FabricPlan:
    return expand(parse_intent(text + "".join(f"  {line}\n" for line in lines), "f.yaml"))[0]


def ends(found: FabricPlan, *, to_host: bool) -> list[tuple[str, str, str]]:
    return [
        (f"{one.lower.device} {one.upper.device}", one.lower.address, one.upper.address)
        for one in found.links
        if one.to_host is to_host and not one.is_peer_link
    ]


def test_links_count_by_pod_leaf_spine_and_nic_and_take_the_first_addresses_that_ports_can_have() -> None:
    found = plan(
        PODS,
        "leaf_uplinks: {first: 192.168.0.0/30, per_pod: 256, per_leaf: 4}",
        "spine_uplinks: {first: 192.168.9.0/31, per_pod: 16, per_super_spine: 2}",
        "host_links: {first: 10.1.0.0/29, per_pod: 65536, per_leaf: 256, per_nic: 8}",
        "fabric_first: lower",
    )
    assert ends(found, to_host=False) == [
        ("leaf-1 spine-1", "192.168.0.1/30", "192.168.0.2/30"),
        ("leaf-2 spine-1", "192.168.0.5/30", "192.168.0.6/30"),
        ("leaf-3 spine-2", "192.168.1.1/30", "192.168.1.2/30"),
        ("leaf-4 spine-2", "192.168.1.5/30", "192.168.1.6/30"),
        ("spine-1 super-spine-1", "192.168.9.0/31", "192.168.9.1/31"),
        ("spine-1 super-spine-2", "192.168.9.2/31", "192.168.9.3/31"),
        ("spine-2 super-spine-1", "192.168.9.16/31", "192.168.9.17/31"),
        ("spine-2 super-spine-2", "192.168.9.18/31", "192.168.9.19/31"),
    ]
    assert ends(found, to_host=True)[:3] == [
        ("host-1 leaf-1", "10.1.0.2/29", "10.1.0.1/29"),
        ("host-2 leaf-1", "10.1.0.10/29", "10.1.0.9/29"),
        ("host-3 leaf-2", "10.1.1.2/29", "10.1.1.1/29"),
    ]
    assert ends(found, to_host=True)[-1] == ("host-8 leaf-4", "10.2.1.10/29", "10.2.1.9/29")


def test_rails_have_steps_of_their_own_and_an_entry_of_links_is_an_exception() -> None:
    exception = "\nlinks: [{a: 'host-4:rdma1', b: leaf-4, a_address: 10.9.0.1/31, b_address: 10.9.0.0/31}]"
    found = plan(RAILS, f"host_links: {{first: 10.1.0.0/31, per_rack: 256, per_rail: 65536, per_nic: 2}}{exception}")
    assert ends(found, to_host=True) == [
        ("host-1 leaf-1", "10.1.0.1/31", "10.1.0.0/31"),
        ("host-2 leaf-1", "10.1.0.3/31", "10.1.0.2/31"),
        ("host-1 leaf-2", "10.2.0.1/31", "10.2.0.0/31"),
        ("host-2 leaf-2", "10.2.0.3/31", "10.2.0.2/31"),
        ("host-3 leaf-3", "10.1.1.1/31", "10.1.1.0/31"),
        ("host-4 leaf-3", "10.1.1.3/31", "10.1.1.2/31"),
        ("host-3 leaf-4", "10.2.1.1/31", "10.2.1.0/31"),
        ("host-4 leaf-4", "10.9.0.1/31", "10.9.0.0/31"),
    ]


def test_loopbacks_count_on_by_tier_and_a_device_is_an_exception() -> None:
    found = plan(
        PODS,
        "loopbacks: 172.31.0.0/24",
        "spine_loopbacks: {first: 172.31.0.101, step: 16}",
        "leaf_loopbacks: {first: 172.31.0.11}\ndevices: {leaf-3: {loopback: 172.31.0.33}}",
    )
    assert {one.name: one.loopback for one in found.devices} == {
        "super-spine-1": "172.31.0.1",
        "super-spine-2": "172.31.0.2",
        "spine-1": "172.31.0.101",
        "spine-2": "172.31.0.117",
        "leaf-1": "172.31.0.11",
        "leaf-2": "172.31.0.12",
        "leaf-3": "172.31.0.33",
        "leaf-4": "172.31.0.14",
    }


def test_a_pair_takes_what_links_in_steps_leave() -> None:
    found = plan(PAIR, "leaf_uplinks: {first: 10.240.0.4/31, per_leaf: 2}")
    assert [one.addresses for one in found.pairs] == [("10.240.0.8/31", "10.240.0.9/31")]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("leaf_uplinks: {first: 192.168.0.0/30, per_leaf: 2}", "51: is 2; subnets of 192.168.0.0/30 begin at every 4"),
        ("leaf_uplinks: {first: 192.168.0.0/30}", "17: the steps give 192.168.0.0/30 to the links between leaf-1 and"),
        ("leaf_uplinks: {first: 255.255.255.252/30, per_leaf: 4}", "17: the steps lead beyond 255.255.255.255 at"),
        ("leaf_uplinks: {first: 10.1.0.0/31, per_leaf: 2, per_pod: 4}", "17: 10.1.0.0/31 overlaps with the pool"),
        (
            "leaf_uplinks: {first: 10.240.0.0/31, per_leaf: 2, per_pod: 4}",
            "17: the link between leaf-1 and spine-1 would",
        ),
        (
            "leaf_uplinks: {first: 10.241.0.0/16}",
            "25: addressing.leaf_uplinks.first is '10.241.0.0/16'; a link between",
        ),
        (
            "leaf_uplinks: {first: 10.241.0.1/31}",
            "25: addressing.leaf_uplinks.first is '10.241.0.1/31'; write the IPv4",
        ),
        ("leaf_uplinks: {first: 10.241.0.0/31, per_nic: 2}", "40: unknown key 'per_nic' in addressing.leaf_uplinks"),
        ("host_links: {first: 192.168.0.0/31, per_pod: 16, per_leaf: 8, per_nic: 2}", "15: 192.168.0.0/31 is not in"),
        ("host_links: {first: 10.1.0.0/31, per_rail: 8, per_nic: 2}", "46: three-tier has no rails; use per_leaf"),
        ("leaf_loopbacks: {first: 192.168.0.1}", "19: leaf-1 would have 192.168.0.1, which is not in the pool"),
        ("leaf_loopbacks: {first: 10.255.0.1}", "19: 10.255.0.1 is the loopback of super-spine-1, and that of leaf-1"),
        ("leaf_loopbacks: {first: 10.255.0.1/32}", "27: addressing.leaf_loopbacks.first is '10.255.0.1/32'; write an"),
        ("leaf_vteps: {first: 10.254.0.1}", "15: the fabric has none of these; leave it out"),
        (
            "leaf_uplinks: {first: 192.168.0.0/31, per_pod: 8, per_leaf: 2}\n  underlay: unnumbered",
            "17: links to other switches have no IPv4 addresses (addressing.underlay)",
        ),
    ],
)
def test_what_cannot_be_is_refused(lines: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        plan(PODS, lines)
    assert f"f.yaml:11:{message}" in str(caught.value.problems[0])
