"""Nodes, ports and cables of `ibnetdiscover`, with their lines."""

from __future__ import annotations

from roce_lint.infiniband.ib_fabric import IbEnd, IbLink, LinkSpeed, NodeKind
from roce_lint.infiniband.ib_records import IbRecords
from roce_lint.infiniband.ibdiag import read_ibdiag
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.read.detect import detect
from roce_lint.read.format import IBDIAG
from roce_lint.text.document import Document

TEXT = """\
vendid=0x2c9
devid=0xd2f0
sysimgguid=0xb8cef60300010000
switchguid=0xb8cef60300010000(b8cef60300010000)
Switch\t40 "S-b8cef60300010000"\t\t# "leaf \\"1\\"" enhanced port 0 lid 2 lmc 0
[1]\t"H-0c42a10300100000"[1](c42a10300100001) \t\t# "gpu-1 mlx5_0" lid 1 4xHDR
[40]\t"S-b8cef60300010040"[7]\t\t# "spine" lid 3 2xNDR

vendid=0x2c9
devid=0x101b
sysimgguid=0xc42a10300100000
caguid=0xc42a10300100000
Ca\t2 "H-0c42a10300100000"\t\t# "gpu-1 mlx5_0"
[1](c42a10300100001) \t"S-b8cef60300010000"[1]\t\t# lid 1 lmc 0 "leaf" lid 2 4xHDR
surprise
"""


def records(text: str) -> tuple[IbRecords, tuple[UnreadLine, ...]]:
    document = Document("net.txt", text)
    assert detect(document) == IBDIAG
    reading = read_ibdiag(document)
    (found,) = reading.infiniband
    assert isinstance(found, IbRecords)
    return found, reading.unread


def at(line: int) -> Source:
    return Source("net.txt", line, line)


def test_nodes_ports_and_cables_have_their_lines() -> None:
    found, unread = records(TEXT)
    switch, adapter = found.nodes
    assert (switch.kind, switch.guid, switch.name) == (NodeKind.SWITCH, 0xB8CEF60300010000, 'leaf \\"1\\"')
    assert [(port.number, port.guid, port.lid) for port in switch.ports] == [
        (0, 0xB8CEF60300010000, Stated(2, at(5))),
        (1, 0, switch.ports[1].lid),
        (40, 0, switch.ports[1].lid),
    ]
    assert isinstance(switch.ports[1].lid, Unknown)
    assert (switch.ports[2].width_lanes, switch.ports[2].speed) == (Stated(2, at(7)), Stated(LinkSpeed.NDR, at(7)))
    assert adapter.port_count == Stated(2, Source("net.txt", 13, 14))
    assert (adapter.ports[0].guid, adapter.ports[0].lid) == (0xC42A10300100001, Stated(1, at(14)))
    here, there = IbEnd(0xC42A10300100000, 1), IbEnd(0xB8CEF60300010000, 1)
    uplink = IbLink(IbEnd(0xB8CEF60300010000, 40), IbEnd(0xB8CEF60300010040, 7), at(7))
    assert found.links == (IbLink(here, there, at(6)), uplink)
    assert [(line.source, line.text) for line in unread] == [(at(15), "surprise")]


def test_no_lid_yet_is_not_lid_zero() -> None:
    found, _ = records(TEXT.replace("lid 1 lmc", "lid 0 lmc"))
    assert found.nodes[1].ports[0].lid == Unknown("the subnet manager has given no LID yet", at(14))


def test_a_port_without_a_node_is_unread() -> None:
    reading = read_ibdiag(Document("net.txt", '[1]\t"S-1"[1]\n' + TEXT))
    assert reading.unread[0].because == "no header of a node precedes it"
