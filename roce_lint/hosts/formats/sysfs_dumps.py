"""Listings of files below /sys with their contents, as `grep -r . DIR` prints them."""

from __future__ import annotations

import re

from roce_lint.hosts.command import FileValue
from roce_lint.hosts.linux.kernel_files import read_file_value
from roce_lint.hosts.script.parameters import Text
from roce_lint.hosts.settings import Place, SettingsLog
from roce_lint.model.fact import Source
from roce_lint.model.nic import Evidence
from roce_lint.text.document import Document

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
        place = Place(source, line.strip(), Evidence.OBSERVED)
        read_file_value(log, FileValue(Text(entry["path"], True), Text(entry["value"] or "", True), place))
