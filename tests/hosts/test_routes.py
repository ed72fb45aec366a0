"""The routes of a host, in whatever form its files state them."""

from __future__ import annotations

import pytest

from roce_lint.hosts.reader import read_host
from roce_lint.model.fact import Unknown, known
from roce_lint.text.document import Document

NETPLAN = """\
network:
  version: 2
  ethernets:
    eth0:
      addresses: [10.0.0.1/31, "fd00::3/127"]
      gateway4: 10.0.0.0
      routes:
        - to: 10.0.0.0/10
          via: 10.0.0.0
          table: 101
          metric: 5
        - {to: "fd00::/32", via: fe80::1, on-link: true}
        - to: 10.1.0.0/24
          scope: link
        - {to: 10.9.0.0/16, type: blackhole}
        - {to: default, via: 10.0.0.}
  bonds:
    bond0:
      interfaces: [eth1]
      routes: [{to: 0.0.0.0/0, via: 0.0.0.0}]
"""
NETWORKD = """\
[Match]
Name=eth0
[Network]
Gateway=10.0.0.0
Gateway=_dhcp4
[Route]
Destination=10.0.0.0/10
Gateway=10.0.0.0
Table=101
[Route]
Destination=10.1.0.0/24
Scope=link
[Route]
Destination=10.9.0.0/16
Type=unreachable
[Route]
Destination=
Gateway=10.0.0.0
Table=102
"""
SCRIPT = """\
#!/bin/bash
# host: gpu1
for nic in eth0 eth1; do
    ip route replace 10.0.0.0/10 via 10.0.0.0 dev $nic table 101 onlink
done
add() { ip -6 route add $2 via inet6 $3 dev $1; }
add eth0 fd00::/32 fd00::2
add eth0 fd01::/32 fd00::2
ip r add default nexthop via 10.0.0.0 dev eth0 nexthop via 10.0.1.0 dev eth1
ip route add table main dev eth1 to 10.1.0.0/24 proto static
ip route replace 10.0.0.0/10 via 10.0.0.4 dev eth1 table 101
ip route add 10.8.0.0/16 via 10.7.0.1
ip route add blackhole 10.9.0.0/16
ip route del 10.1.0.0/24 dev eth1
ip route add 10.5.0.0/16 via $GATEWAY dev eth1
"""
NMCLI = """\
#!/bin/bash
# host: gpu1
nmcli connection add type ethernet con-name rail0 ifname eth0
nmcli connection modify rail0 ipv4.method manual ipv4.addresses 10.0.0.1/31 ipv4.gateway 10.0.0.0 \\
    ipv4.routes "10.0.0.0/10 10.0.0.0 101 table=101, 10.1.0.0/24 7, 10.9.0.0/16 type=blackhole" \\
    +ipv6.routes "fd00::/32 fd00::2 onlink=true"
"""
INTERFACES = """\
auto eth0
iface eth0 inet static
    address 10.0.0.1
    netmask 255.255.255.254
    mtu 9000
    gateway 10.0.0.0
    post-up ip route add 10.0.0.0/10 via 10.0.0.0 dev $IFACE table 101
    pre-down ip route del 10.0.0.0/10
"""


@pytest.mark.parametrize(
    ("path", "text", "routes", "unread"),
    [
        (
            "gpu1/60-rdma.yaml",
            NETPLAN,
            [
                "6 eth0 default via 10.0.0.0 table main",
                "9 eth0 10.0.0.0/10 via 10.0.0.0 table 101",
                "12 eth0 fd00::/32 via fe80::1 table main onlink",
                "13 eth0 10.1.0.0/24 table main",
                "16 eth0 ? via ? table main",
                "20 bond0 0.0.0.0/0 table main",
            ],
            [(16, "the next hop '10.0.0.' is no address")],
        ),
        (
            "gpu1/10-eth0.network",
            NETWORKD,
            [
                "8 eth0 10.0.0.0/10 via 10.0.0.0 table 101",
                "11 eth0 10.1.0.0/24 table main",
                "18 eth0 default via 10.0.0.0 table 102",
                "4 eth0 default via 10.0.0.0 table main",
            ],
            [],
        ),
        (
            "gpu1/rdma.sh",
            SCRIPT,
            [
                "4 eth0 10.0.0.0/10 via 10.0.0.0 table 101 onlink",
                "6 eth0 fd00::/32 via fd00::2 table main",
                "6 eth0 fd01::/32 via fd00::2 table main",
                "9 eth0 default via 10.0.0.0 table main",
                "11 eth1 10.0.0.0/10 via 10.0.0.4 table 101",
                "9 eth1 default via 10.0.1.0 table main",
                "10 eth1 10.1.0.0/24 table main",
                "15 eth1 ? via ? table main",
            ],
            [(15, "the next hop $GATEWAY is known only to the host")],
        ),
        (
            "gpu1/rdma.sh",
            NMCLI,
            [
                "4 eth0 default via 10.0.0.0 table main",
                "4 eth0 10.0.0.0/10 via 10.0.0.0 table 101",
                "4 eth0 10.1.0.0/24 table main",
                "4 eth0 fd00::/32 via fd00::2 table main onlink",
            ],
            [],
        ),
        (
            "gpu1/interfaces",
            INTERFACES,
            ["6 eth0 default via 10.0.0.0 table main", "7 eth0 10.0.0.0/10 via 10.0.0.0 table 101"],
            [],
        ),
    ],
    ids=["netplan", "networkd", "ip", "nmcli", "interfaces"],
)
def test_routes_of_a_host(path: str, text: str, routes: list[str], unread: list[tuple[int, str]]) -> None:
    reading = read_host(Document(path, text))
    found = []
    for one in reading.devices[0].host_routes:
        hop = "?" if isinstance(one.next_hop, Unknown) else one.next_hop.value
        words = [one.port, one.destination or "?", *(["via", hop] if hop else []), "table", one.table]
        found.append(" ".join([str(one.next_hop.source.line), *words, *(["onlink"] if one.on_link else [])]))
    assert found == routes
    assert [(line.source.line, line.because) for line in reading.unread] == unread


def test_a_netmask_belongs_to_the_address_above_it() -> None:
    (port,) = read_host(Document("gpu1/interfaces", INTERFACES)).devices[0].ports
    assert [known(one, "") for one in port.addresses] == ["10.0.0.1/255.255.255.254"]
