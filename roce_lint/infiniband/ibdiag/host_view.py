"""What one host says of its adapters: `sminfo`, `ibstat`, and P_Key tables below /sys/class/infiniband."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from roce_lint.infiniband.ib_fabric import IbNode, IbPort, LinkSpeed, NodeKind, SubnetManager
from roce_lint.infiniband.ib_records import NOT_SAID, IbRecords, PortAddress, PortRecord
from roce_lint.infiniband.ibdiag.saquery import STATES
from roce_lint.infiniband.ibdiag.words import bare_port, unread_line
from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source, Stated
from roce_lint.model.reading import Reading
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document

_SMINFO = re.compile(
    r"sminfo: sm lid (?P<lid>\d{1,5}) sm guid 0x(?P<guid>[0-9a-fA-F]{1,16}), activity count \d+ "
    r"priority (?P<priority>\d{1,2}) state (?P<state>\d) SMINFO_\w+\s*"
)
_SMINFO_START = re.compile(r"^sminfo: sm lid \d", re.MULTILINE)
_IBSTAT_START = re.compile(r"^CA '[^']+'\s*$", re.MULTILINE)
_FIELD = re.compile(r"\s+(?P<name>[A-Z][\w #]*?): ?(?P<value>.*)")
_SYSFS = re.compile(
    r"(?P<path>\S*/?sys/class/infiniband/(?P<device>[\w.-]+)/(?:ports/(?P<port>\d{1,3})/)?"
    r"(?P<leaf>pkeys/\d{1,5}|gids/0|node_guid|sys_image_guid|lid|link_layer))\s*[:=]?\s*(?P<value>\S.*?)\s*"
)
_SYSFS_PATH = re.compile(
    r"(?P<root>.*?)/?sys/class/infiniband/(?P<device>[\w.-]+)/ports/(?P<port>\d{1,3})/pkeys/(?P<index>\d{1,5})$"
)
_GUID = re.compile(r"0x([0-9a-fA-F]{1,16})")


_TOOL = re.compile(r"(?:ibstat|sysfs|p_?keys|infiniband|sminfo)(?:[._-]|$)", re.IGNORECASE)


def _host_name(path: str) -> str:
    """Return the host that an output is of: from the file's name, or from its folder where the name is the tool's."""
    parts = PurePosixPath(path).parts
    names = [device_name_from_path(part) for part in reversed(parts) if part not in ("/", ".")]
    return next((name for name in names if name and not _TOOL.match(name)), "")


def is_sminfo(text: str) -> bool:
    """Return whether a text is the answer to `sminfo`."""
    return _SMINFO_START.search(text) is not None


def read_sminfo(document: Document) -> Reading:
    """Read every subnet manager that answered."""
    managers: list[SubnetManager] = []
    unread: list[UnreadLine] = []
    for number, line in enumerate(document.text.splitlines(), 1):
        source = Source(document.path, number, number)
        if not line.strip() or line.startswith("#"):
            continue
        found = _SMINFO.fullmatch(line)
        if found is None or int(found["state"]) >= len(STATES):
            unread.append(unread_line(document, number, line, "no line of sminfo looks like this"))
            continue
        managers.append(
            SubnetManager(
                guid=int(found["guid"], 16),
                lid=Stated(int(found["lid"]), source),
                priority=Stated(int(found["priority"]), source),
                state=Stated(STATES[int(found["state"])], source),
                sm_key=NOT_SAID,
                source=source,
            )
        )
    return Reading((), (), tuple(unread), (IbRecords(Source(document.path, 1, 1), managers=tuple(managers)),))


def is_ibstat(text: str) -> bool:
    """Return whether a text is the answer to `ibstat`."""
    return _IBSTAT_START.search(text) is not None and "Port GUID:" in text


def read_ibstat(document: Document) -> Reading:
    """Read adapters and their InfiniBand ports; a port whose link layer is Ethernet is none."""
    nodes: list[IbNode] = []
    unread: list[UnreadLine] = []
    host = _host_name(document.path)
    adapter: _Adapter | None = None
    for number, line in enumerate(document.text.splitlines(), 1):
        if found := re.fullmatch(r"CA '([^']+)'\s*", line):
            nodes += adapter.node(host) if adapter else []
            adapter = _Adapter(found[1], Source(document.path, number, number))
        elif adapter and (found := re.fullmatch(r"\s+Port (\d{1,3}):\s*", line)):
            adapter.begin_port(int(found[1]), Source(document.path, number, number))
        elif adapter and (found := _FIELD.fullmatch(line)):
            adapter.note(found["name"], found["value"].strip(), Source(document.path, number, number))
        elif line.strip() and not line.startswith("#"):
            unread.append(unread_line(document, number, line, "no line of ibstat looks like this"))
    nodes += adapter.node(host) if adapter else []
    return Reading((), (), tuple(unread), (IbRecords(Source(document.path, 1, 1), nodes=tuple(nodes)),))


class _Adapter:
    """One adapter of ibstat while its lines are read."""

    def __init__(self, name: str, source: Source) -> None:
        self.name = name
        self.source = source
        self.values: dict[str, tuple[str, Source]] = {}
        self.ports: list[tuple[int, Source, dict[str, tuple[str, Source]]]] = []

    def begin_port(self, number: int, source: Source) -> None:
        """Take the following values as those of a port."""
        self.ports.append((number, source, {}))

    def note(self, name: str, value: str, source: Source) -> None:
        """Keep a value."""
        (self.ports[-1][2] if self.ports else self.values)[name] = (value, source)

    def node(self, host: str) -> list[IbNode]:
        """Return the adapter, without ports that are not of InfiniBand; nothing where its GUID is missing."""
        guid = _guid(self.values, "Node GUID")
        if not guid:
            return []
        ports = [_stat_port(number, place, values) for number, place, values in self.ports if _is_infiniband(values)]
        if self.ports and not ports:
            return []
        system = _guid(self.values, "System image GUID")
        count = self.values.get("Number of ports", ("", self.source))
        return [
            IbNode(
                guid=guid,
                kind=NodeKind.CHANNEL_ADAPTER,
                name=f"{host} {self.name}" if host else self.name,
                system_guid=Stated(system, self.source) if system else NOT_SAID,
                port_count=Stated(int(count[0]), count[1]) if count[0].isdigit() else NOT_SAID,
                ports=tuple(ports),
                source=self.source,
            )
        ]


def _is_infiniband(values: dict[str, tuple[str, Source]]) -> bool:
    return values.get("Link layer", ("IB", None))[0] in ("IB", "InfiniBand")


def _guid(values: dict[str, tuple[str, Source]], name: str) -> int:
    found = _GUID.fullmatch(values.get(name, ("", None))[0])
    return int(found[1], 16) if found else 0


_RATES = {10: (4, LinkSpeed.SDR), 20: (4, LinkSpeed.DDR), 40: (4, LinkSpeed.QDR), 56: (4, LinkSpeed.FDR)}
_RATES |= {100: (4, LinkSpeed.EDR), 200: (4, LinkSpeed.HDR), 400: (4, LinkSpeed.NDR), 800: (4, LinkSpeed.XDR)}


def _stat_port(number: int, source: Source, values: dict[str, tuple[str, Source]]) -> IbPort:
    """Return a port; a rate of four lanes tells the speed, another rate tells neither width nor speed."""
    mask = re.fullmatch(r"0x[0-9a-fA-F]+", values.get("Capability mask", ("", source))[0])
    lid_text, lid_place = values.get("Base lid", ("", source))
    lmc_text, lmc_place = values.get("LMC", ("", source))
    rate_text, rate_place = values.get("Rate", ("", source))
    up = values.get("State", ("", source))[0] == "Active"
    rate = _RATES.get(int(rate_text)) if rate_text.isdigit() and up else None
    plain = bare_port(number, _guid(values, "Port GUID"), source)
    return IbPort(
        number=number,
        guid=plain.guid,
        lid=Stated(int(lid_text), lid_place) if lid_text.isdigit() and int(lid_text) and up else NOT_SAID,
        lmc=Stated(int(lmc_text), lmc_place) if lmc_text.isdigit() else NOT_SAID,
        width_lanes=Stated(rate[0], rate_place) if rate else NOT_SAID,
        speed=Stated(rate[1], rate_place) if rate else NOT_SAID,
        mtu_bytes=NOT_SAID,
        pkey_capacity=NOT_SAID,
        pkeys=NOT_SAID,
        is_sm=Stated(bool(int(mask[0], 16) & 2), values["Capability mask"][1]) if mask else NOT_SAID,
        source=source,
    )


def is_sysfs_pkeys(document: Document) -> bool:
    """Return whether a text lists P_Key tables below /sys, or is one entry of such a table, kept in its folder."""
    if _SYSFS_PATH.fullmatch(document.path):
        return re.fullmatch(r"0x[0-9a-fA-F]{4}\s*", document.text) is not None
    lines = [line for line in document.text[:20_000].splitlines() if line.strip() and not line.startswith("#")]
    hits = sum("/pkeys/" in line and _SYSFS.fullmatch(line) is not None for line in lines)
    return hits > 0 and 2 * sum(_SYSFS.fullmatch(line) is not None for line in lines) > len(lines)


def read_sysfs_pkeys(document: Document) -> Reading:
    """Read the tables of one host's adapters; `gids/0` and `node_guid`, where listed, tell which ports these are."""
    alone = _SYSFS_PATH.fullmatch(document.path)
    entries: dict[tuple[str, int], dict[str, tuple[str, int]]] = {}
    unread: list[UnreadLine] = []
    if alone:
        leaf = {f"pkeys/{alone['index']}": (document.text.strip(), 1)}
        entries[alone["device"], int(alone["port"])] = leaf
        host = _host_name(alone["root"] or document.path)
    else:
        host = _host_name(document.path)
        for number, line in enumerate(document.text.splitlines(), 1):
            if (found := _SYSFS.fullmatch(line)) and _is_entry(found["leaf"], found["value"]):
                port = int(found["port"] or 0)
                entries.setdefault((found["device"], port), {})[found["leaf"]] = (found["value"], number)
            elif line.strip() and not line.startswith("#") and ("/sys/" not in line or "/pkeys/" in line):
                unread.append(unread_line(document, number, line, "no entry below /sys/class/infiniband"))
    ports = [
        _sysfs_port(document, f"{host} {device}", port, values, entries.get((device, 0), {}))
        for (device, port), values in sorted(entries.items())
        if port
    ]
    return Reading((), (), tuple(unread), (IbRecords(Source(document.path, 1, 1), ports=tuple(ports)),))


def _is_entry(leaf: str, value: str) -> bool:
    return not leaf.startswith("pkeys/") or re.fullmatch(r"0x[0-9a-fA-F]{4}", value) is not None


def _sysfs_port(
    document: Document,
    device: str,
    number: int,
    values: dict[str, tuple[str, int]],
    of_device: dict[str, tuple[str, int]],
) -> PortRecord:
    table = {int(leaf[6:]): value for leaf, value in values.items() if leaf.startswith("pkeys/")}
    lines = [line for _, line in (*table.values(), *values.values())]
    source = Source(document.path, min(lines), max(lines))
    keys = [int(table[index][0], 16) if index in table else 0 for index in range(max(table, default=-1) + 1)]
    capacity = len(keys)
    while keys and keys[-1] == 0:
        keys.pop()
    gid = re.fullmatch(r"(?:[0-9a-fA-F]{4}:){4}((?:[0-9a-fA-F]{4}:?){4})", values.get("gids/0", ("", 0))[0])
    node = re.fullmatch(r"(?:[0-9a-fA-F]{4}:?){4}", of_device.get("node_guid", ("", 0))[0])
    address = PortAddress(
        guid=int(gid[1].replace(":", ""), 16) if gid else 0,
        node=int(node[0].replace(":", ""), 16) if node else 0,
        number=number,
        device=device,
    )
    return PortRecord(
        address,
        source,
        pkeys=Stated(tuple(keys), source) if table else NOT_SAID,
        pkey_capacity=Stated(capacity, source) if capacity > 1 and 0 in table else NOT_SAID,
    )
