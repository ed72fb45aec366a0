"""Sessions over which no route passes, by the policies that a switch has."""

from __future__ import annotations

import pytest

from roce_lint.judge.derive.rtg.idle_sessions import idle_sessions
from roce_lint.model.fact import known
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

LEAF = """\
set / system name host-name leaf1
set / interface ethernet-1/1 subinterface 0 ipv4 admin-state enable address 10.0.0.0/31
set / network-instance default interface ethernet-1/1.0
set / network-instance default protocols bgp autonomous-system 65001
set / network-instance default protocols bgp afi-safi ipv4-unicast admin-state enable
set / network-instance default protocols bgp group up peer-as 65100 export-policy [ all ] import-policy [ all ]
set / network-instance default protocols bgp neighbor 10.0.0.1 peer-group up
set / routing-policy policy all default-action policy-result {otherwise}
"""
STATEMENT = "set / routing-policy policy all statement 10 action policy-result accept\n"


@pytest.mark.parametrize(
    ("text", "idle"),
    [
        (LEAF.format(otherwise="accept"), frozenset()),
        (LEAF.format(otherwise="reject"), frozenset({"10.0.0.1"})),
        (LEAF.format(otherwise="reject") + STATEMENT, frozenset()),
    ],
    ids=["accepts", "refuses-all", "accepts-some"],
)
def test_a_policy_that_refuses_all(text: str, idle: frozenset[str]) -> None:
    (device,) = read_srlinux(Document("leaf1.cfg", text)).devices
    assert known(idle_sessions(device), frozenset({"?"})) == idle
