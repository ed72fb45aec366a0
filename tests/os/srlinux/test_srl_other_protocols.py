"""Entries of access lists for other protocols than UDP: left out of flat lines, wherever that is certain."""

from __future__ import annotations

import pytest

from roce_lint.os.srlinux.other_protocols import without_other_protocols
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

OWN = "set / acl acl-filter IN type ipv4"
BEFORE = f"set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.0.0/31\n{OWN} description in\n"
TCP = f"""\
{OWN} entry 10 description "web"
{OWN} entry 10 match ipv4 protocol tcp
{OWN} entry 10 match transport destination-port value 443
{OWN} entry 10 action drop
"""
UDP = f"{OWN} entry 20 match ipv4 protocol UDP\n{OWN} entry 20 action drop\n"
AFTER = """\
set / acl interface ethernet-1/1.0 input acl-filter IN type ipv4
set / acl interface ethernet-1/1.0 interface-ref interface ethernet-1/1
set / acl interface ethernet-1/1.0 interface-ref subinterface 0
"""
OLD = "set / acl ipv4-filter IN entry 10 match protocol icmp\nset / acl ipv4-filter IN entry 10 action drop\n"


@pytest.mark.parametrize("text", [TCP, OLD], ids=["from 24.3 on", "23.10"])
def test_other_protocols_leave_empty_lines(text: str) -> None:
    found = without_other_protocols(BEFORE + text + UDP + AFTER)
    assert found == BEFORE + "\n" * text.count("\n") + UDP + AFTER


@pytest.mark.parametrize(
    "text",
    [
        TCP + UDP + f"{OWN} entry 10 match ipv4 protocol udp\n",
        TCP + f"{OWN} entry 10 match ipv4 protocol udp\n",
        TCP + UDP + f"{OWN} entry 10 action accept\n",
        TCP + UDP + f"delete / {OWN.removeprefix('set / ')} entry 10 match\n",
        TCP.rstrip("\n").replace("match ipv4 protocol tcp", "match ipv4 protocol [ tcp ]"),
        UDP,
        "",
    ],
    ids=["later another", "then another", "in two places", "deleted from", "another form", "UDP", "nothing"],
)
def test_what_is_not_certain_stays(text: str) -> None:
    assert without_other_protocols(BEFORE + text + AFTER) == BEFORE + text + AFTER


def test_filters_hold_the_entries_that_roce_may_meet() -> None:
    device = read_srlinux(Document("leaf.cfg", BEFORE + TCP + UDP + AFTER)).devices[0]
    (found,) = device.packet_filters
    assert [(entry.text, entry.source.line) for entry in found.entries] == [("entry 20 action drop", 8)]
    assert [(use.interface, use.incoming, use.source.line) for use in found.uses] == [("ethernet-1/1", True, 9)]
