"""Hosts get the addresses, routes and rules that their leaves expect, by the tool that the intent names."""

from __future__ import annotations

import ipaddress
import subprocess

import pytest
import yaml

from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.render.render import render_views

ROUTED = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: 7060DX5-64S}
hosts:
  - {count: 1, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G, network: %s}
"""
BRIDGED = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: DCS-7050CX3-32S, uplinks_per_spine: 2, uplink_speed: 100G}
  spines: {count: 1, platform: DCS-7050CX3-32S}
hosts:
  - {count: 1, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G, network: %s}
tenants:
  - name: blue
    segments:
      - {vlan: 100, gateway: 10.100.0.1/24, hosts: [host-1]}
      - {vlan: 101, gateway: 10.101.0.1/24}
"""


def views_of(text: str, tool: str) -> FabricViews:
    return make_views(parse_intent(text % tool, "f.yaml"))


def files_of(text: str, tool: str) -> dict[str, str]:
    found = render_views(views_of(text, tool))
    return {one.path.removeprefix("hosts/host-1/"): one.text for one in found if one.path.startswith("hosts/")}


NETPLAN = """\
# host: host-1
network:
  version: 2
  ethernets:
    rdma0:
      dhcp4: false
      mtu: 9000
      addresses: [10.0.0.1/31]
      routes:
        - to: 10.0.0.0/30
          via: 10.0.0.0
          table: 101
        - to: 10.0.0.0/30
          via: 10.0.0.0
          metric: 101
      routing-policy:
        - from: 10.0.0.1/32
          table: 101
          priority: 101
    rdma1:
      dhcp4: false
      mtu: 9000
      addresses: [10.0.0.3/31]
      routes:
        - to: 10.0.0.0/30
          via: 10.0.0.2
          table: 102
        - to: 10.0.0.0/30
          via: 10.0.0.2
          metric: 102
      routing-policy:
        - from: 10.0.0.3/32
          table: 102
          priority: 102
"""


def test_netplan_has_a_table_and_a_rule_for_each_nic() -> None:
    assert files_of(ROUTED, "netplan")["60-roce-netplan.yaml"] == NETPLAN


def test_addresses_are_the_other_ends_of_the_leaf_ports() -> None:
    views = views_of(ROUTED, "netplan")
    plan = yaml.safe_load(files_of(ROUTED, "netplan")["60-roce-netplan.yaml"])["network"]["ethernets"]
    leaf = next(one for one in views.switches if one.name == "leaf-1")
    for port in leaf.ports:
        if port.peer_device == "host-1":
            nic = plan[port.peer_port]
            assert ipaddress.ip_interface(nic["addresses"][0]).network == ipaddress.ip_interface(port.address).network
            assert {route["via"] for route in nic["routes"]} == {port.address.partition("/")[0]}
            assert nic["mtu"] == port.ip_mtu_bytes


def test_networkd_has_a_file_for_each_nic() -> None:
    files = files_of(ROUTED, "networkd")
    assert files["60-roce-rdma1.network"] == (
        "# host: host-1\n[Match]\nName=rdma1\n\n[Link]\nMTUBytes=9000\n\n[Network]\nDHCP=no\n\n"
        "[Address]\nAddress=10.0.0.3/31\n\n"
        "[Route]\nDestination=10.0.0.0/30\nGateway=10.0.0.2\nTable=102\n\n"
        "[Route]\nDestination=10.0.0.0/30\nGateway=10.0.0.2\nMetric=102\n\n"
        "[RoutingPolicyRule]\nFrom=10.0.0.3/32\nTable=102\nPriority=102\n"
    )


@pytest.mark.parametrize("tool", ["network-manager", "script"])
@pytest.mark.parametrize("text", [ROUTED, BRIDGED], ids=["routed", "bridged"])
def test_scripts_are_shell_that_parses(tool: str, text: str) -> None:
    script = files_of(text, tool)["roce-addresses"]
    checked = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_script_sets_what_is_missing_alone() -> None:
    lines = files_of(ROUTED, "script")["roce-addresses"].splitlines()
    assert lines[lines.index("# rail 2: leaf-1 Ethernet1/2") :] == [
        "# rail 2: leaf-1 Ethernet1/2",
        "ip link set dev rdma1 mtu 9000 up",
        "ip address replace 10.0.0.3/31 dev rdma1",
        "ip route replace 10.0.0.0/30 via 10.0.0.2 dev rdma1 table 102",
        "ip route replace 10.0.0.0/30 via 10.0.0.2 dev rdma1 metric 102",
        "set_rule inet 10.0.0.3 102",
    ]


def test_network_manager_gets_routes_and_rules_in_its_words() -> None:
    script = files_of(ROUTED, "network-manager")["roce-addresses"]
    assert (
        "set_nic rdma0 9000\n"
        "set_address rdma0 ipv4 10.0.0.1/31 \\\n"
        '    "10.0.0.0/30 10.0.0.0 table=101, 10.0.0.0/30 10.0.0.0 101" \\\n'
        '    "priority 101 from 10.0.0.1 table 101"\n'
        'nmcli connection up "roce-rdma0"\n'
    ) in script


def test_nics_of_one_subnet_answer_for_their_own_address_only() -> None:
    files = files_of(BRIDGED, "netplan")
    plan = yaml.safe_load(files["60-roce-netplan.yaml"])["network"]["ethernets"]
    assert plan["rdma1"]["addresses"] == ["10.100.0.3/24"]
    assert plan["rdma1"]["routes"] == [
        {"to": "10.100.0.0/24", "scope": "link", "table": 102},
        {"to": "10.101.0.0/24", "via": "10.100.0.1", "table": 102},
        {"to": "10.101.0.0/24", "via": "10.100.0.1", "metric": 102},
    ]
    assert files["60-roce-sysctl.conf"] == "# host: host-1\n" + "".join(
        f"net/ipv4/conf/{nic}/{setting}\n"
        for nic in ("rdma0", "rdma1")
        for setting in ("rp_filter = 2", "arp_ignore = 2", "arp_announce = 1")
    )


def test_routed_nics_need_the_reverse_path_filter_loose_and_nothing_of_arp() -> None:
    assert files_of(ROUTED, "netplan")["60-roce-sysctl.conf"] == (
        "# host: host-1\nnet/ipv4/conf/rdma0/rp_filter = 2\nnet/ipv4/conf/rdma1/rp_filter = 2\n"
    )


def test_nothing_is_written_where_something_else_sets_addresses() -> None:
    assert set(files_of(ROUTED, "none")) == {
        "roce-nics",
        "roce-nics.service",
        "nccl.conf",
        "nic-configuration-template.yaml",
    }


def test_the_cabling_plan_and_the_lab_have_the_addresses() -> None:
    files = {one.path: one.text for one in render_views(views_of(ROUTED, "netplan"))}
    assert files["cabling.csv"].splitlines()[-1] == ("leaf-1,Ethernet1/2,host-1,rdma1,5,100,2,10.0.0.2/31,10.0.0.3/31")
    lab = yaml.safe_load(files["pod.clab.yml"])["topology"]["nodes"]["host-1"]["exec"]
    assert lab[5:] == [
        "ip link set dev eth2 mtu 9000",
        "ip address add 10.0.0.3/31 dev eth2",
        "ip route add 10.0.0.0/30 via 10.0.0.2 dev eth2 table 102",
        "ip route add 10.0.0.0/30 via 10.0.0.2 dev eth2 metric 102",
        "ip rule add from 10.0.0.3 table 102 priority 102",
    ]


def test_nccl_finds_other_hosts_by_the_management_network_where_it_is_known() -> None:
    text = ROUTED.replace("nics: 2,", "nics: 2, management_interface: eno1,")
    assert "NCCL_SOCKET_IFNAME==eno1\n" in files_of(text, "netplan")["nccl.conf"]
    assert "SOCKET" not in files_of(ROUTED, "netplan")["nccl.conf"]
