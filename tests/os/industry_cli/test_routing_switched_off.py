"""Lines without effect because what they belong to is not enabled: features of NX-OS, routing of EOS."""

from __future__ import annotations

import pytest

from roce_lint.os.eos.reader import read_eos
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

DUMP = "!Command: show running-config\nfeature lldp\n"
BUNDLE = "interface Ethernet1/1\n  channel-group 1 mode active\n"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (DUMP + "router bgp 65001\n", [("router bgp 65001", 3)]),
        (DUMP + "feature bgp\nrouter bgp 65001\n", []),
        (DUMP + "feature bgp\nno feature bgp\nrouter bgp 65001\n", [("router bgp 65001", 5)]),
        ("router bgp 65001\n", []),
        ("feature lldp\nrouter bgp 65001\n", []),
        ("feature lldp\nfeature bfd\nrouter bgp 65001\n", [("router bgp 65001", 3)]),
        (DUMP + BUNDLE + BUNDLE.replace("1/1", "1/2"), [("channel-group 1 mode active", 4)]),
        (DUMP + BUNDLE.replace("active", "on"), []),
        (DUMP + "interface Vlan1\n", []),
        (DUMP + "interface Vlan20\ninterface nve1\n", [("interface Vlan20", 3), ("interface nve1", 4)]),
        (DUMP + "interface Ethernet1/1\n  ip router ospf A area 0\n", [("ip router ospf A area 0", 4)]),
    ],
)
def test_nxos_refuses_lines_of_features_that_are_not_enabled(text: str, refused: list[tuple[str, int]]) -> None:
    found = read_nxos(Document("a.cfg", text)).devices[0].refused_settings
    assert [(one.setting, one.source.line) for one in found] == refused


VRF = "vrf instance A\ninterface Ethernet1/1\n   no switchport\n   vrf A\n   ip address 10.0.0.1/31\n"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("no ip routing\nrouter bgp 65001\n", [("router bgp 65001", 2)]),
        ("ip routing\nrouter bgp 65001\n", []),
        ("router bgp 65001\n", []),
        (VRF + "ip routing\n", [("vrf instance A", 1)]),
        (VRF + "ip routing\nno ip routing vrf A\n", [("vrf instance A", 1)]),
        (VRF + "ip routing\nip routing vrf A\n", []),
        (VRF + "ip routing\nip routing ipv6 interfaces vrf A\n", []),
        (VRF, []),
        (VRF.replace("Ethernet1/1", "Management1") + "ip routing\n", []),
    ],
)
def test_eos_routes_nothing_where_routing_is_off(text: str, refused: list[tuple[str, int]]) -> None:
    found = read_eos(Document("a.cfg", text)).devices[0].refused_settings
    assert [(one.setting, one.source.line) for one in found] == refused
