"""Whether the ends of a cable take packets of the same size, and how far two systems may count differently."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.entities import judged_entities
from roce_lint.judge.derive.link_state import LinkState
from roce_lint.model.fact import known

EOS = """\
hostname leaf1
interface Ethernet1/1
   description spine1 Ethernet1/1
   mtu {}
   no switchport
   ip address 10.0.0.1/31
"""
PEER = {
    "nxos": """\
hostname spine1
feature bgp
interface Ethernet1/1
  description leaf1 Ethernet1/1
  mtu {}
  no switchport
  ip address 10.0.0.0/31
  no shutdown
""",
    "eos": EOS.replace("leaf1", "spine0")
    .replace("spine1", "leaf1")
    .replace("spine0", "spine1")
    .replace("0.1/", "0.0/"),
}


@pytest.mark.parametrize(
    ("mtu", "peer", "peer_mtu", "agrees"),
    [
        (9164, "nxos", 9200, True),
        (9163, "nxos", 9200, False),
        (9100, "nxos", 9200, False),
        (8980, "nxos", 9000, False),
        (9164, "eos", 9200, False),
        (9200, "eos", 9200, True),
    ],
    ids=[
        "headers apart",
        "a byte more",
        "a tunnel apart",
        "no jumbo frames",
        "one system counts in one way",
        "equal",
    ],
)
def test_two_systems_may_differ_by_the_headers_that_they_count(
    mtu: int, peer: str, peer_mtu: int, agrees: bool, fabric_of: Callable[..., Fabric]
) -> None:
    fabric = fabric_of(**{"leaf1.cfg": EOS.format(mtu), "spine1.cfg": PEER[peer].format(peer_mtu)})
    (judged,) = judged_entities(fabric)["link"]
    link = judged.variables["link"]
    assert isinstance(link, LinkState)
    assert (known(link.mtu_agrees, None), {known(link.a_ip_mtu_bytes, 0), known(link.b_ip_mtu_bytes, 0)}) == (
        agrees,
        {mtu, peer_mtu},
    )
