"""A configuration without indentation: lines are given to the mode that the command line would be in.

A command belongs to the open mode unless only the global mode knows it, or another line opens a mode. What is below
what follows from the command reference; a file that is indented anywhere is left as it is.
"""

from __future__ import annotations

import re

from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_GLOBAL_COMMANDS = (
    r"(?:no |default )?(?:hostname|interface|router (?!id)|route-map|class-map|policy-map|peer-filter|platform|"
    r"management|vlan \d|vrf instance|qos (?:profile|map|rewrite|random-detect)|mlag configuration|"
    r"monitor session|daemon|banner|priority-flow-control (?:all|pause watchdog (?:default|action|override))|"
    r"errdisable|hardware|aaa|username|role|ip(?:v6)? (?:routing|unicast-routing|route |prefix-list|access-list|"
    r"community-list|extcommunity-list|as-path|virtual-router mac|name-server|domain|hardware|ssh|http|tacacs|"
    r"radius|ftp|icmp|multicast-routing|msdp)|spanning-tree (?:mode|mst|vlan-id|root)|snmp-server|ntp|"
    r"logging (?!event)|service (?:routing|interface)|dns|clock|lldp (?:run|timer|hold|management|tlv)|end\b|"
    r"load-interval default|switchport default|mac address-table|agent|boot|event-handler|event-monitor|"
    r"control-plane|system |redundancy|port-channel load-balance|transceiver qsfp|tacacs-server|radius-server|"
    r"sflow (?!enable)|queue-monitor (?:length|streaming)$|schedule|alias|arp aging)"
)
_GLOBAL = lazy_pattern(_GLOBAL_COMMANDS)
_QUEUE = r"(?:no )?(?:bandwidth|random-detect|priority|shape)(?![\w-])"
_QOS_PROFILE = (
    r"(?:no |default )?(?:qos (?:trust|cos|dscp)|shape|service-policy|(?:uc-|mc-)?tx-queue"
    r"|priority-flow-control(?! (?:all|pause watchdog (?:default|action|override))))\b"
)


@dataclass(frozen=True, slots=True)
class _Mode:
    """A mode: which line opens it, its `own` commands (without a pattern all but global ones), and modes inside it."""

    opener: re.Pattern[str]
    own: re.Pattern[str] | None = None
    inner: tuple[_Mode, ...] = ()

    def takes(self, text: str) -> bool:
        return bool(self.own.match(text)) if self.own else not _GLOBAL.match(text)


_IN_QUEUE = _Mode(lazy_pattern(r"(?:uc-|mc-)?tx-queue \d"), lazy_pattern(_QUEUE))
_IN_BGP = r"(?:no )?(?:neighbor|network|redistribute|bgp|maximum-paths|route|distance|graceful|encapsulation)\b"
_MODES = (
    _Mode(lazy_pattern(r"interface \S"), None, (_IN_QUEUE,)),
    _Mode(lazy_pattern(r"qos profile \S+$"), lazy_pattern(f"{_QOS_PROFILE}|{_QUEUE}"), (_IN_QUEUE,)),
    _Mode(lazy_pattern(r"class-map "), lazy_pattern(r"(?:\d+ )?match\b")),
    _Mode(
        lazy_pattern(r"policy-map "),
        lazy_pattern(r"(?:\d+ )?class (?!-)|set\b|police\b"),
        (_Mode(lazy_pattern(r"(?:\d+ )?class \S"), lazy_pattern(r"set\b|police\b|bandwidth\b|priority\b")),),
    ),
    _Mode(lazy_pattern(r"route-map "), lazy_pattern(r"(?:no )?(?:match|set|continue|description|sub-route-map)\b")),
    _Mode(lazy_pattern(r"ip(?:v6)? prefix-list \S+$"), lazy_pattern(r"seq \d|permit\b|deny\b")),
    _Mode(lazy_pattern(r"ip(?:v6)? access-list "), lazy_pattern(r"\d+ |permit\b|deny\b|remark\b|counters\b")),
    _Mode(
        lazy_pattern(r"router bgp "),
        lazy_pattern(rf"vlan(?:-aware-bundle)? \S+$|(?!{_GLOBAL_COMMANDS})"),
        (
            _Mode(
                lazy_pattern(r"address-family "),
                lazy_pattern(rf"{_IN_BGP}|(?:no )?(?:domain|next-hop|route-target)\b"),
            ),
            _Mode(
                lazy_pattern(r"vlan(?:-aware-bundle)? \S+$"), lazy_pattern(r"rd\b|route-target\b|redistribute\b|vlan\b")
            ),
            _Mode(lazy_pattern(r"vrf (?!instance)\S+$"), lazy_pattern(rf"{_IN_BGP}|(?:rd|route-target|router-id)\b")),
        ),
    ),
    _Mode(lazy_pattern(r"router \S"), None),
    _Mode(lazy_pattern(r"platform trident mmu queue profile \S+$"), lazy_pattern(r"ingress\b|egress\b")),
    _Mode(lazy_pattern(r"mlag configuration"), None),
    _Mode(lazy_pattern(r"vlan \d"), lazy_pattern(r"(?:no )?(?:name|state|trunk|private-vlan|mac)\b")),
    _Mode(lazy_pattern(r"vrf instance "), lazy_pattern(r"(?:no )?(?:rd|description|route-target)\b")),
    _Mode(lazy_pattern(r"management \S"), None),
)
_OPENING = ("interface ", "qos profile ", "router ")


def is_unindented(root: Line) -> bool:
    """Say whether nothing stands below any line, although modes are opened that have commands."""
    return any(line.text.startswith(_OPENING) for line in root.children) and all(
        line.end_number == line.number for line in root.children
    )


def indented(text: str, root: Line) -> str:
    """Return a configuration without indentation with each line indented below the mode that it belongs to. Linear."""
    lines = text.split("\n")
    opened: list[_Mode] = []
    for line in root.children:
        if line.text == "exit":
            opened = opened[:-1]
            lines[line.number - 1] = ""
            continue
        if line.text == "end":
            opened = []
        while opened and not opened[-1].takes(line.text):
            opened.pop()
        lines[line.number - 1] = "   " * len(opened) + line.text
        modes = opened[-1].inner if opened else _MODES
        mode = next((one for one in modes if one.opener.match(line.text)), None)
        if mode is not None:
            opened.append(mode)
    return "\n".join(lines)
