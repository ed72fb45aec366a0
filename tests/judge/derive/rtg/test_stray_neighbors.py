"""Sessions between loopbacks that one end does not answer, and where that is to be fixed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.rtg.stray_neighbors import judge_strays
from roce_lint.model.judged import Judged

SWITCH = """hostname {name}
interface Loopback0
   ip address 10.255.0.{own}/32
interface Ethernet1/1
   no switchport
   ip address 10.0.0.{own}/29
router bgp 6500{own}
   neighbor OVERLAY peer group
   neighbor OVERLAY update-source Loopback0
   neighbor OVERLAY ebgp-multihop 3
   neighbor OVERLAY send-community extended
"""
PEER = "   neighbor 10.255.0.{0} peer group OVERLAY\n   neighbor 10.255.0.{0} remote-as 6500{0}\n"
EVPN = """   address-family evpn
      neighbor OVERLAY activate
   address-family ipv4
      no neighbor OVERLAY activate
"""


@pytest.mark.parametrize(
    ("leaf", "expected"),
    [
        (PEER.format(2) + EVPN, ("", 0)),
        (
            PEER.format(2).replace(".0.2", ".0.7") + EVPN,
            ("spine1 has a session with leaf1, which names 10.255.0.7 instead", 12),
        ),
        (
            PEER.format(2) + "   neighbor 10.255.0.2 shutdown\n" + EVPN,
            ("leaf1 has shut its session with spine1 down", 14),
        ),
        (
            PEER.format(2),
            ("no address family is activated at both leaf1 and spine1 in their session", 12),
        ),
        (
            "   neighbor 10.0.0.2 remote-as 65002\n" + PEER.format(2),
            ("no address family is activated at both leaf1 and spine1 in their session", 13),
        ),
        ("   neighbor 10.9.0.0 remote-as 65009\n", ("", 0)),
        (
            PEER.format(2) + EVPN.replace("      neighbor OVERLAY activate\n", "", 1),
            ("leaf1 activates no address family in its session with spine1", 12),
        ),
        (
            PEER.format(2) + "   no neighbor OVERLAY update-source\n" + EVPN,
            (
                "without update-source the packets of leaf1 to spine1 come from an uplink,"
                " but spine1 expects 10.255.0.1",
                12,
            ),
        ),
    ],
    ids=[
        "answered",
        "another address",
        "shut down",
        "no family in common",
        "not that of the cable",
        "no such session",
        "no family",
        "no source",
    ],
)
def test_a_session_between_loopbacks_is_answered(
    leaf: str, expected: tuple[str, int], fabric_of: Callable[..., Fabric]
) -> None:
    fabric = fabric_of(
        leaf1=SWITCH.format(name="leaf1", own=1) + leaf,
        spine1=SWITCH.format(name="spine1", own=2) + PEER.format(1) + EVPN,
    )
    found: dict[str, list[Judged]] = {"stray_neighbor": []}
    judge_strays(fabric, fabric.devices, frozenset(), found)
    (judged,) = found["stray_neighbor"]
    state = judged.variables["neighbor"]
    assert (state.reason, state.is_connected.source.line if state.reason else 0) == expected
