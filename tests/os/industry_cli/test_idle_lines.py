"""Lines of routing that a device takes and that do nothing where they stand, on EOS and NX-OS."""

from __future__ import annotations

import pytest

from roce_lint.os.eos.reader import read_eos
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

ROUTED = "interface Ethernet1\n   no switchport\n   ip address 10.0.0.0/31\n"
MANAGEMENT = "interface Management1\n   vrf MGMT\n   ip address 192.0.2.1/24\n"
OF_RAIL = "interface Ethernet2\n   no switchport\n   priority-flow-control on\n   vrf MGMT\n   ip address 10.0.0.2/31\n"
OVERLAY = """router bgp 65001
   neighbor 10.255.0.1 remote-as 65000
   neighbor 10.255.0.1 update-source Loopback0
"""
TUNNEL = "interface Vxlan1\n   vxlan source-interface Loopback0\n   vxlan vlan 10 vni 10010\n"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (ROUTED + "interface Ethernet2\n   ip address 10.0.0.2/31\n", [("ip address 10.0.0.2/31 (Ethernet2)", 5)]),
        ("interface Ethernet2\n   ip address 10.0.0.2/31\n", []),
        (ROUTED + "interface Ethernet2\n   ip address 10.0.0.2/31\n   shutdown\n", []),
        (MANAGEMENT + OF_RAIL, [("vrf MGMT (Ethernet2)", 7)]),
        (MANAGEMENT + OF_RAIL.replace("vrf MGMT", "vrf GPU"), []),
        (ROUTED + OVERLAY, [("neighbor 10.255.0.1", 5)]),
        (ROUTED + OVERLAY + "   neighbor 10.255.0.1 ebgp-multihop 3\n", []),
        (ROUTED + OVERLAY.replace("65000", "65001"), []),
        (ROUTED + OVERLAY.replace("10.255.0.1", "10.0.0.1"), []),
        (
            ROUTED + OVERLAY.replace("65000", "65001") + "   address-family evpn\n      neighbor 10.255.0.1 activate\n",
            [("neighbor 10.255.0.1", 5)],
        ),
        (TUNNEL + "   shutdown\n", [("interface Vxlan1", 1)]),
        (TUNNEL, []),
    ],
    ids=[
        *("a switched port", "an excerpt", "a port that is off", "the VRF of management", "another VRF"),
        *("a distant neighbour", "with multihop", "an internal one", "one on the link"),
        *("no route targets", "a tunnel that is off", "a tunnel"),
    ],
)
def test_eos_reports_lines_without_effect(text: str, refused: list[tuple[str, int]]) -> None:
    found = read_eos(Document("a.cfg", text)).devices[0].refused_settings
    assert [(one.setting, one.source.line) for one in found] == refused


def test_nxos_reports_a_tunnel_that_is_shut_down() -> None:
    text = "feature nv overlay\ninterface nve1\n  shutdown\n  source-interface loopback1\n  member vni 10300\n"
    found = read_nxos(Document("a.cfg", text)).devices[0].refused_settings
    assert [(one.setting, one.source.line) for one in found] == [("interface nve1", 2)]
