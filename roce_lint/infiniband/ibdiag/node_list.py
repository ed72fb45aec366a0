"""Lists with a node or a port a line: `ibnetdiscover -l`, `-p`, `ibswitches`, `ibhosts`, `ibrouters`."""

from __future__ import annotations

import re

from roce_lint.infiniband.ib_fabric import IbEnd, IbLink, IbNode, IbPort, NodeKind
from roce_lint.infiniband.ib_records import NOT_SAID, IbRecords
from roce_lint.infiniband.ibdiag.words import KINDS, bare_port, link_rate, unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document

_NODE = re.compile(
    r"(?P<kind>Ca|Switch|Router|Rt)\s*: 0x(?P<guid>[0-9a-fA-F]{1,16}) ports (?P<ports>\d{1,5})"
    r'(?: devid 0x[0-9a-fA-F]+ vendid 0x[0-9a-fA-F]+)? "(?P<name>.*)"(?P<rest>[^"]*)'
)
_LID = re.compile(r"port 0 lid (\d{1,5}) lmc (\d{1,2})")
_PORT = re.compile(
    r"(?P<kind>CA|SW|RT)\s+(?P<lid>\d{1,5})\s+(?P<number>\d{1,3}) 0x(?P<guid>[0-9a-fA-F]{1,16}) "
    r"(?P<rate>\d{1,2}x \S+)\s+(?:- (?P<peer_kind>CA|SW|RT)\s+(?P<peer_lid>\d{1,5})\s+(?P<peer_number>\d{1,3}) "
    r"0x(?P<peer_guid>[0-9a-fA-F]{1,16}) \( '(?P<name>.*)' - '(?P<peer_name>.*)' \)|'(?P<alone>.*)')\s*"
)
_NODE_START = re.compile(r"^(?:Ca|Switch|Router|Rt)\s*: 0x[0-9a-fA-F]+ ports \d+", re.MULTILINE)
_PORT_START = re.compile(r"^(?:CA|SW|RT)\s+\d+\s+\d+ 0x[0-9a-fA-F]{16} \d+x ", re.MULTILINE)


def is_node_list(text: str) -> bool:
    """Return whether a text has a line of one of these lists."""
    return _NODE_START.search(text) is not None or _PORT_START.search(text) is not None


def read_node_list(document: Document) -> Reading:
    """Read nodes, and of `ibnetdiscover -p` the cables as well; a line of another form is unread."""
    nodes: list[IbNode] = []
    ports: list[tuple[re.Match[str], Source]] = []
    unread: list[UnreadLine] = []
    for number, line in enumerate(document.text.splitlines(), 1):
        source = Source(document.path, number, number)
        if not line.strip() or line.startswith("#"):
            continue
        if found := _NODE.fullmatch(line):
            nodes.append(_node(found, source))
        elif found := _PORT.fullmatch(line):
            ports.append((found, source))
        else:
            unread.append(unread_line(document, number, line, "no line of a list of nodes looks like this"))
    members, links = _ports(ports)
    records = IbRecords(Source(document.path, 1, 1), (*nodes, *members), tuple(links), states_cables=bool(links))
    return Reading((), (), tuple(unread), (records,))


def _node(found: re.Match[str], source: Source) -> IbNode:
    kind, guid = KINDS[found["kind"]], int(found["guid"], 16)
    ports: tuple[IbPort, ...] = ()
    if kind is NodeKind.SWITCH:
        lid = _LID.search(found["rest"])
        facts: list[Fact[int]] = [Stated(int(lid[1]), source), Stated(int(lid[2]), source)] if lid else []
        ports = (bare_port(0, guid, source, *facts),)
    return IbNode(guid, kind, found["name"], NOT_SAID, Stated(int(found["ports"]), source), ports, source)


def _ports(rows: list[tuple[re.Match[str], Source]]) -> tuple[list[IbNode], list[IbLink]]:
    """Return the nodes and cables of `ibnetdiscover -p`, which names adapters by the GUIDs of their ports.

    Node GUIDs of adapters are not in the list, so that a port of an adapter counts as a node of its own.
    """
    by_guid: dict[int, list[tuple[re.Match[str], Source]]] = {}
    links: dict[tuple[IbEnd, IbEnd], IbLink] = {}
    for found, source in rows:
        by_guid.setdefault(int(found["guid"], 16), []).append((found, source))
        if found["peer_guid"]:
            here = IbEnd(int(found["guid"], 16), int(found["number"]))
            there = IbEnd(int(found["peer_guid"], 16), int(found["peer_number"]))
            ends = (here, there) if here <= there else (there, here)
            links.setdefault(ends, IbLink(*ends, source))
    nodes = []
    for guid, members in by_guid.items():
        first, source = members[0]
        kind = KINDS[first["kind"]]
        ports = [_port(found, place, kind) for found, place in members]
        if kind is NodeKind.SWITCH:
            ports.append(bare_port(0, guid, source, Stated(int(first["lid"]), source)))
        name = first["name"] if first["alone"] is None else first["alone"]
        count = Unknown("a list of ports does not state how many a node has", source)
        ports.sort(key=lambda port: port.number)
        nodes.append(IbNode(guid, kind, name, NOT_SAID, count, tuple(ports), source))
    return nodes, [links[key] for key in sorted(links)]


def _port(found: re.Match[str], source: Source, kind: NodeKind) -> IbPort:
    lanes, speed = link_rate(found["rate"].replace(" ", ""), source)
    if not found["peer_guid"]:
        lanes, speed = Unknown("the port is not connected", source), Unknown("the port is not connected", source)
    is_switch = kind is NodeKind.SWITCH
    guid = 0 if is_switch else int(found["guid"], 16)
    lid: Fact[int] = NOT_SAID if is_switch else Stated(int(found["lid"]), source)
    number = int(found["number"])
    return IbPort(number, guid, lid, NOT_SAID, lanes, speed, NOT_SAID, NOT_SAID, NOT_SAID, NOT_SAID, source)
