"""`smpquery nodeinfo | portinfo | switchinfo | pkeys` and `nodedesc`.

Which port a table of P_Keys belongs to is not in it: a first line `# command: smpquery pkeys LID [PORT]` or
the file's name (`smpquery_pkeys_2_1.txt`) has to tell.
"""

from __future__ import annotations

import re

from roce_lint.infiniband.ib_fabric import IbNode, LinkSpeed, NodeKind
from roce_lint.infiniband.ib_records import NOT_SAID, IbRecords, PortAddress, PortRecord
from roce_lint.infiniband.ibdiag.dotted import DottedRecord, blocks_of
from roce_lint.infiniband.ibdiag.words import KINDS, LANE_SPEEDS, bare_port, unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.values import replace

_CAPACITY = re.compile(r"(\d{1,5}) pkeys capacity for this port\s*")
_COMMAND = re.compile(r"^# command: (?:\S*/)?smpquery\b(?P<words>.*)$", re.MULTILINE)
_FILE_NAME = re.compile(
    r"pkeys?[_-](?:lid)?(?P<lid>\d{1,5})(?:[_-](?:port)?(?P<number>\d{1,3}))?(?:\.\w+)?$", re.IGNORECASE
)
_WHERE = re.compile(r"Lid (?P<lid>\d{1,5})(?: port (?P<number>\d{1,3}))?.*")
_PKEYS_START = re.compile(r"^   0: 0x[0-9a-fA-F]{4}(?: 0x[0-9a-fA-F]{4})+ *$", re.MULTILINE)
_INFO_START = re.compile(r"^# (?:Node|Port|Switch) info: Lid \d|^NodeType:\.{3,}|^LinkWidthActive:\.{3,}", re.MULTILINE)


def is_pkey_table(text: str) -> bool:
    """Return whether a text is the answer to `smpquery pkeys`."""
    return _PKEYS_START.search(text) is not None and _CAPACITY.search(text) is not None


def is_smp_info(text: str) -> bool:
    """Return whether a text is the answer to `smpquery nodeinfo`, `portinfo` or `switchinfo`."""
    return _INFO_START.search(text) is not None


def read_pkey_table(document: Document) -> Reading:
    """Read the P_Key table of one port; several answers behind each other are read each under its command."""
    ports: list[PortRecord] = []
    unread: list[UnreadLine] = []
    address = _named_port(document)
    keys: list[int] = []
    first = 0
    for number, line in enumerate(document.text.splitlines(), 1):
        if command := _COMMAND.match(line):
            address = _port_of_words(command["words"]) or address
        elif row := re.fullmatch(r"\s*(\d{1,5}):((?: 0x[0-9a-fA-F]{4}){1,8})\s*", line):
            if int(row[1]) != len(keys):
                unread.append(unread_line(document, number, line, f"the row of index {len(keys)} is missing"))
            first = first if keys else number
            keys += [int(key, 16) for key in row[2].split()]
        elif capacity := _CAPACITY.fullmatch(line):
            source = Source(document.path, first or number, number)
            if address is None:
                because = "the file does not say which port this is; name it pkeys_LID.txt or pkeys_LID_PORT.txt"
                unread.append(unread_line(document, number, line, because))
            else:
                ports.append(_table(address, keys, int(capacity[1]), source))
            keys, address = [], None
        elif line.strip() and not line.startswith("#"):
            unread.append(unread_line(document, number, line, "no line of a P_Key table looks like this"))
    if keys:
        because = "the table stops before the line with its capacity"
        unread.append(unread_line(document, document.text.count("\n") + 1, "", because))
    return Reading((), (), tuple(unread), (IbRecords(Source(document.path, 1, 1), ports=tuple(ports)),))


def _table(address: PortAddress, keys: list[int], capacity: int, source: Source) -> PortRecord:
    while keys and keys[-1] == 0:
        keys = keys[:-1]
    return PortRecord(
        address, source, pkey_capacity=Stated(capacity, source), pkeys=Stated(tuple(keys[:capacity]), source)
    )


def _named_port(document: Document) -> PortAddress | None:
    found = _FILE_NAME.search(document.path)
    return PortAddress(lid=int(found["lid"]), number=int(found["number"] or -1)) if found else None


def _port_of_words(words: str) -> PortAddress | None:
    """Return the port that the words behind `smpquery` ask for: by LID, or by port GUID with -G."""
    parts = words.split()
    if "pkeys" not in parts:
        return None
    operands = parts[parts.index("pkeys") + 1 :]
    if "-D" in parts or not operands or not re.fullmatch(r"0x[0-9a-fA-F]+|\d+", operands[0]):
        return None
    value = int(operands[0], 0)
    number = int(operands[1]) if len(operands) > 1 and operands[1].isdigit() else -1
    return PortAddress(guid=value, number=number) if "-G" in parts else PortAddress(lid=value, number=number)


def read_smp_info(document: Document) -> Reading:
    """Read what nodes, ports and switches say of themselves."""
    nodes: list[IbNode] = []
    ports: list[PortRecord] = []
    blocks, odd = blocks_of(document.path, document.text)
    for block in blocks:
        if block.text("NodeType"):
            nodes += _node(block)
        elif block.text("LinkWidthActive", "NeighborMTU"):
            ports += _port(block)
        elif block.text("PartEnforceCap"):
            ports += _enforcement(block)
    unread = [unread_line(document, number, line, "no field of smpquery looks like this") for number, line in odd]
    return Reading((), (), tuple(unread), (IbRecords(Source(document.path, 1, 1), tuple(nodes), ports=tuple(ports)),))


def _node(block: DottedRecord) -> list[IbNode]:
    kind = KINDS.get(block.text("NodeType"))
    guid, port_guid, capacity = block.number("Guid"), block.number("PortGuid"), block.number("PartCap")
    if kind is None or guid is None or port_guid is None:
        return []
    where = _WHERE.fullmatch(block.where)
    lid: Fact[int] = Stated(int(where["lid"]), block.source) if where else NOT_SAID
    number = 0 if kind is NodeKind.SWITCH else block.number("LocalPort") or 1
    system, count = block.number("SystemGuid"), block.number("NumPorts")
    room = NOT_SAID if capacity is None else Stated(capacity, block.source_of("PartCap"))
    port = replace(bare_port(number, port_guid, block.place, lid), pkey_capacity=room)
    return [
        IbNode(
            guid,
            kind,
            "",
            NOT_SAID if system is None else Stated(system, block.source_of("SystemGuid")),
            NOT_SAID if count is None else Stated(count, block.source_of("NumPorts")),
            (port,),
            block.place,
        )
    ]


def port_facts(block: DottedRecord, address: PortAddress, source: Source) -> PortRecord:
    """Return what a PortInfo says; shared with saquery, which prints the same fields."""
    speed = LANE_SPEEDS.get(block.text("LinkSpeedExtActive").removesuffix(" Gbps")) or LANE_SPEEDS.get(
        block.text("LinkSpeedActive").removesuffix(" Gbps")
    )
    width = re.match(r"(\d{1,2})X", block.text("LinkWidthActive"))
    mtu, lid, lmc = block.number("NeighborMTU"), block.number("Lid", "base_lid"), block.number("LMC")
    prefix = block.number("GidPrefix")
    return PortRecord(
        address=address,
        source=source,
        lid=Stated(lid, block.source_of("Lid", "base_lid")) if lid else NOT_SAID,
        lmc=NOT_SAID if lmc is None else Stated(lmc, block.source_of("LMC")),
        width_lanes=Stated(int(width[1]), block.source_of("LinkWidthActive")) if width else NOT_SAID,
        speed=_speed(speed, block),
        mtu_bytes=NOT_SAID if mtu is None else Stated(mtu, block.source_of("NeighborMTU")),
        is_sm=Stated("IsSM" in block.flags, block.source_of("CapMask")) if block.text("CapMask") else NOT_SAID,
        subnet_prefix=Stated(prefix, block.source_of("GidPrefix")) if prefix else NOT_SAID,
    )


def _speed(speed: LinkSpeed | None, block: DottedRecord) -> Fact[LinkSpeed]:
    """Return the speed; a port of an extended speed shows QDR as its plain one where the extended is not printed."""
    if speed is None:
        return NOT_SAID
    source = block.source_of("LinkSpeedExtActive", "LinkSpeedActive")
    if speed is LinkSpeed.QDR and "IsExtendedSpeedsSupported" in block.flags and not block.text("LinkSpeedExtActive"):
        return Unknown("the extended speed is not printed", source)
    return Stated(speed, source)


def _port(block: DottedRecord) -> list[PortRecord]:
    where = _WHERE.fullmatch(block.where)
    if where is None:
        return []
    lid, number = int(where["lid"]), int(where["number"] or 0)
    address = PortAddress(lid=lid, number=number or -1)
    return [port_facts(block, address, block.place)]


def _enforcement(block: DottedRecord) -> list[PortRecord]:
    """Return the capacity of a switch's external ports; number -2 stands for all of them."""
    where, capacity = _WHERE.fullmatch(block.where), block.number("PartEnforceCap")
    if where is None or capacity is None:
        return []
    source = block.source_of("PartEnforceCap")
    return [PortRecord(PortAddress(lid=int(where["lid"]), number=-2), source, pkey_capacity=Stated(capacity, source))]
