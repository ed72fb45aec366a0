"""A configuration as top-level blocks, also where its indentation is missing or wrong.

`show running-config` indents by two columns; vendor scripts are not indented at all, and checkpoint files print
`match qos-group N` in the first column. Lines are then given to the block that the command line would be in: a
command belongs to the open mode unless only the global mode knows it. Blanks too many below a command that opens no
mode mean nothing either.
"""

from __future__ import annotations

import re

from roce_lint.text.lines import Line, parse_lines
from roce_lint.text.pasted import with_single_blanks, without_prompts, without_shell_comments
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.remembered import Remembered

_BANNER = lazy_pattern(r"\s*banner\s+\S+\s+(\S)(.*)", re.DOTALL)

_CLASS_MAP = lazy_pattern(r"(no )?(match|description)\b")
_POLICY_MAP = lazy_pattern(r"(no )?class(?!-map)\b|description\b")
_ACTION = lazy_pattern(
    r"(no )?(mtu|pause|set|police|bandwidth|priority(?!-flow)|random-detect|queue-limit|shape|afd|congestion-control"
    r"|dpp|burst-detect|ecn|minimum-threshold|maximum-threshold|drop-probability|weight)\b"
)
_SERVICE_POLICY = lazy_pattern(r"(no )?service-policy\b")
_VLAN = lazy_pattern(r"(no )?(name|vn-segment|service-policy|state|mode|shutdown|private-vlan)\b")
_DLB = lazy_pattern(
    r"(no )?(mode|dlb-interface|mac-address|flowlet-aging|decay-factor|sampling-interval|load-awareness"
    r"|dre-thresholds|static-pinning|source)\b"
)
_INTERFACE = lazy_pattern(
    r"(no )?(switchport|description|mtu|shutdown|channel-group|service-policy|flowcontrol|ip address|ipv6 address"
    r"|vrf member|speed|priority-flow-control mode|source-interface|member vni|host-reachability|qos-mode)\b"
)
_GLOBAL = lazy_pattern(
    r"(no )?(feature|hostname|switchname|interface|port-profile|class-map|policy-map|system|router"
    r"|vlan (\d|configuration)|vrf context|route-map(?! \S+ (in|out)$)|line|boot|vdc|username|snmp-server|ntp"
    r"|logging (?!event)|evpn$"
    r"|copp|(ip|ipv6|mac) access-list"
    r"|(ip|ipv6) (prefix-list|community-list|as-path|load-sharing|domain|name-server)|hardware|nv|version|banner"
    r"|spanning-tree (vlan|mode|pathcost|port type \S+ default|loopguard default)"
    r"|lldp (tlv-select|timer|holdtime|reinit|portid-subtype)|cfs|fabric (?!forwarding mode)|errdisable|vpc domain"
    r"|vtp|key chain|aaa|tacacs"
    r"|radius|cli|rmon|icam|clock|crypto|ssh|telnet|event manager|telemetry|monitor session|object-group"
    r"|control-plane|qos|link-level-flow-control|port-channel load-balance|mls|dcb|end"
    r"|priority-flow-control (watch-dog (interval|shutdown-multiplier|internal-interface-multiplier)|auto-restore"
    r"|fixed-restore|override-interface))(?![\w-])"
)
_QOS_ANYWHERE = lazy_pattern(r"(no )?(priority-flow-control|congestion-control)\b")

_OWN_COMMANDS = (
    (lazy_pattern(r"class-map\b"), _CLASS_MAP),
    (re.compile(r"policy-map\b"), lazy_pattern(f"{_POLICY_MAP.pattern}|{_ACTION.pattern}")),
    (lazy_pattern(r"system qos\b"), _SERVICE_POLICY),
    (lazy_pattern(r"vlan\b"), _VLAN),
    (lazy_pattern(r"hardware profile dlb\b"), _DLB),
    (lazy_pattern(r"interface (?!breakout)|port-profile "), _INTERFACE),
)
_OPENS_NO_MODE = (
    r"(?:no )?(?:match|description|mtu|pause|set|police|bandwidth|priority|random-detect|queue-limit|shape"
    r"|service-policy|switchport|shutdown|channel-group|flowcontrol|ip|ipv6|vrf member|speed|fec|negotiate|duplex"
    r"|load-interval|lldp|priority-flow-control|qos-mode)\b"
)
_LEAF = lazy_pattern(_OPENS_NO_MODE)
_DEEPER_THAN_A_LEAF = lazy_pattern(rf"\n([ \t]++){_OPENS_NO_MODE}[^\n]*+\n\1[ \t]++[^\s!]")
_WITH_LEAVES = ("class-map", "policy-map", "system qos", "interface ", "port-profile ")
_OPENERS = ("class-map", "policy-map", "system qos", "vlan", "hardware profile dlb", "interface ", "port-profile ")
"""What the lines begin with that the patterns above match; nearly all begin with something else."""
_OPENS_OTHER_MODE = lazy_pattern(
    r"router |vrf context |route-map |line |vdc |vpc domain |control-plane|(ip|ipv6|mac) access-list |object-group "
    r"|key chain |evpn|telemetry|event manager|aaa group|fabric forwarding|monitor session "
)


def read_stanzas(text: str) -> Line:
    """Return the configuration as a root line with one child per top-level command. Linear; never raises."""
    text = with_single_blanks(without_shell_comments(without_prompts(without_banners(text))))
    root = parse_lines(text)
    unindented = all(line.end_number == line.number for line in root.children)
    if not unindented and "exit" in text:
        _drop_exits(root)
    stanzas = _nested(root, unindented=unindented)
    for block in stanzas.children:
        if block.text.startswith("policy-map"):
            block.children = _actions_below_classes(block.children)
    if _DEEPER_THAN_A_LEAF.search(text):
        for block in stanzas.children:
            if block.text.startswith(_WITH_LEAVES):
                block.children = _lifted(block.children)
                for line in block.children:
                    if line.text.startswith("class "):
                        line.children = _lifted(line.children)
    return stanzas


def _lifted(children: list[Line]) -> list[Line]:
    """Return the lines of a mode, with those that are indented below a command without a mode of its own behind it."""
    lines: list[Line] = []
    pending = list(reversed(children))
    while pending:
        line = pending.pop()
        lines.append(line)
        if line.children and _LEAF.match(line.text):
            pending.extend(reversed(line.children))
            line.children = []
    return lines


def _drop_exits(block: Line) -> None:
    """Take out what leaves a mode where indentation says so already."""
    block.children = [line for line in block.children if line.text != "exit"]
    for line in block.children:
        if line.children:
            _drop_exits(line)


def without_banners(text: str) -> str:
    """Return the text with banners blanked; the delimiter is the first character after the banner's name."""
    if "banner " not in text:
        return text
    kept: list[str] = []
    delimiter = ""
    for line in text.split("\n"):
        if delimiter:
            kept.append("")
            delimiter = "" if delimiter in line else delimiter
            continue
        found = _BANNER.match(line)
        if found:
            delimiter = "" if found[1] in found[2] else found[1]
        kept.append("" if found else line)
    # A banner that never ends is damage; reading its body as commands is better than losing the rest of the file.
    return text if delimiter else "\n".join(kept)


def _nested(root: Line, *, unindented: bool) -> Line:
    """Return a copy of `root` whose top-level lines are the blocks that the command line would see."""
    stanzas = Line(0, -1, "")
    block = root
    own: re.Pattern[str] | None = None
    by_keyword = False
    for line in root.children:
        if unindented and line.text in ("exit", "end"):
            own, by_keyword = None, False
            continue
        takes_more = own is not None or by_keyword
        if takes_more and _belongs(line.text, block, own, free=by_keyword, unindented=unindented):
            block.children.append(line)
            by_keyword = True
            continue
        stanzas.children.append(line)
        block = line
        own = _OWN_OF[line.text]
        # A block with an indented body has no more commands in the first column, except class and policy maps.
        by_keyword = unindented and (own is not None or bool(_OPENS_OTHER_MODE.match(line.text)))
        if own is _INTERFACE and line.end_number > line.number:
            own = None
    return stanzas


def _own_commands(header: str) -> re.Pattern[str] | None:
    """Return what the mode that a line opens takes as its own commands, None for no mode that is known."""
    if not header.startswith(_OPENERS):
        return None
    return next((commands for opener, commands in _OWN_COMMANDS if opener.match(header)), None)


_OWN_OF = Remembered(_own_commands)


def _belongs(text: str, block: Line, own: re.Pattern[str] | None, *, free: bool, unindented: bool) -> bool:
    """Say whether a line in the first column is a command of the open `block`."""
    if own is None:
        return free and not _GLOBAL.match(text) and not _QOS_ANYWHERE.match(text)
    if own.match(text):
        return True
    if own is _INTERFACE:
        return (free or unindented) and not _GLOBAL.match(text)
    # An unknown word inside a class or policy map stays there, so that it is reported in its place.
    return (
        unindented
        and own in (_CLASS_MAP, _OWN_COMMANDS[1][1])
        and not _GLOBAL.match(text)
        and not (_QOS_ANYWHERE.match(text))
    )


def _actions_below_classes(children: list[Line]) -> list[Line]:
    """Return the classes of a policy map, with actions that stand beside their class moved below it."""
    classes: list[Line] = []
    for line in children:
        if _POLICY_MAP.match(line.text) or not classes or line.text.startswith("no class"):
            classes.append(line)
        else:
            classes[-1].children.append(line)
    return classes
