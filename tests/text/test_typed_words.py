"""A file that a person typed short reads as one that the device prints."""

from __future__ import annotations

import pytest

from roce_lint.model.reading import Reading
from roce_lint.os.eos.reader import read_eos
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document
from roce_lint.text.typed_words import opens_interfaces_shortly, spelt_out

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


def test_words_that_are_commands_of_their_own_stay() -> None:
    text = "int Et1\n flow tracking x\nswitch forwarding-mode cut-through\nserv x\n"
    assert spelt_out(text) == text.replace("int ", "interface ")


def test_a_printed_file_is_not_touched() -> None:
    assert not opens_interfaces_shortly(EOS)
