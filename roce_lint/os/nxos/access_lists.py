"""Which access lists can select RoCE: v2 packets go to UDP port 4791 (IANA), whatever their addresses are."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_ROCE_PORT = 4791
_ENTRY = lazy_pattern(r"(?:\d{1,10} )?permit (?P<protocol>\S+)(?: (?P<rest>.+))?")
_NO_ENTRY = lazy_pattern(r"(?:\d{1,10} )?remark |statistics per-entry")
_ALL_ROCE = lazy_pattern(r"(?:\d{1,10} )?permit (?:ip any any|(?:udp|17) any any(?: eq 4791)?)")
_COVERING_UDP = frozenset({"ip", "ipv6", "udp", "17"})
_ADDRESS = r"(?:any|(?:host|addrgroup) \S+|\S+/\d{1,3}|[\d.]+ [\d.]+|\S+)"
_PORT = r"(?: (?P<{0}>eq|neq|gt|lt|range|portgroup) (?P<{0}_value>\S+)(?P<{0}_end> \d+)?)?"
_FLOW = lazy_pattern(rf"{_ADDRESS}{_PORT.format('source')} {_ADDRESS}{_PORT.format('target')}(?: .*)?")


def may_select_roce(entries: Sequence[Line]) -> bool:
    """Return whether some `permit` of an access list may fit a packet to the RoCE port; only ports are looked at."""
    return any(_may_fit(line.text) for line in entries)


def selects_all_roce(entries: Sequence[Line]) -> bool:
    """Return whether every RoCE packet fits: an entry permits UDP from and to anywhere at its port, and none denies."""
    texts = [line.text for line in entries if not _NO_ENTRY.match(line.text)]
    return all(map(_ENTRY.fullmatch, texts)) and any(map(_ALL_ROCE.fullmatch, texts))


def _may_fit(text: str) -> bool:
    entry = _ENTRY.fullmatch(text)
    if not entry:
        return False
    if entry["protocol"] not in _COVERING_UDP:
        return False
    flow = _FLOW.fullmatch(entry["rest"] or "")
    if not flow or not flow["target"]:
        return True
    value, end = flow["target_value"], (flow["target_end"] or "").strip()
    if not value.isdecimal():
        return flow["target"] in ("portgroup", "neq", "gt", "lt", "range")
    port = int(value)
    return {
        "eq": port == _ROCE_PORT,
        "neq": port != _ROCE_PORT,
        "gt": port < _ROCE_PORT,
        "lt": port > _ROCE_PORT,
        "range": port <= _ROCE_PORT <= int(end or _ROCE_PORT),
    }.get(flow["target"], True)
