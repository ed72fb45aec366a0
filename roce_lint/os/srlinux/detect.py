"""By what a text is known to be of SR Linux: flat lines, braces, or JSON."""

from __future__ import annotations

import re

from roce_lint.os.contract import FoundMarks
from roce_lint.text.patterns import lazy_pattern

_WITH_BRACES = ("junos", "Nokia SR OS")
FLAT_SIGN = "set / "
BRACE_SIGNS = ("explicit-congestion-notification ", "srl_nokia", "admin-state ")
SIGNS = (FLAT_SIGN, *BRACE_SIGNS)
_BEGINNING_CHARACTERS = 20_000
_FLAT = lazy_pattern(r"^set / (?:interface|qos|network-instance|system|routing-policy|tunnel|acl|bfd|platform) ?", re.M)
_BRACE = lazy_pattern(
    r"^[ \t]*+(?:interface (?:ethernet-\d|mgmt0|lag\d|system0)[^\n{]*\{|network-instance \S+ \{|"
    r"pfc-mapping-profile \S+ \{|buffer-management \{|queue-templates \{)",
    re.MULTILINE,
)
_USUAL = lazy_pattern(
    r"^[ \t]*+(qos \{|forwarding-classes \{|interface (?:irb|lo)\d+ \{|queues \{|classifiers \{|"
    r"explicit-congestion-notification |srl_nokia|admin-state (?:enable|disable))",
    re.MULTILINE,
)
"""Others with braces share some of these; two of them where nothing speaks for others are SR Linux."""
_JSON = lazy_pattern(r'"srl_nokia[-\w]*:|"(?:name|interface-id|interface)"\s*:\s*"ethernet-\d+/\d')
_JSON_TREE = lazy_pattern(r'"(?:forwarding-classes|pfc-mapping-profile|buffer-management|network-instance)"\s*:')


def at_a_glance(head: str) -> bool:
    """Say whether a text is SR Linux at a glance, as nearly all of SR Linux is."""
    flat = FLAT_SIGN in head[:_BEGINNING_CHARACTERS] and _FLAT.search(head)
    return bool(flat or ("{" in head and _BRACE.search(head)))


def by_marks(head: str, found: FoundMarks) -> bool:
    """Say whether a text has flat lines somewhere, or two usual blocks and nothing that speaks for others."""
    if FLAT_SIGN in found.signs and _FLAT.search(head):
        return True
    if "{" not in head and found.signs.isdisjoint(BRACE_SIGNS):
        return False
    return len(set(_USUAL.findall(head))) >= 2 and not any(found.weights[name] for name in _WITH_BRACES)


def in_json(head: str) -> bool:
    """Say whether a JSON text has names of SR Linux's models."""
    return bool(_JSON.search(head)) or len(set(_JSON_TREE.findall(head))) >= 2
