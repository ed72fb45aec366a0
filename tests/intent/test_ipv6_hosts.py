"""IPv6 addresses of hosts, alone or beside those of IPv4."""

from __future__ import annotations

import pytest
import yaml

from roce_lint.errors import IntentError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views
from roce_lint.render.render import render_views

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 2, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G%s}
addressing: {%s}
"""
DUAL = "underlay: unnumbered, host_addresses: dual, host_ipv6_length: 64"


def files_of(addressing: str, more: str = "") -> dict[str, str]:
    views = make_views(parse_intent(INTENT % (more, addressing), "f.yaml"))
    return {file.path: file.text for file in render_views(views)}


def test_a_nic_has_an_address_of_each_family_with_routes_and_rules() -> None:
    files = files_of(DUAL)
    nic = yaml.safe_load(files["hosts/host-1/60-roce-netplan.yaml"])["network"]["ethernets"]["rdma1"]
    assert nic == {
        "dhcp4": False,
        "accept-ra": False,
        "mtu": 9000,
        "addresses": ["10.0.0.3/31", "fd00:100:0:1::2/64"],
        "routes": [
            {"to": "10.0.0.0/29", "via": "10.0.0.2", "table": 102},
            {"to": "10.0.0.0/29", "via": "10.0.0.2", "metric": 102},
            {"to": "fd00:100::/62", "via": "fd00:100:0:1::1", "table": 102},
            {"to": "fd00:100::/62", "via": "fd00:100:0:1::1", "metric": 102},
        ],
        "routing-policy": [
            {"from": "10.0.0.3/32", "table": 102, "priority": 102},
            {"from": "fd00:100:0:1::2/128", "table": 102, "priority": 102},
        ],
    }
    assert "NCCL_IB_ADDR_FAMILY=AF_INET\n" in files["hosts/host-1/nccl.conf"]
    assert "net/ipv6/conf/rdma1/accept_ra = 0\n" in files["hosts/host-1/60-roce-sysctl.conf"]
    assert "ip -6 rule add from fd00:100:0:1::2 table 102 priority 102" in files["pod.clab.yml"]
    assert ",10.0.0.2/31 fd00:100:0:1::1/64,10.0.0.3/31 fd00:100:0:1::2/64\n" in files["cabling.csv"]


@pytest.mark.parametrize(
    ("network", "file", "lines"),
    [
        ("networkd", "60-roce-rdma0.network", ["IPv6AcceptRA=no", "Address=fd00:100::3/127", "From=fd00:100::3/128"]),
        (
            "script",
            "roce-addresses",
            ["ip address replace fd00:100::3/127 dev rdma0", "set_rule inet6 fd00:100::3 101"],
        ),
        ("network-manager", "roce-addresses", ["set_address rdma0 ipv6 fd00:100::3/127 \\"]),
    ],
)
def test_every_tool_sets_an_address_of_ipv6_alone(network: str, file: str, lines: list[str]) -> None:
    files = files_of("underlay: ipv6, host_addresses: ipv6", f", network: {network}")
    assert set(lines) <= set(files[f"hosts/host-1/{file}"].splitlines())
    assert "10.0.0." not in files[f"hosts/host-1/{file}"]
    assert "NCCL_IB_ADDR_FAMILY=AF_INET6\n" in files["hosts/host-1/nccl.conf"]


@pytest.mark.parametrize(
    ("addressing", "more", "message"),
    [
        (
            "host_addresses: ipv6",
            "",
            "sessions over IPv4 carry no IPv6 routes here; say `underlay: ipv6` or `underlay: unnumbered`",
        ),
        (
            "underlay: unnumbered, host_addresses: ipv6",
            ", leaf_vlan: 120",
            "host-1 rdma0, host-1 rdma1, host-2 rdma0 and 1 more: NICs in VLANs have IPv4 addresses alone; say dual, or"
            " take them out of VLANs",
        ),
        (
            'underlay: ipv6, host_addresses: ipv6, hosts_ipv6: "fd00:240::/48"',
            "",
            "addressing.hosts_ipv6 fd00:240::/48 overlaps with addressing.fabric_ipv6 fd00:240::/64",
        ),
        (
            'underlay: ipv6, host_addresses: dual, host_ipv6_length: 64, hosts_ipv6: "fd00:1::/63"',
            "",
            "fd00:1::/63 is too small for the NICs (4 in 2 blocks of 2, one for each leaf); use a /62",
        ),
        (
            'underlay: ipv6, host_addresses: ipv6, hosts_ipv6: "fe80::/40"',
            "",
            "fe80::/40 holds no addresses that are routed; take a prefix such as fd00:100::/40",
        ),
    ],
    ids=["underlay", "VLAN", "overlap", "size", "link-local"],
)
def test_addresses_that_cannot_be_are_refused(addressing: str, more: str, message: str) -> None:
    with pytest.raises(IntentError) as caught:
        files_of(addressing, more)
    assert [one.message for one in caught.value.problems] == [message]
