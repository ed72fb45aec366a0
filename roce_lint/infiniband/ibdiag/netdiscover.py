"""`ibnetdiscover`: every node with its cabled ports; the same form describes simulated networks."""

from __future__ import annotations

import re

from roce_lint.infiniband.ib_fabric import PERMISSIVE_LID, IbEnd, IbLink, IbNode, IbPort, NodeKind
from roce_lint.infiniband.ib_records import NOT_SAID, IbRecords
from roce_lint.infiniband.ibdiag.words import KINDS, bare_port, link_rate, unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.values import replace

_HEADER = re.compile(
    r'(?P<kind>Switch|Ca|Rt)\s*(?P<ports>\d{1,5})\s*"(?P<id>[SHR]-[0-9a-fA-F]{1,16})"(?:\s*#\s*"(?P<name>.*)"(?P<rest>[^"]*))?\s*'
)
_PORT = re.compile(
    r'\[(?P<number>\d{1,3})\](?:\[[^\]]*\])?(?:\((?P<guid>[0-9a-fA-F]{1,16})\))?\s*"(?P<peer>[SHR]-[0-9a-fA-F]{1,16})"'
    r"\[(?P<peer_number>\d{1,3})\](?:\[[^\]]*\])?(?:\((?P<peer_guid>[0-9a-fA-F]{1,16})\))?\s*(?:#\s*(?P<comment>.*))?"
)
_COMMENT = re.compile(
    r'(?:lid (?P<lid>\d{1,5}) lmc (?P<lmc>\d{1,2}) )?"(?P<peer_name>.*)" lid (?P<peer_lid>\d{1,5})(?: (?P<rate>\S+))?.*'
)
_GUID = re.compile(r"(?P<word>sysimgguid|switchguid|caguid|rtguid)=0x(?P<guid>[0-9a-fA-F]{1,16})")
_QUIET = re.compile(r"vendid=|devid=|#|Non-Chassis Nodes|Chassis \d+|DEBUG:|\s*$")
_SWITCH_LID = re.compile(r"port 0 lid (\d{1,5}) lmc (\d{1,2})")
_START = re.compile(r'^(?:Switch|Ca|Rt)\s*\d+\s*"[SHR]-[0-9a-fA-F]+"', re.MULTILINE)
"""Blanks may be lost with the tabs of a dump that went through a web page or a mail."""


def is_netdiscover(text: str) -> bool:
    """Return whether a text has the header of a node."""
    return _START.search(text) is not None


def read_netdiscover(document: Document) -> Reading:
    """Read nodes, ports and cables; a line of another form is unread."""
    reader = _Reader(document)
    for number, line in enumerate(document.text.splitlines(), 1):
        reader.take(number, line)
    reader.finish()
    nodes = tuple(reader.nodes)
    records = IbRecords(
        Source(document.path, 1, 1),
        nodes=with_simulated_capacities(nodes) if is_simulated(document.text) else nodes,
        links=tuple(sorted(reader.links, key=lambda link: (link.a, link.b))),
        states_cables=True,
    )
    return Reading((), (), tuple(reader.unread), (records,))


class _Reader:
    """Collects the ports of a node until the next node begins."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.nodes: list[IbNode] = []
        self.links: list[IbLink] = []
        self.unread: list[UnreadLine] = []
        self._seen: dict[tuple[IbEnd, IbEnd], None] = {}
        self._header: re.Match[str] | None = None
        self._line = 0
        self._last = 0
        self._ports: list[IbPort] = []
        self._guids: dict[str, int] = {}

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if line.startswith("["):
            self._port(number, line)
        elif _QUIET.match(line):
            pass
        elif found := _GUID.match(line):
            if self._header:
                self.finish()
            self._guids[found["word"]] = int(found["guid"], 16)
        elif found := _HEADER.fullmatch(line):
            if self._header:
                self.finish()
            self._header, self._line, self._last = found, number, number
        else:
            self.unread.append(unread_line(self.document, number, line, "no line of ibnetdiscover looks like this"))

    def finish(self) -> None:
        """Close the node that is being read."""
        header = self._header
        if header is not None:
            self.nodes.append(self._node(header))
            self._guids = {}
        self._header, self._ports = None, []

    def _node(self, header: re.Match[str]) -> IbNode:
        source = Source(self.document.path, self._line, self._last)
        kind = KINDS[header["kind"]]
        word = {"Switch": "switchguid", "Ca": "caguid", "Rt": "rtguid"}[header["kind"]]
        guid = self._guids.get(word, int(header["id"][2:], 16))
        ports = self._ports
        if kind is NodeKind.SWITCH:
            ports = [self._management_port(header, guid), *ports]
        system = self._guids.get("sysimgguid")
        return IbNode(
            guid=guid,
            kind=kind,
            name=header["name"] or "",
            system_guid=Unknown("the file gives no system GUID", source) if system is None else Stated(system, source),
            port_count=Stated(int(header["ports"]), source),
            ports=tuple(sorted(ports, key=lambda port: port.number)),
            source=source,
        )

    def _management_port(self, header: re.Match[str], guid: int) -> IbPort:
        source = Source(self.document.path, self._line, self._line)
        found = _SWITCH_LID.search(header["rest"] or "")
        lid: Fact[int] = _lid(found[1], source) if found else NOT_SAID
        return bare_port(0, guid, source, lid, Stated(int(found[2]), source) if found else NOT_SAID)

    def _port(self, number: int, line: str) -> None:
        found = _PORT.fullmatch(line)
        header = self._header
        if header is None or found is None:
            because = "no header of a node precedes it" if found else "no port of ibnetdiscover looks like this"
            self.unread.append(unread_line(self.document, number, line, because))
            return
        source = Source(self.document.path, number, number)
        self._last = number
        comment = _COMMENT.fullmatch(found["comment"] or "")
        lanes, speed = link_rate(comment["rate"] or "" if comment else "", source)
        lid: Fact[int] = _lid(comment["lid"], source) if comment and comment["lid"] else NOT_SAID
        lmc: Fact[int] = Stated(int(comment["lmc"]), source) if comment and comment["lmc"] else NOT_SAID
        guid = int(found["guid"], 16) if found["guid"] else 0
        mine = int(found["number"])
        self._ports.append(IbPort(mine, guid, lid, lmc, lanes, speed, NOT_SAID, NOT_SAID, NOT_SAID, NOT_SAID, source))
        here = IbEnd(int(header["id"][2:], 16), mine)
        there = IbEnd(int(found["peer"][2:], 16), int(found["peer_number"]))
        ends = (here, there) if here <= there else (there, here)
        if ends not in self._seen:
            self._seen[ends] = None
            self.links.append(IbLink(*ends, source))


def _lid(text: str, source: Source) -> Fact[int]:
    """Return a LID; 0 and the permissive one stand for one that the subnet manager has not given yet."""
    value = int(text)
    if value in (0, PERMISSIVE_LID):
        return Unknown("the subnet manager has given no LID yet", source)
    return Stated(value, source)


_MARK = "# ibsim network"
_ADAPTER_KEYS = 64
_SWITCH_KEYS = 8
_BECAUSE = "ibsim 0.10 gives adapters and routers 64 P_Keys, a switch's port 0 has 8 and its other ports 64"


def is_simulated(text: str) -> bool:
    """Say whether a topology is written for the simulator ibsim."""
    return text.lstrip().startswith(_MARK)


def with_simulated_capacities(nodes: tuple[IbNode, ...]) -> tuple[IbNode, ...]:
    """Return the nodes with the sizes of P_Key tables that the simulator has."""
    return tuple(replace(node, ports=tuple(_with_capacity(node, port) for port in node.ports)) for node in nodes)


def _with_capacity(node: IbNode, port: IbPort) -> IbPort:
    if not isinstance(port.pkey_capacity, Unknown):
        return port
    keys = _SWITCH_KEYS if node.kind is NodeKind.SWITCH and not port.number else _ADAPTER_KEYS
    return replace(port, pkey_capacity=Default(keys, port.source, _BECAUSE))
