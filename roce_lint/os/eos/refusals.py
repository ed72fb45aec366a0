"""Lines that look like EOS and that EOS certainly refuses: ranges and orders of its grammar, and foreign commands.

Ranges, units and orders are those of the Arista AVD schema (pyavd 6.4); timers and the blank-separated DSCP list are
those of the EOS User Manual. The foreign commands are in public examples and generators; EOS has none of them.
"""

from __future__ import annotations

import re
from functools import cache

_ECN = (
    "EOS takes `random-detect ecn minimum-threshold N UNIT maximum-threshold N UNIT`, the same unit twice, N from 1 to"
    " 256000000, then `max-mark-probability 1-100`, then `weight 0-15`"
)
_DROP = (
    "EOS takes `random-detect drop minimum-threshold N UNIT maximum-threshold N UNIT drop-probability 1-100`, the same"
    " unit twice"
)
_NO_DIRECTION = "EOS has no queuing policies: queues are configured in a `qos profile` or on the interface"
_IN_QUEUE = "EOS marks by `random-detect ecn minimum-threshold ...` inside `tx-queue N` or `uc-tx-queue N`"
_WATCHDOG = (
    "EOS takes `priority-flow-control pause watchdog default timeout|recovery-time|polling-interval SECONDS` and"
    " `priority-flow-control pause watchdog action drop|errdisable|notify-only`"
)
_PORT_WATCHDOG = (
    "EOS takes `priority-flow-control pause watchdog port timer timeout T polling-interval P recovery-time R`, all"
    " three, and `... port action drop|notify-only`"
)
_NOT_VALID = r"(?! (?:timeout|recovery-time|polling-interval) [\d.]+$| (?:drop|errdisable|notify-only)$).*"
_NEXUS = "this is a command of Cisco NX-OS"
_UNITS = "(segments|bytes|kbytes|mbytes|milliseconds|microseconds)"
_OUTSIDE_QUEUE = (
    "the line stands outside of a queue: EOS takes it inside `tx-queue N` or `uc-tx-queue N` of an interface or a"
    " `qos profile`"
)
_OUTSIDE_PROFILE = (
    "the line stands outside of a buffer profile: EOS takes it inside `platform trident mmu queue profile NAME`"
)
_TABLE = (
    (
        "random-detect",
        rf"random-detect (?:ecn|drop(?: drop-precedence [0-2])?) minimum-threshold \d{{1,9}} {_UNITS}"
        r" maximum-threshold \d{1,9} \1(?: (?:max-mark|drop)-probability (?:[1-9]\d?|100))?(?: weight \d\d?)?",
        _OUTSIDE_QUEUE,
    ),
    (
        "ingress egress",
        r"(?:ingress (?:priority-group [0-7] )?|egress \w+ queue [0-7] )threshold (?:1/(?:128|64|32|16|8|4|2)|[1248])",
        _OUTSIDE_PROFILE,
    ),
    ("random-detect", r"random-detect ecn (?:minimum|maximum|max-mark|weight).*", _ECN),
    ("random-detect", r"random-detect (?:minimum|maximum)-threshold.*", f"`ecn` or `drop` is missing: {_ECN}"),
    ("random-detect", r"random-detect drop .*", _DROP),
    ("ecn qos", r"ecn threshold .*|ecn enable|qos tx-queue \d ecn .*", _IN_QUEUE),
    (
        "priority-flow-control",
        r"priority-flow-control mode\b.*",
        "EOS takes `priority-flow-control on`, on each port or in its profile",
    ),
    (
        "priority-flow-control",
        r"priority-flow-control priority\b(?! [0-7] (?:no-)?drop$).*",
        "EOS takes `priority-flow-control priority 0-7 no-drop|drop`",
    ),
    (
        "priority-flow-control",
        r"priority-flow-control(?:| (?!(?:on|all off)$|(?:mode|priority|pause|watch-?dog)\b).*)",
        "EOS takes `priority-flow-control on` and `priority-flow-control priority 0-7 no-drop` per port or profile",
    ),
    ("priority-flow-control", r"priority-flow-control pause(?! watchdog\b).*", _WATCHDOG),
    (
        "priority-flow-control",
        r"priority-flow-control pause watchdog (?!(?:default|action|override|port)\b).*",
        f"{_WATCHDOG}; on a port it takes `priority-flow-control pause watchdog`",
    ),
    ("priority-flow-control", r"priority-flow-control watch-dog.*", f"{_NEXUS}; {_WATCHDOG}"),
    ("priority-flow-control pfc", r"(?:priority-flow-control|pfc) watchdog\b.*", _WATCHDOG),
    ("priority-flow-control", r"priority-flow-control pause watchdog (?:default|action)\b" + _NOT_VALID, _WATCHDOG),
    (
        "priority-flow-control",
        r"priority-flow-control pause watchdog override\b(?! action drop$).*",
        "EOS takes `priority-flow-control pause watchdog override action drop`",
    ),
    (
        "priority-flow-control",
        r"priority-flow-control pause watchdog port\b(?! action (?:drop|notify-only|errdisable)$).*",
        _PORT_WATCHDOG,
    ),
    ("policy-map class-map", r"(?:policy-map|class-map) type (?:tx-queue|queuing|network-qos)\b.*", _NO_DIRECTION),
    ("service-policy", r"service-policy type (?:tx-queue|queuing|network-qos)\b.*", _NO_DIRECTION),
    ("system", r"system qos", f"{_NEXUS}; {_NO_DIRECTION}"),
    ("match", r"match ip dscp .*", "EOS takes `match dscp ...`, without `ip`"),
    (
        "qos",
        r"qos map dscp [\d ]*[-,].*",
        "EOS takes code points from 0 to 63 separated by blanks, and traffic classes 0 to 7",
    ),
    (
        "qos",
        r"qos map (?:dscp|cos|exp|traffic-class) .*\b(?:\d{3,}|6[4-9]|[7-9]\d)\b.*",
        "EOS takes code points from 0 to 63, and traffic classes and queues from 0 to 7",
    ),
    (
        "qos",
        r"qos map (?:dscp .*|cos .*) to traffic-class (?:[89]|\d\d).*",
        "EOS takes traffic classes from 0 to 7",
    ),
    ("qos", r"qos trust (?!dscp$|cos$).+", "EOS takes `qos trust dscp` or `qos trust cos`"),
    ("mls wrr-queue", r"mls qos .*|wrr-queue .*", "this is a command of Cisco IOS"),
    ("bandwidth", r"bandwidth percent (?!(?:[1-9]\d?|100)$).*", "EOS takes `bandwidth percent 1-100`"),
    (
        "bandwidth",
        r"bandwidth guaranteed percent (?!(?:[1-9]\d?|100)$).*",
        "EOS takes `bandwidth guaranteed percent 1-100`",
    ),
    ("bandwidth", r"bandwidth remaining .*", f"{_NEXUS}; EOS takes `bandwidth percent 1-100`"),
    ("queue-limit priority", r"queue-limit .*|priority level \d", f"{_NEXUS}"),
    ("tx-queue uc-tx-queue mc-tx-queue", r"(?:uc-|mc-)?tx-queue (?:[89]|\d\d+)", "EOS has queues 0 to 7"),
    (
        "ingress egress",
        r"ingress (?:priority-group [0-7] )?threshold .*|egress \w+ queue [0-7] threshold .*",
        "EOS takes the shares 1/128, 1/64, 1/32, 1/16, 1/8, 1/4, 1/2, 1, 2, 4 and 8",
    ),
    (
        "dcbx",
        r"dcbx (?:pfc|ets)\b.*",
        "EOS has `dcbx mode ieee|cee` and `dcbx application`; PFC is what the port states",
    ),
)
"""The first words of lines, a pattern for them, and why EOS refuses what it matches."""


@cache
def _candidates(word: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what lines that begin with the word may be refused for; compiled when such a line is first met."""
    return tuple((re.compile(pattern), because) for words, pattern, because in _TABLE if word in words.split())


_FIRST_WORDS = frozenset(word for words, _, _ in _TABLE for word in words.split())


def why_refused(text: str) -> str:
    """Return why EOS refuses a line that was not understood; empty where it may be valid, here or elsewhere.

    `text` has no `no` or `default` in front: what is refused cannot be taken away either.
    """
    words = text.split()
    if not words or words[0] not in _FIRST_WORDS:
        return ""
    text = " ".join(words)
    return next((because for pattern, because in _candidates(words[0]) if pattern.fullmatch(text)), "")
