"""VLANs, VRFs, bundles and tunnel sources that ports with PFC name and nothing defines."""

from __future__ import annotations

import pytest

from roce_lint.os.eos.reader import read_eos
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

EOS_PORT = "interface Ethernet1/1\n   priority-flow-control on\n"
NXOS_PORT = "interface Ethernet1/1\n  priority-flow-control mode on\n  no shutdown\n"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (EOS_PORT + "   switchport access vlan 30\nvlan 20,31-39\n", [("VLAN", "30", 3)]),
        (EOS_PORT + "   switchport access vlan 35\nvlan 20,31-39\n", []),
        (EOS_PORT + "   switchport access vlan 30\n", []),
        ("interface Ethernet1/1\n   switchport access vlan 30\nvlan 20\n", []),
        (EOS_PORT + "   no switchport\n   vrf RED\nvrf instance BLUE\n", [("VRF", "RED", 4)]),
        (EOS_PORT + "   channel-group 7 mode active\n", [("interface", "Port-Channel7", 3)]),
        ("interface Vxlan1\n   vxlan source-interface Loopback1\n", [("interface", "Loopback1", 2)]),
    ],
    ids=["VLAN", "VLAN in a range", "no VLANs in the file", "no PFC", "VRF", "bundle", "tunnel"],
)
def test_what_an_eos_port_names_and_nothing_defines(text: str, missing: list[tuple[str, str, int]]) -> None:
    found = read_eos(Document("leaf1.cfg", "hostname leaf1\n" + text)).devices[0].undefined_references
    assert [(one.kind, one.name, one.source.line - 1) for one in found] == missing


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (NXOS_PORT + "  switchport access vlan 30\nvlan 1,20\n", [("VLAN", "30", 4)]),
        (NXOS_PORT + "  no switchport\n  vrf member RED\nvrf context BLUE\n", [("VRF", "RED", 5)]),
        (NXOS_PORT + "  channel-group 7 mode active\n", [("interface", "port-channel7", 4)]),
    ],
    ids=["VLAN", "VRF", "bundle"],
)
def test_what_an_nxos_port_names_and_nothing_defines(text: str, missing: list[tuple[str, str, int]]) -> None:
    found = read_nxos(Document("leaf1.cfg", "hostname leaf1\n" + text)).devices[0].undefined_references
    assert [(one.kind, one.name, one.source.line - 1) for one in found] == missing
