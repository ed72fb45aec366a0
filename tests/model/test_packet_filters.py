"""Access lists that drop RoCE are reported at the entry; what depends on more than is known is left open."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.finding import Report
from roce_lint.judge.rule import Rule
from roce_lint.os.eos.reader import read_eos
from roce_lint.text.document import Document
from tests.all_rules import all_rules

EOS = """hostname leaf1
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
ip access-list {standard}A
{entries}
interface Ethernet1
   no switchport
   ip address 10.100.0.1/30
   ip access-group A {way}
   service-profile ROCE
interface Ethernet2
   no switchport
   ip address 10.100.0.5/30
   service-profile ROCE
"""
SRL = """qos {{
    queues {{ queue unicast-3 {{ queue-index 3 }} pfc-queue pfc-3 {{ queue-index 3 }} }}
    forwarding-classes {{ forwarding-class fc3 {{ output {{ unicast-queue unicast-3 }} }} }}
    pfc-mapping-profile PFC {{
        received-traffic {{
            unicast-mapping {{ pfc-queue pfc-3 {{ forwarding-class [ fc3 ] pfc-pause-frame-priority 3 }} }}
        }}
    }}
    interfaces {{ interface ethernet-1/1 {{
        interface-ref {{ interface ethernet-1/1 }}
        pfc {{ pfc-mapping-profile PFC pfc-enable true }}
    }} }}
}}
interface ethernet-1/1 {{ subinterface 0 {{ ipv4 {{ address 10.100.0.1/30 {{ }} }} }} }}
acl {{
    acl-filter A type ipv4 {{
{entries}
    }}
    interface ethernet-1/1.0 {{
        interface-ref {{ interface ethernet-1/1 subinterface 0 }}
        input {{ acl-filter A type ipv4 {{ }} }}
    }}
}}
"""
HEAD = "The access list A drops RoCE into Ethernet1: "


@pytest.fixture(scope="module")
def rule() -> list[Rule]:
    return [one for one in all_rules(examples=False) if one.id == "access-list-drops-roce"]


def verdict(report: Report) -> str:
    """Return what is reported, `fine`, or `unknown`."""
    if report.findings and report.findings[0].verdict.value == "violated":
        return report.findings[0].message.removeprefix(HEAD)
    (counts,) = [one for one in report.coverage if one.rule == "access-list-drops-roce"]
    return "unknown" if counts.undetermined else "fine"


ENTRIES = {
    "the port of RoCE": ("deny udp any any eq 4791\npermit ip any any", "deny udp any any eq 4791"),
    "among several ports": ("deny udp any any eq 4789 4791\npermit ip any any", "deny udp any any eq 4789 4791"),
    "all UDP": ("permit tcp any any\n20 deny udp any any", "20 deny udp any any"),
    "everything": ("deny ip any any log", "deny ip any any log"),
    "nothing permits it": ("permit tcp any any", "no entry permits it, and unmatched packets are dropped"),
    "another port": ("deny udp any any eq 4792\npermit ip any any", "fine"),
    "the host's subnet": ("deny ip 10.100.0.0/24 any\npermit ip any any", "deny ip 10.100.0.0/24 any"),
    "by wildcard": ("deny ip 10.100.0.0 0.0.0.255 any\npermit ip any any", "deny ip 10.100.0.0 0.0.0.255 any"),
    "the other hosts": ("deny ip any 10.100.0.4/30\npermit ip any any", "deny ip any 10.100.0.4/30"),
    "another subnet": ("deny ip 192.168.0.0/16 any\npermit ip any any", "fine"),
    "one host perhaps": ("deny ip host 10.100.0.2 any\npermit ip any any", "unknown"),
    "after a permit": ("permit udp any any eq 4791\ndeny ip any any", "fine"),
    "after a permit for some": ("permit ip any 172.16.0.0/12\ndeny ip any any", "deny ip any any"),
    "unless a group permits it": ("permit ip addrgroup HOSTS any\ndeny ip any any", "unknown"),
    "fragments": ("deny ip any any fragments\npermit ip any any", "fine"),
    "another code point": ("deny ip any any dscp 8\npermit ip any any", "fine"),
    "its code point": ("deny ip any any dscp 26\npermit ip any any", "deny ip any any dscp 26"),
    "what the source port decides": ("deny udp any eq 5000 any\npermit ip any any", "unknown"),
    "order by number": ("20 deny ip any any\n10 permit ip any any", "fine"),
    "a line that is not followed": ("permit vlan 10 0xfff ip any any\ndeny ip any any", "unknown"),
    "no entries": ("remark nothing yet", "unknown"),
}


@pytest.mark.parametrize(("entries", "expected"), ENTRIES.values(), ids=ENTRIES)
def test_the_entry_that_drops_roce_is_reported(entries: str, expected: str, rule: list[Rule]) -> None:
    lines = "\n".join(f"   {one}" for one in entries.split("\n"))
    assert verdict(check_texts({"a.cfg": EOS.format(standard="", entries=lines, way="in")}, rules=rule)) == expected


def test_standard_lists_and_packets_that_go_out_are_followed(rule: list[Rule]) -> None:
    standard = EOS.format(standard="standard ", entries="   deny 10.100.0.4/30\n   permit any", way="out")
    found = check_texts({"a.cfg": standard}, rules=rule).findings
    assert [one.message for one in found] == ["The access list A drops RoCE out of Ethernet1: deny 10.100.0.4/30"]


OF_SRL = {
    "drop of UDP": ("entry 10 { match { ipv4 { protocol udp } } action { drop { } } }", "entry 10 action drop"),
    "drop of everything": ("entry 10 { action { drop { } } }", "entry 10 action drop"),
    "order of entries": ("entry 20 { action { drop { } } }\nentry 10 { action { accept { } } }", "fine"),
    "drop of TCP": (
        "entry 10 { match { ipv4 { protocol tcp } } action { drop { } } }\nentry 20 { action { accept { } } }",
        "fine",
    ),
    "prefix list": (
        "entry 10 { match { ipv4 { source-ip { prefix-list P { } } } } action { drop { } } }\n"
        "entry 20 { action { accept { } } }",
        "unknown",
    ),
    "no entry for it": ("entry 10 { match { ipv4 { protocol tcp } } action { drop { } } }", "unknown"),
}


@pytest.mark.parametrize(("entries", "expected"), OF_SRL.values(), ids=OF_SRL)
def test_the_entry_of_a_filter_of_srlinux_is_reported(entries: str, expected: str, rule: list[Rule]) -> None:
    report = check_texts({"a.cfg": SRL.format(entries=entries)}, rules=rule)
    assert verdict(report).removeprefix("The access list A drops RoCE into ethernet-1/1: ") == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("interface Ethernet1\n   no ip access-group A in\n", []),
        ("interface Ethernet1\n   ip access-group B in\n", [("ip access-list", "B")]),
        ("interface Ethernet3\n   ipv6 access-group C in\n", [("ipv6 access-list", "C")]),
    ],
)
def test_what_an_interface_applies_last_holds_and_lists_without_definition_are_missed(
    more: str, expected: list[tuple[str, str]]
) -> None:
    text = EOS.format(standard="", entries="   permit ip any any", way="in") + more
    (device,) = read_eos(Document("a.cfg", text)).devices
    assert [(one.kind, one.name) for one in device.undefined_references] == expected
