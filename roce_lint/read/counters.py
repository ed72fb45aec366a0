"""What captures of counters show of the PFC priorities of ports: pauses received and sent, and discards.

A capture configures nothing. Its device is the one that a line `# host: NAME` near the top names, else the one of the
prompt, else what the path suggests.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from roce_lint.model.reading import CounterKind, PriorityCounter, Reading
from roce_lint.read.counter_captures import TYPED, tables_not_evaluated
from roce_lint.text.device_names import device_name_from_path, short_name, stated_device_name
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_OF_NIC = lazy_pattern(
    r"[ \t]*(?P<way>[rt]x)_prio(?P<priority>[0-7])_(?P<what>pause|discards):[ \t]*(?P<count>.*?)[ \t]*"
)
_KIND_OF_NIC = {
    ("rx", "pause"): CounterKind.PAUSES_RECEIVED,
    ("tx", "pause"): CounterKind.PAUSES_SENT,
    ("rx", "discards"): CounterKind.DISCARDS,
}
_STATISTICS_OF = lazy_pattern(r"ethtool[ \t]+(?:-S|--statistics)[ \t]+(?P<nic>[\w.:-]+)")
_NIC_IN_NAME = lazy_pattern(r"(?<![A-Za-z0-9])(?:en(?:p\d|s\d|o\d|x\d)[A-Za-z0-9]*|eth\d+)(?![A-Za-z0-9])")
_HEAD = lazy_pattern(r"[ \t]*Port (?P<way>[RT]x)(?:[ \t]+PFC[0-7]){8}[ \t]*")
_RULE = lazy_pattern(r"[ \t-]*")
_KIND_OF_TABLE = {"Rx": CounterKind.PAUSES_RECEIVED, "Tx": CounterKind.PAUSES_SENT}
_NUMBER = lazy_pattern(r"\d{1,3}(?:,\d{3}){1,6}|\d{1,20}")
_NOT_COUNTED = "N/A"


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a capture, with the device that it is of."""

    device: str
    text: str
    source: Source

    def unread(self, because: str) -> UnreadLine:
        return UnreadLine(self.device, self.source, self.text.strip(), because)


def read_counters(document: Document) -> Reading:
    """Return the counters of a capture of `ethtool -S` or `show pfc counters`, each with its line; never raises."""
    found: list[PriorityCounter] = []
    unread: list[UnreadLine] = []
    names = _NIC_IN_NAME.search(posixpath.basename(document.path))
    nic, table = names[0] if names else "", None
    for line in _lines(document):
        if statistics := _STATISTICS_OF.search(line.text):
            nic, table = statistics["nic"], None
        elif head := _HEAD.fullmatch(line.text):
            table = _KIND_OF_TABLE[head["way"]]
        elif of_nic := _OF_NIC.fullmatch(line.text):
            kind = _KIND_OF_NIC.get((of_nic["way"], of_nic["what"]))
            if not nic:
                unread.append(
                    line.unread("no line says of which NIC; keep the command `ethtool -S NIC` above its output")
                )
            elif kind is not None:
                _add(line, nic, int(of_nic["priority"]), kind, of_nic["count"], found, unread)
        elif table is not None and _RULE.fullmatch(line.text) is None:
            port, *counts = line.text.split()
            if len(counts) != 8:
                if any(map(_NUMBER.fullmatch, counts)):
                    unread.append(line.unread("a row has a port and eight counters"))
                else:
                    table = None
                continue
            for priority, text in enumerate(counts):
                _add(line, port, priority, table, text, found, unread)
    for command, number in tables_not_evaluated(document.text):
        place = Source(document.path, number, number)
        unread.append(UnreadLine("", place, f"output of `{command}`", "no rule evaluates these counters"))
    if not found and not unread:
        first = Source(document.path, 1, 1)
        unread.append(UnreadLine("", first, "a capture of counters", "it shows no counter of a PFC priority"))
    return Reading((), (), tuple(unread), counters=tuple(found))


def _lines(document: Document) -> Iterator[_Line]:
    """Yield the lines, each with its device."""
    stated = stated_device_name(document.text)
    device = stated or device_name_from_path(document.path)
    for number, text in enumerate(document.text.splitlines(), document.first_line):
        typed = TYPED.fullmatch(text)
        if typed and (host := typed["host"] or typed["bracketed"]) and not stated:
            device = short_name(host)
        yield _Line(device, text, Source(document.path, number, number))


def _add(
    line: _Line,
    port: str,
    priority: int,
    kind: CounterKind,
    count: str,
    found: list[PriorityCounter],
    unread: list[UnreadLine],
) -> None:
    if _NUMBER.fullmatch(count):
        found.append(PriorityCounter(line.device, port, priority, kind, int(count.replace(",", "")), line.source))
    elif count != _NOT_COUNTED:
        unread.append(line.unread(f"{count!r} is no number"))
