"""Interfaces behind a port that route what arrives there, and the packets that they take."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.facts.derive.gateway_mtu import Gateways
from roce_lint.facts.fabric import Fabric

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
