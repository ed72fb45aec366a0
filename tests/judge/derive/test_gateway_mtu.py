"""Interfaces behind a port that route what arrives there, and the packets that they take."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.gateway_mtu import Gateways

Build = Callable[..., Fabric]

ACCESS = "interface Ethernet1/1\n  switchport access vlan 100\n  mtu 9216\n"
UPLINK = "interface Ethernet1/2\n  no switchport\n  mtu 9216\n  ip address 10.0.0.1/31\n  no shutdown\n"
GATEWAY = "interface Vlan100\n  ip address 10.50.0.1/24\n  no shutdown\n"
TENANT = "interface Vlan100\n  vrf member A\n  ip address 10.50.0.1/24\n  no shutdown\n"
TRANSIT = "interface Vlan500\n  vrf member A\n  ip forward\n  mtu 900\n  no shutdown\n"
PARENT = "interface Ethernet1/1\n  no switchport\n  mtu 9216\n  no shutdown\n"
MEMBER = "interface Ethernet1/1\n  no switchport\n  mtu 9216\n  channel-group 7 mode active\n"
BUNDLE = "interface port-channel7\n  no switchport\n  ip address 10.9.0.1/31\n"
CHILD = "interface Ethernet1/1.10\n  encapsulation dot1q 10\n  mtu 1500\n  ip address 10.9.0.1/24\n  no shutdown\n"


@pytest.mark.parametrize(
    ("text", "mtu"),
    [
        (ACCESS + UPLINK + GATEWAY, 1500),
        (ACCESS + UPLINK + GATEWAY + "  mtu 9216\n", 9216),
        (ACCESS + GATEWAY, 65535),
        (ACCESS.replace("access vlan 100", "mode trunk") + UPLINK + GATEWAY, 65535),
        (ACCESS + UPLINK + GATEWAY.replace("no shutdown", "shutdown"), 65535),
        (ACCESS + UPLINK + TENANT, 65535),
        (ACCESS + UPLINK + TENANT + "  mtu 1500\n", 1500),
        (ACCESS + UPLINK + TENANT + TRANSIT, 900),
        (PARENT + CHILD, 1500),
        (MEMBER + BUNDLE, 1500),
        (MEMBER + BUNDLE + "  mtu 9216\n", 9216),
    ],
    ids=[
        "default of the gateway",
        "stated",
        "nothing is routed away",
        "a trunk has many",
        "shut down",
        "default in a tenant",
        "stated in a tenant",
        "VLAN of the VRF",
        "sub-interface",
        "default of a bundle",
        "stated by a bundle",
    ],
)
def test_the_smallest_gateway_behind_a_port(text: str, mtu: int, fabric_of: Build) -> None:
    device = fabric_of(leaf1=f"hostname leaf1\nfeature lldp\n{text}").devices[0]
    found = Gateways(device, frozenset({"Ethernet1/1", "Ethernet1/2"})).mtu_bytes(device.ports[0])
    assert getattr(found, "value", None) == mtu


BRIDGED = """set / system name host-name leaf1
set / interface ethernet-1/1 subinterface 0 type bridged
set / interface ethernet-1/2 subinterface 0 ip-mtu 9000 ipv4 address 10.0.0.1/31
set / interface ethernet-1/3 ethernet aggregate-id lag1
set / interface lag1 subinterface 5 type bridged vlan encap single-tagged vlan-id 20
set / interface irb0 subinterface 10 ipv4 address 10.50.0.1/24
set / interface irb0 subinterface 20 ip-mtu 9000 ipv4 address 10.60.0.1/24
set / network-instance ten type mac-vrf interface ethernet-1/1.0
set / network-instance ten interface irb0.10
set / network-instance twenty type mac-vrf interface lag1.5
set / network-instance twenty interface irb0.20
set / network-instance default interface ethernet-1/2.0
set / network-instance default interface irb0.10
set / network-instance default interface irb0.20
"""


@pytest.mark.parametrize(
    ("text", "mtus"),
    [
        (BRIDGED, [1500, 65535, 9000]),
        (BRIDGED.replace("subinterface 10 ", "subinterface 10 ip-mtu 8000 "), [8000, 65535, 9000]),
        (BRIDGED.replace("interface irb0.10", "interface irb0.30"), [65535, 65535, 9000]),
    ],
    ids=["default of the irb", "stated", "no irb"],
)
def test_an_irb_routes_for_the_ports_of_its_mac_vrf(text: str, mtus: list[int], fabric_of: Build) -> None:
    device = fabric_of(leaf1=text).devices[0]
    gateways = Gateways(device, frozenset({"ethernet-1/1", "ethernet-1/2"}))
    found = [
        gateways.mtu_bytes(port)
        for port in device.ports
        if port.name in ("ethernet-1/1", "ethernet-1/2", "ethernet-1/3")
    ]
    assert [getattr(one, "value", None) for one in found] == mtus
