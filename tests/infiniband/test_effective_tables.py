"""P_Key tables by the rules of OpenSM's P_Key manager; tests/opensm holds them against OpenSM itself."""

from __future__ import annotations

import pytest

from roce_lint.infiniband.effective_tables import EndPort, TableOptions, TablesVerdict, derive_tables
from roce_lint.infiniband.ib_fabric import NodeKind
from roce_lint.infiniband.opensm.partitions import parse_partitions

PORTS = (
    EndPort(0x11, NodeKind.CHANNEL_ADAPTER, "sm", 0),
    EndPort(0x21, NodeKind.CHANNEL_ADAPTER, "a", 4),
    EndPort(0x31, NodeKind.SWITCH, "leaf", 2),
)


def tables(text: str | None, *, both: bool = False) -> list[list[str]]:
    configuration = None if text is None else parse_partitions(text.encode(), "partitions.conf")
    found = derive_tables(configuration, PORTS, TableOptions(both, 0x11)).tables
    return [[f"0x{key:04x}" for key in table.keys] for table in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, [["0xffff"], ["0xffff"], ["0xffff"]]),
        ("", [["0xffff"], ["0xffff"], ["0xffff"]]),
        ("A=0x1:NONE;", [["0xffff"], ["0x7fff"], ["0x7fff"]]),
        ("Default:ALL;", [["0x7fff"], ["0x7fff"], ["0x7fff"]]),
        ("A=0x1:0x21=full;B=0x100:0x21;", [["0xffff"], ["0x7fff", "0x0100", "0x8001"], ["0x7fff"]]),
        ("A=0x1,indx0:0x21=full;", [["0xffff"], ["0x8001", "0x7fff"], ["0x7fff"]]),
        ("A=0x1,indx0:0x21;A=0x1:0x21=full;", [["0xffff"], ["0x7fff", "0x8001"], ["0x7fff"]]),
        ("A=0x1,indx0:0x21=full;B=", [["0xffff"], ["0x0000", "0xffff"], ["0xffff"]]),
        ("A=0x1:ALL_SWITCHES=full,0x21=both;", [["0xffff"], ["0x7fff", "0x8001"], ["0x7fff", "0x8001"]]),
    ],
)
def test_tables_are_filled_in_the_order_of_opensm(text: str | None, expected: list[list[str]]) -> None:
    assert tables(text) == expected


def test_with_both_memberships_allowed_only_the_full_default_key_goes_to_index_0() -> None:
    assert tables("A=0x1:0x21=both;", both=True) == [
        ["0xffff"],
        ["0x0000", "0x0001", "0x8001", "0x7fff"],
        ["0x0000", "0x7fff"],
    ]


def test_keys_without_room_are_dropped_and_named() -> None:
    text = "".join(f"T{key}={key}:0x21=full,0x31;" for key in (1, 2, 3, 4, 5))
    found = derive_tables(parse_partitions(text.encode(), ""), PORTS, TableOptions(False, 0x11)).tables
    assert found[1].keys == (0x7FFF, 0x8001, 0x8002, 0x8003)
    assert (found[1].dropped, found[2].dropped) == ((0x8004, 0x8005), (2, 3, 4, 5))


def test_members_that_the_fabric_lacks_are_named() -> None:
    found = derive_tables(parse_partitions(b"A=0x1:0x99=full,0x21;", ""), PORTS, TableOptions(False, 0x11))
    assert ([one.port_guid for one in found.unknown_members], found.verdict) == ([0x99], TablesVerdict.OK)


def test_ten_thousand_ports_in_five_hundred_partitions_are_no_trouble() -> None:
    ports = [EndPort(number, NodeKind.CHANNEL_ADAPTER, "", 0) for number in range(1, 10_001)]
    text = "".join(
        f"T{key}=0x{key:x}:" + ",".join(f"0x{key + 500 * place:x}" for place in range(19)) + ";\n"
        for key in range(1, 501)
    )
    found = derive_tables(parse_partitions(text.encode(), ""), ports, TableOptions(False, 1))
    assert sum(len(table.keys) for table in found.tables) == 10_000 + 500 * 19
