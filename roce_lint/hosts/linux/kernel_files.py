"""Files below /sys that hold RoCE settings: what a value written there, or read from there, means."""

from __future__ import annotations

import re

from roce_lint.hosts.command import FileValue, integer, nic_named, note_number, note_unknown, rdma_named
from roce_lint.hosts.contract import KernelFile
from roce_lint.hosts.registry import DRIVERS
from roce_lint.hosts.script.parameters import ScriptText
from roce_lint.hosts.settings import SettingKey, SettingPlace, SettingsLog
from roce_lint.model.fact import Source, Stated
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_VERSIONS = {"IB/RoCE v1": 1, "RoCE v2": 2}


def read_file_value(log: SettingsLog, found: FileValue) -> bool:
    """Note what a file holds; return whether the path is one that concerns RoCE, understood or not."""
    path = found.path.text
    for file in _FILES:
        match = file.path.search(path)
        if match and match.end() == len(path):
            file.read(log, found, match)
            return True
    for driver in DRIVERS if path.startswith("/") else ():
        if driver.about_roce is not None and driver.about_roce.search(path):
            because = f"{path} is not a known setting of {driver.name}"
            log.not_understood(found.place, because)
            return True
    return False


def _default_tos(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    nic = rdma_named(ScriptText(match["nic"], True))
    if match["leaf"] == "tos":
        note_number(log, found.place, nic, SettingKey.RDMA_CM_TOS, found.value, (0, 255))
        return
    version = _VERSIONS.get(found.value.text.strip())
    if version:
        log.number_fact(found.place.evidence, nic, SettingKey.RDMA_CM_MODE, Stated(version, found.place.source))
    else:
        note_unknown(log, found.place, nic, SettingKey.RDMA_CM_MODE, "a RoCE mode is 'IB/RoCE v1' or 'RoCE v2'")


def _mtu(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    note_number(
        log, found.place, nic_named(ScriptText(match["nic"], True)), SettingKey.MTU_BYTES, found.value, (68, 65535)
    )


def _speed(log: SettingsLog, found: FileValue, match: re.Match[str]) -> None:
    mbps = integer(found.value.text)
    if mbps is not None and mbps > 0:
        fact = Stated(mbps // 1000, found.place.source)
        log.number_fact(found.place.evidence, nic_named(ScriptText(match["nic"], True)), SettingKey.SPEED_GBPS, fact)


_FILES = (
    *(file for driver in DRIVERS for file in driver.files),
    KernelFile(
        lazy_pattern(r"/kernel/config/rdma_cm/(?P<nic>[^/]+)/ports/[^/]+/default_roce_(?P<leaf>tos|mode)"), _default_tos
    ),
    KernelFile(lazy_pattern(r"/class/net/(?P<nic>[^/]+)/mtu"), _mtu),
    KernelFile(lazy_pattern(r"/class/net/(?P<nic>[^/]+)/speed"), _speed),
)


_ENTRY = re.compile(r"(?P<path>/sys/(?:[^\s:]|:(?=[0-9a-fA-F]{2}[:.]))+)\s*(?:[:=]\s*|\s+)(?P<value>[^\s].*?)?\s*")
_IBDEV = re.compile(r"(?P<rdma>\S+) port \d+ ==> (?P<netdev>\S+) \((?:Up|Down)\)\s*")


def is_sysfs_dump(text: str) -> bool:
    """Return whether most lines are `PATH:VALUE` below /sys, or lines of `ibdev2netdev`."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    hits = sum(1 for line in lines if _ENTRY.fullmatch(line) or _IBDEV.fullmatch(line))
    return hits > 0 and hits * 2 > len(lines)


def read_sysfs_dump(log: SettingsLog, document: Document) -> None:
    """Note the running state that a listing shows, and which names belong to one port."""
    for number, line in enumerate(document.text.splitlines(), 1):
        source = Source(document.path, number, number)
        pair = _IBDEV.fullmatch(line)
        if pair:
            log.same_nic(pair["netdev"], pair["rdma"], source)
            continue
        entry = _ENTRY.fullmatch(line)
        if not entry:
            continue
        below = re.search(r"/class/infiniband/(?P<rdma>[^/]+)/device/net/(?P<netdev>[^/]+)(?:/|$)", entry["path"])
        if below:
            log.same_nic(below["netdev"], below["rdma"], source)
        place = SettingPlace(source, line.strip(), Evidence.OBSERVED)
        read_file_value(log, FileValue(ScriptText(entry["path"], True), ScriptText(entry["value"] or "", True), place))
