"""Which top-level commands matter here, and which are known not to.

A command that is neither and speaks of QoS is handed to `unread`; anything else belongs to sections (AAA, logging,
routing, ACLs ...) that do not bear on RoCE.
"""

from __future__ import annotations

import re

from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.remembered import Remembered

_NOT_FOR_ROCE = lazy_pattern(
    r"(no )?(aaa|username|logging|snmp-server|ntp|clock|banner|vdc|copp|control-plane|route-map|ip|ipv6|mac|key"
    r"|object-group|line|boot|rmon|role|ssh|telnet|tacacs|tacacs-server|radius|radius-server|crypto|cli|event|telemetry"
    r"|sflow|monitor|spanning-tree|vpc|errdisable|cfs|fabric|icam|license|password|track|vtp|time-range|callhome"
    r"|router|vrf|evpn|nv|ngoam|udld|cdp|lacp|ptp|arp|bfd|boot|install|scheduler|hostname|switchname|version|vlan"
    r"|port-channel|system|switching-mode|alias|flow|ipfix|sla|mpls|segment-routing|nxapi|openflow|grpc"
    r"|diagnostic|terminal|session-limit|exec-timeout|interface|end|exit|configure|conf|copy|write)\b"
)
_LIKE_QOS = lazy_pattern(
    r"qos|pfc|priority-flow|flow-?control|\becn\b|queue|dscp|buffer|pause|\bdcb|roce|no-?drop|lossless|wred|random-detect"
    r"|congestion|watch-?dog|\bets\b",
    re.IGNORECASE,
)
_HARDWARE = lazy_pattern(
    r"(no )?hardware (qos ((no )?dynamic-buffer-sharing|pfc mc-drop|fc rate-shaper( low)?|ns-buffer-profile (mesh|burst"
    r"|ultra-burst)|afd profile (mesh|burst|ultra-burst)|etrap (age-period|bandwidth-threshold|byte-count) \d+.*"
    r"|q-noise percent \d+|min-buffer qos-group (all|none|default)|burst-detect max-records \d+|ing-pg-share"
    r"|ing-pg-no-min|ing-pg-hdrm-reserve percent \d+|include ipg|eoq stats-class)"
    r"|profile pfc mmu buffer-reservation \d+|access-list tcam (region|label) .+)"
)
_NO_EFFECT_HERE = lazy_pattern(
    r"(no )?(qos statistics|qos qos-policies statistics|link-level-flow-control watch-dog-interval (on|off)"
    r"|lldp( \S.*)?|feature (?!.*(qos|pfc|dcb)).+)"
)


def account_for(line: Line, diagnostics: LineDiagnostics) -> None:
    """Leave a top-level block unread if it speaks of QoS and is not known; the rest does not bear on RoCE."""
    if _MATTERS[line.text]:
        diagnostics.block_not_understood(line, "not a global command that is known here")


def _matters(text: str) -> bool:
    """Say whether a line that no reader takes speaks of QoS and is not known."""
    if _NO_EFFECT_HERE.fullmatch(text) or _HARDWARE.fullmatch(text):
        return False
    return not _NOT_FOR_ROCE.match(text) and _LIKE_QOS.search(text) is not None


_MATTERS = Remembered(_matters)
