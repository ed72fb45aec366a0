"""Access lists that interfaces bind, as far as a rule of them drops, marks or polices RoCE.

NVUE writes its rules to a chain of iptables that ends with no rule of its own: what none matches is forwarded.
Source: CUG, Access Control List Configuration, /etc/cumulus/acl/policy.d/50_nvue.rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from roce_lint.model.packet_filter import FilterEntry, FilterUse, Hit, PacketFilter
from roce_lint.os.cumulus.settings import child, entries, stated
from roce_lint.os.industry_cli.filter_entries import least, source_port_hit, target_port_hit
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.references import StructureKind, StructureUse
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

KIND = StructureKind("acl", frozenset())
_VERSIONS = {"ipv4": 4, "ipv6": 6}
_DIRECTIONS = ("inbound", "outbound")
_ANY = ("ANY", "any")
_PORTS: Mapping[str, Callable[[str, list[str]], Hit]] = {
    "dest-port": target_port_hit,
    "source-port": source_port_hit,
}
_COVERING = frozenset((*_ANY, "udp", "17"))
_ADDRESSES = ("source-ip", "dest-ip")
_CLASSES = {f"cs{one}": 8 * one for one in range(1, 8)} | {"be": 0, "ef": 46}
_CLASSES |= {f"af{one}{two}": 8 * one + 2 * two for one in range(1, 5) for two in range(1, 4)}
"""Names of code points (RFC 2474, RFC 2597, RFC 3246)."""
_CHANGING = ("set", "police")


def packet_filters(root: Node, diagnostics: LeafDiagnostics) -> tuple[tuple[PacketFilter, ...], list[StructureUse]]:
    """Return the lists that interfaces bind, and every use; a name that no list has is reported."""
    uses: dict[str, list[FilterUse]] = {}
    named: list[StructureUse] = []
    for interface in entries(root, "interface"):
        for one in entries(interface, "acl"):
            for direction in _DIRECTIONS:
                bound = child(one, direction)
                if bound is None:
                    continue
                place = bound.first_line
                named.append(StructureUse(KIND.word, one.name, place, ("port", interface.name)))
                if child(root, "acl", one.name) is None:
                    diagnostics.undefined(KIND.word, one.name, place)
                elif child(bound, "control-plane") is None:
                    use = FilterUse(interface.name, direction == "inbound", place)
                    uses.setdefault(one.name, []).append(use)
    return tuple(_filter(child(root, "acl", name), tuple(found), diagnostics) for name, found in uses.items()), named


def _filter(block: Node | None, uses: tuple[FilterUse, ...], diagnostics: LeafDiagnostics) -> PacketFilter:
    assert block is not None
    kind = stated(block, "type")
    rules = sorted(entries(block, "rule"), key=lambda rule: int(rule.name) if rule.name.isdecimal() else 0)
    found = tuple(_entries(rules, diagnostics))
    version = _VERSIONS.get(kind.value, 0) if kind else 0
    return PacketFilter(block.name, version, found, drops_rest=False, uses=uses, source=block.first_line)


def _entries(rules: list[Node], diagnostics: LeafDiagnostics) -> Iterator[FilterEntry]:
    """Yield the rules that RoCE may meet and that decide; one that changes it is reported."""
    for rule in rules:
        hit, chosen = _hit(child(rule, "match"))
        if hit is Hit.NEVER:
            continue
        action = child(rule, "action")
        for word in _CHANGING:
            changes = child(action, word)
            if changes is not None:
                because = f"rule {rule.name} of this access list may match RoCE; what it does to it was not evaluated"
                diagnostics.not_understood(f"action {word}", because, changes.first_line, concerns_qos=True)
        for word in ("deny", "permit"):
            decides = child(action, word)
            if decides is not None:
                origin, target = (_prefix(rule, name) for name in _ADDRESSES)
                text = f"rule {rule.name} action {word}"
                yield FilterEntry(word == "permit", hit, origin, target, chosen, text, decides.first_line)


def _hit(match: Node | None) -> tuple[Hit, frozenset[int] | None]:
    """Return whether RoCE meets the conditions of a rule, and the code points that it is for."""
    hit, chosen = Hit.ALWAYS, None
    for block in entries(match):
        if block.name != "ip":
            # A MAC address or a VLAN narrows it to packets of which nothing is known.
            hit = least(hit, Hit.PERHAPS)
            continue
        for one in block.children.values():
            if one.name == "dscp":
                chosen = _code_points(one.value)
                hit = hit if chosen or one.value in _ANY else least(hit, Hit.PERHAPS)
            else:
                hit = least(hit, _condition(one))
    return hit, chosen


def _condition(one: Node) -> Hit:
    if one.name == "protocol":
        return Hit.ALWAYS if one.value in _COVERING else Hit.NEVER
    if one.name == "tcp" or one.name.startswith("icmp"):
        return Hit.NEVER
    if one.name in _ADDRESSES:
        return Hit.ALWAYS
    ports = one.children.values() if one.name == "udp" else [one] if one.name in _PORTS else None
    if ports is None:
        return Hit.PERHAPS
    hit = Hit.ALWAYS
    for port in ports:
        values = [one.name for one in port.children.values()] or [port.value]
        if port.name in _PORTS and not set(values) & set(_ANY):
            hit = least(hit, _of_ports(_PORTS[port.name], values))
    return hit


def _of_ports(judge: Callable[[str, list[str]], Hit], values: list[str]) -> Hit:
    """Return the hit of any of several ports and ranges, such as `4791` and `1000:2000`."""
    hits = [judge("range" if ":" in value else "eq", value.split(":")) for value in values]
    return next((hit for hit in (Hit.ALWAYS, Hit.PERHAPS) if hit in hits), Hit.NEVER)


def _code_points(text: str) -> frozenset[int] | None:
    number = _CLASSES.get(text.lower(), int(text) if text.isdecimal() and len(text) < 3 else -1)
    return frozenset({number}) if 0 <= number < 64 else None


def _prefix(rule: Node, name: str) -> str | None:
    """Return the prefix that a rule is for, empty for any address, None for what is not understood."""
    found = stated(rule, "match", "ip", name)
    return (prefix_of(found.value) or None) if found and found.value not in _ANY else ""
