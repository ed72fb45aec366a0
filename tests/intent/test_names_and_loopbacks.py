"""Names by pattern or one by one, and loopbacks and addresses of links that are given."""

from __future__ import annotations

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G, name: "%s"}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 2, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G, name: "gpu{n:03d}", netdev: "rail{rail:02d}"}
%s"""


def views_of(name: str = "leaf{n:02d}", more: str = "") -> FabricViews:
    return make_views(parse_intent(INTENT % (name, more), "f.yaml"))


def test_numbers_in_names_have_leading_zeros_where_asked() -> None:
    views = views_of()
    assert [one.name for one in views.switches] == ["spine-1", "leaf01", "leaf02"]
    assert [one.name for one in views.hosts] == ["gpu001", "gpu002"]
    assert [nic.netdev for nic in views.hosts[0].nics] == ["rail01", "rail02"]


@pytest.mark.parametrize("name", ["leaf{n:2}", "leaf{n:x}", "leaf{n:}", "leaf{hall:02d}", "leaf{n-2}", "leaf{n+}"])
def test_other_forms_are_refused(name: str) -> None:
    with pytest.raises(IntentError, match=r"leading zeros is written as|it may contain"):
        views_of(name)


@pytest.mark.parametrize(
    ("name", "names"),
    [("leaf{n+100}", ["leaf101", "leaf102"]), ("l{n-1:02d}", ["l00", "l01"]), ("l{n+8:03d}", ["l009", "l010"])],
)
def test_numbers_in_names_begin_where_asked(name: str, names: list[str]) -> None:
    assert [one.name for one in views_of(name).switches[1:]] == names


def test_a_given_loopback_is_the_router_id() -> None:
    views = views_of(more="devices: {leaf02: {loopback: 172.16.0.7}}\n")
    assert [(one.loopback, one.router_id) for one in views.switches] == [
        ("10.255.0.1/32", "10.255.0.1"),
        ("10.255.0.2/32", "10.255.0.2"),
        ("172.16.0.7/32", "172.16.0.7"),
    ]


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("10.255.0.1", "f.yaml:9:30: 10.255.0.1 is the loopback of spine-1"),
        ("10.0.0.9", "f.yaml:9:30: 10.0.0.9 is in the pool addressing.hosts"),
    ],
    ids=["another's", "another pool's"],
)
def test_a_loopback_that_is_taken_is_refused(address: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(more=f"devices: {{leaf02: {{loopback: {address}}}}}\n")
    assert [str(one) for one in caught.value.problems] == [message]


def test_a_leaf_is_named_after_its_rack_and_rail() -> None:
    assert [one.name for one in views_of("tor-{rack:02d}-{rail}").switches[1:]] == ["tor-01-1", "tor-02-1"]


def test_names_are_given_one_by_one() -> None:
    text = INTENT % ("x", "")
    text = text.replace('name: "x"', "names: [tor-1a, tor-1b]").replace('name: "gpu{n:03d}"', "names: [dgx-a, dgx-b]")
    views = make_views(parse_intent(text, "f.yaml"))
    assert [one.name for one in (*views.switches, *views.hosts)] == ["spine-1", "tor-1a", "tor-1b", "dgx-a", "dgx-b"]


def test_too_few_names_are_refused() -> None:
    text = (INTENT % ("x", "")).replace('name: "x"', "names: [tor-1a]").replace('name: "gpu{n:03d}"', "names: [dgx-a]")
    with pytest.raises(IntentError) as caught:
        make_views(parse_intent(text, "f.yaml"))
    assert [str(one) for one in caught.value.problems] == ["f.yaml:5:94: 1 names are given for 2 switches"]


LINK = "links: [{a: 'leaf01:Ethernet64/1', b: spine-1, a_address: %s, b_address: %s}]\n"


def test_a_given_address_stands_on_both_ends_of_its_link() -> None:
    views = views_of(more=LINK % ("192.0.2.5/30", "192.0.2.6/30"))
    ends = {(one.name, port.address, port.peer_address) for one in views.switches for port in one.ports}
    assert {("leaf01", "192.0.2.5/30", "192.0.2.6"), ("spine-1", "192.0.2.6/30", "192.0.2.5")} <= ends


@pytest.mark.parametrize(
    ("addresses", "message"),
    [
        (("192.0.2.5/30", "192.0.2.9/30"), "192.0.2.5/30 and 192.0.2.9/30 are not in one subnet"),
        (("192.0.2.5/30", "192.0.2.5/30"), "both ends have 192.0.2.5"),
        (("192.0.2.4/30", "192.0.2.5/30"), "192.0.2.4 names or ends the subnet 192.0.2.4/30; no port can have it"),
        (("10.255.0.8/31", "10.255.0.9/31"), "10.255.0.8/31 overlaps with the pool addressing.loopbacks"),
        (
            ("10.240.0.2/31", "10.240.0.3/31"),
            "10.240.0.2/31 overlaps with 10.240.0.2/31 of the link between leaf02 and spine-1;"
            " give that one its addresses too",
        ),
    ],
    ids=["two subnets", "twice", "edge", "another pool", "taken"],
)
def test_addresses_that_no_link_can_have_are_refused(addresses: tuple[str, str], message: str) -> None:
    with pytest.raises(IntentError) as caught:
        views_of(more=LINK % addresses)
    assert [one.message for one in caught.value.problems] == [message]


def test_names_of_nics_are_given_one_by_one() -> None:
    text = (INTENT % ("leaf{n}", "")).replace('"rail{rail:02d}"', "[ens1, enp65s0]")
    views = make_views(parse_intent(text, "f.yaml"))
    assert [nic.netdev for nic in views.hosts[1].nics] == ["ens1", "enp65s0"]
    with pytest.raises(IntentError, match="3 names are given for 2 NICs"):
        make_views(parse_intent(text.replace("[ens1,", "[ens0, ens1,"), "f.yaml"))


def test_a_given_tunnel_endpoint_is_that_of_the_leaf() -> None:
    tenant = "tenants: [{name: blue, segments: [{vlan: 100, gateway: 10.100.0.1/24, hosts: ['gpu*']}]}]\n"
    platform = "platform: 7280CR3-32P4, uplinks_per_spine: 1, uplink_speed: 400G"
    text = (INTENT % ("leaf{n}", f"devices: {{leaf2: {{vtep: 172.16.0.9}}}}\n{tenant}")).replace(
        "platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G", platform
    )
    views = make_views(parse_intent(text, "f.yaml"))
    assert [one.vtep_loopback for one in views.switches] == ["", "10.254.0.1/32", "172.16.0.9/32"]
    with pytest.raises(IntentError, match=r"10\.254\.0\.1 is the vtep of leaf1"):
        make_views(parse_intent(text.replace("172.16.0.9", "10.254.0.1"), "f.yaml"))


def test_all_ports_of_a_cage_can_be_pinned_at_once() -> None:
    # The plan breaks cages 1 and 2 into four ports each; here every cage has one cable, in a cage used as a whole.
    links = """links:
  - {a: "gpu001:rail01", b: "leaf01:Ethernet10/1"}
  - {a: "gpu001:rail02", b: "leaf01:Ethernet11/1"}
  - {a: "leaf01:Ethernet1/1", b: "spine-1:Ethernet9/1"}
"""
    views = views_of(more=links)
    leaf = next(one for one in views.switches if one.name == "leaf01")
    assert [(port.name, port.peer_device) for port in leaf.ports] == [
        ("Ethernet1/1", "spine-1"),
        ("Ethernet10/1", "gpu001"),
        ("Ethernet11/1", "gpu001"),
    ]


def test_leaf_ports_may_carry_more_than_hosts_send() -> None:
    views = views_of(more="mtu: {hosts: 9000, host_ports: 9214}\n")
    leaf = next(one for one in views.switches if one.name == "leaf01")
    assert {(port.purpose.value, port.ip_mtu_bytes) for port in leaf.ports} == {("host", 9214), ("fabric", 9000)}
    assert {nic.ip_mtu_bytes for host in views.hosts for nic in host.nics} == {9000}
    with pytest.raises(IntentError, match="hosts send packets up to 9000 bytes, and leaf ports carry 8000"):
        views_of(more="mtu: {host_ports: 8000}\n")
