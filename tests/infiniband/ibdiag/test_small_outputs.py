"""Tools that answer in a few lines, and what happens when the lines are damaged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.infiniband.ib_records import IbRecords, PortAddress
from roce_lint.infiniband.ibdiag import read_ibdiag
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.read.detect import detect
from roce_lint.read.format import IBDIAG
from roce_lint.text.document import Document

PKEYS = "   0: 0xffff 0x8001 0x0000 0x0002\n   4: 0x0000 0x0000 0x0000 0x0000\n8 pkeys capacity for this port\n"
IBSTAT = """\
CA 'mlx5_0'
\tCA type: MT4129
\tNumber of ports: 1
\tNode GUID: 0x0c42a10300100000
\tSystem image GUID: 0x0c42a10300100000
\tPort 1:
\t\tState: Active
\t\tRate: 400
\t\tBase lid: 7
\t\tLMC: 0
\t\tCapability mask: 0xa651e848
\t\tPort GUID: 0x0c42a10300100001
\t\tLink layer: InfiniBand
CA 'mlx5_bond_0'
\tNumber of ports: 1
\tNode GUID: 0x0c42a10300100010
\tPort 1:
\t\tState: Active
\t\tPort GUID: 0x0c42a10300100011
\t\tLink layer: Ethernet
"""
SYSFS = """\
/sys/class/infiniband/mlx5_0/ports/1/gids/0:fe80:0000:0000:0000:0c42:a103:0010:0001
/sys/class/infiniband/mlx5_0/ports/1/pkeys/0:0x7fff
/sys/class/infiniband/mlx5_0/ports/1/pkeys/1:0x8005
/sys/class/infiniband/mlx5_0/ports/1/pkeys/2:0x0000
"""


def one_record(path: str, text: str) -> tuple[Reading, IbRecords]:
    document = Document(path, text)
    assert detect(document) == IBDIAG
    reading = read_ibdiag(document)
    (found,) = reading.infiniband
    assert isinstance(found, IbRecords)
    return reading, found


@pytest.mark.parametrize(
    ("path", "text", "address"),
    [
        ("out/smpquery_pkeys_12.txt", PKEYS, PortAddress(lid=12)),
        ("out/pkeys_12_3.txt", PKEYS, PortAddress(lid=12, number=3)),
        ("a.txt", "# command: smpquery pkeys 4 1\n" + PKEYS, PortAddress(lid=4, number=1)),
        ("a.txt", "# command: smpquery -G pkeys 0x0c42a10300100001\n" + PKEYS, PortAddress(guid=0x0C42A10300100001)),
    ],
    ids=["by name", "by name with port", "by command", "by GUID"],
)
def test_a_pkey_table_belongs_to_the_port_that_was_asked(path: str, text: str, address: PortAddress) -> None:
    reading, found = one_record(path, text)
    (port,) = found.ports
    assert (port.address, reading.unread) == (address, ())
    assert isinstance(port.pkeys, Stated)
    assert port.pkeys.value == (0xFFFF, 0x8001, 0, 2)
    assert isinstance(port.pkey_capacity, Stated)
    assert port.pkey_capacity.value == 8


def test_a_pkey_table_of_nobody_is_said_to_be_one() -> None:
    reading, found = one_record("table.txt", PKEYS)
    assert found.ports == ()
    because = "the file does not say which port this is; name it pkeys_LID.txt or pkeys_LID_PORT.txt"
    assert [(line.source.line, line.because) for line in reading.unread] == [(3, because)]


def test_ibstat_leaves_ethernet_ports_out() -> None:
    _, found = one_record("gpu7/ibstat.txt", IBSTAT)
    (node,) = found.nodes
    (port,) = node.ports
    assert (node.name, node.guid, port.guid) == ("gpu7 mlx5_0", 0x0C42A10300100000, 0x0C42A10300100001)
    assert port.lid == Stated(7, Source("gpu7/ibstat.txt", 9, 9))
    assert port.is_sm == Stated(False, Source("gpu7/ibstat.txt", 11, 11))


def test_a_pkey_tree_of_sysfs_names_its_port_by_gid() -> None:
    _, found = one_record("gpu7/pkeys.txt", SYSFS)
    (port,) = found.ports
    assert port.address.guid == 0x0C42A10300100001
    assert isinstance(port.pkeys, Stated)
    assert port.pkeys.value == (0x7FFF, 0x8005)


def test_a_broken_line_of_a_name_map_is_unread() -> None:
    text = '# names\n0xb8cef60300010000 "leaf 1"\n0xb8cef60300010040 "leaf 2"\n0xb8cef60300010080 "leaf 3"\noops\n'
    reading, found = one_record("node-name-map", text)
    assert [record.name for record in found.names] == ["leaf 1", "leaf 2", "leaf 3"]
    because = "not of the form of the other lines; the tools then drop the whole map"
    assert [(line.source.line, line.because) for line in reading.unread] == [(5, because)]


def test_an_unreachable_lid_has_no_route() -> None:
    text = "dump_ucast_routes: Switch 0xb8cef60300010000\nLID    : Port : Hops : Optimal\n"
    text += (
        "0x0001 : 001  : 01   : yes\n0x0003 : UNREACHABLE\n0x000A : 012  : 02   : No 03 hop path possible via port 1!\n"
    )
    reading, found = one_record("opensm.fdbs", text)
    (table,) = found.forwarding
    assert (list(table.ports), reading.unread) == ([255, 1, 255, 255, 255, 255, 255, 255, 255, 255, 12], ())


@given(st.sampled_from([PKEYS, IBSTAT, SYSFS]), st.integers(0, 400), st.text(max_size=8))
def test_no_damage_makes_a_reader_fail(text: str, position: int, damage: str) -> None:
    reading = read_ibdiag(Document("x_1.txt", text[:position] + damage + text[position + 1 :]))
    assert all(line.because for line in reading.unread)
    assert all(
        isinstance(port.pkeys, Stated | Unknown)
        for found in reading.infiniband
        if isinstance(found, IbRecords)
        for port in found.ports
    )
