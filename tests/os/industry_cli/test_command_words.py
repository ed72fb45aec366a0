"""A file that a person typed short reads as one that the device prints."""

from __future__ import annotations

import pytest

from roce_lint.model.reading import Reading
from roce_lint.os.eos.command_words import EOS_WORDS
from roce_lint.os.eos.reader import read_eos
from roce_lint.os.nxos.command_words import NXOS_WORDS
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

EOS = """hostname leaf1
interface Ethernet1/1
   description gpu01
   mtu 9214
   no switchport
   ip address 10.0.0.0/31
   priority-flow-control on
   priority-flow-control priority 3 no-drop
!
interface Ethernet2/1
   switchport mode trunk
   switchport trunk allowed vlan 10,20
   shutdown
"""
NXOS = (
    EOS.replace("Ethernet1/1", "Ethernet1/7")
    .replace("priority 3 no-drop", "mode on")
    .replace("Ethernet2/", "Ethernet1/")
)
SHORT = (
    ("interface Ethernet", "int Et"),
    ("   description", "   desc"),
    ("ip address", "ip addr"),
    ("switchport mode trunk", "sw mode tr"),
    ("switchport trunk allowed vlan", "swi tr allow vl"),
    ("   shutdown", "   shut"),
    ("no switchport", "no sw"),
    ("priority-flow-control", "priority-flow"),
)


def typed(text: str) -> str:
    """Return the text as a hurried person types it."""
    for full, short in SHORT:
        text = text.replace(full, short)
    return text


def reading(os: str, text: str) -> Reading:
    """Return what is read of a text."""
    document = Document("leaf1.cfg", text)
    return read_eos(document) if os == "eos" else read_nxos(document)


@pytest.mark.parametrize(("os", "text"), [("eos", EOS), ("nxos", NXOS)])
def test_a_file_typed_short_reads_as_the_printed_one(os: str, text: str) -> None:
    assert reading(os, typed(text)) == reading(os, text)


WORDS = {"eos": EOS_WORDS, "nxos": NXOS_WORDS}


@pytest.mark.parametrize(
    ("os", "text", "full"),
    [
        ("eos", "int Et1\n no shut", "interface Et1\n no shutdown"),
        ("eos", "interface Ethernet1\n   no switch\n", "interface Ethernet1\n   no switchport\n"),
        ("eos", "int Et1\nno sw\nip addr 10.0.0.0/31", "interface Et1\nno switchport\nip address 10.0.0.0/31"),
        (
            "eos",
            "qos prof A\n priority-flow prio 3 no-drop\n tx-q 3\n  random-detect ecn min 4 kb max 9 kb",
            "qos profile A\n priority-flow-control priority 3 no-drop\n tx-queue 3\n"
            "  random-detect ecn minimum-threshold 4 kbytes maximum-threshold 9 kbytes",
        ),
        (
            "eos",
            "router bgp 1\n neigh 10.0.0.1 remote-as 2\n max 4",
            "router bgp 1\n neighbor 10.0.0.1 remote-as 2\n maximum-paths 4",
        ),
        (
            "nxos",
            "int e1/1\n service-policy ty qos in IN\n no switch",
            "interface e1/1\n service-policy type qos input IN\n no switchport",
        ),
        (
            "nxos",
            "interface e1/1\nserv type qos in IN\nno shut",
            "interface e1/1\nservice-policy type qos input IN\nno shutdown",
        ),
        (
            "eos",
            "! Command: show running-config\nint Et1\n shut",
            "! Command: show running-config\ninterface Et1\n shutdown",
        ),
        ("nxos", "system qos\n service-pol type queu out Q", "system qos\n service-policy type queuing output Q"),
        (
            "nxos",
            "policy-map type network-qos N\n class type net c\n  pau pfc-cos 3",
            "policy-map type network-qos N\n class type network-qos c\n  pause pfc-cos 3",
        ),
    ],
)
def test_a_word_that_begins_one_command_is_completed(os: str, text: str, full: str) -> None:
    assert WORDS[os].spelt_out(text) == (full, ())


@pytest.mark.parametrize(
    ("os", "text"),
    [
        ("eos", "interface Et1\n flow tracking x\n description int shut\nswitch forwarding-mode cut-through"),
        ("eos", "route-map A permit 10\n match ip address prefix-list int\n set metric 5"),
        ("nxos", "interface Ethernet1/1\n  description sw\n  vrf member sh\n  service-policy type qos input in"),
        ("nxos", "vlan 10\n  name shut"),
    ],
)
def test_names_and_whole_words_stay(os: str, text: str) -> None:
    assert WORDS[os].spelt_out(text) == (text, ())


@pytest.mark.parametrize(
    ("os", "text", "word"),
    [
        ("eos", "interface Ethernet1\n   serv ROCE\n", "serv"),
        ("eos", "interface Ethernet1\n   ip a 10.0.0.0/31\n", ""),
        ("nxos", "interface Ethernet1/1\n  ip ad 10.0.0.0/31\n  switchport tr allowed vlan 5\n  sp 100000", "sp"),
    ],
)
def test_a_word_that_begins_several_commands_is_reported_and_nothing_else(os: str, text: str, word: str) -> None:
    full, reports = WORDS[os].spelt_out(text)
    assert [one.because.partition("`")[2].partition("`")[0] for one in reports] == ([word] if word else [])
    assert reading(os, text).unread[: len(reports)] == tuple(
        one for one in reading(os, full).unread if "several commands" in one.because
    )


def test_exit_leaves_a_policy_and_is_no_line_of_it() -> None:
    text = (
        "hostname a\npolicy-map type qos IN\n  class ROCE\n    set qos-group 3\n    exit\n  exit\n"
        "class-map type qos match-all ROCE\n  match dscp 26\n  exit\n"
    )
    assert reading("nxos", text).unread == ()
