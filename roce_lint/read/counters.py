"""What captures of counters show of the PFC priorities of ports: pauses received and sent, discards, pause storms.

A capture configures nothing. Its device is the one that a line `# host: NAME` near the top names, else the one of the
prompt, else what the path suggests.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from roce_lint.model.device import UnreadLine
from roce_lint.model.fact import Source
from roce_lint.model.reading import ALL_PRIORITIES, CounterKind, PriorityCounter, Reading
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
_RULE = lazy_pattern(r"[ \t=-]*")
_QUEUING_OF = lazy_pattern(r"[ \t]*(?:Egress|Ingress) Queuing for (?P<port>\S+).*")
_NUMBER = lazy_pattern(r"\d{1,3}(?:,\d{3}){1,6}|\d{1,20}")
_NOT_COUNTED = "N/A"


_COUNT = r"(?:\d[\d,]{0,30}|N/A)"
_ROW_OF_QUEUING = lazy_pattern(
    r"[ \t]*(?P<cos>[0-7])(?:[ \t]+(?:\d+|-)){2}"
    rf"[ \t]+\w+[ \t]+(?P<sent>{_COUNT})[ \t]+\w+[ \t]+(?P<received>{_COUNT})[ \t]*"
)
_ROW_OF_TOTALS = lazy_pattern(
    rf"[ \t]*(?P<port>[A-Z][^\s]{{0,40}}\d)(?:[ \t]+(?P<mode>[A-Z]\w*[^\n]{{0,40}}?))?"
    rf"[ \t]+(?P<received>{_COUNT})[ \t]+(?P<sent>{_COUNT})[ \t]*"
)
_ROW_OF_WATCHDOG = lazy_pattern(
    rf"[ \t]*(?P<port>[^\s:]+):(?P<queue>\d{{1,2}})[ \t]+\S+[ \t]+(?P<storms>{_COUNT})/{_COUNT}"
    rf"(?:[ \t]+{_COUNT}/{_COUNT})*[ \t]*"
)


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a capture, with the device that it is of."""

    device: str
    text: str
    source: Source

    def unread(self, because: str) -> UnreadLine:
        return UnreadLine(self.device, self.source, self.text.strip(), because)


_Row: TypeAlias = "Sequence[tuple[str, int, CounterKind, str]]"
"""Port, priority, kind and count, of each counter of a row; none for what is no row."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A table by its head; `row` takes a line and the port that lines above name, `has` says what a row holds."""

    head: re.Pattern[str]
    row: Callable[[str, str], _Row]
    has: str


def _by_priority(kind: CounterKind) -> Callable[[str, str], _Row]:
    def row(text: str, _: str) -> _Row:
        port, *counts = text.split() or [""]
        if len(counts) != 8:
            return ()
        return [(port, priority, kind, count) for priority, count in enumerate(counts)]

    return row


def _of_queuing(text: str, port: str) -> _Row:
    found = _ROW_OF_QUEUING.fullmatch(text) if port else None
    if found is None:
        return ()
    cos = int(found["cos"])
    return [
        (port, cos, CounterKind.PAUSES_SENT, found["sent"]),
        (port, cos, CounterKind.PAUSES_RECEIVED, found["received"]),
    ]


def _of_totals(text: str, _: str) -> _Row:
    found = _ROW_OF_TOTALS.fullmatch(text)
    if found is None:
        return ()
    return [
        (found["port"], ALL_PRIORITIES, CounterKind.PAUSES_RECEIVED, found["received"]),
        (found["port"], ALL_PRIORITIES, CounterKind.PAUSES_SENT, found["sent"]),
    ]


def _of_watchdog(text: str, _: str) -> _Row:
    found = _ROW_OF_WATCHDOG.fullmatch(text)
    return () if found is None else [(found["port"], int(found["queue"]), CounterKind.STORMS, found["storms"])]


_TABLES = (
    # SONiC, sonic-utilities, tests/pfcstat_test.py.
    *(
        _Table(
            re.compile(rf"[ \t]*Port {way}(?:[ \t]+PFC[0-7]){{8}}[ \t]*"),
            _by_priority(kind),
            "a row has a port and eight counters",
        )
        for way, kind in (("Rx", CounterKind.PAUSES_RECEIVED), ("Tx", CounterKind.PAUSES_SENT))
    ),
    # SONiC, sonic-utilities, pfcwd/main.py and tests/pfcwd_input/pfcwd_test_vectors.py.
    _Table(
        re.compile(r"[ \t]*QUEUE[ \t]+STATUS[ \t]+STORM DETECTED/RESTORED[ \t].*"),
        _of_watchdog,
        "a row has port and queue, a status and pairs of counters",
    ),
    # Arista, User Manual, DCBX and Flow Control, show priority-flow-control.
    _Table(
        re.compile(r"[ \t]*Port[ \t]+RxPfc[ \t]+TxPfc[ \t]*"),
        _of_totals,
        "a row has a port and two counters",
    ),
    # Cisco, Nexus 9000 NX-OS QoS Configuration Guide, Configuring Priority Flow Control.
    _Table(
        re.compile(r"[ \t]*Port[ \t]+Mode[ \t]+Oper[^\n]{0,40}[ \t]RxPPP[ \t]+TxPPP[ \t]*"),
        _of_totals,
        "a row has a port, modes and two counters",
    ),
    # open-telemetry/opentelemetry-collector-contrib, ciscoosreceiver: output of Nexus switches in its tests.
    _Table(
        re.compile(r"[ \t]*COS[ \t]+QOS Group[ \t]+PG[ \t]+TxPause[ \t]+TxCount[ \t]+RxPause[ \t]+RxCount[ \t]*"),
        _of_queuing,
        "a row has a CoS, a group, and pauses sent and received, below a line `Ingress Queuing for PORT`",
    ),
)


def read_counters(document: Document) -> Reading:
    """Return the counters of a capture, each with its line; never raises."""
    found: list[PriorityCounter] = []
    unread: list[UnreadLine] = []
    names = _NIC_IN_NAME.search(posixpath.basename(document.path))
    nic, table = names[0] if names else "", None
    queuing_of = ""
    for line in _lines(document):
        head = next((one for one in _TABLES if one.head.fullmatch(line.text)), None)
        if statistics := _STATISTICS_OF.search(line.text):
            nic, table = statistics["nic"], None
        elif of_queuing := _QUEUING_OF.fullmatch(line.text):
            queuing_of, table = of_queuing["port"], None
        elif head is not None:
            table = head
        elif of_nic := _OF_NIC.fullmatch(line.text):
            kind = _KIND_OF_NIC.get((of_nic["way"], of_nic["what"]))
            if not nic:
                unread.append(
                    line.unread("no line says of which NIC; keep the command `ethtool -S NIC` above its output")
                )
            elif kind is not None:
                _add(line, nic, int(of_nic["priority"]), kind, of_nic["count"], found, unread)
        elif table is not None and _RULE.fullmatch(line.text) is None:
            row = table.row(line.text, queuing_of)
            for port, priority, kind, text in row:
                _add(line, port, priority, kind, text, found, unread)
            if not row and any(map(_NUMBER.fullmatch, line.text.split()[1:])):
                unread.append(line.unread(table.has))
            elif not row:
                table = None
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
