"""Access lists on interfaces: which of them drop every RoCE packet, on EOS and NX-OS alike."""

from __future__ import annotations

import pytest

from roce_lint.read.eos.reader import read_eos
from roce_lint.read.nxos.reader import read_nxos
from roce_lint.read.reading import Document


def _found(text: str) -> set[tuple[str, str, str, int]]:
    """Return port, list, direction and deciding line, as both readers find them."""
    found = [
        {
            (one.port, one.name, one.direction, one.entry.line)
            for one in reader(Document("a.cfg", text)).devices[0].port_filters
        }
        for reader in (read_eos, read_nxos)
    ]
    assert found[0] == found[1]
    return found[0]


def _config(*entries: str, port: str = "  ip access-group A in\n", more: str = "") -> str:
    return (
        "hostname a\nip access-list A\n"
        + "".join(f"  {one}\n" for one in entries)
        + f"interface Ethernet1/1\n{port}{more}"
    )


DENY, PERMIT = "10 deny udp any any eq 4791", "20 permit ip any any"


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        ((DENY, PERMIT), 3),
        (("20 permit ip any any", "10 deny udp any any eq 4791"), 4),
        (("10 permit tcp any any", "20 permit icmp any any"), 4),
        (("remark x", "deny udp any any range 4000 5000 log", "permit ip any any"), 4),
        (("deny ip any any", "permit ip any any"), 3),
        ((PERMIT,), None),
        (("10 permit udp any any eq 4791", "20 deny ip any any"), None),
        (("10 deny udp any any eq 4792", PERMIT), None),
        (("10 deny udp 10.0.0.0/8 any eq 4791", PERMIT), None),
        (("10 deny udp any any eq 4791 dscp 0", PERMIT), None),
        (("10 permit ip 10.0.0.0/8 any", "20 deny ip any any"), None),
        (("10 permit udp any any eq snmp",), 3),
        (("10 permit udp any any gt 1023",), None),
        (("10 permit vlan 5 any any",), None),
        ((), None),
    ],
)
def test_the_first_entry_that_fits_decides_and_doubt_lets_pass(entries: tuple[str, ...], line: int | None) -> None:
    assert _found(_config(*entries)) == ({("Ethernet1/1", "A", "in", line)} if line else set())


@pytest.mark.parametrize(
    ("port", "more", "expected"),
    [
        ("  ip access-group A out\n", "", {("Ethernet1/1", "A", "out", 3)}),
        ("  ip access-group B in\n", "", set()),
        ("  ip access-group A in\n", "interface Ethernet1/1\n  no ip access-group A in\n", set()),
        ("  ip access-group A in\n", "interface Ethernet1/1\n  ip access-group B in\n", set()),
    ],
)
def test_what_an_interface_applies_last_holds(port: str, more: str, expected: set[tuple[str, str, str, int]]) -> None:
    assert _found(_config(DENY, PERMIT, port=port, more=more)) == expected
