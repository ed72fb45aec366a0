"""Access lists that ACL_TABLE binds to ports, as far as a rule of them may drop RoCE.

A packet takes the rule of the highest PRIORITY that matches it. What no rule matches is forwarded: acl-loader adds a
rule DEFAULT_RULE where the rest is to be dropped (sonic-acl YANG; sonic-utilities acl_loader/main.py, deny_rule).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from roce_lint.model.addresses import subnet_of
from roce_lint.model.packet_filter import FilterEntry, FilterUse, Hit, PacketFilter
from roce_lint.os.industry_cli.filter_entries import least, source_port_hit, target_port_hit
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.sonic.database import Database
from roce_lint.text.json_rows import Row

_VERSIONS = {"L3": 4, "L3V6": 6}
"""The version of IP that a type of table is for; others are for both."""
_IP_TYPES = {"2048", "0X800", "0X0800", "34525", "0X86DD"}
_DECIDES: Mapping[str, Callable[[str], Hit]] = {
    "IP_PROTOCOL": lambda value: Hit.ALWAYS if value == "17" else Hit.NEVER,
    "NEXT_HEADER": lambda value: Hit.ALWAYS if value == "17" else Hit.NEVER,
    "L4_DST_PORT": lambda value: target_port_hit("eq", [value]),
    "L4_DST_PORT_RANGE": lambda value: target_port_hit("range", value.split("-")),
    "L4_SRC_PORT": lambda value: source_port_hit("eq", [value]),
    "L4_SRC_PORT_RANGE": lambda value: source_port_hit("range", value.split("-")),
    "ETHER_TYPE": lambda value: Hit.ALWAYS if value in _IP_TYPES else Hit.NEVER,
    "IP_TYPE": lambda value: Hit.NEVER if value.startswith(("NON_IP", "ARP")) else Hit.ALWAYS,
    **dict.fromkeys(("TCP_FLAGS", "ICMP_TYPE", "ICMP_CODE", "ICMPV6_TYPE", "ICMPV6_CODE"), lambda _: Hit.NEVER),
}
"""Whether RoCE meets a condition of a rule; one that is not listed narrows it to packets of which nothing is known."""
_ACTIONS = {"PACKET_ACTION", "MIRROR_ACTION", "MIRROR_INGRESS_ACTION", "MIRROR_EGRESS_ACTION"}
_ACTIONS |= {"DISABLE_ARS_FORWARDING", "DSCP_ACTION"}
_NO_CONDITION = {"PRIORITY", "DSCP", *_ACTIONS}
_ADDRESSED = ("INTERFACE", "PORTCHANNEL_INTERFACE", "VLAN_INTERFACE")
_ORIGINS, _TARGETS = ("SRC_IP", "SRC_IPV6"), ("DST_IP", "DST_IPV6")


def packet_filters(database: Database) -> Iterator[PacketFilter]:
    """Yield the lists with a rule that drops packets and a port."""
    rules: dict[str, list[Row]] = {}
    for rule in database.rows("ACL_RULE"):
        rules.setdefault(rule.keys[0], []).append(rule)
    for table in database.rows("ACL_TABLE"):
        ports = table.fields.get("ports") or table.fields.get("ports@")
        own = sorted(rules.get(table.key, ()), key=_priority)
        if ports is None or not any(_drops(rule) for rule in own):
            continue
        incoming = table.get("stage").lower() != "egress"
        uses = tuple(FilterUse(name, incoming, ports.source) for name in filter(None, ports.value.split(",")))
        entries = tuple([entry for entry in map(_entry, own) if entry.hit is not Hit.NEVER])
        version = _VERSIONS.get(table.get("type").upper(), 0)
        yield PacketFilter(table.key, version, entries, drops_rest=False, uses=uses, source=table.first_line)


def meets_roce(rule: Row, database: Database) -> bool:
    """Say whether RoCE from or to a subnet of the switch's own interfaces meets a rule, whatever its DSCP is."""
    entry = _entry(rule)
    if entry.hit is not Hit.ALWAYS or entry.dscps is not None:
        return False
    named = [one for one in (entry.origin, entry.target) if one]
    if None in (entry.origin, entry.target):
        return False
    own = [found for row in database.rows(*_ADDRESSED) if len(row.keys) > 1 and (found := subnet_of(row.keys[1]))]
    return all(any(one.covers(each) or each.covers(one) for each in own) for one in map(subnet_of, named) if one)


def _priority(rule: Row) -> int:
    stated = rule.get("PRIORITY")
    return -int(stated) if stated.isdecimal() and len(stated) < 10 else 0


def _drops(rule: Row) -> bool:
    return rule.get("PACKET_ACTION").upper() == "DROP"


def _entry(rule: Row) -> FilterEntry:
    hit = Hit.ALWAYS
    for name, stated in rule.fields.items():
        if name in _DECIDES:
            hit = least(hit, _DECIDES[name](stated.value.upper()))
        elif name not in (*_NO_CONDITION, *_ORIGINS, *_TARGETS):
            hit = least(hit, Hit.PERHAPS)
    dscp = rule.get("DSCP")
    chosen = frozenset({int(dscp)}) if dscp.isdecimal() and len(dscp) < 3 else None
    if dscp and chosen is None:
        hit = least(hit, Hit.PERHAPS)
    text = f"{rule.table}|{rule.key} {rule.get('PACKET_ACTION') or 'FORWARD'}"
    decides = rule.fields.get("PACKET_ACTION")
    source = decides.source if decides else rule.first_line
    origin, target = _prefix(rule, _ORIGINS), _prefix(rule, _TARGETS)
    return FilterEntry(not _drops(rule), hit, origin, target, chosen, text, source)


def _prefix(rule: Row, names: tuple[str, ...]) -> str | None:
    """Return the prefix that one of the fields states, empty for any address, None for none that is understood."""
    stated = "".join(rule.get(name) for name in names)
    return (prefix_of(stated) or None) if stated else ""
