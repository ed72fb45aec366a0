"""partitions.conf as OpenSM's parser reads it: what is taken, and the fate of everything else."""

from __future__ import annotations

import pytest

from roce_lint.infiniband.opensm.partitions import parse_partitions
from roce_lint.infiniband.partition import Fate, Membership, PartitionConfiguration, Trap, Who

GUID = "0x0c42a10300100001"


def parsed(text: str) -> PartitionConfiguration:
    return parse_partitions(text.encode("utf-8"), "partitions.conf")


def fates(text: str) -> list[tuple[Fate, Trap, int]]:
    return [(fate.fate, fate.trap, fate.source.line) for fate in parsed(text).fates]


def test_a_definition_is_read_with_its_flags_and_members() -> None:
    found = parsed(f"# tenants\nA=0x1, ipoib, mtu=5, defmember=full:\n  {GUID}, SELF=limited\n ALL_CAS=both;\n")
    (definition,) = found.definitions
    assert (definition.name, definition.key, definition.is_ipoib, definition.flags.mtu_code) == ("A", 1, True, 5)
    assert [(one.who, one.membership, one.is_stated, one.source.line) for one in definition.members] == [
        (Who.PORT, Membership.FULL, False, 3),
        (Who.SELF, Membership.LIMITED, True, 3),
        (Who.CHANNEL_ADAPTERS, Membership.BOTH, True, 4),
    ]
    assert (definition.source.line, definition.source.end_line) == (2, 4)
    assert (found.is_refused, found.is_foreseeable, found.fates) == (False, True, ())


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Default:ALL;", 0x7FFF),
        ("default:ALL;", 1),
        ("A:ALL;", 1),
        ("0x5:ALL;", 5),
        ("A=0x8001:ALL;", 1),
        ("A=-1:ALL;", 0x7FFF),
        ("A=0:ALL;", 1),
        ("A=010:ALL;", 8),
    ],
)
def test_the_key_in_force_is_the_one_that_opensm_takes(text: str, key: int) -> None:
    assert [one.key for one in parsed(text).definitions] == [key]


def test_automatic_keys_are_given_in_the_order_of_the_file() -> None:
    found = parsed("A:ALL;B=0x1:ALL;C:ALL;A:SELF;" + "n" * 32 + ":ALL;" + "n" * 32 + ":ALL;")
    assert [one.key for one in found.definitions] == [1, 1, 2, 1, 3, 4]
    assert [(one.key, one.name, len(one.definitions)) for one in found.partitions][:2] == [(1, "A", 3), (2, "C", 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (Fate.FATAL, Trap.NO_DEFINITION, 1)),
        ("# only words\n", (Fate.FATAL, Trap.NO_DEFINITION, 1)),
        (f"A=0x1\n:{GUID};", (Fate.FATAL, Trap.HEADER_WITHOUT_COLON, 1)),
        (f"A=0xz:{GUID};", (Fate.FATAL, Trap.BAD_KEY, 1)),
        ("A=0x1:gpu-1;", (Fate.FATAL, Trap.BAD_GUID, 1)),
        (f"A=0x1:{GUID}\nB=0x2:{GUID};", (Fate.FATAL, Trap.NOT_CLOSED, 2)),
        (f"A=0x1:{GUID}\nA=0x2:{GUID};", (Fate.READ_OTHERWISE, Trap.NOT_CLOSED, 2)),
        (f"A=0x1:{GUID}\nB=0x2,ipoib:{GUID};", (Fate.FATAL, Trap.NOT_CLOSED, 2)),
        (f"A=0x1:{GUID}\nDefault,ipoib:{GUID};", (Fate.FATAL, Trap.NOT_CLOSED, 2)),
        ("A=0x1:0c42:a103:0010:0001=full;", (Fate.FATAL, Trap.BAD_GUID, 1)),
        (f"A=0x1:{GUID};\r\n", (Fate.FATAL, Trap.FOREIGN_BYTE, 1)),
        (f"A=0x1:{GUID}=full\r\n;\n", (Fate.READ_OTHERWISE, Trap.FOREIGN_BYTE, 1)),
        (f"// A\nA=0x1:{GUID};", (Fate.FATAL, Trap.NOT_A_COMMENT, 1)),
        (f"A=0x1:{GUID}=;", (Fate.READ_OTHERWISE, Trap.EMPTY_MEMBERSHIP, 1)),
        (f"A=0x1:{GUID}=Full;", (Fate.READ_OTHERWISE, Trap.UNKNOWN_MEMBERSHIP, 1)),
        (f"A=0x1:{GUID}=full {GUID}=full;", (Fate.READ_OTHERWISE, Trap.MISSING_COMMA, 1)),
        ("A=0x1:A;", (Fate.READ_OTHERWISE, Trap.KEYWORD_BY_PREFIX, 1)),
        ("A=0x1,ipoip:ALL;", (Fate.IGNORED, Trap.UNKNOWN_FLAG, 1)),
        ("A=0x1,s=3:ALL;", (Fate.READ_OTHERWISE, Trap.FLAG_BY_PREFIX, 1)),
        ("A=0x1,sl=16:ALL;", (Fate.IGNORED, Trap.BAD_FLAG_VALUE, 1)),
        (f"A=0x1:{GUID}0=full;", (Fate.IGNORED, Trap.GUID_TOO_LONG, 1)),
        ("A=0x1:0020;", (Fate.READ_OTHERWISE, Trap.GUID_NOT_HEXADECIMAL, 1)),
        ("A=0x1:ALL\nmgid=fe80::1,rate=3\n;", (Fate.IGNORED, Trap.MGID_NOT_MULTICAST, 2)),
        ("A=0x1:ALL\nmgid=ff12::5,SELF=full\nNONE;", (Fate.IGNORED, Trap.ENTRIES_AFTER_MGID, 2)),
        ("A=0x1:ALL\nmgid=ff12:401b::5,rate=7\nNONE;", (Fate.IGNORED, Trap.IP_GROUP_DIFFERS, 2)),
        ("Default,ipoib:ALL;Default,ipoib,mtu=5:ALL;", (Fate.IGNORED, Trap.FLAGS_OF_LATER_DEFINITION, 1)),
        ("0x7:ALL;", (Fate.READ_OTHERWISE, Trap.NAME_IS_KEY, 1)),
        ("default=0x2:ALL;", (Fate.READ_OTHERWISE, Trap.NAME_LIKE_DEFAULT, 1)),
    ],
)
def test_text_that_is_not_taken_as_it_stands_is_reported_with_its_line(
    text: str, expected: tuple[Fate, Trap, int]
) -> None:
    assert expected in fates(text)


def test_bytes_that_an_earlier_line_left_are_read_as_opensm_reads_them() -> None:
    assert fates("Default=0x7fff:ALL=full,\n#.............rate=7,mtu=5\nmgid=ff12::5\nSELF=full;") == [
        (Fate.READ_OTHERWISE, Trap.MGID_WITHOUT_FLAG, 3)
    ]
    group = (
        parsed("Default=0x7fff:ALL=full,\n#.............rate=7,mtu=5\nmgid=ff12::5\nSELF=full;")
        .definitions[0]
        .groups[0]
    )
    assert (group.flags.rate_code, group.flags.mtu_code) == (7, 5)
    assert parsed(f"A=0x1:{GUID}\n;\n").is_refused
    assert not parsed(f"A=0x1:{GUID},NONE\n  \t            \t                                 \n;\n").is_refused


def test_a_line_is_cut_where_opensm_cuts_it() -> None:
    found = parsed("A=0x1:" + " " * 4080 + GUID + "=full;")
    assert [member.port_guid for member in found.definitions[0].members] != [0x0C42A10300100001]
    assert found.fates[0].trap is Trap.LINE_TOO_LONG


def test_an_address_that_opensm_reads_from_nowhere_is_not_foreseen() -> None:
    found = parsed("A=0x1:ALL\nmgid,rate=3\n;")
    assert (found.is_refused, found.is_foreseeable, found.fates[-1].trap) == (True, False, Trap.MGID_WITHOUT_ADDRESS)


@pytest.mark.parametrize(
    "octets", [bytes(range(256)) * 64, b"\0" * 5000, b"\xff\xfe" * 9000, b"A" * 200_000, b";" * 9999]
)
def test_any_bytes_at_all_are_read(octets: bytes) -> None:
    assert parse_partitions(octets, "partitions.conf").is_refused
