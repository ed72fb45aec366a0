"""Access lists bound to subinterfaces: which code points of RoCE their policers concern, and what stays open."""

from __future__ import annotations

import pytest

from roce_lint.read.reading import Document
from roce_lint.read.srlinux.reader import read_srlinux

INTERFACE = "set / interface ethernet-1/1 subinterface 0 ipv4 address 10.64.0.0/31\n"
BOUND = (
    "set / acl interface e1.0 interface-ref interface ethernet-1/1 subinterface 0\n"
    "set / acl interface e1.0 input acl-filter a type ipv4\n"
)
FILTER = "set / acl acl-filter a type ipv4 entry "
LIMIT = f"{FILTER}10 action accept rate-limit policer p\n"
ALL = frozenset(range(64))


@pytest.mark.parametrize(
    ("text", "policed", "unread"),
    [
        (BOUND + LIMIT, [ALL], []),
        (BOUND + LIMIT + f"{FILTER}10 match ipv4 dscp-set [ AF31 48 ]\n", [frozenset({26, 48})], []),
        (BOUND + LIMIT + f"{FILTER}5 match ipv4 dscp-set [ 26 ]\n{FILTER}5 action accept\n", [ALL - {26}], []),
        (BOUND + LIMIT + f"{FILTER}10 match ipv4 protocol icmp\n", [], []),
        (BOUND + LIMIT + f"{FILTER}10 match transport destination-port operator ge value 1024\n", [ALL], []),
        (BOUND + LIMIT + f"{FILTER}10 match transport destination-port range start 1 end 1023\n", [], []),
        (BOUND + LIMIT + f"{FILTER}10 match ipv4 source-ip prefix 10.0.0.0/8\n", [], [4]),
        (BOUND.replace("input", "output") + LIMIT, [], [4]),
        (BOUND + LIMIT.replace("policer p", "system-cpu-policer p"), [], []),
        (LIMIT + "set / system control-plane-traffic input acl acl-filter a type ipv4\n", [], []),
        ((BOUND + LIMIT).replace("type ipv4", "type ipv6"), [], []),
    ],
    ids=[
        "everything",
        "two code points",
        "RoCE is accepted before",
        "another protocol",
        "the port of RoCE is among those",
        "the port of RoCE is not",
        "some addresses",
        "at egress",
        "only what ends on the switch",
        "control plane",
        "another IP version",
    ],
)
def test_a_filter_polices_the_code_points_that_reach_its_entry(
    text: str, policed: list[frozenset[int]], unread: list[int]
) -> None:
    reading = read_srlinux(Document("leaf1.cfg", INTERFACE + text))
    port = reading.devices[0].ports[0]
    assert [one.dscps for one in port.qos.classification.policers] == policed
    assert [one.source.line for one in reading.unread] == unread
