"""Access lists on interfaces that no RoCE packet passes, whatever its addresses are.

RoCEv2 packets, data and CNPs alike, are UDP to port 4791 (IANA). EOS and NX-OS write the lines alike: the first entry
that fits decides, and what fits none is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from roce_lint.facts.fact import Source
from roce_lint.facts.model import Device, PortFilter
from roce_lint.late_patterns import late_pattern
from roce_lint.read.lines import Line
from roce_lint.values import replace

_ROCE_PORT = 4791
_APPLIED = late_pattern(r"(no |default )?ip (?:port )?access-group (\S+)(?: (in|out))?")
_LIST = late_pattern(r"ip access-list (?:standard |extended )?(\S+)")
_ENTRY = late_pattern(r"(?:(?P<number>\d{1,10}) )?(?P<deed>permit|deny) (?P<protocol>\S+)(?: (?P<rest>.+))?")
_ADDRESS = r"(?P<{0}>any|host \S+|addrgroup \S+|\S+/\d{{1,3}}|[\d.]+ [\d.]+)"
_PORT = r"(?: (?P<{0}>eq|neq|gt|lt|range) (?P<{0}_value>\S+)(?P<{0}_end> \d+)?)?"
_FLOW = late_pattern(
    rf"{_ADDRESS.format('source')}{_PORT.format('source_port')}"
    rf" {_ADDRESS.format('target')}{_PORT.format('target_port')}(?P<more>(?: (?!log\b).+)?)(?: log)?"
)
_COVERING_UDP = frozenset({"ip", "udp", "17"})
_OTHER_PROTOCOLS = frozenset("tcp icmp igmp ospf pim vrrp ahp esp gre eigrp nos pcp rsvp 6 1 2 89 103 50 51 47".split())  # noqa: SIM905
ReadNames = Callable[[str], Sequence[str]]
"""Gives the interfaces that the words behind `interface` name."""


def with_filters(device: Device, text: str, sections: Iterable[Line], read_names: ReadNames) -> Device:
    """Return the device with the access lists that its interfaces apply and that drop every RoCE packet, in order.

    `text` is the whole file, `sections` its top level. A list that is not defined, or has no entry, drops nothing. What
    cannot be told of an entry may fit.
    """
    if "access-group" not in text:
        return device
    return replace(device, port_filters=_dropping(sections, device.source.file, read_names))


def _dropping(sections: Iterable[Line], file: str, read_names: ReadNames) -> tuple[PortFilter, ...]:
    lists: dict[str, list[Line]] = {}
    applied: dict[tuple[str, str], tuple[str, Line]] = {}
    for section in sections:
        if section.text.startswith("ip access-list") and (found := _LIST.fullmatch(section.text)):
            lists.setdefault(found[1], []).extend(section.children)
        elif section.text.startswith("interface"):
            lines = [line for line in section.children if "access-group" in line.text]
            for name in read_names(section.text.removeprefix("interface").strip()) if lines else ():
                _apply(name, lines, applied)
    filters = []
    for (port, direction), (name, line) in applied.items():
        place = _dropping_line(lists.get(name, ()))
        if place is not None:
            entry = Source(file, place.number, place.number)
            filters.append(PortFilter(port, name, direction, Source(file, line.number, line.number), entry))
    return tuple(sorted(filters, key=lambda one: (one.source, one.port)))


def _apply(port: str, lines: Iterable[Line], applied: dict[tuple[str, str], tuple[str, Line]]) -> None:
    for line in lines:
        found = _APPLIED.fullmatch(line.text)
        if found and found[1]:
            applied.pop((port, found[3] or "in"), None)
        elif found:
            applied[port, found[3] or "in"] = found[2], line


def _dropping_line(lines: Sequence[Line]) -> Line | None:
    """Return the entry that drops all RoCE, or the last one where none fits it; None where some may pass."""
    entries = [(found, line) for line in lines if (found := _ENTRY.fullmatch(line.text))]
    numbers = [int(found["number"]) for found, _ in entries if found["number"]]
    if len(numbers) == len(entries):
        entries.sort(key=lambda one: int(one[0]["number"]))
    for found, line in entries:
        fits = _fits(found["protocol"], found["rest"] or "")
        if fits is not False and found["deed"] == "permit":
            return None
        if fits:
            return line
    return entries[-1][1] if entries else None


def _fits(protocol: str, rest: str) -> bool | None:
    """Say whether every RoCE packet fits an entry, or none; None where it depends on more than its port."""
    if protocol not in _COVERING_UDP:
        return False if protocol in _OTHER_PROTOCOLS else None
    flow = _FLOW.fullmatch(rest)
    if not flow:
        return None
    port = _is_roce_port(flow["target_port"], flow["target_port_value"], flow["target_port_end"])
    if port is False:
        return False
    is_wide = flow["source"] == flow["target"] == "any" and not flow["source_port"] and not flow["more"]
    return True if port and is_wide else None


def _is_roce_port(word: str | None, value: str | None, end: str | None) -> bool | None:
    """Say whether a condition on the destination port holds for RoCE; services with names are none of it."""
    if not word:
        return True
    if not (value or "").isdecimal() or (end and not end.strip().isdecimal()):
        return False if word == "eq" else None
    port = int(value or 0)
    return {
        "eq": port == _ROCE_PORT,
        "neq": port != _ROCE_PORT,
        "gt": port < _ROCE_PORT,
        "lt": port > _ROCE_PORT,
        "range": port <= _ROCE_PORT <= int(end or port),
    }[word]
