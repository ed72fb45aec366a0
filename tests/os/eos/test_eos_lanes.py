"""Ports of a cage whose lanes another port takes."""

from __future__ import annotations

import pytest

from roce_lint.os.eos.reader import read_eos
from roce_lint.text.document import Document

PORTS = """\
interface Ethernet1/1
   description uplink
   speed {first}
   no switchport
   ip address 10.0.0.0/31
!
interface Ethernet1/5
   speed {second}
   no switchport
   {address}
!
interface Ethernet2/5
   no switchport
   ip address 10.0.0.4/31
"""
INACTIVE = (
    "`speed 400g-8` of Ethernet1/1 takes the lanes 1 to 8 of the cage, so that this port is inactive",
    "interface Ethernet1/5",
    7,
)


@pytest.mark.parametrize(
    ("first", "second", "address", "refused"),
    [
        ("400g-8", "100g-2", "ip address 10.0.0.2/31", [INACTIVE]),
        ("400g-8", "100g-2", "channel-group 5 mode active", [INACTIVE]),
        ("400g-4", "400g-4", "ip address 10.0.0.2/31", []),
        ("400g-8", "100g-2", "no ip address", []),
        ("400g-8", "100g-2", "ip address 10.0.0.2/31\n   shutdown", []),
    ],
    ids=["address", "bundle", "half-a-cage", "unused", "shut-down"],
)
def test_a_port_without_lanes_is_refused(
    first: str, second: str, address: str, refused: list[tuple[str, str, int]]
) -> None:
    text = PORTS.format(first=first, second=second, address=address)
    (device,) = read_eos(Document("leaf1.cfg", text)).devices
    assert [(one.because, one.setting, one.source.line) for one in device.refused_settings] == refused
