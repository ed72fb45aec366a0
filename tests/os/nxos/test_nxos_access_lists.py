"""Class maps that match an access list: what surely is not RoCE takes nothing away from it."""

from __future__ import annotations

import pytest

from roce_lint.os.nxos.match import may_select_roce
from roce_lint.text.lines import Line

TEXT = """ip access-list OTHER
  10 {entry}
class-map type qos match-any OTHER
  match access-group name OTHER
class-map type qos match-any ROCE
  match dscp 26
policy-map type qos P
  class OTHER
    set qos-group 1
  class ROCE
    set qos-group 3
interface Ethernet1/1
  no switchport
  service-policy type qos input P
"""


@pytest.mark.parametrize(
    ("entry", "may"),
    [
        ("permit tcp any any eq 22", False),
        ("permit udp any any eq 4791", True),
        ("permit udp any any eq 4789", False),
        ("permit udp any eq 4789 any", True),
        ("permit udp any any eq snmp", False),
        ("permit udp any any range 16384 32767", False),
        ("permit udp host 10.0.0.1 10.1.0.0/16 gt 4000", True),
        ("permit udp any any lt 4791", False),
        ("permit udp any any neq 4791", False),
        ("permit udp any any portgroup PORTS", True),
        ("permit ip 10.0.0.0/8 any", True),
        ("permit ip any any dscp af31", True),
        ("permit icmp any any", False),
        ("deny udp any any eq 4791", False),
        ("remark udp 4791", False),
        ("statistics per-entry", False),
    ],
)
def test_an_entry_may_select_roce_or_surely_does_not(entry, may):
    assert may_select_roce([Line(1, 2, f"10 {entry}")]) is may


def test_a_class_of_other_traffic_does_not_hide_the_class_of_roce(port, value):
    text = TEXT.format(entry="permit tcp any any eq 22")
    assert value(port(text).qos.classification.traffic_class_by_dscp[26]) == "3"


def test_a_class_that_may_be_roce_leaves_the_class_unknown(read, port, value):
    text = TEXT.format(entry="permit udp any any eq 4791")
    assert value(port(text).qos.classification.traffic_class_by_dscp[26]) == "unknown"
    assert [line.text for line in read(text).unread] == ["match access-group name OTHER"]


def test_an_access_list_that_is_not_defined_is_missed_and_selects_nothing(read, port, value):
    text = TEXT.format(entry="permit tcp any any eq 22").replace("ip access-list OTHER", "ip access-list ANOTHER")
    missed = read(text).devices[0].undefined_references
    assert [(one.kind, one.name, one.source.line) for one in missed] == [("ip access-list", "OTHER", 4)]
    assert value(port(text).qos.classification.traffic_class_by_dscp[26]) == "3"


@pytest.mark.parametrize(
    ("entry", "kind", "group", "unread"),
    [
        ("permit udp any any eq 4791", "match-all", "3", 0),
        ("permit ip any any", "match-all", "3", 0),
        ("permit udp 10.0.0.0/8 any eq 4791", "match-all", "unknown", 1),
        ("permit udp any any eq 4791", "match-any", "3", 1),
    ],
)
def test_the_dscp_decides_beside_an_access_list_that_all_roce_fits(read, port, value, entry, kind, group, unread):
    text = (
        f"ip access-list V2\n  {entry}\nclass-map type qos {kind} ROCE\n  match access-group name V2\n"
        "  match dscp 26\npolicy-map type qos IN\n  class ROCE\n    set qos-group 3\n"
        "interface Ethernet1/1\n  no switchport\n  service-policy type qos input IN\n"
    )
    assert value(port(text).qos.classification.traffic_class_by_dscp[26]) == group
    assert len(read(text).unread) == unread
