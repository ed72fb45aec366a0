"""Access lists bound to subinterfaces: which code points of RoCE their policers concern, and what stays open."""

from __future__ import annotations

import pytest

from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

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


OLD_BOUND = "set / interface ethernet-1/1 subinterface 0 acl input ipv4-filter a\n"
OLD = "set / acl ipv4-filter a entry "


@pytest.mark.parametrize(
    ("match", "policed"),
    [
        ("", [ALL]),
        (f"{OLD}10 match dscp-set [ 26 ]\n", [frozenset({26})]),
        (f"{OLD}10 match protocol udp\n{OLD}10 match destination-port operator eq value 4791\n", [ALL]),
        (f"{OLD}10 match protocol icmp\n", []),
        (f"{OLD}5 match protocol udp\n{OLD}5 action accept\n", []),
    ],
    ids=["everything", "one code point", "the port of RoCE", "another protocol", "UDP is accepted before"],
)
def test_a_filter_of_23_10_polices_what_its_undivided_match_takes(match: str, policed: list[frozenset[int]]) -> None:
    text = f"{INTERFACE}{OLD_BOUND}{match}{OLD}10 action accept rate-limit policer p\n"
    reading = read_srlinux(Document("leaf1.cfg", text))
    assert [one.dscps for one in reading.devices[0].ports[0].qos.classification.policers] == policed
    assert not reading.unread


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        (BOUND + LIMIT, [("policer", "p", 4)]),
        (BOUND + LIMIT + "set / acl policers policer p peak-rate-kbps 100\n", []),
        (BOUND.replace("filter a", "filter b") + LIMIT, [("ipv4 filter", "b", 3), ("policer", "p", 4)]),
        (OLD_BOUND.replace("filter a", "filter b") + LIMIT, [("ipv4 filter", "b", 2), ("policer", "p", 3)]),
        (BOUND, []),
    ],
    ids=["no policer", "a policer", "no filter", "no filter below the subinterface", "a part without filters"],
)
def test_filters_and_policers_that_nobody_defines_are_reported(text: str, missed: list[tuple[str, str, int]]) -> None:
    reading = read_srlinux(Document("leaf1.cfg", INTERFACE + text))
    found = reading.devices[0].undefined_references
    assert [(one.kind, one.name, one.source.line) for one in found] == missed
