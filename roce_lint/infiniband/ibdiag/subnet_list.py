"""`opensm-subnet.lst`: one direction of a cable a line, as ibdmchk and ibdiagnet 1 take it."""

from __future__ import annotations

import re

from roce_lint.infiniband.ib_fabric import IbEnd, IbLink, IbNode, IbPort, LinkSpeed, NodeKind
from roce_lint.infiniband.ib_records import NOT_SAID, IbRecords
from roce_lint.infiniband.ibdiag.words import KINDS, bare_port, unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document

_NODE = (
    r"\{ (?P<kind%s>CA-SM|CA|SW-SM|SW|Rt|RT)\s+Ports:(?P<ports%s>[0-9a-fA-F]+)\s+"
    r"SystemGUID:(?P<system%s>[0-9a-fA-F]{1,16}) "
    r"NodeGUID:(?P<node%s>[0-9a-fA-F]{1,16}) PortGUID:(?P<guid%s>[0-9a-fA-F]{1,16}) VenID:\S+ DevID:\S+ Rev:\S+ "
    r"\{(?P<name%s>.*?)\} LID:(?P<lid%s>[0-9a-fA-F]{1,4}) PN:(?P<number%s>[0-9a-fA-F]{1,2}) \}"
)
_LINE = re.compile(
    _NODE.replace("%s", "")
    + " "
    + _NODE.replace("%s", "_far")
    + r" PHY=(?P<lanes>\d+)x LOG=(?P<state>\w+) SPD=(?P<speed>[\d.]+)\s*"
)
_START = re.compile(r"^\{ (?:CA|SW|Rt|RT)\S*\s+Ports:[0-9a-fA-F]+\s+SystemGUID:", re.MULTILINE)
_SPEEDS = {
    "2.5": LinkSpeed.SDR,
    "5": LinkSpeed.DDR,
    "10": LinkSpeed.QDR,
    "14": LinkSpeed.FDR,
    "25": LinkSpeed.EDR,
    "50": LinkSpeed.HDR,
    "100": LinkSpeed.NDR,
    "200": LinkSpeed.XDR,
}


def is_subnet_list(text: str) -> bool:
    """Return whether a text has a line of a subnet list."""
    return _START.search(text) is not None


def read_subnet_list(document: Document) -> Reading:
    """Read nodes, ports, cables and which adapters run a subnet manager; a line of another form is unread."""
    nodes: dict[int, tuple[re.Match[str], Source]] = {}
    ports: dict[tuple[int, int], IbPort] = {}
    links: dict[tuple[IbEnd, IbEnd], IbLink] = {}
    unread: list[UnreadLine] = []
    for number, line in enumerate(document.text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        source = Source(document.path, number, number)
        if found is None:
            unread.append(unread_line(document, number, line, "no line of a subnet list looks like this"))
            continue
        here = IbEnd(int(found["node"], 16), int(found["number"], 16))
        there = IbEnd(int(found["node_far"], 16), int(found["number_far"], 16))
        nodes.setdefault(here.node, (found, source))
        ports.setdefault((here.node, here.port), _port(found, here.port, source))
        ends = (here, there) if here <= there else (there, here)
        links.setdefault(ends, IbLink(*ends, source))
    by_node: dict[int, list[IbPort]] = {}
    for (guid, _), port in sorted(ports.items()):
        by_node.setdefault(guid, []).append(port)
    records = IbRecords(
        Source(document.path, 1, 1),
        nodes=tuple(_node(guid, *nodes[guid], by_node[guid]) for guid in nodes),
        links=tuple(links[key] for key in sorted(links)),
        states_cables=True,
    )
    return Reading((), (), tuple(unread), (records,))


def _is_switch(found: re.Match[str]) -> bool:
    return KINDS.get(found["kind"], NodeKind.ROUTER) is NodeKind.SWITCH


def _node(guid: int, found: re.Match[str], source: Source, ports: list[IbPort]) -> IbNode:
    system: Fact[int] = Stated(int(found["system"], 16), source)
    if _is_switch(found):
        ports = [bare_port(0, int(found["guid"], 16), source, Stated(int(found["lid"], 16), source)), *ports]
    kind = KINDS.get(found["kind"], NodeKind.ROUTER)
    return IbNode(guid, kind, found["name"], system, Stated(int(found["ports"], 16), source), tuple(ports), source)


def _port(found: re.Match[str], number: int, source: Source) -> IbPort:
    speed = _SPEEDS.get(found["speed"])
    is_switch = _is_switch(found)
    return IbPort(
        number=number,
        guid=0 if is_switch else int(found["guid"], 16),
        lid=NOT_SAID if is_switch else Stated(int(found["lid"], 16), source),
        lmc=NOT_SAID,
        width_lanes=Stated(int(found["lanes"]), source),
        speed=Stated(speed, source) if speed else Unknown(f"speed {found['speed']!r} is not known", source),
        mtu_bytes=NOT_SAID,
        pkey_capacity=NOT_SAID,
        pkeys=NOT_SAID,
        is_sm=Stated(found["kind"].endswith("-SM"), source) if not is_switch else NOT_SAID,
        source=source,
    )
