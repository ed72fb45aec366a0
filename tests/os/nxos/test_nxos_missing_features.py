"""Ports and lines that NX-OS does not have without a breakout or a feature."""

from __future__ import annotations

import pytest

from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

CHILDREN = """\
interface Ethernet1/1/1
  no switchport
  ip address 10.0.0.0/31
interface Ethernet1/1/4
  no switchport
  ip address 10.0.0.2/31
interface Ethernet1/2/1
  no switchport
  ip address 10.0.0.4/31
"""
SESSION = """\
router bgp 65001
  neighbor 10.0.0.1
    bfd
    remote-as 65000
"""
FEATURES = "feature bgp\nfeature interface-vlan\n"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (
            FEATURES + CHILDREN,
            [
                (
                    "interface Ethernet1/1/1",
                    "no `interface breakout` splits Ethernet1/1 and 1 more ports, so that their children do not exist",
                )
            ],
        ),
        (
            "interface breakout module 1 port 1 map 100g-2x\ninterface breakout module 1 port 2 map 100g-4x\n"
            + CHILDREN,
            [
                (
                    "interface Ethernet1/1/4",
                    "`interface breakout module 1 port 1 map 100g-2x` makes 2 children of each port only",
                )
            ],
        ),
        ("interface breakout module 1 port 1-2 map 100g-4x\n" + CHILDREN, []),
        ("hardware profile portmode 48x25G+4x100G\n" + FEATURES + CHILDREN, []),
        (CHILDREN, []),
        (FEATURES + CHILDREN.replace("Ethernet1/", "Ethernet101/"), []),
        (FEATURES + SESSION, [("bfd", "`feature bfd` is not enabled")]),
        (FEATURES + "feature bfd\n" + SESSION, []),
        (
            FEATURES + "interface Ethernet1/1\n  priority-flow-control mode on send-tlv\n",
            [("priority-flow-control mode on send-tlv", "`feature lldp` is not enabled")],
        ),
        (FEATURES + "feature lldp\ninterface Ethernet1/1\n  priority-flow-control mode on send-tlv\n", []),
    ],
    ids=[
        "no-breakout",
        "too-few-children",
        "split",
        "split-by-port-mode",
        "excerpt",
        "fabric-extender",
        "bfd-without-feature",
        "bfd",
        "send-tlv-without-lldp",
        "send-tlv",
    ],
)
def test_what_needs_another_line_is_refused_without_it(text: str, refused: list[tuple[str, str]]) -> None:
    (device,) = read_nxos(Document("leaf1.cfg", text)).devices
    assert [(one.setting, one.because) for one in device.refused_settings] == refused
