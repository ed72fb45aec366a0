"""What one class-map of type qos matches, and whether a packet with a given marking is among it.

Which access lists can select RoCE: v2 packets go to UDP port 4791 (IANA), whatever their addresses are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.industry_cli.number_list import NO_NUMBERS, number_list
from roce_lint.os.nxos.code_points import dscp_list, precedence_list
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

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


_MATCH = lazy_pattern(r"match (?P<negated>not )?(?P<key>any|(?:ip |ipv6 )?(?:dscp|precedence)|cos)(?: (?P<values>.+))?")
_ACCESS_GROUP = lazy_pattern(r"match access-group (?:name )?(\S+)")
_NEVER_ROCE = lazy_pattern(r"match (protocol (arp|bridging|cdp|clns|clns_es|clns_is|isis|ldp|netbios)|mpls )")
_WANTS_DSCP = lazy_pattern(r"match (?:ip |ipv6 )?dscp ")
_KNOWN_KEYS = lazy_pattern(r"match (not )?(access-group|protocol|ip rtp|packet length|qos-group|discard-class) ")


class MatchKey(Enum):
    """What a `match` line looks at."""

    DSCP = "DSCP"
    PCP = "CoS"
    ANYTHING = "anything"
    NOT_ROCE = "a protocol that is not RoCE"
    OPAQUE = "something that the marking does not decide"


class MatchAnswer(Enum):
    """Whether a packet with a given marking is in a class; MAYBE where something else decides."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One `match` line: the code points it names, or all others where `negated`."""

    key: MatchKey
    values: frozenset[int]
    negated: bool
    line: Line

    def holds(self, key: MatchKey, value: int, otherwise: MatchAnswer) -> MatchAnswer:
        """Say whether a packet whose `key` (DSCP or PCP) is `value` fits; `otherwise` answers for the other key."""
        if self.key is key:
            return MatchAnswer.YES if (value in self.values) is not self.negated else MatchAnswer.NO
        if self.key is MatchKey.ANYTHING:
            return MatchAnswer.YES
        if self.key is MatchKey.NOT_ROCE:
            return MatchAnswer.NO
        return MatchAnswer.MAYBE if self.key is MatchKey.OPAQUE else otherwise


@dataclass(frozen=True, slots=True)
class ClassMatch:
    """The criteria of one class map and how they combine."""

    name: str
    match_all: bool
    criteria: tuple[Criterion, ...]
    header: Line

    @property
    def wants_tag(self) -> bool:
        """Return whether the class looks at nothing but CoS."""
        return bool(self.criteria) and all(one.key is MatchKey.PCP for one in self.criteria)

    @property
    def is_empty(self) -> bool:
        """Return whether no `match` line is left, so that the class takes nothing."""
        return not self.criteria

    def takes(self, key: MatchKey, value: int, *, other_key_may_fit: bool) -> MatchAnswer:
        """Say whether a packet whose `key` is `value` is in the class.

        A match-any class is asked about a packet that carries nothing but `value`. A match-all class that also wants
        the other key takes the packet only together with it: maybe, or no where the port never sees that key.
        """
        wants_both = self.match_all and any(one.key is key for one in self.criteria)
        other = MatchAnswer.MAYBE if wants_both and other_key_may_fit else MatchAnswer.NO
        answers = {one.holds(key, value, other) for one in self.criteria}
        decisive, contrary = (MatchAnswer.NO, MatchAnswer.YES) if self.match_all else (MatchAnswer.YES, MatchAnswer.NO)
        if not answers:
            return MatchAnswer.NO
        if decisive in answers:
            return decisive
        return MatchAnswer.MAYBE if MatchAnswer.MAYBE in answers else contrary

    def naming_line(self, key: MatchKey, value: int) -> Line | None:
        """Return the `match` line that names `value`, if there is one."""
        for one in self.criteria:
            if one.key is key and (value in one.values) is not one.negated:
                return one.line
        return None

    def deciding_line(self, key: MatchKey, value: int) -> Line:
        """Return the `match` line that names `value`, or the first one."""
        return self.naming_line(key, value) or self.criteria[0].line


def criteria_of(
    lines: Sequence[Line], access_lists: Mapping[str, Sequence[Line]], diagnostics: LineDiagnostics, *, match_all: bool
) -> tuple[Criterion, ...]:
    """Return what the `match` lines of one class map mean."""
    beside_dscp = match_all and any(_WANTS_DSCP.match(line.text) for line in lines)
    return tuple(criterion_of(line, access_lists, diagnostics, beside_dscp=beside_dscp) for line in lines)


def criterion_of(
    line: Line, access_lists: Mapping[str, Sequence[Line]], diagnostics: LineDiagnostics, *, beside_dscp: bool
) -> Criterion:
    """Return what a `match` line of a class map means; what is neither a marking nor surely not RoCE is opaque.

    `beside_dscp`: the class wants a DSCP as well, which then decides for every packet of RoCE that fits the line.
    """
    if group := _ACCESS_GROUP.fullmatch(line.text):
        return _access_group(group[1], line, access_lists, diagnostics, beside_dscp=beside_dscp)
    found = _MATCH.fullmatch(line.text)
    if found and found["key"] == "any":
        return Criterion(MatchKey.ANYTHING, NO_NUMBERS, False, line)
    if found:
        key = MatchKey.PCP if found["key"] == "cos" else MatchKey.DSCP
        values = _values(found["key"], found["values"] or "")
        if values:
            return Criterion(key, values, bool(found["negated"]), line)
        diagnostics.line_refused(
            line, f"{key.value} takes 0 to {7 if key is MatchKey.PCP else 63}, as numbers, ranges or names"
        )
    elif _NEVER_ROCE.match(line.text):
        return Criterion(MatchKey.NOT_ROCE, NO_NUMBERS, False, line)
    elif _KNOWN_KEYS.match(line.text):
        diagnostics.line_not_understood(line, "what this matches is not decided by DSCP or CoS")
    else:
        diagnostics.line_not_understood(line, "not a match of a type qos class-map")
    return Criterion(MatchKey.OPAQUE, NO_NUMBERS, False, line)


def _access_group(
    name: str,
    line: Line,
    access_lists: Mapping[str, Sequence[Line]],
    diagnostics: LineDiagnostics,
    *,
    beside_dscp: bool,
) -> Criterion:
    """Return what an access list selects: not RoCE, or something that the marking does not decide."""
    if name not in access_lists:
        diagnostics.undefined_at("ip access-list", name, line)
        return Criterion(MatchKey.NOT_ROCE, NO_NUMBERS, False, line)
    entries = [entry for block in access_lists[name] for entry in block.children]
    if not may_select_roce(entries):
        return Criterion(MatchKey.NOT_ROCE, NO_NUMBERS, False, line)
    if beside_dscp and selects_all_roce(entries):
        return Criterion(MatchKey.ANYTHING, NO_NUMBERS, False, line)
    diagnostics.line_not_understood(line, "what this access list selects is not decided by DSCP or CoS")
    return Criterion(MatchKey.OPAQUE, NO_NUMBERS, False, line)


def _values(key: str, text: str) -> frozenset[int]:
    if key == "cos":
        return number_list(text, 0, 7)
    if key.endswith("precedence"):
        return frozenset(8 * precedence + low for precedence in precedence_list(text) for low in range(8))
    return dscp_list(text)
