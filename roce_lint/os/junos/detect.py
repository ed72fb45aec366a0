"""By what a text is known to be a configuration of Junos: braces, lines of `set`, JSON, XML."""

from __future__ import annotations

from roce_lint.os.contract import FoundMarks
from roce_lint.os.junos.statements import is_session
from roce_lint.text.patterns import lazy_pattern

_BEGINNING_CHARACTERS = 20_000
_SIGNS = ("set ", "delete ", "deactivate ")
_BLOCK = lazy_pattern(
    r"^(?:inactive: |protect: )?(?:class-of-service|routing-options|policy-options|routing-instances|"
    r"forwarding-options|switch-options|groups|chassis|vlans|interfaces|protocols|firewall|system) \{[ \t]*\r?$",
    8,
)
_OWN_BLOCKS = frozenset(
    ("class-of-service", "routing-options", "policy-options", "routing-instances", "forwarding-options")
)
_INSIDE = lazy_pattern(
    r"^[ \t]*+(?:inactive: )?(?:(?:et|xe|ge)-\d+/\d+/\d+(?::\d+)? \{|(?:ae\d+|irb|lo0|fxp0|em0|re0:mgmt-0) \{|"
    r"unit (?:\d+|\*) \{|host-name [\w.-]+;|family (?:inet6?|ethernet-switching) ?[{;]|apply-groups [^;]+;)",
    8,
)
"""Lines of Junos inside of blocks that others have too; VyOS ends no line with a semicolon."""
_SET = lazy_pattern(
    r"^(?:\S+[>#] )?(?:set|delete|deactivate|activate|insert) (?:class-of-service|routing-options|policy-options|"
    r"routing-instances|forwarding-options|switch-options|apply-groups|groups \S+ |version \d|"
    r"interfaces (?:(?:et|xe|ge)-\d|ae\d|lo0|irb|em0|fxp0|re0:|interface-range|<)|"
    r"protocols (?:bgp group|lldp (?:interface|port-id)|evpn|isis interface)|chassis (?:fpc|aggregated-devices)|"
    r"vlans \S+ (?:vlan-id|vxlan|l3-interface|interface)) ?",
    8,
)
_XML = lazy_pattern(
    r"<configuration\b[^>]*(?:(?:xml|yang)\.juniper\.net|junos:)|xmlns:junos=|<name>(?:et|xe|ge)-\d+/\d+/\d|"
    r"<(?:class-of-service|routing-options|policy-options|routing-instances|forwarding-options)[\s>]"
)
_JSON = lazy_pattern(
    r'"configuration"\s*:\s*[\[{]|"junos:(?:changed|commit)|'
    r'"(?:congestion-notification-profile|forwarding-classes|policy-statement|routing-options)"\s*:'
)
_JSON_TREE = lazy_pattern(r'"(?:class-of-service|policy-options|routing-options|routing-instances|interfaces)"\s*:')


def at_a_glance(head: str) -> bool:
    """Say whether a text is plainly of Junos."""
    beginning = head[:_BEGINNING_CHARACTERS]
    if beginning.lstrip("\ufeff \t\r\n")[:1] == "<":
        return "<configuration" in beginning and bool(_XML.search(beginning))
    if "set " in beginning and _SET.search(beginning):
        return True
    if " {" not in beginning:
        return False
    blocks = {line.strip().split(" ")[-2] for line in _BLOCK.findall(head)}
    return bool(blocks & _OWN_BLOCKS) or (bool(blocks) and bool(_INSIDE.search(head)))


def by_marks(head: str, found: FoundMarks) -> bool:
    """Say whether lines of `set` stand somewhere in a text."""
    return not found.signs.isdisjoint(_SIGNS) and bool(_SET.search(head))


def in_json(head: str) -> bool:
    """Say whether a text that begins as JSON does is a configuration of Junos, or a session of its CLI."""
    if is_session(head):
        return bool(_SET.search(head))
    return bool(_JSON.search(head)) and len(set(_JSON_TREE.findall(head))) >= 1
