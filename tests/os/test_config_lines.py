"""Configurations taken apart into lines, whatever form they are in."""

from __future__ import annotations

import pytest

from roce_lint.os.registry import switch_os
from roce_lint.os.srlinux.render import startup_json
from roce_lint.text.document import Document

SRL_FLAT = """\
# a comment
set / interface ethernet-1/1 admin-state enable mtu 9232
set / interface ethernet-1/1 subinterface 0 ipv4 admin-state enable
set / interface ethernet-1/1 description "rack 7; port 1"
set / acl acl-filter in type ipv4 entry 10 match ipv4 protocol tcp
set / routing-policy policy p default-action policy-result accept
"""
SRL_BRACES = """\
--{ running }--[  ]--
acl {
    acl-filter in type ipv4 {
        entry 10 {
            match {
                ipv4 {
                    protocol tcp
                }
            }
        }
    }
}
interface ethernet-1/1 {
    admin-state enable
    description "rack 7; port 1"
    mtu 9232
    subinterface 0 {
        ipv4 {
            admin-state enable
        }
    }
}
routing-policy {
    policy p {
        default-action {
            policy-result accept
        }
    }
}
"""
SRL_LINES = {
    ("interface ethernet-1/1", "admin-state enable"),
    ("interface ethernet-1/1", "mtu 9232"),
    ("interface ethernet-1/1", "subinterface 0 ipv4 admin-state enable"),
    ("interface ethernet-1/1", 'description "rack 7; port 1"'),
    ("acl acl-filter", "in type ipv4 entry 10 match ipv4 protocol tcp"),
    ("routing-policy policy", "p default-action policy-result accept"),
}


@pytest.mark.parametrize("text", [SRL_FLAT, SRL_BRACES, startup_json(SRL_FLAT)], ids=["flat", "braces", "JSON"])
def test_forms_of_one_configuration_have_the_same_lines(text: str) -> None:
    assert {one.path for one in switch_os("srlinux").line_form.split(Document("leaf", text))} == SRL_LINES


EOS = """\
! device: leaf (DCS-7060DX5-64S, EOS-4.32.2F)
banner motd
Keep out
EOF
!
interface Ethernet1/1
   mtu  9214
!
end
"""
NXOS = """\
banner motd @
Keep out
@
class-map type qos match-any X
match dscp 26
"""
SONIC = """\
{"PORT": {"Ethernet0": {"mtu": "9100", "lanes": "1,2"}},
 "ACL_TABLE": {"IN": {"ports": ["Ethernet0"]}},
 "LOOPBACK": {"lo": {}}}
"""


@pytest.mark.parametrize(
    ("system", "text", "lines"),
    [
        (
            "eos",
            EOS,
            [
                (2, True, "banner motd"),
                (3, True, "banner motd", "Keep out"),
                (4, True, "banner motd", "EOF"),
                (6, False, "interface Ethernet1/1"),
                (7, False, "interface Ethernet1/1", "mtu 9214"),
            ],
        ),
        (
            "nxos",
            NXOS,
            [
                (1, True, "banner motd @"),
                (2, True, "banner motd @", "Keep out"),
                (3, True, "banner motd @", "@"),
                (4, False, "class-map type qos match-any X"),
                (5, False, "class-map type qos match-any X", "match dscp 26"),
            ],
        ),
        (
            "sonic",
            SONIC,
            [
                (1, False, "PORT", "Ethernet0", "mtu", "9100"),
                (1, False, "PORT", "Ethernet0", "lanes", "1,2"),
                (2, False, "ACL_TABLE", "IN", "ports", '["Ethernet0"]'),
                (3, False, "LOOPBACK", "lo"),
            ],
        ),
    ],
    ids=["EOS", "NX-OS", "SONiC"],
)
def test_lines_have_their_blocks_and_numbers(system: str, text: str, lines: list[tuple[object, ...]]) -> None:
    found = switch_os(system).line_form.split(Document("leaf", text))
    assert [(one.line, one.is_raw, *one.path) for one in found] == lines


@pytest.mark.parametrize(
    ("system", "text"), [("eos", EOS), ("nxos", NXOS), ("sonic", SONIC), ("srlinux", SRL_FLAT)], ids=lambda one: one[:7]
)
def test_a_line_that_is_left_out_is_gone_and_all_others_stay(system: str, text: str) -> None:
    form = switch_os(system).line_form
    document = Document("leaf", text)
    lines = [one for one in form.split(document) if not one.is_raw]
    without = form.without(document, lines[-1:])
    assert [one.path for one in form.split(without) if not one.is_raw] == [one.path for one in lines[:-1]]
