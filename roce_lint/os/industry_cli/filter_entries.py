"""Entries of access lists as EOS and NX-OS write them: `permit udp 10.0.0.0/8 any eq 4791 log`.

Sources: Arista EOS User Manual, ACLs and Route Maps; Cisco Nexus 9000 NX-OS Security Configuration Guide, IP ACLs.
"""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.model.fact import NOWHERE, Source
from roce_lint.model.packet_filter import FilterEntry, Hit
from roce_lint.os.industry_cli.network_list import wildcard_prefix
from roce_lint.os.industry_cli.route_lists import prefix_of

ROCE_PORT = 4791
LOWEST_SOURCE_PORT = 49152
"""From here on senders choose the source port (RFC 6335, dynamic ports)."""
_MOST = 65_535
_DIGITS = 10
"""A sequence number has at most so many."""
NOT_FOR_ROCE = FilterEntry(True, Hit.NEVER, None, None, None, "", NOWHERE)
"""Stands for every entry that is for other packets."""
_NO_ENTRIES = frozenset(
    {("statistics", "per-entry"), ("counters", "per-entry"), ("fragments", "deny-all"), ("fragments", "permit-all")}
)
_COVERING = frozenset({"ip", "ipv6", "udp", "17"})
_OTHERS = frozenset(
    "tcp icmp icmpv6 icmp6 igmp gre esp ah ahp ospf pim vrrp eigrp sctp rsvp".split()  # noqa: SIM905  # a short table
)
_SIGNS = frozenset({"eq", "neq", "gt", "lt", "range"})
_HARMLESS = frozenset({"log", "count"})
Dscps = Callable[[str], frozenset[int]]


def filter_entry(text: str, source: Source, dscps: Dscps, *, standard: bool = False) -> FilterEntry | None:
    """Return what an entry matches; None for a line that is none. One that is not followed may match anything.

    `dscps` gives the code points of an argument. A `standard` list of EOS looks at the source address alone.
    """
    words = _words(text)
    if words is None:
        return None
    if words[0] not in ("permit", "deny"):
        return FilterEntry(True, Hit.PERHAPS, None, None, None, " ".join(text.split()), source)
    reader = _Words(words[1:])
    hit = Hit.ALWAYS if standard else _protocol(reader.next())
    if hit is Hit.NEVER:
        return NOT_FOR_ROCE
    origin = reader.address()
    target: str | None = ""
    chosen: frozenset[int] | None = None
    if not standard:
        hit = least(hit, reader.ports(source_port_hit))
        target = reader.address()
        hit = least(hit, reader.ports(target_port_hit))
    while hit is not Hit.NEVER and (option := reader.next()):
        if option == "dscp":
            chosen = dscps(reader.next()) or None
            hit = hit if chosen else Hit.PERHAPS
        elif option == "fragments":
            hit = Hit.NEVER
        elif option not in _HARMLESS:
            hit = Hit.PERHAPS
    if hit is Hit.NEVER:
        return NOT_FOR_ROCE
    return FilterEntry(words[0] == "permit", hit, origin, target, chosen, " ".join(text.split()), source)


def frame_entry(text: str, source: Source) -> FilterEntry | None:
    """Return what an entry of a list for frames matches: all, or perhaps RoCE."""
    words = _words(text)
    if words is None:
        return None
    hit = Hit.ALWAYS if words[1:3] == ["any", "any"] and set(words[3:]) <= _HARMLESS | {"ip"} else Hit.PERHAPS
    return FilterEntry(words[0] != "deny", hit, "", "", None, " ".join(text.split()), source)


def _words(text: str) -> list[str] | None:
    """Return the words of an entry without its sequence number, None for a line that is no entry."""
    words = text.split()
    if words[0].isdecimal() and len(words) > 1 and len(words[0]) <= _DIGITS:
        del words[0]
    return None if words[0] == "remark" or tuple(words) in _NO_ENTRIES else words


def _protocol(word: str) -> Hit:
    if word in _COVERING:
        return Hit.ALWAYS
    return Hit.NEVER if word in _OTHERS or word.isdecimal() else Hit.PERHAPS


def least(one: Hit, other: Hit) -> Hit:
    """Return whether RoCE meets both of two conditions."""
    if Hit.NEVER in (one, other):
        return Hit.NEVER
    return Hit.PERHAPS if Hit.PERHAPS in (one, other) else Hit.ALWAYS


class _Words:
    """The words of an entry, taken one after the other."""

    def __init__(self, words: list[str]) -> None:
        self._words = words

    def next(self) -> str:
        """Take a word, an empty text where none is left."""
        return self._words.pop(0) if self._words else ""

    def address(self) -> str | None:
        """Take an address: a prefix, empty for any, None for one that is not followed."""
        word = self.next()
        if word == "any":
            return ""
        if word == "host":
            return prefix_of(self.next()) or None
        if "/" in word or ":" in word:
            return prefix_of(word) or None
        if word[:1].isdecimal() and self._words and self._words[0].count(".") == 3:
            return wildcard_prefix(word, self.next()) or None
        if word in ("addrgroup", "object-group"):
            self.next()
        return (prefix_of(word) or None) if word[:1].isdecimal() else None

    def ports(self, judge: Callable[[str, list[str]], Hit]) -> Hit:
        """Take a condition on a port and return what it says of RoCE; without one it fits always."""
        sign = self._words[0] if self._words else ""
        if sign == "portgroup":
            del self._words[:2]
            return Hit.PERHAPS
        if sign not in _SIGNS:
            return Hit.ALWAYS
        self.next()
        values = [self.next()] + ([self.next()] if sign == "range" else [])
        while sign in ("eq", "neq") and self._words and self._words[0].isdecimal():
            values.append(self.next())
        return judge(sign, values)


def _span(sign: str, values: list[str]) -> tuple[int, int] | None:
    """Return the ports of a condition but `neq`; None where a name stands for the number."""
    if not all(value.isdecimal() and len(value) < 6 for value in values):
        return None
    numbers = [int(value) for value in values]
    return {"gt": (numbers[0] + 1, _MOST), "lt": (0, numbers[0] - 1)}.get(sign, (numbers[0], numbers[-1]))


def target_port_hit(sign: str, values: list[str]) -> Hit:
    """Return whether RoCE meets a condition on the destination port, such as `eq` or `range` and their numbers."""
    if sign in ("eq", "neq"):
        # Names stand for other ports than that of RoCE.
        return Hit.ALWAYS if (str(ROCE_PORT) in values) is (sign == "eq") else Hit.NEVER
    span = _span(sign, values)
    if span is None:
        return Hit.PERHAPS
    return Hit.ALWAYS if span[0] <= ROCE_PORT <= span[1] else Hit.NEVER


def source_port_hit(sign: str, values: list[str]) -> Hit:
    """Return whether RoCE meets a condition on the source port, which senders choose."""
    span = None if sign in ("eq", "neq") else _span(sign, values)
    return Hit.ALWAYS if span and span[0] <= LOWEST_SOURCE_PORT and span[1] == _MOST else Hit.PERHAPS
