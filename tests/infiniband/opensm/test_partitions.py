"""partitions.conf as OpenSM's parser reads it: what is taken, and the action of everything else."""

from __future__ import annotations

import pytest

from roce_lint.infiniband.opensm.partitions import parse_partitions
from roce_lint.infiniband.partition import Membership, ParserAction, PartitionConfiguration, TextFault, Who

GUID = "0x0c42a10300100001"


def parsed(text: str) -> PartitionConfiguration:
    return parse_partitions(text.encode("utf-8"), "partitions.conf")


def doubtful_texts(text: str) -> list[tuple[ParserAction, TextFault, int]]:
    return [(doubtful.action, doubtful.fault, doubtful.source.line) for doubtful in parsed(text).doubtful_texts]


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
    assert (found.is_refused, found.is_foreseeable, found.doubtful_texts) == (False, True, ())


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
        ("", (ParserAction.FATAL, TextFault.NO_DEFINITION, 1)),
        ("# only words\n", (ParserAction.FATAL, TextFault.NO_DEFINITION, 1)),
        (f"A=0x1\n:{GUID};", (ParserAction.FATAL, TextFault.HEADER_WITHOUT_COLON, 1)),
        (f"A=0xz:{GUID};", (ParserAction.FATAL, TextFault.BAD_KEY, 1)),
        ("A=0x1:gpu-1;", (ParserAction.FATAL, TextFault.BAD_GUID, 1)),
        (f"A=0x1:{GUID}\nB=0x2:{GUID};", (ParserAction.FATAL, TextFault.NOT_CLOSED, 2)),
        (f"A=0x1:{GUID}\nA=0x2:{GUID};", (ParserAction.READ_OTHERWISE, TextFault.NOT_CLOSED, 2)),
        (f"A=0x1:{GUID}\nB=0x2,ipoib:{GUID};", (ParserAction.FATAL, TextFault.NOT_CLOSED, 2)),
        (f"A=0x1:{GUID}\nDefault,ipoib:{GUID};", (ParserAction.FATAL, TextFault.NOT_CLOSED, 2)),
        ("A=0x1:0c42:a103:0010:0001=full;", (ParserAction.FATAL, TextFault.BAD_GUID, 1)),
        (f"A=0x1:{GUID};\r\n", (ParserAction.FATAL, TextFault.FOREIGN_BYTE, 1)),
        (f"A=0x1:{GUID}=full\r\n;\n", (ParserAction.READ_OTHERWISE, TextFault.FOREIGN_BYTE, 1)),
        (f"// A\nA=0x1:{GUID};", (ParserAction.FATAL, TextFault.NOT_A_COMMENT, 1)),
        (f"A=0x1:{GUID}=;", (ParserAction.READ_OTHERWISE, TextFault.EMPTY_MEMBERSHIP, 1)),
        (f"A=0x1:{GUID}=Full;", (ParserAction.READ_OTHERWISE, TextFault.UNKNOWN_MEMBERSHIP, 1)),
        (f"A=0x1:{GUID}=full {GUID}=full;", (ParserAction.READ_OTHERWISE, TextFault.MISSING_COMMA, 1)),
        ("A=0x1:A;", (ParserAction.READ_OTHERWISE, TextFault.KEYWORD_BY_PREFIX, 1)),
        ("A=0x1,ipoip:ALL;", (ParserAction.IGNORED, TextFault.UNKNOWN_FLAG, 1)),
        ("A=0x1,s=3:ALL;", (ParserAction.READ_OTHERWISE, TextFault.FLAG_BY_PREFIX, 1)),
        ("A=0x1,sl=16:ALL;", (ParserAction.IGNORED, TextFault.BAD_FLAG_VALUE, 1)),
        (f"A=0x1:{GUID}0=full;", (ParserAction.IGNORED, TextFault.GUID_TOO_LONG, 1)),
        ("A=0x1:0020;", (ParserAction.READ_OTHERWISE, TextFault.GUID_NOT_HEXADECIMAL, 1)),
        ("A=0x1:ALL\nmgid=fe80::1,rate=3\n;", (ParserAction.IGNORED, TextFault.MGID_NOT_MULTICAST, 2)),
        ("A=0x1:ALL\nmgid=ff12::5,SELF=full\nNONE;", (ParserAction.IGNORED, TextFault.ENTRIES_AFTER_MGID, 2)),
        ("A=0x1:ALL\nmgid=ff12:401b::5,rate=7\nNONE;", (ParserAction.IGNORED, TextFault.IP_GROUP_DIFFERS, 2)),
        ("Default,ipoib:ALL;Default,ipoib,mtu=5:ALL;", (ParserAction.IGNORED, TextFault.FLAGS_OF_LATER_DEFINITION, 1)),
        ("0x7:ALL;", (ParserAction.READ_OTHERWISE, TextFault.NAME_IS_KEY, 1)),
        ("default=0x2:ALL;", (ParserAction.READ_OTHERWISE, TextFault.NAME_LIKE_DEFAULT, 1)),
    ],
)
def test_text_that_is_not_taken_as_it_stands_is_reported_with_its_line(
    text: str, expected: tuple[ParserAction, TextFault, int]
) -> None:
    assert expected in doubtful_texts(text)


def test_bytes_that_an_earlier_line_left_are_read_as_opensm_reads_them() -> None:
    assert doubtful_texts("Default=0x7fff:ALL=full,\n#.............rate=7,mtu=5\nmgid=ff12::5\nSELF=full;") == [
        (ParserAction.READ_OTHERWISE, TextFault.MGID_WITHOUT_FLAG, 3)
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
    assert found.doubtful_texts[0].fault is TextFault.LINE_TOO_LONG


def test_an_address_that_opensm_reads_from_nowhere_is_not_foreseen() -> None:
    found = parsed("A=0x1:ALL\nmgid,rate=3\n;")
    assert (found.is_refused, found.is_foreseeable, found.doubtful_texts[-1].fault) == (
        True,
        False,
        TextFault.MGID_WITHOUT_ADDRESS,
    )


@pytest.mark.parametrize(
    "octets", [bytes(range(256)) * 64, b"\0" * 5000, b"\xff\xfe" * 9000, b"A" * 200_000, b";" * 9999]
)
def test_any_bytes_at_all_are_read(octets: bytes) -> None:
    assert parse_partitions(octets, "partitions.conf").is_refused
