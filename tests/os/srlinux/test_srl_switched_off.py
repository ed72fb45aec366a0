"""What routes for all ports and is switched off."""

from __future__ import annotations

import pytest

from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

ROUTED = """\
set / interface ethernet-1/1 subinterface 0 ipv4 admin-state enable address 10.0.0.0/31
set / network-instance default admin-state enable
set / network-instance default interface ethernet-1/1.0
set / network-instance default protocols bgp admin-state enable
set / network-instance default protocols bgp neighbor 10.0.0.1 peer-as 65000
"""
NOTHING_ROUTED = "it is switched off, and no port of it routes anything"
NO_SESSIONS = "it is switched off, and no other protocol learns routes"


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (ROUTED, []),
        (ROUTED.replace("default admin-state enable", "default admin-state disable"), [(2, NOTHING_ROUTED)]),
        (ROUTED.replace("bgp admin-state enable", "bgp admin-state disable"), [(4, NO_SESSIONS)]),
        (
            ROUTED.replace("bgp admin-state enable", "bgp admin-state disable")
            + "set / network-instance default protocols isis instance a admin-state enable\n",
            [],
        ),
        (
            ROUTED.replace("ethernet-1/1.0", "mgmt0.0").replace(
                "default admin-state enable", "default admin-state disable"
            ),
            [],
        ),
    ],
    ids=["on", "instance", "bgp", "bgp beside isis", "instance of management"],
)
def test_what_is_switched_off(text: str, refused: list[tuple[int, str]]) -> None:
    (leaf,) = read_srlinux(Document("leaf1.cfg", text)).devices
    assert [(one.source.line, one.because) for one in leaf.refused_settings] == refused
