"""What `mlnx_qos -i IF` prints about a running port.

Source: Mellanox mlnx-tools, `python/mlnx_qos`.
"""

from __future__ import annotations

import re

from roce_lint.hosts.command import integer, note_number
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import NicId, NicKind, SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Source, Stated, Unknown
from roce_lint.model.nic import Evidence
from roce_lint.text.device_names import device_name_from_path
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_PROMPT = lazy_pattern(r".*\bmlnx_qos\b.*?(?:-i|--interface)[ =]?(?P<name>[\w.-]+).*")
_MAP_ROW = lazy_pattern(r"\s*prio:(?P<priority>\d)\s+dscp:(?P<dscps>[\d,\s]*)")
_TC = lazy_pattern(
    r"\s*tc:\s*(?P<tc>\d)\s+ratelimit:\s*(?P<limit>[^,]+),\s*tsa:\s*(?P<tsa>\w+)(?:,\s*bw:\s*(?P<bw>\d+)%)?\s*"
)
_TC_PRIORITY = lazy_pattern(r"\s*priority:\s*(?P<priority>\d)\s*")
_TITLES = lazy_pattern(r"^[ \t]*(?:Priority trust state:[ \t]*\w+|PFC configuration:)[ \t]*$", re.MULTILINE)
_ROWS = {"enabled": SettingKey.PFC, "buffer": SettingKey.BUFFER_OF_PRIORITY}
_NAMED = lazy_pattern(r"(?:\s*#)?\s*(?:interface|port|netdev|dev)\s*[:=]\s*(?P<name>[\w.-]+)\s*", re.IGNORECASE)


def is_mlnx_qos_output(text: str) -> bool:
    """Return whether a text looks like the output of `mlnx_qos`."""
    return _TITLES.search(text) is not None


def read_mlnx_qos_output(log: SettingsLog, document: Document) -> None:
    """Note the running state of each port.

    The port is named by the command before its output (`# mlnx_qos -i eth0`) or a line `interface: eth0`; else by the
    file (`node01_eth0.txt` in a folder of the host), else it is every port (`*`).
    """
    nic = NicId(NicKind.NETDEV, _port_of_file(document.path, log.device))
    tc = -1
    for number, line in enumerate(document.text.splitlines(), 1):
        prompt = _PROMPT.fullmatch(line) or _NAMED.fullmatch(line)
        if prompt:
            nic, tc = NicId(NicKind.NETDEV, prompt["name"]), -1
            continue
        place = SettingPlace(Source(document.path, number, number), line.strip(), Evidence.OBSERVED)
        tc = _line(log, nic, place, line, tc)


def _port_of_file(path: str, device: str) -> str:
    stem = re.split(r"[/\\]", path)[-1].split(".")[0]
    found = re.search(r"(?:^|[-_])(?P<name>(?:en|eth|ib|rdma|roce|gpu)[a-z0-9]*\d[a-z0-9]*)(?:$|[-_])", stem)
    return found["name"] if found and found["name"] != device and device_name_from_path(path) != "" else "*"


def _line(log: SettingsLog, nic: NicId, place: SettingPlace, line: str, tc: int) -> int:
    """Read one line; return the traffic class that following `priority:` lines belong to, -1 for none."""
    name, _, value = (part.strip() for part in line.partition(":"))
    class_row, member = _TC.fullmatch(line), _TC_PRIORITY.fullmatch(line)
    if class_row:
        _traffic_class(log, nic, place, class_row)
        return int(class_row["tc"])
    if member and tc >= 0:
        note_number(log, place, nic, SettingKey.PRIORITY_TC, ScriptText(str(tc), True), (0, 7), int(member["priority"]))
    elif name == "Priority trust state":
        _trust(log, nic, place, value)
    elif name == "DCBX mode":
        owner = Stated(int("firmware" in value.lower()), place.source)
        log.number_fact(place.evidence, nic, SettingKey.DCBX_BY_FIRMWARE, owner)
    elif name == "Cable len":
        note_number(log, place, nic, SettingKey.CABLE_LENGTH_M, ScriptText(value.removesuffix("m"), True), (0, 65535))
    elif name.startswith("Receive buffer size"):
        sizes = value.partition("max_buffer_size")[0].strip(", ").split(",")
        for index, size in enumerate(sizes[:8]):
            note_number(log, place, nic, SettingKey.BUFFER_SIZE_BYTES, ScriptText(size, True), (0, 2**31), index)
    else:
        _map_or_row(log, nic, place, line)
    return tc


def _trust(log: SettingsLog, nic: NicId, place: SettingPlace, value: str) -> None:
    if value not in ("dscp", "pcp"):
        log.word_fact(
            place.evidence, nic, SettingKey.TRUST, Unknown(f"trust state {value!r} is not known", place.source)
        )
        log.not_understood(place, f"trust state {value!r} is not known")
        return
    log.word_fact(place.evidence, nic, SettingKey.TRUST, Stated(value, place.source))


def _map_or_row(log: SettingsLog, nic: NicId, place: SettingPlace, line: str) -> None:
    mapped = _MAP_ROW.fullmatch(line)
    if mapped:
        for dscp in (integer(text) for text in mapped["dscps"].split(",")):
            if dscp is not None and 0 <= dscp <= 63:
                note_number(
                    log, place, nic, SettingKey.DSCP_PRIORITY, ScriptText(mapped["priority"], True), (0, 7), dscp
                )
        return
    words = line.split()
    if words and words[0] in _ROWS and len(words) == 9:
        limits = (0, 1) if words[0] == "enabled" else (0, 7)
        for index, word in enumerate(words[1:]):
            note_number(log, place, nic, _ROWS[words[0]], ScriptText(word, True), limits, index)


def _traffic_class(log: SettingsLog, nic: NicId, place: SettingPlace, row: re.Match[str]) -> None:
    index = int(row["tc"])
    log.word_fact(place.evidence, nic, SettingKey.TC_ALGORITHM, Stated(row["tsa"], place.source), index)
    if row["bw"]:
        note_number(log, place, nic, SettingKey.TC_BANDWIDTH_PERCENT, ScriptText(row["bw"], True), (0, 100), index)
    limit = row["limit"].strip()
    amount = re.fullmatch(r"(\d+)(?:\.\d+)?\s*Gbps", limit)
    text = "0" if limit == "unlimited" else amount.group(1) if amount else limit
    note_number(log, place, nic, SettingKey.TC_RATE_LIMIT_GBPS, ScriptText(text, True), (0, 10_000), index)
