"""Access lists of subinterfaces that limit a rate: a policer of an entry drops what exceeds its rate.

Filters that protect the control plane, and those called `system` and `capture`, police nothing that is forwarded
(srl_nokia-acl YANG 25.3.1: they may not name such a policer, or see only what ends on the switch).
"""

from __future__ import annotations

from roce_lint.model.qos import DSCP_COUNT, Policer
from roce_lint.os.srlinux.names import dscp_from
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

FilterName = tuple[str, str]
"""Name and type of a filter."""

KINDS = ("ipv4", "ipv6", "mac")
"""The types of filters."""

_ALL = frozenset(range(DSCP_COUNT))
_ROCE_PORT = 4791
_UDP = ("udp", "17")
_IP_ETHERTYPES = ("ipv4", "ipv6", "0x0800", "0x800", "0x86dd", "2048", "34525")
_EVERYWHERE = ("0.0.0.0/0", "::/0")


@dataclass(frozen=True, slots=True)
class _Reach:
    """The code points of RoCE that an entry may match; `whole`: every RoCE packet that has one of them."""

    dscps: frozenset[int]
    whole: bool


_NOTHING = _Reach(frozenset(), False)


class AccessLists:
    """The filters of one device."""

    def __init__(self, root: Node, diagnostics: LeafDiagnostics) -> None:
        """Take the filters of `/acl`; those that limit a rate by a policer that nobody defines are reported."""
        self._diagnostics = diagnostics
        acl = root.at("acl")
        self._policing: dict[FilterName, Node] = {}
        policers = {policer.key for policer in acl.select("policers/policer")}
        for name, one in filters_of(acl).items():
            for use in map(_policer, one.entries("entry")):
                if use:
                    self._policing[name] = one
                if use and use.value not in policers:
                    diagnostics.undefined("policer", use.value, use.source)

    def policers(self, names: tuple[FilterName, ...], incoming: bool, ipv4: bool, ipv6: bool) -> tuple[Policer, ...]:
        """Return what the filters bound at ingress police; what is not certain, or is at egress, goes to unread.

        `ipv4`, `ipv6`: which IP versions the subinterface has; a filter of the other type does not concern it.
        """
        unused = {"ipv4"} if not ipv4 else {"ipv6"} if not ipv6 else set()
        found: list[Policer] = []
        for name in names:
            if name in self._policing and name[1] not in unused:
                found += self._policers(self._policing[name], name[1], incoming)
        return tuple(found)

    def _policers(self, one: Node, kind: str, incoming: bool) -> list[Policer]:
        """Follow the entries in their order: the first that matches decides."""
        found: list[Policer] = []
        open_dscps = _ALL
        for entry in in_order(one):
            reach = _reach(entry.at("match"), kind)
            dscps = reach.dscps & open_dscps
            use = _policer(entry)
            if use and dscps and reach.whole and incoming:
                found.append(Policer(dscps, use.source))
            elif use and dscps:
                because = "it depends on more than the DSCP and the port of RoCE whether the entry polices RoCE"
                if reach.whole:
                    because = "it polices RoCE on its way out, and what exceeds the rate is dropped"
                self._diagnostics.not_read(because, use.source)
            if reach.whole:
                open_dscps -= dscps
        return found


def filters_of(acl: Node) -> dict[FilterName, Node]:
    """Return the filters of `/acl`: of one list with a type from 24.3 on, of a list for each type in 23.10."""
    found = {entry.keys[:2]: entry for entry in acl.entries("acl-filter")}
    for kind in KINDS:
        found |= {(entry.key, kind): entry for entry in acl.entries(f"{kind}-filter")}
    return {(name[0], name[1]): entry for name, entry in found.items()}


def in_order(one: Node) -> list[Node]:
    """Return the entries of a filter in the order in which they are tried."""
    return sorted(one.entries("entry"), key=_sequence)


def entry_reach(match: Node, kind: str) -> tuple[frozenset[int], bool]:
    """Return the code points of RoCE that an entry may match, and whether more than addresses narrows them."""
    reach = _reach(match, kind)
    if kind == "mac" or not reach.dscps:
        return reach.dscps, not reach.whole
    layered = match.has(kind) or match.has("transport")
    transport = match.at("transport") if layered else match
    others = any(transport.at("source-port").leaves_below()) or any(match.at("l2").leaves_below())
    return reach.dscps, others or match.has("network-instance")


def _policer(entry: Node) -> Node | None:
    return entry.at("action/accept/rate-limit").get("policer")


def _sequence(entry: Node) -> int:
    return int(entry.key) if entry.key.isdecimal() and len(entry.key) < 10 else 0


def _reach(match: Node, kind: str) -> _Reach:
    if kind == "mac":
        frame = match.at("l2") if match.has("l2") else match
        ethertype = frame.get("ethertype")
        if ethertype and ethertype.value.lower() not in _IP_ETHERTYPES:
            return _NOTHING
        return _Reach(_ALL, not frame.children)
    layered = match.has(kind) or match.has("transport")
    packet, transport = (match.at(kind), match.at("transport")) if layered else (match, match)
    protocol = packet.get("protocol") or packet.get("next-header")
    fragment = packet.get("fragment")
    if (
        (protocol and protocol.value.lower() not in _UDP)
        or (fragment and fragment.value == "true")
        or (packet.has("icmp") or packet.has("icmp6") or packet.has("first-fragment") or transport.has("tcp-flags"))
        or not _takes_roce(transport.at("destination-port"))
    ):
        return _NOTHING
    return _Reach(_dscps(packet), not _narrows(match, packet, transport))


def _takes_roce(port: Node) -> bool:
    """Return whether the condition on the destination port lets 4791 through; there is none where it is empty."""
    value, operator, within = port.get("value"), port.get("operator"), port.at("range")
    if value:
        number = _number(value.value)
        sign = operator.value if operator else "eq"
        return {"ge": number <= _ROCE_PORT, "le": number >= _ROCE_PORT}.get(sign, number == _ROCE_PORT)
    start, end = within.get("start"), within.get("end")
    return (_number(start.value) if start else 0) <= _ROCE_PORT <= (_number(end.value) if end else 65_535)


def _number(text: str) -> int:
    """Return a port number; the names stand for others than the port of RoCE, and none of them is so high."""
    return int(text) if text.isdecimal() and len(text) < 6 else -1


def _dscps(packet: Node) -> frozenset[int]:
    stated = packet.get("dscp-set")
    if stated is None or not stated.values:
        return _ALL
    try:
        return frozenset(map(dscp_from, stated.values))
    except ValueError:
        return _ALL


def _narrows(match: Node, packet: Node, transport: Node) -> bool:
    """Return whether addresses, the source port, frames or a network-instance narrow what an entry matches."""
    addresses = [leaf for side in ("source-ip", "destination-ip") for leaf in packet.at(side).leaves_below()]
    lists = any(packet.at(side).has("prefix-list") for side in ("source-ip", "destination-ip"))
    others = any(transport.at("source-port").leaves_below()) or any(match.at("l2").leaves_below())
    return lists or others or match.has("network-instance") or any(one.value not in _EVERYWHERE for one in addresses)
